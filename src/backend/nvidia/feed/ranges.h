// Numbers of a kernel as ranges that a launch computes (artifact.h), by which it tells whether a
// box may start before its tensor.
//
//   BM * (tl.cdiv(M, BM) - 1 - tl.program_id(0))     reversed rows: a product of a constant and a
//                                                    difference of a quotient and the program
//
// Sums are taken apart as Affine does it, so that what cancels out is gone.
#pragma once

#include "artifact/artifact.h"
#include "backend/nvidia/feed/affine.h"

namespace nereid::nvidia {

class Ranges {
public:
  explicit Ranges(Affine &affine) : affine_(affine) {}

  // The number of the sum's range in `all`; nothing for what is no arithmetic on arguments, program
  // ids and counters, or too much of it.
  std::optional<uint32_t> of(const Sum &sum);
  const std::vector<LaunchRange> &all() const { return all_; }

private:
  using Kind = LaunchRange::Kind;
  uint32_t add(LaunchRange range);
  std::optional<uint32_t> of(Symbol symbol);
  std::optional<uint32_t> of(mlir::Value value);
  std::optional<uint32_t> compute(Symbol symbol);
  std::optional<uint32_t> ofRounds(mlir::scf::ForOp loop);
  std::optional<uint32_t> ofOperation(mlir::Operation *op);
  std::optional<uint32_t> combine(Kind kind, llvm::ArrayRef<std::optional<uint32_t>> operands);

  Affine &affine_;
  std::vector<LaunchRange> all_;
  llvm::DenseMap<std::pair<int, const void *>, std::optional<uint32_t>> known_; // by symbol
};

} // namespace nereid::nvidia
