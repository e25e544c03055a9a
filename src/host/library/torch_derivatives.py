"""The derivatives of torch's functions, for torch_gradients.py.

A rule gives the gradients of a function's arguments, as (tensor, gradient) pairs:

    @_rule("mul", "multiply")
    def _mul(output, grad, input, other):
        return [(input, grad * other), (other, grad * input)]

Pairs with a number for a tensor are dropped, and what broadcasting repeated is summed again, so
rules need not look. Functions of functions (layer_norm, attention, ...) have no rule of their own:
`_composed` computes them again from functions with rules, and goes back through those.
"""

import math

import torch

rules = {}


def _rule(*names):
    def decorator(rule):
        for name in names:
            rules[name] = rule
        return rule
    return decorator


def _composed(output, gradient, function, tensors):
    """The gradients of `tensors` through function(*tensors)."""
    copies = [None if tensor is None else tensor.detach().requires_grad_(tensor.requires_grad)
              for tensor in tensors]
    with torch.enable_grad():
        result = function(*copies)
        torch.autograd.backward([result], [gradient.to(result.dtype)])
    return [(tensor, copy.grad) for tensor, copy in zip(tensors, copies) if tensor is not None]


# -- Elementwise.


@_rule("add")
def _add(output, grad, input, other, alpha=1):
    return [(input, grad), (other, grad * alpha)]


@_rule("sub", "subtract")
def _sub(output, grad, input, other, alpha=1):
    return [(input, grad), (other, -grad * alpha)]


@_rule("mul", "multiply")
def _mul(output, grad, input, other):
    return [(input, grad * other), (other, grad * input)]


@_rule("div", "divide", "true_divide")
def _div(output, grad, input, other, rounding_mode=None):
    if rounding_mode is not None:
        return []
    return [(input, grad / other), (other, -grad * input / (other * other))]


@_rule("remainder", "fmod")
def _remainder(output, grad, input, other):
    return [(input, grad)]


@_rule("floor_divide", "floor", "ceil", "round", "sign", "trunc")
def _flat(output, grad, *arguments, **options):
    return [(argument, torch.zeros_like(argument)) for argument in arguments
            if isinstance(argument, torch.Tensor)]


@_rule("pow")
def _pow(output, grad, input, other):
    pairs = []
    if isinstance(input, torch.Tensor):
        pairs.append((input, grad * other * input ** (other - 1)))
    if isinstance(other, torch.Tensor):
        base = input if isinstance(input, torch.Tensor) else torch.full_like(output, input)
        pairs.append((other, grad * output * torch.log(base)))
    return pairs


@_rule("maximum", "minimum")
def _maximum(output, grad, input, other):
    same = (input == other).to(grad.dtype) * 0.5
    return [(input, grad * torch.where(output == input, 1 - same, 0.0)),
            (other, grad * torch.where(output == other, 1 - same, 0.0))]


@_rule("where")
def _where(output, grad, condition, input, other):
    zero = torch.zeros_like(grad)
    return [(input, torch.where(condition, grad, zero)), (other, torch.where(condition, zero, grad))]


@_rule("clamp", "clip")
def _clamp(output, grad, input, min=None, max=None):
    inside = torch.ones_like(input, dtype=torch.bool)
    if min is not None:
        inside = inside & (input >= min)
    if max is not None:
        inside = inside & (input <= max)
    return [(input, grad * inside)]


@_rule("zero", "normal", "uniform", "random", "bernoulli")
def _overwritten(output, grad, input, *arguments, **options):
    return [(input, torch.zeros_like(grad))]


@_rule("fill")
def _fill(output, grad, input, value):
    return [(input, torch.zeros_like(grad)), (value, grad.sum())]


@_rule("copy")
def _copy(output, grad, input, src, non_blocking=False):
    return [(input, torch.zeros_like(grad)), (src, grad)]


@_rule("masked_fill")
def _masked_fill(output, grad, input, mask, value):
    return [(input, grad.masked_fill(mask, 0))]


