#include "sema/language.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::sema {

namespace {

eval::Value answer(std::string name, eval::Value value) {
  return eval::make<eval::NativeFunction>(std::move(name),
                                          [value](const eval::Arguments &) { return value; });
}

const eval::Value &unwrapped(const eval::Value &value) {
  const auto *wrapper = value.as<Constexpr>();
  return wrapper ? wrapper->value : value;
}

int mantissaWidth(Scalar scalar) {
  switch (scalar) {
  case Scalar::F8E4M3:
  case Scalar::F8E4B15:
  case Scalar::F8E4B8:
    return 3;
  case Scalar::F8E5M2:
  case Scalar::F8E5B16:
    return 2;
  case Scalar::F16:
    return 10;
  case Scalar::BF16:
    return 7;
  case Scalar::F32:
    return 23;
  default:
    return 52;
  }
}

int exponentBias(Scalar scalar) {
  switch (scalar) {
  case Scalar::F8E4M3:
    return 7;
  case Scalar::F8E4B8:
    return 8;
  case Scalar::F8E5B16:
    return 16;
  case Scalar::F8E4B15:
  case Scalar::F8E5M2:
  case Scalar::F16:
    return 15;
  case Scalar::BF16:
  case Scalar::F32:
    return 127;
  default:
    return 1023;
  }
}

bool isStandardFloat(Scalar scalar) {
  return scalar == Scalar::F16 || scalar == Scalar::BF16 || scalar == Scalar::F32 ||
         scalar == Scalar::F64;
}

// is_fp8(), is_int32(), is_floating(), ...: nothing if `name` is no such question.
std::optional<bool> dtypeQuestion(Scalar scalar, std::string_view name) {
  if (name == "is_floating")
    return isFloat(scalar);
  if (name == "is_standard_floating")
    return isStandardFloat(scalar);
  if (name == "is_int")
    return isInteger(scalar);
  if (name == "is_int_signed")
    return isSigned(scalar);
  if (name == "is_int_unsigned")
    return isInteger(scalar) && isUnsigned(scalar);
  if (name == "is_bool")
    return scalar == Scalar::I1;
  if (name == "is_fp8")
    return isFloat8(scalar);
  if (name == "is_block" || name == "is_ptr" || name == "is_const")
    return false;
  if (startsWith(name, "is_"))
    if (std::optional<Scalar> asked = scalarFromLanguageName(name.substr(3)))
      return *asked == scalar;
  return std::nullopt;
}

// dtype.kind(): BOOLEAN, INTEGRAL, FLOATING.
int kindOf(Scalar scalar) {
  return scalar == Scalar::I1 ? 0 : isFloat(scalar) ? 2 : 1;
}

std::optional<eval::Value> integerFact(Scalar scalar, std::string_view name) {
  int bits = bitWidth(scalar);
  if (name == "int_signedness") // SIGNED, UNSIGNED
    return eval::Value::integer(isSigned(scalar) ? 0 : 1);
  eval::Int one = 1;
  if (name == "int_bitwidth")
    return eval::Value::integer(bits);
  if (name == "get_int_max_value")
    return answer("get_int_max_value",
                  eval::Value::integer((one << (isSigned(scalar) ? bits - 1 : bits)) - 1));
  if (name == "get_int_min_value")
    return answer("get_int_min_value",
                  eval::Value::integer(isSigned(scalar) ? -(one << (bits - 1)) : 0));
  return std::nullopt;
}

// The Python name: float32 for fp32.
std::string pythonName(Scalar scalar) {
  std::string_view name = languageName(scalar);
  if (startsWith(name, "fp"))
    return cat("float", name.substr(2));
  if (startsWith(name, "bf"))
    return cat("bfloat", name.substr(2));
  return std::string(name);
}

} // namespace

// -- Dtype ---

std::string Dtype::repr() const {
  return cat("triton.language.", pythonName(scalar));
}

std::string Dtype::str() const {
  return std::string(languageName(scalar));
}

std::optional<eval::Value> Dtype::getAttr(std::string_view name) {
  if (name == "name" || name == "__name__")
    return eval::Value::string(str());
  if (name == "primitive_bitwidth")
    return eval::Value::integer(bitWidth(scalar));
  if (name == "itemsize")
    return eval::Value::integer(bitWidth(scalar) / 8);
  if (name == "scalar")
    return eval::Value(eval::Ref<Dtype>(this));
  if (name == "kind")
    return answer("kind", eval::Value::integer(kindOf(scalar)));
  if (std::optional<bool> yes = dtypeQuestion(scalar, name))
    return answer(std::string(name), eval::Value::boolean(*yes));
  if (isInteger(scalar))
    return integerFact(scalar, name);
  if (name == "fp_mantissa_width")
    return eval::Value::integer(mantissaWidth(scalar));
  if (name == "exponent_bias")
    return eval::Value::integer(exponentBias(scalar));
  return std::nullopt;
}

bool Dtype::equals(const eval::Value &other) const {
  const auto *dtype = unwrapped(other).as<Dtype>();
  return dtype && dtype->scalar == scalar;
}

size_t Dtype::hash() const {
  return 0x9e3779b9u + static_cast<size_t>(scalar);
}

