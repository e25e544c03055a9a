// Who brings what products multiply.
#pragma once

#include <cstdint>

namespace nereid::nvidia {

// In boxes of tensors (supply.h), if there are any and the kernel suits it, and only under the
// conditions that come with the code; but for Threads and ThreadsOfMany.
enum class OperandSource : uint8_t {
  Threads,       // all of them, each its part
  ThreadsOfMany, // the same, in blocks that run several programs, whose atomics become one
                 // (combined_atomics.h)
  Producer,      // a warpgroup of its own (producer.h)
  FirstThread,   // of those that compute (refill.h): where programs must not follow one another in
                 // a block, so that several blocks share a multiprocessor
  FirstOfFew,    // the same in launches of few programs, each with a multiprocessor to itself
};

} // namespace nereid::nvidia
