// What a name means in a kernel: a local, else what the scope around the function holds, else one
// of the few Python builtins that kernels know. What surrounds a kernel can change between
// launches, so only what cannot (modules, functions, dtypes, constexprs) may be read from there.
#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/elaborator.h"
#include "sema/habits.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

static constexpr std::string_view kPythonBuiltins[] = {
    "len",     "list", "range", "float", "int",   "isinstance", "getattr",
    "hasattr", "min",  "max",   "bool",  "tuple", "str",        "abs"};

static bool isPythonBuiltin(std::string_view name) {
  return std::find(std::begin(kPythonBuiltins), std::end(kPythonBuiltins), name) !=
         std::end(kPythonBuiltins);
}

Value Elaborator::visitName(const NameExpr &expr) {
  if (const Variable *variable = scope().find(expr.name))
    return variable->value;
  if (const Loss *loss = scope().lossOf(expr.name))
    return fail(DiagKind::NotAlwaysDefined, cat("`", expr.name, "` may not be defined here"),
                {{loss->boundAt, std::string(loss->why)}}, {{std::string(loss->help)}});
  if (std::optional<Value> value = global(expr.name))
    return *value;
  return unknownName(expr.name);
}

std::optional<Value> Elaborator::global(std::string_view name) {
  std::optional<eval::Value> value = activation_->function->scope->lookup(name);
  const eval::Value *builtin = eval::builtins().members.find(name);
  bool isBuiltin =
      builtin && (!value || (value->isObject() && builtin->object() == value->object()));
  if (value && !isBuiltin)
    return checkGlobal(name, *value);
  if (name == "print")
    return Value::ofConstant(eval::make<Builtin>("device_print"));
  if (isBuiltin && isPythonBuiltin(name))
    return Value::ofConstant(*builtin);
  return std::nullopt;
}

static bool isAllowedGlobal(const eval::Value &value) {
  return value.isNone() || value.as<eval::Module>() || value.as<JitFunction>() ||
         value.as<ConstexprFunction>() || value.as<Builtin>() || value.as<Dtype>() ||
         value.as<PointerType>() || value.as<eval::NativeFunction>();
}

Value Elaborator::unknownValue(std::string_view name) {
  if (isLint_)
    return Value::error();
  return fail(DiagKind::ForbiddenGlobal,
              cat("what `", name, "` is can only be told by running the script"), {}, {});
}

// What a Python value is in a kernel. `what` names it.
Value Elaborator::fromPython(const eval::Value &value, std::string_view what) {
  if (value.as<Unknown>())
    return unknownValue(what);
  return fromHost(value);
}

Value Elaborator::checkGlobal(std::string_view name, const eval::Value &value) {
  if (anyGlobal_ || isAllowedGlobal(value) || value.as<Constexpr>() || value.as<Unknown>())
    return fromPython(value, name);
  bool isData = value.isNumber() || value.asString() || value.as<eval::Tuple>() ||
                value.as<eval::List>() || value.as<eval::Dict>();
  if (!isData && value.isObject() && value.object()->isCallable())
    return Value::ofConstant(value); // classes and functions: the call decides
  std::string literal = value.isNumber() || value.asString() ? eval::repr(value) : "...";
  return fail(
      DiagKind::ForbiddenGlobal,
      cat("`", name, "` is a global ", eval::typeName(value), ", which a kernel cannot read"), {},
      {{cat("make it a constant: `", name, " = tl.constexpr(", literal, ")`")},
       {"or pass it as an argument"}});
}

// A name that the function does assign, but not on the way to here.
std::optional<Value> Elaborator::unboundName(std::string_view name) {
  std::optional<Span> assigned;
  forEachStmt(activation_->function->definition->body, [&](const Stmt *stmt) {
    bool isCompound = as<IfStmt>(stmt) || as<ForStmt>(stmt) || as<WhileStmt>(stmt);
    if (!assigned && !isCompound && assignedNames({&stmt, 1}).count(name))
      assigned = place(stmt->span);
  });
  if (!assigned)
    return std::nullopt;
  if (assigned->begin > span_.begin)
    return fail(DiagKind::UnknownName, cat("`", name, "` is not defined yet"),
                {{*assigned, "assigned only here"}});
  return fail(DiagKind::NotAlwaysDefined, cat("`", name, "` is not defined here"),
              {{*assigned, "assigned in a branch that these constants do not take"}},
              {{"assign it on every path that leads here"}});
}

