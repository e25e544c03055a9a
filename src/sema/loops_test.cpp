#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(For, CarriesWhatTheBodyChanges) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    total = 0.0
    factor = 2.0
    for i in range(n):
        total += factor
    tl.store(p, total)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16}, %1 n: i32)\n"
                           "  %2 = Constant 0x0 : f32\n"
                           "  %3 = Constant 0x40000000 : f32\n"
                           "  %4 = Constant 0 : i32\n"
                           "  %5 = Constant 1 : i32\n"
                           "  %9 = For %4, %1, %5, %2 : f32\n"
                           "    (%6: i32, %7: f32)\n"
                           "      %8 = AddF %7, %3 : f32\n"
                           "      yield %8\n"
                           "  Store %0, %9 {\"\", \"\"}\n");
}

TEST(For, DoesNotCarryWhatItOnlyHandsOn) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n, FLAG: tl.constexpr):
    x = tl.load(p)
    for i in range(n):
        if FLAG:
            x = x + 1.0
        tl.store(p + i, x)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32).constant(eval::Value::boolean(false));
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16}, %1 n: i32)\n"
                           "  %2 = Load %0 {\"\", \"\"} : f32\n"
                           "  %3 = Constant 0 : i32\n"
                           "  %4 = Constant 1 : i32\n"
                           "  For %3, %1, %4\n"
                           "    (%5: i32)\n"
                           "      %7 = AddPtr %0, %5 : *f32\n"
                           "      Store %7, %2 {\"\", \"\"}\n");
}

TEST(For, CountsDownByCountingMirroredBoundsUp) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    for i in range(n, 0, -2):
        tl.store(p, i)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  std::string core = kernel.core();
  EXPECT_NE(core.find("(%10: i32)\n"
                      "      %11 = Constant -1 : i32\n"
                      "      %12 = SubI %11, %10 : i32\n"
                      "      Store %0, %12"),
            std::string::npos)
      << core;
}

TEST(For, WidensItsIndexToTheWidestBound) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    for i in range(0, n):
        tl.store(p, i)
)");
  kernel.pointer(Scalar::I64).scalar(Scalar::I64);
  EXPECT_NE(kernel.core().find("(%6: i64)"), std::string::npos) << kernel.core();
}

TEST(For, PassesHintsOn) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n, STAGES: tl.constexpr):
    for i in tl.range(0, n, 4, num_stages=STAGES, flatten=True, loop_unroll_factor=None):
        tl.store(p, i)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32).constant(3);
  EXPECT_NE(kernel.core().find("{\"num_stages=3\", \"flatten=1\"}"), std::string::npos)
      << kernel.core();
}

TEST(For, NestsWithoutElaboratingTwice) {
  std::string text = "@triton.jit\ndef k(p, n):\n    x = 0.0\n";
  std::string indent = "    ";
  for (int i = 0; i < 20; ++i) {
    text += indent + "for i" + std::to_string(i) + " in range(n):\n";
    indent += "    ";
  }
  text += indent + "x = x + 1.0\n    tl.store(p, x)\n";
  TestKernel kernel(text);
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  ASSERT_TRUE(kernel.kernel().has_value()) << kernel.rendered();
  EXPECT_LT(kernel.kernel()->typeOf.size(), 200u);
}

TEST(For, RefusesATypeThatChanges) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    total = 0.0
    for i in range(n):
        total += tl.load(p + tl.arange(0, 16))
    tl.store(p, tl.sum(total))
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(),
            "NR0309 5: `total` is fp32 before the loop and fp32[16] after a round\n");
  Diagnostic found = kernel.diagnostics()[0];
  ASSERT_EQ(found.labels.size(), 1u);
  EXPECT_EQ(found.labels[0].text, "fp32");
  EXPECT_EQ(found.helps[0].text, "start it as `tl.zeros([16], dtype=tl.float32)`");
}

TEST(For, LosesItsIndexAndTheNamesOfItsBody) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    for i in range(n):
        last = i
    tl.store(p, i)
    tl.store(p, last)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0203 5: `i` may not be defined here\n"
                             "NR0203 6: `last` may not be defined here\n");
}

