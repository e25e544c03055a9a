// Scans, sorting and counting: associative_scan, cumsum, cumprod, sort, topk, histogram.
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/reduce.h"

namespace nereid::sema {
namespace {

Value scanTiles(Context &context, TileGroup group, const Value &axisValue, const Value &combine,
                const Value &reverseValue) {
  auto axis = axisArgument(context, axisValue, group.tiles[0].type.shape.size(), "the axis");
  auto reverse = constantBool(context, reverseValue, "`reverse`");
  if (!axis || !reverse)
    return Value::error();
  auto block = combineRegion(context, combine, group);
  if (!block)
    return Value::error();
  std::vector<Type> results;
  for (const Value &tile : group.tiles)
    results.push_back(tile.type);
  std::vector<core::Block> regions;
  regions.push_back(std::move(*block));
  group.tiles =
      context.emitMany(OpKind::Scan, group.tiles, std::move(results),
                       withIntegers({static_cast<int64_t>(*axis), *reverse}), std::move(regions));
  return fromGroup(std::move(group));
}

Value widenBfloat(Context &context, const Value &tile) {
  return tile.type.element == Scalar::BF16 ? castTo(context, tile, Scalar::F32) : tile;
}

// The input of a sort: a tile sorted along its last axis, which is all that is offered.
std::optional<Value> sortInput(Context &context, const Value &input, const Value &axisValue,
                               std::string_view name) {
  auto group = tileGroup(context, input, name);
  if (!group)
    return std::nullopt;
  Value tile = group->tiles[0];
  size_t rank = tile.type.shape.size();
  if (rank == 0) {
    failAtValue(context, tile, DiagKind::BadAxis, cat("`", name, "` of a scalar"));
    return std::nullopt;
  }
  if (axisValue.isNone())
    return tile;
  auto axis = axisArgument(context, axisValue, rank, "the axis");
  if (!axis)
    return std::nullopt;
  if (*axis == rank - 1)
    return tile;
  failAtValue(context, axisValue, DiagKind::BadAxis,
              cat("`", name, "` along axis ", *axis, " of ", rank),
              "only the last axis can be sorted along",
              {help("bring the axis last: `tl.trans(x)`, and back afterwards")});
  return std::nullopt;
}

Value emitSort(Context &context, const Value &tile, bool descending) {
  return emitOp(context, OpKind::Sort, {tile}, tile.type, withIntegers({descending}));
}

// The first k along the last axis.
Value firstOf(Context &context, const Value &tile, int64_t k) {
  Shape shape = tile.type.shape;
  shape.back() = k;
  Value line = emitOp(context, OpKind::Range, {}, tileType(Scalar::I32, {k}), withIntegers({0, k}));
  Value index = stretchTo(context, line, shape);
  return emitOp(context, OpKind::Gather, {tile, index}, tile.type.withShape(shape),
                withInteger(static_cast<int64_t>(shape.size()) - 1));
}

} // namespace

// associative_scan(input, axis, combine_fn, reverse=False)
Value applyAssociativeScan(Context &context, const BoundArguments &arguments) {
  auto group = tileGroup(context, arguments[0], "associative_scan");
  if (!group)
    return Value::error();
  return scanTiles(context, std::move(*group), arguments[1], arguments[2], arguments[3]);
}

// cumsum(input, axis=0, reverse=False, dtype=None)
Value applyCumsum(Context &context, const BoundArguments &arguments) {
  auto group = tileGroup(context, arguments[0], "cumsum");
  if (!group)
    return Value::error();
  Value tile = widenBfloat(context, group->tiles[0]);
  Scalar type = sumType(tile.type.element);
  if (!arguments[3].isNone()) {
    auto given = constantType(context, arguments[3], "`dtype`");
    if (!given)
      return Value::error();
    type = given->element;
  }
  tile = castTo(context, tile, type);
  if (tile.isError())
    return tile;
  return scanTiles(context, {{tile}, false}, arguments[1], libraryFunction("_sum_combine"),
                   arguments[2]);
}

// cumprod(input, axis=0, reverse=False)
Value applyCumprod(Context &context, const BoundArguments &arguments) {
  auto group = tileGroup(context, arguments[0], "cumprod");
  if (!group)
    return Value::error();
  Value tile = widenBfloat(context, group->tiles[0]);
  return scanTiles(context, {{tile}, false}, arguments[1], libraryFunction("_prod_combine"),
                   arguments[2]);
}

// sort(x, dim=None, descending=0); bitonic_merge(x, dim=None, descending=0), whose result is the
// sorted tile too
Value applySort(Context &context, const BoundArguments &arguments) {
  auto tile = sortInput(context, arguments[0], arguments[1], "sort");
  auto descending = constantBool(context, arguments[2], "`descending`");
  return tile && descending ? emitSort(context, *tile, *descending) : Value::error();
}

// topk(x, k, dim=None, descending=True)
Value applyTopk(Context &context, const BoundArguments &arguments) {
  auto tile = sortInput(context, arguments[0], arguments[2], "topk");
  auto k = constantInt(context, arguments[1], "`k`");
  auto descending = constantBool(context, arguments[3], "`descending`");
  if (!tile || !k || !descending)
    return Value::error();
  int64_t size = tile->type.shape.back();
  if (!isPowerOfTwo(*k) || *k > size)
    return failAtValue(context, arguments[1], DiagKind::ValueOutOfRange,
                       cat("topk: k must be a power of 2 up to ", size, ", but is ", *k), {},
                       {help("take more and ignore the rest: `triton.next_power_of_2(k)`")});
  if (*k == size)
    return emitSort(context, *tile, *descending);
  // Upstream selects by max and min, which widen.
  Value wide = castTo(context, *tile, extremumType(tile->type.element));
  return firstOf(context, emitSort(context, wide, *descending), *k);
}

// histogram(input, num_bins, mask=None)
Value applyHistogram(Context &context, const BoundArguments &arguments) {
  Value tile = toTile(context, arguments[0]);
  if (tile.isError())
    return tile;
  Scalar type = tile.type.element;
  if (tile.type.isPointer || !isInteger(type) || bitWidth(type) != 32)
    return failAtValue(
        context, arguments[0], DiagKind::TypeMismatch,
        cat("histogram only supports 32-bit integer input, but this is ", typeText(tile)), {},
        {help("cast first: `x.to(tl.int32)`")});
  if (tile.type.shape.size() != 1)
    return failAtValue(context, arguments[0], DiagKind::ShapeMismatch,
                       cat("`histogram` takes a tile of rank 1, but this is ", typeText(tile)), {},
                       {help("flatten it: `tl.ravel(x)`")});
  auto bins = constantInt(context, arguments[1], "`num_bins`");
  if (!bins || !checkShape(context, arguments[1], {*bins}))
    return Value::error();
  std::vector<Value> operands = {castTo(context, tile, Scalar::I32)};
  if (!arguments[2].isNone()) {
    Value mask = toTile(context, arguments[2]);
    if (!mask.isError() && mask.type.element != Scalar::I1)
      return failAtValue(context, arguments[2], DiagKind::BadMask,
                         cat("a mask is `int1`, but this is ", typeText(mask)));
    mask = broadcastTo(context, mask, tile.type.shape);
    if (mask.isError())
      return mask;
    operands.push_back(mask);
  }
  return context.emit(OpKind::Histogram, operands, tileType(Scalar::I32, {*bins}), {});
}

} // namespace nereid::sema
