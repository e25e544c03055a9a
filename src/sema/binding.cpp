#include "sema/binding.h"

#include <algorithm>

#include "base/text.h"

namespace nereid::sema {

using Kind = FormalParameter::Kind;

bool isUnknown(const Value &value) {
  return value.isError() ||
         (value.isTuple() &&
          std::any_of(value.tuple->elements.begin(), value.tuple->elements.end(), isUnknown));
}

bool CallArguments::hasUnknown() const {
  return std::any_of(positional.begin(), positional.end(), isUnknown) ||
         std::any_of(keywords.begin(), keywords.end(),
                     [](const KeywordArgument &keyword) { return isUnknown(keyword.value); });
}

Span CallArguments::spanOf(Span origin) const {
  for (size_t i = 0; i < positional.size() && i < spans.size(); ++i)
    if (positional[i].origin == origin)
      return spans[i];
  for (const KeywordArgument &keyword : keywords)
    if (keyword.value.origin == origin)
      return keyword.valueSpan;
  return {};
}

std::vector<FormalParameter> formalParameters(const syntax::FunctionDef &definition) {
  std::vector<FormalParameter> formal;
  for (const syntax::Parameter &parameter : definition.parameters)
    formal.push_back({parameter.name, parameter.kind, parameter.defaultValue != nullptr});
  return formal;
}

static bool takesPosition(const FormalParameter &parameter) {
  return parameter.kind == Kind::Normal || parameter.kind == Kind::PositionalOnly;
}

static BindingFailure tooMany(std::string_view callee, size_t limit,
                              const CallArguments &arguments) {
  return {cat("`", callee, "` takes ", limit, " positional ", limit == 1 ? "argument" : "arguments",
              ", ", arguments.positional.size(), " given"),
          limit < arguments.spans.size() ? arguments.spans[limit] : Span{},
          {},
          {}};
}

static std::optional<BindingFailure> bindPositional(std::string_view callee,
                                                    const std::vector<FormalParameter> &parameters,
                                                    const CallArguments &arguments,
                                                    Binding &result) {
  bool hasRest = std::any_of(parameters.begin(), parameters.end(),
                             [](const FormalParameter &p) { return p.kind == Kind::Star; });
  size_t next = 0;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    while (next < parameters.size() && !takesPosition(parameters[next]) &&
           parameters[next].kind != Kind::Star)
      ++next;
    bool fits = next < parameters.size() && takesPosition(parameters[next]);
    if (fits)
      result.values[next++] = arguments.positional[i];
    else if (hasRest)
      result.rest.push_back(arguments.positional[i]);
    else
      return tooMany(callee, i, arguments);
  }
  return std::nullopt;
}

static BindingFailure noSuchParameter(std::string_view callee,
                                      const std::vector<FormalParameter> &parameters,
                                      const KeywordArgument &keyword) {
  BindingFailure failure{
      cat("`", callee, "` has no parameter `", keyword.name, "`"), keyword.span, {}, {}};
  std::vector<std::string> names;
  for (const FormalParameter &parameter : parameters)
    names.emplace_back(parameter.name);
  std::vector<std::string> near = nearestWords(keyword.name, names);
  if (!near.empty())
    failure.helps.push_back(
        {cat("did you mean `", near[0], "`?"), Help::Edit{keyword.span, near[0]}});
  return failure;
}

static std::optional<BindingFailure> bindKeyword(std::string_view callee,
                                                 const std::vector<FormalParameter> &parameters,
                                                 const KeywordArgument &keyword, Binding &result) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    bool named = parameters[i].kind == Kind::Normal || parameters[i].kind == Kind::KeywordOnly;
    if (!named || parameters[i].name != keyword.name)
      continue;
    if (result.values[i])
      return BindingFailure{cat("`", callee, "` is given `", keyword.name, "` twice"),
                            keyword.span,
                            "given by position already",
                            {}};
    result.values[i] = keyword.value;
    return std::nullopt;
  }
  bool takesAny = std::any_of(parameters.begin(), parameters.end(),
                              [](const FormalParameter &p) { return p.kind == Kind::DoubleStar; });
  if (!takesAny)
    return noSuchParameter(callee, parameters, keyword);
  result.named.push_back(keyword);
  return std::nullopt;
}

std::optional<BindingFailure> bindArguments(std::string_view callee,
                                            const std::vector<FormalParameter> &parameters,
                                            const CallArguments &arguments, Binding &result) {
  result.values.assign(parameters.size(), std::nullopt);
  if (auto failure = bindPositional(callee, parameters, arguments, result))
    return failure;
  for (const KeywordArgument &keyword : arguments.keywords)
    if (auto failure = bindKeyword(callee, parameters, keyword, result))
      return failure;
  std::vector<std::string> missing;
  for (size_t i = 0; i < parameters.size(); ++i) {
    bool optional = parameters[i].hasDefault || parameters[i].kind == Kind::Star ||
                    parameters[i].kind == Kind::DoubleStar;
    if (!result.values[i] && !optional)
      missing.push_back(cat("`", parameters[i].name, "`"));
  }
  if (missing.empty())
    return std::nullopt;
  return BindingFailure{cat("`", callee, "` is called without ", join(missing, ", ")), {}, {}, {}};
}

} // namespace nereid::sema
