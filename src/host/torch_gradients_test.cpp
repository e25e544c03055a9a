// Gradients against differences of the function itself, and against values known by hand.
#include <gtest/gtest.h>

#include "host/script_fixture.h"
#include "host/torch_module.h"

namespace nereid::host {
namespace {

std::string outputOf(std::string_view script) {
  std::string text = "import torch\nimport torch.nn.functional as F\n";
  ScriptRun run = runText(text.append(script), "script.py", torchModules());
  EXPECT_EQ(run.errors, "");
  return run.output;
}

// For each function: the slope along a random direction, by backward() and by a small step.
constexpr const char *kCompare = R"PY(
torch.manual_seed(1)
def check(name, function, *shapes, low=0.5):
    inputs = [torch.rand(shape, dtype=torch.float64) + low for shape in shapes]
    directions = [torch.randn(shape, dtype=torch.float64) for shape in shapes]
    for x in inputs:
        x.requires_grad_()
    output = function(*inputs)
    weight = torch.randn(output.shape, dtype=torch.float64)
    output.backward(weight)
    slope = sum((x.grad * d).sum().item() for x, d in zip(inputs, directions))
    step = 1e-6
    with torch.no_grad():
        after = function(*[x + step * d for x, d in zip(inputs, directions)])
        before = function(*[x - step * d for x, d in zip(inputs, directions)])
        measured = ((after - before) * weight).sum().item() / (2 * step)
    if abs(slope - measured) > 1e-5 * (1 + abs(measured)):
        print(name, slope, measured)
)PY";

TEST(Gradients, OfFunctionsOfOneTensor) {
  EXPECT_EQ(outputOf(std::string(kCompare) + R"PY(
for name in ("neg abs square exp exp2 expm1 log log2 log10 log1p sqrt rsqrt reciprocal sin cos tan tanh "
             "sinh cosh atan erf sigmoid relu").split():
    check(name, getattr(torch, name), (3, 4))
for name in "silu relu6 logsigmoid gelu elu leaky_relu softplus".split():
    check(name, getattr(F, name), (3, 4), low=-0.4)
check("tanh gelu", lambda x: F.gelu(x, approximate="tanh"), (5,))
check("clamp", lambda x: x.clamp(0.7, 1.2), (20,))
)PY"),
            "");
}

TEST(Gradients, OfArithmeticBroadcast) {
  EXPECT_EQ(outputOf(std::string(kCompare) + R"PY(
check("operators", lambda x, y: (x + y) * (x - y) / y ** x - 2 / x + (-x) * 3, (3, 4), (4,))
check("pow", lambda x: x ** 3 + 2 ** x, (3,))
check("maximum", torch.maximum, (3, 1), (4,))
check("where", lambda x, y: torch.where(x > y, x * 2, y * 3), (3, 4), (3, 4))
check("addcmul", lambda x, y, z: torch.addcmul(x, y, z, value=2), (3, 4), (3, 1), (4,))
check("in place", lambda x, y: x.clone().add_(y).sub_(x), (3,), (3,))
def augmented(x):
    total = torch.zeros(3, dtype=torch.float64)
    total += x * x
    total[1] = x[0]
    return total
check("augmented", augmented, (3,))
)PY"),
            "");
}

TEST(Gradients, OfProductsAndReductions) {
  EXPECT_EQ(outputOf(std::string(kCompare) + R"PY(
check("matmul", torch.matmul, (2, 3, 4), (4, 5))
check("matmul batch", torch.matmul, (3, 4), (2, 4, 5))
check("vectors", lambda a, b, c: (a @ b) @ c * torch.dot(c, c), (3, 4), (4, 2), (2,))
check("linear", lambda x, w, b: F.linear(x, w, b), (2, 3, 4), (5, 4), (5,))
check("addmm", lambda c, a, b: torch.addmm(c, a, b, beta=2, alpha=3), (3, 2), (3, 4), (4, 2))
check("einsum", lambda a, b: torch.einsum("bik,bjk->bij", a, b), (2, 3, 4), (2, 5, 4))
for dims in (None, 0, -1, (0, 2)):
    check("sum", lambda x: x.sum(dims) if dims is not None else x.sum(), (2, 3, 4))
    check("mean", lambda x: x.mean(dims, keepdim=True) if dims is not None else x.mean(), (2, 3, 4))
    check("amax", lambda x: x.amax(dims) if dims is not None else x.max(), (2, 3, 4))
check("max of dim", lambda x: x.max(1).values, (3, 5))
check("min of dim", lambda x: x.min(dim=0, keepdim=True)[0], (3, 5))
check("var", lambda x: x.var(-1, unbiased=False), (3, 5))
check("std", lambda x: x.std(1), (3, 5))
check("norm", lambda x: x.norm(dim=-1), (3, 5))
check("logsumexp", lambda x: torch.logsumexp(x, 1), (3, 5))
check("softmax", lambda x: torch.softmax(x, 0), (3, 5))
check("log_softmax", lambda x: F.log_softmax(x, dim=-1), (3, 5))
check("cumsum", lambda x: torch.cumsum(x, 1), (3, 5))
check("prod", lambda x: x.prod(1), (3, 4))
)PY"),
            "");
}

TEST(Gradients, OfShapesAndPieces) {
  EXPECT_EQ(outputOf(std::string(kCompare) + R"PY(
check("shapes", lambda x: x.view(6, 4).t().reshape(2, 12).unsqueeze(1).expand(2, 3, 12).permute(2, 0, 1).flatten(1), (2, 3, 4))
check("index", lambda x: x[1] * x[0, :, None].sum() + x[[0, 0, 1]].sum(0) + x[..., 1:3].sum(), (2, 3, 4))
check("mask", lambda x: x.masked_fill(x > 1, 0.0), (4, 4))
check("gather", lambda x: x.gather(1, torch.tensor([[0, 0], [2, 1]])), (2, 3))
check("select", lambda x: x.index_select(0, torch.tensor([1, 1])) + x.narrow(1, 1, 1), (2, 3))
check("cat", lambda x, y: torch.cat([x, y, x], dim=1), (2, 3), (2, 1))
check("stack", lambda x, y: torch.stack((x, y), dim=-1), (2, 3), (2, 3))
check("chunk", lambda x: x.chunk(2, dim=-1)[1] * x.chunk(2, dim=-1)[0], (3, 4))
check("unbind", lambda x: sum(row * i for i, row in enumerate(x)), (3, 4))
check("repeat", lambda x: x.repeat(2, 3) , (2, 3))
check("flip", lambda x: x.flip(0) * x.roll(1, 1), (2, 3))
check("triangles", lambda x: torch.tril(x) @ torch.triu(x, 1), (3, 3))
check("topk", lambda x: x.topk(2, dim=-1)[0], (3, 5))
check("sort", lambda x: x.sort(-1).values * torch.arange(5), (3, 5))
)PY"),
            "");
}

TEST(Gradients, OfLayers) {
  EXPECT_EQ(outputOf(std::string(kCompare) + R"PY(
labels = torch.tensor([1, 0, 3])
check("cross_entropy", lambda x: F.cross_entropy(x, labels), (3, 4))
check("smoothed", lambda x: F.cross_entropy(x, labels, label_smoothing=0.1, reduction="sum"), (3, 4))
check("mse", lambda x, y: F.mse_loss(x, y), (3, 4), (3, 4))
check("embedding", lambda w: F.embedding(torch.tensor([[0, 2], [2, 1]]), w), (3, 4))
)PY"),
            "");
  // Computed in float32 inside, as kernels' references are.
  EXPECT_EQ(outputOf(R"PY(
torch.manual_seed(0)
x, w, b = (torch.rand(s).requires_grad_() for s in [(3, 8), (8,), (8,)])
g = torch.randn(3, 8)
F.layer_norm(x, (8,), w, b).backward(g)
center = x.detach() - x.detach().mean(-1, keepdim=True)
rstd = (center.square().mean(-1, keepdim=True) + 1e-5).rsqrt()
hat, wg = center * rstd, w.detach() * g
dx = rstd * (wg - wg.mean(-1, keepdim=True) - hat * (wg * hat).mean(-1, keepdim=True))
print(torch.allclose(x.grad, dx, atol=1e-5), torch.allclose(w.grad, (g * hat).sum(0), atol=1e-5), torch.allclose(b.grad, g.sum(0), atol=1e-5))
)PY"),
            "True True True\n");
}

TEST(Gradients, GoThroughFunctionsOfScripts) {
  EXPECT_EQ(outputOf(R"PY(
class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y, factor):
        ctx.save_for_backward(x, y)
        ctx.factor = factor
        return x * y * factor, x + 1
    @staticmethod
    def backward(ctx, of_product, of_sum):
        x, y = ctx.saved_tensors
        print(ctx.needs_input_grad, of_sum)
        return of_product * y * ctx.factor + of_sum, None, None
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor([3.0, 4.0])
product, _ = Scaled.apply(x * 2, y, 10)
print(product.requires_grad, product.is_leaf, y.requires_grad)
product.sum().backward()
print(x.grad)
(x * x).sum().backward()
print(x.grad)
print(torch.autograd.grad((x ** 3).sum(), x))
)PY"),
            "True False False\n(True, False, False) tensor([0., 0.])\ntensor([60., 80.])\n"
            "tensor([62., 84.])\n(tensor([ 3., 12.]),)\n");
}

TEST(Gradients, SayWhatTheyCannot) {
  EXPECT_EQ(outputOf(R"PY(
def said(action):
    try:
        action()
    except Exception as e:
        print(type(e).__name__ + ":", str(e)[:70])
x = torch.ones(3, requires_grad=True)
said(lambda: x.add_(1))
said(lambda: (x * 2).backward())
said(lambda: torch.ones(3).sum().backward())
said(lambda: x.cumprod(0).sum().backward())
with torch.no_grad():
    y = x * 2
print(y.requires_grad, (x * 2).detach().requires_grad, (x * 2).grad_fn)
)PY"),
            "RuntimeError: a leaf Variable that requires grad is being used in an in-place operat\n"
            "RuntimeError: grad can be implicitly created only for scalar outputs\n"
            "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn\n"
            "NotImplementedError: the gradient of `cumprod` is not available here; run the script "
            "with P\n"
            "False False <MulBackward0 object>\n");
}

} // namespace
} // namespace nereid::host
