// Views: operations that only rename lanes, as maps of indices from the result to the source.
//
// reshape is the one with an idea. Both shapes are cut into the smallest groups of axes of equal
// size: [8, 4, 16] -> [32, 2, 8] is (8, 4) -> (32) and (16) -> (2, 8). In each group the index is
// made linear and split again; an Along axis stays Along where the new inner axis holds whole
// vectors, so that most reshapes cost no gather.
#include "llvm/Support/MathExtras.h"

#include "backend/cpu/pull.h"
#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Kind = AxisIndex::Kind;

// Quotient and remainder by a constant, of numbers that are not negative.
std::pair<Value, Value> divideBy(Writer &w, Value value, int64_t size) {
  Type type = value.getType();
  if (!llvm::isPowerOf2_64(size))
    return {w.fold<arith::DivUIOp>(value, w.integer(type, size)),
            w.fold<arith::RemUIOp>(value, w.integer(type, size))};
  return {w.shiftRight(value, w.integer(type, llvm::Log2_64(size))),
          w.andI(value, w.integer(type, size - 1))};
}

AxisIndex linearize(Writer &w, ArrayRef<int64_t> sizes, ArrayRef<AxisIndex> axes, int64_t width) {
  Value first, vector;
  AxisIndex along;
  int64_t stride = 1;
  auto sum = [&](Value a, Value b) { return a ? w.addI(a, b) : b; };
  auto scaled = [&](Value v) { return w.mulI(v, w.integer(v.getType(), stride)); };
  for (auto [axis, size] : llvm::reverse(llvm::zip_equal(axes, sizes))) {
    if (axis.kind == Kind::Unknown)
      return AxisIndex::unknown();
    bool needsVector = axis.kind == Kind::Vector || (axis.kind == Kind::Along && stride != 1);
    if (needsVector)
      vector = sum(vector, scaled(vectorOf(w, axis, width)));
    else if (axis.first)
      first = sum(first, scaled(axis.first));
    if (axis.kind == Kind::Along && !needsVector)
      along = axis;
    stride *= size;
  }
  if (vector) {
    AxisIndex rest =
        along.kind == Kind::Along ? AxisIndex::along(first, false) : AxisIndex::at(first);
    return AxisIndex::of(w.addI(vector, vectorOf(w, rest, width)));
  }
  return along.kind == Kind::Along ? AxisIndex::along(first, along.isAligned)
                                   : AxisIndex::at(first);
}

} // namespace

void delinearize(Writer &w, AxisIndex linear, ArrayRef<int64_t> sizes,
                 MutableArrayRef<AxisIndex> axes, int64_t width) {
  for (int64_t i = static_cast<int64_t>(sizes.size()) - 1; i >= 0; --i) {
    if (i == 0 || linear.kind == Kind::Unknown) {
      axes[i] = linear;
      continue;
    }
    bool keepsVectors = linear.isAligned && sizes[i] % width == 0;
    if (linear.kind == Kind::Along && !keepsVectors)
      linear = AxisIndex::of(vectorOf(w, linear, width));
    if (linear.kind == Kind::Vector) {
      auto [quotient, rest] = divideBy(w, linear.vector, sizes[i]);
      axes[i] = AxisIndex::of(rest);
      linear = AxisIndex::of(quotient);
      continue;
    }
    auto [quotient, rest] = divideBy(w, firstOf(w, linear), sizes[i]);
    axes[i] = linear.kind == Kind::Along ? AxisIndex::along(rest, true) : AxisIndex::at(rest);
    linear = AxisIndex::at(quotient);
  }
}

namespace {

Index reshapeIndex(Writer &w, ArrayRef<int64_t> from, ArrayRef<int64_t> to, const Index &index) {
  Index result;
  result.width = index.width;
  result.axes.resize(to.size());
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    if (i < from.size() && from[i] == 1) {
      ++i;
      continue;
    }
    if (j < to.size() && to[j] == 1) {
      ++j; // at 0
      continue;
    }
    size_t i0 = i, j0 = j;
    int64_t left = from[i++], right = to[j++];
    while (left != right)
      (left < right ? left : right) *= left < right ? from[i++] : to[j++];
    if (i == i0 + 1 && j == j0 + 1) {
      result.axes[j0] = index.axes[i0];
      continue;
    }
    AxisIndex linear =
        linearize(w, from.slice(i0, i - i0), ArrayRef(index.axes).slice(i0, i - i0), index.width);
    delinearize(w, linear, to.slice(j0, j - j0), MutableArrayRef(result.axes).slice(j0, j - j0),
                index.width);
  }
  return result;
}

} // namespace

bool isView(Operation *op) {
  return isa<tile::BroadcastOp, tile::ExpandDimsOp, tile::TransposeOp, tile::ReshapeOp,
             tile::HintOp>(op);
}

bool isElementwise(Operation *op) {
  if (isa<tile::AddPtrOp, tile::PtrToIntOp, tile::IntToPtrOp, tile::PtrCastOp, tile::FloatToFloatOp,
          tile::MulHighOp, tile::DivExactOp, tile::SqrtExactOp, tile::LibmOp>(op))
    return true;
  bool isPlain = isa<arith::ArithDialect, math::MathDialect>(op->getDialect());
  return isPlain && op->getNumOperands() > 0;
}

Index sourceIndex(Writer &w, Operation *view, const Index &index) {
  if (isElementwise(view) || isa<tile::HintOp>(view))
    return index;
  ArrayRef<int64_t> from = tile::shapeOf(view->getResult(0).getType());
  ArrayRef<int64_t> to = tile::shapeOf(view->getOperand(0).getType());
  Index result = index;
  if (isa<tile::BroadcastOp>(view)) {
    for (size_t axis = 0; axis < to.size(); ++axis)
      if (to[axis] == 1)
        result[axis] = AxisIndex();
  } else if (auto expand = dyn_cast<tile::ExpandDimsOp>(view)) {
    result.axes.erase(result.axes.begin() + expand.getAxis());
  } else if (auto transpose = dyn_cast<tile::TransposeOp>(view)) {
    for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
      result[source] = index[axis];
  } else if (isa<tile::ReshapeOp>(view)) {
    result = reshapeIndex(w, from, to, index);
  } else {
    NEREID_UNREACHABLE("not a view");
  }
  return result;
}

} // namespace nereid::cpu
