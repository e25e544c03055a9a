#include "host/triton_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace nereid::host {

namespace {

constexpr double kWidth = 720, kHeight = 480;
constexpr double kLeft = 80, kRight = 24, kTop = 44, kBottom = 60;
constexpr const char *kColors[] = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728",
                                   "#9467bd", "#8c564b", "#e377c2", "#7f7f7f"};

std::string number(double value, const char *pattern = "%.2f") {
  char text[40];
  snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string escape(const std::string &text) {
  std::string escaped;
  for (char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return escaped;
}

// One axis: the values it covers and where they lie on the page.
struct Axis {
  double low = 0, high = 1; // values
  double from = 0, to = 1;  // page
  bool isLog = false;

  double scale(double value) const { return isLog ? std::log10(value) : value; }
  double place(double value) const {
    return from + (scale(value) - scale(low)) / (scale(high) - scale(low)) * (to - from);
  }
  bool shows(double value) const { return std::isfinite(value) && (!isLog || value > 0); }
};

void widen(Axis &axis) {
  if (axis.low < axis.high)
    return;
  // One value, or none.
  if (axis.isLog) {
    axis.low = axis.low > 0 ? axis.low / 2 : 0.5;
    axis.high = axis.low * 4;
  } else {
    axis.low -= 0.5;
    axis.high = axis.low + 1;
  }
}

template <typename Visit> void visitValues(const Plot &plot, bool ofX, Visit visit) {
  for (const PlotLine &line : plot.lines)
    for (const PlotPoint &point : line.points) {
      visit(ofX ? point.x : point.y);
      if (!ofX && point.low)
        visit(*point.low);
      if (!ofX && point.high)
        visit(*point.high);
    }
}

Axis fitAxis(const Plot &plot, bool ofX) {
  Axis axis;
  axis.isLog = ofX ? plot.xLog : plot.yLog;
  bool any = false;
  visitValues(plot, ofX, [&](double value) {
    if (!axis.shows(value))
      return;
    axis.low = any ? std::min(axis.low, value) : value;
    axis.high = any ? std::max(axis.high, value) : value;
    any = true;
  });
  if (!any)
    axis.low = axis.high = axis.isLog ? 1 : 0;
  widen(axis);
  axis.from = ofX ? kLeft : kHeight - kBottom;
  axis.to = ofX ? kWidth - kRight : kTop;
  return axis;
}

std::string text(double x, double y, const char *anchor, const std::string &what,
                 const std::string &more = "") {
  return cat("<text x=\"", number(x), "\" y=\"", number(y), "\" text-anchor=\"", anchor, "\"", more,
             ">", escape(what), "</text>\n");
}

std::string segment(double x1, double y1, double x2, double y2, const char *color) {
  return cat("<line x1=\"", number(x1), "\" y1=\"", number(y1), "\" x2=\"", number(x2), "\" y2=\"",
             number(y2), "\" stroke=\"", color, "\"/>\n");
}

std::string drawAxes(const Plot &plot, const Axis &x, const Axis &y) {
  std::string svg;
  for (double tick : axisTicks(x.low, x.high, x.isLog)) {
    svg += segment(x.place(tick), kTop, x.place(tick), kHeight - kBottom, "#e5e5e5");
    svg += text(x.place(tick), kHeight - kBottom + 18, "middle", number(tick, "%g"));
  }
  for (double tick : axisTicks(y.low, y.high, y.isLog)) {
    svg += segment(kLeft, y.place(tick), kWidth - kRight, y.place(tick), "#e5e5e5");
    svg += text(kLeft - 8, y.place(tick) + 4, "end", number(tick, "%g"));
  }
  svg += segment(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "#333");
  svg += segment(kLeft, kTop, kLeft, kHeight - kBottom, "#333");
  svg += text((kLeft + kWidth - kRight) / 2, kHeight - 16, "middle", plot.xLabel);
  double middle = (kTop + kHeight - kBottom) / 2;
  svg += text(20, middle, "middle", plot.yLabel,
              cat(" transform=\"rotate(-90 20 ", number(middle), ")\""));
  svg += text(kWidth / 2, 26, "middle", plot.title, " font-size=\"16\"");
  return svg;
}

std::string drawBand(const PlotLine &line, const std::string &color, const Axis &x, const Axis &y) {
  std::string upper, lower;
  for (const PlotPoint &point : line.points) {
    if (!point.low || !point.high || !x.shows(point.x) || !y.shows(*point.low) ||
        !y.shows(*point.high))
      continue;
    std::string at = number(x.place(point.x));
    upper += cat(at, ",", number(y.place(*point.high)), " ");
    lower = cat(at, ",", number(y.place(*point.low)), " ", lower);
  }
  if (upper.empty())
    return {};
  return cat("<polygon points=\"", upper, lower, "\" fill=\"", color,
             "\" fill-opacity=\"0.15\"/>\n");
}

std::string drawLine(const PlotLine &line, const std::string &color, const Axis &x, const Axis &y) {
  std::string points;
  for (const PlotPoint &point : line.points)
    if (x.shows(point.x) && y.shows(point.y))
      points += cat(number(x.place(point.x)), ",", number(y.place(point.y)), " ");
  return cat("<polyline points=\"", points, "\" fill=\"none\" stroke=\"", color,
             "\" stroke-width=\"2\"", line.dashed ? " stroke-dasharray=\"6 4\"" : "", "/>\n");
}

std::string drawLegend(const std::vector<std::pair<std::string, std::string>> &entries) {
  std::string svg;
  double y = kTop + 16;
  for (const auto &[name, color] : entries) {
    svg += cat("<line x1=\"", number(kLeft + 12), "\" y1=\"", number(y - 4), "\" x2=\"",
               number(kLeft + 36), "\" y2=\"", number(y - 4), "\" stroke=\"", color,
               "\" stroke-width=\"2\"/>\n");
    svg += text(kLeft + 42, y, "start", name);
    y += 18;
  }
  return svg;
}

std::vector<double> logTicks(double low, double high) {
  for (double base : {10.0, 2.0}) {
    std::vector<double> ticks;
    auto first = static_cast<int>(std::ceil(std::log(low) / std::log(base) - 1e-9));
    auto last = static_cast<int>(std::floor(std::log(high) / std::log(base) + 1e-9));
    constexpr int kMost = 12;
    int step = std::max(1, (last - first + 1 + kMost - 1) / kMost);
    for (int i = first; i <= last; i += step)
      ticks.push_back(std::pow(base, i));
    constexpr size_t kFewest = 3;
    if (ticks.size() >= kFewest || base == 2.0)
      return ticks;
  }
  return {};
}

} // namespace

std::vector<double> axisTicks(double low, double high, bool isLog) {
  if (isLog)
    return logTicks(low, high);
  constexpr double kAbout = 6;
  double rough = (high - low) / kAbout;
  double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = power;
  for (double factor : {2.0, 5.0, 10.0})
    if (step < rough)
      step = power * factor;
  std::vector<double> ticks;
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i)
    ticks.push_back(i * step);
  return ticks;
}

std::string renderSvg(const Plot &plot) {
  Axis x = fitAxis(plot, true), y = fitAxis(plot, false);
  std::string svg = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", number(kWidth, "%g"),
                        "\" height=\"", number(kHeight, "%g"),
                        "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  svg += drawAxes(plot, x, y);
  std::vector<std::pair<std::string, std::string>> legend;
  for (size_t i = 0; i < plot.lines.size(); ++i) {
    const PlotLine &line = plot.lines[i];
    std::string color = escape(line.color.empty() ? kColors[i % std::size(kColors)] : line.color);
    svg += drawBand(line, color, x, y);
    svg += drawLine(line, color, x, y);
    legend.emplace_back(line.name, color);
  }
  return cat(svg, drawLegend(legend), "</svg>\n");
}

} // namespace nereid::host
