// Core: a kernel after every question about it has been answered.
//
// Sema elaborates syntax x specialization into Core. In Core there are no constexpr values left to
// fold, no static loops to unroll, no implicit broadcast, cast or default argument, no calls: every
// statement is one tile operation (core_ops.def). What remains is small enough that lower/ is one
// switch with no decisions, and plain enough that nothing here needs MLIR: the whole front end
// builds, and is tested, in a second. Core never optimizes.
//
//   kernel scale(x: *f32 {16}, out: *f32 {16}, n: i32)
//     %3 = ProgramId 0 : i32
//     %4 = Constant 256 : i32
//     %5 = MulI %3, %4 : i32
//     %6 = Range 0 256 : i32[256]
//     %7 = Splat %5 : i32[256]
//     ...
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/scalar.h"
#include "source/source.h"

namespace nereid::core {

// A tile: an element type and a static shape; rank 0 is a scalar. A pointer tile's `element` is
// what each lane points to (I1 pointees occupy one byte, and Core loads and stores them as I8).
struct Type {
  Scalar element = Scalar::I32;
  bool isPointer = false;
  bool isConst = false; // a pointer that may not be stored through
  std::vector<int64_t> shape;

  bool isScalar() const { return shape.empty(); }
  int64_t lanes() const;
  Type withShape(std::vector<int64_t> newShape) const;
  Type withElement(Scalar newElement) const; // no longer a pointer
  friend bool operator==(const Type &, const Type &) = default;
};

std::string print(const Type &type);        // "f32[128, 64]", "*f32[256]", "i32"
std::string languageName(const Type &type); // as Triton prints it: "fp32[128, 64]", "pointer<fp32>"

enum class OpKind : uint16_t {
#define NEREID_CORE_OP(name) name,
#include "sema/core_ops.def"
};
std::string_view nameOf(OpKind op);

enum class Predicate : uint8_t { Eq, Ne, LtS, LeS, GtS, GeS, LtU, LeU, GtU, GeU, Lt, Le, Gt, Ge };

enum class ValueId : uint32_t {};

struct Stmt;

struct Block {
  std::vector<ValueId> arguments;
  std::vector<Stmt> body;
  std::vector<ValueId> yields;
};

// What an operation needs besides operands; core_ops.def says who uses what.
struct Attributes {
  int64_t integer = 0;
  uint64_t bits = 0;
  std::vector<int64_t> integers;
  std::string text;
  std::vector<std::string> texts;
};

struct Stmt {
  OpKind op;
  Span span;          // the syntax this came from, always
  uint32_t frame = 0; // through which calls: an index of Kernel::frames
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  std::vector<Block> regions;
  Attributes attrs;
};

// One step of the call chain a statement was inlined through. Frame 0 is the kernel itself.
struct Frame {
  uint32_t parent = 0;
  Span call;            // where the function was called
  std::string function; // its name
};

// A run-time parameter. Tuple parameters are flattened in order; a leaf's name is "pair[0]".
struct Parameter {
  std::string name;
  Type type;
  int divisor = 1; // a power of two, at most 16, that divides what is passed
  Span span;
};

struct Kernel {
  std::string name;
  Span span;
  std::vector<Parameter> parameters; // body.arguments, in order
  Block body;
  std::vector<Type> typeOf; // indexed by ValueId
  std::vector<Frame> frames = {Frame{}};
  bool allowContraction = true; // mul + add may become fma (enable_fp_fusion)

  const Type &type(ValueId value) const { return typeOf[static_cast<uint32_t>(value)]; }
};

// The kernel as text, one statement a line; `nereid show --core`. Spans and frames are left out
// (a comment must not change a cache key), so the text stands for the kernel's meaning.
std::string print(const Kernel &kernel);

// What is wrong with `kernel` by Core's own rules (operand counts, types, shapes, dominance), or
// empty. Sema's tests and the compiler's checked builds call it.
std::string verify(const Kernel &kernel);

} // namespace nereid::core
