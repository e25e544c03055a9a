#include "tensor/nn.h"

#include <limits>

#include "tensor/elementwise.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

Tensor aroundZero() { // torch.arange(12.).reshape(3, 4) - 5
  return made(binary(BinaryOp::Subtract, counting({3, 4}), Number(5)));
}

TEST(Softmax, AlongAnyDim) {
  Tensor thirds = made(binary(BinaryOp::Divide, aroundZero(), Number(3)));
  EXPECT_EQ(text(made(select(made(softmax(thirds, 1)), 0, 0))),
            "tensor([0.1416, 0.1976, 0.2758, 0.3849])");
  EXPECT_EQ(text(softmax(thirds, 0)), "tensor([[0.0521, 0.0521, 0.0521, 0.0521],\n"
                                      "        [0.1977, 0.1977, 0.1977, 0.1977],\n"
                                      "        [0.7501, 0.7501, 0.7501, 0.7501]])");
  EXPECT_EQ(text(made(select(made(logSoftmax(aroundZero(), -1)), 0, 0))),
            "tensor([-3.4402, -2.4402, -1.4402, -0.4402])");
  EXPECT_EQ(text(softmax(floats({1000, 1000}), 0)), "tensor([0.5000, 0.5000])");
}

TEST(Norms, OverTheLastDim) {
  EXPECT_EQ(text(made(select(made(layerNorm(aroundZero(), {4})), 0, 1))),
            "tensor([-1.3416, -0.4472,  0.4472,  1.3416])");
  EXPECT_EQ(text(rmsNorm(aroundZero(), {4})), "tensor([[-1.3608, -1.0887, -0.8165, -0.5443],\n"
                                              "        [-0.8165,  0.0000,  0.8165,  1.6330],\n"
                                              "        [ 0.6470,  0.8627,  1.0783,  1.2940]])");
  EXPECT_EQ(errorOf(layerNorm(aroundZero(), {3})),
            "Given normalized_shape=[3], expected input with shape [*, 3], but got input of "
            "size[3, 4]");
}

TEST(CrossEntropy, ClassesSmoothingAndProbabilities) {
  Tensor target = ints({1, 0, 3});
  EXPECT_EQ(text(crossEntropy(aroundZero(), target)), "tensor(2.1069)");
  EXPECT_EQ(text(crossEntropy(aroundZero(), target, {.labelSmoothing = 0.1})), "tensor(2.0902)");
  Tensor hot = made(oneHot(target, 4));
  Tensor probabilities = made(binary(BinaryOp::Multiply, hot, Number(1.0)));
  EXPECT_EQ(text(crossEntropy(aroundZero(), probabilities)), "tensor(2.1069)");
  EXPECT_EQ(text(crossEntropy(aroundZero(), ints({-100, 0, -100}))), "tensor(3.4402)");
  EXPECT_EQ(errorOf(crossEntropy(aroundZero(), ints({1, 0, 4}))), "Target 4 is out of bounds.");
  EXPECT_EQ(errorOf(crossEntropy(aroundZero(), ints({1, 0}))),
            "Expected input batch_size (3) to match target batch_size (2).");
}

TEST(Attention, Causal) {
  Tensor x = made(binary(BinaryOp::Divide, counting({1, 2, 3, 4}), Number(10)));
  EXPECT_EQ(text(scaledDotProductAttention(x, x, x, {.isCausal = true})),
            "tensor([[[[0.0000, 0.1000, 0.2000, 0.3000],\n"
            "          [0.2433, 0.3433, 0.4433, 0.5433],\n"
            "          [0.5853, 0.6853, 0.7853, 0.8853]],\n"
            "\n"
            "         [[1.2000, 1.3000, 1.4000, 1.5000],\n"
            "          [1.5209, 1.6209, 1.7209, 1.8209],\n"
            "          [1.9197, 2.0197, 2.1197, 2.2197]]]])");
}

TEST(Attention, MasksBroadcastOverHeads) {
  Tensor x = made(binary(BinaryOp::Divide, counting({2, 3, 3, 4}), Number(10)));
  Tensor causal = made(scaledDotProductAttention(x, x, x, {.isCausal = true}));
  Tensor mask = made(tril(made(full({3, 3}, Number(true)))));
  Tensor masked = made(scaledDotProductAttention(x, x, x, {.mask = mask}));
  EXPECT_EQ(text(masked), text(causal));
  Tensor nothing = made(full({3, 3}, Number(false)));
  Tensor unseen = made(scaledDotProductAttention(x, x, x, {.mask = nothing}));
  EXPECT_EQ(text(made(select(made(select(unseen, 0, 0)), 0, 0))),
            "tensor([[0., 0., 0., 0.],\n        [0., 0., 0., 0.],\n        [0., 0., 0., 0.]])");
}

} // namespace
} // namespace nereid::tensor