@_rule("addcmul")
def _addcmul(output, grad, input, tensor1, tensor2, value=1):
    return [(input, grad), (tensor1, grad * tensor2 * value), (tensor2, grad * tensor1 * value)]


@_rule("lerp")
def _lerp(output, grad, input, end, weight):
    return [(input, grad * (1 - weight)), (end, grad * weight), (weight, grad * (end - input))]


# Functions of one tensor: the derivative, of the input x and the output y.
_derivatives = {
    "neg": lambda x, y: -1,
    "negative": lambda x, y: -1,
    "abs": lambda x, y: torch.sign(x),
    "square": lambda x, y: 2 * x,
    "exp": lambda x, y: y,
    "exp2": lambda x, y: y * math.log(2),
    "expm1": lambda x, y: y + 1,
    "log": lambda x, y: 1 / x,
    "log2": lambda x, y: 1 / (x * math.log(2)),
    "log10": lambda x, y: 1 / (x * math.log(10)),
    "log1p": lambda x, y: 1 / (1 + x),
    "sqrt": lambda x, y: 0.5 / y,
    "rsqrt": lambda x, y: -0.5 * y * y * y,
    "reciprocal": lambda x, y: -y * y,
    "sin": lambda x, y: torch.cos(x),
    "cos": lambda x, y: -torch.sin(x),
    "tan": lambda x, y: 1 + y * y,
    "tanh": lambda x, y: 1 - y * y,
    "sinh": lambda x, y: torch.cosh(x),
    "cosh": lambda x, y: torch.sinh(x),
    "atan": lambda x, y: 1 / (1 + x * x),
    "erf": lambda x, y: 2 / math.sqrt(math.pi) * torch.exp(-x * x),
    "sigmoid": lambda x, y: y * (1 - y),
    "logsigmoid": lambda x, y: torch.sigmoid(-x),
    "relu": lambda x, y: (y > 0).to(x.dtype),
    "relu6": lambda x, y: ((x > 0) & (x < 6)).to(x.dtype),
    "silu": lambda x, y: torch.sigmoid(x) * (1 + x * (1 - torch.sigmoid(x))),
    "nan_to_num": lambda x, y: torch.isfinite(x).to(x.dtype),
}


def _derived(derivative):
    return lambda output, grad, input, *options, **named: [(input, grad * derivative(input, output))]


for _name, _derivative in _derivatives.items():
    rules[_name] = _derived(_derivative)


@_rule("gelu")
def _gelu(output, grad, input, approximate="none"):
    if approximate == "tanh":
        scale = math.sqrt(2 / math.pi)
        bent = torch.tanh(scale * (input + 0.044715 * input ** 3))
        slope = scale * (1 + 3 * 0.044715 * input ** 2)
        return [(input, grad * 0.5 * (1 + bent + input * (1 - bent * bent) * slope))]
    share = 0.5 * (1 + torch.erf(input / math.sqrt(2)))
    density = torch.exp(-0.5 * input * input) / math.sqrt(2 * math.pi)
    return [(input, grad * (share + input * density))]


@_rule("leaky_relu")
def _leaky_relu(output, grad, input, negative_slope=0.01, inplace=False):
    return [(input, torch.where(input > 0, grad, grad * negative_slope))]


@_rule("elu")
def _elu(output, grad, input, alpha=1.0, inplace=False):
    return [(input, torch.where(input > 0, grad, grad * (output + alpha)))]


@_rule("softplus")
def _softplus(output, grad, input, beta=1, threshold=20):
    bent = torch.sigmoid(input * beta)
    return [(input, grad * torch.where(input * beta > threshold, torch.ones_like(bent), bent))]


# -- Products.


@_rule("matmul", "mm", "bmm", "mv", "dot")
def _matmul(output, grad, input, other):
    if input.dim() == 1 and other.dim() == 1:
        return [(input, grad * other), (other, grad * input)]
    left = input.unsqueeze(0) if input.dim() == 1 else input
    right = other.unsqueeze(-1) if other.dim() == 1 else other
    if input.dim() == 1:
        grad = grad.unsqueeze(-2)
    if other.dim() == 1:
        grad = grad.unsqueeze(-1)
    of_left = torch.matmul(grad, right.transpose(-1, -2))
    of_right = torch.matmul(left.transpose(-1, -2), grad)
    if input.dim() == 1:
        of_left = of_left.reshape(-1, input.shape[0]).sum(0)
    if other.dim() == 1:
        of_right = of_right.reshape(-1, other.shape[0]).sum(0)
    return [(input, of_left), (other, of_right)]


