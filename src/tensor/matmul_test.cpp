#include "tensor/matmul.h"

#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/gemm.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

Tensor aroundZero() { // torch.arange(12.).reshape(3, 4) - 5
  return made(binary(BinaryOp::Subtract, counting({3, 4}), Number(5)));
}

TEST(Matmul, MatricesOfAnyLayout) {
  Tensor x = aroundZero();
  std::string product = "tensor([[ 54.,  -2., -58.],\n        [ -2.,   6.,  14.],\n"
                        "        [-58.,  14.,  86.]])";
  Tensor xt = made(transpose(x, 0, 1)), dense = made(contiguous(xt));
  EXPECT_EQ(text(matmul(x, xt)), product);
  EXPECT_EQ(text(matmul(x, dense)), product);
  EXPECT_EQ(text(matmul(made(transpose(dense, 0, 1)), dense)), product);
  // Every other row and column of a larger matrix: no dim is dense.
  Tensor large = made(zeros({6, 8}, Dtype::F32));
  Tensor spread = made(slice(made(slice(large, 0, 0, 6, 2)), 1, 0, 8, 2));
  ASSERT_TRUE(copyInto(spread, x).ok());
  EXPECT_EQ(text(matmul(spread, xt)), product);
}

TEST(Matmul, VectorsAndBatches) {
  Tensor v = floats({1, 2, 3, 4}), x = aroundZero();
  EXPECT_EQ(text(matmul(v, v)), "tensor(30.)");
  EXPECT_EQ(text(matmul(x, v)), "tensor([-30.,  10.,  50.])");
  EXPECT_EQ(text(matmul(floats({1, 2, 3}), x)), "tensor([ 2.,  8., 14., 20.])");
  Tensor a = counting({5, 1, 2, 3}), b = counting({7, 3, 4});
  EXPECT_EQ(made(matmul(a, b)).shape(), (Dims{5, 7, 2, 4}));
  EXPECT_EQ(made(matmul(counting({2, 0, 3}), counting({3, 4}))).shape(), (Dims{2, 0, 4}));
  EXPECT_EQ(text(matmul(made(zeros({2, 0}, Dtype::F32)), made(zeros({0, 2}, Dtype::F32)))),
            "tensor([[0., 0.],\n        [0., 0.]])");
}

TEST(Matmul, HalvesAccumulateInFloat32) {
  Tensor ones = made(full({1, 4096}, Number(1.0), Dtype::F16));
  EXPECT_EQ(text(matmul(ones, made(transpose(ones, 0, 1)))),
            "tensor([[4096.]], dtype=torch.float16)");
  EXPECT_EQ(text(matmul(ints({1, 2}, Dtype::I32), ints({3, 4}, Dtype::I32))),
            "tensor(11, dtype=torch.int32)");
}

// Whatever the machine has must agree; what it lacks cannot be run.
TEST(Matmul, EveryKernelThatTheMachineCanRunAgrees) {
  Tensor a = counting({37, 53}), b = counting({53, 41}, Dtype::F32);
  Tensor expected = made(zeros({37, 41}, Dtype::F32));
  auto part = [](const Tensor &x) {
    return MatrixPart{x.data(), x.size(0), x.size(1), x.stride(0), x.stride(1)};
  };
  for (int64_t i = 0; i < 37; ++i)
    for (int64_t j = 0; j < 41; ++j)
      for (int64_t k = 0; k < 53; ++k)
        expected.as<float>()[i * 41 + j] += a.as<float>()[i * 53 + k] * b.as<float>()[k * 41 + j];
  for (Gemm gemm : {gemmBaseline, bestGemm()}) {
    Tensor out = made(zeros({37, 41}, Dtype::F32));
    gemm(Scalar::F32, part(a), part(b), out.data());
    for (int64_t i = 0; i < out.numel(); ++i)
      ASSERT_NEAR(out.as<float>()[i], expected.as<float>()[i], 1e-5 * expected.as<float>()[i]);
  }
}

TEST(Matmul, SaysWhatDoesNotFit) {
  Tensor x = counting({2, 3});
  EXPECT_EQ(errorOf(matmul(x, x)), "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)");
  EXPECT_EQ(errorOf(matmul(x, counting({3, 2}, Dtype::F16))),
            "expected m1 and m2 to have the same dtype, but got: float != float16");
  EXPECT_FALSE(matmul(x, full({}, Number(1.0)).value()).ok());
}

TEST(Linear, AddsItsBias) {
  Tensor bias = floats({1, 2});
  EXPECT_EQ(text(linear(counting({1, 3}), counting({2, 3}), &bias)), "tensor([[ 6., 16.]])");
}

} // namespace
} // namespace nereid::tensor
