#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Assignment, TurnsConstantsIntoRunTimeScalars) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    n = 16
    x = tl.arange(0, n)
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors(),
            "NR0401 4: the end of `arange` must be known at compile time, but this is `int32`\n");
}

TEST(Assignment, KeepsConstantsThatAreDeclaredSo) {
  TestKernel kernel(R"(
@triton.jit
def k(p, B: tl.constexpr):
    n: tl.constexpr = B * 2
    m: tl.constexpr
    m, q = n // 2, 3
    tl.store(p + tl.arange(0, n) + tl.arange(0, 1), 1.0)
    tl.store(p + tl.arange(0, m), 1.0)
)");
  kernel.pointer(Scalar::F32).constant(8);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Assignment, RefusesToRedeclare) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    A: tl.constexpr = 4
    A: tl.constexpr = 5
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0402 4: `A` is declared `tl.constexpr` but has a value already\n");
}

TEST(Assignment, TakesRunTimeValuesThatAreDeclaredConstant) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    one: tl.constexpr = tl.cast(0x3F800000, tl.float32, bitcast=True)
    B: tl.constexpr = n
    tl.store(p, one + B)
    tl.arange(0, B)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0401 6: the end of `arange` must be known at compile time, but "
                             "this is `int32`\n");
}

TEST(Assignment, IgnoresOtherAnnotations) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    x: tl.float32 = 3
    tl.store(p, x)
)");
  kernel.pointer(Scalar::I32);
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *i32 {16})\n"
                           "  %1 = Constant 3 : i32\n"
                           "  Store %0, %1 {\"\", \"\"}\n");
}

TEST(Assignment, KeepsWhatIsNoNumber) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    t = tl.float16
    nothing = None
    pair = (1, tl.int8)
    x = tl.zeros((4,), t)
    y = x.to(pair[1])
    if nothing is None:
        tl.store(p + tl.arange(0, 4), y)
)");
  kernel.pointer(Scalar::I8);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Assignment, RefusesStringsAndFunctions) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    s = "text"
    s2: tl.constexpr = "text"
    f = tl.load
)");
  kernel.pointer(Scalar::I8);
  EXPECT_EQ(kernel.errors(),
            "NR0405 3: `s` is assigned constexpr 'text', which cannot be a tile\n"
            "NR0405 5: `f` is assigned <function triton.language.load>, which cannot be a tile\n");
}

TEST(Assignment, UnpacksTuples) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    (a, b), c = (1, 2), 3
    a, b = b, a
    tl.store(p + a, b)
    x, y = 1, 2, 3
    z, w = a
    *v, u = (1, 2)
)");
  kernel.pointer(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0302 6: cannot unpack 3 values into 2 names\n"
                             "NR0302 7: cannot unpack int32\n"
                             "NR0205 8: a starred target in a kernel\n");
}

TEST(Assignment, ReportsAMistakeOnce) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    x = undefined + 1
    y = x * 2
    for i in range(y):
        x += y
    if x > 3:
        z = x
    tl.store(p + y, x[:, None].to(tl.float32))
)");
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors(), "NR0201 3: `undefined` is not defined\n");
}

TEST(Statement, SaysWhatToDoInstead) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    "a docstring"
    pass
    try:
        pass
    except ValueError:
        pass
    with p:
        pass
    del n
    import math
    def g():
        pass
    p[0] = 1
    p.x = 1
    raise ValueError
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0205 5: `try` in a kernel\n"
                             "NR0205 9: `with` in a kernel\n"
                             "NR0205 11: `del` in a kernel\n"
                             "NR0205 12: an import in a kernel\n"
                             "NR0205 13: a nested function in a kernel\n"
                             "NR0205 15: a tile's elements are assigned to\n"
                             "NR0205 16: an attribute is assigned to\n"
                             "NR0205 17: `raise` in a kernel\n");
  for (const Diagnostic &diagnostic : kernel.diagnostics())
    EXPECT_FALSE(diagnostic.helps.empty()) << diagnostic.headline;
}

