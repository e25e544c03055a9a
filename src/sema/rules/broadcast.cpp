// Two tiles meet by stretching: the one of lower rank gets axes of size 1 on the left, and then an
// axis of size 1 stretches to the other's size. Core has no implicit stretching, so every step is
// emitted, and none that changes nothing.
#include "sema/rules/broadcast.h"

#include <algorithm>
#include <bit>

#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

Shape shapeOf(const Value &value) {
  return value.isTile() ? value.type.shape : Shape{};
}

// Where two shapes part.
std::string mismatchText(const Shape &x, const Shape &y, size_t axis, std::string_view ofX,
                         std::string_view ofY) {
  size_t rank = std::max(x.size(), y.size());
  return cat("axis ", axis, " is ", x[axis + x.size() - rank], ofX, " and ",
             y[axis + y.size() - rank], ofY);
}

Help stretchHelp(const Shape &x, const Shape &y) {
  if (x.size() != y.size())
    return help("the tile of lower rank gets its new axes on the left; `x[:, None]` puts one on "
                "the right");
  if (x.size() == 1)
    return help("to pair every lane of one with every lane of the other: `x[:, None]` and "
                "`y[None, :]`");
  return help("an axis stretches only if its size is 1");
}

int64_t lanesOf(const Shape &shape) {
  int64_t lanes = 1;
  for (int64_t size : shape) {
    if (size != 0 && lanes > kMaxLanes * kMaxLanes / size)
      return kMaxLanes * kMaxLanes; // far too many already
    lanes *= size;
  }
  return lanes;
}

} // namespace

bool isPowerOfTwo(int64_t number) {
  return number > 0 && std::has_single_bit(static_cast<uint64_t>(number));
}

int64_t nextPowerOfTwo(int64_t number) {
  return number <= 1 ? 1 : static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(number)));
}

std::optional<Shape> stretchedShape(const Shape &x, const Shape &y, size_t &axis) {
  size_t rank = std::max(x.size(), y.size());
  Shape result(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    int64_t sizeX = i + x.size() < rank ? 1 : x[i + x.size() - rank];
    int64_t sizeY = i + y.size() < rank ? 1 : y[i + y.size() - rank];
    if (sizeX != sizeY && sizeX != 1 && sizeY != 1) {
      axis = i;
      return std::nullopt;
    }
    result[i] = sizeX == 1 ? sizeY : sizeX;
  }
  return result;
}

std::optional<Shape> sharedShape(Context &context, const Value &x, const Value &y,
                                 std::string_view verb) {
  Shape shapeX = shapeOf(x), shapeY = shapeOf(y);
  size_t axis = 0;
  auto shape = stretchedShape(shapeX, shapeY, axis);
  if (shape)
    return checkLanes(context, *shape) ? shape : std::nullopt;
  context.failAt(
      context.currentSpan(), DiagKind::ShapeMismatch,
      cat("cannot ", verb, " tiles of shape ", shapeText(shapeX), " and ", shapeText(shapeY)),
      mismatchText(shapeX, shapeY, axis, " on the left", " on the right"),
      originLabels({{&x, shapeText(shapeX)}, {&y, shapeText(shapeY)}}),
      {stretchHelp(shapeX, shapeY)});
  return std::nullopt;
}

std::optional<Shape> sharedShape(Context &context, std::initializer_list<NamedValue> values) {
  // What has been seen so far, and which of the values made it so.
  Shape grown;
  const NamedValue *from = values.begin();
  for (const NamedValue &next : values) {
    Shape other = shapeOf(next.value);
    size_t axis = 0;
    auto shape = stretchedShape(grown, other, axis);
    if (!shape) {
      context.failAt(
          context.currentSpan(), DiagKind::ShapeMismatch,
          cat("the ", from->name, " has shape ", shapeText(grown), " and the ", next.name, " ",
              shapeText(other)),
          mismatchText(grown, other, axis, "", ""),
          originLabels({{&from->value, shapeText(grown)}, {&next.value, shapeText(other)}}),
          {stretchHelp(grown, other)});
      return std::nullopt;
    }
    if (*shape != grown)
      from = &next;
    grown = std::move(*shape);
  }
  return checkLanes(context, grown) ? std::optional(grown) : std::nullopt;
}

Value stretchTo(Context &context, const Value &tile, const Shape &shape) {
  if (tile.isError() || tile.type.shape == shape)
    return tile;
  if (tile.type.isScalar())
    return emitOp(context, OpKind::Splat, {tile}, tile.type.withShape(shape));
  Value result = tile;
  while (result.type.shape.size() < shape.size())
    result = expandAxis(context, result, 0);
  if (result.type.shape == shape)
    return result;
  return emitOp(context, OpKind::Broadcast, {result}, result.type.withShape(shape));
}

