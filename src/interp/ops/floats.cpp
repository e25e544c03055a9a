// Floats: arithmetic rounded to nearest even, minimum and maximum, comparison.
//
// f16 and bf16 are computed in f32 and rounded to their type (lane_types.h).
#include <cmath>

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "interp/lanewise.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

// f takes and gives float or double.
template <typename F> auto onFloat(F f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitFloat(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachLane<T, T>(op, prepare, [f](T a) { return narrow<T>(f(widen(a))); });
    });
  };
}

template <typename F> auto onFloats(F f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitFloat(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachPair<T, T>(op, prepare,
                            [f](T a, T b) { return narrow<T>(f(widen(a), widen(b))); });
    });
  };
}

// The operand that is not NaN wins; -0.0 is below +0.0.
template <typename T> T minNum(T a, T b) {
  if (std::isnan(a))
    return b;
  if (std::isnan(b))
    return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <typename T> T maxNum(T a, T b) {
  if (std::isnan(a))
    return b;
  if (std::isnan(b))
    return a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}

// -- Comparison. A predicate is the set of relations it holds for.

constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8;

unsigned relationsOf(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return 0;
  case arith::CmpFPredicate::OEQ:
    return kEqual;
  case arith::CmpFPredicate::OGT:
    return kGreater;
  case arith::CmpFPredicate::OGE:
    return kGreater | kEqual;
  case arith::CmpFPredicate::OLT:
    return kLess;
  case arith::CmpFPredicate::OLE:
    return kLess | kEqual;
  case arith::CmpFPredicate::ONE:
    return kLess | kGreater;
  case arith::CmpFPredicate::ORD:
    return kLess | kEqual | kGreater;
  case arith::CmpFPredicate::UEQ:
    return kEqual | kUnordered;
  case arith::CmpFPredicate::UGT:
    return kGreater | kUnordered;
  case arith::CmpFPredicate::UGE:
    return kGreater | kEqual | kUnordered;
  case arith::CmpFPredicate::ULT:
    return kLess | kUnordered;
  case arith::CmpFPredicate::ULE:
    return kLess | kEqual | kUnordered;
  case arith::CmpFPredicate::UNE:
    return kLess | kGreater | kUnordered;
  case arith::CmpFPredicate::UNO:
    return kUnordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return kLess | kEqual | kGreater | kUnordered;
  }
  NEREID_UNREACHABLE("predicate");
}

Step prepareCompare(Operation *op, Preparation &prepare) {
  unsigned relations = relationsOf(cast<arith::CmpFOp>(op).getPredicate());
  return visitFloat(operandElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    return eachPair<bool, T>(op, prepare, [=](T left, T right) {
      auto a = widen(left), b = widen(right);
      unsigned relation = a < b ? kLess : a == b ? kEqual : a > b ? kGreater : kUnordered;
      return (relations & relation) != 0;
    });
  });
}

} // namespace

void addFloats(SemanticsTable &table) {
  table.setLanewise("arith.addf", onFloats([](auto a, auto b) { return a + b; }));
  table.setLanewise("arith.subf", onFloats([](auto a, auto b) { return a - b; }));
  table.setLanewise("arith.mulf", onFloats([](auto a, auto b) { return a * b; }));
  table.setLanewise("arith.divf", onFloats([](auto a, auto b) { return a / b; }));
  table.setLanewise("tile.div_exact", onFloats([](auto a, auto b) { return a / b; }));
  table.setLanewise("arith.remf", onFloats([](auto a, auto b) { return std::fmod(a, b); }));
  table.setLanewise("arith.negf", onFloat([](auto a) { return -a; }));
  table.setLanewise("math.absf", onFloat([](auto a) { return std::fabs(a); }));
  table.setLanewise("math.copysign", onFloats([](auto a, auto b) { return std::copysign(a, b); }));
  table.setLanewise("tile.sqrt_exact", onFloat([](auto a) { return std::sqrt(a); }));

  table.setLanewise("arith.minnumf", onFloats([](auto a, auto b) { return minNum(a, b); }));
  table.setLanewise("arith.maxnumf", onFloats([](auto a, auto b) { return maxNum(a, b); }));
  // NaN if either is.
  table.setLanewise("arith.minimumf", onFloats([](auto a, auto b) {
                      return std::isnan(a) ? a : std::isnan(b) ? b : minNum(a, b);
                    }));
  table.setLanewise("arith.maximumf", onFloats([](auto a, auto b) {
                      return std::isnan(a) ? a : std::isnan(b) ? b : maxNum(a, b);
                    }));
  table.setLanewise("arith.cmpf", prepareCompare);
}

} // namespace nereid::interp
