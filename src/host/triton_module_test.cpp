#include <gtest/gtest.h>

#include "host/triton_test_script.h"

namespace nereid::host {
namespace {

TEST(TritonModule, ItsPartsCanBeImported) {
  TritonScript script;
  EXPECT_EQ(
      script.run("import triton.language.math\n"
                 "from triton.language.extra import libdevice\n"
                 "from triton.language.extra.cuda import libdevice as same\n"
                 "from triton.runtime import driver\n"
                 "from triton.runtime.errors import OutOfResources\n"
                 "from triton.compiler import CompilationError\n"
                 "from triton.tools.tensor_descriptor import TensorDescriptor\n"
                 "from triton.backends.compiler import GPUTarget\n"
                 "print(libdevice is same, issubclass(CompilationError, triton.TritonError))\n"
                 "print(GPUTarget('cuda', 90, 32).arch)\n"
                 "print(driver.active.get_current_target().backend)\n"
                 "print(triton.runtime.driver.active.get_active_torch_device())\n"),
      "True True\n90\ninterp\ncpu\n");
}

TEST(TritonModule, JitIsForFunctionsOfScripts) {
  TritonScript script;
  EXPECT_EQ(script.run("triton.jit(print)\n"),
            "TypeError: @triton.jit decorates a function that is defined with `def` in a script, "
            "not builtin_function_or_method\n");
  EXPECT_EQ(script.run("@triton.autotune(configs=[], key=[])\ndef k(): pass\n"),
            "TypeError: @triton.autotune decorates a kernel, not function: put @triton.jit below "
            "it\n");
}

TEST(TritonModule, ReinterpretChangesTheElementType) {
  TritonScript script;
  EXPECT_EQ(script.run("@triton.jit\n"
                       "def k(x, out):\n"
                       "    tl.static_assert(x.dtype.element_ty == tl.float8e5)\n"
                       "x = torch.zeros(16, dtype=torch.uint8)\n"
                       "w = triton.reinterpret(x, tl.float8e5)\n"
                       "k[(1,)](w, x)\n"
                       "print(w.dtype, triton.reinterpret(w, tl.uint8) is x, w.shape)\n"),
            "fp8e5 True torch.Size([16])\n");
}

TEST(TensorDescriptor, IsCheckedWhenItIsMade) {
  TritonScript script;
  const std::string import = "from triton.tools.tensor_descriptor import TensorDescriptor as D\n"
                             "x = torch.zeros(32, 32)\n";
  EXPECT_EQ(script.run(import + "d = D.from_tensor(x, [16, 8])\nprint(d.shape, d.strides, "
                                "d.block_shape, d.padding)\n"),
            "[32, 32] [32, 1] [16, 8] zero\n");
  EXPECT_EQ(script.run(import + "D.from_tensor(x, [16, 12])\n"),
            "AssertionError: block_shape must be powers of 2, not 12\n");
  EXPECT_EQ(script.run(import + "D.from_tensor(x.t(), [16, 16])\n"),
            "AssertionError: strides must be 16-byte aligned: stride 0 is 1 elements of 4 bytes\n");
  EXPECT_EQ(script.run(import + "D.from_tensor(x, [16])\n"),
            "AssertionError: rank mismatch: shape has 2 dimensions and block_shape 1\n");
}

TEST(TensorDescriptor, IsPassedAsItsParts) {
  TritonScript script;
  EXPECT_EQ(script.run("from triton.tools.tensor_descriptor import TensorDescriptor\n"
                       "@triton.jit\n"
                       "def k(d, out):\n"
                       "    tl.store(out, tl.sum(tl.sum(d.load([0, 0]), 1), 0))\n"
                       "x = torch.zeros(32, 64)\n"
                       "k[(1,)](TensorDescriptor.from_tensor(x, [16, 16]), torch.empty(1))\n"),
            "");
  const auto &words = script.device->launches.back().words;
  ASSERT_EQ(words.size(), 6u); // base, two sizes, two strides, out
  EXPECT_EQ((std::vector<uint64_t>{words[1], words[2], words[3], words[4]}),
            (std::vector<uint64_t>{32, 64, 64, 1}));
}

// Upstream's launcher refuses one, too ("failed to specialize argument").
TEST(Aggregates, AreMadeInKernelsOnly) {
  TritonScript script;
  const std::string pair = "@triton.aggregate\n"
                           "class Pair:\n"
                           "    a: tl.tensor\n"
                           "    b: tl.tensor\n"
                           "    @triton.constexpr_function\n"
                           "    def __init__(self, a, b):\n"
                           "        self.a = a\n"
                           "        self.b = b\n";
  EXPECT_EQ(
      script.run(pair + "Pair(1, 2)\n"),
      "TypeError: an aggregate is made inside a kernel: pass the parts of Pair, or a tuple of "
      "them, as arguments\n");
  EXPECT_EQ(script.run(pair + "@triton.jit\n"
                              "def k(out, parts):\n"
                              "    pair = Pair(*parts)\n"
                              "    tl.store(out, pair.a + pair.b)\n"
                              "k[(1,)](torch.empty(1), (torch.ones(1).sum().item(), 2.0))\n"),
            "");
}

} // namespace
} // namespace nereid::host
