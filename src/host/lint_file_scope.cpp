#include "host/lint_file_scope.h"

#include "eval/error.h"
#include "eval/operators.h"
#include "sema/language.h"

namespace nereid::host {

const eval::Value &unknownValue() {
  static const eval::Value &unknown = *new eval::Value(eval::make<sema::Unknown>());
  return unknown;
}

bool isUnknown(const eval::Value &value) {
  return value.as<sema::Unknown>() != nullptr;
}

void StaticScope::bind(std::string_view name, const eval::Value &value) {
  auto known = values_.find(name);
  if (known == values_.end())
    values_.emplace(name, value);
  else if (!eval::identical(known->second, value))
    known->second = unknownValue();
}

void StaticScope::bindIfNew(std::string_view name, const eval::Value &value) {
  if (values_.find(name) == values_.end())
    values_.emplace(name, value);
}

void StaticScope::forget(std::string_view name) {
  values_.insert_or_assign(std::string(name), unknownValue());
}

std::optional<eval::Value> StaticScope::lookup(std::string_view name) const {
  auto known = values_.find(name);
  if (known != values_.end())
    return known->second;
  std::optional<eval::Value> outside;
  if (outer_)
    outside = outer_->lookup(name);
  // A builtin is not shadowed by a name that may not even exist.
  if (!outside && isOpen_ && !eval::builtins().members.find(name))
    return unknownValue();
  return outside;
}

std::vector<std::string> StaticScope::names() const {
  std::vector<std::string> names;
  if (outer_)
    names = outer_->names();
  for (const auto &[name, value] : values_)
    names.push_back(name);
  return names;
}

} // namespace nereid::host
