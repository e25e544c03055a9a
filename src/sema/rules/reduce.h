// Reductions and scans: what their builtins share.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

// A function of library.py, to pass on as a combine function.
Value libraryFunction(std::string_view name);

// The tiles of a reduction's or a scan's input: one tile, or a tuple of tiles of one shape.
struct TileGroup {
  std::vector<Value> tiles;
  bool isTuple = false;
};
std::optional<TileGroup> tileGroup(Context &context, const Value &input, std::string_view what);
Value fromGroup(TileGroup group);

// The region that combines two elements of the group, checked to keep their types.
std::optional<core::Block> combineRegion(Context &context, const Value &combine,
                                         const TileGroup &group);

// `axis` None: all axes.
Value reduceTiles(Context &context, TileGroup group, const Value &axis, const Value &combine,
                  bool keepDims);

// The type that sums of `type` have unless told otherwise: small ints widen to 32 bits.
Scalar sumType(Scalar type);
// The type in which `max` and `min` compare: nothing narrower than 32 bits.
Scalar extremumType(Scalar type);

} // namespace nereid::sema
