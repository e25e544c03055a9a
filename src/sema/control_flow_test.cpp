#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

size_t countOf(const std::string &text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(If, TakesTheKnownSideAndDoesNotLookAtTheOther) {
  TestKernel kernel(R"(
@triton.jit
def k(p, FLAG: tl.constexpr):
    if FLAG:
        tl.store(p, 1.0)
    else:
        tl.nonsense(p, what)
)");
  kernel.pointer(Scalar::F32).constant(eval::Value::boolean(true));
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16})\n"
                           "  %1 = Constant 0x3f800000 : f32\n"
                           "  Store %0, %1 {\"\", \"\"}\n");
}

TEST(If, YieldsTheNamesThatASideChanges) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    x = 1.0
    y = 2.0
    if n > 0:
        x = 3.0
    tl.store(p, x + y)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16}, %1 n: i32)\n"
                           "  %2 = Constant 0x3f800000 : f32\n"
                           "  %3 = Constant 0x40000000 : f32\n"
                           "  %4 = Constant 0 : i32\n"
                           "  %5 = CompareI %1, %4 <4> : i1\n"
                           "  %7 = If %5 : f32\n"
                           "    ()\n"
                           "      %6 = Constant 0x40400000 : f32\n"
                           "      yield %6\n"
                           "    ()\n"
                           "      yield %2\n"
                           "  %8 = AddF %7, %3 : f32\n"
                           "  Store %0, %8 {\"\", \"\"}\n");
}

TEST(If, BindsNamesThatBothSidesBind) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    if n > 0:
        x = 1.0
    elif n > -5:
        x = 2.0
    else:
        x = 3.0
    tl.store(p, x)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_EQ(countOf(kernel.core(), "If"), 2u);
}

TEST(If, MergesTuplesElementByElement) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    t = (1.0, None, 2)
    if n > 0:
        t = (3.0, None, 4)
    tl.store(p + t[2], t[0])
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_NE(kernel.core().find("If %5 : f32, i32"), std::string::npos) << kernel.core();
}

TEST(If, LosesNamesThatOneSideBinds) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    if n > 0:
        x = 1.0
    tl.store(p, x)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0203 5: `x` may not be defined here\n");
  std::vector<Diagnostic> found = kernel.diagnostics();
  ASSERT_EQ(found[0].labels.size(), 1u);
  EXPECT_EQ(found[0].labels[0].text, "assigned only if the condition holds");
}

TEST(If, RefusesDifferentTypesOnItsSides) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    x = 1.0
    if n > 0:
        x = tl.arange(0, 16)
    tl.store(p, x)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(),
            "NR0310 5: `x` is int32[16] in one branch and fp32 before the branch\n");
}

TEST(If, WantsOneTruth) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    if tl.arange(0, 16) > 3:
        tl.store(p, 1.0)
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors().substr(0, 9), "NR0312 3:");
}

TEST(Return, PutsTheRestUnderTheOtherSide) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    if n == 0:
        return
    tl.store(p, 1.0)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16}, %1 n: i32)\n"
                           "  %2 = Constant 0 : i32\n"
                           "  %3 = CompareI %1, %2 <0> : i1\n"
                           "  If %3\n"
                           "    ()\n"
                           "    ()\n"
                           "      %4 = Constant 0x3f800000 : f32\n"
                           "      Store %0, %4 {\"\", \"\"}\n");
}

TEST(Return, RunsTheRestOnceWhereASideReturnsOnlySometimes) {
  TestKernel kernel(R"(
@triton.jit
def f(x, n, m):
    if n > 0:
        if m > 0:
            return x
        x = x + 1.0
    x = x * 2.0
    return x

@triton.jit
def k(p, n, m):
    tl.store(p, f(tl.load(p), n, m))
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_EQ(countOf(kernel.core(), "MulF"), 1u) << kernel.core();
}

TEST(Return, GrowsLinearlyWithManySometimesReturningBranches) {
  std::string text = "@triton.jit\ndef k(p, n, m):\n";
  for (int i = 0; i < 40; ++i)
    text += "    if n > 0:\n        if m > 0:\n            return\n        tl.store(p, 1.0)\n";
  TestKernel kernel(text);
  kernel.pointer(Scalar::F32).scalar(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_EQ(countOf(kernel.core(), "Store"), 40u);
}

TEST(Return, DropsWhatFollowsIt) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    return
    tl.nonsense()
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16})\n");
}

