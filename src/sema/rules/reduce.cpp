// Reductions: reduce itself, and sum, max, min, argmax, ... which are reduce with a combine
// function from library.py.
//
// The surprises are in the types. A sum of small ints is done in 32 bits, a sum of fp16 stays fp16;
// max and min of anything narrow are done in fp32 or int32, unless the indices are wanted too.
#include "sema/rules/reduce.h"

#include "base/check.h"
#include "sema/language.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"

namespace nereid::sema {
namespace {

Value failCombine(Context &context, const Value &combine, const std::vector<Type> &wanted,
                  const std::vector<Type> &got) {
  auto list = [](const std::vector<Type> &types) {
    std::vector<std::string> names;
    for (const Type &type : types)
      names.push_back(core::languageName(type));
    return cat("`", join(names, ", "), "`");
  };
  return failAtValue(
      context, combine, DiagKind::BadCombine,
      cat("the combine function returns ", list(got), " where ", list(wanted), " is combined"), {},
      {help("what it returns is combined again, so the types must be the same; "
            "cast the input or the result")});
}

Type scalarType(const Value &tile) {
  return tile.type.withShape({});
}

Value keepAxes(Context &context, const Value &reduced, size_t rank, size_t axis, bool all) {
  if (!all)
    return expandAxis(context, reduced, axis);
  return rank == 0 ? reduced : reshapeTo(context, reduced, Shape(rank, 1));
}

// 0, 1, 2, ... along an axis of `shape`.
Value indicesAlong(Context &context, const Shape &shape, size_t axis) {
  Value line = emitOp(context, OpKind::Range, {}, tileType(Scalar::I32, {shape[axis]}),
                      withIntegers({0, shape[axis]}));
  return stretchAlong(context, line, axis, shape);
}

std::optional<Value> numberTile(Context &context, const Value &input, std::string_view what) {
  Value tile = toTile(context, input);
  if (tile.isError())
    return std::nullopt;
  if (tile.origin == Span{})
    tile.origin = input.origin;
  if (!tile.type.isPointer)
    return tile;
  failAtValue(context, tile, DiagKind::TypeMismatch,
              cat("`", what, "` takes numbers, but this is ", typeText(tile)));
  return std::nullopt;
}

Value reduceOne(Context &context, const Value &tile, const Value &axis, std::string_view combine,
                const Value &keepDims) {
  auto keeps = constantBool(context, keepDims, "`keep_dims`");
  if (!keeps || tile.isError())
    return Value::error();
  return reduceTiles(context, {{tile}, false}, axis, libraryFunction(combine), *keeps);
}

// The extreme values and where they are, as a tuple.
Value reduceWithIndices(Context &context, Value tile, Value axis, bool isMax, bool leftmost,
                        bool keepDims) {
  if (tile.type.element == Scalar::BF16)
    tile = castTo(context, tile, Scalar::F32);
  if (axis.isNone()) {
    tile = reshapeTo(context, tile, {tile.type.lanes()});
    axis = integerConstant(0);
  }
  auto along = axisArgument(context, axis, tile.type.shape.size(), "the axis");
  if (!along)
    return Value::error();
  Value indices = indicesAlong(context, tile.type.shape, *along);
  std::string combine =
      cat("_arg", isMax ? "max" : "min", "_combine_tie_break_", leftmost ? "left" : "fast");
  return reduceTiles(context, {{tile, indices}, true}, axis, libraryFunction(combine), keepDims);
}

// max(input, axis, return_indices, return_indices_tie_break_left, keep_dims)
Value reduceExtremum(Context &context, const BoundArguments &arguments, bool isMax) {
  auto withIndices = constantBool(context, arguments[2], "`return_indices`");
  auto leftmost = constantBool(context, arguments[3], "`return_indices_tie_break_left`");
  auto keepDims = constantBool(context, arguments[4], "`keep_dims`");
  auto tile = numberTile(context, arguments[0], isMax ? "max" : "min");
  if (!withIndices || !leftmost || !keepDims || !tile)
    return Value::error();
  if (*withIndices)
    return reduceWithIndices(context, *tile, arguments[1], isMax, *leftmost, *keepDims);
  Value wide = castTo(context, *tile, extremumType(tile->type.element));
  return reduceOne(context, wide, arguments[1], isMax ? "_elementwise_max" : "_elementwise_min",
                   arguments[4]);
}

// argmax(input, axis, tie_break_left, keep_dims)
Value reduceIndex(Context &context, const BoundArguments &arguments, bool isMax) {
  auto leftmost = constantBool(context, arguments[2], "`tie_break_left`");
  auto keepDims = constantBool(context, arguments[3], "`keep_dims`");
  auto tile = numberTile(context, arguments[0], isMax ? "argmax" : "argmin");
  if (!leftmost || !keepDims || !tile)
    return Value::error();
  Value both = reduceWithIndices(context, *tile, arguments[1], isMax, *leftmost, *keepDims);
  return both.isTuple() ? both.tuple->elements[1] : both;
}

Value reduceBits(Context &context, const BoundArguments &arguments, std::string_view name,
                 std::string_view combine) {
  auto tile = numberTile(context, arguments[0], name);
  if (!tile)
    return Value::error();
  if (!isInteger(tile->type.element))
    return failAtValue(context, *tile, DiagKind::TypeMismatch,
                       cat("`", name, "` takes integers, but this is ", typeText(*tile)));
  return reduceOne(context, *tile, arguments[1], combine, arguments[2]);
}

} // namespace

Value libraryFunction(std::string_view name) {
  const eval::Value *function = languageModule()->members.find(name);
  NEREID_CHECK(function, cat("library.py has no ", name));
  return Value::ofConstant(*function);
}

std::optional<TileGroup> tileGroup(Context &context, const Value &input, std::string_view what) {
  TileGroup group;
  auto elements = elementsOf(input);
  group.isTuple = elements.has_value();
  if (!elements)
    elements = {input};
  for (const Value &element : *elements) {
    auto tile = numberTile(context, element, what);
    if (!tile)
      return std::nullopt;
    group.tiles.push_back(std::move(*tile));
  }
  if (group.tiles.empty()) {
    failAtValue(context, input, DiagKind::TypeMismatch, cat("`", what, "` of an empty tuple"));
    return std::nullopt;
  }
  for (const Value &tile : group.tiles) {
    const Value &first = group.tiles[0];
    if (tile.type.shape == first.type.shape)
      continue;
    context.fail(
        DiagKind::ShapeMismatch,
        cat("`", what, "` of tiles of shape ", shapeText(first.type.shape), " and ",
            shapeText(tile.type.shape)),
        originLabels({{&first, shapeText(first.type.shape)}, {&tile, shapeText(tile.type.shape)}}),
        {help("all tiles of the tuple need one shape: `tl.broadcast_to`")});
    return std::nullopt;
  }
  return group;
}

Value fromGroup(TileGroup group) {
  return group.isTuple ? Value::ofTuple(std::move(group.tiles)) : group.tiles[0];
}

std::optional<core::Block> combineRegion(Context &context, const Value &combine,
                                         const TileGroup &group) {
  std::vector<Type> elements, arguments, results;
  for (const Value &tile : group.tiles)
    elements.push_back(scalarType(tile));
  for (int side = 0; side < 2; ++side)
    arguments.insert(arguments.end(), elements.begin(), elements.end());
  auto block = context.region(combine, arguments, results);
  if (!block)
    return std::nullopt;
  if (results == elements)
    return block;
  failCombine(context, combine, elements, results);
  return std::nullopt;
}

Value reduceTiles(Context &context, TileGroup group, const Value &axisArgumentValue,
                  const Value &combine, bool keepDims) {
  size_t rank = group.tiles[0].type.shape.size(), axis = 0;
  bool all = axisArgumentValue.isNone();
  if (!all) {
    auto given = axisArgument(context, axisArgumentValue, rank, "the axis");
    if (!given)
      return Value::error();
    axis = *given;
  }
  auto block = combineRegion(context, combine, group);
  if (!block)
    return Value::error();
  std::vector<Type> results;
  for (Value &tile : group.tiles) {
    if (all)
      tile = reshapeTo(context, tile, {tile.type.lanes()});
    Shape shape = tile.type.shape;
    shape.erase(shape.begin() + static_cast<ptrdiff_t>(axis));
    results.push_back(tile.type.withShape(std::move(shape)));
  }
  std::vector<core::Block> regions;
  regions.push_back(std::move(*block));
  group.tiles = context.emitMany(OpKind::Reduce, group.tiles, std::move(results),
                                 withInteger(static_cast<int64_t>(axis)), std::move(regions));
  if (keepDims)
    for (Value &tile : group.tiles)
      tile = keepAxes(context, tile, rank, axis, all);
  return fromGroup(std::move(group));
}

Scalar sumType(Scalar type) {
  if (!isInteger(type) || bitWidth(type) >= 32)
    return type;
  return isSigned(type) ? Scalar::I32 : Scalar::U32;
}

Scalar extremumType(Scalar type) {
  if (bitWidth(type) >= 32)
    return type;
  return isFloat(type) ? Scalar::F32 : Scalar::I32;
}

// reduce(input, axis, combine_fn, keep_dims=False)
Value applyReduce(Context &context, const BoundArguments &arguments) {
  auto keepDims = constantBool(context, arguments[3], "`keep_dims`");
  if (!keepDims)
    return Value::error();
  auto group = tileGroup(context, arguments[0], "reduce");
  if (!group)
    return Value::error();
  return reduceTiles(context, std::move(*group), arguments[1], arguments[2], *keepDims);
}

// sum(input, axis=None, keep_dims=False, dtype=None)
Value applySum(Context &context, const BoundArguments &arguments) {
  auto tile = numberTile(context, arguments[0], "sum");
  if (!tile)
    return Value::error();
  Scalar type = sumType(tile->type.element);
  if (!arguments[3].isNone()) {
    auto given = constantType(context, arguments[3], "`dtype`");
    if (!given)
      return Value::error();
    type = given->element;
  }
  return reduceOne(context, castTo(context, *tile, type), arguments[1], "_sum_combine",
                   arguments[2]);
}

// max, min(input, axis=None, return_indices=False, return_indices_tie_break_left=True,
//          keep_dims=False)
Value applyMax(Context &context, const BoundArguments &arguments) {
  return reduceExtremum(context, arguments, true);
}

Value applyMin(Context &context, const BoundArguments &arguments) {
  return reduceExtremum(context, arguments, false);
}

// argmax, argmin(input, axis, tie_break_left=True, keep_dims=False)
Value applyArgmax(Context &context, const BoundArguments &arguments) {
  return reduceIndex(context, arguments, true);
}

Value applyArgmin(Context &context, const BoundArguments &arguments) {
  return reduceIndex(context, arguments, false);
}

// xor_sum(input, axis=None, keep_dims=False)
Value applyXorSum(Context &context, const BoundArguments &arguments) {
  return reduceBits(context, arguments, "xor_sum", "_xor_combine");
}

// reduce_or(input, axis, keep_dims=False)
Value applyReduceOr(Context &context, const BoundArguments &arguments) {
  return reduceBits(context, arguments, "reduce_or", "_or_combine");
}

} // namespace nereid::sema
