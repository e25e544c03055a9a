// The local names of one function while it is elaborated.
//
// A copy is a snapshot: each branch of a run-time `if` starts from one, and the join compares them.
// Names are views into the source text, kept in alphabetical order so that what is derived from
// them (the order of a loop's results) does not depend on hashing.
//
//   scope.bind("x", {value, span});
//   if (const Variable *x = scope.find("x")) use(x->value);
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sema/value.h"

namespace nereid::sema {

struct Variable {
  Value value;
  Span boundAt;
  bool isConstexpr = false; // declared `tl.constexpr`: keeps its constant
};

// Why a name that was bound is not usable any more.
struct Loss {
  Span boundAt;
  std::string_view why; // "assigned only inside the loop"
  std::string_view help;
};

class LocalScope {
public:
  using Variables = std::map<std::string_view, Variable>;

  const Variable *find(std::string_view name) const;
  void bind(std::string_view name, Variable variable);
  // Forgets a name, but remembers where it was bound.
  void lose(std::string_view name, Loss loss);
  void forget(std::string_view name);
  const Loss *lossOf(std::string_view name) const;

  // `x: tl.constexpr` without a value: the next assignment keeps its constant.
  void expectConstexpr(std::string_view name) { expected_.insert(name); }
  bool takeExpectation(std::string_view name) { return expected_.erase(name) != 0; }

  const Variables &variables() const { return variables_; }
  std::vector<std::string> names() const;

private:
  Variables variables_;
  std::map<std::string_view, Loss> lost_;
  std::set<std::string_view> expected_;
};

// A name that no author can write: what loops remember in a scope.
inline bool isHiddenName(std::string_view name) {
  return name.front() == ' ';
}

// The very same value, not merely one of the same type.
bool isSameValue(const Value &a, const Value &b);

} // namespace nereid::sema
