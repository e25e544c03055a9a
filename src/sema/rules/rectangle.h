// Rectangles of memory: what block pointers and tensor descriptors come down to.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

// A rectangle of pointers: base + sum over d of (offset[d] + 0 .. block[d]-1) * stride[d], and
// which of them lie inside `shape` along the axes in `checked`. Scalars are ints of any type; shape
// and strides may be constants.
struct Rectangle {
  Value base;
  std::vector<Value> shape, strides, offsets;
  Shape block;
  std::vector<bool> checked;
};
struct ExpandedRectangle {
  Value pointers;
  Value mask; // a None constant if nothing is checked
};
ExpandedRectangle expand(Context &context, const Rectangle &rectangle);

// The value of masked-off lanes: zero, NaN, or (for "") nothing, a None constant.
Value paddingOf(Context &context, std::string_view padding, Scalar element, const Shape &shape);

// Its parts. The i64 indices offset .. offset + size - 1, as a line:
Value lineIndices(Context &context, const Value &offset, int64_t size);
// Which of them lie in 0 .. size - 1:
Value insideLine(Context &context, const Value &indices, const Value &size);

// The ints of a tuple argument (or one int), each a scalar of `type`. `what` names them: "the
// sizes". Where they never change, constants can stay constants: then no loop carries them around,
// and whoever reads Core sees a stride of 1.
enum class Constants : uint8_t { Become, Stay };
std::optional<std::vector<Value>> integerScalars(Context &context, const Value &argument,
                                                 std::string_view what, Scalar type,
                                                 Constants constants);
// Such an int as an i64 tile of `shape`.
Value longTile(Context &context, const Value &scalar, const Shape &shape);
bool isIntegerScalar(const Value &value);
// A block pointer whose sizes and strides are numbers known at run time wherever they are other
// constants than those of `other`, or constants there are not: so the two can be of one type.
Value withNumbers(Context &context, const Value &pointer, const Value &other);

bool isConstantInt(const Value &value, int64_t number);

} // namespace nereid::sema
