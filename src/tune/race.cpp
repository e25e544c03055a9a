#include "tune/race.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "tune/statistics.h"

namespace nereid::tune {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Race::Race(size_t candidates, RaceRules rules) : rules_(rules), runs_(candidates) {}

double Race::best() const {
  double best = kInfinite;
  for (const Runs &runs : runs_)
    if (!runs.samples.empty())
      best = std::min(best, minimum(runs.samples));
  return best;
}

bool Race::wantsMore(const Runs &runs, double best) const {
  if (runs.failed || runs.samples.size() >= rules_.most)
    return false;
  if (runs.samples.empty())
    return true;
  double fastest = minimum(runs.samples);
  if (fastest > rules_.hopeless * best + rules_.noise)
    return false;
  constexpr double kNear = 1.1;
  if (fastest > rules_.longRun && fastest > kNear * best)
    return false;
  return runs.spent < rules_.budget || runs.samples.size() < rules_.fewest;
}

std::optional<size_t> Race::next() const {
  double best = this->best();
  std::optional<size_t> chosen;
  for (size_t i = 0; i < runs_.size(); ++i)
    if (wantsMore(runs_[i], best) &&
        (!chosen || runs_[i].samples.size() < runs_[*chosen].samples.size()))
      chosen = i;
  return chosen;
}

void Race::record(size_t candidate, double milliseconds) {
  NEREID_CHECK(candidate < runs_.size(), "a race has no such candidate");
  runs_[candidate].samples.push_back(milliseconds);
  runs_[candidate].spent += milliseconds;
}

void Race::fail(size_t candidate) {
  NEREID_CHECK(candidate < runs_.size(), "a race has no such candidate");
  runs_[candidate].failed = true;
  runs_[candidate].samples.clear();
}

double Race::median(size_t candidate) const {
  const Runs &runs = runs_[candidate];
  return runs.samples.empty() ? kInfinite : tune::median(runs.samples);
}

std::optional<size_t> Race::winner() const {
  std::optional<size_t> winner;
  double shortest = kInfinite;
  for (size_t i = 0; i < runs_.size(); ++i) {
    double time = median(i);
    if (time < shortest) {
      shortest = time;
      winner = i;
    }
  }
  return winner;
}

} // namespace nereid::tune
