// Tiles out of nothing: arange, full, zeros, zeros_like.
#include "sema/language.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

constexpr int64_t kMaxIndex = INT32_MAX;

// Where the end is written as a name, its value.
std::vector<Label> endLabels(const Value &argument, int64_t end) {
  if (argument.origin == Span{})
    return {};
  return {{argument.origin, cat("this is ", end)}};
}

bool checkRange(Context &context, const BoundArguments &arguments, int64_t start, int64_t end) {
  if (start < 0 || end > kMaxIndex) {
    failAtValue(context, start < 0 ? arguments[0] : arguments[1], DiagKind::BadRange,
                cat("`arange(", start, ", ", end, ")` leaves the non-negative 32-bit numbers"), {},
                {help("shift it: `tl.arange(0, n) + start`")});
    return false;
  }
  if (end <= start) {
    context.fail(DiagKind::BadRange, cat("`arange(", start, ", ", end, ")` is empty"), {},
                 {help("the end must be greater than the start")});
    return false;
  }
  int64_t size = end - start;
  if (isPowerOfTwo(size))
    return checkLanes(context, {size});
  context.failAt(context.currentSpan(), DiagKind::NotPowerOfTwo,
                 cat("arange's range must be a power of 2, but `arange(", start, ", ", end,
                     ")` has ", size, " lanes"),
                 {}, endLabels(arguments[1], end),
                 {help(cat("round up to ", nextPowerOfTwo(size),
                           " with `triton.next_power_of_2(n)` where the kernel is launched, and "
                           "mask the lanes beyond ",
                           size))});
  return false;
}

// The value of every lane: a number directly, a one-lane tile through its scalar.
Value filledTile(Context &context, const Value &value, const Type &element, const Shape &shape) {
  if (isNumber(value) && !element.isPointer) {
    warnIfCut(context, value, element.element);
    return materialize(context, value, element.element, shape, false);
  }
  Value tile = toTile(context, value);
  if (tile.isError())
    return tile;
  if (tile.type.lanes() != 1)
    return failAtValue(context, value, DiagKind::ShapeMismatch,
                       cat("`full` repeats one value, but this is ", typeText(tile)), {},
                       {help("to stretch a tile: `tl.broadcast_to(x, shape)`")});
  Value scalar = reshapeTo(context, tile, {});
  Value cast = element.isPointer ? castToPointer(context, scalar, element)
                                 : castTo(context, scalar, element.element);
  return stretchTo(context, cast, shape);
}

} // namespace

// arange(start, end)
Value applyArange(Context &context, const BoundArguments &arguments) {
  auto start = constantInt(context, arguments[0], "the start of `arange`");
  if (!start)
    return Value::error();
  auto end = constantInt(context, arguments[1], "the end of `arange`");
  if (!end || !checkRange(context, arguments, *start, *end))
    return Value::error();
  return emitOp(context, OpKind::Range, {}, tileType(Scalar::I32, {*end - *start}),
                withIntegers({*start, *end}));
}

// full(shape, value, dtype)
Value applyFull(Context &context, const BoundArguments &arguments) {
  auto shape = shapeArgument(context, arguments[0], "the shape");
  if (!shape)
    return Value::error();
  auto type = constantType(context, arguments[2], "`dtype`");
  if (!type)
    return Value::error();
  return filledTile(context, arguments[1], *type, *shape);
}

// zeros(shape, dtype)
Value applyZeros(Context &context, const BoundArguments &arguments) {
  auto shape = shapeArgument(context, arguments[0], "the shape");
  if (!shape)
    return Value::error();
  auto type = constantType(context, arguments[1], "`dtype`");
  if (!type)
    return Value::error();
  return zeroTile(context, type->withShape(*shape));
}

// zeros_like(input)
Value applyZerosLike(Context &context, const BoundArguments &arguments) {
  Value tile = toTile(context, arguments[0]);
  return tile.isError() ? tile : zeroTile(context, tile.type);
}

} // namespace nereid::sema
