#include "base/check.h"
#include "base/text.h"
#include "eval/bytes.h"
#include "eval/number.h"
#include "eval/stack.h"
#include "host/generator.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Value;

// Names and small constants are most of what is evaluated; everything else has more to set up.
Value Runner::evaluate(const Expr *expr) {
  if (expr->kind == NodeKind::NameExpr)
    return load(static_cast<const NameExpr *>(expr)->name, expr->span);
  if (expr->kind == NodeKind::ConstantExpr) {
    switch (static_cast<const ConstantExpr *>(expr)->value) {
    case ConstantExpr::Value::None:
      return Value::none();
    case ConstantExpr::Value::True:
      return Value::boolean(true);
    case ConstantExpr::Value::False:
      return Value::boolean(false);
    case ConstantExpr::Value::Ellipsis:
      return Value::ellipsis();
    }
  }
  if (eval::stackIsLow()) [[unlikely]]
    raise("RecursionError", "maximum recursion depth exceeded");
  return evaluateSlowly(expr);
}

Value Runner::evaluateSlowly(const Expr *expr) {
  switch (expr->kind) {
  case NodeKind::NumberExpr:
    return evaluateNumber(*static_cast<const NumberExpr *>(expr));
  case NodeKind::StringExpr: {
    auto *string = static_cast<const StringExpr *>(expr);
    if (string->isBytes)
      return eval::make<eval::Bytes>(std::string(string->value));
    return Value::string(std::string(string->value));
  }
  case NodeKind::FStringExpr:
    return evaluateFString(*static_cast<const FStringExpr *>(expr));
  case NodeKind::AttributeExpr: {
    auto *attribute = static_cast<const AttributeExpr *>(expr);
    Value object = evaluate(attribute->object);
    frame_.position = expr->span;
    return eval::getAttr(object, attribute->name);
  }
  case NodeKind::SubscriptExpr: {
    auto *subscript = static_cast<const SubscriptExpr *>(expr);
    Value object = evaluate(subscript->object);
    Value index = evaluate(subscript->index);
    locate(expr->span, {subscript->object->span.end, expr->span.end});
    return eval::getItem(object, index);
  }
  case NodeKind::SliceExpr:
    return evaluateSlice(*static_cast<const SliceExpr *>(expr));
  case NodeKind::CallExpr:
    return evaluateCall(*static_cast<const CallExpr *>(expr));
  case NodeKind::UnaryExpr: {
    auto *unary = static_cast<const UnaryExpr *>(expr);
    Value operand = evaluate(unary->operand);
    frame_.position = expr->span;
    return eval::unary(unary->op, operand);
  }
  case NodeKind::BinaryExpr:
    return evaluateBinary(*static_cast<const BinaryExpr *>(expr));
  case NodeKind::BoolExpr:
    return evaluateBool(*static_cast<const BoolExpr *>(expr));
  case NodeKind::CompareExpr:
    return evaluateCompare(*static_cast<const CompareExpr *>(expr));
  case NodeKind::ConditionalExpr: {
    auto *conditional = static_cast<const ConditionalExpr *>(expr);
    return evaluate(eval::truthy(evaluate(conditional->test)) ? conditional->body
                                                              : conditional->orElse);
  }
  case NodeKind::LambdaExpr:
    return evaluateLambda(*static_cast<const LambdaExpr *>(expr));
  case NodeKind::TupleExpr:
    return Value::tuple(evaluateElements(static_cast<const TupleExpr *>(expr)->elements));
  case NodeKind::ListExpr:
    return Value::list(evaluateElements(static_cast<const ListExpr *>(expr)->elements));
  case NodeKind::SetExpr:
    return eval::make<eval::Set>(evaluateElements(static_cast<const SetExpr *>(expr)->elements),
                                 false);
  case NodeKind::DictExpr:
    return evaluateDict(*static_cast<const DictExpr *>(expr));
  case NodeKind::ComprehensionExpr:
    return evaluateComprehension(*static_cast<const ComprehensionExpr *>(expr));
  case NodeKind::NamedExpr: {
    auto *named = static_cast<const NamedExpr *>(expr);
    Value value = evaluate(named->value);
    store(named->target->name, named->target->span.begin, value);
    return value;
  }
  case NodeKind::StarredExpr:
    frame_.position = expr->span;
    raise("SyntaxError", "can't use starred expression here");
  case NodeKind::AwaitExpr:
    raiseNotInSubset("`await`");
  case NodeKind::YieldExpr: {
    auto *yield = static_cast<const YieldExpr *>(expr);
    Value value = yield->value ? evaluate(yield->value) : Value::none();
    frame_.position = expr->span;
    if (!frame_.generator)
      raise("SyntaxError", "'yield' outside function");
    return yield->isFrom ? frame_.generator->yieldFrom(value) : frame_.generator->yield(value);
  }
  default:
    NEREID_UNREACHABLE(cat("an expression of kind ", nameOf(expr->kind)));
  }
}

