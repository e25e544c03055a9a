#include "sema/scope.h"

namespace nereid::sema {

const Variable *LocalScope::find(std::string_view name) const {
  auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

void LocalScope::bind(std::string_view name, Variable variable) {
  variables_[name] = std::move(variable);
  lost_.erase(name);
}

void LocalScope::lose(std::string_view name, Loss loss) {
  variables_.erase(name);
  lost_[name] = std::move(loss);
}

void LocalScope::forget(std::string_view name) {
  variables_.erase(name);
  lost_.erase(name);
}

const Loss *LocalScope::lossOf(std::string_view name) const {
  auto found = lost_.find(name);
  return found == lost_.end() ? nullptr : &found->second;
}

std::vector<std::string> LocalScope::names() const {
  std::vector<std::string> result;
  for (const auto &[name, variable] : variables_)
    if (!isHiddenName(name))
      result.emplace_back(name);
  return result;
}

bool isSameValue(const Value &a, const Value &b) {
  if (!sameType(a, b))
    return false;
  std::vector<Value> x = flatten(a), y = flatten(b);
  for (size_t i = 0; i < x.size(); ++i)
    if (x[i].id != y[i].id)
      return false;
  return true;
}

} // namespace nereid::sema
