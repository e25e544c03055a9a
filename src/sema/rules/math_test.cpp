#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"

namespace nereid::sema {
namespace {

TEST(Math, TakesSingleAndDouble) {
  EXPECT_EQ(coreOf("tl.exp(x)"), "  %0 = Math x \"exp\" : f32[8, 8]\n");
  EXPECT_EQ(opsOf("tl.exp(x.to(tl.float64))"), "FloatToFloat Math");
  EXPECT_EQ(opsOf("x.exp()"), "Math");
  EXPECT_EQ(opsOf("tl.math.rsqrt(x)"), "Math");
  EXPECT_EQ(opsOf("tl.sqrt_rn(x)"), "SqrtExactF");
  EXPECT_EQ(typeOf("tl.exp(2.0)"), "fp32");
  EXPECT_EQ(errorsOf("tl.exp(y)"),
            "NR0302: `exp` takes `fp32` or `fp64`, but this is `fp16[8, 8]`\n");
  EXPECT_EQ(errorsOf("tl.log(n)"), "NR0302: `log` takes `fp32` or `fp64`, but this is `int32`\n");
}

TEST(Math, ExtremaByTypeAndNan) {
  EXPECT_EQ(opsOf("tl.maximum(x, x)"), "MaxNumF");
  EXPECT_EQ(opsOf("tl.minimum(x, x, propagate_nan=tl.PropagateNan.ALL)"), "MinNanF");
  EXPECT_EQ(opsOf("tl.minimum(n, 3)"), "Constant MinS");
  EXPECT_EQ(opsOf("u = n.to(tl.uint32)\ntl.maximum(u, u)"), "Bitcast MaxU");
  EXPECT_EQ(opsOf("tl.clamp(x, 0.0, 1.0)"), "Constant Constant MaxNumF MinNumF");
  EXPECT_EQ(typeOf("tl.clamp(y, 0.0, 1.0)"), "fp32[8, 8]");
  EXPECT_EQ(opsOf("tl.math.max(x, x)"), "MaxNumF") << "older kernels";
}

TEST(Math, AbsoluteValues) {
  EXPECT_EQ(opsOf("tl.abs(x)"), "AbsF");
  EXPECT_EQ(opsOf("tl.abs(n)"), "AbsI");
  EXPECT_EQ(opsOf("tl.abs(n.to(tl.uint32))"), "Bitcast");
  EXPECT_EQ(opsOf("tl.abs(x.to(tl.float8e5))"), "FloatToFloat Bitcast Constant AndI Bitcast");
}

TEST(Math, DivisionsByPrecision) {
  EXPECT_EQ(opsOf("tl.fdiv(x, x)"), "DivF");
  EXPECT_EQ(opsOf("tl.fdiv(x, x, ieee_rounding=True)"), "DivExactF");
  EXPECT_EQ(opsOf("tl.div_rn(x, x)"), "DivExactF");
  EXPECT_EQ(errorsOf("tl.fdiv(n, n)"), "NR0302: `fdiv` takes floats, but this is `int32`\n");
  EXPECT_EQ(opsOf("tl.fma(x, x, x)"), "FmaF");
  EXPECT_EQ(opsOf("tl.umulhi(n, n)"), "MulHighU");
}

TEST(Math, CeilingDivisionStaysAConstant) {
  EXPECT_EQ(typeOf("tl.cdiv(10, 4)"), "3");
  EXPECT_EQ(opsOf("tl.cdiv(n, 4)"), "Constant AddI Constant DivS");
}

TEST(Math, FunctionsOfTheLibrary) {
  EXPECT_EQ(typeOf("tl.sigmoid(x)"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.softmax(x, 1)"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("x.softmax()"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.swizzle2d(n, n, 4, 4, 2)"), "(int32, int32)");
  EXPECT_EQ(typeOf("tl.randn(n, r)"), "fp32[8]");
}

TEST(Libdevice, Names) {
  EXPECT_EQ(opsOf("tl.extra.libdevice.tanh(x)"), "Math");
  EXPECT_EQ(opsOf("tl.extra.cuda.libdevice.tanh(x)"), "Math");
  EXPECT_EQ(opsOf("tl.math.log1p(x)"), "Math");
  EXPECT_EQ(opsOf("tl.extra.libdevice.pow(x, 2)"), "Constant Math");
  EXPECT_EQ(opsOf("tl.extra.libdevice.isnan(x)"), "CompareF");
  EXPECT_EQ(typeOf("tl.extra.libdevice.isinf(x)"), "int1[8, 8]");
  EXPECT_EQ(typeOf("tl.extra.libdevice.signbit(x)"), "int32[8, 8]");
  EXPECT_EQ(typeOf("tl.extra.libdevice.llrint(x)"), "int64[8, 8]");
  EXPECT_EQ(opsOf("tl.math.fast_dividef(x, x)"), "DivF");
  EXPECT_EQ(errorsOf("tl.extra.libdevice.tanh(y)"),
            "NR0302: this function takes `fp32` or `fp64`, but this is `fp16[8, 8]`\n");
}

} // namespace
} // namespace nereid::sema
