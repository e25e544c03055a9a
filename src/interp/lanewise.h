// Steps for operations that treat lanes one by one: result[i] = f(a[i], b[i], ...).
#pragma once

#include "interp/lane_types.h"
#include "interp/prepare.h"

namespace nereid::interp {

inline mlir::Type operandElement(mlir::Operation *op, unsigned index = 0) {
  return tile::elementOf(op->getOperand(index).getType());
}
inline mlir::Type resultElement(mlir::Operation *op) {
  return tile::elementOf(op->getResult(0).getType());
}

// result[i] = f(a[i])
template <typename R, typename A, typename F>
Step eachLane(mlir::Operation *op, Preparation &prepare, F f) {
  Slot a = prepare.operand(op->getOperand(0)), result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  return [=](Machine &machine) {
    const A *from = machine.lanes<A>(a);
    R *to = machine.lanes<R>(result);
    for (int64_t i = 0; i < lanes; ++i)
      to[i] = f(from[i]);
  };
}

// result[i] = f(a[i], b[i])
template <typename R, typename A, typename F>
Step eachPair(mlir::Operation *op, Preparation &prepare, F f) {
  Slot a = prepare.operand(op->getOperand(0)), b = prepare.operand(op->getOperand(1));
  Slot result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  return [=](Machine &machine) {
    const A *left = machine.lanes<A>(a), *right = machine.lanes<A>(b);
    R *to = machine.lanes<R>(result);
    for (int64_t i = 0; i < lanes; ++i)
      to[i] = f(left[i], right[i]);
  };
}

// result[i] = f(a[i], b[i], c[i])
template <typename R, typename A, typename F>
Step eachTriple(mlir::Operation *op, Preparation &prepare, F f) {
  Slot a = prepare.operand(op->getOperand(0)), b = prepare.operand(op->getOperand(1));
  Slot c = prepare.operand(op->getOperand(2)), result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  return [=](Machine &machine) {
    const A *first = machine.lanes<A>(a), *second = machine.lanes<A>(b);
    const A *third = machine.lanes<A>(c);
    R *to = machine.lanes<R>(result);
    for (int64_t i = 0; i < lanes; ++i)
      to[i] = f(first[i], second[i], third[i]);
  };
}

} // namespace nereid::interp
