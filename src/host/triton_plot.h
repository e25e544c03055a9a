// A line plot as SVG: what a benchmark report draws.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nereid::host {

struct PlotPoint {
  double x = 0, y = 0;
  std::optional<double> low, high; // the band around the line
};

struct PlotLine {
  std::string name;
  std::string color; // an SVG color; empty: the plot chooses
  bool dashed = false;
  std::vector<PlotPoint> points;
};

struct Plot {
  std::string title, xLabel, yLabel;
  bool xLog = false, yLog = false;
  std::vector<PlotLine> lines;
};

// Points that an axis cannot show (not finite, or not positive on a log axis) are left out.
std::string renderSvg(const Plot &plot);

// The values an axis from `low` to `high` is marked at: round ones, about six of them; on a log
// axis powers of ten, or of two where that gives too few.
std::vector<double> axisTicks(double low, double high, bool isLog);

} // namespace nereid::host
