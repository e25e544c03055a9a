#include "sema/value.h"

#include <bit>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/language.h"

namespace nereid::sema {

Value Value::tile(core::ValueId id, core::Type type) {
  Value value;
  value.kind = Kind::Tile;
  value.id = id;
  value.type = std::move(type);
  return value;
}

Value Value::ofConstant(eval::Value constant) {
  Value value;
  value.kind = Kind::Constant;
  value.constant = std::move(constant);
  return value;
}

Value Value::ofTuple(std::vector<Value> elements) {
  Value value;
  value.kind = Kind::Tuple;
  value.tuple = std::make_shared<TupleValue>(TupleValue{std::move(elements), {}, {}});
  return value;
}

static std::string describeTuple(const TupleValue &tuple) {
  std::vector<std::string> parts;
  for (const Value &element : tuple.elements)
    parts.push_back(describe(element));
  return cat(tuple.className.empty() ? "tuple of " : tuple.className, "(", join(parts, ", "), ")");
}

static std::string describeConstant(const eval::Value &constant) {
  if (constant.isNone())
    return "None";
  if (constant.as<JitFunction>())
    return cat("the function ", eval::str(constant));
  if (constant.isNumber() || constant.asString())
    return cat("constexpr ", eval::repr(constant));
  return eval::repr(constant);
}

std::string describe(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Error:
    return "an unknown value";
  case Value::Kind::Tile:
    return core::languageName(value.type);
  case Value::Kind::Constant:
    return describeConstant(value.constant);
  case Value::Kind::Tuple:
    return describeTuple(*value.tuple);
  case Value::Kind::BlockPointer:
    return cat("block pointer to ", core::languageName(value.blockPointer->base.type.withShape(
                                        value.blockPointer->blockShape)));
  case Value::Kind::Descriptor:
    return cat("tensor descriptor of ",
               core::languageName(core::Type{.element = value.descriptor->base.type.element,
                                             .shape = value.descriptor->blockShape}));
  }
  return {};
}

static bool sameTypes(const std::vector<Value> &a, const std::vector<Value> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!sameType(a[i], b[i]))
      return false;
  return true;
}

// A constant is its own type: 3 and 4 differ, and so do 1 and True. A NaN is the same as itself.
static bool sameConstant(const eval::Value &a, const eval::Value &b) {
  if (a.kind() != b.kind())
    return false;
  if (a.isFloat())
    return std::bit_cast<uint64_t>(a.asFloat()) == std::bit_cast<uint64_t>(b.asFloat());
  try {
    return eval::identical(a, b) || eval::equal(a, b);
  } catch (const eval::Raised &) { // things that do not compare are not the same
    return false;
  }
}

bool sameType(const Value &a, const Value &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case Value::Kind::Error:
    return true;
  case Value::Kind::Tile:
    return a.type == b.type;
  case Value::Kind::Constant:
    return sameConstant(a.constant, b.constant);
  case Value::Kind::Tuple:
    return a.tuple->className == b.tuple->className &&
           sameTypes(a.tuple->elements, b.tuple->elements);
  case Value::Kind::BlockPointer: {
    const BlockPointerValue &x = *a.blockPointer, &y = *b.blockPointer;
    return sameType(x.base, y.base) && sameTypes(x.shape, y.shape) &&
           sameTypes(x.strides, y.strides) && sameTypes(x.offsets, y.offsets) &&
           x.blockShape == y.blockShape && x.order == y.order;
  }
  case Value::Kind::Descriptor: {
    const DescriptorValue &x = *a.descriptor, &y = *b.descriptor;
    return sameType(x.base, y.base) && sameTypes(x.shape, y.shape) &&
           sameTypes(x.strides, y.strides) && x.blockShape == y.blockShape &&
           x.paddingNan == y.paddingNan;
  }
  }
  return false;
}

static void flattenInto(const Value &value, std::vector<Value> &leaves);

static void flattenAll(const std::vector<Value> &values, std::vector<Value> &leaves) {
  for (const Value &value : values)
    flattenInto(value, leaves);
}

static void flattenInto(const Value &value, std::vector<Value> &leaves) {
  switch (value.kind) {
  case Value::Kind::Error:
  case Value::Kind::Constant:
    return;
  case Value::Kind::Tile:
    leaves.push_back(value);
    return;
  case Value::Kind::Tuple:
    flattenAll(value.tuple->elements, leaves);
    return;
  case Value::Kind::BlockPointer:
    flattenInto(value.blockPointer->base, leaves);
    flattenAll(value.blockPointer->shape, leaves);
    flattenAll(value.blockPointer->strides, leaves);
    flattenAll(value.blockPointer->offsets, leaves);
    return;
  case Value::Kind::Descriptor:
    flattenInto(value.descriptor->base, leaves);
    flattenAll(value.descriptor->shape, leaves);
    flattenAll(value.descriptor->strides, leaves);
    return;
  }
}

std::vector<Value> flatten(const Value &value) {
  std::vector<Value> leaves;
  flattenInto(value, leaves);
  return leaves;
}

static std::vector<Value> rebuildAll(const std::vector<Value> &shapes,
                                     const std::vector<Value> &leaves, size_t &next) {
  std::vector<Value> result;
  for (const Value &shape : shapes)
    result.push_back(rebuild(shape, leaves, next));
  return result;
}

Value rebuild(const Value &shape, const std::vector<Value> &leaves, size_t &next) {
  Value result = shape;
  switch (shape.kind) {
  case Value::Kind::Error:
  case Value::Kind::Constant:
    break;
  case Value::Kind::Tile:
    result = leaves[next++];
    break;
  case Value::Kind::Tuple: {
    TupleValue tuple = *shape.tuple;
    tuple.elements = rebuildAll(shape.tuple->elements, leaves, next);
    result.tuple = std::make_shared<TupleValue>(std::move(tuple));
    break;
  }
  case Value::Kind::BlockPointer: {
    BlockPointerValue pointer = *shape.blockPointer;
    pointer.base = rebuild(shape.blockPointer->base, leaves, next);
    pointer.shape = rebuildAll(shape.blockPointer->shape, leaves, next);
    pointer.strides = rebuildAll(shape.blockPointer->strides, leaves, next);
    pointer.offsets = rebuildAll(shape.blockPointer->offsets, leaves, next);
    result.blockPointer = std::make_shared<BlockPointerValue>(std::move(pointer));
    break;
  }
  case Value::Kind::Descriptor: {
    DescriptorValue descriptor = *shape.descriptor;
    descriptor.base = rebuild(shape.descriptor->base, leaves, next);
    descriptor.shape = rebuildAll(shape.descriptor->shape, leaves, next);
    descriptor.strides = rebuildAll(shape.descriptor->strides, leaves, next);
    result.descriptor = std::make_shared<DescriptorValue>(std::move(descriptor));
    break;
  }
  }
  result.origin = shape.origin;
  return result;
}

} // namespace nereid::sema
