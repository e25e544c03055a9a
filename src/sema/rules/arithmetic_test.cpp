#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"
#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Arithmetic, FoldsConstantsAsPythonDoes) {
  EXPECT_EQ(typeOf("-7 // 2"), "-4");
  EXPECT_EQ(typeOf("-7 % 3"), "2");
  EXPECT_EQ(typeOf("7 / 2"), "3.5");
  EXPECT_EQ(typeOf("2 ** 70"), "1180591620717411303424");
  EXPECT_EQ(typeOf("1 << 3 | 1"), "9");
  EXPECT_EQ(opsOf("a: tl.constexpr = 3 * 4 + 1"), "");
}

TEST(Arithmetic, TruncatesOnRunTimeIntegers) {
  EXPECT_EQ(opsOf("n // 2"), "Constant DivS");
  EXPECT_EQ(opsOf("n % 2"), "Constant RemS");
  EXPECT_EQ(opsOf("n.to(tl.uint32) // 2"), "Bitcast Constant DivU");
  EXPECT_EQ(opsOf("x % 2"), "Constant RemF");
}

TEST(Arithmetic, DividesIntegersInFp32) {
  EXPECT_EQ(opsOf("n / n"), "IntToFloatS IntToFloatS DivF");
  EXPECT_EQ(typeOf("m / m"), "fp32");
  EXPECT_EQ(typeOf("y / y"), "fp32[8, 8]");
}

TEST(Arithmetic, BroadcastsAndCastsExplicitly) {
  EXPECT_EQ(opsOf("x + r"), "IntToFloatS ExpandDims Broadcast AddF");
  EXPECT_EQ(opsOf("x + n"), "IntToFloatS Splat AddF");
  EXPECT_EQ(opsOf("x + 1"), "Constant AddF") << "a constant needs no splat";
  EXPECT_EQ(opsOf("x + y"), "FloatToFloat AddF");
  EXPECT_EQ(opsOf("x + x"), "AddF") << "nor do equal types and shapes need anything";
}

TEST(Arithmetic, ShiftsRightByTheSignOfItsOwner) {
  EXPECT_EQ(opsOf("n >> 1"), "Constant ShrS");
  EXPECT_EQ(opsOf("n.to(tl.uint32) >> 1"), "Bitcast Constant ShrU");
  EXPECT_EQ(opsOf("n.to(tl.uint32) >> n"), "Bitcast Bitcast ShrU");
  EXPECT_EQ(opsOf("n >> n.to(tl.uint32)"), "Bitcast Bitcast ShrS");
}

TEST(Arithmetic, ComputesFp8InFp32) {
  EXPECT_EQ(opsOf("z = x.to(tl.float8e5)\nz * z"),
            "FloatToFloat FloatToFloat FloatToFloat MulF FloatToFloat");
}

TEST(Arithmetic, NegatesAndInverts) {
  EXPECT_EQ(opsOf("-x"), "NegF");
  EXPECT_EQ(opsOf("-n"), "Constant SubI");
  EXPECT_EQ(opsOf("~n"), "Constant XorI");
  EXPECT_EQ(errorsOf("~x"), "NR0302: cannot invert the bits of `fp32[8, 8]`\n");
  EXPECT_EQ(errorsOf("-p"), "NR0302: cannot negate `pointer<fp32>`\n");
}

TEST(Arithmetic, RefusesWhatHasNoMeaning) {
  EXPECT_EQ(errorsOf("x // 2"), "NR0302: cannot floor-divide `fp32[8, 8]` and `2`\n");
  EXPECT_EQ(errorsOf("x & 1"), "NR0302: cannot combine the bits of `fp32[8, 8]` and `1`\n");
  EXPECT_EQ(errorsOf("n + None"), "NR0302: cannot add `int32` and `None`\n");
  EXPECT_EQ(errorsOf("n ** 2"), "NR0206: tiles have no operator `**`\n");
  EXPECT_EQ(errorsOf("x @ x"), "NR0206: tiles have no operator `@`\n");
  EXPECT_EQ(errorsOf("r * tl.arange(0, 16)"),
            "NR0301: cannot multiply tiles of shape [8] and [16]\n");
}

