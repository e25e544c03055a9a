// How the arguments of a call meet the parameters of what is called: one rule for builtins, jit
// functions and named tuples, which is Python's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "sema/value.h"
#include "syntax/tree.h"

namespace nereid::sema {

struct KeywordArgument {
  std::string_view name;
  Span span; // the keyword
  Span valueSpan;
  Value value;
};

// The evaluated arguments of one call.
struct CallArguments {
  std::vector<Value> positional;
  std::vector<KeywordArgument> keywords;
  std::vector<Span> spans = {}; // of the positional ones, as far as the author wrote them
  bool isOpen = false;          // more arguments than are known here: `*unknown`

  bool hasUnknown() const; // an Error somewhere inside
  // Where the author wrote the argument that came from `origin`; nowhere if none did.
  Span spanOf(Span origin) const;
};

struct FormalParameter {
  using Kind = syntax::Parameter::Kind;
  std::string_view name;
  Kind kind = Kind::Normal;
  bool hasDefault = false;
};

// The parameters of a `def`.
std::vector<FormalParameter> formalParameters(const syntax::FunctionDef &definition);

struct Binding {
  std::vector<std::optional<Value>> values; // one per parameter; nothing: the default
  std::vector<Value> rest;                  // what `*args` collects
  std::vector<KeywordArgument> named;       // what `**kwargs` collects
};

// What does not fit, for the caller to report with its own labels.
struct BindingFailure {
  std::string headline; // "`tl.load` has no parameter `masks`"
  Span where;           // the argument, or nowhere: the call as a whole
  std::string label;
  std::vector<Help> helps;
};

// Binds, or says why not. `callee` is how the author writes the function: "tl.load".
std::optional<BindingFailure> bindArguments(std::string_view callee,
                                            const std::vector<FormalParameter> &parameters,
                                            const CallArguments &arguments, Binding &result);

// An Error, or an aggregate that holds one.
bool isUnknown(const Value &value);

} // namespace nereid::sema
