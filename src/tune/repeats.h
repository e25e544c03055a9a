// How often to run something so that timing it takes about as long as was asked for.
//
//   Repeats repeats = planRepeats(estimateMs, 25, 100);
#pragma once

namespace nereid::tune {

struct Repeats {
  int warmup = 1;
  int timed = 1;
};

// `estimate`: milliseconds of one run; `warmup` and `timed`: milliseconds to spend on each. At
// least one of each, however long a run takes; a bounded number, however short.
Repeats planRepeats(double estimate, double warmup, double timed);

} // namespace nereid::tune