@_rule("addmm", "baddbmm")
def _addmm(output, grad, input, mat1, mat2, beta=1, alpha=1):
    return [(input, grad * beta)] + _matmul(output, grad * alpha, mat1, mat2)


@_rule("outer")
def _outer(output, grad, input, vec2):
    return [(input, grad @ vec2), (vec2, input @ grad)]


@_rule("linear")
def _linear(output, grad, input, weight, bias=None):
    rows = grad.reshape(-1, grad.shape[-1])
    pairs = [(input, grad @ weight),
             (weight, rows.transpose(0, 1) @ input.reshape(-1, input.shape[-1]))]
    return pairs + ([] if bias is None else [(bias, rows.sum(0))])


# -- Along axes.


def _spread(grad, input, dim, keepdim):
    """`grad` with the axes back that a reduction over `dim` took away."""
    if dim is None or dim == () or dim == []:
        return grad.reshape([1] * input.dim())
    if not keepdim:
        for d in sorted(d % input.dim() for d in (dim if isinstance(dim, (tuple, list)) else [dim])):
            grad = grad.unsqueeze(d)
    return grad


@_rule("sum")
def _sum(output, grad, input, dim=None, keepdim=False, dtype=None):
    return [(input, _spread(grad, input, dim, keepdim).expand(input.shape))]


@_rule("mean")
def _mean(output, grad, input, dim=None, keepdim=False, dtype=None):
    count = input.numel() / max(output.numel(), 1)
    return [(input, (_spread(grad, input, dim, keepdim) / count).expand(input.shape))]


@_rule("amax", "amin")
def _amax(output, grad, input, dim=None, keepdim=False):
    hit = (input == _spread(output, input, dim, keepdim)).to(grad.dtype)
    count = hit.sum() if dim is None or dim == () else hit.sum(dim, keepdim=True)
    return [(input, _spread(grad, input, dim, keepdim) * hit / count)]


def _extremum(output, grad, input, dim=None, keepdim=False, index=0):
    if isinstance(dim, torch.Tensor):
        return _maximum(output, grad, input, dim)
    if dim is None:
        return _amax(output, grad, input)
    return [(input, _at(input, dim, _spread(output, input, dim, keepdim),
                        _spread(grad, input, dim, keepdim)))]


rules["max"] = rules["min"] = _extremum


def _at(input, dim, values, grad):
    """`grad` at the first place along `dim` where `input` has `values`."""
    hit = input == values
    first = hit & (torch.cumsum(hit.to(torch.int64), dim) == 1)
    return grad * first


@_rule("var")
def _var(output, grad, input, dim=None, unbiased=True, keepdim=False, correction=None):
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    taken = (1 if unbiased else 0) if correction is None else correction
    count = input.numel() / max(output.numel(), 1)
    center = input.mean() if dim is None else input.mean(dim, keepdim=True)
    return [(input, _spread(grad, input, dim, keepdim) * 2 * (input - center) / (count - taken))]


@_rule("std")
def _std(output, grad, input, dim=None, unbiased=True, keepdim=False, correction=None):
    return _var(output, grad / (2 * output), input, dim, unbiased, keepdim, correction)


@_rule("norm", "vector_norm")
def _norm(output, grad, input, p=2, dim=None, keepdim=False):
    if p not in (2, 2.0, "fro"):
        raise NotImplementedError(f"the gradient of norm with p={p} is not available here")
    return [(input, _spread(grad / output, input, dim, keepdim) * input)]


@_rule("logsumexp")
def _logsumexp(output, grad, input, dim=None, keepdim=False):
    share = torch.exp(input - _spread(output, input, dim, keepdim))
    return [(input, _spread(grad, input, dim, keepdim) * share)]


