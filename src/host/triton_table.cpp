// How pandas prints a data frame, as far as reports need it. A column of floats is written with six
// digits after the point; zeros that all of them end in are cut, but one; columns with very small
// or long large values use exponents. Numbers, and texts, are preceded by a space, and so are the
// names of columns of numbers; everything is aligned to the right.
//
//            size      Triton
//   0      4096.0    8.000000
//   1      8192.0   15.999999
#include "host/triton_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::host {

namespace {

constexpr int kDigits = 6;

std::string formatNumber(const char *pattern, int digits, double value) {
  char text[400];
  snprintf(text, sizeof text, pattern, digits, value);
  return text;
}

bool isMissing(const eval::Value &value) {
  return value.isNone() || (value.isFloat() && std::isnan(value.asFloat()));
}

bool isFloatColumn(const Table::Column &column) {
  bool anyFloat = false;
  for (const eval::Value &cell : column.cells) {
    if (!cell.isFloat() && !cell.isNone())
      return false;
    anyFloat = anyFloat || cell.isFloat();
  }
  return anyFloat;
}

bool isIntColumn(const Table::Column &column) {
  return std::all_of(column.cells.begin(), column.cells.end(),
                     [](const eval::Value &cell) { return cell.isInt(); });
}

// "12.500000" and the like: not an exponent, not NaN or inf.
bool isPlainDecimal(const std::string &text) {
  return text.find('.') != std::string::npos &&
         text.find_first_not_of(" -0123456789.") == std::string::npos;
}

void cutZeros(std::vector<std::string> &texts) {
  auto cuttable = [&] {
    bool any = false;
    for (const std::string &text : texts) {
      if (!isPlainDecimal(text))
        continue;
      any = true;
      if (text.back() != '0')
        return false;
    }
    return any;
  };
  while (cuttable())
    for (std::string &text : texts)
      if (isPlainDecimal(text))
        text.pop_back();
  for (std::string &text : texts)
    if (isPlainDecimal(text) && text.back() == '.')
      text += '0';
}

std::vector<std::string> formatFloats(const Table::Column &column, const char *pattern) {
  std::vector<std::string> texts;
  for (const eval::Value &cell : column.cells)
    texts.push_back(isMissing(cell) ? "NaN" : formatNumber(pattern, kDigits, cell.asFloat()));
  cutZeros(texts);
  return texts;
}

std::vector<std::string> formatFloatColumn(const Table::Column &column) {
  std::vector<std::string> texts = formatFloats(column, "% .*f");
  size_t longest = 0;
  bool hasLarge = false, hasSmall = false;
  for (const std::string &text : texts)
    longest = std::max(longest, text.size());
  for (const eval::Value &cell : column.cells) {
    if (isMissing(cell))
      continue;
    double size = std::fabs(cell.asFloat());
    hasLarge = hasLarge || size > 1e6;
    hasSmall = hasSmall || (size > 0 && size < std::pow(10.0, -kDigits));
  }
  if (hasSmall || (hasLarge && longest > kDigits + 6))
    return formatFloats(column, "% .*e");
  return texts;
}

std::vector<std::string> formatColumn(const Table::Column &column) {
  if (isFloatColumn(column))
    return formatFloatColumn(column);
  std::vector<std::string> texts;
  for (const eval::Value &cell : column.cells) {
    std::string text = eval::str(cell);
    texts.push_back(startsWith(text, "-") && cell.isNumber() ? text : cat(" ", text));
  }
  return texts;
}

std::string padLeft(const std::string &text, size_t width) {
  return text.size() >= width ? text : cat(std::string(width - text.size(), ' '), text);
}

std::string quoteCsv(const std::string &text) {
  if (text.find_first_of(",\"\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

eval::Value callToString(eval::Object &self, const eval::Arguments &) {
  return eval::Value::string(static_cast<Table &>(self).toText());
}

eval::Value callToCsv(eval::Object &self, const eval::Arguments &) {
  return eval::Value::string(static_cast<Table &>(self).toCsv(kDigits));
}

const eval::Method kMethods[] = {{"to_string", callToString}, {"to_csv", callToCsv}};

} // namespace

void Table::addRow(std::vector<eval::Value> row) {
  bool allNumbers = true, anyFloat = false;
  for (const eval::Value &cell : row) {
    allNumbers = allNumbers && (cell.isInt() || cell.isFloat() || cell.isNone());
    anyFloat = anyFloat || cell.isFloat() || cell.isNone();
  }
  for (size_t i = 0; i < row.size(); ++i) {
    bool widen = allNumbers && anyFloat && row[i].isInt();
    columns[i].cells.push_back(widen ? eval::Value::real(row[i].asFloat()) : row[i]);
  }
}

const Table::Column *Table::find(std::string_view name) const {
  for (const Column &column : columns)
    if (column.name == name)
      return &column;
  return nullptr;
}

eval::Ref<Table> Table::select(const std::vector<std::string> &names) const {
  auto selected = eval::make<Table>();
  for (const std::string &name : names)
    if (const Column *column = find(name))
      selected->columns.push_back(*column);
  return selected;
}

std::string Table::toText() const {
  std::vector<std::string> lines(rows() + 1);
  size_t indexWidth = rows() ? std::to_string(rows() - 1).size() : 0;
  lines[0] = std::string(indexWidth, ' ');
  for (size_t i = 0; i < rows(); ++i) {
    std::string index = std::to_string(i);
    lines[i + 1] = cat(index, std::string(indexWidth - index.size(), ' '));
  }
  for (const Column &column : columns) {
    bool isNumeric = isFloatColumn(column) || isIntColumn(column);
    std::vector<std::string> texts = formatColumn(column);
    texts.insert(texts.begin(), isNumeric ? cat(" ", column.name) : column.name);
    size_t width = 0;
    for (const std::string &text : texts)
      width = std::max(width, text.size());
    for (size_t i = 0; i < lines.size(); ++i)
      lines[i] += cat(" ", padLeft(texts[i], width));
  }
  return join(lines, "\n");
}

std::string Table::toCsv(int precision) const {
  std::vector<std::string> names;
  for (const Column &column : columns)
    names.push_back(quoteCsv(column.name));
  std::string text = cat(join(names, ","), "\n");
  for (size_t row = 0; row < rows(); ++row) {
    std::vector<std::string> cells;
    for (const Column &column : columns) {
      const eval::Value &cell = column.cells[row];
      if (isMissing(cell))
        cells.emplace_back();
      else if (cell.isFloat())
        cells.push_back(formatNumber("%.*f", precision, cell.asFloat()));
      else
        cells.push_back(quoteCsv(eval::str(cell)));
    }
    text += cat(join(cells, ","), "\n");
  }
  return text;
}

std::optional<eval::Value> Table::getAttr(std::string_view name) {
  if (name == "columns") {
    std::vector<eval::Value> names;
    for (const Column &column : columns)
      names.push_back(eval::Value::string(column.name));
    return eval::Value::list(std::move(names));
  }
  if (name == "shape")
    return eval::Value::tuple({eval::Value::integer(static_cast<eval::Int>(rows())),
                               eval::Value::integer(static_cast<eval::Int>(columns.size()))});
  return eval::bindMethod(kMethods, *this, name);
}

std::vector<std::string> Table::attributeNames() const {
  return {"columns", "shape", "to_csv", "to_string"};
}

eval::Value Table::getItem(const eval::Value &index) {
  const std::string *name = index.asString();
  const Column *column = name ? find(*name) : nullptr;
  if (!column)
    eval::raise("KeyError", eval::repr(index));
  return eval::Value::list(column->cells);
}

} // namespace nereid::host
