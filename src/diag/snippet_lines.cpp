// One source line with its marks.
//
//   12 │     y = foo(x, bias)
//      │         ─── ─  ^^^^ this is [32]
//      │         │   ╰ this is [64]
//      │         ╰ this is a function
//
// The text of the rightmost mark stands beside it, if it fits; every other text hangs below its
// mark, right to left, so that the connecting bars never cross a text. A line wider than the
// terminal is cut to a window around its marks.

#include <algorithm>

#include "base/text.h"
#include "diag/display_text.h"
#include "diag/snippet.h"

namespace nereid {
namespace {

struct CellMark {
  int begin, end; // cells in the line
  bool primary;
  std::string_view text;
};

struct Window {
  int from, to; // cells of the line
};

std::vector<CellMark> layOut(const DisplayLine &line, const std::vector<Mark> &marks) {
  std::vector<CellMark> cells;
  for (const Mark &mark : marks) {
    int begin = line.cellAt(mark.begin);
    int end = std::max(line.cellAt(mark.end), begin + 1);
    CellMark cell = {begin, end, mark.primary, mark.text};
    auto after = std::upper_bound(cells.begin(), cells.end(), cell, [](auto &a, auto &b) {
      return std::pair(a.begin, a.primary) < std::pair(b.begin, b.primary);
    });
    cells.insert(after, cell);
  }
  return cells;
}

// Shows all marks if they fit, else the beginning of the primary one.
Window chooseWindow(int lineWidth, const std::vector<CellMark> &marks, int available) {
  if (lineWidth <= available || marks.empty())
    return {0, available};
  int begin = lineWidth, end = 0;
  for (const CellMark &mark : marks) {
    begin = std::min(begin, mark.begin);
    end = std::max(end, mark.end);
  }
  if (end - begin > available) {
    for (const CellMark &mark : marks)
      if (mark.primary)
        begin = mark.begin;
    end = std::min(end, begin + available);
  }
  if (end < available - available / 4)
    return {0, available};
  int before = std::min(available / 4, (available - (end - begin)) / 2);
  int from = std::max(0, std::min(begin - before, lineWidth + 1 - available));
  return {from, from + available};
}

std::string cutToWindow(const DisplayLine &line, Window window, const Painter &painter) {
  bool cutLeft = window.from > 0;
  bool cutRight = window.to < line.width();
  int from = window.from + (cutLeft ? painter.cutWidth() : 0);
  int to = window.to - (cutRight ? painter.cutWidth() : 0);
  std::string text;
  if (cutLeft)
    text += painter.cut();
  text += line.slice(from, to);
  if (cutRight)
    text += painter.cut();
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return text;
}

Style styleOf(const CellMark &mark) {
  return mark.primary ? Style::Primary : Style::Secondary;
}

// The row of ^^^^ and ──── itself. Primary marks are drawn over secondary ones.
std::string drawUnderlines(const std::vector<CellMark> &marks, Window window,
                           const Painter &painter) {
  int width = 0;
  for (const CellMark &mark : marks)
    width = std::max(width, std::min(mark.end, window.to) - window.from);
  std::vector<int> owner(width, -1);
  for (bool primary : {false, true})
    for (size_t i = 0; i < marks.size(); ++i)
      if (marks[i].primary == primary)
        for (int cell = std::max(marks[i].begin, window.from); cell < marks[i].end; ++cell)
          if (cell - window.from < width)
            owner[cell - window.from] = static_cast<int>(i);

  std::string row;
  for (int cell = 0; cell < width;) {
    int run = cell;
    while (run < width && owner[run] == owner[cell])
      ++run;
    std::string text;
    const CellMark *mark = owner[cell] < 0 ? nullptr : &marks[owner[cell]];
    for (int i = cell; i < run; ++i)
      text += !mark ? " " : mark->primary ? "^" : painter.line();
    row += mark ? painter.paint(styleOf(*mark), text) : text;
    cell = run;
  }
  return row;
}

// The text of marks[index] on a row of its own, under bars for the texts still to come.
std::string drawHangingText(const std::vector<CellMark> &marks, const std::vector<size_t> &pending,
                            size_t index, Window window, const Painter &painter) {
  std::string row;
  int at = window.from;
  auto moveTo = [&](int cell) {
    row.append(std::max(0, cell - at), ' ');
    at = std::max(at, cell);
  };
  for (size_t other : pending) {
    if (marks[other].begin < at || marks[other].begin >= marks[index].begin)
      continue;
    moveTo(marks[other].begin);
    row += painter.paint(styleOf(marks[other]), painter.bar());
    ++at;
  }
  moveTo(marks[index].begin);
  row += painter.paint(styleOf(marks[index]), cat(painter.hook(), ' ', marks[index].text));
  return row;
}

// Whether the text of the last mark can stand beside it: nothing is further right, and it fits.
bool fitsBeside(const std::vector<CellMark> &marks, Window window, int available) {
  const CellMark &last = marks.back();
  for (const CellMark &mark : marks)
    if (mark.end > last.end)
      return false;
  int used = std::min(last.end, window.to) - window.from + 1 + displayWidth(last.text);
  bool hangsNoBetter = last.begin - window.from < 4;
  return used <= available || hangsNoBetter;
}

} // namespace

void drawLine(std::string &to, std::string_view source, uint32_t number,
              const std::vector<Mark> &marks, const Painter &painter, int gutter, int width) {
  DisplayLine line(source);
  std::vector<CellMark> cells = layOut(line, marks);
  int available = std::max(20, width - gutter - 3);
  Window window = chooseWindow(line.width(), cells, available);

  std::string digits = cat(number);
  std::string numbered = cat(std::string(gutter - digits.size(), ' '), digits, ' ');
  std::string blank(gutter + 1, ' ');
  std::string bar = painter.paint(Style::Frame, painter.bar());
  std::string shown = cutToWindow(line, window, painter);
  to += cat(painter.paint(Style::Frame, numbered), bar, shown.empty() ? "" : " ", shown, '\n');
  if (cells.empty())
    return;

  std::string row = drawUnderlines(cells, window, painter);
  bool beside = fitsBeside(cells, window, available);
  if (beside && !cells.back().text.empty())
    row += cat(' ', painter.paint(styleOf(cells.back()), cells.back().text));
  to += cat(blank, bar, ' ', row, '\n');

  std::vector<size_t> pending;
  for (size_t i = 0; i < cells.size() - beside; ++i)
    if (!cells[i].text.empty())
      pending.push_back(i);
  while (!pending.empty()) {
    size_t index = pending.back();
    pending.pop_back();
    to += cat(blank, bar, ' ', drawHangingText(cells, pending, index, window, painter), '\n');
  }
}

} // namespace nereid
