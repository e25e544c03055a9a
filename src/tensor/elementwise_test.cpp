#include "tensor/elementwise.h"

#include <limits>

#include "tensor/cast.h"
#include "tensor/made.h"
#include "tensor/promote.h"

namespace nereid::tensor {
namespace {

Tensor aroundZero(Dtype dtype) { // torch.arange(12).reshape(3, 4) - 5
  return made(binary(BinaryOp::Subtract, counting({3, 4}, dtype), Number(5)));
}

TEST(Promote, AsTorch) {
  auto resulting = [](const Tensor &a, Operand b) {
    const Operand operands[] = {a, b};
    return made(resultType(operands));
  };
  auto ones = [](Dtype dtype) { return made(full({1}, Number(1), dtype)); };
  EXPECT_EQ(resulting(ones(Dtype::I32), Number(2.5)), Dtype::F32);
  EXPECT_EQ(resulting(ones(Dtype::F16), Number(2.5)), Dtype::F16);
  EXPECT_EQ(resulting(ones(Dtype::I1), Number(1)), Dtype::I64);
  EXPECT_EQ(resulting(ones(Dtype::U8), Number(-1)), Dtype::U8);
  EXPECT_EQ(resulting(ones(Dtype::F16), made(full({}, Number(1.0), Dtype::F64))), Dtype::F16);
  EXPECT_EQ(resulting(ones(Dtype::F16), ones(Dtype::F32)), Dtype::F32);
  EXPECT_EQ(resulting(ones(Dtype::F16), ones(Dtype::BF16)), Dtype::F32);
  EXPECT_EQ(resulting(ones(Dtype::I8), ones(Dtype::U8)), Dtype::I16);
  EXPECT_EQ(errorOf(promoteTypes(Dtype::U16, Dtype::I32)),
            "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
            "UInt16 and Int");
}

TEST(Binary, IntegerDivisionFloors) {
  Tensor x = aroundZero(Dtype::I64);
  EXPECT_EQ(text(binary(BinaryOp::FloorDivide, x, Number(3))),
            "tensor([[-2, -2, -1, -1],\n        [-1,  0,  0,  0],\n        [ 1,  1,  1,  2]])");
  EXPECT_EQ(text(binary(BinaryOp::Remainder, x, Number(3))),
            "tensor([[1, 2, 0, 1],\n        [2, 0, 1, 2],\n        [0, 1, 2, 0]])");
  EXPECT_EQ(text(binary(BinaryOp::Fmod, x, Number(3))),
            "tensor([[-2, -1,  0, -2],\n        [-1,  0,  1,  2],\n        [ 0,  1,  2,  0]])");
  EXPECT_EQ(text(binary(BinaryOp::Divide, ints({1, 2}), Number(2))), "tensor([0.5000, 1.0000])");
  EXPECT_EQ(errorOf(binary(BinaryOp::FloorDivide, x, Number(0))), "ZeroDivisionError");
  EXPECT_EQ(errorOf(binary(BinaryOp::Remainder, x, ints({1, 2, 0, 3}))), "ZeroDivisionError");
}

TEST(Binary, FloatDivisionFloorsAsPython) {
  Tensor x = aroundZero(Dtype::F32);
  EXPECT_EQ(text(binary(BinaryOp::FloorDivide, x, Number(2))),
            "tensor([[-3., -2., -2., -1.],\n        [-1.,  0.,  0.,  1.],\n"
            "        [ 1.,  2.,  2.,  3.]])");
  EXPECT_EQ(text(binary(BinaryOp::Remainder, x, Number(2.5))),
            "tensor([[-0.0000, 1.0000, 2.0000, 0.5000],\n"
            "        [1.5000, 0.0000, 1.0000, 2.0000],\n"
            "        [0.5000, 1.5000, 0.0000, 1.0000]])");
}

TEST(Binary, IntegersWrapAndShift) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(text(binary(BinaryOp::Add, ints({127}, Dtype::I8), ints({1}, Dtype::I8))),
            "tensor([-128], dtype=torch.int8)");
  EXPECT_EQ(text(binary(BinaryOp::FloorDivide, ints({kLeast}), Number(-1))),
            "tensor([-9223372036854775808])");
  EXPECT_EQ(text(binary(BinaryOp::ShiftRight, ints({-5, 5}), Number(1))), "tensor([-3,  2])");
  EXPECT_EQ(text(binary(BinaryOp::ShiftLeft, ints({1}, Dtype::I32), Number(40))),
            "tensor([0], dtype=torch.int32)");
  EXPECT_EQ(text(binary(BinaryOp::Power, ints({-3, 2}), Number(3))), "tensor([-27,   8])");
  EXPECT_EQ(errorOf(binary(BinaryOp::Power, ints({2}), Number(-1))),
            "Integers to negative integer powers are not allowed.");
}

TEST(Binary, HalvesAreComputedInFloat32) {
  Tensor x = made(cast(aroundZero(Dtype::F32), Dtype::F16));
  EXPECT_EQ(text(binary(BinaryOp::Multiply, x, Number(0.1))),
            "tensor([[-0.5000, -0.3999, -0.3000, -0.2000],\n"
            "        [-0.1000,  0.0000,  0.1000,  0.2000],\n"
            "        [ 0.3000,  0.3999,  0.5000,  0.6001]], dtype=torch.float16)");
  EXPECT_EQ(text(binary(BinaryOp::Equal, floats({0.1}, Dtype::F16), Number(0.1))),
            "tensor([True])");
  EXPECT_EQ(text(binary(BinaryOp::Less, floats({0.1}, Dtype::BF16), Number(0.1))),
            "tensor([False])");
}

TEST(Binary, BoolsAreNotNumbers) {
  Tensor x = ints({0, 1}, Dtype::I1);
  EXPECT_EQ(text(binary(BinaryOp::Add, x, x)), "tensor([False,  True])");
  EXPECT_EQ(errorOf(binary(BinaryOp::Subtract, floats({1, 2}), x)),
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
            "to invert a mask, use the `~` or `logical_not()` operator instead.");
  EXPECT_EQ(text(unary(UnaryOp::BitwiseNot, x)), "tensor([ True, False])");
}

TEST(Binary, BroadcastsOrSaysWhyNot) {
  Tensor column = counting({3, 1}, Dtype::I64), row = counting({4}, Dtype::I64);
  EXPECT_EQ(text(binary(BinaryOp::Add, column, row)),
            "tensor([[0, 1, 2, 3],\n        [1, 2, 3, 4],\n        [2, 3, 4, 5]])");
  EXPECT_EQ(errorOf(binary(BinaryOp::Add, counting({2, 3}), counting({4}))),
            "The size of tensor a (3) must match the size of tensor b (4) at non-singleton "
            "dimension 1");
}

TEST(Binary, ResultsAreLaidOutAsTheirOperands) {
  Tensor x = made(transpose(counting({2, 3}), 0, 1));
  EXPECT_EQ(made(binary(BinaryOp::Add, x, x)).strides(), (Dims{1, 3}));
  EXPECT_EQ(made(binary(BinaryOp::Add, x, counting({3, 2}))).strides(), (Dims{1, 3}));
  EXPECT_EQ(made(binary(BinaryOp::Add, counting({3, 2}), x)).strides(), (Dims{2, 1}));
}

TEST(Binary, InPlaceKeepsTheDtype) {
  Tensor x = ints({1, 2, 3});
  ASSERT_TRUE(binaryInto(x, BinaryOp::Add, x, Number(1)).ok());
  EXPECT_EQ(text(x), "tensor([2, 3, 4])");
  EXPECT_EQ(binaryInto(x, BinaryOp::Add, x, Number(1.5)).what(),
            "result type Float can't be cast to the desired output type Long");
  // x[1:] += x[:-1] reads x as it was.
  ASSERT_TRUE(binaryInto(made(slice(x, 0, 1, 3)), BinaryOp::Add, made(slice(x, 0, 1, 3)),
                         made(slice(x, 0, 0, 2)))
                  .ok());
  EXPECT_EQ(text(x), "tensor([2, 5, 7])");
}

TEST(Binary, LargeStridedAndBroadcastOperandsAgreeWithDenseOnes) {
  Tensor x = counting({70, 50, 30}), y = made(permute(counting({30, 70, 50}), {1, 2, 0}));
  Tensor sum = made(binary(BinaryOp::Add, x, y));
  Tensor dense = made(binary(BinaryOp::Add, x, made(contiguous(y))));
  Tensor same = made(contiguous(made(binary(BinaryOp::Equal, sum, dense))));
  for (int64_t i = 0; i < same.numel(); ++i)
    ASSERT_EQ(same.as<uint8_t>()[i], 1);
}

TEST(Binary, MaximumKeepsNan) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  Tensor a = floats({nan, 1, 2}), b = floats({1, nan, 3});
  EXPECT_EQ(text(binary(BinaryOp::Maximum, a, b)), "tensor([nan, nan, 3.])");
  EXPECT_EQ(text(binary(BinaryOp::Fmax, a, b)), "tensor([1., 1., 3.])");
}