// -- PointerType ---

std::string PointerType::repr() const {
  return cat(isConst ? "const_pointer<" : "pointer<", languageName(element), ">");
}

std::optional<eval::Value> PointerType::getAttr(std::string_view name) {
  if (name == "element_ty")
    return eval::Value(eval::make<Dtype>(element));
  if (name == "scalar")
    return eval::Value(eval::Ref<PointerType>(this));
  if (name == "name")
    return eval::Value::string(repr());
  if (name == "primitive_bitwidth")
    return eval::Value::integer(64);
  if (name == "is_ptr")
    return answer("is_ptr", eval::Value::boolean(true));
  if (name == "is_const")
    return answer("is_const", eval::Value::boolean(isConst));
  if (dtypeQuestion(Scalar::I1, name))
    return answer(std::string(name), eval::Value::boolean(false));
  return std::nullopt;
}

bool PointerType::equals(const eval::Value &other) const {
  const auto *pointer = unwrapped(other).as<PointerType>();
  return pointer && pointer->element == element && pointer->isConst == isConst;
}

size_t PointerType::hash() const {
  return 0x85ebca6bu + 2 * static_cast<size_t>(element) + isConst;
}

// -- Constexpr ---

std::string Constexpr::repr() const {
  return cat("constexpr[", eval::repr(value), "]");
}

bool Constexpr::truthy() const {
  return eval::truthy(value);
}

std::optional<eval::Value> Constexpr::getAttr(std::string_view name) {
  if (name == "value")
    return value;
  return eval::getAttr(value, name);
}

std::optional<eval::Value> Constexpr::binary(syntax::BinaryOp op, const eval::Value &other,
                                             bool reflected) {
  const eval::Value &right = unwrapped(other);
  return eval::Value(eval::make<Constexpr>(reflected ? eval::binary(op, right, value)
                                                     : eval::binary(op, value, right)));
}

std::optional<eval::Value> Constexpr::unary(syntax::UnaryOp op) {
  return eval::Value(eval::make<Constexpr>(eval::unary(op, value)));
}

std::optional<eval::Value> Constexpr::compare(syntax::CompareOp op, const eval::Value &other,
                                              bool reflected) {
  const eval::Value &right = unwrapped(other);
  return eval::Value(eval::make<Constexpr>(reflected ? eval::compare(op, right, value)
                                                     : eval::compare(op, value, right)));
}

eval::Value Constexpr::getItem(const eval::Value &index) {
  return eval::getItem(value, unwrapped(index));
}

eval::Value Constexpr::call(const eval::Arguments &arguments) {
  return eval::call(value, arguments);
}

bool Constexpr::equals(const eval::Value &other) const {
  return eval::equal(value, unwrapped(other));
}

size_t Constexpr::hash() const {
  return eval::hashOf(value);
}

// -- Builtin ---

std::string Builtin::repr() const {
  return cat("<function triton.language.", name, ">");
}

std::optional<eval::Value> Builtin::getAttr(std::string_view attribute) {
  if (attribute != "__name__")
    return std::nullopt;
  size_t dot = name.rfind('.');
  return eval::Value::string(dot == std::string::npos ? name : name.substr(dot + 1));
}

eval::Value Builtin::call(const eval::Arguments &) {
  eval::raise("ValueError", cat("tl.", name,
                                " can only be called in a function under "
                                "@triton.jit"));
}

// -- JitFunction ---

JitFunction::JitFunction(const syntax::FunctionDef *definition, const eval::Scope *scope,
                         const SourceMap *sources, std::shared_ptr<const void> owner)
    : definition(definition), scope(scope), sources(sources), owner(std::move(owner)) {}

std::string JitFunction::repr() const {
  return cat("JITFunction(", definition->name, ")");
}

std::optional<eval::Value> JitFunction::getAttr(std::string_view name) {
  if (name == "__name__")
    return eval::Value::string(std::string(definition->name));
  if (name == "arg_names") {
    std::vector<eval::Value> names;
    for (const syntax::Parameter &parameter : definition->parameters)
      names.push_back(eval::Value::string(std::string(parameter.name)));
    return eval::Value::list(std::move(names));
  }
  return std::nullopt;
}

eval::Value JitFunction::call(const eval::Arguments &) {
  eval::raise("RuntimeError", cat("cannot call the kernel ", definition->name,
                                  " without a grid: write ", definition->name, "[grid](...)"));
}

// -- ConstexprFunction ---

std::optional<eval::Value> ConstexprFunction::getAttr(std::string_view name) {
  return function.isObject() ? function.object()->getAttr(name) : std::nullopt;
}

eval::Value ConstexprFunction::call(const eval::Arguments &arguments) {
  std::vector<eval::Value> positional;
  for (const eval::Value &value : arguments.positional)
    positional.push_back(unwrapped(value));
  std::vector<eval::Keyword> keywords;
  for (const eval::Keyword &keyword : arguments.keywords)
    keywords.push_back({keyword.name, unwrapped(keyword.value)});
  return eval::call(function, eval::Arguments{positional, keywords});
}

} // namespace nereid::sema
