// Integers: arithmetic that wraps, division toward zero, shifts, comparison, choice.
//
// A lane has no sign; each operation says how it reads it. Unsigned reading computes in at least 32
// bits and keeps the low ones; signed reading computes in 64.
#include <algorithm>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "interp/lanewise.h"
#include "interp/report.h"
#include "interp/semantics.h"
#include "interp/trace.h"

using namespace mlir;

namespace nereid::interp {
namespace {

// f takes and gives Unsigned<T>.
template <typename F> auto onUnsigned(F f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitInteger(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachPair<T, T>(op, prepare,
                            [f](T a, T b) { return truncate<T>(f(asUnsigned(a), asUnsigned(b))); });
    });
  };
}

// f takes and gives int64_t.
template <typename F> auto onSigned(F f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitInteger(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachPair<T, T>(op, prepare,
                            [f](T a, T b) { return truncate<T>(f(asSigned(a), asSigned(b))); });
    });
  };
}

// f takes a lane and an amount below the lane's width. Larger amounts mean nothing; they give
// `beyond`, so that results do not depend on the machine.
template <typename F, typename Beyond> auto onShift(F f, Beyond beyond) {
  return [f, beyond](Operation *op, Preparation &prepare) {
    return visitInteger(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachPair<T, T>(op, prepare, [f, beyond](T a, T amount) {
        return asUnsigned(amount) < kBits<T> ? f(a, int(amount)) : beyond(a);
      });
    });
  };
}

// f takes int64_t or uint64_t, and a divisor that is not 0. A divisor of 0 ends the launch, unless
// the lane may be one that was masked off (trace.h): then it gives 0, which nobody may rely on.
template <bool kIsSigned, typename F> auto onDivision(F f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitInteger(resultElement(op), [&](auto type) -> Step {
      using T = typename decltype(type)::type;
      Slot a = prepare.operand(op->getOperand(0)), b = prepare.operand(op->getOperand(1));
      Slot result = prepare.result(op->getResult(0));
      int64_t lanes = prepare.lanesOf(op->getResult(0));
      bool isChecked = !mayBeMaskedOff(op->getOperand(1));
      return [=](Machine &machine) {
        const T *dividend = machine.lanes<T>(a), *divisor = machine.lanes<T>(b);
        T *to = machine.lanes<T>(result);
        for (int64_t i = 0; i < lanes; ++i) {
          if (divisor[i] == T(0) && isChecked)
            return machine.stop(divisionByZero(op, i, machine));
          if (divisor[i] == T(0))
            to[i] = T(0);
          else if constexpr (kIsSigned)
            to[i] = truncate<T>(f(asSigned(dividend[i]), asSigned(divisor[i])));
          else
            to[i] =
                truncate<T>(f(uint64_t(asUnsigned(dividend[i])), uint64_t(asUnsigned(divisor[i]))));
        }
      };
    });
  };
}

// The smallest integer divided by -1 has no quotient in its type: it wraps to itself.
int64_t quotient(int64_t a, int64_t b) {
  return b == -1 ? int64_t(-uint64_t(a)) : a / b;
}
int64_t remainder(int64_t a, int64_t b) {
  return b == -1 ? 0 : a % b;
}

template <typename T> T mulHigh(T a, T b, bool isUnsigned) {
  if (isUnsigned)
    return truncate<T>(static_cast<unsigned __int128>(a) * b >> kBits<T>);
  return truncate<T>(uint64_t(static_cast<__int128>(asSigned(a)) * asSigned(b) >> kBits<T>));
}

Step prepareMulHigh(Operation *op, Preparation &prepare) {
  bool isUnsigned = cast<tile::MulHighOp>(op).getIsUnsigned();
  return visitInteger(resultElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    return eachPair<T, T>(op, prepare, [=](T a, T b) { return mulHigh(a, b, isUnsigned); });
  });
}

Step prepareAbs(Operation *op, Preparation &prepare) {
  return visitInteger(resultElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    return eachLane<T, T>(
        op, prepare, [](T a) { return asSigned(a) < 0 ? truncate<T>(-uint64_t(asSigned(a))) : a; });
  });
}

// -- Comparison. A predicate is the set of relations it holds for.

constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4;

