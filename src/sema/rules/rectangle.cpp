// A rectangle of memory as pointers and a mask.
//
// Where a block is loaded or stored it becomes a tile of pointers,
//   base + sum over axes d of broadcast((offset[d] + arange(0, block[d])) * stride[d]),
// and for the axes that are checked a mask,
//   and over d of broadcast(0 <= offset[d] + arange and offset[d] + arange < shape[d]).
// Every term and every comparison is one line along one axis, so whoever reads Core can see that
// the whole is a rectangle. Offsets are 64-bit throughout, as the language promises.
#include "sema/rules/rectangle.h"

#include <limits>

#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"

namespace nereid::sema {

Value longTile(Context &context, const Value &scalar, const Shape &shape) {
  if (scalar.isConstant())
    return integerTile(context, Scalar::I64, shape,
                       static_cast<int64_t>(unwrap(scalar.constant).asInt()));
  return stretchTo(context, castTo(context, scalar, Scalar::I64), shape);
}

Value lineIndices(Context &context, const Value &offset, int64_t size) {
  Value line =
      emitOp(context, OpKind::Range, {}, tileType(Scalar::I32, {size}), withIntegers({0, size}));
  line = castTo(context, line, Scalar::I64);
  return emitBinary(context, OpKind::AddI, longTile(context, offset, {size}), line);
}

Value insideLine(Context &context, const Value &indices, const Value &size) {
  const Shape &line = indices.type.shape;
  Value low = emitCompare(context, OpKind::CompareI, Predicate::GeS, indices,
                          integerTile(context, Scalar::I64, line, 0));
  Value high = emitCompare(context, OpKind::CompareI, Predicate::LtS, indices,
                           longTile(context, size, line));
  return emitBinary(context, OpKind::AndI, low, high);
}

ExpandedRectangle expand(Context &context, const Rectangle &rectangle) {
  std::optional<Value> offsets, mask;
  auto join = [&](std::optional<Value> &sum, OpKind op, Value term) {
    sum = sum ? emitBinary(context, op, *sum, term) : std::move(term);
  };
  for (size_t axis = 0; axis < rectangle.block.size(); ++axis) {
    Value indices = lineIndices(context, rectangle.offsets[axis], rectangle.block[axis]);
    Value term = indices;
    if (!isConstantInt(rectangle.strides[axis], 1))
      term = emitBinary(context, OpKind::MulI, indices,
                        longTile(context, rectangle.strides[axis], indices.type.shape));
    join(offsets, OpKind::AddI, stretchAlong(context, term, axis, rectangle.block));
    if (!rectangle.checked[axis])
      continue;
    Value inside = insideLine(context, indices, rectangle.shape[axis]);
    join(mask, OpKind::AndI, stretchAlong(context, inside, axis, rectangle.block));
  }
  Value pointers = emitBinary(context, OpKind::AddPtr,
                              stretchTo(context, rectangle.base, rectangle.block), *offsets);
  return {std::move(pointers), mask ? std::move(*mask) : nothing()};
}

Value paddingOf(Context &context, std::string_view padding, Scalar element, const Shape &shape) {
  if (padding.empty())
    return nothing();
  Scalar stored = element == Scalar::I1 ? Scalar::I8 : element;
  double value = padding == "nan" ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  uint64_t bits = isFloat(stored) ? encodeFloat(stored, value) : 0;
  return constantTile(context, tileType(stored, shape), bits);
}

bool isIntegerScalar(const Value &value) {
  if (value.isConstant())
    return unwrap(value.constant).isInt() || unwrap(value.constant).isBool();
  return value.isScalarTile() && !value.type.isPointer && isInteger(value.type.element);
}

std::optional<std::vector<Value>> integerScalars(Context &context, const Value &argument,
                                                 std::string_view what, Scalar type,
                                                 Constants constants) {
  auto elements = elementsOf(argument);
  if (!elements)
    elements = {argument};
  for (Value &element : *elements) {
    if (element.origin == Span{})
      element.origin = argument.origin;
    if (!isIntegerScalar(element)) {
      failAtValue(context, element, DiagKind::BadDescriptor,
                  cat(what, " are ints, but this is ", typeText(element)));
      return std::nullopt;
    }
    if (constants == Constants::Stay && element.isConstant())
      continue;
    element = castTo(context, element, type);
    if (element.isError())
      return std::nullopt;
  }
  return elements;
}

static void becomeNumbers(Context &context, std::vector<Value> &parts,
                          const std::vector<Value> &others) {
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].isConstant() && (i >= others.size() || !sameType(parts[i], others[i])))
      parts[i] = castTo(context, parts[i], Scalar::I64);
}

Value withNumbers(Context &context, const Value &pointer, const Value &other) {
  BlockPointerValue parts = *pointer.blockPointer;
  becomeNumbers(context, parts.shape, other.blockPointer->shape);
  becomeNumbers(context, parts.strides, other.blockPointer->strides);
  Value result = pointer;
  result.blockPointer = std::make_shared<BlockPointerValue>(std::move(parts));
  return result;
}

bool isConstantInt(const Value &value, int64_t number) {
  return value.isConstant() && unwrap(value.constant).isInt() &&
         unwrap(value.constant).asInt() == number;
}

} // namespace nereid::sema
