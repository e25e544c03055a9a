// Sorting and counting.
#include <algorithm>
#include <cmath>

#include "interp/lanewise.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

// NaN is above all numbers and -0.0 below +0.0, so that the order is one.
template <typename T> bool isBelow(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a == b)
      return std::signbit(a) && !std::signbit(b);
    return a < b || (std::isnan(b) && !std::isnan(a));
  } else {
    return a < b;
  }
}

// Sorts each run of `size` lanes. key() gives what is compared.
template <typename T, typename Key>
Step sortRuns(tile::SortOp sort, Preparation &prepare, Key key) {
  Slot source = prepare.operand(sort.getSource()), result = prepare.result(sort.getResult());
  int64_t lanes = prepare.lanesOf(sort.getResult());
  int64_t size = tile::shapeOf(sort.getResult().getType()).back();
  bool isDescending = sort.getDescending();
  return [=](Machine &machine) {
    T *to = machine.lanes<T>(result);
    std::copy_n(machine.lanes<T>(source), lanes, to);
    for (T *run = to; run < to + lanes; run += size)
      std::sort(run, run + size, [&](T a, T b) {
        return isDescending ? isBelow(key(b), key(a)) : isBelow(key(a), key(b));
      });
  };
}

Step prepareSort(Operation *op, Preparation &prepare) {
  auto sort = cast<tile::SortOp>(op);
  if (isa<FloatType>(resultElement(op)))
    return visitFloat(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return sortRuns<T>(sort, prepare, [](T lane) { return widen(lane); });
    });
  return visitInteger(resultElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    if (sort.getIsUnsigned())
      return sortRuns<T>(sort, prepare, [](T lane) { return asUnsigned(lane); });
    return sortRuns<T>(sort, prepare, [](T lane) { return asSigned(lane); });
  });
}

// Bin b holds how many lanes under the mask are b; lanes that are no bin count nowhere.
Step prepareHistogram(Operation *op, Preparation &prepare) {
  auto histogram = cast<tile::HistogramOp>(op);
  Slot source = prepare.operand(histogram.getSource());
  bool hasMask = bool(histogram.getMask());
  Slot mask = hasMask ? prepare.operand(histogram.getMask()) : Slot();
  Slot result = prepare.result(histogram.getResult());
  int64_t lanes = prepare.lanesOf(histogram.getSource());
  int64_t bins = prepare.lanesOf(histogram.getResult());
  return visitInteger(operandElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      const T *from = machine.lanes<T>(source);
      const bool *keep = hasMask ? machine.lanes<bool>(mask) : nullptr;
      uint32_t *counts = machine.lanes<uint32_t>(result);
      std::fill(counts, counts + bins, 0);
      for (int64_t i = 0; i < lanes; ++i)
        if ((!keep || keep[i]) && asSigned(from[i]) >= 0 && asSigned(from[i]) < bins)
          ++counts[from[i]];
    };
  });
}

} // namespace

void addSorting(SemanticsTable &table) {
  table.set("tile.sort", prepareSort);
  table.set("tile.histogram", prepareHistogram);
}

} // namespace nereid::interp
