#include "tensor/index.h"

#include "tensor/elementwise.h"
#include "tensor/join.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

TEST(Index, ByTensors) {
  Tensor x = counting({3, 4}, Dtype::I64);
  EXPECT_EQ(text(indexBy(x, {ints({0, 2})})),
            "tensor([[ 0,  1,  2,  3],\n        [ 8,  9, 10, 11]])");
  EXPECT_EQ(text(indexBy(x, {std::nullopt, ints({1, -1})})),
            "tensor([[ 1,  3],\n        [ 5,  7],\n        [ 9, 11]])");
  EXPECT_EQ(text(indexBy(x, {ints({0, 1}), ints({1, 2})})), "tensor([1, 6])");
  EXPECT_EQ(text(indexBy(x, {made(binary(BinaryOp::Greater, x, Number(8)))})),
            "tensor([ 9, 10, 11])");
  EXPECT_EQ(errorOf(indexBy(x, {ints({3})})),
            "index 3 is out of bounds for dimension 0 with size 3");
  EXPECT_FALSE(indexBy(x, {floats({1})}).ok());
  EXPECT_FALSE(indexBy(x, {ints({0, 1}), ints({0, 1, 2})}).ok());
}

TEST(Index, SeparatedIndicesComeFirst) {
  Tensor x = counting({2, 3, 4, 5}, Dtype::I64);
  EXPECT_EQ(made(indexBy(x, {std::nullopt, ints({0, 1}), ints({0, 1})})).shape(), (Dims{2, 2, 5}));
  EXPECT_EQ(made(indexBy(x, {std::nullopt, ints({0, 1}), std::nullopt, ints({0, 1})})).shape(),
            (Dims{2, 2, 4}));
}

TEST(Index, PutBroadcastsAndAccumulates) {
  Tensor x = made(zeros({3, 2}, Dtype::I64));
  ASSERT_TRUE(indexPut(x, {ints({0, 2})}, ints({1, 2})).ok());
  EXPECT_EQ(text(x), "tensor([[1, 2],\n        [0, 0],\n        [1, 2]])");
  ASSERT_TRUE(indexPut(x, {ints({0, 0})}, ints({10, 10}), true).ok());
  EXPECT_EQ(text(x), "tensor([[21, 22],\n        [ 0,  0],\n        [ 1,  2]])");
  EXPECT_EQ(indexPut(x, {ints({0})}, ints({1, 2, 3})).what(),
            "shape mismatch: value tensor of shape [3] cannot be broadcast to indexing result of "
            "shape [1, 2]");
}

TEST(Index, NonzeroGatherScatter) {
  Tensor x = counting({2, 3}, Dtype::I64);
  EXPECT_EQ(text(nonzero(x)),
            "tensor([[0, 1],\n        [0, 2],\n        [1, 0],\n        [1, 1],\n        [1, 2]])");
  Tensor picks = made(reshape(ints({2, 0}), {2, 1}));
  EXPECT_EQ(text(gather(x, 1, picks)), "tensor([[2],\n        [3]])");
  ASSERT_TRUE(scatterInto(x, 1, picks, Number(-1)).ok());
  EXPECT_EQ(text(x), "tensor([[ 0,  1, -1],\n        [-1,  4,  5]])");
  EXPECT_EQ(errorOf(gather(x, 1, made(reshape(ints({3, 0}), {2, 1})))),
            "index 3 is out of bounds for dimension 1 with size 3");
  EXPECT_EQ(text(indexSelect(x, 1, ints({1}))), "tensor([[1],\n        [4]])");
}

TEST(Join, ConcatenatesStacksRepeats) {
  Tensor x = counting({2, 2}, Dtype::I64);
  Tensor list[] = {x, x};
  EXPECT_EQ(made(concatenate(list, -1)).shape(), (Dims{2, 4}));
  EXPECT_EQ(made(stack(list, 1)).shape(), (Dims{2, 2, 2}));
  EXPECT_EQ(text(repeat(ints({1, 2}), {2, 2})), "tensor([[1, 2, 1, 2],\n        [1, 2, 1, 2]])");
  EXPECT_EQ(text(repeatInterleave(ints({1, 2}), 2, 0)), "tensor([1, 1, 2, 2])");
  EXPECT_EQ(text(flip(x, {0, 1})), "tensor([[3, 2],\n        [1, 0]])");
  EXPECT_EQ(text(roll(ints({1, 2, 3}), 1, 0)), "tensor([3, 1, 2])");
  EXPECT_EQ(text(padConstant(ints({1, 2}), {1, 2}, Number(9))), "tensor([9, 1, 2, 9, 9])");
  Tensor uneven[] = {counting({2, 3}), counting({2, 4})};
  EXPECT_EQ(errorOf(concatenate(uneven, 0)),
            "Sizes of tensors must match except in dimension 0. Expected size 3 but got size 4 for "
            "tensor number 1 in the list.");
}

TEST(Triangles, KeepOneSideOfADiagonal) {
  EXPECT_EQ(text(tril(counting({2, 3}, Dtype::I64))), "tensor([[0, 0, 0],\n        [3, 4, 0]])");
  EXPECT_EQ(text(triu(counting({2, 3}, Dtype::I64), 1)), "tensor([[0, 1, 2],\n        [0, 0, 5]])");
}

} // namespace
} // namespace nereid::tensor
