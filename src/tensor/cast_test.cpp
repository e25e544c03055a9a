#include "tensor/cast.h"

#include "tensor/elementwise.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

// torch.arange(12.).reshape(3, 4) - 5
Tensor aroundZero(Dtype dtype = Dtype::F32) {
  return made(binary(BinaryOp::Subtract, counting({3, 4}, dtype), Number(5)));
}
Tensor scaled(double factor) {
  return made(binary(BinaryOp::Multiply, aroundZero(), Number(factor)));
}

TEST(Cast, SmallFloatsRoundToNearest) {
  Tensor thirds = made(binary(BinaryOp::Divide, aroundZero(), Number(3)));
  EXPECT_EQ(text(cast(thirds, Dtype::BF16)),
            "tensor([[-1.6641, -1.3359, -1.0000, -0.6680],\n"
            "        [-0.3340,  0.0000,  0.3340,  0.6680],\n"
            "        [ 1.0000,  1.3359,  1.6641,  2.0000]], dtype=torch.bfloat16)");
}

TEST(Cast, Float8OverflowsAsTorchDoes) {
  EXPECT_EQ(text(cast(scaled(100), Dtype::F8E4M3)),
            "tensor([[  nan, -384., -288., -192.],\n"
            "        [ -96.,    0.,   96.,  192.],\n"
            "        [ 288.,  384.,   nan,   nan]], dtype=torch.float8_e4m3fn)");
  EXPECT_EQ(text(cast(scaled(20000), Dtype::F8E5M2)),
            "tensor([[   -inf,    -inf, -57344., -40960.],\n"
            "        [-20480.,      0.,  20480.,  40960.],\n"
            "        [ 57344.,     inf,     inf,     inf]], dtype=torch.float8_e5m2)");
}

TEST(Cast, IntegersWrap) {
  EXPECT_EQ(text(cast(scaled(50), Dtype::U8)), "tensor([[  6,  56, 106, 156],\n"
                                               "        [206,   0,  50, 100],\n"
                                               "        [150, 200, 250,  44]], dtype=torch.uint8)");
}

TEST(Cast, EveryFloat16ValueSurvivesTheTripThroughFloat32) {
  Tensor bits = made(cast(counting({65536}, Dtype::I32), Dtype::I16));
  Tensor halves = made(viewAsDtype(bits, Dtype::F16));
  Tensor back = made(cast(made(cast(halves, Dtype::F32)), Dtype::F16));
  for (int i = 0; i < 65536; ++i) {
    bool isNan = (i & 0x7C00) == 0x7C00 && (i & 0x3FF) != 0;
    if (!isNan) {
      ASSERT_EQ(back.as<uint16_t>()[i], i);
    }
  }
}

TEST(Cast, ToBoolAsksWhetherItIsNonzero) {
  EXPECT_EQ(text(cast(floats({0, -0.0, 0.5, -3}), Dtype::I1)),
            "tensor([False, False,  True,  True])");
}

TEST(Copy, BroadcastsAndConverts) {
  Tensor to = made(zeros({2, 3}, Dtype::I32));
  ASSERT_TRUE(copyInto(to, floats({1.9, -1.9, 3})).ok());
  EXPECT_EQ(text(to), "tensor([[ 1, -1,  3],\n        [ 1, -1,  3]], dtype=torch.int32)");
  EXPECT_EQ(copyInto(to, floats({1, 2})).what(),
            "The expanded size of the tensor (3) must match the existing size (2) at non-singleton "
            "dimension 1.  Target sizes: [2, 3].  Tensor sizes: [2]");
}

TEST(Copy, OverlappingViewsAreCopiedAsIfAtOnce) {
  Tensor x = counting({6}, Dtype::I64);
  ASSERT_TRUE(copyInto(made(slice(x, 0, 1, 6)), made(slice(x, 0, 0, 5))).ok());
  EXPECT_EQ(text(x), "tensor([0, 0, 1, 2, 3, 4])");
}

TEST(Copy, TransposesOfAnyShape) {
  for (Dims shape : {Dims{1, 1}, Dims{3, 200}, Dims{100, 70}, Dims{5, 33, 65}}) {
    Tensor x = counting(shape, Dtype::I32);
    Tensor transposed = made(transpose(x, -1, -2));
    Tensor dense = made(contiguous(transposed));
    EXPECT_TRUE(dense.isContiguous());
    int64_t rows = shape[shape.size() - 2], columns = shape.back();
    for (int64_t i = 0; i < x.numel(); ++i) {
      int64_t matrix = i / (rows * columns), row = i / columns % rows, column = i % columns;
      ASSERT_EQ(dense.as<int32_t>()[matrix * rows * columns + column * rows + row], i);
    }
  }
}

TEST(Copy, ClonesKeepTheirLayout) {
  Tensor x = made(transpose(counting({2, 3}), 0, 1));
  EXPECT_EQ(made(clone(x)).strides(), (Dims{1, 3}));
  EXPECT_EQ(made(contiguous(x)).strides(), (Dims{2, 1}));
  Tensor gaps = made(slice(counting({4, 6}), 1, 0, 6, 2));
  EXPECT_EQ(made(clone(gaps)).strides(), (Dims{3, 1}));
}

TEST(Item, OnlyOfOneElement) {
  EXPECT_EQ(made(item(full({1, 1}, Number(2.5)).value())).real, 2.5);
  EXPECT_EQ(errorOf(item(counting({2, 3}))),
            "a Tensor with 6 elements cannot be converted to Scalar");
}

} // namespace
} // namespace nereid::tensor