TEST(Unary, Activations) {
  EXPECT_EQ(text(unary(UnaryOp::Gelu, floats({-1, 0, 1, 2}))),
            "tensor([-0.1587,  0.0000,  0.8413,  1.9545])");
  EXPECT_EQ(text(unary(UnaryOp::GeluTanh, floats({-1, 0, 1, 2}))),
            "tensor([-0.1588,  0.0000,  0.8412,  1.9546])");
  EXPECT_EQ(text(unary(UnaryOp::Relu, floats({-1, 2}))), "tensor([0., 2.])");
  EXPECT_EQ(text(unary(UnaryOp::Round, floats({0.5, 1.5, -0.5, 2.4}))),
            "tensor([0., 2., -0., 2.])");
  EXPECT_EQ(errorOf(unary(UnaryOp::Silu, ints({1}))), "\"silu_cpu\" not implemented for 'Long'");
}

TEST(Unary, IntegersBecomeFloats) {
  EXPECT_EQ(text(unary(UnaryOp::Sqrt, ints({4, 9}))), "tensor([2., 3.])");
  EXPECT_EQ(text(unary(UnaryOp::Abs, ints({-4, 9}))), "tensor([4, 9])");
}

TEST(Where, PromotesItsValues) {
  Tensor condition = ints({1, 0}, Dtype::I1);
  EXPECT_EQ(text(where(condition, ints({1, 2}), Number(0.5))), "tensor([1.0000, 0.5000])");
  EXPECT_EQ(text(where(condition, Number(1), Number(0))), "tensor([1, 0])");
}

TEST(Clamp, TakesOneOrTwoBounds) {
  Tensor x = ints({-5, 0, 5});
  EXPECT_EQ(text(clamp(x, Operand(Number(-1)), Operand(Number(1)))), "tensor([-1,  0,  1])");
  EXPECT_EQ(text(clamp(x, std::nullopt, Operand(Number(0.5)))),
            "tensor([-5.0000,  0.0000,  0.5000])");
  EXPECT_FALSE(clamp(x, std::nullopt, std::nullopt).ok());
}

} // namespace
} // namespace nereid::tensor
