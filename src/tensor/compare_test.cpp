#include "tensor/compare.h"

#include <cmath>

#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

Tensor aroundZero(Dtype dtype = Dtype::F32) { // torch.arange(12).reshape(3, 4) - 5
  return made(binary(BinaryOp::Subtract, counting({3, 4}, dtype), Number(5)));
}
Tensor plus(const Tensor &x, Operand y) {
  return made(binary(BinaryOp::Add, x, y));
}
std::string report(const Tensor &a, const Tensor &b, const ClosenessOptions &options = {}) {
  return made(closenessReport(a, b, options)).value_or("close");
}

TEST(AssertClose, ReportsAsTorch) {
  Tensor x = aroundZero();
  EXPECT_EQ(report(x, x), "close");
  EXPECT_EQ(report(x, plus(x, floats({0, 0, 0, 0.5}))),
            "Tensor-likes are not close!\n\n"
            "Mismatched elements: 3 / 12 (25.0%)\n"
            "Greatest absolute difference: 0.5 at index (0, 3) (up to 1e-05 allowed)\n"
            "Greatest relative difference: 0.3333333432674408 at index (0, 3) (up to 1.3e-06 "
            "allowed)");
  EXPECT_EQ(report(x, plus(x, Number(1)), {.tolerance = Tolerance{1e-3, 1e-2}}),
            "Tensor-likes are not close!\n\n"
            "Mismatched elements: 12 / 12 (100.0%)\n"
            "Greatest absolute difference: 1.0 at index (0, 0) (up to 0.01 allowed)\n"
            "Greatest relative difference: inf at index (1, 0) (up to 0.001 allowed)");
}

TEST(AssertClose, HalvesAndIntegers) {
  Tensor half = made(cast(aroundZero(), Dtype::F16));
  EXPECT_EQ(report(half, made(binary(BinaryOp::Multiply, half, Number(1.01)))),
            "Tensor-likes are not close!\n\n"
            "Mismatched elements: 11 / 12 (91.7%)\n"
            "Greatest absolute difference: 0.05859375 at index (2, 3) (up to 1e-05 allowed)\n"
            "Greatest relative difference: 0.0100555419921875 at index (0, 0) (up to 0.001 "
            "allowed)");
  Tensor whole = aroundZero(Dtype::I64);
  EXPECT_EQ(report(whole, made(binary(BinaryOp::Multiply, whole, Number(2)))),
            "Tensor-likes are not equal!\n\n"
            "Mismatched elements: 11 / 12 (91.7%)\n"
            "Greatest absolute difference: 6 at index (2, 3)\n"
            "Greatest relative difference: 0.5 at index (0, 0)");
}

TEST(AssertClose, AttributesAndScalars) {
  Tensor x = aroundZero();
  EXPECT_EQ(report(x, made(slice(x, 0, 0, 2))),
            "The values for attribute 'shape' do not match: torch.Size([3, 4]) != torch.Size([2, "
            "4]).");
  EXPECT_EQ(report(x, made(cast(x, Dtype::F64))),
            "The values for attribute 'dtype' do not match: torch.float32 != torch.float64.");
  EXPECT_EQ(report(x, made(cast(x, Dtype::F64)), {.checkDtype = false}), "close");
  EXPECT_EQ(report(made(full({}, Number(1.0))), made(full({}, Number(2.0)))),
            "Scalars are not close!\n\n"
            "Expected 2.0 but got 1.0.\n"
            "Absolute difference: 1.0 (up to 1e-05 allowed)\n"
            "Relative difference: 0.5 (up to 1.3e-06 allowed)");
  EXPECT_EQ(numberClosenessReport(Number(3), Number(4), {}).value_or("close"),
            "Scalars are not equal!\n\n"
            "Expected 4 but got 3.\n"
            "Absolute difference: 1\n"
            "Relative difference: 0.25");
}

TEST(Compare, NanAndInfinity) {
  Tensor odd = floats({HUGE_VAL, std::nan("")});
  EXPECT_FALSE(made(allClose(odd, odd, {}, false)));
  EXPECT_TRUE(made(allClose(odd, odd, {}, true)));
  EXPECT_FALSE(made(equal(odd, odd)));
  EXPECT_TRUE(made(equal(floats({HUGE_VAL}), floats({HUGE_VAL}))));
  EXPECT_FALSE(made(equal(counting({2}), counting({3}))));
}

} // namespace
} // namespace nereid::tensor
