#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Call, InlinesWithDefaultsKeywordsAndStars) {
  TestKernel kernel(R"(
@triton.jit
def f(p, x, *rest, scale: tl.constexpr = 2, other=None):
    tl.static_assert(len(rest) == 2 and other is None)
    tl.store(p, x * scale + rest[1])

@triton.jit
def k(p, n):
    f(p, *(n, 1, n), scale=3)
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *i32 {16}, %1 n: i32)\n"
                           "  %2 = Constant 3 : i32\n"
                           "  %3 = MulI %1, %2 : i32\n"
                           "  %4 = AddI %3, %1 : i32\n"
                           "  Store %0, %4 {\"\", \"\"}\n");
}

TEST(Call, RecordsThroughWhichCallsAStatementCame) {
  TestKernel kernel(R"(
@triton.jit
def inner(p):
    tl.store(p, 1.0)

@triton.jit
def outer(p):
    inner(p)

@triton.jit
def k(p):
    outer(p)
)");
  kernel.pointer(Scalar::F32);
  ASSERT_TRUE(kernel.kernel().has_value());
  const core::Kernel &core = *kernel.kernel();
  const core::Stmt &store = core.body.body.back();
  ASSERT_EQ(core.frames.size(), 3u);
  EXPECT_EQ(core.frames[store.frame].function, "inner");
  EXPECT_EQ(core.frames[core.frames[store.frame].parent].function, "outer");
  EXPECT_EQ(core.frames[0].function, "k");
}

TEST(Call, ChecksItsArguments) {
  TestKernel kernel(R"(
@triton.jit
def f(x, B: tl.constexpr):
    return x

@triton.jit
def k(p, n):
    f(p)
    f(p, 16, 3)
    f(p, B=16, C=4)
    f(p, 16, B=3)
    f(p, n)
    tl.load(p, masks=None)
    tl.exp(n, n, n)
    tl.load()
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0208 7: `f` is called without `B`\n"
                             "NR0208 8: `f` takes 2 positional arguments, 3 given\n"
                             "NR0208 9: `f` has no parameter `C`\n"
                             "NR0208 10: `f` is given `B` twice\n"
                             "NR0208 12: `tl.load` has no parameter `masks`\n"
                             "NR0208 13: `tl.exp` takes 1 positional argument, 3 given\n"
                             "NR0208 14: `tl.load` is called without `pointer`\n");
  EXPECT_EQ(kernel.diagnostics()[4].helps[0].text, "did you mean `mask`?");
}

TEST(Call, EndsRecursionByItsConstants) {
  TestKernel kernel(R"(
@triton.jit
def power(x, n: tl.constexpr):
    if n == 0:
        return x * 0 + 1
    return x * power(x, n - 1)

@triton.jit
def k(p, n):
    tl.store(p, power(n, 5))
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Call, RefusesRecursionWithoutEnd) {
  for (std::string_view argument : {"n", "n + 1"}) {
    TestKernel kernel(std::string(R"(
@triton.jit
def f(x, n: tl.constexpr):
    return f(x, )") + std::string(argument) +
                      R"()

@triton.jit
def k(p):
    f(p, 1)
)");
    kernel.pointer(Scalar::I32);
    EXPECT_EQ(kernel.errors(), "NR0209 3: `f` calls itself without end\n");
  }
}

TEST(Call, ReportsLibraryMistakesWhereTheLibraryIsCalled) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    x = tl.arange(0, 16)
    y = tl.sum(x, axis=3)
)");
  kernel.pointer(Scalar::F32);
  ASSERT_EQ(kernel.diagnostics().size(), 1u);
  EXPECT_EQ(kernel.errors().substr(0, 9), "NR0306 4:");
}

TEST(Call, FindsMethodsOfTiles) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    x = tl.arange(0, 16)
    y = x.to(tl.float32).sum(axis=0) + x.max(axis=0)
    tl.store(p, y)
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Call, PassesFunctionsAsConstants) {
  TestKernel kernel(R"(
@triton.jit
def twice(x):
    return x * 2

@triton.jit
def apply(f, x):
    return f(x)

@triton.jit
def k(p, n):
    tl.store(p, apply(twice, n))
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Call, ComputesHostFunctionsOnConstantsOnly) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n, B: tl.constexpr):
    m: tl.constexpr = triton.cdiv(B, 4)
    triton.cdiv(n, 4)
    plain(B)
)");
  struct Plain : eval::Object {
    std::string typeName() const override { return "function"; }
    bool isCallable() const override { return true; }
    std::optional<eval::Value> getAttr(std::string_view name) override {
      if (name == "__name__")
        return eval::Value::string("plain");
      return std::nullopt;
    }
  };
  kernel.global("plain", eval::make<Plain>());
  kernel.pointer(Scalar::I32).scalar(Scalar::I32).constant(16);
  EXPECT_EQ(kernel.errors(),
            "NR0401 4: `cdiv` computes constants only, and gets int32\n"
            "NR0204 5: `plain` is a Python function, which a kernel cannot call\n");
}

TEST(Call, ConvertsWithDtypes) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    tl.store(p, tl.float32(n) + tl.float32(0))
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_NE(kernel.core().find("IntToFloatS %1 : f32"), std::string::npos) << kernel.core();
}

TEST(Call, MinAndMaxAreTheLanguagesOnTiles) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    tl.store(p, max(min(n, 8), 3))
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_NE(kernel.core().find("MinS"), std::string::npos) << kernel.core();
  EXPECT_NE(kernel.core().find("MaxS"), std::string::npos);
}

TEST(Call, BuildsCombineRegions) {
  TestKernel kernel(R"(
@triton.jit
def add(a, b):
    return a + b

@triton.jit
def k(p):
    x = tl.load(p + tl.arange(0, 16))
    tl.store(p, tl.reduce(x, 0, add))
)");
  kernel.pointer(Scalar::F32);
  EXPECT_NE(kernel.core().find("Reduce"), std::string::npos) << kernel.core();
}

TEST(Tuple, IsBuiltFromLists) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    t = tl.tuple([n, 2]) + (3,)
    tl.store(p + t[0], len(list(t)) + t[-1])
)");
  kernel.pointer(Scalar::I32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Tuple, PassesNamedTuplesByFieldAndIndex) {
  TestKernel kernel(R"(
@triton.jit
def k(pair):
    tl.store(pair.pointer, pair[1] + pair.count)
    a, b = pair
    tl.store(a, pair.missing)
)");
  ArgumentSpec pair;
  pair.kind = ArgumentSpec::Kind::Tuple;
  pair.tupleClass = "Pair";
  pair.tupleFields = {"pointer", "count"};
  pair.elements = {ArgumentSpec::runtime({.element = Scalar::I32, .isPointer = true, .shape = {}}),
                   ArgumentSpec::constantOf(eval::Value::integer(1))};
  kernel.argument(pair);
  EXPECT_EQ(kernel.errors(), "NR0202 5: `Pair` has no `missing`\n");
}

} // namespace
} // namespace nereid::sema
