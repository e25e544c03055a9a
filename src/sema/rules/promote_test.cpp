// The tables of type promotion, line by line.
#include "sema/rules/promote.h"

#include <gtest/gtest.h>

#include <limits>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

using enum Scalar;
using eval::Int;

TEST(NaturalType, OfIntsIsTheFirstThatHoldsThem) {
  auto of = [](Int number) { return naturalType(eval::Value::integer(number)); };
  Int one = 1;
  EXPECT_EQ(of(0), I32);
  EXPECT_EQ(of(-(one << 31)), I32);
  EXPECT_EQ(of((one << 31) - 1), I32);
  EXPECT_EQ(of(one << 31), U32);
  EXPECT_EQ(of((one << 32) - 1), U32);
  EXPECT_EQ(of(one << 32), I64);
  EXPECT_EQ(of(-(one << 31) - 1), I64);
  EXPECT_EQ(of((one << 63) - 1), I64);
  EXPECT_EQ(of(one << 63), U64);
  EXPECT_EQ(of((one << 64) - 1), U64);
  EXPECT_EQ(of(one << 64), std::nullopt);
  EXPECT_EQ(of(-(one << 63) - 1), std::nullopt);
}

TEST(NaturalType, OfFloatsIsSingleWhereThatIsNormal) {
  auto of = [](double number) { return naturalType(eval::Value::real(number)); };
  EXPECT_EQ(of(0.1), F32);
  EXPECT_EQ(of(0.0), F32);
  EXPECT_EQ(of(std::numeric_limits<double>::infinity()), F32);
  EXPECT_EQ(of(std::numeric_limits<double>::quiet_NaN()), F32);
  EXPECT_EQ(of(std::numeric_limits<float>::max()), F32);
  EXPECT_EQ(of(1e39), F64);
  EXPECT_EQ(of(1e-40), F64) << "subnormal in fp32";
  EXPECT_EQ(naturalType(eval::Value::boolean(true)), I1);
}

TEST(EncodeNumber, RoundsOnceUnlessThroughItsNaturalType) {
  eval::Value tenth = eval::Value::real(0.1);
  EXPECT_EQ(encodeNumber(tenth, F64, false), encodeFloat(F64, 0.1));
  EXPECT_EQ(encodeNumber(tenth, F64, true), encodeFloat(F64, double(0.1f)));
  EXPECT_EQ(encodeNumber(tenth, F16, true), encodeFloat(F16, 0.1));
  EXPECT_EQ(encodeNumber(eval::Value::integer(-1), U32, true), 0xFFFFFFFFu);
  EXPECT_EQ(encodeNumber(eval::Value::integer(3), F32, true), encodeFloat(F32, 3.0));
  EXPECT_EQ(encodeNumber(eval::Value::real(-2.7), I32, true), 0xFFFFFFFEu) << "toward zero";
  EXPECT_EQ(encodeNumber(eval::Value::integer(7), I1, true), 1u);
}

struct Case {
  Scalar a, b, result;
};

TEST(CommonType, OfPlusAndTimes) {
  for (auto [a, b, result] : {
           Case{I32, U32, U32},
           Case{I64, U32, I64},
           Case{I8, I16, I16},
           Case{I1, I32, I32},
           Case{I1, I1, I1},
           Case{U8, I8, U8},
           Case{I32, F16, F16},
           Case{I64, F32, F32},
           Case{F16, BF16, F16},
           Case{BF16, F32, F32},
           Case{BF16, BF16, BF16},
           Case{BF16, I32, F32},
           Case{BF16, F8E5M2, F32},
           Case{F16, F8E4M3, F16},
           Case{F8E5M2, F8E5M2, F8E5M2},
           Case{F8E5M2, F8E4M3, F16},
           Case{F64, I8, F64},
           Case{F64, F16, F64},
       }) {
    EXPECT_EQ(commonType(a, b, false).type, result) << languageName(a) << " " << languageName(b);
    EXPECT_EQ(commonType(b, a, false).type, result) << languageName(b) << " " << languageName(a);
  }
}

TEST(CommonType, OfDivisionIsSingleAtLeast) {
  EXPECT_EQ(commonType(F16, F16, true).type, F32);
  EXPECT_EQ(commonType(BF16, I32, true).type, F32);
  EXPECT_EQ(commonType(F8E5M2, F8E5M2, true).type, F32);
  EXPECT_EQ(commonType(F64, F16, true).type, F64);
  EXPECT_EQ(commonType(I32, I64, true).type, I64);
}

