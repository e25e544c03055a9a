#include "host/match_arguments.h"

#include "base/text.h"
#include "eval/operators.h"
#include "host/frame.h"

namespace nereid::host {

using eval::Keyword;
using eval::raise;
using eval::Value;
using syntax::Parameter;

namespace {

class Matcher {
public:
  Matcher(std::string_view function, std::span<const Parameter> parameters,
          const std::vector<std::optional<Value>> &defaults)
      : function_(function), parameters_(parameters), defaults_(defaults),
        bound_(parameters.size(), unbound()) {
    for (const Parameter &parameter : parameters) {
      byPosition_ += isPositional(parameter);
      hasStar_ = hasStar_ || (parameter.kind == Parameter::Kind::Star && !parameter.name.empty());
    }
  }

  BoundArguments match(const eval::Arguments &arguments) {
    bindPositional(arguments.positional);
    for (const Keyword &keyword : arguments.keywords)
      bindKeyword(keyword);
    if (arguments.positional.size() > byPosition_ && !hasStar_)
      raiseTooMany(arguments);
    for (size_t i = 0; i < parameters_.size(); ++i)
      if (isUnbound(bound_[i]) && defaults_[i])
        bound_[i] = *defaults_[i];
    checkMissing(true);
    checkMissing(false);
    return std::move(bound_);
  }

private:
  static bool isPositional(const Parameter &parameter) {
    return parameter.kind == Parameter::Kind::Normal ||
           parameter.kind == Parameter::Kind::PositionalOnly;
  }

  void bindPositional(std::span<const Value> values) {
    size_t next = 0;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (isPositional(parameters_[i]) && next < values.size())
        bound_[i] = values[next++];
      else if (parameters_[i].kind == Parameter::Kind::Star)
        bound_[i] =
            Value::tuple(next < values.size() && hasStar_
                             ? std::vector<Value>(values.begin() + int64_t(next), values.end())
                             : std::vector<Value>());
      else if (parameters_[i].kind == Parameter::Kind::DoubleStar)
        bound_[i] = eval::make<eval::Dict>();
    }
  }

  void bindKeyword(const Keyword &keyword) {
    eval::Dict *rest = nullptr;
    bool isPositionalOnly = false;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      Parameter::Kind kind = parameters_[i].kind;
      if (kind == Parameter::Kind::DoubleStar)
        rest = bound_[i].as<eval::Dict>();
      if (parameters_[i].name != keyword.name || kind == Parameter::Kind::Star ||
          kind == Parameter::Kind::DoubleStar)
        continue;
      if (kind == Parameter::Kind::PositionalOnly) {
        isPositionalOnly = true;
        continue;
      }
      if (!isUnbound(bound_[i]))
        raise("TypeError",
              cat(function_, "() got multiple values for argument '", keyword.name, "'"));
      bound_[i] = keyword.value;
      return;
    }
    if (rest)
      return rest->set(keyword.name, keyword.value);
    if (isPositionalOnly)
      raise("TypeError", cat(function_,
                             "() got some positional-only arguments passed as keyword "
                             "arguments: '",
                             keyword.name, "'"));
    raise("TypeError",
          cat(function_, "() got an unexpected keyword argument '", keyword.name, "'"));
  }

  [[noreturn]] void raiseTooMany(const eval::Arguments &arguments) const {
    size_t optional = 0, givenKeywordOnly = 0;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      optional += isPositional(parameters_[i]) && defaults_[i].has_value();
      givenKeywordOnly +=
          parameters_[i].kind == Parameter::Kind::KeywordOnly && !isUnbound(bound_[i]);
    }
    std::string takes =
        optional ? cat("from ", byPosition_ - optional, " to ", byPosition_) : cat(byPosition_);
    size_t given = arguments.positional.size();
    std::string extra;
    if (givenKeywordOnly)
      extra = cat(" positional argument", given == 1 ? "" : "s", " (and ", givenKeywordOnly,
                  " keyword-only argument", givenKeywordOnly == 1 ? "" : "s", ")");
    raise("TypeError", cat(function_, "() takes ", takes, " positional argument",
                           byPosition_ == 1 && !optional ? "" : "s", " but ", given, extra,
                           given == 1 && !givenKeywordOnly ? " was given" : " were given"));
  }

  void checkMissing(bool positional) const {
    std::vector<std::string> missing;
    for (size_t i = 0; i < parameters_.size(); ++i)
      if (isUnbound(bound_[i]) && isPositional(parameters_[i]) == positional)
        missing.push_back(cat("'", parameters_[i].name, "'"));
    if (missing.empty())
      return;
    std::string names = missing[0];
    for (size_t i = 1; i < missing.size(); ++i) {
      bool last = i + 1 == missing.size();
      names += (!last ? ", " : missing.size() == 2 ? " and " : ", and ") + missing[i];
    }
    raise("TypeError", cat(function_, "() missing ", missing.size(), " required ",
                           positional ? "positional" : "keyword-only", " argument",
                           missing.size() == 1 ? "" : "s", ": ", names));
  }

  std::string_view function_;
  std::span<const Parameter> parameters_;
  const std::vector<std::optional<Value>> &defaults_;
  BoundArguments bound_;
  size_t byPosition_ = 0;
  bool hasStar_ = false;
};

} // namespace

BoundArguments matchArguments(std::string_view function, std::span<const Parameter> parameters,
                              const std::vector<std::optional<Value>> &defaults,
                              const eval::Arguments &arguments) {
  return Matcher(function, parameters, defaults).match(arguments);
}

} // namespace nereid::host
