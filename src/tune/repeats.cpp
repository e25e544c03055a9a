#include "tune/repeats.h"

#include <algorithm>

namespace nereid::tune {

static int runsIn(double budget, double estimate) {
  constexpr double kMost = 100'000;
  // A clock that saw nothing pass: as often as upstream's graphs replay.
  if (estimate <= 0)
    return 1000;
  return static_cast<int>(std::clamp(budget / estimate, 1.0, kMost));
}

Repeats planRepeats(double estimate, double warmup, double timed) {
  return {runsIn(warmup, estimate), runsIn(timed, estimate)};
}

} // namespace nereid::tune
