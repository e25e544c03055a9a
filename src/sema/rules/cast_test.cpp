#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"

namespace nereid::sema {
namespace {

TEST(Cast, BetweenIntegers) {
  EXPECT_EQ(opsOf("n.to(tl.int64)"), "ExtS");
  EXPECT_EQ(opsOf("c.to(tl.int32)"), "ExtU") << "int1 is unsigned";
  EXPECT_EQ(opsOf("n.to(tl.int8)"), "TruncI");
  EXPECT_EQ(opsOf("n.to(tl.uint32)"), "Bitcast");
  EXPECT_EQ(opsOf("n.to(tl.uint64)"), "ExtS") << "the source's sign decides";
  EXPECT_EQ(opsOf("n.to(tl.int32)"), "");
}

TEST(Cast, ToInt1ComparesWithZero) {
  EXPECT_EQ(opsOf("n.to(tl.int1)"), "Constant CompareI");
  EXPECT_EQ(opsOf("x.to(tl.int1)"), "Constant CompareF");
}

TEST(Cast, BetweenFloatsAndIntegers) {
  EXPECT_EQ(opsOf("n.to(tl.float32)"), "IntToFloatS");
  EXPECT_EQ(opsOf("c.to(tl.float16)"), "IntToFloatU");
  EXPECT_EQ(opsOf("x.to(tl.int32)"), "FloatToIntS");
  EXPECT_EQ(opsOf("x.to(tl.uint8)"), "FloatToIntU");
  EXPECT_EQ(opsOf("y.to(tl.bfloat16)"), "FloatToFloat");
}

TEST(Cast, Fp8MeetsNoIntegers) {
  EXPECT_EQ(opsOf("x.to(tl.float8e4nv)"), "FloatToFloat");
  EXPECT_EQ(errorsOf("x.to(tl.float8e5).to(tl.int32)"),
            "NR0314: cannot cast `fp8e5[8, 8]` to `int32`\n");
  EXPECT_EQ(errorsOf("n.to(tl.float8e5)"), "NR0314: cannot cast `int32` to `fp8e5`\n");
}

TEST(Cast, RoundsOnlyWhereItNarrows) {
  EXPECT_EQ(coreOf("x.to(tl.float16, fp_downcast_rounding='rtz')"),
            "  %0 = FloatToFloat x <1> : f16[8, 8]\n");
  EXPECT_EQ(opsOf("x.to(tl.float16, fp_downcast_rounding='rtne')"), "FloatToFloat");
  EXPECT_EQ(opsOf("y.to(tl.float16, fp_downcast_rounding='rtne')"), "");
  EXPECT_EQ(errorsOf("y.to(tl.float32, fp_downcast_rounding='rtz')"),
            "NR0317: a cast from `fp16[8, 8]` to `fp32` takes no `fp_downcast_rounding`\n");
  EXPECT_EQ(errorsOf("x.to(tl.float16, fp_downcast_rounding='up')"),
            "NR0317: unknown rounding `up`\n");
}

TEST(Cast, BitcastKeepsTheWidth) {
  EXPECT_EQ(opsOf("x.to(tl.int32, bitcast=True)"), "Bitcast");
  EXPECT_EQ(typeOf("y.to(tl.bfloat16, bitcast=True)"), "bf16[8, 8]");
  EXPECT_EQ(errorsOf("x.to(tl.int16, bitcast=True)"),
            "NR0314: cannot bitcast `fp32[8, 8]` to `int16`\n");
}

TEST(Cast, OfPointers) {
  EXPECT_EQ(opsOf("p.to(tl.int64)"), "PtrToInt");
  EXPECT_EQ(opsOf("p.to(tl.int1)"), "PtrToInt Constant CompareI");
  EXPECT_EQ(opsOf("m.to(tl.pointer_type(tl.float16))"), "IntToPtr");
  EXPECT_EQ(opsOf("p.to(tl.pointer_type(tl.float16))"), "PtrCast");
  EXPECT_EQ(errorsOf("p.to(tl.int32)"), "NR0314: cannot cast `pointer<fp32>` to `int32`\n");
  EXPECT_EQ(errorsOf("n.to(tl.pointer_type(tl.float16))"),
            "NR0314: cannot cast `int32` to `pointer<fp16>`\n");
}

TEST(Cast, OfConstantsIsDoneNow) {
  EXPECT_EQ(coreOf("tl.cast(0.1, tl.float16)"), "  %0 = Constant 0x2e66 : f16\n");
  EXPECT_EQ(coreOf("tl.cast(-1, tl.uint8)"), "  %0 = Constant 255 : u8\n");
}

TEST(Cast, TakesTypesOfOthers) {
  EXPECT_EQ(typeOf("n.to(x.dtype)"), "fp32");
  EXPECT_EQ(typeOf("n.to(h.dtype.element_ty)"), "fp16");
  EXPECT_EQ(typeOf("n.to(y.type)"), "fp16") << "the type of a whole tile stands for its elements";
  EXPECT_EQ(errorsOf("n.to(3)"), "NR0302: the type to cast to must be a type, but this is `3`\n");
}

} // namespace
} // namespace nereid::sema
