#include "sema/signature.h"

#include <unordered_map>

#include "base/arena.h"
#include "base/check.h"
#include "base/text.h"
#include "eval/operators.h"
#include "sema/language.h"
#include "syntax/parse.h"

namespace nereid::sema {

using namespace syntax;

namespace {

// Default values are literals and names of the language: None, -1, '', float32.
eval::Value evaluateDefault(const Expr *expr) {
  if (const auto *number = as<NumberExpr>(expr))
    return eval::parseNumber(number->text, number->type == NumberExpr::Type::Float);
  if (const auto *text = as<StringExpr>(expr))
    return eval::Value::string(std::string(text->value));
  if (const auto *unary = as<UnaryExpr>(expr))
    return eval::unary(unary->op, evaluateDefault(unary->operand));
  if (const auto *name = as<NameExpr>(expr))
    if (const eval::Value *value = languageModule()->members.find(name->name))
      return *value;
  if (const auto *attribute = as<AttributeExpr>(expr))
    return eval::getAttr(evaluateDefault(attribute->object), attribute->name);
  if (const auto *tuple = as<TupleExpr>(expr)) {
    std::vector<eval::Value> items;
    for (const Expr *element : tuple->elements)
      items.push_back(evaluateDefault(element));
    return eval::Value::tuple(std::move(items));
  }
  const auto *constant = as<ConstantExpr>(expr);
  NEREID_CHECK(constant, "a builtin's default is not a literal");
  if (constant->value == ConstantExpr::Value::None)
    return {};
  return eval::Value::boolean(constant->value == ConstantExpr::Value::True);
}

BuiltinSignature read(const BuiltinSpec &spec) {
  SourceMap sources;
  Arena arena;
  DiagSink sink;
  std::string text = cat("def f(", spec.signature, "): pass\n");
  const Module *module = parse(sources, sources.add("signature", text), arena, sink);
  const auto *definition = module->body.empty() ? nullptr : as<FunctionDef>(module->body[0]);
  NEREID_CHECK(definition && !sink.hasErrors(), cat("the signature of ", spec.name));
  BuiltinSignature result;
  bool isMethod = startsWith(spec.name, "descriptor.");
  result.callee =
      isMethod ? cat("desc", spec.name.substr(spec.name.find('.'))) : cat("tl.", spec.name);
  result.spelling = cat(result.callee, "(", spec.signature, ")");
  for (const Parameter &parameter : definition->parameters) {
    // A view into the spec's text, which outlives the tree.
    std::string_view name = spec.signature.substr(spec.signature.find(parameter.name));
    result.parameters.push_back(
        {name.substr(0, parameter.name.size()), parameter.kind, parameter.defaultValue != nullptr});
    result.defaults.push_back(Value::ofConstant(
        parameter.defaultValue ? evaluateDefault(parameter.defaultValue) : eval::Value()));
  }
  return result;
}

} // namespace

const BuiltinSignature &signatureOf(const BuiltinSpec &spec) {
  static const auto &signatures = *[] {
    auto *table = new std::unordered_map<const BuiltinSpec *, BuiltinSignature>;
    for (const BuiltinSpec &each : builtinSpecs())
      table->emplace(&each, read(each));
    return table;
  }();
  auto found = signatures.find(&spec);
  NEREID_CHECK(found != signatures.end(), "a builtin that is not in the table");
  return found->second;
}

} // namespace nereid::sema
