#include "sema/rules/emit.h"

#include <algorithm>

#include "base/check.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/language.h"

namespace nereid::sema {

Type tileType(Scalar element, Shape shape) {
  Type type;
  type.element = element;
  type.shape = std::move(shape);
  return type;
}

core::Attributes withInteger(int64_t integer) {
  core::Attributes attrs;
  attrs.integer = integer;
  return attrs;
}

core::Attributes withIntegers(std::vector<int64_t> integers) {
  core::Attributes attrs;
  attrs.integers = std::move(integers);
  return attrs;
}

core::Attributes withText(std::string text) {
  core::Attributes attrs;
  attrs.text = std::move(text);
  return attrs;
}

core::Attributes withTexts(std::vector<std::string> texts) {
  core::Attributes attrs;
  attrs.texts = std::move(texts);
  return attrs;
}

Value emitOp(Context &context, OpKind op, std::initializer_list<Value> operands, Type result,
             core::Attributes attrs) {
  return context.emit(op, std::span(operands.begin(), operands.size()), std::move(result),
                      std::move(attrs));
}

Value emitBinary(Context &context, OpKind op, const Value &x, const Value &y) {
  return emitOp(context, op, {x, y}, x.type);
}

Value emitCompare(Context &context, OpKind op, Predicate predicate, const Value &x,
                  const Value &y) {
  return emitOp(context, op, {x, y}, x.type.withElement(Scalar::I1),
                withInteger(static_cast<int64_t>(predicate)));
}

Value emitSelect(Context &context, const Value &condition, const Value &x, const Value &y) {
  return emitOp(context, OpKind::Select, {condition, x, y}, x.type);
}

Value constantTile(Context &context, Type type, uint64_t bits) {
  core::Attributes attrs;
  attrs.bits = bits;
  return emitOp(context, OpKind::Constant, {}, std::move(type), std::move(attrs));
}

Value integerTile(Context &context, Scalar element, const Shape &shape, int64_t number) {
  int width = bitWidth(element);
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  return constantTile(context, tileType(element, shape), static_cast<uint64_t>(number) & mask);
}

Value zeroTile(Context &context, const Type &type) {
  return constantTile(context, type, 0);
}

Value expandAxis(Context &context, const Value &tile, size_t axis) {
  Shape shape = tile.type.shape;
  shape.insert(shape.begin() + static_cast<ptrdiff_t>(axis), 1);
  if (tile.type.isScalar())
    return emitOp(context, OpKind::Splat, {tile}, tile.type.withShape({1}));
  return emitOp(context, OpKind::ExpandDims, {tile}, tile.type.withShape(std::move(shape)),
                withInteger(static_cast<int64_t>(axis)));
}

Value reshapeTo(Context &context, const Value &tile, Shape shape) {
  if (tile.type.shape == shape)
    return tile;
  if (tile.type.isScalar())
    return emitOp(context, OpKind::Splat, {tile}, tile.type.withShape(std::move(shape)));
  return emitOp(context, OpKind::Reshape, {tile}, tile.type.withShape(std::move(shape)));
}

Value integerConstant(eval::Int number) {
  return Value::ofConstant(eval::Value::integer(number));
}

const eval::Value &unwrap(const eval::Value &value) {
  const eval::Value *inner = &value;
  while (auto *wrapped = inner->as<Constexpr>())
    inner = &wrapped->value;
  return *inner;
}

std::optional<std::vector<Value>> elementsOf(const Value &value) {
  if (value.isTuple())
    return value.tuple->elements;
  if (!value.isConstant())
    return std::nullopt;
  const eval::Value &constant = unwrap(value.constant);
  const std::vector<eval::Value> *items = nullptr;
  if (auto *tuple = constant.as<eval::Tuple>())
    items = &tuple->items;
  else if (auto *list = constant.as<eval::List>())
    items = &list->items;
  else
    return std::nullopt;
  std::vector<Value> elements;
  for (const eval::Value &item : *items) {
    Value element = Value::ofConstant(unwrap(item));
    element.origin = value.origin;
    elements.push_back(std::move(element));
  }
  return elements;
}

bool isPointer(const Value &value) {
  return value.isTile() && value.type.isPointer;
}

bool isNumber(const Value &value) {
  return value.isConstant() && unwrap(value.constant).isNumber();
}

bool hasError(const Value &value) {
  if (value.isError())
    return true;
  if (value.isTuple())
    for (const Value &element : value.tuple->elements)
      if (hasError(element))
        return true;
  return false;
}

std::string shapeText(const Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += cat(i ? ", " : "", shape[i]);
  return text + "]";
}

std::string typeText(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Error:
    return "an unknown value";
  case Value::Kind::Tile:
    return quoted(value.type);
  case Value::Kind::Constant: {
    const eval::Value &constant = unwrap(value.constant);
    if (constant.isNumber() || constant.isNone() || constant.asString())
      return quoted(eval::repr(constant));
    if (auto *dtype = constant.as<Dtype>())
      return cat("the type `", dtype->str(), "`");
    return cat("a constant of type `", eval::typeName(constant), "`");
  }
  case Value::Kind::Tuple:
    return "a tuple";
  case Value::Kind::BlockPointer:
    return "a block pointer";
  case Value::Kind::Descriptor:
    return "a tensor descriptor";
  }
  NEREID_UNREACHABLE("a value of no kind");
}

std::string quoted(std::string_view text) {
  return cat("`", text, "`");
}

std::string quoted(const Type &type) {
  return quoted(core::languageName(type));
}

std::vector<Label>
originLabels(std::initializer_list<std::pair<const Value *, std::string>> facts) {
  std::vector<Label> labels;
  for (const auto &[value, text] : facts) {
    bool isKnown = value->origin != Span{} && !value->isConstant();
    auto isSame = [&, &text = text, &value = value](const Label &label) {
      return label.span == value->origin && label.text == text;
    };
    if (isKnown && std::none_of(labels.begin(), labels.end(), isSame))
      labels.push_back({value->origin, text});
  }
  return labels;
}

Value failAtValue(Context &context, const Value &value, DiagKind kind, std::string headline,
                  std::string label, std::vector<Help> helps) {
  Span where = value.origin == Span{} ? context.currentSpan() : value.origin;
  return context.failAt(where, kind, std::move(headline), std::move(label), {}, std::move(helps));
}

Help help(std::string text) {
  return {.text = std::move(text)};
}

Value evaluate(Context &context, const std::function<eval::Value()> &computation) {
  try {
    return Value::ofConstant(unwrap(computation()));
  } catch (const eval::Raised &raised) {
    return context.fail(DiagKind::ConstexprError, raised.exception->message());
  }
}

} // namespace nereid::sema
