#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"

namespace nereid::sema {
namespace {

TEST(Reduce, SumsWidenSmallIntegersOnly) {
  EXPECT_EQ(typeOf("tl.sum(x, 0)"), "fp32[8]");
  EXPECT_EQ(typeOf("tl.sum(y)"), "fp16");
  EXPECT_EQ(typeOf("tl.sum(c)"), "uint32");
  EXPECT_EQ(typeOf("tl.sum(r.to(tl.int8))"), "int32");
  EXPECT_EQ(typeOf("tl.sum(r.to(tl.uint8))"), "uint32");
  EXPECT_EQ(typeOf("tl.sum(m[None])"), "int64");
  EXPECT_EQ(typeOf("tl.sum(y, dtype=tl.float32)"), "fp32");
  EXPECT_EQ(typeOf("x.sum(axis=1, keep_dims=True)"), "fp32[8, 1]");
  EXPECT_EQ(typeOf("tl.sum(x, keep_dims=True)"), "fp32[1, 1]");
}

TEST(Reduce, ExtremaWidenUnlessIndicesAreWanted) {
  EXPECT_EQ(typeOf("tl.max(y, 0)"), "fp32[8]");
  EXPECT_EQ(typeOf("tl.min(r.to(tl.uint8))"), "int32");
  EXPECT_EQ(typeOf("tl.max(x.to(tl.bfloat16), 1)"), "fp32[8]");
  EXPECT_EQ(typeOf("tl.max(y, 1, return_indices=True)"), "(fp16[8], int32[8])");
  EXPECT_EQ(typeOf("tl.argmax(x, 1)"), "int32[8]");
  EXPECT_EQ(typeOf("tl.argmin(x, axis=-1, tie_break_left=False, keep_dims=True)"), "int32[8, 1]");
}

TEST(Reduce, IsARegionOnScalars) {
  EXPECT_EQ(coreOf("tl.sum(x, 1)"), "  %3 = Reduce x <1> : f32[8]\n"
                                    "    (%0: f32, %1: f32)\n"
                                    "      %2 = AddF %0, %1 : f32\n"
                                    "      yield %2\n");
  EXPECT_EQ(opsOf("tl.sum(x)"), "Reshape Reduce");
}

TEST(Reduce, WithAFunctionOfTheAuthors) {
  EXPECT_EQ(typeOf("tl.reduce(x, 0, add)"), "fp32[8]");
  EXPECT_EQ(typeOf("tl.reduce((x, x), 1, tl._argmax_combine_tie_break_fast)"),
            "(fp32[8], fp32[8])");
  EXPECT_EQ(errorsOf("tl.reduce(r, 0, widen)"),
            "NR0318: the combine function returns `fp32` where `int32` is combined\n");
  EXPECT_EQ(errorsOf("tl.sum(x, 2)"), "NR0306: axis 2 of a tile of rank 2\n");
  EXPECT_EQ(errorsOf("tl.sum(p)"), "NR0302: `sum` takes numbers, but this is `pointer<fp32>`\n");
  EXPECT_EQ(errorsOf("tl.xor_sum(x)"),
            "NR0302: `xor_sum` takes integers, but this is `fp32[8, 8]`\n");
}

TEST(Scan, KeepsShapes) {
  EXPECT_EQ(typeOf("tl.cumsum(x, 1)"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.cumsum(r.to(tl.int8))"), "int32[8]");
  EXPECT_EQ(typeOf("tl.cumprod(r.to(tl.int8))"), "int8[8]") << "does not widen";
  EXPECT_EQ(typeOf("tl.associative_scan(x, 0, add, reverse=True)"), "fp32[8, 8]");
  EXPECT_EQ(coreOf("tl.cumsum(r, reverse=True)").substr(0, 35),
            "  %3 = Scan r [0, 1] : i32[8]\n    (");
}

TEST(Sort, AlongTheLastAxis) {
  EXPECT_EQ(opsOf("tl.sort(x)"), "Sort");
  EXPECT_EQ(typeOf("tl.sort(x, 1, descending=True)"), "fp32[8, 8]");
  EXPECT_EQ(errorsOf("tl.sort(x, 0)"), "NR0306: `sort` along axis 0 of 2\n");
  EXPECT_EQ(typeOf("tl.topk(y, 4)"), "fp32[8, 4]") << "selected by max, which widens";
  EXPECT_EQ(typeOf("tl.topk(y, 8)"), "fp16[8, 8]");
  EXPECT_EQ(errorsOf("tl.topk(r, 3)"), "NR0320: topk: k must be a power of 2 up to 8, but is 3\n");
}

TEST(Histogram, CountsInts) {
  EXPECT_EQ(typeOf("tl.histogram(r, 4)"), "int32[4]");
  EXPECT_EQ(typeOf("tl.histogram(r, 4, mask=c)"), "int32[4]");
  EXPECT_EQ(errorsOf("tl.histogram(m[None], 4)"),
            "NR0302: histogram only supports 32-bit integer input, but this is `int64[1]`\n");
}

TEST(Dot, TypesOfResults) {
  EXPECT_EQ(typeOf("tl.dot(x, x)"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.dot(y, y)"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.dot(y, y, out_dtype=tl.float16)"), "fp16[8, 8]");
  EXPECT_EQ(typeOf("tl.dot(y, y, y)"), "fp16[8, 8]") << "the accumulator's type";
  EXPECT_EQ(typeOf("tl.dot(x.to(tl.int8), x.to(tl.int8))"), "int32[8, 8]");
  EXPECT_EQ(typeOf("tl.dot(x.to(tl.bfloat16), x.to(tl.bfloat16))"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.dot(x.to(tl.float8e5), x.to(tl.float8e4nv))"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.dot(x.reshape(2, 2, 2, 8), tl.zeros((2, 2, 8, 4), tl.float32))"),
            "fp32[2, 2, 2, 4]");
}

TEST(Dot, SaysItsPrecision) {
  EXPECT_EQ(coreOf("tl.dot(x, x, x, input_precision='TF32x3')"),
            "  %0 = Dot x, x, x {\"tf32x3\"} : f32[8, 8]\n");
  EXPECT_EQ(coreOf("tl.dot(x, x, x)"), "  %0 = Dot x, x, x {\"ieee\"} : f32[8, 8]\n")
      << "without tf32 on the target";
  EXPECT_EQ(errorsOf("tl.dot(x, x, input_precision='fp32')"),
            "NR0317: `input_precision` cannot be `\"fp32\"`\n");
  EXPECT_EQ(errorsOf("tl.dot(x, x, input_precision='ieee', allow_tf32=False)"),
            "NR0317: both `input_precision` and `allow_tf32` are given\n");
}

TEST(Dot, RefusesWhatDoesNotMultiply) {
  EXPECT_EQ(errorsOf("tl.dot(x, tl.zeros((4, 8), tl.float32))"),
            "NR0313: cannot multiply [8, 8] by [4, 8]\n");
  EXPECT_EQ(errorsOf("tl.dot(r, r)"), "NR0313: cannot multiply [8] by [8]\n");
  EXPECT_EQ(errorsOf("tl.dot(x, y)"), "NR0313: cannot multiply `fp32[8, 8]` by `fp16[8, 8]`\n");
  EXPECT_EQ(errorsOf("tl.dot(y, y, x, out_dtype=tl.float16)"),
            "NR0313: the accumulator is `fp32[8, 8]` where the product is `fp16[8, 8]`\n");
  EXPECT_EQ(errorsOf("tl.dot(x, x, r)"),
            "NR0313: the accumulator shape is incompatible: [8] where the product is [8, 8]\n");
  EXPECT_EQ(errorsOf("tl.dot(y, y, out_dtype=tl.bfloat16)"),
            "NR0313: `dot` cannot accumulate in `bf16`\n");
}

} // namespace
} // namespace nereid::sema
