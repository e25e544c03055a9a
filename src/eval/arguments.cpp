#include "eval/arguments.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "eval/error.h"

namespace nereid::eval {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

std::string plural(size_t count, std::string_view noun) {
  return count == 1 ? cat(count, " ", noun) : cat(count, " ", noun, "s");
}

} // namespace

Signature::Signature(std::string function, std::string_view parameters)
    : function_(std::move(function)) {
  bool keywordOnly = false;
  while (!parameters.empty()) {
    size_t comma = std::min(parameters.find(','), parameters.size());
    std::string_view piece = trimmed(parameters.substr(0, comma));
    parameters.remove_prefix(std::min(comma + 1, parameters.size()));
    if (piece == "/") {
      for (Parameter &parameter : parameters_)
        parameter.positionalOnly = true;
      anyPositionalOnly_ = true;
      continue;
    }
    if (piece == "*") {
      keywordOnly = true;
      continue;
    }
    bool optional = piece.ends_with('=');
    if (optional)
      piece.remove_suffix(1);
    parameters_.push_back({std::string(piece), optional, false, keywordOnly});
    positional_ += !keywordOnly;
    required_ += !keywordOnly && !optional;
  }
  NEREID_CHECK(parameters_.size() <= kMaxParameters, "too many parameters: " + function_);
}

Signature::Matched Signature::match(const Arguments &arguments) const {
  Matched matched{};
  if (arguments.positional.size() > positional_)
    raiseTooMany(arguments.positional.size());
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    matched[i] = &arguments.positional[i];
  for (const Keyword &keyword : arguments.keywords)
    matchKeyword(keyword, matched);
  for (size_t i = 0; i < parameters_.size(); ++i)
    if (!matched[i] && !parameters_[i].optional)
      raiseMissing(i, arguments.positional.size());
  return matched;
}

// PyTorch's functions take NumPy's names for these parameters too, and no others have them.
static std::string_view nameBesideNumpys(std::string_view name) {
  return name == "axis" ? "dim" : name == "keepdims" ? "keepdim" : name;
}

void Signature::matchKeyword(const Keyword &keyword, Matched &matched) const {
  auto isCalled = [](std::string_view name) {
    return [name](const Parameter &parameter) { return parameter.name == name; };
  };
  std::string_view name = keyword.name;
  if (std::none_of(parameters_.begin(), parameters_.end(), isCalled(name)))
    name = nameBesideNumpys(name);
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (!isCalled(name)(parameters_[i]) || parameters_[i].positionalOnly)
      continue;
    if (matched[i])
      raise("TypeError", cat("argument for ", function_, "() given by name ('", keyword.name,
                             "') and position (", i + 1, ")"));
    matched[i] = &keyword.value;
    return;
  }
  bool none = true;
  for (const Parameter &parameter : parameters_)
    none = none && parameter.positionalOnly;
  if (none)
    raise("TypeError", cat(function_, "() takes no keyword arguments"));
  raise("TypeError",
        cat("'", keyword.name, "' is an invalid keyword argument for ", function_, "()"));
}

void Signature::raiseTooMany(size_t given) const {
  if (anyPositionalOnly_ && required_ == positional_) {
    if (positional_ == 0)
      raise("TypeError", cat(function_, "() takes no arguments (", given, " given)"));
    if (positional_ == 1)
      raise("TypeError", cat(function_, "() takes exactly one argument (", given, " given)"));
    raise("TypeError",
          cat(function_, " expected ", plural(positional_, "argument"), ", got ", given));
  }
  if (anyPositionalOnly_)
    raise("TypeError",
          cat(function_, " expected at most ", plural(positional_, "argument"), ", got ", given));
  if (positional_ == 0)
    raise("TypeError", cat(function_, "() takes no positional arguments"));
  raise("TypeError", cat(function_, "() takes at most ", plural(positional_, "argument"), " (",
                         given, " given)"));
}

void Signature::raiseMissing(size_t index, size_t given) const {
  const Parameter &parameter = parameters_[index];
  if (parameter.keywordOnly)
    raise("TypeError",
          cat(function_, "() missing required keyword-only argument: '", parameter.name, "'"));
  if (!parameter.positionalOnly)
    raise("TypeError", cat(function_, "() missing required argument '", parameter.name, "' (pos ",
                           index + 1, ")"));
  if (required_ == 1 && positional_ == 1 && parameters_.size() == 1)
    raise("TypeError", cat(function_, "() takes exactly one argument (", given, " given)"));
  raise("TypeError", cat(function_, " expected ", required_ == positional_ ? "" : "at least ",
                         plural(required_, "argument"), ", got ", given));
}

void expectPositional(std::string_view function, const Arguments &arguments, size_t min,
                      size_t max) {
  if (!arguments.keywords.empty())
    raise("TypeError", cat(function, "() takes no keyword arguments"));
  size_t given = arguments.positional.size();
  if (given >= min && given <= max)
    return;
  if (min == max && max == 0)
    raise("TypeError", cat(function, "() takes no arguments (", given, " given)"));
  if (min == max && max == 1)
    raise("TypeError", cat(function, "() takes exactly one argument (", given, " given)"));
  size_t bound = given < min ? min : max;
  std::string_view how = min == max ? "" : given < min ? "at least " : "at most ";
  raise("TypeError", cat(function, " expected ", how, plural(bound, "argument"), ", got ", given));
}

} // namespace nereid::eval
