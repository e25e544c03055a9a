// Which loads of a product's operands are boxes of a tensor, as the tensor memory accelerator
// (TMA) reads them.
//
//   tl.load(a + rows[:, None] * am + inner[None, :], mask=inner[None, :] < K - k * 64)
//
// is the box of 128 x 64 at (64*k, 128*id) of a tensor whose base is `a`, whose strides are 1 and
// `am`, and whose extent along the first axis is K: beyond it the hardware writes zeros, as the
// mask asks. So a load is a box if its address is an argument and, for each axis, start + place
// times a stride that a launch knows, one of them 1; what else is added, of batches say, becomes a
// start along that axis, or an axis of its own. A mask must say no more than that places are below
// what a launch knows, and not below zero.
//
// What only a launch can tell (alignment, whether blocks cross the bound that they wrap at) is
// among the conditions, or, of starts, said of the axis (ranges.h); where that does not hold, other
// code must run: before its tensor's start a box has zeros, where the author's program reads what
// is there. A pure analysis.
#pragma once

#include "backend/nvidia/feed/affine.h"
#include "backend/nvidia/products/matrix_memory.h"

namespace nereid::nvidia {

struct Box {
  struct Axis {
    Term stride;               // in elements; known at launch
    Sum start;                 // of the box, in places along the axis
    std::optional<Sum> extent; // known at launch; nothing: as far as places go
    uint32_t length = 1;       // of the box
    bool startsInside = true;  // start must not be negative: zeros are not asked for there
  };
  // `sum` is not negative and a multiple of `multiple`.
  struct Condition {
    Sum sum;
    int64_t multiple = 1;
  };

  tile::LoadOp load;
  mlir::BlockArgument base;
  int contiguous = 0; // the tile's axis that is axes[0]
  std::vector<Axis> axes;
  std::vector<Condition> conditions;

  mlir::Type type() const { return tile::LoadOp(load).getType(); }
  mlir::Type element() const { return tile::elementOf(type()); }
  MatrixMemory memory() const { return MatrixMemory(type(), contiguous); }
};

std::optional<Box> findBox(Affine &affine, tile::LoadOp load);

// Whether a launch knows the sum: it is of arguments and constants alone.
bool isKnownAtLaunch(const Sum &sum);
bool isKnownAtLaunch(const Term &term);

} // namespace nereid::nvidia
