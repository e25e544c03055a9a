// Shapes: their common shape, reading them from arguments, and the sizes a tile may have.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

constexpr int64_t kMaxLanes = 1048576;

// The shape that operands of shapes `x` and `y` both stretch to; nothing if there is none, with the
// axis of the common rank where they differ in `axis`.
std::optional<Shape> stretchedShape(const Shape &x, const Shape &y, size_t &axis);

// The same with a report that names what was tried: "cannot <verb> tiles of shape ...".
std::optional<Shape> sharedShape(Context &context, const Value &x, const Value &y,
                                 std::string_view verb);

// The shape that all of `values` stretch to; those that are no tiles count as scalars. A report
// calls them by their names: "the mask has shape [32] and the pointer [16]".
struct NamedValue {
  std::string_view name;
  const Value &value;
};
std::optional<Shape> sharedShape(Context &context, std::initializer_list<NamedValue> values);

// Splat, new axes on the left, stretch. The caller knows that it fits.
Value stretchTo(Context &context, const Value &tile, const Shape &shape);

// The tile as part of a bigger one: its only axis becomes axis `axis` of `shape`.
Value stretchAlong(Context &context, const Value &line, size_t axis, const Shape &shape);

// False after a report: too many lanes.
bool checkLanes(Context &context, const Shape &shape);
// False after a report: an axis that is not a power of two, or too many lanes.
bool checkShape(Context &context, const Value &origin, const Shape &shape);

// A shape argument: a tuple of ints, one int, or `*rest`.
std::optional<Shape> shapeArgument(Context &context, const Value &value, std::string_view what);
std::optional<Shape> shapeFromRest(Context &context, const std::vector<Value> &rest,
                                   std::string_view what);

// An axis in -rank .. rank-1, counted from the left; nothing after a report.
std::optional<size_t> axisArgument(Context &context, const Value &value, size_t rank,
                                   std::string_view what);

bool isPowerOfTwo(int64_t number);
int64_t nextPowerOfTwo(int64_t number);

} // namespace nereid::sema
