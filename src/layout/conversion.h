// How a tile gets from one layout to another, derived from the two layouts alone.
//
//   Conversion plan = planConversion(from, to);
//
// Cheapest first: nothing; another numbering of each thread's own registers; shuffles between the
// lanes of a warp; a trip through shared memory, which always works.
#pragma once

#include "layout/linear_layout.h"

namespace nereid::layout {

struct Conversion {
  enum class Kind : uint8_t { Same, Registers, Shuffles, SharedMemory };
  Kind kind = Kind::SharedMemory;

  // Registers: register r of the result is register sources[r].
  std::vector<uint32_t> sources;

  // Shuffles: register r of lane l of the result is in lane  laneOf(r) ^ lanes . l  of the source,
  // in its register  sources[r] ^ choices . l : `choices` gives what each bit of l contributes.
  std::vector<uint32_t> sourceLanes;  // of register r
  std::vector<uint32_t> lanesOfBit;   // what bit i of the lane contributes to the source lane
  std::vector<uint32_t> choicesOfBit; // and to the source register
};

// Both layouts hold the whole tile, which has the same axes in both.
Conversion planConversion(const LinearLayout &from, const LinearLayout &to);

} // namespace nereid::layout
