// Plan: which tiles are to be computed once and kept in scratch.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace nereid::cpu {

class Plan {
public:
  explicit Plan(mlir::func::FuncOp) {}
};

} // namespace nereid::cpu