TEST(For, RefusesBoundsThatAreNotIntegers) {
  TestKernel kernel(R"(
@triton.jit
def k(p, x):
    for i in range(x):
        pass
    for i in range(0, 10, 0):
        pass
    for i in x:
        pass
    for i in range(1, 2, 3, 4):
        pass
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::F32);
  EXPECT_EQ(kernel.errors(), "NR0406 3: the end of a loop is fp32\n"
                             "NR0406 5: the step of a loop is 0\n"
                             "NR0205 7: a loop over fp32\n"
                             "NR0208 9: `range` takes 3 positional arguments, 4 given\n");
}

TEST(StaticRange, RunsItsBodyNowInTheScopeAround) {
  TestKernel kernel(R"(
@triton.jit
def k(p, N: tl.constexpr):
    x = 1
    for i in tl.static_range(N):
        x = x + i
        if i == 1:
            x = x.to(tl.float32)
        last = i
    tl.store(p + last, x)
)");
  kernel.pointer(Scalar::F32).constant(3);
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_EQ(kernel.core().find("For"), std::string::npos);
}

TEST(StaticRange, WantsConstantsAndAReasonableNumber) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    for i in tl.static_range(n):
        pass
    for i in tl.static_range(1000000000):
        pass
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0401 3: the end of `tl.static_range` is known only at run time\n"
                             "NR0406 5: this loop unrolls 1000000000 times\n");
}

TEST(StaticRange, StopsWhenNestsUnrollWithoutEnd) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    for i in tl.static_range(10000):
        for j in tl.static_range(10000):
            pass
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors().substr(0, 8), "NR0406 4");
}

TEST(ForTuple, RunsOncePerElement) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    for x, y in ((1, 2.0), (3, 4.0)):
        tl.store(p + x, y)
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16})\n"
                           "  %1 = Constant 1 : i32\n"
                           "  %2 = AddPtr %0, %1 : *f32\n"
                           "  %3 = Constant 0x40000000 : f32\n"
                           "  Store %2, %3 {\"\", \"\"}\n"
                           "  %4 = Constant 3 : i32\n"
                           "  %5 = AddPtr %0, %4 : *f32\n"
                           "  %6 = Constant 0x40800000 : f32\n"
                           "  Store %5, %6 {\"\", \"\"}\n");
}

TEST(While, TestsBeforeEveryRound) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    i = 0
    while tl.condition(i < n):
        i += 2
    tl.store(p, i)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *i32 {16}, %1 n: i32)\n"
                           "  %2 = Constant 0 : i32\n"
                           "  %8 = While %2 : i32\n"
                           "    (%3: i32)\n"
                           "      %4 = CompareI %3, %1 <2> : i1\n"
                           "      yield %4, %3\n"
                           "    (%5: i32)\n"
                           "      %6 = Constant 2 : i32\n"
                           "      %7 = AddI %5, %6 : i32\n"
                           "      yield %7\n"
                           "  Store %0, %8 {\"\", \"\"}\n");
}

TEST(While, RefusesAConditionThatNeverChangesAndNamesOfItsTest) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    while True:
        n += 1
    while (v := tl.load(p)) > n:
        tl.store(p, v)
    while False:
        tl.nonsense()
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0205 3: `while` with a condition that never changes\n"
                             "NR0203 6: `v` may not be defined here\n");
}

TEST(Loop, CarriesBlockPointersByWhatMoves) {
  TestKernel kernel(R"(
@triton.jit
def k(a, out, n):
    p = tl.make_block_ptr(a, shape=(n, n), strides=(n, 1), offsets=(0, 0), block_shape=(16, 16), order=(1, 0))
    acc = tl.zeros((16, 16), dtype=tl.float32)
    for i in range(0, n, 16):
        acc += tl.load(p, boundary_check=(0, 1))
        p = tl.advance(p, (0, 16))
    tl.store(out + tl.arange(0, 16), tl.sum(acc, axis=0))
)");
  kernel.pointer(Scalar::F32).pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_NE(kernel.core().find(": f32[16, 16], i64\n"), std::string::npos) << kernel.core();
}

} // namespace
} // namespace nereid::sema
