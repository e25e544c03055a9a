// Reading what must be known at compile time: sizes, axes, flags, options, types.
//
// The commonest mistake here is a run-time value where a constant must be, usually a parameter that
// lacks `: tl.constexpr` or a name whose assignment made it a run-time scalar; the help says so.
#include "eval/operators.h"
#include "sema/language.h"
#include "sema/rules/emit.h"

namespace nereid::sema {
namespace {

Value failNotConstant(Context &context, const Value &value, std::string_view what) {
  if (hasError(value))
    return Value::error();
  return failAtValue(
      context, value, DiagKind::NotConstexpr,
      cat(what, " must be known at compile time, but this is ", typeText(value)),
      "known only at run time",
      {help("a parameter becomes a constant by `name: tl.constexpr`, and a variable stays one by "
            "`name: tl.constexpr = ...`")});
}

Value failWrongConstant(Context &context, const Value &value, std::string_view what,
                        std::string_view wanted) {
  return failAtValue(context, value, DiagKind::TypeMismatch,
                     cat(what, " must be ", wanted, ", but this is ", typeText(value)));
}

std::optional<int64_t> narrow(Context &context, const Value &value, std::string_view what) {
  eval::Int number = unwrap(value.constant).asInt();
  if (number >= INT64_MIN && number <= INT64_MAX)
    return static_cast<int64_t>(number);
  failAtValue(context, value, DiagKind::ValueOutOfRange,
              cat(what, " is ", typeText(value), ", which does not fit in 64 bits"));
  return std::nullopt;
}

} // namespace

std::optional<int64_t> constantInt(Context &context, const Value &value, std::string_view what) {
  if (!value.isConstant()) {
    failNotConstant(context, value, what);
    return std::nullopt;
  }
  const eval::Value &constant = unwrap(value.constant);
  if (constant.isInt() || constant.isBool())
    return narrow(context, value, what);
  failWrongConstant(context, value, what, "an int");
  return std::nullopt;
}

std::optional<std::vector<int64_t>> constantInts(Context &context, const Value &value,
                                                 std::string_view what) {
  std::vector<int64_t> numbers;
  auto elements = elementsOf(value);
  if (!elements) {
    auto number = constantInt(context, value, what);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
    return numbers;
  }
  for (Value &element : *elements) {
    if (element.origin == Span{})
      element.origin = value.origin;
    auto number = constantInt(context, element, what);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<bool> constantBool(Context &context, const Value &value, std::string_view what) {
  if (!value.isConstant()) {
    failNotConstant(context, value, what);
    return std::nullopt;
  }
  const eval::Value &constant = unwrap(value.constant);
  if (constant.isNumber() || constant.isNone())
    return eval::truthy(constant);
  failWrongConstant(context, value, what, "True or False");
  return std::nullopt;
}

std::optional<std::string> constantString(Context &context, const Value &value,
                                          std::string_view what) {
  if (!value.isConstant()) {
    failNotConstant(context, value, what);
    return std::nullopt;
  }
  const eval::Value &constant = unwrap(value.constant);
  if (constant.isNone())
    return std::string();
  if (const std::string *text = constant.asString())
    return *text;
  failWrongConstant(context, value, what, "a string");
  return std::nullopt;
}

std::optional<Type> constantType(Context &context, const Value &value, std::string_view what) {
  if (!value.isConstant()) {
    failNotConstant(context, value, what);
    return std::nullopt;
  }
  const eval::Value &constant = unwrap(value.constant);
  if (auto *dtype = constant.as<Dtype>())
    return tileType(dtype->scalar);
  if (auto *pointer = constant.as<PointerType>()) {
    Type type = tileType(pointer->element);
    type.isPointer = true;
    type.isConst = pointer->isConst;
    return type;
  }
  if (const std::string *text = constant.asString())
    if (auto scalar = scalarFromSignature(*text))
      return tileType(*scalar);
  if (eval::Object *object = constant.object())
    if (auto scalar = object->getAttr("scalar"); scalar && scalar->object() != object)
      return constantType(context, Value::ofConstant(*scalar), what); // the type of a whole tile
  failAtValue(context, value, DiagKind::TypeMismatch,
              cat(what, " must be a type, but this is ", typeText(value)), {},
              {help("types are `tl.float32`, `tl.int64`, ..., or those of others: `x.dtype`, "
                    "`ptr.dtype.element_ty`")});
  return std::nullopt;
}

} // namespace nereid::sema
