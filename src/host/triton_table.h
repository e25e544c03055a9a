// Table: measurements in columns, printed and saved as pandas prints and saves a data frame.
#pragma once

#include <string>
#include <vector>

#include "eval/value.h"

namespace nereid::host {

class Table : public eval::Object {
public:
  struct Column {
    std::string name;
    std::vector<eval::Value> cells; // one per row
  };
  std::vector<Column> columns;

  // Appends a row, one value per column. As in pandas, a row of numbers of which one is a float
  // (or missing: None) is a row of floats.
  void addRow(std::vector<eval::Value> row);
  size_t rows() const { return columns.empty() ? 0 : columns.front().cells.size(); }
  eval::Ref<Table> select(const std::vector<std::string> &names) const;

  std::string toText() const;
  std::string toCsv(int precision) const;

  std::string typeName() const override { return "DataFrame"; }
  std::string repr() const override { return toText(); }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  eval::Value getItem(const eval::Value &index) override; // a column, as a list
  std::optional<int64_t> length() const override { return rows(); }

private:
  const Column *find(std::string_view name) const;
};

} // namespace nereid::host
