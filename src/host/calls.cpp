#include "base/text.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Value;

namespace {

// A callee as messages name it: "__main__.f()".
std::string calleeName(const Value &callee) {
  std::optional<Value> name = eval::findAttr(callee, "__qualname__");
  if (!name || !name->asString())
    return eval::repr(callee);
  std::optional<Value> module = eval::findAttr(callee, "__module__");
  bool isOwn = module && module->asString() && *module->asString() != "builtins";
  return cat(isOwn ? *module->asString() + "." : "", *name->asString(), "()");
}

} // namespace

Value Runner::evaluateCall(const CallExpr &expr) {
  Value callee;
  std::vector<Value> positional;
  size_t self = 0;
  auto *attribute = as<AttributeExpr>(expr.callee);
  if (attribute) {
    Value object = evaluate(attribute->object);
    frame_.position = attribute->span;
    // object.method(...) of a script's class: no need to make the bound method.
    auto *instance = object.as<Instance>();
    const Value *member = instance && !instance->attributes.find(attribute->name)
                              ? instance->type->body.find(attribute->name)
                              : nullptr;
    if (member && member->as<FunctionObject>()) {
      callee = *member;
      positional.reserve(expr.arguments.size() + 1);
      positional.push_back(object);
      self = 1;
    } else {
      callee = eval::getAttr(object, attribute->name);
    }
  } else {
    callee = evaluate(expr.callee);
  }
  positional.reserve(expr.arguments.size() + self);
  std::vector<eval::Keyword> keywords;
  std::vector<Value> names; // texts that keywords from ** point into
  evaluateArguments(callee, expr.arguments, positional, keywords, names);
  frame_.position = expr.span;
  return eval::call(callee, eval::Arguments{positional, keywords});
}

void Runner::evaluateArguments(const Value &callee, std::span<const Argument> arguments,
                               std::vector<Value> &positional, std::vector<eval::Keyword> &keywords,
                               std::vector<Value> &names) {
  for (const Argument &argument : arguments) {
    Value value = evaluate(argument.value);
    switch (argument.kind) {
    case Argument::Kind::Positional:
      positional.push_back(std::move(value));
      break;
    case Argument::Kind::Keyword:
      addKeyword(callee, argument.keyword, std::move(value), keywords);
      break;
    case Argument::Kind::Star:
      frame_.position = argument.value->span;
      if (!value.isObject())
        raise("TypeError", cat(calleeName(callee), " argument after * must be an iterable, not ",
                               eval::typeName(value)));
      for (Value &item : eval::items(value))
        positional.push_back(std::move(item));
      break;
    case Argument::Kind::DoubleStar:
      frame_.position = argument.value->span;
      addMapping(callee, value, keywords, names);
      break;
    }
  }
}

void Runner::addKeyword(const Value &callee, std::string_view name, Value value,
                        std::vector<eval::Keyword> &keywords) {
  for (const eval::Keyword &earlier : keywords)
    if (earlier.name == name)
      raise("TypeError",
            cat(calleeName(callee), " got multiple values for keyword argument '", name, "'"));
  keywords.push_back({name, std::move(value)});
}

// The keywords of `**mapping`. Their names must outlive the call: `names` holds them.
void Runner::addMapping(const Value &callee, const Value &mapping,
                        std::vector<eval::Keyword> &keywords, std::vector<Value> &names) {
  if (!mapping.isObject() || !eval::findAttr(mapping, "keys"))
    raise("TypeError", cat(calleeName(callee), " argument after ** must be a mapping, not ",
                           eval::typeName(mapping)));
  for (const Value &key : eval::items(eval::call(eval::getAttr(mapping, "keys"), {}))) {
    if (!key.asString())
      raise("TypeError", "keywords must be strings");
    names.push_back(key);
    addKeyword(callee, *key.asString(), eval::getItem(mapping, key), keywords);
  }
}

} // namespace nereid::host
