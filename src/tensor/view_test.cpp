#include "tensor/cast.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

TEST(View, SharesStorage) {
  Tensor x = counting({2, 3});
  made(select(x, 0, 1)).as<float>()[2] = 9;
  EXPECT_EQ(text(x), "tensor([[0., 1., 2.],\n        [3., 4., 9.]])");
}

TEST(View, TransposesAndPermutes) {
  Tensor x = counting({2, 3, 4});
  Tensor y = made(permute(x, {2, 0, 1}));
  EXPECT_EQ(y.shape(), (Dims{4, 2, 3}));
  EXPECT_EQ(y.strides(), (Dims{1, 12, 4}));
  EXPECT_EQ(made(moveDim(x, {0}, {-1})).shape(), (Dims{3, 4, 2}));
  EXPECT_EQ(errorOf(permute(x, {0, 0, 1})), "permute(): duplicate dims are not allowed.");
  EXPECT_EQ(errorOf(transpose(x, 0, 3)),
            "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
}

TEST(View, ViewsWhereStridesAllowIt) {
  Tensor x = counting({2, 3, 4});
  EXPECT_EQ(made(view(x, {6, -1})).shape(), (Dims{6, 4}));
  EXPECT_EQ(made(view(made(transpose(x, 0, 1)), {3, 2, 2, 2})).strides(), (Dims{4, 12, 2, 1}));
  EXPECT_EQ(errorOf(view(made(transpose(x, 0, 1)), {6, 4})),
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
  EXPECT_EQ(made(reshape(made(transpose(x, 0, 1)), {6, 4})).strides(), (Dims{4, 1}));
  EXPECT_EQ(errorOf(view(x, {7})), "shape '[7]' is invalid for input of size 24");
  EXPECT_EQ(errorOf(view(x, {-1, -1})), "only one dimension can be inferred");
  EXPECT_EQ(made(view(full({}, Number(1)).value(), {1, 1})).shape(), (Dims{1, 1}));
}

TEST(View, SlicesAreCutToTheDim) {
  Tensor x = counting({10}, Dtype::I64);
  EXPECT_EQ(text(slice(x, 0, 2, 8, 3)), "tensor([2, 5])");
  EXPECT_EQ(text(slice(x, 0, -3, 100)), "tensor([7, 8, 9])");
  EXPECT_EQ(text(slice(x, 0, 5, 2)), "tensor([], dtype=torch.int64)");
  EXPECT_EQ(text(slice(x, 0, 1, 2, INT64_MAX)), "tensor([1])");
  EXPECT_EQ(errorOf(select(x, 0, 10)), "index 10 is out of bounds for dimension 0 with size 10");
  EXPECT_EQ(errorOf(narrow(x, 0, 5, INT64_MAX)),
            "start (5) + length (9223372036854775807) exceeds dimension size (10).");
}

TEST(View, ExpandsAndSqueezes) {
  Tensor x = counting({3, 1});
  EXPECT_EQ(made(expand(x, {2, -1, 4})).strides(), (Dims{0, 1, 0}));
  EXPECT_EQ(errorOf(expand(counting({2, 3}), {3, 3})),
            "The expanded size of the tensor (3) must match the existing size (2) at non-singleton "
            "dimension 0.  Target sizes: [3, 3].  Tensor sizes: [2, 3]");
  EXPECT_EQ(made(squeeze(x)).shape(), (Dims{3}));
  EXPECT_EQ(made(squeeze(x, Dims{0})).shape(), (Dims{3, 1}));
  EXPECT_EQ(made(unsqueeze(x, -1)).strides(), (Dims{1, 1, 1}));
}

TEST(View, AsStridedStaysInItsStorage) {
  Tensor x = counting({2, 3});
  EXPECT_EQ(text(asStrided(x, {2, 2}, {1, 2}, 1)), "tensor([[1., 3.],\n        [2., 4.]])");
  EXPECT_EQ(errorOf(asStrided(x, {5, 5}, {1, 1})),
            "setStorage: sizes [5, 5], strides [1, 1], storage offset 0, and itemsize 4 requiring "
            "a storage size of 36 are out of bounds for storage of size 24");
  EXPECT_FALSE(asStrided(x, {2, INT64_MAX}, {INT64_MAX, 2}).ok());
  EXPECT_FALSE(asStrided(x, {1}, {1}, -1).ok());
  EXPECT_EQ(errorOf(asStrided(x, {INT64_MAX, 2}, {0, 0})),
            "numel: integer multiplication overflow");
}

TEST(View, BytesAsAnotherDtype) {
  Tensor x = made(full({2, 2}, Number(1.0), Dtype::F32));
  EXPECT_EQ(text(viewAsDtype(x, Dtype::I32)),
            "tensor([[1065353216, 1065353216],\n        [1065353216, 1065353216]], "
            "dtype=torch.int32)");
  EXPECT_EQ(made(viewAsDtype(x, Dtype::U8)).shape(), (Dims{2, 8}));
  EXPECT_EQ(made(viewAsDtype(x, Dtype::F64)).shape(), (Dims{2, 1}));
  EXPECT_FALSE(viewAsDtype(counting({2, 3}), Dtype::F64).ok());
}

TEST(View, SplitsAndChunks) {
  Tensor x = counting({7}, Dtype::I64);
  std::vector<Tensor> parts = made(split(x, 3));
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(text(parts[2]), "tensor([6])");
  EXPECT_EQ(made(chunk(x, 4)).size(), 4u);
  EXPECT_FALSE(splitSizes(x, {3, 3}).ok());
  EXPECT_EQ(made(unbind(counting({3, 2}), 1)).size(), 2u);
}

TEST(View, DiagonalsAndWindows) {
  Tensor x = counting({3, 4}, Dtype::I64);
  EXPECT_EQ(text(diagonal(x, 1)), "tensor([ 1,  6, 11])");
  EXPECT_EQ(text(diagonal(x, -2)), "tensor([8])");
  EXPECT_EQ(text(unfold(counting({5}, Dtype::I64), 0, 3, 2)),
            "tensor([[0, 1, 2],\n        [2, 3, 4]])");
}

} // namespace
} // namespace nereid::tensor