TEST(Statement, AssertsOnTheDeviceIfDebugging) {
  std::string_view text = R"(
@triton.jit
def k(n):
    assert n > 0, "positive"
)";
  TestKernel kernel(text), debug(text);
  kernel.scalar(Scalar::I32);
  debug.scalar(Scalar::I32);
  debug.launch.debug = true;
  EXPECT_EQ(kernel.core().find("Assert"), std::string::npos);
  EXPECT_NE(debug.core().find("Assert %2 \"positive\""), std::string::npos) << debug.core();
}

TEST(Statement, StopsAfterTwentyErrors) {
  std::string text = "@triton.jit\ndef k():\n";
  for (int i = 0; i < 100; ++i)
    text += "    tl.nonsense" + std::to_string(i) + "()\n";
  TestKernel kernel(text);
  EXPECT_EQ(kernel.diagnostics().size(), 20u);
}

TEST(Expression, ComputesConstantsLikePython) {
  TestKernel kernel(R"(
@triton.jit
def k(A: tl.constexpr, S: tl.constexpr):
    tl.static_assert(A // 3 == -3 and A % 3 == 2 and 2**10 == 1024)
    tl.static_assert(0 < -A < 10 and not A > 0 and A / 2 == -3.5)
    tl.static_assert(S == "relu" and S in ("gelu", "relu") and "el" in S and A not in (1, 2))
    tl.static_assert((A if S == "relu" else 0) == -7)
    tl.static_assert(min(A, 3) == -7 and max(A, 3) == 3 and len((1, 2)) == 2)
    tl.static_assert(isinstance(A, int) and isinstance(A, tl.constexpr) and not isinstance(A, tl.tensor))
    tl.static_assert(len([x for x in (1, 2, 3) if x != 2]) == 2)
    tl.static_assert([x + y for x, y in ((1, 2), (3, 4))][1] == 7)
    tl.static_assert(f"{A}-{S!r}" == "-7-'relu'")
    tl.static_assert(triton.cdiv(10, 4) == 3 and triton.next_power_of_2(5) == 8)
    tl.static_assert(int(3.7) == 3 and float("inf") > 1e30 and abs(A) == 7)
    tl.static_assert((1, 2, 3)[1:] == (2, 3) and (y := 4) is not None)
    tl.static_assert(hasattr(tl, "load") and not hasattr(tl, "nonsense"))
    tl.static_assert(getattr(tl, "float32") == tl.float32 and getattr(tl, "nonsense", 5) == 5)
)");
  kernel.constant(-7).constant(eval::Value::string("relu"));
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Expression, SaysWhatPythonWouldRaise) {
  TestKernel kernel(R"(
@triton.jit
def k(A: tl.constexpr):
    B: tl.constexpr = A // 0
    C: tl.constexpr = int("x")
)");
  kernel.constant(7);
  std::string errors = kernel.errors();
  EXPECT_NE(errors.find("NR0404 3: "), std::string::npos) << errors;
  EXPECT_NE(errors.find("NR0404 4: computing this constant raises ValueError"), std::string::npos)
      << errors;
}

TEST(Expression, SaysWhatIsNotThere) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n):
    a = {1: 2}
    b = lambda x: x
    c = f"{n}"
    d = n in (1, 2)
    e = 3j
    f = n(3)
    g = (x for x in (1, 2))
    h = tl.range(4)
)");
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0206 3: a dictionary or set in a kernel\n"
                             "NR0206 4: a lambda in a kernel\n"
                             "NR0401 5: an f-string holds a value known only at run time\n"
                             "NR0401 6: `in` compares a value known only at run time\n"
                             "NR0206 7: a complex number in a kernel\n"
                             "NR0207 8: this is int32, which is no function\n"
                             "NR0206 9: a comprehension that kernels cannot hold\n"
                             "NR0206 10: `tl.range` stands where no loop is\n");
}

} // namespace
} // namespace nereid::sema
