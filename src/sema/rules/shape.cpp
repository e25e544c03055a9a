// Builtins that move lanes around without computing: reshape, trans, join, split, gather, ...
#include "sema/rules/shape.h"

#include <algorithm>
#include <numeric>

#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"

namespace nereid::sema {
namespace {

Value failShape(Context &context, const Value &value, DiagKind kind, std::string headline,
                std::string label, std::vector<Help> helps = {}) {
  return context.failAt(
      context.currentSpan(), kind, std::move(headline), std::move(label),
      originLabels({{&value, value.isTile() ? shapeText(value.type.shape) : typeText(value)}}),
      std::move(helps));
}

Value reshapeChecked(Context &context, const Value &tile, const Shape &shape) {
  int64_t lanes = std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  if (lanes == tile.type.lanes())
    return reshapeTo(context, tile, shape);
  return failShape(context, tile, DiagKind::ShapeMismatch,
                   cat("cannot reshape ", shapeText(tile.type.shape), " to ", shapeText(shape)),
                   cat(tile.type.lanes(), " lanes would become ", lanes),
                   {help("reshape() cannot change the total number of elements; "
                         "`tl.broadcast_to` repeats them")});
}

// The permutation in `arguments` (a tuple or one number each).
std::optional<std::vector<int64_t>> permutation(Context &context, const std::vector<Value> &rest,
                                                const Value &tile) {
  std::vector<int64_t> axes;
  for (const Value &argument : rest) {
    auto some = constantInts(context, argument, "an axis");
    if (!some)
      return std::nullopt;
    axes.insert(axes.end(), some->begin(), some->end());
  }
  auto rank = static_cast<int64_t>(tile.type.shape.size());
  for (int64_t &axis : axes)
    axis = axis < 0 ? axis + rank : axis;
  std::vector<int64_t> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  bool complete = static_cast<int64_t>(sorted.size()) == rank;
  for (int64_t i = 0; complete && i < rank; ++i)
    complete = sorted[i] == i;
  if (complete)
    return axes;
  failShape(
      context, tile, DiagKind::BadAxis,
      cat(shapeText(axes), " does not name each axis of ", shapeText(tile.type.shape), " once"),
      cat("the axes are 0 to ", rank - 1));
  return std::nullopt;
}

Value permuteTile(Context &context, const Value &tile, const std::vector<int64_t> &axes) {
  if (std::is_sorted(axes.begin(), axes.end()))
    return tile;
  Shape shape;
  for (int64_t axis : axes)
    shape.push_back(tile.type.shape[axis]);
  return emitOp(context, OpKind::Transpose, {tile}, tile.type.withShape(std::move(shape)),
                withIntegers(axes));
}

bool sameElements(Context &context, const Value &x, const Value &y, std::string_view verb) {
  if (x.type.withShape({}) == y.type.withShape({}))
    return true;
  context.fail(
      DiagKind::TypeMismatch, cat("cannot ", verb, " ", typeText(x), " and ", typeText(y)),
      originLabels({{&x, cat("this is ", typeText(x))}, {&y, cat("this is ", typeText(y))}}),
      {help("cast one to the other's type: `y.to(x.dtype)`")});
  return false;
}

Value joinTiles(Context &context, Value x, Value y) {
  if (!broadcastTogether(context, x, y) || !sameElements(context, x, y, "join"))
    return Value::error();
  bool scalars = x.type.isScalar();
  if (scalars) {
    x = expandAxis(context, x, 0);
    y = expandAxis(context, y, 0);
  }
  Shape shape = x.type.shape;
  shape.push_back(2);
  if (!checkLanes(context, shape))
    return Value::error();
  Value joined = emitOp(context, OpKind::Join, {x, y}, x.type.withShape(shape));
  return scalars ? reshapeTo(context, joined, {2}) : joined;
}

Value firstTile(Context &context, const BoundArguments &arguments) {
  return toTile(context, arguments[0]);
}

} // namespace

Value transposeLast(Context &context, const Value &tile) {
  size_t rank = tile.type.shape.size();
  std::vector<int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  std::swap(axes[rank - 1], axes[rank - 2]);
  return permuteTile(context, tile, axes);
}

// broadcast(input, other)
Value applyBroadcast(Context &context, const BoundArguments &arguments) {
  Value x = arguments[0], y = arguments[1];
  if (!broadcastTogether(context, x, y))
    return Value::error();
  return Value::ofTuple({x, y});
}

// broadcast_to(input, *shape)
Value applyBroadcastTo(Context &context, const BoundArguments &arguments) {
  auto shape = shapeFromRest(context, arguments.rest, "the shape");
  return shape ? broadcastTo(context, arguments[0], *shape) : Value::error();
}

// trans(input, *dims)
Value applyTrans(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  if (!arguments.rest.empty()) {
    auto axes = permutation(context, arguments.rest, tile);
    return axes ? permuteTile(context, tile, *axes) : Value::error();
  }
  if (tile.type.shape.size() >= 2)
    return transposeLast(context, tile);
  return failShape(context, tile, DiagKind::BadAxis,
                   cat("`trans` swaps the last two axes, but this is ", typeText(tile)), {},
                   {help("add an axis first: `x[None, :]`")});
}

// permute(input, *dims)
Value applyPermute(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  auto axes = permutation(context, arguments.rest, tile);
  return axes ? permuteTile(context, tile, *axes) : Value::error();
}

// reshape(input, *shape, can_reorder=False), view(input, *shape)
Value applyReshape(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  auto shape = shapeFromRest(context, arguments.rest, "the shape");
  return shape ? reshapeChecked(context, tile, *shape) : Value::error();
}

// ravel(x, can_reorder=False)
Value applyRavel(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  return tile.isError() ? tile : reshapeTo(context, tile, {tile.type.lanes()});
}

// item(input)
Value applyItem(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  if (tile.type.lanes() == 1)
    return reshapeTo(context, tile, {});
  return failShape(context, tile, DiagKind::ShapeMismatch,
                   cat("`item` takes a tile of one lane, but this is ", typeText(tile)),
                   cat(tile.type.lanes(), " lanes"));
}

// expand_dims(input, axis)
Value applyExpandDims(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  auto axes = constantInts(context, arguments[1], "the axis");
  if (!axes)
    return Value::error();
  auto rank = static_cast<int64_t>(tile.type.shape.size() + axes->size());
  for (int64_t &axis : *axes) {
    if (axis < -rank || axis >= rank)
      return failShape(context, tile, DiagKind::BadAxis,
                       cat("axis ", axis, " of a tile that will have rank ", rank),
                       cat("0 to ", rank - 1, " will exist"));
    axis = axis < 0 ? axis + rank : axis;
  }
  std::sort(axes->begin(), axes->end());
  if (std::adjacent_find(axes->begin(), axes->end()) != axes->end())
    return failShape(context, tile, DiagKind::BadAxis, "one new axis is named twice", {});
  for (int64_t axis : *axes)
    tile = expandAxis(context, tile, static_cast<size_t>(axis));
  return tile;
}

// squeeze(x, dim)
Value applySqueeze(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  auto axis = axisArgument(context, arguments[1], tile.type.shape.size(), "the axis");
  if (!axis)
    return Value::error();
  Shape shape = tile.type.shape;
  if (shape[*axis] != 1)
    return failShape(context, tile, DiagKind::ShapeMismatch,
                     cat("cannot squeeze axis ", *axis, " of ", shapeText(shape)),
                     cat("its size is ", shape[*axis], ", not 1"));
  shape.erase(shape.begin() + static_cast<ptrdiff_t>(*axis));
  return reshapeTo(context, tile, shape);
}

// unsqueeze(x, dim)
Value applyUnsqueeze(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  auto axis = axisArgument(context, arguments[1], tile.type.shape.size() + 1, "the axis");
  return axis ? expandAxis(context, tile, *axis) : Value::error();
}

// join(a, b)
Value applyJoin(Context &context, const BoundArguments &arguments) {
  return joinTiles(context, arguments[0], arguments[1]);
}

// interleave(a, b)
Value applyInterleave(Context &context, const BoundArguments &arguments) {
  Value joined = joinTiles(context, arguments[0], arguments[1]);
  if (joined.isError() || joined.type.shape.size() < 2)
    return joined;
  Shape shape = joined.type.shape;
  shape.pop_back();
  shape.back() *= 2;
  return reshapeTo(context, joined, shape);
}

// split(a)
Value applySplit(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  Shape shape = tile.type.shape;
  if (shape.empty() || shape.back() != 2)
    return failShape(context, tile, DiagKind::ShapeMismatch,
                     cat("`split` needs a last axis of size 2, but this is ", typeText(tile)), {},
                     {help("make one: `x.reshape(..., 2)`")});
  bool toScalars = shape.size() == 1;
  if (toScalars)
    tile = reshapeTo(context, tile, {1, 2});
  shape = tile.type.shape;
  shape.pop_back();
  Type half = tile.type.withShape(shape);
  std::vector<Value> halves =
      context.emitMany(OpKind::Split, std::span(&tile, 1), {half, half}, {}, {});
  if (toScalars)
    for (Value &each : halves)
      each = reshapeTo(context, each, {});
  return Value::ofTuple(std::move(halves));
}

// cat(input, other, can_reorder=False, dim=0)
Value applyCat(Context &context, const BoundArguments &arguments) {
  Value x = toTile(context, arguments[0]);
  Value y = toTile(context, arguments[1]);
  if (x.isError() || y.isError())
    return Value::error();
  auto axis = axisArgument(context, arguments[3], x.type.shape.size(), "the axis");
  if (!axis || !sameElements(context, x, y, "concatenate"))
    return Value::error();
  Shape shape = x.type.shape;
  if (shape != y.type.shape)
    return context.fail(DiagKind::ShapeMismatch,
                        cat("cannot concatenate tiles of shape ", shapeText(shape), " and ",
                            shapeText(y.type.shape)),
                        originLabels({{&x, shapeText(shape)}, {&y, shapeText(y.type.shape)}}),
                        {help("both need one shape, so that the result is a power of 2 again")});
  shape[*axis] *= 2;
  if (!checkLanes(context, shape))
    return Value::error();
  return emitOp(context, OpKind::Cat, {x, y}, x.type.withShape(shape),
                withInteger(static_cast<int64_t>(*axis)));
}

// flip(x, dim=None)
Value applyFlip(Context &context, const BoundArguments &arguments) {
  Value tile = firstTile(context, arguments);
  if (tile.isError())
    return tile;
  Value last = integerConstant(-1);
  auto axis = axisArgument(context, arguments[1].isNone() ? last : arguments[1],
                           tile.type.shape.size(), "the axis");
  if (!axis)
    return Value::error();
  return emitOp(context, OpKind::Flip, {tile}, tile.type, withInteger(static_cast<int64_t>(*axis)));
}

// gather(src, index, axis)
Value applyGather(Context &context, const BoundArguments &arguments) {
  if (arguments[0].kind == Value::Kind::Descriptor) // desc.gather(x_offsets, y_offset)
    return gatherDescriptor(context, arguments[0], arguments[1], arguments[2]);
  Value source = toTile(context, arguments[0]);
  Value index = toTile(context, arguments[1]);
  if (source.isError() || index.isError())
    return Value::error();
  const Shape &from = source.type.shape, &to = index.type.shape;
  auto axis = axisArgument(context, arguments[2], from.size(), "the axis");
  if (!axis)
    return Value::error();
  if (index.type.isPointer || !isInteger(index.type.element))
    return failAtValue(
        context, arguments[1], DiagKind::TypeMismatch,
        cat("the index of `gather` must be integers, but this is ", typeText(index)));
  bool fits = from.size() == to.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = i == *axis || from[i] == to[i];
  if (!fits)
    return context.fail(DiagKind::ShapeMismatch,
                        cat("cannot gather from ", shapeText(from), " along axis ", *axis,
                            " by indices of shape ", shapeText(to)),
                        originLabels({{&source, shapeText(from)}, {&index, shapeText(to)}}),
                        {help("apart from the axis that is gathered along, both have one shape")});
  return emitOp(context, OpKind::Gather, {source, index}, source.type.withShape(to),
                withInteger(static_cast<int64_t>(*axis)));
}

} // namespace nereid::sema
