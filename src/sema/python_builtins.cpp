// The Python builtins that kernels know: len, isinstance, getattr, min, ... On known values they
// are Python's own.
#include <cmath>

#include "base/text.h"
#include "eval/operators.h"
#include "sema/elaborator.h"

namespace nereid::sema {

namespace {

// The name of `function` if it is one of Python's builtins.
std::string_view pythonName(const eval::Value &function) {
  for (std::string_view name : {"len", "list", "tuple", "range", "float", "int", "bool",
                                "isinstance", "getattr", "hasattr", "min", "max", "abs"}) {
    const eval::Value *builtin = eval::builtins().members.find(name);
    if (builtin && builtin->object() == function.object())
      return name;
  }
  return {};
}

bool isLanguageType(const eval::Value &type, std::string_view name) {
  const eval::Value *found = languageModule()->members.find(name);
  return found && found->object() == type.object();
}

bool isInstance(const Value &value, const eval::Value &type) {
  if (isLanguageType(type, "tensor"))
    return value.isTile();
  if (isLanguageType(type, "constexpr"))
    return value.isConstant();
  if (const AggregateType *aggregate = AggregateType::of(type))
    return value.isAggregate() && value.tuple->aggregate->derivesFrom(*aggregate);
  if (isLanguageType(type, "tuple"))
    return value.isTuple() && !value.isAggregate();
  if (isLanguageType(type, "tensor_descriptor"))
    return value.kind == Value::Kind::Descriptor;
  const eval::Value *tupleType = eval::builtins().members.find("tuple");
  if (tupleType && tupleType->object() == type.object() && value.isTuple())
    return true;
  return value.isConstant() && type.isObject() &&
         type.object()->hasInstance(value.constant).value_or(false);
}

} // namespace

Value Elaborator::callIsInstance(const Value &value, const Value &type) {
  if (std::optional<std::vector<Value>> types = elementsOf(type)) {
    for (const Value &each : *types) {
      Value one = callIsInstance(value, each);
      if (one.isError() || one.constant.asBool())
        return one;
    }
    return Value::ofConstant(eval::Value::boolean(false));
  }
  if (type.isError())
    return type;
  if (!type.isConstant() || !type.constant.isObject())
    return fail(DiagKind::TypeMismatch, cat("isinstance() is asked about ", describe(type)), {},
                {{"its second argument is a type: `tl.tensor`, `tl.constexpr`, `int`"}});
  return Value::ofConstant(eval::Value::boolean(isInstance(value, type.constant)));
}

// What a value known at compile time, or a tuple of such, is in Python; nothing for the others.
std::optional<eval::Value> Elaborator::constantOf(const Value &value) {
  if (value.isConstant())
    return value.constant;
  if (!value.isTuple() || value.isAggregate())
    return std::nullopt;
  std::vector<eval::Value> items;
  for (const Value &element : value.tuple->elements) {
    std::optional<eval::Value> item = constantOf(element);
    if (!item)
      return std::nullopt;
    items.push_back(std::move(*item));
  }
  return eval::Value::tuple(std::move(items));
}

Value Elaborator::callLength(const Value &value) {
  if (value.isTuple())
    return Value::ofConstant(eval::Value::integer(value.tuple->elements.size()));
  if (value.isConstant())
    return compute([&] { return eval::Value::integer(eval::length(value.constant)); });
  return fail(DiagKind::TypeMismatch, cat("len() of ", describe(value)), {},
              {{"`x.shape[0]` is the size of a tile's first axis"}});
}

Value Elaborator::callGetAttr(std::string_view function, const std::vector<Value> &arguments) {
  bool isQuestion = function == "hasattr";
  size_t max = isQuestion ? 2 : 3;
  if (arguments.size() < 2 || arguments.size() > max)
    return fail(
        DiagKind::WrongArguments,
        cat(function, "() takes an object and a name, ", arguments.size(), " arguments given"), {},
        {});
  if (arguments[0].isError())
    return arguments[0];
  std::optional<std::string> name = constantString(*this, arguments[1], "the attribute's name");
  if (!name)
    return Value::error();
  std::optional<Value> found = findAttribute(arguments[0], *name);
  if (isQuestion)
    return Value::ofConstant(
        eval::Value::boolean(found || methodFor(arguments[0], *name).has_value()));
  if (found)
    return *found;
  return arguments.size() == 3 ? arguments[2] : unknownAttribute(arguments[0], *name, span_);
}

// min and max: Python's on constants, the language's on tiles.
Value Elaborator::callExtreme(std::string_view name, const CallArguments &arguments) {
  std::vector<Value> values = arguments.positional;
  if (values.size() == 1)
    if (std::optional<std::vector<Value>> elements = elementsOf(values[0]))
      values = *elements;
  if (values.size() < 2 || !arguments.keywords.empty())
    return fail(DiagKind::WrongArguments,
                cat("`", name, "` compares values, ", values.size(), " given"), {},
                {{cat("`tl.", name, "(x, axis=0)` is the ", name, "imum of a tile's lanes")}});
  std::string_view language = name == "min" ? "minimum" : "maximum";
  Value result = values[0];
  for (size_t i = 1; i < values.size(); ++i)
    result = callBuiltin(Builtin(std::string(language)), {{result, values[i]}, {}});
  return result;
}

std::optional<Value> Elaborator::callPythonBuiltin(const eval::Value &callee,
                                                   const CallArguments &arguments) {
  std::string_view name = isLanguageType(callee, "tuple") ? "tuple" : pythonName(callee);
  const std::vector<Value> &values = arguments.positional;
  if (name.empty())
    return std::nullopt;
  if (name == "isinstance" && values.size() == 2)
    return isUnknown(values[0]) ? Value::error() : callIsInstance(values[0], values[1]);
  if (name == "getattr" || name == "hasattr")
    return callGetAttr(name, values);
  if (arguments.hasUnknown())
    return Value::error();
  if (name == "len" && values.size() == 1)
    return callLength(values[0]);
  if ((name == "list" || name == "tuple") && values.size() == 1)
    if (std::optional<std::vector<Value>> elements = elementsOf(values[0]))
      return Value::ofTuple(std::move(*elements));
  bool known = true;
  for (const Value &value : values)
    known = known && constantOf(value).has_value();
  if (known && (name == "min" || name == "max"))
    for (const Value &value : values)
      if (value.isConstant() && value.constant.isFloat() &&
          (std::isnan(value.constant.asFloat()) ||
           (value.constant.asFloat() == 0 && std::signbit(value.constant.asFloat()))))
        return failAt(value.origin, DiagKind::ConstexprError,
                      cat("`", name, "` of a constant ", eval::repr(value.constant),
                          " means one thing in Python and another on tiles"),
                      {}, {}, {{cat("say which: `tl.", name, "imum(x, y)`")}});
  if (known)
    return std::nullopt; // as any host function
  if (name == "min" || name == "max")
    return callExtreme(name, arguments);
  if (name == "abs" && values.size() == 1)
    return callBuiltin(Builtin("abs"), arguments);
  if ((name == "int" || name == "float" || name == "bool") && values.size() == 1)
    return fail(DiagKind::NotConstexpr,
                cat("`", name, "` computes constants only, and gets ", describe(values[0])), {},
                {{cat("`x.to(tl.",
                      name == "float" ? "float32"
                      : name == "int" ? "int32"
                                      : "int1",
                      ")` converts a tile")}});
  return std::nullopt;
}

} // namespace nereid::sema
