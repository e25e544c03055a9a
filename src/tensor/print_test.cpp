#include <limits>

#include "tensor/cast.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Print, FixedPointAndWholeNumbers) {
  EXPECT_EQ(text(floats({1, 2.5})), "tensor([1.0000, 2.5000])");
  EXPECT_EQ(text(counting({2, 3})), "tensor([[0., 1., 2.],\n        [3., 4., 5.]])");
  EXPECT_EQ(text(full({}, Number(3.14159))), "tensor(3.1416)");
  EXPECT_EQ(text(floats({1, kNan, kInfinity})), "tensor([1., nan, inf])");
  EXPECT_EQ(text(floats({1.5, -kInfinity})), "tensor([1.5000,   -inf])");
}

TEST(Print, ScientificWhereMagnitudesDiffer) {
  EXPECT_EQ(text(floats({1e-5, 1, 1e5})), "tensor([1.0000e-05, 1.0000e+00, 1.0000e+05])");
  EXPECT_EQ(text(floats({-0.0, 0.0, 1e9})), "tensor([-0.0000e+00, 0.0000e+00, 1.0000e+09])");
}

TEST(Print, OtherDtypesAreNamed) {
  EXPECT_EQ(text(full({}, Number(0.1), Dtype::F16)), "tensor(0.1000, dtype=torch.float16)");
  EXPECT_EQ(text(floats({1.5, 2}, Dtype::F64)), "tensor([1.5000, 2.0000], dtype=torch.float64)");
  EXPECT_EQ(text(full({1}, Number(UINT64_MAX), Dtype::U64)),
            "tensor([18446744073709551615], dtype=torch.uint64)");
  EXPECT_EQ(text(ints({0, 1, 2}, Dtype::I1)), "tensor([False,  True,  True])");
  Tensor thousands = counting({20}, Dtype::I32);
  for (int i = 0; i < 20; ++i)
    thousands.as<int32_t>()[i] = i * 1000;
  EXPECT_EQ(text(thousands),
            "tensor([    0,  1000,  2000,  3000,  4000,  5000,  6000,  7000,  8000,  9000,\n"
            "        10000, 11000, 12000, 13000, 14000, 15000, 16000, 17000, 18000, 19000],\n"
            "       dtype=torch.int32)");
}

TEST(Print, EmptyTensors) {
  EXPECT_EQ(text(zeros({0}, Dtype::F32)), "tensor([])");
  EXPECT_EQ(text(zeros({2, 0}, Dtype::I32)), "tensor([], size=(2, 0), dtype=torch.int32)");
  EXPECT_EQ(text(zeros({0}, Dtype::I64)), "tensor([], dtype=torch.int64)");
}

TEST(Print, LongDimsAreSummarized) {
  EXPECT_EQ(text(counting({2, 30, 20}, Dtype::I64)),
            "tensor([[[   0,    1,    2,  ...,   17,   18,   19],\n"
            "         [  20,   21,   22,  ...,   37,   38,   39],\n"
            "         [  40,   41,   42,  ...,   57,   58,   59],\n"
            "         ...,\n"
            "         [ 540,  541,  542,  ...,  557,  558,  559],\n"
            "         [ 560,  561,  562,  ...,  577,  578,  579],\n"
            "         [ 580,  581,  582,  ...,  597,  598,  599]],\n"
            "\n"
            "        [[ 600,  601,  602,  ...,  617,  618,  619],\n"
            "         [ 620,  621,  622,  ...,  637,  638,  639],\n"
            "         [ 640,  641,  642,  ...,  657,  658,  659],\n"
            "         ...,\n"
            "         [1140, 1141, 1142,  ..., 1157, 1158, 1159],\n"
            "         [1160, 1161, 1162,  ..., 1177, 1178, 1179],\n"
            "         [1180, 1181, 1182,  ..., 1197, 1198, 1199]]])");
  std::string big = text(counting({40, 50}));
  EXPECT_EQ(big.substr(0, 96), "tensor([[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 4.7000e+01, "
                               "4.8000e+01,\n         4.9000e+01],");
}

TEST(Print, LinesBreakAtEightyColumns) {
  Tensor x = counting({30});
  for (int i = 0; i < 30; ++i)
    x.as<float>()[i] /= 7;
  EXPECT_EQ(text(x),
            "tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000, 1.1429,\n"
            "        1.2857, 1.4286, 1.5714, 1.7143, 1.8571, 2.0000, 2.1429, 2.2857, 2.4286,\n"
            "        2.5714, 2.7143, 2.8571, 3.0000, 3.1429, 3.2857, 3.4286, 3.5714, 3.7143,\n"
            "        3.8571, 4.0000, 4.1429])");
}

TEST(Print, NumbersAsPythonWritesThem) {
  EXPECT_EQ(formatNumber(Number(1e-5)), "1e-05");
  EXPECT_EQ(formatNumber(Number(1e16)), "1e+16");
  EXPECT_EQ(formatNumber(Number(1e15)), "1000000000000000.0");
  EXPECT_EQ(formatNumber(Number(0.1)), "0.1");
  EXPECT_EQ(formatNumber(Number(-0.0)), "-0.0");
  EXPECT_EQ(formatNumber(Number(true)), "True");
}

} // namespace
} // namespace nereid::tensor
