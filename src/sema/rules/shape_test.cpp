#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"

namespace nereid::sema {
namespace {

TEST(Creation, Arange) {
  EXPECT_EQ(typeOf("tl.arange(4, 12)"), "int32[8]");
  EXPECT_EQ(errorsOf("tl.arange(0, 100)"), "NR0307: arange's range must be a power of 2, but "
                                           "`arange(0, 100)` has 100 lanes\n");
  EXPECT_EQ(errorsOf("tl.arange(4, 4)"), "NR0406: `arange(4, 4)` is empty\n");
  EXPECT_EQ(errorsOf("tl.arange(0, n)"),
            "NR0401: the end of `arange` must be known at compile time, but this is `int32`\n");
  EXPECT_EQ(errorsOf("tl.arange(0, 2097152)"),
            "NR0308: a tile of shape [2097152] has more than 1048576 lanes\n");
}

TEST(Creation, FullAndZeros) {
  EXPECT_EQ(typeOf("tl.zeros((4, 8), tl.float16)"), "fp16[4, 8]");
  EXPECT_EQ(typeOf("tl.zeros([], tl.int32)"), "int32");
  EXPECT_EQ(typeOf("tl.zeros_like(y)"), "fp16[8, 8]");
  EXPECT_EQ(coreOf("tl.full((4,), 1.5, tl.float32)"), "  %0 = Constant 0x3fc00000 : f32[4]\n");
  EXPECT_EQ(opsOf("tl.full((4,), n, tl.float32)"), "IntToFloatS Splat");
  EXPECT_EQ(errorsOf("tl.zeros((3, 4), tl.float16)"),
            "NR0307: axis 0 of a tile of shape [3, 4] is not a power of 2\n");
  EXPECT_EQ(errorsOf("tl.full((4,), r, tl.float32)"),
            "NR0301: `full` repeats one value, but this is `int32[8]`\n");
}

TEST(Shape, IndexingAddsAxes) {
  EXPECT_EQ(typeOf("r[:, None]"), "int32[8, 1]");
  EXPECT_EQ(typeOf("r[None, :, None]"), "int32[1, 8, 1]");
  EXPECT_EQ(typeOf("x[None, :, None, :]"), "fp32[1, 8, 1, 8]");
  EXPECT_EQ(typeOf("x[:]"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("n[None]"), "int32[1]");
  EXPECT_EQ(typeOf("n[:, None]"), "int32[1]");
  EXPECT_EQ(typeOf("n[None, :, None]"), "int32[1, 1]");
  EXPECT_EQ(errorsOf("r[0]"),
            "NR0305: a tile is indexed by `:` and `None` only, but this is `0`\n");
  EXPECT_EQ(errorsOf("r[0:2]"),
            "NR0305: a tile is indexed by `:` and `None` only, but this is a part of an axis\n");
  EXPECT_EQ(errorsOf("r[:, :]"), "NR0305: 2 times `:` into a tile of rank 1\n");
}

TEST(Shape, AttributesOfTiles) {
  EXPECT_EQ(typeOf("x.shape"), "(8, 8)");
  EXPECT_EQ(typeOf("x.shape[0] + x.numel"), "72");
  EXPECT_EQ(typeOf("y.dtype"), "fp16");
  EXPECT_EQ(typeOf("y.type.element_ty"), "fp16");
  EXPECT_EQ(typeOf("p.dtype.element_ty"), "fp32");
  EXPECT_EQ(opsOf("x.T"), "Transpose");
  EXPECT_EQ(errorsOf("r.T"), "NR0306: `.T` takes a tile of rank 2, but this is `int32[8]`\n");
}

TEST(Shape, Broadcasts) {
  EXPECT_EQ(typeOf("tl.broadcast_to(r[:, None], (8, 4))"), "int32[8, 4]");
  EXPECT_EQ(typeOf("tl.broadcast_to(r[:, None], 8, 4)"), "int32[8, 4]");
  EXPECT_EQ(opsOf("tl.broadcast_to(3, (8, 4))"), "Constant");
  EXPECT_EQ(opsOf("tl.broadcast_to(n, (8, 4))"), "Splat");
  EXPECT_EQ(typeOf("tl.broadcast(r[:, None], r)"), "(int32[8, 8], int32[8, 8])");
  EXPECT_EQ(errorsOf("tl.broadcast_to(r, (8, 8))"), "NR0301: cannot broadcast [8] to [8, 8]\n");
  EXPECT_EQ(errorsOf("tl.broadcast_to(x, (8, 16))"),
            "NR0301: cannot broadcast [8, 8] to [8, 16]\n");
}

TEST(Shape, ReshapesAndPermutes) {
  EXPECT_EQ(typeOf("tl.reshape(x, (4, 16))"), "fp32[4, 16]");
  EXPECT_EQ(typeOf("x.reshape(4, 4, 4)"), "fp32[4, 4, 4]");
  EXPECT_EQ(typeOf("tl.view(x, [64])"), "fp32[64]");
  EXPECT_EQ(typeOf("tl.ravel(x)"), "fp32[64]");
  EXPECT_EQ(opsOf("tl.reshape(x, (8, 8))"), "");
  EXPECT_EQ(errorsOf("tl.reshape(x, (8, 16))"), "NR0301: cannot reshape [8, 8] to [8, 16]\n");
  EXPECT_EQ(typeOf("tl.permute(x.reshape(2, 4, 8), (2, 0, 1))"), "fp32[8, 2, 4]");
  EXPECT_EQ(typeOf("tl.trans(x.reshape(2, 4, 8))"), "fp32[2, 8, 4]");
  EXPECT_EQ(errorsOf("tl.permute(x, (0, 0))"),
            "NR0306: [0, 0] does not name each axis of [8, 8] once\n");
  EXPECT_EQ(errorsOf("tl.trans(r)"),
            "NR0306: `trans` swaps the last two axes, but this is `int32[8]`\n");
}

TEST(Shape, ExpandsAndSqueezes) {
  EXPECT_EQ(typeOf("tl.expand_dims(r, 0)"), "int32[1, 8]");
  EXPECT_EQ(typeOf("tl.expand_dims(r, -1)"), "int32[8, 1]");
  EXPECT_EQ(typeOf("tl.expand_dims(r, (0, 2))"), "int32[1, 8, 1]");
  EXPECT_EQ(typeOf("tl.squeeze(r[:, None], -1)"), "int32[8]");
  EXPECT_EQ(typeOf("tl.unsqueeze(r, 1)"), "int32[8, 1]");
  EXPECT_EQ(errorsOf("tl.expand_dims(r, (0, 0))"), "NR0306: one new axis is named twice\n");
  EXPECT_EQ(errorsOf("tl.squeeze(x, 0)"), "NR0301: cannot squeeze axis 0 of [8, 8]\n");
}

TEST(Shape, JoinsAndSplits) {
  EXPECT_EQ(typeOf("tl.join(x, x)"), "fp32[8, 8, 2]");
  EXPECT_EQ(typeOf("tl.join(n, n)"), "int32[2]");
  EXPECT_EQ(typeOf("tl.split(tl.join(x, x))"), "(fp32[8, 8], fp32[8, 8])");
  EXPECT_EQ(typeOf("tl.split(tl.join(n, n))"), "(int32, int32)");
  EXPECT_EQ(typeOf("tl.interleave(x, x)"), "fp32[8, 16]");
  EXPECT_EQ(typeOf("tl.interleave(n, n)"), "int32[2]");
  EXPECT_EQ(typeOf("tl.cat(x, x, dim=1)"), "fp32[8, 16]");
  EXPECT_EQ(errorsOf("tl.split(x)"),
            "NR0301: `split` needs a last axis of size 2, but this is `fp32[8, 8]`\n");
  EXPECT_EQ(errorsOf("tl.join(x, y)"), "NR0302: cannot join `fp32[8, 8]` and `fp16[8, 8]`\n");
  EXPECT_EQ(errorsOf("tl.cat(x, r[:, None] * 1.0)"),
            "NR0301: cannot concatenate tiles of shape [8, 8] and [8, 1]\n");
}

TEST(Shape, Gathers) {
  EXPECT_EQ(typeOf("tl.gather(x, tl.zeros((4, 8), tl.int32), 0)"), "fp32[4, 8]");
  EXPECT_EQ(errorsOf("tl.gather(x, tl.zeros((4, 8), tl.int32), 1)"),
            "NR0301: cannot gather from [8, 8] along axis 1 by indices of shape [4, 8]\n");
  EXPECT_EQ(errorsOf("tl.gather(r, r * 1.0, 0)"),
            "NR0302: the index of `gather` must be integers, but this is `fp32[8]`\n");
}

TEST(Where, ChoosesPerLane) {
  EXPECT_EQ(opsOf("tl.where(c, r, 0)"), "Constant Select");
  EXPECT_EQ(typeOf("tl.where(c[:, None], x, 0.0)"), "fp32[8, 8]");
  EXPECT_EQ(typeOf("tl.where(n > 0, y, 0.0)"), "fp16[8, 8]");
  EXPECT_EQ(typeOf("tl.where(n > 0, p, p + 1).dtype"), "pointer<fp32>");
  EXPECT_EQ(errorsOf("tl.where(n, r, 0)"),
            "NR0250: the condition of `where` is `int32`, not `int1`\n");
  EXPECT_EQ(errorsOf("tl.where(c, p, 0)"),
            "NR0302: cannot choose between `pointer<fp32>` and `0`\n");
  EXPECT_EQ(errorsOf("tl.where(c, tl.arange(0, 16), 0)"),
            "NR0301: the condition has shape [8] and the first choice [16]\n");
}

} // namespace
} // namespace nereid::sema