@_rule("softmax")
def _softmax(output, grad, input, dim=None, dtype=None):
    part = grad * output
    return [(input, part - output * part.sum(dim, keepdim=True))]


@_rule("log_softmax")
def _log_softmax(output, grad, input, dim=None, dtype=None):
    return [(input, grad - torch.exp(output) * grad.sum(dim, keepdim=True))]


@_rule("cumsum")
def _cumsum(output, grad, input, dim, dtype=None):
    return [(input, torch.cumsum(grad.flip(dim), dim).flip(dim))]


@_rule("prod")
def _prod(output, grad, input, dim=None, keepdim=False, dtype=None):
    spread = _spread(output * grad, input, dim, keepdim)
    return [(input, spread / input)]


# -- Shapes.


@_rule("reshape", "view", "view_as", "reshape_as", "flatten", "unflatten", "ravel", "squeeze",
       "unsqueeze")
def _reshape(output, grad, input, *options, **named):
    return [(input, grad.reshape(input.shape))]


@_rule("clone", "contiguous", "to", "type", "type_as", "float", "half", "double", "bfloat16", "cpu",
       "cuda", "expand", "expand_as", "broadcast_to", "pin_memory")
def _same(output, grad, input, *options, **named):
    return [(input, grad)]


@_rule("transpose", "swapaxes", "swapdims")
def _transpose(output, grad, input, dim0, dim1):
    return [(input, grad.transpose(dim0, dim1))]


@_rule("t", "T")
def _t(output, grad, input):
    return [(input, grad.permute(tuple(range(grad.dim() - 1, -1, -1))))]


@_rule("mT")
def _mt(output, grad, input):
    return [(input, grad.transpose(-1, -2))]


@_rule("permute")
def _permute(output, grad, input, dims):
    back = [0] * len(dims)
    for i, d in enumerate(dims):
        back[d] = i
    return [(input, grad.permute(tuple(back)))]


def _scattered(input, positions, grad):
    """Zeros like `input`, with `grad` added at the flat `positions`."""
    result = torch.zeros(input.numel(), dtype=grad.dtype, device=input.device)
    result.index_add_(0, positions.reshape(-1), grad.reshape(-1))
    return result.reshape(input.shape)


def _positions(input):
    return torch.arange(input.numel(), device=input.device).reshape(input.shape)


@_rule("getitem")
def _getitem(output, grad, input, index):
    return [(input, _scattered(input, _positions(input)[index], grad))]


@_rule("setitem")
def _setitem(output, grad, input, index, value):
    rest = grad.clone()
    rest[index] = 0
    return [(input, rest), (value, grad[index])]


def _moved(function):
    """For functions that only pick and repeat elements: the same function on their positions."""
    def rule(output, grad, input, *options, index=None, **named):
        positions = function(_positions(input), *options, **named)
        positions = positions if index is None else positions[index]
        return [(input, _scattered(input, positions, grad))]
    return rule


def _method(name):
    return lambda tensor, *options, **named: getattr(tensor, name)(*options, **named)


for _name in ("narrow", "select", "diagonal", "unfold", "repeat", "tile", "repeat_interleave", "flip",
              "roll", "index_select", "gather", "take_along_dim", "masked_select", "movedim",
              "moveaxis", "take", "as_strided", "split", "chunk", "unbind"):
    rules[_name] = _moved(_method(_name))
several_results = ("split", "chunk", "unbind", "max", "min")


def _ranked(function):
    def rule(output, grad, input, *options, **named):
        places = function(input, *options, **named)[1]
        dim = named.get("dim", options[1] if len(options) > 1 and function is torch.topk else -1)
        return [(input, torch.zeros_like(input).scatter_(dim, places, grad))]
    return rule


rules["topk"] = _ranked(torch.topk)
rules["sort"] = _ranked(torch.sort)


@_rule("cat", "concat", "concatenate")
def _cat(output, grad, tensors, dim=0):
    pairs, start = [], 0
    for tensor in tensors:
        pairs.append((tensor, grad.narrow(dim, start, tensor.shape[dim])))
        start += tensor.shape[dim]
    return pairs


