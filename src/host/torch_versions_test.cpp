// Changes in place after a value was saved for a gradient: what torch refuses, and what it allows.
#include <gtest/gtest.h>

#include "host/script_fixture.h"
#include "host/torch_module.h"

namespace nereid::host {
namespace {

std::string outputOf(std::string_view script) {
  ScriptRun run =
      runText(std::string("import torch\n").append(script), "script.py", torchModules());
  EXPECT_EQ(run.errors, "");
  return run.output;
}

TEST(Versions, GradientsAreNotTakenOfValuesThatAreGone) {
  EXPECT_EQ(
      outputOf(R"PY(
def said(action):
    try:
        action()
        print("fine")
    except Exception as e:
        print(type(e).__name__ + ":", str(e)[:92])
def mul_after_max():
    x = torch.tensor([1.0, 3.0, 2.0], requires_grad=True)
    h = x * 1
    y = h.max()
    h.mul_(2)
    y.backward()
    print(x.grad)
said(mul_after_max)
def exp_then_add():
    x = torch.ones(2, requires_grad=True)
    y = torch.exp(x)
    y += 1
    y.sum().backward()
said(exp_then_add)
def scaled_in_place():
    x = torch.ones(2, requires_grad=True)
    y = x + 1
    y.mul_(3)
    y.sum().backward()
    print(x.grad)
said(scaled_in_place)
def weight_changed():
    x = torch.ones(2, requires_grad=True)
    w = torch.tensor([2.0, 3.0])
    y = x * w
    w.add_(1)
    y.sum().backward()
said(weight_changed)
def input_changed_but_not_needed():
    x = torch.ones(2, requires_grad=True)
    h = x * 1
    y = h * 5
    h.add_(1)
    y.sum().backward()
    print(x.grad)
said(input_changed_but_not_needed)
def view_changed():
    x = torch.ones(4, requires_grad=True)
    h = x * 1
    y = h * h
    h.view(2, 2)[0].zero_()
    y.sum().backward()
said(view_changed)
def through_data():
    x = torch.ones(2, requires_grad=True)
    y = (x * x).sum()
    x.data.mul_(2)
    y.backward()
    print(x.grad)
said(through_data)
def under_no_grad():
    x = torch.ones(2, requires_grad=True)
    y = (x * x).sum()
    with torch.no_grad():
        x.mul_(2)
    y.backward()
said(under_no_grad)
def relu():
    x = torch.tensor([1.0, -1.0], requires_grad=True)
    y = (x * 2).relu_()
    y.sum().backward()
    print(x.grad)
said(relu)
def detached():
    x = torch.ones(2, requires_grad=True)
    y = x.sin()
    d = x.detach()
    d.zero_()
    y.sum().backward()
said(detached)
def shapes_only():
    x = torch.ones(2, 3, requires_grad=True)
    h = x * 1
    y = h.sum(0) + h.mean() + h.reshape(3, 2).sum() + h[0].sum() + torch.cat([h, h]).sum()
    h.zero_()
    y.sum().backward()
    print(x.grad)
said(shapes_only)
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g
def saved():
    x = torch.ones(2, requires_grad=True)
    h = x * 1
    y = Square.apply(h)
    h.add_(1)
    y.sum().backward()
said(saved)
def optimizer():
    w = torch.nn.Parameter(torch.ones(3))
    opt = torch.optim.Adam([w], lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        loss = ((w * w).sum() - 1) ** 2
        loss.backward()
        opt.step()
    print(w._version > 0)
said(optimizer)
def filled():
    x = torch.ones(3, requires_grad=True)
    out = torch.zeros(3)
    for i in range(3):
        out[i] = x[i] * i
    out.sum().backward()
    print(x.grad)
said(filled)
)PY"),
      R"PY(RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
tensor([3., 3.])
fine
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
tensor([5., 5.])
fine
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
tensor([4., 4.])
fine
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
tensor([2., 0.])
fine
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
tensor([[0., 0., 0.],
        [0., 0., 0.]])
fine
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operati
True
fine
tensor([0., 1., 2.])
fine
)PY");
}

} // namespace
} // namespace nereid::host