Value stretchAlong(Context &context, const Value &line, size_t axis, const Shape &shape) {
  Value result = line;
  for (size_t i = axis + 1; i < shape.size(); ++i)
    result = expandAxis(context, result, result.type.shape.size());
  return stretchTo(context, result, shape);
}

bool checkLanes(Context &context, const Shape &shape) {
  if (lanesOf(shape) <= kMaxLanes)
    return true;
  context.failAt(context.currentSpan(), DiagKind::TileTooLarge,
                 cat("a tile of shape ", shapeText(shape), " has more than ", kMaxLanes, " lanes"),
                 cat("this would be ", shapeText(shape)), {},
                 {help("let each program take a smaller tile, and launch more programs or loop")});
  return false;
}

bool checkShape(Context &context, const Value &origin, const Shape &shape) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (isPowerOfTwo(shape[i]))
      continue;
    std::string hint =
        shape[i] > 0
            ? cat("round up to ", nextPowerOfTwo(shape[i]),
                  ", as `triton.next_power_of_2` does, and mask the lanes beyond ", shape[i])
            : "every axis of a tile has at least one lane";
    failAtValue(context, origin, DiagKind::NotPowerOfTwo,
                cat("axis ", i, " of a tile of shape ", shapeText(shape), " is not a power of 2"),
                cat("axis ", i, " is ", shape[i]), {help(hint)});
    return false;
  }
  return checkLanes(context, shape);
}

std::optional<Shape> shapeArgument(Context &context, const Value &value, std::string_view what) {
  auto shape = constantInts(context, value, what);
  if (!shape || !checkShape(context, value, *shape))
    return std::nullopt;
  return shape;
}

std::optional<Shape> shapeFromRest(Context &context, const std::vector<Value> &rest,
                                   std::string_view what) {
  if (rest.size() == 1)
    return shapeArgument(context, rest[0], what);
  Shape shape;
  for (const Value &element : rest) {
    auto size = constantInt(context, element, what);
    if (!size)
      return std::nullopt;
    shape.push_back(*size);
  }
  if (!checkShape(context, rest.empty() ? Value{} : rest[0], shape))
    return std::nullopt;
  return shape;
}

std::optional<size_t> axisArgument(Context &context, const Value &value, size_t rank,
                                   std::string_view what) {
  auto axis = constantInt(context, value, what);
  if (!axis)
    return std::nullopt;
  auto signedRank = static_cast<int64_t>(rank);
  if (*axis >= -signedRank && *axis < signedRank)
    return static_cast<size_t>(*axis < 0 ? *axis + signedRank : *axis);
  failAtValue(context, value, DiagKind::BadAxis, cat("axis ", *axis, " of a tile of rank ", rank),
              rank == 0 ? "a scalar has no axes" : cat("0 to ", rank - 1, " exist"));
  return std::nullopt;
}

Value broadcastTo(Context &context, const Value &value, const Shape &shape) {
  if (value.isError())
    return value;
  if (isNumber(value)) {
    auto type = naturalType(unwrap(value.constant));
    if (!type)
      return toTile(context, value);
    return checkLanes(context, shape) ? materialize(context, value, *type, shape, true)
                                      : Value::error();
  }
  Value tile = toTile(context, value);
  if (tile.isError() || tile.type.shape == shape)
    return tile;
  size_t axis = 0;
  auto stretched = stretchedShape(tile.type.shape, shape, axis);
  bool sameRank = tile.type.isScalar() || tile.type.shape.size() == shape.size();
  if (sameRank && stretched == shape)
    return checkLanes(context, shape) ? stretchTo(context, tile, shape) : Value::error();
  std::string why = sameRank ? "an axis stretches only if its size is 1"
                             : cat("the ranks are ", tile.type.shape.size(), " and ", shape.size());
  std::vector<Help> helps;
  if (!sameRank)
    helps.push_back(help("add axes of size 1 first, as in `x[:, None]`"));
  return context.failAt(
      context.currentSpan(), DiagKind::ShapeMismatch,
      cat("cannot broadcast ", shapeText(tile.type.shape), " to ", shapeText(shape)), why,
      originLabels({{&value, shapeText(tile.type.shape)}}), std::move(helps));
}

bool broadcastTogether(Context &context, Value &x, Value &y) {
  x = toTile(context, x);
  y = toTile(context, y);
  if (x.isError() || y.isError())
    return false;
  auto shape = sharedShape(context, x, y, "combine");
  if (!shape)
    return false;
  x = stretchTo(context, x, *shape);
  y = stretchTo(context, y, *shape);
  return true;
}

} // namespace nereid::sema
