// How operands come to one element type and one shape.
//
// Python's numbers take part in two ways. Arithmetic, bit operators and `where` keep them Python
// scalars: they adapt to the tile beside them (fp16 * 2.5 is fp16). Comparisons, minimum/maximum
// and the math functions give them a type of their own first (fp16 < 1.0 compares in fp32).
//
//   auto operands = unify(context, x, y, {.verb = "add"});
//   if (!operands)
//     return Value::error();
//   emitBinary(context, OpKind::AddF, operands->x, operands->y);
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

// The type that a number has by itself: bool int1; int the first of int32, uint32, int64, uint64
// that holds it; float float32 where that is a normal number, else float64. Nothing: an int that
// needs more than 64 bits.
std::optional<Scalar> naturalType(const eval::Value &number);

// `number` in `type`, rounded once; ints wrap. `throughNatural`: as if it had been a tile of its
// natural type that was then cast.
uint64_t encodeNumber(const eval::Value &number, Scalar type, bool throughNatural);

// The type in which an operator on tiles of two element types computes. Without one, `whyNot`
// says why.
struct CommonType {
  enum class WhyNot : uint8_t { Fine, Float8WithInteger, SignednessDiffers };
  Scalar type = Scalar::I32;
  WhyNot whyNot = WhyNot::Fine;
  bool ok() const { return whyNot == WhyNot::Fine; }
};
CommonType commonType(Scalar a, Scalar b, bool isDivision);

struct UnifyOptions {
  std::string_view verb = "combine"; // "cannot <verb> ..."
  bool isDivision = false;
  bool keepsScalars = true; // false: a Python scalar gets its own type first
};
struct Unified {
  Value x, y; // tiles of one type
};
// Two numbers, each a tile or a Python scalar, cast to their common type and broadcast to their
// common shape. Nothing after a report. Not for pointers.
std::optional<Unified> unify(Context &context, const Value &x, const Value &y,
                             const UnifyOptions &options);

// The element types as `unify` would find them, without converting. Nothing after a report.
std::optional<Scalar> unifiedType(Context &context, const Value &x, const Value &y,
                                  const UnifyOptions &options);

// Warns where `number`, a constant given for a value of this type, is not what the type will hold:
// 300 in an int8, 0.5 in an int32, 1e6 in an fp16. -1 is all ones in unsigned types, and meant so.
void warnIfCut(Context &context, const Value &number, Scalar type);

// A number as a tile of this very type and shape: constants directly, tiles cast, then broadcast.
Value materialize(Context &context, const Value &value, Scalar type, const Shape &shape,
                  bool throughNatural);

} // namespace nereid::sema
