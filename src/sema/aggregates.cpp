// Instances of aggregates: how they are made, what their attributes and operators mean.
//
// An instance is a tuple of its fields that knows its type. Its __init__, if it has one, is a jit
// function, which is inlined with `self` as a name whose fields may be set, or a function of the
// script, which runs as any Python does and sees tiles as values it can only hand on.
#include "base/text.h"
#include "eval/operators.h"
#include "sema/elaborator.h"
#include "sema/host_view.h"

namespace nereid::sema {

using namespace syntax;

static Value instanceOf(AggregateType &type, std::vector<Value> elements, bool isUnfinished) {
  TupleValue tuple;
  tuple.elements = std::move(elements);
  tuple.className = type.name;
  for (const AggregateType::Field &field : type.fields)
    tuple.fields.push_back(field.name);
  tuple.aggregate = eval::Ref<AggregateType>(&type);
  tuple.isUnfinished = isUnfinished;
  Value value = Value::ofTuple({});
  value.tuple = std::make_shared<TupleValue>(std::move(tuple));
  return value;
}

Value Elaborator::callAggregate(AggregateType &type, const CallArguments &arguments) {
  if (arguments.hasUnknown())
    return Value::error();
  Value made;
  if (const AggregateType::Member *init = type.findMember("__init__")) {
    std::vector<Value> fields;
    for (const AggregateType::Field &field : type.fields)
      fields.push_back(Value::ofConstant(field.defaultValue.value_or(eval::Value::ellipsis())));
    made = initialize(type, *init, instanceOf(type, std::move(fields), true), arguments);
  } else {
    made = fillFields(type, arguments);
  }
  return made.isError() ? made : finishAggregate(type, made);
}

// Runs __init__; the instance with what it set.
Value Elaborator::initialize(AggregateType &type, const AggregateType::Member &init, Value self,
                             const CallArguments &arguments) {
  CallArguments whole = arguments;
  whole.positional.insert(whole.positional.begin(), self);
  whole.spans.insert(whole.spans.begin(), span_);
  if (const auto *jit = init.function.as<JitFunction>()) {
    Binding binding;
    if (auto failure = bindArguments(type.name, formalParameters(*jit->definition), whole, binding))
      return reportBinding(*failure, {}, {{jit->definition->nameSpan, "defined here"}});
    Value result = inlineCall(*jit, std::move(binding), &self);
    return result.isError() ? result : self;
  }
  eval::Ref<HostView> view = eval::make<HostView>(*this, self);
  std::vector<eval::Value> positional = {view};
  std::vector<eval::Keyword> keywords;
  for (const Value &argument : arguments.positional)
    positional.push_back(toHost(argument));
  for (const KeywordArgument &keyword : arguments.keywords)
    keywords.push_back({keyword.name, toHost(keyword.value)});
  Value result =
      compute([&] { return eval::call(init.function, eval::Arguments{positional, keywords}); });
  return result.isError() ? result : view->value();
}

// Without an __init__ an instance is made of its fields, in order or by name.
Value Elaborator::fillFields(AggregateType &type, const CallArguments &arguments) {
  std::vector<FormalParameter> formal;
  std::vector<std::string> names;
  for (const AggregateType::Field &field : type.fields) {
    formal.push_back({field.name, FormalParameter::Kind::Normal, field.defaultValue.has_value()});
    names.push_back(field.name);
  }
  Binding binding;
  if (auto failure = bindArguments(type.name, formal, arguments, binding))
    return reportBinding(*failure, {{cat("it is `", type.name, "(", join(names, ", "), ")`")}});
  std::vector<Value> elements;
  for (size_t i = 0; i < formal.size(); ++i)
    elements.push_back(binding.values[i] ? *binding.values[i]
                                         : fromHost(*type.fields[i].defaultValue));
  return instanceOf(type, std::move(elements), false);
}

// What a field holds of `value`: constants in constexpr fields, tiles elsewhere.
Value Elaborator::fieldValue(AggregateType &type, const AggregateType::Field &field,
                             const Value &value) {
  if (value.isConstant() && value.constant.kind() == eval::Value::Kind::Ellipsis)
    return fail(DiagKind::WrongArguments,
                cat("`__init__` of `", type.name, "` leaves `", field.name, "` without a value"));
  if (!field.isConstexpr)
    return value.isConstant() && !value.constant.isNumber() ? value : decay(value, field.name);
  if (flatten(value).empty())
    return value;
  return failAt(value.origin, DiagKind::NotConstexpr,
                cat("the field `", field.name, "` of `", type.name,
                    "` is a `tl.constexpr`, and gets ", describe(value)),
                "known only at run time");
}

Value Elaborator::finishAggregate(AggregateType &type, const Value &value) {
  std::vector<Value> elements;
  for (size_t i = 0; i < type.fields.size(); ++i) {
    elements.push_back(fieldValue(type, type.fields[i], value.tuple->elements[i]));
    if (elements.back().isError())
      return Value::error();
  }
  return instanceOf(type, std::move(elements), false);
}

// -- Attributes ---

// The function that `object.name(...)` calls with `object` first.
std::optional<Value> Elaborator::aggregateMethod(const Value &object, std::string_view name) {
  const AggregateType &type = *object.tuple->aggregate;
  if (type.indexOf(name) != type.fields.size())
    return std::nullopt;
  const AggregateType::Member *member = type.findMember(name);
  if (!member || member->isStatic || member->isProperty || !member->function.isObject() ||
      !member->function.object()->isCallable())
    return std::nullopt;
  return Value::ofConstant(member->function);
}

std::optional<Value> Elaborator::aggregateAttribute(const Value &object, std::string_view name) {
  const AggregateType &type = *object.tuple->aggregate;
  if (size_t index = type.indexOf(name); index != type.fields.size())
    return object.tuple->elements[index];
  const AggregateType::Member *member = type.findMember(name);
  if (!member)
    return std::nullopt;
  if (member->isProperty)
    return callValue(Value::ofConstant(member->function), {{object}, {}});
  if (!member->isStatic && aggregateMethod(object, name))
    return fail(DiagKind::UnsupportedExpression,
                cat("the method `", name, "` of `", type.name, "` is not called"), {},
                {{cat("call it: `.", name, "(...)`")}});
  return fromHost(member->function);
}

void Elaborator::assignAttribute(const AttributeExpr &target, const Value &value) {
  const auto *name = as<NameExpr>(target.object);
  const Variable *variable = name ? scope().find(name->name) : nullptr;
  bool isAggregate = variable && variable->value.isAggregate();
  if (isAggregate && variable->value.tuple->isUnfinished) {
    TupleValue changed = *variable->value.tuple;
    size_t index = changed.aggregate->indexOf(target.name);
    if (index == changed.fields.size()) {
      failIn(target.nameSpan, DiagKind::UnknownAttribute,
             cat("`", changed.className, "` has no field `", target.name, "`"), {}, {},
             {{"declare it in the class: `name: tl.tensor`"}});
      return;
    }
    changed.elements[index] = value;
    Variable next = *variable;
    next.value.tuple = std::make_shared<TupleValue>(std::move(changed));
    scope().bind(name->name, std::move(next));
    return;
  }
  if (isAggregate)
    failIn(target.span, DiagKind::UnsupportedStatement,
           cat("cannot assign to field `", target.name, "` of immutable aggregate `",
               variable->value.tuple->className, "`"),
           {}, {},
           {{cat("make a changed copy: `", name->name, " = tl.aggregate_replace(", name->name, ", ",
                 target.name, "=...)`")}});
  else
    failIn(target.span, DiagKind::UnsupportedStatement, "an attribute is assigned to", {}, {},
           {{"values in kernels do not change; give the new value a name"}});
}

// tl.aggregate_replace(obj, **changes)
Value Elaborator::replaceFields(const CallArguments &arguments) {
  if (arguments.hasUnknown())
    return Value::error();
  if (arguments.positional.size() != 1 || !arguments.positional[0].isAggregate())
    return fail(DiagKind::WrongArguments,
                arguments.positional.size() == 1
                    ? cat("`tl.aggregate_replace` expects an aggregate instance, and gets ",
                          describe(arguments.positional[0]))
                    : "`tl.aggregate_replace` takes one instance and the fields to change",
                {}, {{"it is `tl.aggregate_replace(obj, field=value)`"}});
  TupleValue changed = *arguments.positional[0].tuple;
  for (const KeywordArgument &keyword : arguments.keywords) {
    size_t index = changed.aggregate->indexOf(keyword.name);
    if (index == changed.fields.size())
      return failIn(keyword.span, DiagKind::UnknownAttribute,
                    cat("`", changed.className, "` has no field `", keyword.name, "`"), {}, {},
                    {{cat("its fields are `", join(changed.fields, "`, `"), "`")}});
    changed.elements[index] = keyword.value;
  }
  AggregateType &type = *changed.aggregate;
  return finishAggregate(type, instanceOf(type, std::move(changed.elements), false));
}

// -- Operators ---

// values[0].name(values[1], ...), if that is an aggregate with such a method.
std::optional<Value> Elaborator::callSpecial(std::string_view name,
                                             const std::vector<Value> &values) {
  if (!values[0].isAggregate())
    return std::nullopt;
  std::optional<Value> method = aggregateMethod(values[0], name);
  return method ? std::optional(callValue(*method, {values, {}})) : std::nullopt;
}

static std::string_view methodName(BinaryOp op) {
  constexpr std::string_view kNames[] = {"add", "sub", "mul",    "truediv", "floordiv",
                                         "mod", "pow", "matmul", "lshift",  "rshift",
                                         "and", "or",  "xor"};
  return kNames[static_cast<size_t>(op)];
}

Value Elaborator::operate(BinaryOp op, const Value &left, const Value &right) {
  if (isUnknown(left) || isUnknown(right))
    return Value::error();
  if (left.isAggregate() || right.isAggregate()) {
    if (std::optional<Value> result = callSpecial(cat("__", methodName(op), "__"), {left, right}))
      return *result;
    if (std::optional<Value> result = callSpecial(cat("__r", methodName(op), "__"), {right, left}))
      return *result;
  }
  return binaryOperator(*this, op, left, right);
}

Value Elaborator::compareAggregates(CompareOp op, const Value &left, const Value &right) {
  constexpr std::string_view kNames[] = {"__eq__", "__ne__", "__lt__",
                                         "__le__", "__gt__", "__ge__"};
  constexpr std::string_view kReflected[] = {"__eq__", "__ne__", "__gt__",
                                             "__ge__", "__lt__", "__le__"};
  size_t index = static_cast<size_t>(op);
  if (std::optional<Value> result = callSpecial(kNames[index], {left, right}))
    return *result;
  if (std::optional<Value> result = callSpecial(kReflected[index], {right, left}))
    return *result;
  return fail(DiagKind::TypeMismatch,
              cat("cannot compare ", describe(left), " with ", describe(right)), {},
              {{cat("define `", kNames[index], "` in the aggregate")}});
}

} // namespace nereid::sema
