// Statistics of timings: what is reported of a set of measurements.
//
// Units are the caller's. Every function takes the samples in any order and needs at least one.
//
//   double middle = median(samples);
//   std::vector<double> band = quantiles(samples, {0.5, 0.2, 0.8});
#pragma once

#include <span>
#include <vector>

namespace nereid::tune {

double minimum(std::span<const double> samples);
double maximum(std::span<const double> samples);
double mean(std::span<const double> samples);
double median(std::span<const double> samples);

// The q-th quantile (0 <= q <= 1) for each q: linear interpolation between the two nearest of the
// sorted samples, which are taken to lie at 0, 1/(n-1), ..., 1.
std::vector<double> quantiles(std::span<const double> samples, std::span<const double> fractions);

} // namespace nereid::tune