Value Runner::evaluateNumber(const NumberExpr &expr) {
  if (expr.type == NumberExpr::Type::Imaginary)
    raiseNotInSubset("a complex number");
  frame_.position = expr.span;
  return eval::parseNumber(expr.text, expr.type == NumberExpr::Type::Float);
}

// a + b + c leans left and may be long: the operands are taken in a loop.
Value Runner::evaluateBinary(const BinaryExpr &expr) {
  if (expr.left->kind != NodeKind::BinaryExpr) {
    Value left = evaluate(expr.left);
    Value right = evaluate(expr.right);
    locate(expr.span, expr.opSpan);
    return eval::binary(expr.op, left, right);
  }
  std::vector<const BinaryExpr *> chain;
  const Expr *first = &expr;
  while (auto *binary = as<BinaryExpr>(first)) {
    chain.push_back(binary);
    first = binary->left;
  }
  Value result = evaluate(first);
  for (size_t i = chain.size(); i-- > 0;) {
    Value right = evaluate(chain[i]->right);
    locate(chain[i]->span, chain[i]->opSpan);
    result = eval::binary(chain[i]->op, result, right);
  }
  return result;
}

Value Runner::evaluateBool(const BoolExpr &expr) {
  Value value;
  for (const Expr *operand : expr.operands) {
    value = evaluate(operand);
    if (operand != expr.operands.back() && eval::truthy(value) != expr.isAnd)
      return value;
  }
  return value;
}

Value Runner::evaluateCompare(const CompareExpr &expr) {
  Value left = evaluate(expr.first);
  for (size_t i = 0; i < expr.ops.size(); ++i) {
    Value right = evaluate(expr.rest[i]);
    frame_.position = expr.span;
    Value result = eval::compare(expr.ops[i], left, right);
    if (i + 1 == expr.ops.size() || !eval::truthy(result))
      return result;
    left = std::move(right);
  }
  return left;
}

std::string Runner::formatParts(const FStringExpr &expr) {
  std::string result;
  for (const FStringExpr::Part &part : expr.parts) {
    if (!part.value) {
      result += part.text;
      continue;
    }
    result += part.debugText;
    Value value = evaluate(part.value);
    std::string spec = part.format ? formatParts(*part.format) : "";
    char conversion = part.conversion;
    if (conversion == 0 && !part.debugText.empty() && !part.format)
      conversion = 'r';
    frame_.position = part.value->span;
    if (conversion == 'r')
      value = Value::string(eval::repr(value));
    else if (conversion == 's')
      value = Value::string(eval::str(value));
    else if (conversion == 'a')
      value = Value::string(eval::ascii(value));
    result += eval::format(value, spec);
  }
  return result;
}

Value Runner::evaluateFString(const FStringExpr &expr) {
  return Value::string(formatParts(expr));
}

Value Runner::evaluateSlice(const SliceExpr &expr) {
  auto bound = [&](const Expr *part) { return part ? evaluate(part) : Value::none(); };
  Value lower = bound(expr.lower), upper = bound(expr.upper), step = bound(expr.step);
  return eval::make<eval::Slice>(lower, upper, step);
}

std::vector<Value> Runner::evaluateElements(ExprList elements) {
  std::vector<Value> values;
  values.reserve(elements.size());
  for (const Expr *element : elements) {
    auto *starred = as<StarredExpr>(element);
    if (!starred) {
      values.push_back(evaluate(element));
      continue;
    }
    Value iterable = evaluate(starred->value);
    frame_.position = starred->span;
    if (!iterable.isObject())
      raise("TypeError", cat("Value after * must be an iterable, not ", eval::typeName(iterable)));
    for (Value &item : eval::items(iterable))
      values.push_back(std::move(item));
  }
  return values;
}

Value Runner::evaluateDict(const DictExpr &expr) {
  auto dict = eval::make<eval::Dict>();
  for (const DictExpr::Item &item : expr.items) {
    if (item.key) {
      Value key = evaluate(item.key);
      Value value = evaluate(item.value);
      frame_.position = item.key->span;
      dict->set(key, std::move(value));
      continue;
    }
    Value mapping = evaluate(item.value);
    frame_.position = item.value->span;
    if (!mapping.as<eval::Dict>() && !eval::findAttr(mapping, "keys"))
      raise("TypeError", cat("'", eval::typeName(mapping), "' object is not a mapping"));
    eval::call(eval::getAttr(dict, "update"), {mapping});
  }
  return dict;
}

std::vector<std::optional<Value>> Runner::evaluateDefaults(std::span<const Parameter> parameters) {
  std::vector<std::optional<Value>> defaults(parameters.size());
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].defaultValue)
      defaults[i] = evaluate(parameters[i].defaultValue);
  return defaults;
}

Value Runner::evaluateLambda(const LambdaExpr &expr) {
  return eval::make<FunctionObject>(frame_, &expr, expr.parameters,
                                    evaluateDefaults(expr.parameters));
}

} // namespace nereid::host