TEST(Return, TurnsDifferingConstantsIntoOneType) {
  TestKernel kernel(R"(
@triton.jit
def f(n):
    if n > 0:
        return 1
    return 2

@triton.jit
def k(p, n):
    tl.store(p, f(n))
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_NE(kernel.core().find("If %3 : i32"), std::string::npos) << kernel.core();
}

TEST(Return, StaysAConstantIfAllPathsAgree) {
  TestKernel kernel(R"(
@triton.jit
def f(n):
    if n > 0:
        return 16
    return 16

@triton.jit
def k(p, n):
    B: tl.constexpr = f(n)
    tl.store(p + tl.arange(0, B), 0.0)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Return, RefusesDifferentTypes) {
  TestKernel kernel(R"(
@triton.jit
def f(n):
    if n > 0:
        return 1.5
    return tl.arange(0, 4)

@triton.jit
def k(p, n):
    f(n)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(),
            "NR0311 5: `f` returns constexpr 1.5 on one path and int32[4] on another\n");
  EXPECT_EQ(kernel.diagnostics()[0].calls.size(), 1u);
}

TEST(Return, RefusesAValueOnSomePathsOnly) {
  TestKernel kernel(R"(
@triton.jit
def f(n):
    if n > 0:
        return n

@triton.jit
def k(p, n):
    f(n)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0311 4: `f` returns int32 here and nothing at its end\n");
}

TEST(Return, RefusesValuesFromKernels) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    for i in range(n):
        if i > 3:
            return
    return n
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0321 6: a kernel returns a value\n");
}

TEST(Conditional, EvaluatesOneSide) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n, FLAG: tl.constexpr):
    a = tl.load(p) if FLAG else tl.nonsense()
    b = tl.load(p + 1) if n > 0 else a
    tl.store(p, b)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32).constant(eval::Value::boolean(true));
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *f32 {16}, %1 n: i32)\n"
                           "  %2 = Load %0 {\"\", \"\"} : f32\n"
                           "  %3 = Constant 0 : i32\n"
                           "  %4 = CompareI %1, %3 <4> : i1\n"
                           "  %8 = If %4 : f32\n"
                           "    ()\n"
                           "      %5 = Constant 1 : i32\n"
                           "      %6 = AddPtr %0, %5 : *f32\n"
                           "      %7 = Load %6 {\"\", \"\"} : f32\n"
                           "      yield %7\n"
                           "    ()\n"
                           "      yield %2\n"
                           "  Store %0, %8 {\"\", \"\"}\n");
}

TEST(Conditional, WantsOneType) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    tl.store(p, 1.0 if n > 0 else 2)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(),
            "NR0310 3: this is constexpr 1.0 if the condition holds and constexpr 2 if not\n");
}

TEST(Bool, LetsConstantsDecideAndVanish) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n, FLAG: tl.constexpr):
    if FLAG and n > 0:
        tl.store(p, 1.0)
    if not FLAG and tl.nonsense():
        tl.store(p, 2.0)
    if n > 1 or n < -1:
        tl.store(p, 3.0)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32).constant(eval::Value::boolean(true));
  EXPECT_EQ(kernel.errors(), "");
  EXPECT_EQ(countOf(kernel.core(), "OrI"), 1u) << kernel.core();
  EXPECT_EQ(countOf(kernel.core(), "AndI"), 0u);
  EXPECT_EQ(countOf(kernel.core(), "If"), 2u);
}

} // namespace
} // namespace nereid::sema
