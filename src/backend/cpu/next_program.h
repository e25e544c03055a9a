// What the next program will read, asked for while this one computes.
//
// A softmax reads its row twice: first to find the maximum, waiting for memory all along, then to
// compute exponentials, with memory idle. The compiled loop runs programs one after the other, so
// the second nest asks for the row of the next program. Where that is follows from the pointer's
// scalars, computed once more with the next program id.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

class NextProgram {
public:
  // Of the loads that a nest over `sources` pulls: those of one axis, through pointers that differ
  // from program to program by one distance.
  NextProgram(Emitter &emitter, ValueRange sources);

  // Asks for what the next program will load at `index`.
  void prefetch(const Index &index);

private:
  struct Ahead {
    Value pointer;  // a tile
    Value distance; // i64, bytes
  };
  Emitter &e_;
  SmallVector<Ahead> loads_;
};

} // namespace nereid::cpu
