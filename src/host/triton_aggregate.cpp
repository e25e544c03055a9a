#include "host/triton_aggregate.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/kernel_source.h"
#include "sema/aggregate.h"
#include "sema/language.h"

namespace nereid::host {

namespace {

using sema::AggregateType;

bool isOfClassItself(std::string_view name) {
  return name == "__module__" || name == "__qualname__" || name == "__annotations__" ||
         name == "__doc__" || name == AggregateType::kMarker;
}

// A plain function is kernel code like one under @triton.jit, except __init__, which is Python.
eval::Value functionForKernels(std::string_view name, const eval::Value &value) {
  std::optional<KernelSource> source = kernelSourceOf(value);
  if (!source || name == "__init__")
    return value;
  return eval::make<sema::JitFunction>(source->definition, source->scope, source->sources,
                                       source->owner);
}

AggregateType::Member memberOf(std::string_view name, const eval::Value &value) {
  AggregateType::Member member{std::string(name), value};
  if (const auto *descriptor = value.as<Descriptor>()) {
    member.isStatic = descriptor->kind == Descriptor::Kind::Static;
    member.isProperty = descriptor->kind == Descriptor::Kind::Property;
    member.function = descriptor->get;
  }
  member.function = functionForKernels(name, member.function);
  return member;
}

// Annotations are kept as their text.
bool isConstexprAnnotation(const eval::Value &annotation) {
  const std::string *text = annotation.asString();
  if (!text)
    return false;
  std::string bare;
  for (char c : *text)
    if (c != '"' && c != '\'' && c != ' ')
      bare += c;
  return bare == "constexpr" || (bare.size() > 10 && bare.substr(bare.size() - 10) == ".constexpr");
}

void inherit(AggregateType &type, const eval::Value &base) {
  AggregateType *parent = AggregateType::of(base);
  if (!parent) {
    auto *native = dynamic_cast<eval::Type *>(base.object());
    if (native && native->name == "object")
      return;
    eval::raise("TypeError",
                cat("aggregate '", type.name, "' can only inherit from aggregates, not from ",
                    eval::repr(base)));
  }
  type.bases.push_back(eval::Ref<AggregateType>(parent));
  for (const AggregateType::Field &field : parent->fields)
    if (type.indexOf(field.name) == type.fields.size())
      type.fields.push_back(field);
  for (const AggregateType::Member &member : parent->members)
    if (!type.findMember(member.name))
      type.members.push_back(member);
}

void setMember(AggregateType &type, AggregateType::Member member) {
  std::erase_if(type.members, [&](const auto &each) { return each.name == member.name; });
  type.members.push_back(std::move(member));
}

void addFields(AggregateType &type, const ClassBody &body) {
  const eval::Value *annotations = body.members.find("__annotations__");
  const auto *dict = annotations ? annotations->as<eval::Dict>() : nullptr;
  if (!dict)
    return;
  for (const auto &[name, annotation] : dict->entries()) {
    AggregateType::Field field{*name.asString(), isConstexprAnnotation(annotation)};
    if (const eval::Value *value = body.members.find(field.name))
      field.defaultValue = *value;
    size_t index = type.indexOf(field.name);
    if (index == type.fields.size())
      type.fields.push_back(std::move(field));
    else
      type.fields[index] = std::move(field);
  }
}

} // namespace

eval::Value aggregateDecorator(const eval::Arguments &call) {
  static const eval::Signature signature("aggregate", "cls");
  const eval::Value &value = *signature.match(call)[0];
  auto *cls = value.as<Class>();
  if (!cls)
    eval::raise("TypeError",
                cat("@triton.aggregate decorates a class, not ", eval::typeName(value)));
  auto type = eval::make<AggregateType>(cls->body.name);
  for (const eval::Value &base : cls->body.bases)
    inherit(*type, base);
  addFields(*type, cls->body);
  for (const auto &[name, member] : cls->body.members.entries())
    if (!isOfClassItself(*name.asString()) &&
        type->indexOf(*name.asString()) == type->fields.size())
      setMember(*type, memberOf(*name.asString(), member));
  cls->body.members.set(AggregateType::kMarker, eval::Value(type));
  cls->construct = [](Class &self, const eval::Arguments &) -> eval::Value {
    eval::raise("TypeError", cat("an aggregate is made inside a kernel: pass the parts of ",
                                 self.body.name, ", or a tuple of them, as arguments"));
  };
  return value;
}

static eval::Value markMustUse(const eval::Value &function, std::string message) {
  if (auto *jit = function.as<sema::JitFunction>())
    jit->mustUse = std::move(message);
  return function;
}

eval::Value mustUseResultDecorator(const eval::Arguments &call) {
  static const eval::Signature signature("must_use_result", "fn");
  const eval::Value &value = *signature.match(call)[0];
  const std::string *message = value.asString();
  if (!message)
    return markMustUse(value, {});
  return eval::make<eval::NativeFunction>(
      "must_use_result", [text = *message](const eval::Arguments &decorated) {
        static const eval::Signature decorator("must_use_result", "fn");
        return markMustUse(*decorator.match(decorated)[0], text);
      });
}

} // namespace nereid::host
