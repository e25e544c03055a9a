// Values in another type.
#include <algorithm>
#include <cmath>
#include <limits>

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "interp/lanewise.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

// -- Integers.

template <bool kIsSigned> Step prepareResize(Operation *op, Preparation &prepare) {
  return visitInteger(operandElement(op), [&](auto fromType) {
    using From = typename decltype(fromType)::type;
    return visitInteger(resultElement(op), [&](auto toType) {
      using To = typename decltype(toType)::type;
      return eachLane<To, From>(op, prepare, [](From a) {
        if constexpr (kIsSigned)
          return truncate<To>(asSigned(a));
        else
          return truncate<To>(asUnsigned(a));
      });
    });
  });
}

// -- Integers and floats.

// Narrow floats are reached through double, which holds every 32-bit integer; of a 64-bit one it
// keeps enough, and a digit that says whether more was lost (round to odd), to round right again.
double toOddDouble(uint64_t magnitude) {
  int excess = std::bit_width(magnitude) - 53;
  if (excess <= 0)
    return double(magnitude);
  bool isInexact = (magnitude & ((uint64_t(1) << excess) - 1)) != 0;
  return std::ldexp(double(magnitude >> excess | uint64_t(isInexact)), excess);
}

template <typename To> To fromMagnitude(uint64_t magnitude, bool isNegative) {
  if constexpr (std::is_floating_point_v<To>)
    return isNegative ? -To(magnitude) : To(magnitude);
  else
    return narrow<To>(isNegative ? -toOddDouble(magnitude) : toOddDouble(magnitude));
}

template <bool kIsSigned> Step prepareToFloat(Operation *op, Preparation &prepare) {
  return visitInteger(operandElement(op), [&](auto fromType) {
    using From = typename decltype(fromType)::type;
    return visitFloat(resultElement(op), [&](auto toType) {
      using To = typename decltype(toType)::type;
      return eachLane<To, From>(op, prepare, [](From a) {
        if (kIsSigned && asSigned(a) < 0)
          return fromMagnitude<To>(-uint64_t(asSigned(a)), true);
        return fromMagnitude<To>(asUnsigned(a), false);
      });
    });
  });
}

// Toward zero. What does not fit means nothing; it becomes the nearest end of the range, and NaN 0,
// so that results do not depend on the machine.
template <typename To, bool kIsSigned> To toInteger(double value) {
  constexpr int kDigits = kBits<To> - (kIsSigned ? 1 : 0);
  constexpr uint64_t kLargest = kDigits == 0 ? 0 : ~uint64_t(0) >> (64 - std::max(kDigits, 1));
  const double beyond = std::ldexp(1.0, kDigits), lowest = kIsSigned ? -beyond : 0.0;
  double whole = std::trunc(value);
  if (std::isnan(value))
    return To(0);
  if (whole >= beyond)
    return truncate<To>(kLargest);
  if (whole < 0)
    return truncate<To>(uint64_t(int64_t(std::max(whole, lowest))));
  return truncate<To>(uint64_t(whole));
}

template <bool kIsSigned> Step prepareToInteger(Operation *op, Preparation &prepare) {
  return visitFloat(operandElement(op), [&](auto fromType) {
    using From = typename decltype(fromType)::type;
    return visitInteger(resultElement(op), [&](auto toType) {
      using To = typename decltype(toType)::type;
      return eachLane<To, From>(op, prepare,
                                [](From a) { return toInteger<To, kIsSigned>(double(widen(a))); });
    });
  });
}

// -- Floats.

Step convert(Operation *op, Preparation &prepare, Scalar from, Scalar to, bool towardZero) {
  return visitFloat(from, [&](auto fromType) {
    using From = typename decltype(fromType)::type;
    return visitFloat(to, [&](auto toType) -> Step {
      using To = typename decltype(toType)::type;
      if (!towardZero)
        return eachLane<To, From>(op, prepare, [](From a) { return narrow<To>(widen(a)); });
      return eachLane<To, From>(op, prepare, [to](From a) {
        return fromBits<To>(encodeFloatTowardZero(to, double(widen(a))));
      });
    });
  });
}

Step prepareResizeFloat(Operation *op, Preparation &prepare) {
  return convert(op, prepare, scalarOfFloat(operandElement(op)), scalarOfFloat(resultElement(op)),
                 false);
}

Step prepareFloatToFloat(Operation *op, Preparation &prepare) {
  auto conversion = cast<tile::FloatToFloatOp>(op);
  Scalar from = conversion.getSourceE4b15() ? Scalar::F8E4B15 : scalarOfFloat(operandElement(op));
  Scalar to = conversion.getResultE4b15() ? Scalar::F8E4B15 : scalarOfFloat(resultElement(op));
  return convert(op, prepare, from, to, conversion.getTowardZero());
}

// The same bits.
Step prepareBitcast(Operation *op, Preparation &prepare) {
  prepare.alias(op->getResult(0), op->getOperand(0));
  return {};
}

} // namespace

void addConversions(SemanticsTable &table) {
  table.setLanewise("arith.trunci", prepareResize<false>);
  table.setLanewise("arith.extui", prepareResize<false>);
  table.setLanewise("arith.extsi", prepareResize<true>);
  table.setLanewise("arith.sitofp", prepareToFloat<true>);
  table.setLanewise("arith.uitofp", prepareToFloat<false>);
  table.setLanewise("arith.fptosi", prepareToInteger<true>);
  table.setLanewise("arith.fptoui", prepareToInteger<false>);
  table.setLanewise("arith.extf", prepareResizeFloat);
  table.setLanewise("arith.truncf", prepareResizeFloat);
  table.setLanewise("tile.float_to_float", prepareFloatToFloat);
  table.setLanewise("arith.bitcast", prepareBitcast);
}

} // namespace nereid::interp
