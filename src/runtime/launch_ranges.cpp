#include "runtime/launch_ranges.h"

#include <algorithm>
#include <initializer_list>

namespace nereid {
namespace {

struct Interval {
  int64_t least = INT64_MIN, greatest = INT64_MAX; // of what is not known
};

using Wide = __int128;

Interval between(Wide least, Wide greatest) {
  if (least < INT64_MIN || greatest > INT64_MAX)
    return {};
  return {static_cast<int64_t>(least), static_cast<int64_t>(greatest)};
}

Interval spanOf(std::initializer_list<Wide> corners) {
  return between(std::min(corners), std::max(corners));
}

Interval multiply(Interval a, Interval b) {
  auto of = [](int64_t x, int64_t y) { return Wide(x) * y; };
  return spanOf({of(a.least, b.least), of(a.least, b.greatest), of(a.greatest, b.least),
                 of(a.greatest, b.greatest)});
}

Interval divide(Interval a, Interval b) {
  if (b.least <= 0 && b.greatest >= 0)
    return {};
  auto of = [](int64_t x, int64_t y) { return Wide(x) / y; };
  return spanOf({of(a.least, b.least), of(a.least, b.greatest), of(a.greatest, b.least),
                 of(a.greatest, b.greatest)});
}

// Has the sign of `a`, is no larger, and less than `b`.
Interval remainder(Interval a, Interval b) {
  Wide most = std::max(std::max<Wide>(b.greatest, -Wide(b.least)) - 1, Wide(0));
  return between(std::max(std::min<Wide>(a.least, 0), -most),
                 std::min(std::max<Wide>(a.greatest, 0), most));
}

Interval rounds(Interval lower, Interval upper, Interval step) {
  if (step.least <= 0)
    return {};
  Wide places = Wide(upper.greatest) - lower.least;
  return between(0, std::max((places + step.least - 1) / step.least - 1, Wide(0)));
}

} // namespace

bool areNotNegative(const Artifact &artifact, Grid grid, std::span<const uint64_t> words) {
  using Kind = LaunchRange::Kind;
  Interval values[kMostLaunchRanges];
  if (artifact.ranges.size() > kMostLaunchRanges)
    return false;
  const uint32_t sizes[] = {grid.x, grid.y, grid.z};
  for (size_t i = 0; i < artifact.ranges.size(); ++i) {
    const LaunchRange &range = artifact.ranges[i];
    Interval a = values[range.operands[0]], b = values[range.operands[1]];
    auto only = [](uint64_t number) { return Interval{int64_t(number), int64_t(number)}; };
    auto compute = [&]() -> Interval {
      switch (range.kind) {
      case Kind::Constant:
        return only(uint64_t(range.number));
      case Kind::Parameter:
        return only(words[size_t(range.number)]);
      case Kind::Program:
        return {0, int64_t(sizes[range.number]) - 1};
      case Kind::Programs:
        return only(sizes[range.number]);
      case Kind::Add:
        return between(Wide(a.least) + b.least, Wide(a.greatest) + b.greatest);
      case Kind::Subtract:
        return between(Wide(a.least) - b.greatest, Wide(a.greatest) - b.least);
      case Kind::Multiply:
        return multiply(a, b);
      case Kind::Divide:
        return divide(a, b);
      case Kind::Remainder:
        return remainder(a, b);
      case Kind::Least:
        return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
      case Kind::Greatest:
        return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
      case Kind::Either:
        return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
      case Kind::Rounds:
        return rounds(a, b, values[range.operands[2]]);
      }
      return {};
    };
    values[i] = compute();
  }
  return std::all_of(artifact.notNegative.begin(), artifact.notNegative.end(),
                     [&](uint32_t range) { return values[range].least >= 0; });
}

} // namespace nereid
