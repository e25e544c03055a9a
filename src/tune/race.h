// Race: which of several candidates is fastest, found without timing the slow ones for long.
//
// The caller runs what next() names and tells record() how long it took, until next() names none.
// Every candidate runs once; whoever then is far behind the best has lost and never runs again. The
// others run in turns (so that a disturbance of the machine hits all alike) until each has used its
// budget of time or its share of runs. The winner has the smallest median.
//
//   Race race(configs.size(), {});
//   while (auto candidate = race.next())
//     race.record(*candidate, timeOnce(*candidate)); // or race.fail(*candidate)
//   if (auto winner = race.winner()) ...
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace nereid::tune {

struct RaceRules {
  double budget = 40; // milliseconds of timed runs for each candidate
  size_t fewest = 2;  // runs of a candidate that keeps up, unless they are long
  size_t most = 30;   // runs of any candidate
  double longRun =
      200;             // milliseconds: a run this long is not repeated when it is not near the best
  double hopeless = 2; // times the best: no second run
  double noise = 0.02; // milliseconds that differences must exceed to mean anything
};

class Race {
public:
  Race(size_t candidates, RaceRules rules);

  // The candidate to run now, or nothing: the race is over.
  std::optional<size_t> next() const;
  void record(size_t candidate, double milliseconds);
  // The candidate cannot run: it is out, and its time is infinite.
  void fail(size_t candidate);

  // Nothing: every candidate failed.
  std::optional<size_t> winner() const;
  const std::vector<double> &samples(size_t candidate) const { return runs_[candidate].samples; }
  double median(size_t candidate) const; // infinite if it failed or never ran

private:
  struct Runs {
    std::vector<double> samples;
    double spent = 0;
    bool failed = false;
  };
  bool wantsMore(const Runs &runs, double best) const;
  double best() const;

  RaceRules rules_;
  std::vector<Runs> runs_;
};

} // namespace nereid::tune
