// x[...] and x.name: what a tile, a tuple or a pointer answers by itself.
#include <algorithm>

#include "base/check.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/language.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/shape.h"

namespace nereid::sema {
namespace {

// x.type of a tile with axes: its element type with a shape.
class BlockType : public eval::Object {
public:
  explicit BlockType(Type type) : type_(std::move(type)) {}
  std::string typeName() const override { return "block_type"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool equals(const eval::Value &other) const override;

private:
  Type type_;
};

eval::Value elementObject(const Type &type) {
  if (type.isPointer)
    return eval::Value(eval::make<PointerType>(type.element, type.isConst));
  return eval::Value(eval::make<Dtype>(type.element));
}

eval::Value shapeObject(const Shape &shape) {
  std::vector<eval::Value> sizes;
  for (int64_t size : shape)
    sizes.push_back(eval::Value::integer(size));
  return eval::Value::tuple(std::move(sizes));
}

eval::Value typeObject(const Type &type) {
  return type.isScalar() ? elementObject(type) : blockType(type);
}

std::string BlockType::repr() const {
  Type element = type_.withShape({});
  std::vector<std::string> sizes;
  for (int64_t size : type_.shape)
    sizes.push_back(cat(size));
  return cat("<[", join(sizes, ", "), "], ", core::languageName(element), ">");
}

std::optional<eval::Value> BlockType::getAttr(std::string_view name) {
  if (name == "element_ty" || name == "scalar")
    return elementObject(type_);
  if (name == "shape")
    return shapeObject(type_.shape);
  if (name == "numel")
    return eval::Value::integer(type_.lanes());
  if (name == "nbytes")
    return eval::Value::integer(type_.lanes() * byteSize(type_.element));
  bool isQuestion = startsWith(name, "is_");
  if (!isQuestion)
    return std::nullopt;
  bool answer = name == "is_block";
  return eval::Value(
      eval::make<eval::NativeFunction>(std::string(name), [answer](const eval::Arguments &) {
        return eval::Value::boolean(answer);
      }));
}

bool BlockType::equals(const eval::Value &other) const {
  const auto *block = other.as<BlockType>();
  return block && block->type_ == type_;
}

// -- Subscripts.

Value subscriptTuple(Context &context, const Value &object, const std::vector<Value> &elements,
                     const Value &index) {
  if (index.isConstant())
    if (auto *slice = unwrap(index.constant).as<eval::Slice>()) {
      std::vector<Value> chosen;
      auto range = slice->indices(static_cast<int64_t>(elements.size()));
      for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
        chosen.push_back(elements[at]);
      return Value::ofTuple(std::move(chosen));
    }
  auto at = constantInt(context, index, "the index into a tuple");
  if (!at)
    return Value::error();
  auto size = static_cast<int64_t>(elements.size());
  if (*at >= -size && *at < size)
    return elements[*at < 0 ? *at + size : *at];
  return failAtValue(context, index, DiagKind::BadIndex,
                     cat("index ", *at, " of a tuple of ", size, " elements"),
                     size ? cat("0 to ", size - 1, " exist") : "it is empty");
}

enum class AxisIndex : uint8_t { New, Whole, Other };

AxisIndex axisIndexOf(const Value &index) {
  if (!index.isConstant())
    return AxisIndex::Other;
  const eval::Value &constant = unwrap(index.constant);
  if (constant.isNone())
    return AxisIndex::New;
  auto *slice = constant.as<eval::Slice>();
  bool whole = slice && slice->lower.isNone() && slice->upper.isNone() && slice->step.isNone();
  return whole ? AxisIndex::Whole : AxisIndex::Other;
}

Value failIndex(Context &context, const Value &tile, const Value &index) {
  std::string what = index.isConstant() && unwrap(index.constant).as<eval::Slice>()
                         ? std::string("a part of an axis")
                         : typeText(index);
  return context.failAt(
      context.currentSpan(), DiagKind::BadIndex,
      cat("a tile is indexed by `:` and `None` only, but this is ", what),
      "lanes cannot be picked out by an index",
      originLabels({{&tile, cat("this is ", typeText(tile))}}),
      {help("to read element i of memory: `tl.load(ptr + i)`"),
       help("to pick lanes: `tl.sum(tl.where(tl.arange(0, n) == i, x, 0))`, or `tl.gather`")});
}

Value subscriptTile(Context &context, const Value &tile, const Value &index) {
  std::vector<Value> indices = {index};
  if (auto elements = elementsOf(index))
    indices = *elements;
  size_t wholes = 0;
  for (const Value &one : indices) {
    AxisIndex kind = axisIndexOf(one);
    if (kind == AxisIndex::Other)
      return failIndex(context, tile, one);
    wholes += kind == AxisIndex::Whole;
  }
  size_t rank = tile.type.shape.size();
  // A scalar has no axes to keep: `s[:, None]` is `s[None]`, as upstream has it.
  if (rank > 0 && wholes > rank)
    return context.failAt(context.currentSpan(), DiagKind::BadIndex,
                          cat(wholes, " times `:` into a tile of rank ", rank), {},
                          originLabels({{&tile, cat("this is ", typeText(tile))}}));
  Value result = tile;
  size_t axis = 0;
  for (const Value &one : indices) {
    bool isNew = axisIndexOf(one) == AxisIndex::New;
    if (isNew)
      result = expandAxis(context, result, axis);
    axis += isNew || rank > 0;
  }
  return result;
}

// -- Attributes.

Value transposed(Context &context, const Value &tile) {
  if (tile.type.shape.size() == 2)
    return transposeLast(context, tile);
  return context.fail(DiagKind::BadAxis,
                      cat("`.T` takes a tile of rank 2, but this is ", typeText(tile)), {},
                      {help("for other ranks: `tl.permute(x, ...)`")});
}

std::optional<Value> tileAttribute(Context &context, const Value &tile, std::string_view name) {
  if (name == "dtype")
    return Value::ofConstant(elementObject(tile.type));
  if (name == "type")
    return Value::ofConstant(typeObject(tile.type));
  if (name == "shape")
    return Value::ofConstant(shapeObject(tile.type.shape));
  if (name == "numel")
    return integerConstant(tile.type.lanes());
  if (name == "T")
    return transposed(context, tile);
  return std::nullopt;
}

std::optional<Value> descriptorAttribute(const DescriptorValue &descriptor, std::string_view name) {
  if (name == "shape")
    return Value::ofTuple(descriptor.shape);
  if (name == "strides")
    return Value::ofTuple(descriptor.strides);
  if (name == "block_shape")
    return Value::ofConstant(shapeObject(descriptor.blockShape));
  if (name == "dtype")
    return Value::ofConstant(eval::Value(eval::make<Dtype>(descriptor.base.type.element)));
  if (name == "block_type" || name == "type")
    return Value::ofConstant(
        typeObject(tileType(descriptor.base.type.element, descriptor.blockShape)));
  return std::nullopt;
}

std::optional<Value> blockPointerAttribute(const BlockPointerValue &pointer,
                                           std::string_view name) {
  Type target = tileType(pointer.base.type.element, pointer.blockShape);
  if (name == "dtype" || name == "type")
    // What it points to, so that `p.dtype.element_ty` is the type of an element.
    return Value::ofConstant(typeObject(target));
  return std::nullopt;
}

} // namespace

eval::Value blockType(const core::Type &type) {
  return eval::make<BlockType>(type);
}

Value subscript(Context &context, const Value &object, const Value &index) {
  if (hasError(object) || hasError(index))
    return Value::error();
  if (object.isTile())
    return subscriptTile(context, object, index);
  if (object.isTuple())
    return subscriptTuple(context, object, object.tuple->elements, index);
  if (!object.isConstant())
    return context.fail(DiagKind::BadIndex, cat("cannot index ", typeText(object)));
  if (!index.isConstant())
    return failAtValue(context, index, DiagKind::NotConstexpr,
                       cat("the index of ", typeText(object), " must be known at compile time"),
                       cat("this is ", typeText(index)));
  return evaluate(context,
                  [&] { return eval::getItem(unwrap(object.constant), unwrap(index.constant)); });
}

std::optional<Value> valueAttribute(Context &context, const Value &object, std::string_view name) {
  switch (object.kind) {
  case Value::Kind::Error:
    return Value::error();
  case Value::Kind::Tile:
    return tileAttribute(context, object, name);
  case Value::Kind::Descriptor:
    return descriptorAttribute(*object.descriptor, name);
  case Value::Kind::BlockPointer:
    return blockPointerAttribute(*object.blockPointer, name);
  case Value::Kind::Constant:
  case Value::Kind::Tuple:
    return std::nullopt;
  }
  NEREID_UNREACHABLE("a value of no kind");
}

} // namespace nereid::sema