TEST(CommonType, RefusesWhatHasNone) {
  EXPECT_EQ(commonType(I32, U32, true).whyNot, CommonType::WhyNot::SignednessDiffers);
  EXPECT_EQ(commonType(I1, I32, true).whyNot, CommonType::WhyNot::SignednessDiffers);
  EXPECT_TRUE(commonType(I1, U8, true).ok());
  EXPECT_EQ(commonType(F8E5M2, I32, false).whyNot, CommonType::WhyNot::Float8WithInteger);
}

// The type of an expression over `x`, a tile of 8 lanes loaded from a pointer to `element`.
std::string typeOf(std::string expression, Scalar element) {
  std::string printed;
  TestKernel kernel("@triton.jit\ndef f(p, q):\n    x = tl.load(p + tl.arange(0, 8))\n"
                    "    n = tl.load(q)\n    tl.static_print((" +
                    expression + ").dtype, end='')\n");
  kernel.pointer(element).pointer(I32);
  kernel.options.print = [&](std::string_view text) { printed += text; };
  kernel.kernel();
  std::string errors = kernel.errors();
  return errors.empty() ? printed : errors;
}

TEST(PythonScalars, AdaptToTheTileInArithmetic) {
  EXPECT_EQ(typeOf("x + 1", I8), "int8");
  EXPECT_EQ(typeOf("x + 1", U8), "uint8");
  EXPECT_EQ(typeOf("x + 4.0", I16), "fp32");
  EXPECT_EQ(typeOf("x + 1", I1), "int32");
  EXPECT_EQ(typeOf("x * 2.5", F16), "fp16");
  EXPECT_EQ(typeOf("2 * x", BF16), "bf16");
  EXPECT_EQ(typeOf("x * 2.0", F8E5M2), "fp8e5");
  EXPECT_EQ(typeOf("x / 2.0", F16), "fp32");
  EXPECT_EQ(typeOf("x / 2", I32), "fp32");
  EXPECT_EQ(typeOf("x / 2", I64), "fp32");
  EXPECT_EQ(typeOf("x // 2", I64), "int64");
  EXPECT_EQ(typeOf("x + n", BF16), "fp32") << "an int tile does not adapt";
  EXPECT_EQ(typeOf("tl.where(x > 0, x, 0.0)", F16), "fp16");
  EXPECT_EQ(typeOf("x & 1", U8), "uint8");
  EXPECT_EQ(typeOf("x < 1.0", F16), "int1");
}

TEST(PythonScalars, HaveTheirOwnTypeElsewhere) {
  EXPECT_EQ(typeOf("tl.maximum(x, 0.0)", F16), "fp32");
  EXPECT_EQ(typeOf("tl.maximum(x, x)", F16), "fp16");
  EXPECT_EQ(typeOf("tl.maximum(x, x)", BF16), "fp32");
  EXPECT_EQ(typeOf("tl.minimum(x, 1)", I8), "int32");
  EXPECT_EQ(typeOf("tl.fma(x, 2.0, 1)", F16), "fp32");
}

TEST(PythonScalars, MustBeValuesOfTheType) {
  EXPECT_EQ(typeOf("x + (-1)", U32), "NR0320 5: `-1` is out of range for `uint32`\n");
  EXPECT_EQ(typeOf("x + 300", U8), "NR0320 5: `300` is out of range for `uint8`\n");
  EXPECT_EQ(typeOf("x + 128", I8), "NR0320 5: `128` is out of range for `int8`\n");
  EXPECT_EQ(typeOf("x > -1", U32), "int1") << "a comparison wraps it";
  EXPECT_EQ(typeOf("x + 2 ** 64", I32),
            "NR0320 5: `18446744073709551616` does not fit in 64 bits\n");
}

TEST(PythonScalars, DivideOnlyBySameSignedness) {
  EXPECT_EQ(
      typeOf("x // n", U32),
      "NR0302 5: cannot divide `uint32[8]` and `int32`: one is signed and the other is not\n");
  EXPECT_EQ(typeOf("x // 2", U32), "uint32");
}

} // namespace
} // namespace nereid::sema
