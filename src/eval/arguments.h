// Signature: matches the arguments of a call to the parameters of a function written in C++.
//
// Parameters are written as in Python, without default values' text: "iterable, /, *, key=,
// reverse=". Make one per function, static, and index what match() returns by parameter. Raises
// the TypeErrors that CPython raises for functions written in C.
//
//   static const Signature signature("round", "number, ndigits=");
//   auto arguments = signature.match(call);
//   if (arguments[1]) ...
#pragma once

#include <array>
#include <string>
#include <vector>

#include "eval/object.h"

namespace nereid::eval {

class Signature {
public:
  static constexpr size_t kMaxParameters = 12;
  // Pointers into the call's storage; null for an optional parameter that was left out.
  using Matched = std::array<const Value *, kMaxParameters>;

  Signature(std::string function, std::string_view parameters);
  Matched match(const Arguments &arguments) const;

private:
  struct Parameter {
    std::string name;
    bool optional;
    bool positionalOnly;
    bool keywordOnly;
  };
  [[noreturn]] void raiseTooMany(size_t given) const;
  [[noreturn]] void raiseMissing(size_t index, size_t given) const;
  void matchKeyword(const Keyword &keyword, Matched &matched) const;

  std::string function_;
  std::vector<Parameter> parameters_;
  size_t positional_ = 0; // how many may be given by position
  size_t required_ = 0;   // of them, how many must be given
  bool anyPositionalOnly_ = false;
};

// Raises TypeError unless `arguments` are positional and at least `min` and at most `max`.
void expectPositional(std::string_view function, const Arguments &arguments, size_t min,
                      size_t max);

} // namespace nereid::eval
