// What is known, along each axis, about the numbers and addresses in a tile.
//
// Of `base + row * stride + tl.arange(0, 64)`, with `base` and `stride` divisible by 16, the facts
// say: along the last axis 64 neighbours count up, and each such run starts at a multiple of 16. So
// a machine may read 16 bytes at once. Facts are about aligned groups: contiguity 4 along an axis
// means that elements 0 to 3, 4 to 7, ... of it are consecutive.
//
//   AxisFactsAnalysis facts(kernel);
//   facts.of(load.getPointer()).contiguity.back()
//
// The analysis reads the kernel once and keeps no reference to it but its values.
#pragma once

#include <optional>

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
class Operation;
}

namespace nereid {

// One entry an axis; one in all for scalars. Every number is a power of two.
struct AxisFacts {
  llvm::SmallVector<int64_t, 3> contiguity;   // neighbours that count up by one (element)
  llvm::SmallVector<int64_t, 3> divisibility; // of each such run's first; of addresses, in bytes
  llvm::SmallVector<int64_t, 3> constancy;    // neighbours that are equal
  std::optional<int64_t> constant;            // the value of every element

  friend bool operator==(const AxisFacts &, const AxisFacts &) = default;
};

// Whether tl.multiple_of and the like are facts. Kernels say of `(start + i) % M` that it is in one
// run, which near M it is not: enough for the width of an access, too little for its address.
enum class Hints : uint8_t { Believed, Ignored };

class AxisFactsAnalysis {
public:
  explicit AxisFactsAnalysis(mlir::Operation *kernel, Hints hints = Hints::Believed);

  // Facts of any value in the kernel; of one it cannot say anything about, that.
  AxisFacts of(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Value, AxisFacts> facts_;
};

} // namespace nereid