TEST(Arithmetic, OfTuples) {
  EXPECT_EQ(typeOf("(1, n) + (2,)"), "(1, int32, 2)");
  EXPECT_EQ(typeOf("(1, 2) * 2"), "(1, 2, 1, 2)");
  EXPECT_EQ(typeOf("x.shape + (2,)"), "(8, 8, 2)");
  EXPECT_EQ(typeOf("() * 2 ** 40"), "()");
  EXPECT_EQ(errorsOf("(1, 2) * 2 ** 40"), "NR0320: a tuple of 2 elements times 1099511627776 has "
                                          "more than 65536 elements\n");
}

TEST(Arithmetic, ChecksOverflowOnlyWhenDebugging) {
  auto ops = [](bool debug, bool sanitize) {
    TestKernel kernel("@triton.jit\ndef f(q, n):\n    tl.store(q, n + n)\n");
    kernel.pointer(Scalar::I32).scalar(Scalar::I32);
    kernel.launch.debug = debug;
    kernel.launch.sanitizeOverflow = sanitize;
    return kernel.core();
  };
  std::string message = "int32 overflow detected for operation add";
  EXPECT_NE(ops(true, true).find(message), std::string::npos);
  EXPECT_EQ(ops(true, false).find("Assert"), std::string::npos);
  EXPECT_EQ(ops(false, true).find("Assert"), std::string::npos);
}

TEST(Pointers, MoveByElements) {
  EXPECT_EQ(opsOf("p + n"), "AddPtr");
  EXPECT_EQ(opsOf("n + p"), "AddPtr");
  EXPECT_EQ(opsOf("p + m"), "AddPtr");
  EXPECT_EQ(opsOf("p - n"), "Constant SubI AddPtr");
  EXPECT_EQ(opsOf("p + n.to(tl.uint32)"), "Bitcast ExtU AddPtr") << "zero-extended";
  EXPECT_EQ(opsOf("p + n.to(tl.int8)"), "TruncI ExtS AddPtr");
  EXPECT_EQ(opsOf("p + r"), "Splat AddPtr");
  EXPECT_EQ(opsOf("p + 3"), "Constant AddPtr");
  EXPECT_EQ(opsOf("(p + r) + 3"), "Splat AddPtr Constant AddPtr");
  EXPECT_EQ(typeOf("(p + r).dtype"), "pointer<fp32>");
}

TEST(Pointers, DoNothingElse) {
  EXPECT_EQ(errorsOf("p + p"), "NR0302: cannot add `pointer<fp32>` and `pointer<fp32>`\n");
  EXPECT_EQ(errorsOf("p + 1.5"), "NR0302: cannot add `pointer<fp32>` and `1.5`\n");
  EXPECT_EQ(errorsOf("n - p"), "NR0302: cannot subtract `int32` and `pointer<fp32>`\n");
  EXPECT_EQ(errorsOf("p < p"), "NR0302: cannot compare `pointer<fp32>` and `pointer<fp32>`\n");
  EXPECT_EQ(typeOf("p is None"), "False");
  EXPECT_EQ(typeOf("p != None"), "True");
}

TEST(Comparison, ChoosesThePredicateByType) {
  EXPECT_EQ(coreOf("n < 3"), "  %0 = Constant 3 : i32\n  %1 = CompareI n, %0 <2> : i1\n");
  EXPECT_EQ(opsOf("n.to(tl.uint32) > -1"), "Bitcast Constant CompareI");
  EXPECT_EQ(opsOf("x >= 0"), "Constant CompareF");
  EXPECT_EQ(opsOf("y < 1.0"), "FloatToFloat Constant CompareF") << "fp16 compares in fp32";
  EXPECT_EQ(typeOf("x == y"), "int1[8, 8]");
}

TEST(Logic, IsOfInt1Only) {
  EXPECT_EQ(opsOf("c and (r > 2)"), "Constant CompareI AndI");
  EXPECT_EQ(opsOf("c or (n > 2)"), "Constant CompareI Splat OrI");
  EXPECT_EQ(opsOf("not (n > 2)"), "Constant CompareI Constant XorI");
  EXPECT_EQ(errorsOf("c and n"), "NR0302: `and` takes `int1`, but this is `int32`\n");
  EXPECT_EQ(errorsOf("not n"), "NR0302: `not` takes `int1`, but this is `int32`\n");
}

TEST(Condition, IsOneValue) {
  EXPECT_EQ(errorsOf("if r > 2:\n    tl.store(p, 1.0)"),
            "NR0312: a condition must be one value, but this is `int1[8]`\n");
}

} // namespace
} // namespace nereid::sema
