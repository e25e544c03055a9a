// The modules of src/host/library, and how imports find them or what stands for what is not here.
#include <gtest/gtest.h>

#include "host/script_fixture.h"
#include "host/torch_module.h"
#include "host/triton_module.h"

namespace nereid::host {
namespace {

std::string outputOf(std::string_view script) {
  ScriptRun run = runText(script, "script.py", torchModules());
  EXPECT_EQ(run.errors, "");
  return run.output;
}

// Every text here is what CPython's argparse gives.
TEST(Argparse, ReadsOptionsAndOperands) {
  EXPECT_EQ(outputOf(R"PY(import argparse
p = argparse.ArgumentParser(description="d", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
p.add_argument("file")
p.add_argument("-n", "--rows", type=int, default=4, help="rows")
p.add_argument("--scale", type=float, default="1.5")
p.add_argument("--mode", choices=["fwd", "bwd"], default="fwd")
p.add_argument("--dry-run", action="store_true")
p.add_argument("--no-cache", dest="cache", action="store_false")
p.add_argument("--sizes", nargs="+", type=int)
p.add_argument("-v", action="count", default=0)
p.add_argument("--tag", action="append")
p.add_argument("--fast", action=argparse.BooleanOptionalAction, default=True)
print(p.parse_args(["a.py"]))
a = p.parse_args(["--rows=7", "-n9", "--sizes", "1", "-2", "--dry-run", "-v", "-v", "--tag", "x", "--tag=y", "b.py", "--no-fast", "--mode", "bwd", "--no-cache"])
print(a)
print(a.dry_run, a.sizes, vars(a)["file"], "rows" in a)
print(p.parse_known_args(["f", "--what", "--rows", "1"])[1])
)PY"),
            "Namespace(file='a.py', rows=4, scale=1.5, mode='fwd', dry_run=False, cache=True, "
            "sizes=None, v=0, tag=None, fast=True)\n"
            "Namespace(file='b.py', rows=9, scale=1.5, mode='bwd', dry_run=True, cache=False, "
            "sizes=[1, -2], v=2, tag=['x', 'y'], fast=False)\n"
            "True [1, -2] b.py True\n['--what']\n");
}

TEST(Argparse, RefusesWhatDoesNotFit) {
  for (auto [arguments, message] :
       {std::pair{"[]", "the following arguments are required: --n\n"},
        {"['--n', 'x']", "argument --n: invalid int value: 'x'\n"},
        {"['--n']", "argument --n: expected one argument\n"},
        {"['--n', '1', '--k', 'c']", "argument --k: invalid choice: 'c' (choose from 'a', 'b')\n"},
        {"['--n', '1', 'more']", "unrecognized arguments: more\n"}}) {
    ScriptRun run = runText(std::string("import argparse\np = argparse.ArgumentParser(prog='p')\n"
                                        "p.add_argument('--n', type=int, required=True)\n"
                                        "p.add_argument('--k', choices=['a', 'b'])\n"
                                        "p.parse_args(") +
                            arguments + ")\n");
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_TRUE(run.errors.ends_with(std::string("p: error: ") + message)) << run.errors;
  }
}

// Marks, skips among them, are for pytest's own runner: here a marked function is the function, and
// the calls below show that it runs.
TEST(Pytest, LeavesTestsAsTheyAre) {
  EXPECT_EQ(outputOf(R"PY(import pytest
needs_gpu = pytest.mark.skipif(1 < 2, reason="pytest's runner would pass over test_it")
@pytest.mark.parametrize("n, dtype", [(1, "a"), pytest.param(2, "b", id="two")])
@needs_gpu
@pytest.mark.slow
def test_it(n, dtype):
    return n, dtype
@pytest.fixture
def size(): return 3
@pytest.fixture(scope="module")
def other(): return 4
with pytest.raises(ValueError, match="bad") as caught:
    raise ValueError("bad luck")
print(test_it(1, 2), size(), other(), caught.value, pytest.approx(1.0) == 1.0 + 1e-9, [1.0, 2.0] == pytest.approx([1.0, 2.5]))
try:
    pytest.skip("later")
except BaseException as e:
    print(type(e).__name__, e)
)PY"),
            "(1, 2) 3 4 bad luck True False\nSkipped later\n");
}

TEST(Packaging, ComparesVersionsByNumber) {
  EXPECT_EQ(outputOf("from packaging import version\nfrom packaging.version import Version\n"
                     "v = version.parse\n"
                     "print(v('3.10.0') > v('3.9'), v('2.8.0+nereid') >= v('2.8'), v('3.0rc1') < "
                     "Version('3.0'), v('1.0') == v('1.0.0'), v('3.4.1').minor)\n"),
            "True True True True 4\n");
}

TEST(TorchLibrary, OperatorsAreTheirFunctions) {
  EXPECT_EQ(outputOf(R"PY(import torch
@torch.library.custom_op("mine::twice", mutates_args=())
def twice(x: torch.Tensor) -> torch.Tensor:
    return x * 2
@twice.register_fake
def _(x):
    return torch.empty_like(x)
@torch.library.triton_op("mine::thrice", mutates_args={})
def thrice(x):
    return x * 3
lib = torch.library.Library("other", "DEF")
lib.define("four(Tensor x) -> Tensor")
lib.impl("four", lambda x: x * 4, "CUDA")
x = torch.ones(1)
print(twice(x), torch.ops.mine.thrice(x), torch.ops.other.four.default(x), torch.library.wrap_triton(3))
)PY"),
            "tensor([2.]) tensor([3.]) tensor([4.]) 3\n");
}

TEST(TorchOptim, Steps) {
  EXPECT_EQ(outputOf(R"PY(import torch
from torch.optim import SGD, Adam, Optimizer
for kind, options in ((SGD, {"lr": 0.5}), (Adam, {"lr": 0.1}), (torch.optim.AdamW, {"lr": 0.1, "weight_decay": 0.5})):
    p = torch.nn.Parameter(torch.tensor([1.0, -2.0]))
    optimizer = kind([p], **options)
    for _ in range(2):
        optimizer.zero_grad()
        (p * p).sum().backward()
        optimizer.step()
    print(isinstance(optimizer, Optimizer), p.data)
)PY"),
            "True tensor([0., 0.])\nTrue tensor([ 0.8004, -1.8002])\n"
            "True tensor([ 0.7082, -1.6104])\n");
}

TEST(Imports, GoOnWithoutWhatIsNotHere) {
  EXPECT_EQ(outputOf(R"PY(import matplotlib.pyplot as plt, sys
import numpy as np
from some.library import thing, Other as Another
def plot(x: np.ndarray):
    return plt.plot(x)
import importlib
print(isinstance(3, np.ndarray), callable(thing), importlib.import_module("math").floor(2.5))
try:
    plot([1])
except ModuleNotFoundError as e:
    print(e.name)
try:
    import numpy
except ImportError:
    numpy = None
print(numpy)
def load():
    import secret
try:
    load()
except ImportError as e:
    print(e)
)PY"),
            "False True 2\nmatplotlib\nNone\nNo module named 'secret'\n");
}

// By the OCP specification of microscaling formats.
TEST(Microscaling, EncodesAndPacks) {
  auto context = std::make_shared<ScriptContext>();
  ModuleRegistry modules = tritonModules(context);
  modules.merge(torchModules());
  ScriptRun run = runText(R"PY(import torch
from triton.tools.mxfp import MXFP4Tensor, MXScaleTensor
t = MXFP4Tensor(size=(64, 128), device="cpu").random()
t2 = MXFP4Tensor(t.to(torch.float32))
assert torch.equal(t.data, t2.data)
for dim in (0, 1):
    p = t.to_packed_tensor(dim=dim)
    assert torch.equal(t.unpack_packed_tensor(p, dim, (64, 128)), t.data)
odd = MXFP4Tensor(torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0]))
p = odd.to_packed_tensor(0)
print(p.tolist(), odd.unpack_packed_tensor(p, 0, (5,)).tolist())
for xs in ([0.0, -0.0], [7.0, 10.0, -7.0, float("inf"), float("-inf"), float("nan")], [0.1, 0.25, 0.3, 0.6], [0.75, 1.25, 1.75, 2.5, 3.5, 5.0, -0.25, -0.75, -5.0]):
    print(MXFP4Tensor(torch.tensor(xs)).to(torch.float32).tolist())
s = MXScaleTensor(torch.tensor([1.0, 2.0, 4.0, 0.5, 3.0, float("inf"), float("-inf"), float("nan"), 0.0, -1.0, 2.0**-127, 2.0**127]))
print(s.data.tolist())
print(s.to(torch.float32).tolist())
r = MXScaleTensor(size=(8, 16)).random(low=1.0, high=256.0)
print(int(r.data.min()) >= 127, int(r.data.max()) <= 135)
assert torch.equal(MXScaleTensor(r.to(torch.float32)).data, r.data)
)PY",
                          "script.py", std::move(modules));
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY([66, 101, 6] [2, 4, 5, 6, 6]
[0.0, -0.0]
[6.0, 6.0, -6.0, 6.0, -6.0, 6.0]
[0.0, 0.0, 0.5, 0.5]
[1.0, 1.0, 2.0, 2.0, 4.0, 4.0, -0.0, -1.0, -4.0]
[127, 128, 129, 126, 128, 255, 255, 255, 255, 255, 0, 254]
[1.0, 2.0, 4.0, 0.5, 2.0, nan, nan, nan, nan, nan, 5.877471754111438e-39, 1.7014118346046923e+38]
True True
)PY");
}

} // namespace
} // namespace nereid::host
