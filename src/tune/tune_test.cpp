#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tune/race.h"
#include "tune/repeats.h"
#include "tune/statistics.h"

namespace nereid::tune {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(Statistics, QuantilesInterpolateBetweenNeighbours) {
  std::vector<double> samples = {4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(median(samples), 2.5);
  std::vector<double> fractions = {0, 0.2, 1};
  std::vector<double> band = quantiles(samples, fractions);
  EXPECT_DOUBLE_EQ(band[0], 1);
  EXPECT_DOUBLE_EQ(band[1], 1.6);
  EXPECT_DOUBLE_EQ(band[2], 4);
}

TEST(Statistics, OneSampleIsEveryQuantile) {
  std::vector<double> samples = {7};
  EXPECT_DOUBLE_EQ(median(samples), 7);
  EXPECT_DOUBLE_EQ(mean(samples), 7);
  EXPECT_DOUBLE_EQ(minimum(samples), maximum(samples));
}

TEST(Statistics, InfiniteSamplesStayInfinite) {
  std::vector<double> samples = {kInfinite, kInfinite};
  EXPECT_EQ(median(samples), kInfinite);
  EXPECT_FALSE(std::isnan(mean(samples)));
}

TEST(Repeats, LongRunsHappenOnceAndShortOnesFillTheBudget) {
  EXPECT_EQ(planRepeats(500, 25, 100).timed, 1);
  EXPECT_EQ(planRepeats(500, 25, 100).warmup, 1);
  EXPECT_EQ(planRepeats(2, 25, 100).timed, 50);
  EXPECT_EQ(planRepeats(2, 25, 100).warmup, 12);
  EXPECT_GT(planRepeats(0, 25, 100).timed, 1);
  EXPECT_LE(planRepeats(1e-9, 25, 100).timed, 1'000'000);
}

// Runs a race of candidates with fixed times; how often each ran.
std::vector<int> runRace(Race &race, const std::vector<double> &times) {
  std::vector<int> counts(times.size());
  int guard = 0;
  while (auto candidate = race.next()) {
    ++counts[*candidate];
    race.record(*candidate, times[*candidate]);
    if (++guard > 10'000) {
      ADD_FAILURE() << "the race does not end";
      break;
    }
  }
  return counts;
}

TEST(Race, TheFastestWinsAndHopelessCandidatesRunOnce) {
  Race race(3, {});
  std::vector<int> counts = runRace(race, {1.0, 5.0, 1.2});
  EXPECT_EQ(race.winner(), 0u);
  EXPECT_EQ(counts[1], 1);
  EXPECT_GT(counts[0], 1);
  EXPECT_GT(counts[2], 1);
}

TEST(Race, EveryCandidateRunsEvenIfTheFirstIsGood) {
  Race race(2, {});
  runRace(race, {3.0, 1.0});
  EXPECT_EQ(race.winner(), 1u);
}

TEST(Race, LongCandidatesAreNotRepeatedForLong) {
  Race race(3, {});
  std::vector<int> counts = runRace(race, {900, 1500, 910});
  EXPECT_EQ(counts[1], 1);
  EXPECT_LE(counts[0], 2);
  EXPECT_LE(counts[2], 2);
}

TEST(Race, DifferencesBelowTheNoiseDoNotEliminate) {
  Race race(2, {});
  std::vector<int> counts = runRace(race, {0.001, 0.015});
  EXPECT_GT(counts[1], 1);
}

TEST(Race, FailedCandidatesAreInfiniteAndNeverWin) {
  Race race(2, {});
  ASSERT_EQ(race.next(), 0u);
  race.fail(0);
  while (auto candidate = race.next())
    race.record(*candidate, 1);
  EXPECT_EQ(race.winner(), 1u);
  EXPECT_EQ(race.median(0), kInfinite);
}

TEST(Race, NobodyWinsWhenAllFail) {
  Race race(2, {});
  while (auto candidate = race.next())
    race.fail(*candidate);
  EXPECT_EQ(race.winner(), std::nullopt);
}

} // namespace
} // namespace nereid::tune