unsigned relationsOf(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return kEqual;
  case arith::CmpIPredicate::ne:
    return kLess | kGreater;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return kLess;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return kLess | kEqual;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return kGreater;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return kGreater | kEqual;
  }
  NEREID_UNREACHABLE("predicate");
}

bool readsSigned(arith::CmpIPredicate predicate) {
  return predicate >= arith::CmpIPredicate::slt && predicate <= arith::CmpIPredicate::sge;
}

template <typename Number> bool holds(unsigned relations, Number a, Number b) {
  unsigned relation = (a < b ? kLess : 0) | (a == b ? kEqual : 0) | (a > b ? kGreater : 0);
  return (relations & relation) != 0;
}

Step prepareCompare(Operation *op, Preparation &prepare) {
  auto predicate = cast<arith::CmpIOp>(op).getPredicate();
  unsigned relations = relationsOf(predicate);
  return visitInteger(operandElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    if (readsSigned(predicate))
      return eachPair<bool, T>(
          op, prepare, [=](T a, T b) { return holds(relations, asSigned(a), asSigned(b)); });
    return eachPair<bool, T>(
        op, prepare, [=](T a, T b) { return holds(relations, asUnsigned(a), asUnsigned(b)); });
  });
}

// The condition may be a scalar that chooses between whole tiles.
Step prepareSelect(Operation *op, Preparation &prepare) {
  Slot condition = prepare.operand(op->getOperand(0));
  Slot yes = prepare.operand(op->getOperand(1)), no = prepare.operand(op->getOperand(2));
  Slot result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  int64_t stride = prepare.lanesOf(op->getOperand(0)) == lanes ? 1 : 0;
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      const bool *chooses = machine.lanes<bool>(condition);
      const T *a = machine.lanes<T>(yes), *b = machine.lanes<T>(no);
      T *to = machine.lanes<T>(result);
      for (int64_t i = 0; i < lanes; ++i)
        to[i] = chooses[i * stride] ? a[i] : b[i];
    };
  });
}

} // namespace

void addIntegers(SemanticsTable &table) {
  table.setLanewise("arith.addi", onUnsigned([](auto a, auto b) { return a + b; }));
  table.setLanewise("arith.subi", onUnsigned([](auto a, auto b) { return a - b; }));
  table.setLanewise("arith.muli", onUnsigned([](auto a, auto b) { return a * b; }));
  table.setLanewise("arith.andi", onUnsigned([](auto a, auto b) { return a & b; }));
  table.setLanewise("arith.ori", onUnsigned([](auto a, auto b) { return a | b; }));
  table.setLanewise("arith.xori", onUnsigned([](auto a, auto b) { return a ^ b; }));
  table.setLanewise("arith.minui", onUnsigned([](auto a, auto b) { return std::min(a, b); }));
  table.setLanewise("arith.maxui", onUnsigned([](auto a, auto b) { return std::max(a, b); }));
  table.setLanewise("arith.minsi", onSigned([](auto a, auto b) { return std::min(a, b); }));
  table.setLanewise("arith.maxsi", onSigned([](auto a, auto b) { return std::max(a, b); }));

  table.setLanewise("arith.divsi", onDivision<true>(quotient));
  table.setLanewise("arith.remsi", onDivision<true>(remainder));
  table.setLanewise("arith.divui", onDivision<false>([](auto a, auto b) { return a / b; }));
  table.setLanewise("arith.remui", onDivision<false>([](auto a, auto b) { return a % b; }));

  auto zero = [](auto a) { return decltype(a)(0); };
  auto sign = [](auto a) { return truncate<decltype(a)>(asSigned(a) < 0 ? -1 : 0); };
  table.setLanewise(
      "arith.shli",
      onShift([](auto a, int n) { return truncate<decltype(a)>(asUnsigned(a) << n); }, zero));
  table.setLanewise(
      "arith.shrui",
      onShift([](auto a, int n) { return truncate<decltype(a)>(asUnsigned(a) >> n); }, zero));
  table.setLanewise(
      "arith.shrsi",
      onShift([](auto a, int n) { return truncate<decltype(a)>(asSigned(a) >> n); }, sign));

  table.setLanewise("tile.mul_high", prepareMulHigh);
  table.setLanewise("math.absi", prepareAbs);
  table.setLanewise("arith.cmpi", prepareCompare);
  table.setLanewise("arith.select", prepareSelect);
}

} // namespace nereid::interp
