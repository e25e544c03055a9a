#include "tensor/reduce.h"

#include <limits>

#include "tensor/elementwise.h"
#include "tensor/made.h"
#include "tensor/sort.h"

namespace nereid::tensor {
namespace {

Tensor aroundZero() { // torch.arange(12.).reshape(3, 4) - 5
  return made(binary(BinaryOp::Subtract, counting({3, 4}), Number(5)));
}
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Reduce, OverDims) {
  Tensor x = aroundZero();
  EXPECT_EQ(text(reduce(ReduceOp::Sum, x, Dims{0})), "tensor([-3.,  0.,  3.,  6.])");
  EXPECT_EQ(text(reduce(ReduceOp::Mean, x, Dims{1}, {.keepDims = true})),
            "tensor([[-3.5000],\n        [ 0.5000],\n        [ 4.5000]])");
  EXPECT_EQ(text(reduce(ReduceOp::Sum, x)), "tensor(6.)");
  EXPECT_EQ(text(variance(x, Dims{1})), "tensor([1.6667, 1.6667, 1.6667])");
  EXPECT_EQ(text(standardDeviation(x)), "tensor(3.6056)");
  EXPECT_EQ(text(reduce(ReduceOp::Amax, counting({2, 3, 4}), Dims{0, 2})),
            "tensor([15., 19., 23.])");
  EXPECT_EQ(text(norm(floats({3, 4}))), "tensor(5.)");
}

TEST(Reduce, Dtypes) {
  EXPECT_EQ(text(reduce(ReduceOp::Sum, ints({1, 1, 0}, Dtype::I1))), "tensor(2)");
  EXPECT_EQ(text(reduce(ReduceOp::Sum, ints({200, 100}, Dtype::U8))), "tensor(300)");
  EXPECT_EQ(text(reduce(ReduceOp::Sum, ints({1, 2}), {}, {.dtype = Dtype::F32})), "tensor(3.)");
  EXPECT_EQ(text(reduce(ReduceOp::Any, floats({0, 2}))), "tensor(True)");
  EXPECT_EQ(errorOf(reduce(ReduceOp::Mean, ints({1, 2}))),
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            "complex dtype. Got: Long");
}

TEST(Reduce, SmallFloatsAreSummedWide) {
  Tensor ones = made(full({4096}, Number(1.0), Dtype::F16));
  EXPECT_EQ(text(reduce(ReduceOp::Sum, ones)), "tensor(4096., dtype=torch.float16)");
  Tensor tenths = made(full({1 << 20}, Number(0.1), Dtype::F32));
  EXPECT_EQ(text(reduce(ReduceOp::Sum, tenths)), "tensor(104857.6016)");
}

TEST(Reduce, NothingToReduce) {
  Tensor none = made(zeros({0, 3}, Dtype::F32));
  EXPECT_EQ(text(reduce(ReduceOp::Sum, none)), "tensor(0.)");
  EXPECT_EQ(text(reduce(ReduceOp::Prod, none, Dims{0})), "tensor([1., 1., 1.])");
  EXPECT_EQ(text(reduce(ReduceOp::Mean, none)), "tensor(nan)");
  EXPECT_EQ(errorOf(reduce(ReduceOp::Amax, none, Dims{0})),
            "amax(): Expected reduction dim 0 to have non-zero size.");
  EXPECT_EQ(errorOf(argmax(none)),
            "argmax(): Expected reduction dim to be specified for input.numel() == 0.");
}

TEST(Extremum, FirstOfEqualsAndNan) {
  ValuesAndIndices most = made(maxAlong(aroundZero(), 1));
  EXPECT_EQ(text(most.values), "tensor([-2.,  2.,  6.])");
  EXPECT_EQ(text(most.indices), "tensor([3, 3, 3])");
  EXPECT_EQ(text(argmax(floats({1, 3, 3, 2}))), "tensor(1)");
  EXPECT_EQ(text(argmin(floats({1, kNan, 0}))), "tensor(1)");
  EXPECT_EQ(text(reduce(ReduceOp::Amax, floats({1, kNan, 0}))), "tensor(nan)");
  EXPECT_EQ(text(argmax(made(transpose(counting({2, 3}), 0, 1)))), "tensor(5)");
}

TEST(Scan, AlongADim) {
  EXPECT_EQ(text(cumsum(aroundZero(), 1)), "tensor([[ -5.,  -9., -12., -14.],\n"
                                           "        [ -1.,  -1.,   0.,   2.],\n"
                                           "        [  3.,   7.,  12.,  18.]])");
  EXPECT_EQ(text(cumsum(counting({2, 2}, Dtype::I32), 0)), "tensor([[0, 1],\n        [2, 4]])");
  EXPECT_EQ(text(cumprod(floats({1, 2, 3}), 0)), "tensor([1., 2., 6.])");
}

TEST(Sort, IsStableAndPutsNanLast) {
  ValuesAndIndices sorted = made(sort(floats({3, 1, 4, 1, 5}), -1, true));
  EXPECT_EQ(text(sorted.values), "tensor([5., 4., 3., 1., 1.])");
  EXPECT_EQ(text(sorted.indices), "tensor([4, 2, 0, 1, 3])");
  EXPECT_EQ(text(made(sort(floats({kNan, 2, 1}))).indices), "tensor([2, 1, 0])");
  EXPECT_EQ(text(made(sort(floats({1, kNan, 2}), 0, true)).indices), "tensor([1, 2, 0])");
  ValuesAndIndices columns = made(sort(made(reshape(ints({3, 1, 2, 9}), {2, 2})), 0));
  EXPECT_EQ(text(columns.values), "tensor([[2, 1],\n        [3, 9]])");
}

TEST(Sort, TopkMedianUnique) {
  EXPECT_EQ(text(made(topk(floats({3, 1, 4, 1, 5}), 3)).values), "tensor([5., 4., 3.])");
  EXPECT_EQ(errorOf(topk(floats({1}), 2)), "selected index k out of range");
  EXPECT_EQ(text(median(floats({4, 1, 3, 2}))), "tensor(2.)");
  Unique distinct = made(unique(ints({3, 1, 3, 2})));
  EXPECT_EQ(text(distinct.values), "tensor([1, 2, 3])");
  EXPECT_EQ(text(distinct.inverse), "tensor([2, 0, 2, 1])");
  EXPECT_EQ(text(distinct.counts), "tensor([1, 1, 2])");
}

} // namespace
} // namespace nereid::tensor
