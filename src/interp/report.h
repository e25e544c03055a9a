// What the interpreter says when a kernel does what no kernel may.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mlir/IR/Operation.h"

#include "diag/diag.h"
#include "interp/machine.h"

namespace nereid::interp {

// The source text an operation came from: what lower/ put into its location.
Span spanOf(mlir::Location location);

// An access of memory by the lanes of one operation.
struct Access {
  mlir::Operation *op;
  std::string_view verb; // "load", "store", "atomic"
  std::string_view does; // "reads", "writes", "updates"
  const uint64_t *addresses = nullptr;
  const bool *mask = nullptr; // null: every lane takes part
  int64_t lanes = 1;
  uint64_t bytes = 1; // of one lane
  mlir::Type pointerType;
  std::span<const unsigned> roots; // the parameters that the pointer may have been computed from
};
Diagnostic outOfBounds(const Access &access, Machine &machine);

Diagnostic divisionByZero(mlir::Operation *op, int64_t lane, const Machine &machine);
Diagnostic indexOutOfRange(mlir::Operation *op, int64_t lane, int64_t index, int64_t size,
                           const Machine &machine);
Diagnostic assertFailed(mlir::Operation *op, int64_t lane, std::string_view message,
                        const Machine &machine);
Diagnostic assumptionFailed(mlir::Operation *op, const Machine &machine);

} // namespace nereid::interp