Value Elaborator::unknownName(std::string_view name) {
  std::vector<Label> labels;
  std::vector<Help> helps;
  if (std::optional<Value> reported = unboundName(name))
    return *reported;
  std::vector<std::string> candidates = scope().names();
  for (std::string &global : activation_->function->scope->names())
    candidates.push_back(std::move(global));
  for (std::string_view builtin : kPythonBuiltins)
    candidates.emplace_back(builtin);
  std::optional<std::string> habit = habitForName(name);
  std::vector<std::string> near = nearestWords(name, candidates);
  if (habit)
    helps.push_back({*habit});
  else if (!near.empty())
    helps.push_back(
        {cat("did you mean `", join(near, "` or `"), "`?"), Help::Edit{span_, near[0]}});
  else if (languageModule()->members.find(name))
    helps.push_back({cat("did you mean `tl.", name, "`?"), Help::Edit{span_, cat("tl.", name)}});
  else if (eval::builtins().members.find(name))
    return fail(DiagKind::UnknownName, cat("kernels do not have Python's `", name, "`"), {}, {});
  return fail(DiagKind::UnknownName, cat("`", name, "` is not defined"), std::move(labels),
              std::move(helps));
}

// -- Attributes ---

Value Elaborator::visitAttribute(const AttributeExpr &expr) {
  return attribute(visit(expr.object), expr.name, place(expr.nameSpan));
}

Value Elaborator::attribute(const Value &object, std::string_view name, Span where) {
  if (object.isError())
    return object;
  if (std::optional<Value> found = findAttribute(object, name))
    return *found;
  return unknownAttribute(object, name, where);
}

// Nothing: no such attribute.
std::optional<Value> Elaborator::findAttribute(const Value &object, std::string_view name) {
  if (object.isAggregate())
    return aggregateAttribute(object, name);
  if (object.isTuple()) {
    const TupleValue &tuple = *object.tuple;
    for (size_t i = 0; i < tuple.fields.size(); ++i)
      if (tuple.fields[i] == name)
        return tuple.elements[i];
    return std::nullopt;
  }
  if (!object.isConstant())
    return valueAttribute(*this, object, name);
  const eval::Value &constant = object.constant;
  if (name == "value" && !constant.as<eval::Module>())
    return object; // BLOCK.value: constants are unwrapped already
  if (name == "type" && constant.isNumber())
    return Value::ofConstant(
        eval::make<PlainType>(cat("constexpr_type[", eval::repr(constant), "]")));
  if (!constant.isObject())
    return std::nullopt;
  try {
    std::optional<eval::Value> found = constant.object()->getAttr(name);
    return found ? std::optional(fromPython(*found, name)) : std::nullopt;
  } catch (const eval::Raised &raised) {
    return fail(DiagKind::ConstexprError,
                cat("reading `", name, "` raises ", raised.exception->typeName(), ": ",
                    raised.exception->message()),
                {}, {});
  }
}

static std::string subjectOf(const Value &object) {
  if (object.isConstant())
    if (const auto *module = object.constant.as<eval::Module>())
      return cat("`", startsWith(module->name, "triton.language") ? "tl" : "",
                 startsWith(module->name, "triton.language") ? module->name.substr(15)
                                                             : module->name,
                 "`");
  if (object.isTuple())
    return object.tuple->className.empty() ? "a tuple" : cat("`", object.tuple->className, "`");
  if (object.isTile())
    return cat("a tile of type ", core::languageName(object.type));
  return describe(object);
}

Value Elaborator::unknownAttribute(const Value &object, std::string_view name, Span where) {
  std::vector<std::string> candidates;
  std::vector<Help> helps;
  if (object.isConstant() && object.constant.isObject())
    candidates = object.constant.object()->attributeNames();
  else if (object.isTuple())
    candidates = object.tuple->fields;
  else if (object.isTile())
    candidates = tileAttributeNames();
  std::optional<std::string> habit = habitForAttribute(object, name);
  std::vector<std::string> near = nearestWords(name, candidates);
  if (habit)
    helps.push_back({*habit});
  else if (!near.empty())
    helps.push_back(
        {cat("did you mean `", join(near, "` or `"), "`?"), Help::Edit{where, near[0]}});
  else if (object.isPythonScalar())
    helps.push_back({"this is known at compile time (an int argument equal to 1 is, too), so it "
                     "is not a tile"});
  return failIn(where, DiagKind::UnknownAttribute, cat(subjectOf(object), " has no `", name, "`"),
                {}, {}, std::move(helps));
}

} // namespace nereid::sema
