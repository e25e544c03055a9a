// StaticScope: names of a module or function that is read without being run.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "eval/value.h"

namespace nereid::host {

class StaticScope : public eval::Scope {
public:
  explicit StaticScope(const StaticScope *outer) : outer_(outer) {}

  // A name that gets two different values is unknown: which of them a kernel sees, only a run
  // tells.
  void bind(std::string_view name, const eval::Value &value);
  // Keeps the value that the name has, if it has one: for branches that are rarely taken.
  void bindIfNew(std::string_view name, const eval::Value &value);
  void forget(std::string_view name); // it has some value
  // There may be names that are not known here: `from something import *`.
  void open() { isOpen_ = true; }

  const std::map<std::string, eval::Value, std::less<>> &values() const { return values_; }
  bool isOpen() const { return isOpen_; }

  std::optional<eval::Value> lookup(std::string_view name) const override;
  std::vector<std::string> names() const override;

private:
  const StaticScope *outer_; // null for a module
  std::map<std::string, eval::Value, std::less<>> values_;
  bool isOpen_ = false;
};

// The one value that stands for all that is not known.
const eval::Value &unknownValue();
bool isUnknown(const eval::Value &value);

} // namespace nereid::host
