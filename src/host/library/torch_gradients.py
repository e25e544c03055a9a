"""Gradients: from the tensors whose gradients are given back to those that require one.

A tensor's `_record` says which function made it, from what; the rules of torch_derivatives.py give
the gradients of a function's arguments. Records are visited in an order in which each comes after
all that were made from its results, so that its gradients are complete.
"""

import torch
from torch.derivatives import rules, several_results


def backward_from(tensor, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    backward([tensor], [gradient], inputs=inputs)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    results = _walk(_listed(tensors), _listed(grad_tensors), inputs)
    for tensor, gradient in results:
        tensor.grad = gradient if tensor.grad is None else tensor.grad + gradient


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False,
         allow_unused=False):
    inputs = _listed(inputs)
    found = {id(tensor): gradient for tensor, gradient in
             _walk(_listed(outputs), _listed(grad_outputs), inputs)}
    for tensor in inputs:
        if id(tensor) not in found and not allow_unused:
            raise RuntimeError("One of the differentiated Tensors appears to not have been used in "
                               "the graph. Set allow_unused=True if this is the desired behavior.")
    return tuple(found.get(id(tensor)) for tensor in inputs)


def _listed(value):
    if value is None:
        return []
    return [value] if isinstance(value, torch.Tensor) else list(value)


class _Walk:
    def __init__(self, wanted):
        self.wanted = None if wanted is None else {id(tensor) for tensor in _listed(wanted)}
        self.results = {}  # id of a tensor -> (tensor, gradient)
        self.pending = {}  # id of a record -> {index of a result: (tensor, gradient)}

    def give(self, tensor, gradient):
        if not isinstance(tensor, torch.Tensor) or gradient is None or not tensor.requires_grad:
            return
        gradient = _fitted(gradient, tensor)
        record = tensor._record
        if record is not None:
            self.add(self.pending.setdefault(id(record), {}), tensor._record_index, tensor, gradient)
        chosen = tensor.is_leaf or tensor.retains_grad
        if chosen if self.wanted is None else id(tensor) in self.wanted:
            self.add(self.results, id(tensor), tensor, gradient)

    def add(self, sums, key, tensor, gradient):
        sums[key] = (tensor, sums[key][1] + gradient if key in sums else gradient)


def _walk(tensors, gradients, wanted=None):
    walk = _Walk(wanted)
    with torch.no_grad():
        for i, tensor in enumerate(tensors):
            if not tensor.requires_grad:
                raise RuntimeError("element 0 of tensors does not require grad and does not have a "
                                   "grad_fn")
            gradient = gradients[i] if i < len(gradients) else None
            if gradient is None:
                if tensor.numel() != 1:
                    raise RuntimeError("grad can be implicitly created only for scalar outputs")
                gradient = torch.ones_like(tensor)
            walk.give(tensor, gradient)
        for record in _ordered(tensors):
            given = walk.pending.pop(id(record), None)
            if given:
                for tensor, gradient in _apply(record, given):
                    walk.give(tensor, gradient)
    return list(walk.results.values())


def _ordered(tensors):
    """The records behind tensors, each before those of its arguments."""
    done, seen = [], set()
    stack = [(tensor._record, False) for tensor in tensors if tensor._record is not None]
    while stack:
        record, finished = stack.pop()
        if finished:
            done.append(record)
        elif id(record) not in seen:
            seen.add(id(record))
            stack.append((record, True))
            for tensor in _tensors(record):
                if tensor._record is not None:
                    stack.append((tensor._record, False))
    return reversed(done)


def _tensors(record):
    for_all = []
    for value in list(record.arguments) + list(record.keywords.values()):
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(item, torch.Tensor):
                for_all.append(item)
    return for_all


def _apply(record, given):
    if record.function == "Function":
        return _apply_function(record, given)
    rule = rules.get(record.function)
    if rule is None:
        raise NotImplementedError(f"the gradient of `{record.function}` is not available here; run "
                                  "the script with Python and PyTorch")
    pairs = []
    changed = record.mark_stale(*[output for output, _ in given.values()])
    # A gradient may live where its function's result was: what comes of it then says nothing.
    if any(gradient._is_stale for _, gradient in given.values()):
        changed = None
    try:
        for index, (output, gradient) in given.items():
            more = {"index": index} if record.function in several_results else {}
            pairs.extend(rule(output, gradient, *record.arguments, **record.keywords, **more))
    finally:
        record.unmark_stale()
    for tensor, gradient in pairs if changed else []:
        if isinstance(tensor, torch.Tensor) and tensor.requires_grad and gradient._is_stale:
            _refuse(record, changed)
    return pairs


def _refuse(record, changed):
    if record.in_place:
        raise NotImplementedError(f"the gradient of `{record.function}_`, which needs what it wrote "
                                  "over, is not available here; run the script with Python and "
                                  "PyTorch")
    raise RuntimeError("one of the variables needed for gradient computation has been modified by an "
                       f"inplace operation: {changed}. Hint: enable anomaly detection to find the "
                       "operation that failed to compute its gradient, with "
                       "torch.autograd.set_detect_anomaly(True).")


def _apply_function(record, given):
    count = max(given) + 1
    gradients = [given[i][1] if i in given else None for i in range(count)]
    ctx = record.keywords["ctx"]
    outputs = ctx.output_shapes
    for i, shape in enumerate(outputs):
        if i >= count:
            gradients.append(None)
        if gradients[i] is None and shape is not None:
            gradients[i] = torch.zeros(shape[0], dtype=shape[1], device=shape[2])
    results = record.keywords["function"].backward(ctx, *gradients)
    if not isinstance(results, tuple):
        results = (results,)
    if len(results) < len(record.arguments):
        raise RuntimeError(f"function {record.keywords['function'].__name__}Backward returned an "
                           f"incorrect number of gradients (expected {len(record.arguments)}, got "
                           f"{len(results)})")
    return list(zip(record.arguments, results))


def _fitted(gradient, tensor):
    while gradient.dim() > tensor.dim():
        gradient = gradient.sum(0)
    for d in range(tensor.dim()):
        if tensor.shape[d] == 1 and gradient.shape[d] != 1:
            gradient = gradient.sum(d, keepdim=True)
    if gradient.shape != tensor.shape:
        gradient = gradient.expand(tensor.shape)
    return gradient.to(tensor.dtype)
