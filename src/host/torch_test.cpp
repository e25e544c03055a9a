// What scripts see of torch. Every text that a test expects is what PyTorch prints for the same
// script, but for what torch.cuda says and for what is missing.
#include <gtest/gtest.h>

#include "host/script.h"
#include "host/torch_module.h"

namespace nereid::host {
namespace {

struct Ran {
  std::string output, errors;
};

Ran run(std::string_view script) {
  Ran ran;
  ScriptOptions options;
  options.print = [&](std::string_view text) { ran.output += text; };
  options.printError = [&](std::string_view text) { ran.errors += text; };
  options.modules = torchModules();
  DiagSink sink;
  std::string text = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n";
  ScriptOutcome outcome =
      runScriptText("script.py", text.append(script), options, std::make_shared<SourceMap>(), sink);
  ran.errors += outcome.traceback;
  return ran;
}

std::string outputOf(std::string_view script) {
  Ran ran = run(script);
  EXPECT_EQ(ran.errors, "");
  return ran.output;
}

// What str() of the exception that an expression raises gives, after its type.
std::string raisedBy(std::string_view expression) {
  std::string script = "x = torch.zeros(2, 3)\ntry:\n    ";
  script += expression;
  script += "\nexcept Exception as e:\n    print(type(e).__name__ + ': ' + str(e))\n";
  return outputOf(script);
}

TEST(Torch, CreatesAndPrints) {
  EXPECT_EQ(outputOf("torch.manual_seed(0)\nprint(torch.randn(2, 2))\n"),
            "tensor([[ 1.5410, -0.2934],\n        [-2.1788,  0.5684]])\n");
  EXPECT_EQ(outputOf("print(torch.tensor([[1, 2.5], [3, 4]]), torch.tensor([True, False]))\n"),
            "tensor([[1.0000, 2.5000],\n        [3.0000, 4.0000]]) tensor([ True, False])\n");
  EXPECT_EQ(outputOf("print(torch.zeros((2,), dtype=torch.int32), torch.full((1,), 2.5))\n"),
            "tensor([0, 0], dtype=torch.int32) tensor([2.5000])\n");
}

TEST(Torch, ShapesAreSizes) {
  EXPECT_EQ(outputOf("x = torch.zeros(2, 3)\n"
                     "print(x.shape, x.shape == (2, 3), x.shape[:1], x.size(-1), x.stride())\n"),
            "torch.Size([2, 3]) True torch.Size([2]) 3 (3, 1)\n");
}

TEST(Torch, OperatorsBroadcastAndPromote) {
  EXPECT_EQ(
      outputOf("x = torch.arange(3)\nprint(2 ** x, x / 2, 1 - x, -x, x @ x, x[:, None] * x)\n"),
      "tensor([1, 2, 4]) tensor([0.0000, 0.5000, 1.0000]) tensor([ 1,  0, -1]) "
      "tensor([ 0, -1, -2]) tensor(5) tensor([[0, 0, 0],\n        [0, 1, 2],\n"
      "        [0, 2, 4]])\n");
  EXPECT_EQ(outputOf("x = torch.ones(2)\ny = x\ny += 1\nprint(x, y is x)\n"),
            "tensor([2., 2.]) True\n");
}

TEST(Torch, TakesNumPysNames) {
  EXPECT_EQ(outputOf("x = torch.arange(6).reshape(2, 3)\n"
                     "print(x.sum(axis=0), torch.sum(x, axis=1, keepdims=True).shape)\n"
                     "print(torch.cat([x, x], axis=1).shape, torch.stack((x, x), axis=2).shape)\n"),
            "tensor([3, 5, 7]) torch.Size([2, 1])\ntorch.Size([2, 6]) torch.Size([2, 3, 2])\n");
}

TEST(Torch, IndexesAndAssigns) {
  EXPECT_EQ(outputOf("x = torch.arange(12).reshape(3, 4)\n"
                     "print(x[1], x[:, -1], x[0, 1:3], x[[0, 2], [1, 1]], x[x > 9], x[..., 0])\n"),
            "tensor([4, 5, 6, 7]) tensor([ 3,  7, 11]) tensor([1, 2]) tensor([1, 9]) "
            "tensor([10, 11]) tensor([0, 4, 8])\n");
  EXPECT_EQ(outputOf("x = torch.zeros(2, 3)\nx[0] = 1\nx[:, 2] = torch.tensor([5., 6.])\n"
                     "x[x == 0] = -1\nx[1, :2] *= 3\nprint(x)\n"),
            "tensor([[ 1.,  1.,  5.],\n        [-3., -3.,  6.]])\n");
}

TEST(Torch, ErrorsAreTorchs) {
  EXPECT_EQ(raisedBy("x + torch.ones(5)"),
            "RuntimeError: The size of tensor a (3) must match the size of tensor b (5) at "
            "non-singleton dimension 1\n");
  EXPECT_EQ(raisedBy("x[5]"), "IndexError: index 5 is out of bounds for dimension 0 with size 2\n");
  EXPECT_EQ(raisedBy("x[0, 0, 0]"), "IndexError: too many indices for tensor of dimension 2\n");
  EXPECT_EQ(raisedBy("bool(x)"),
            "RuntimeError: Boolean value of Tensor with more than one value is ambiguous\n");
  EXPECT_EQ(raisedBy("torch.tensor([[1, 2], [3]])"),
            "ValueError: expected sequence of length 2 at dim 1 (got 1)\n");
  EXPECT_EQ(raisedBy("torch.softmax(x, dim='a')"),
            "TypeError: softmax(): argument 'dim' (position 2) must be int, not str\n");
}

TEST(Torch, MemoryFormatsAndRepeats) {
  EXPECT_EQ(
      outputOf("x = torch.arange(24).view(1, 2, 3, 4)\n"
               "y = x.to(memory_format=torch.channels_last)\n"
               "print(y.stride(), torch.equal(x, y), y.contiguous().stride())\n"
               "print(torch.empty(1, 2, 3, 4, memory_format=torch.channels_last).stride())\n"),
      "(24, 1, 8, 2) True (24, 12, 4, 1)\n(24, 1, 8, 2)\n");
  EXPECT_EQ(
      outputOf(
          "n = torch.tensor([2, 0, 1])\n"
          "print(torch.arange(3).repeat_interleave(n))\n"
          "print(torch.arange(6).view(3, 2).repeat_interleave(n, dim=0))\n"
          "print(torch.kron(torch.tensor([[1, 2]]), torch.ones(2, 2, dtype=torch.int64)))\n"
          "print(torch.einsum('bij,bjk->bik', torch.ones(2, 2, 3), torch.ones(2, 3, 1)).shape,\n"
          "      torch.einsum('ij,i', torch.ones(2, 3), torch.arange(2.0)))\n"),
      "tensor([0, 0, 2])\ntensor([[0, 1],\n        [0, 1],\n        [4, 5]])\n"
      "tensor([[1, 1, 2, 2],\n        [1, 1, 2, 2]])\n"
      "torch.Size([2, 2, 1]) tensor([1., 1., 1.])\n");
}

TEST(Torch, WhatIsMissingSaysSo) {
  EXPECT_EQ(raisedBy("torch.softmx"),
            "AttributeError: module 'torch' has no attribute 'softmx' here (did you mean "
            "'softmax'?); the Python package runs scripts with all of PyTorch: python -m nereid "
            "script.py\n");
  EXPECT_NE(raisedBy("x.numpy()").find("there is no NumPy here"), std::string::npos);
}

TEST(Torch, AssertCloseReports) {
  EXPECT_EQ(raisedBy("torch.testing.assert_close(x, x + 0.5)"),
            "AssertionError: Tensor-likes are not close!\n\n"
            "Mismatched elements: 6 / 6 (100.0%)\n"
            "Greatest absolute difference: 0.5 at index (0, 0) (up to 1e-05 allowed)\n"
            "Greatest relative difference: 1.0 at index (0, 0) (up to 1.3e-06 allowed)\n");
  EXPECT_EQ(outputOf("torch.testing.assert_close([torch.ones(2), 1], [torch.ones(2), 1])\n"), "");
}

TEST(Torch, DtypesAreKeysAndDevicesCompare) {
  EXPECT_EQ(outputOf("d = {torch.float16: 1}\n"
                     "print(d[torch.half], torch.float32, torch.float is torch.float32)\n"),
            "1 torch.float32 True\n");
  EXPECT_EQ(outputOf("d = torch.device('cuda:0')\n"
                     "print(d, repr(d), d == torch.device('cuda', 0), torch.zeros(1).device)\n"),
            "cuda:0 device(type='cuda', index=0) True cpu\n");
}

TEST(Torch, CudaTensorsAreKeptInMemoryWithOneNote) {
  Ran ran = run("x = torch.ones(2, device='cuda')\ny = x.cuda() + torch.ones(2).to('cuda')\n"
                "print(y, y.is_cuda, y.device.type, y.cpu().is_cuda, torch.cuda.is_available())\n");
  EXPECT_EQ(ran.output, "tensor([2., 2.]) True cuda False False\n");
  EXPECT_EQ(ran.errors,
            "note: there is no GPU here; tensors on 'cuda' are kept in the CPU's memory\n");
}

TEST(Torch, ContextsNestAndDecorate) {
  EXPECT_EQ(outputOf("@torch.no_grad()\ndef f(x, k=1):\n    return torch.is_grad_enabled(), k\n"
                     "with torch.no_grad():\n    print(torch.is_grad_enabled())\n"
                     "print(torch.is_grad_enabled(), f(1, k=2))\n"
                     "class C:\n    @torch.no_grad()\n    def g(self): return self.v\n"
                     "c = C()\nc.v = 5\nprint(c.g())\n"),
            "False\nTrue (False, 2)\n5\n");
}

TEST(Torch, FunctionsAndModules) {
  EXPECT_EQ(outputOf("class Twice(torch.autograd.Function):\n"
                     "    @staticmethod\n"
                     "    def forward(ctx, x):\n"
                     "        ctx.save_for_backward(x)\n"
                     "        return 2 * ctx.saved_tensors[0]\n"
                     "print(Twice.apply(torch.ones(2)))\n"),
            "tensor([2., 2.])\n");
  EXPECT_EQ(outputOf("class Net(nn.Module):\n"
                     "    def __init__(self):\n"
                     "        super().__init__()\n"
                     "        self.scale = nn.Parameter(torch.full((2,), 3.0))\n"
                     "        self.layers = nn.Sequential(nn.Linear(2, 2), nn.ReLU())\n"
                     "    def forward(self, x):\n"
                     "        return F.relu(x * self.scale)\n"
                     "net = Net()\n"
                     "print([n for n, p in net.named_parameters()])\n"
                     "print(net.half()(torch.tensor([-1.0, 1.0]).half()), net.eval().training)\n"),
            "['scale', 'layers.0.weight', 'layers.0.bias']\n"
            "tensor([0., 3.], dtype=torch.float16, grad_fn=<ReluBackward0>) False\n");
}

TEST(Torch, FunctionalLayers) {
  EXPECT_EQ(outputOf("x = torch.arange(4.).view(2, 2)\n"
                     "print(F.softmax(x, -1)[0], F.gelu(x)[0], F.layer_norm(x, (2,))[0])\n"),
            "tensor([0.2689, 0.7311]) tensor([0.0000, 0.8413]) tensor([-1.0000,  1.0000])\n");
}

} // namespace
} // namespace nereid::host
