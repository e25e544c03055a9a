// From what a call site fixes to what the kernel's parameters hold. Aggregates are passed as their
// parts: a tuple `pair` of a pointer and the constant 1 becomes one run-time parameter, "pair[0]";
// a descriptor `desc` of rank 2 becomes desc.base, desc.shape[0], desc.shape[1], desc.strides[0],
// desc.strides[1].
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/elaborator.h"

namespace nereid::sema {

ArgumentSpec ArgumentSpec::runtime(core::Type type, int divisor) {
  ArgumentSpec spec;
  spec.kind = Kind::Runtime;
  spec.type = std::move(type);
  spec.divisor = divisor;
  return spec;
}

ArgumentSpec ArgumentSpec::constantOf(eval::Value value) {
  ArgumentSpec spec;
  spec.kind = Kind::Constant;
  spec.constant = std::move(value);
  return spec;
}

Value Elaborator::addParameter(std::string name, core::Type type, int divisor, Span span) {
  core::ValueId id = newValue(type);
  kernel_.body.arguments.push_back(id);
  kernel_.parameters.push_back({std::move(name), type, divisor, span});
  Value value = Value::tile(id, std::move(type));
  value.origin = span;
  return value;
}

Value Elaborator::bindParameter(const std::string &name, const ArgumentSpec &spec, Span span) {
  switch (spec.kind) {
  case ArgumentSpec::Kind::Runtime:
    return addParameter(name, spec.type, spec.divisor, span);
  case ArgumentSpec::Kind::Constant:
    return fromPython(spec.constant, name);
  case ArgumentSpec::Kind::Tuple:
    return bindTuple(name, spec, span);
  case ArgumentSpec::Kind::Descriptor:
    return bindDescriptor(name, spec, span);
  case ArgumentSpec::Kind::Unknown:
    return Value::error();
  }
  return Value::error();
}

Value Elaborator::bindTuple(const std::string &name, const ArgumentSpec &spec, Span span) {
  TupleValue tuple;
  tuple.className = spec.tupleClass;
  tuple.fields = spec.tupleFields;
  for (size_t i = 0; i < spec.elements.size(); ++i)
    tuple.elements.push_back(bindParameter(cat(name, "[", i, "]"), spec.elements[i], span));
  Value value = Value::ofTuple({});
  value.tuple = std::make_shared<TupleValue>(std::move(tuple));
  return value;
}

Value Elaborator::bindDescriptor(const std::string &name, const ArgumentSpec &spec, Span span) {
  core::Type pointer{.element = spec.type.element, .isPointer = true, .shape = {}};
  DescriptorValue descriptor;
  descriptor.blockShape = spec.blockShape;
  descriptor.paddingNan = spec.paddingNan;
  // Descriptors on a GPU need 16-byte alignment; host/ checks it, so sema may promise it.
  descriptor.base = addParameter(cat(name, ".base"), pointer, 16, span);
  for (size_t i = 0; i < spec.blockShape.size(); ++i)
    descriptor.shape.push_back(
        addParameter(cat(name, ".shape[", i, "]"), {.element = Scalar::I32, .shape = {}}, 1, span));
  for (size_t i = 0; i < spec.blockShape.size(); ++i)
    descriptor.strides.push_back(addParameter(cat(name, ".strides[", i, "]"),
                                              {.element = Scalar::I64, .shape = {}}, 1, span));
  Value value;
  value.kind = Value::Kind::Descriptor;
  value.descriptor = std::make_shared<DescriptorValue>(std::move(descriptor));
  return value;
}

// -- What annotations say ---

namespace {

// The value of an annotation that is a name or a path of attributes, or nothing.
std::optional<eval::Value> annotationValue(const JitFunction &function, const syntax::Expr *expr) {
  if (const auto *name = syntax::as<syntax::NameExpr>(expr)) {
    if (std::optional<eval::Value> found = function.scope->lookup(name->name))
      return found;
    const eval::Value *builtin = eval::builtins().members.find(name->name);
    return builtin ? std::optional(*builtin) : std::nullopt;
  }
  if (const auto *item = syntax::as<syntax::SubscriptExpr>(expr))
    return annotationValue(function, item->object);
  const auto *attribute = syntax::as<syntax::AttributeExpr>(expr);
  if (!attribute)
    return std::nullopt;
  std::optional<eval::Value> object = annotationValue(function, attribute->object);
  if (!object || !object->isObject())
    return std::nullopt;
  try {
    return object->object()->getAttr(attribute->name);
  } catch (const eval::Raised &) {
    return std::nullopt; // an annotation that means nothing to us is ignored
  }
}

core::Type scalarType(Scalar scalar) {
  return {.element = scalar, .shape = {}};
}

void readValue(const eval::Value &value, ParameterInfo &info) {
  if (const auto *dtype = value.as<Dtype>())
    info.declared = scalarType(dtype->scalar);
  if (const auto *pointer = value.as<PointerType>())
    info.declared = core::Type{
        .element = pointer->element, .isPointer = true, .isConst = pointer->isConst, .shape = {}};
  const auto *type = value.as<eval::Type>();
  if (!type)
    return;
  auto is = [&](std::string_view name) {
    const eval::Value *found = languageModule()->members.find(name);
    return found && found->object() == type;
  };
  auto isPython = [&](std::string_view name) {
    const eval::Value *found = eval::builtins().members.find(name);
    return found && found->object() == type;
  };
  info.isConstexpr = is("constexpr");
  info.isConst = is("const");
  if (isPython("int"))
    info.declared = scalarType(Scalar::I32);
  else if (isPython("float"))
    info.declared = scalarType(Scalar::F32);
  else if (isPython("bool"))
    info.declared = scalarType(Scalar::I1);
}

// "*fp32", "*kfp32" (const), "i32", and annotations kept as text, "tl.constexpr".
void readText(std::string_view text, ParameterInfo &info) {
  if (text == "tl.constexpr" || text == "constexpr" || text == "triton.language.constexpr") {
    info.isConstexpr = true;
    return;
  }
  core::Type type = scalarType(Scalar::I32);
  if (startsWith(text, "*")) {
    type.isPointer = true;
    text.remove_prefix(1);
    type.isConst = startsWith(text, "k");
    if (type.isConst)
      text.remove_prefix(1);
  }
  std::optional<Scalar> element = scalarFromSignature(text);
  if (!element)
    return;
  type.element = *element;
  info.isConst = type.isConst;
  info.declared = type;
}

} // namespace

std::vector<ParameterInfo> parametersOf(const JitFunction &function) {
  std::vector<ParameterInfo> infos;
  for (const syntax::Parameter &parameter : function.definition->parameters) {
    ParameterInfo info;
    info.name = parameter.name;
    info.hasDefault = parameter.defaultValue != nullptr;
    info.span = parameter.span;
    if (const auto *text = syntax::as<syntax::StringExpr>(parameter.annotation))
      readText(text->value, info);
    else if (parameter.annotation)
      if (std::optional<eval::Value> value = annotationValue(function, parameter.annotation))
        readValue(*value, info);
    infos.push_back(std::move(info));
  }
  return infos;
}

} // namespace nereid::sema
