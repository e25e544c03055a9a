// Addresses as sums of products, over what a kernel is given and what it counts.
//
//   a + rows[:, None] * am + (k * 64 + inner)[None, :]
//   = a + 128*id*am + am*axis0 + 64*round + axis1
//
// A pointer tile is an argument and such a sum, in elements; an index tile is a sum alone. What
// cannot be taken apart (a quotient, a minimum) is a symbol. Loops' counters and what every round
// adds are written by the number of the round, so that two that go together look alike.
//
// Sums are about what the author means: numbers that would overflow their type are taken to be as
// large as they are. `(start + i) % bound` is taken apart too, under the condition that a block
// never crosses `bound` (Remainder).
//
// The analysis keeps no state but what it has found; it lives no longer than the kernel.
#pragma once

#include <optional>

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include "passes/axis_facts.h"

namespace nereid::nvidia {

struct Symbol {
  enum class Kind : uint8_t {
    Scalar, // a value that is no sum
    Round,  // of a loop (by its counter): 0, 1, ...
    Axis,   // the place along an axis of the tile
  };
  Kind kind;
  const void *of = nullptr; // the value's
  unsigned axis = 0;

  static Symbol scalar(mlir::Value value) { return {Kind::Scalar, value.getAsOpaquePointer(), 0}; }
  static Symbol round(mlir::Value counter) {
    return {Kind::Round, counter.getAsOpaquePointer(), 0};
  }
  static Symbol place(unsigned axis) { return {Kind::Axis, nullptr, axis}; }
  mlir::Value value() const { return mlir::Value::getFromOpaquePointer(of); }

  friend auto operator<=>(const Symbol &, const Symbol &) = default;
};

struct Term {
  int64_t factor;
  llvm::SmallVector<Symbol, 3> symbols; // sorted
  bool has(Symbol symbol) const { return llvm::is_contained(symbols, symbol); }
  friend bool operator==(const Term &, const Term &) = default;
};

class Sum {
public:
  Sum() = default; // zero
  explicit Sum(int64_t constant) { add({constant, {}}); }
  explicit Sum(Symbol symbol) { add({1, {symbol}}); }

  llvm::ArrayRef<Term> terms() const { return terms_; }
  bool isZero() const { return terms_.empty(); }
  std::optional<int64_t> constant() const;
  void add(Term term);
  Sum plus(const Sum &other, int64_t times = 1) const;
  std::optional<Sum> times(const Sum &other) const; // nothing if it becomes long
  Sum timesTerm(const Term &term) const;
  // Axis i becomes axes[i].
  Sum withAxes(llvm::ArrayRef<unsigned> axes) const;

  friend bool operator==(const Sum &, const Sum &) = default;

private:
  llvm::SmallVector<Term, 4> terms_; // sorted by symbols; no factor is zero
};

// `term` without the symbols and the factor of `divisor`; nothing if that does not go evenly.
std::optional<Term> quotient(const Term &term, const Term &divisor);

class Affine {
public:
  explicit Affine(const AxisFactsAnalysis &facts) : facts_(facts) {}

  std::optional<Sum> of(mlir::Value value);

  struct Address {
    mlir::BlockArgument base;
    Sum elements;
  };
  std::optional<Address> addressOf(mlir::Value pointer);

  // The remainder that a scalar symbol stands for, if it does.
  struct Remainder {
    Sum start, bound;
    int64_t block;
  };
  const Remainder *remainder(Symbol symbol) const;

private:
  std::optional<Sum> compute(mlir::Value value);
  std::optional<Sum> ofArgument(mlir::BlockArgument argument);
  std::optional<Sum> ofView(mlir::Operation *op);
  std::optional<Sum> ofRemainder(mlir::Operation *op);

  const AxisFactsAnalysis &facts_;
  llvm::DenseMap<mlir::Value, std::optional<Sum>> sums_;
  llvm::DenseMap<const void *, Remainder> remainders_;
};

} // namespace nereid::nvidia
