#include "tune/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace nereid::tune {

double minimum(std::span<const double> samples) {
  NEREID_CHECK(!samples.empty(), "statistics of no samples");
  return *std::min_element(samples.begin(), samples.end());
}

double maximum(std::span<const double> samples) {
  NEREID_CHECK(!samples.empty(), "statistics of no samples");
  return *std::max_element(samples.begin(), samples.end());
}

double mean(std::span<const double> samples) {
  NEREID_CHECK(!samples.empty(), "statistics of no samples");
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double median(std::span<const double> samples) {
  const double half = 0.5;
  return quantiles(samples, {&half, 1}).front();
}

std::vector<double> quantiles(std::span<const double> samples, std::span<const double> fractions) {
  NEREID_CHECK(!samples.empty(), "statistics of no samples");
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> result;
  for (double fraction : fractions) {
    NEREID_CHECK(fraction >= 0 && fraction <= 1, "a quantile outside 0..1");
    double place = fraction * static_cast<double>(sorted.size() - 1);
    auto below = static_cast<size_t>(std::floor(place));
    auto above = static_cast<size_t>(std::ceil(place));
    double weight = place - static_cast<double>(below);
    // Not a + t(b - a): infinities (a configuration that failed) must not become NaN.
    result.push_back(below == above ? sorted[below]
                                    : (1 - weight) * sorted[below] + weight * sorted[above]);
  }
  return result;
}

} // namespace nereid::tune