@_rule("stack")
def _stack(output, grad, tensors, dim=0):
    return [(tensor, grad.select(dim, i)) for i, tensor in enumerate(tensors)]


@_rule("tril")
def _tril(output, grad, input, diagonal=0):
    return [(input, torch.tril(grad, diagonal))]


@_rule("triu")
def _triu(output, grad, input, diagonal=0):
    return [(input, torch.triu(grad, diagonal))]


# -- Layers.


@_rule("layer_norm")
def _layer_norm(output, grad, input, normalized_shape, weight=None, bias=None, eps=1e-5):
    dims = tuple(range(-len(normalized_shape), 0))

    def compute(x, w, b):
        x = x.float()
        center = x - x.mean(dims, keepdim=True)
        result = center * torch.rsqrt((center * center).mean(dims, keepdim=True) + eps)
        result = result if w is None else result * w
        return result if b is None else result + b
    return _composed(output, grad, compute, [input, weight, bias])


@_rule("rms_norm")
def _rms_norm(output, grad, input, normalized_shape, weight=None, eps=None):
    dims = tuple(range(-len(normalized_shape), 0))
    eps = torch.finfo(input.dtype).eps if eps is None else eps

    def compute(x, w):
        x = x.float()
        result = x * torch.rsqrt((x * x).mean(dims, keepdim=True) + eps)
        return result if w is None else result * w
    return _composed(output, grad, compute, [input, weight])


@_rule("cross_entropy")
def _cross_entropy(output, grad, input, target, weight=None, size_average=None, ignore_index=-100,
                   reduce=None, reduction="mean", label_smoothing=0.0):
    if weight is not None or input.dim() > 2 or torch.is_floating_point(target):
        raise NotImplementedError("the gradient of this cross_entropy is not available here")
    rows = input.float().reshape(-1, input.shape[-1])
    labels = target.reshape(-1)
    kept = labels != ignore_index
    classes = torch.arange(rows.shape[1], device=input.device)
    chosen = (classes[None, :] == labels[:, None]).float()
    wanted = chosen * (1 - label_smoothing) + label_smoothing / rows.shape[1]
    part = (torch.softmax(rows, -1) - wanted) * kept[:, None]
    part = part * grad.reshape(-1, 1)
    if reduction == "mean":
        part = part / kept.sum()
    return [(input, part.reshape(input.shape))]


@_rule("mse_loss")
def _mse_loss(output, grad, input, target, size_average=None, reduce=None, reduction="mean"):
    part = 2 * (input - target) * grad
    part = part / input.numel() if reduction == "mean" else part
    return [(input, part), (target, -part)]


@_rule("embedding")
def _embedding(output, grad, input, weight, *options, **named):
    rows = torch.zeros(weight.shape, dtype=grad.dtype, device=weight.device)
    rows.index_add_(0, input.reshape(-1), grad.reshape(-1, weight.shape[1]))
    return [(weight, rows)]


@_rule("scaled_dot_product_attention")
def _attention(output, grad, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False,
               scale=None, enable_gqa=False):
    if dropout_p or enable_gqa:
        raise NotImplementedError("the gradient of this attention is not available here")
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale

    def compute(q, k, v):
        scores = (q.float() @ k.float().transpose(-1, -2)) * scale
        if is_causal:
            rows = torch.arange(q.shape[-2], device=q.device)[:, None]
            hidden = torch.arange(k.shape[-2], device=q.device)[None, :] > rows
            scores = scores.masked_fill(hidden, float("-inf"))
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(~attn_mask, float("-inf"))
        elif attn_mask is not None:
            scores = scores + attn_mask
        return torch.softmax(scores, -1) @ v.float()
    return _composed(output, grad, compute, [query, key, value])


@_rule("dropout")
def _dropout(output, grad, input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return [(input, grad)]
    if (input == 0).any():  # dropped, or zero before: the output does not tell
        raise NotImplementedError("the gradient of dropout of zeros is not available here")
    return [(input, torch.where(output != 0, grad / (1 - p), torch.zeros_like(grad)))]
