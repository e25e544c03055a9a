// Assignment: to names, attributes, items and patterns of them; `op=`; annotations; `del`.
#include "base/check.h"
#include "base/text.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Value;

void Runner::assign(const Expr *target, const Value &value) {
  switch (target->kind) {
  case NodeKind::NameExpr:
    return store(static_cast<const NameExpr *>(target)->name, target->span.begin, value);
  case NodeKind::AttributeExpr: {
    auto *attribute = static_cast<const AttributeExpr *>(target);
    Value object = evaluate(attribute->object);
    frame_.position = target->span;
    return eval::setAttr(object, attribute->name, value);
  }
  case NodeKind::SubscriptExpr: {
    auto *subscript = static_cast<const SubscriptExpr *>(target);
    Value object = evaluate(subscript->object);
    Value index = evaluate(subscript->index);
    locate(target->span, {subscript->object->span.end, target->span.end});
    return eval::setItem(object, index, value);
  }
  case NodeKind::TupleExpr:
    return unpack(static_cast<const TupleExpr *>(target)->elements, value, target->span);
  case NodeKind::ListExpr:
    return unpack(static_cast<const ListExpr *>(target)->elements, value, target->span);
  default:
    NEREID_UNREACHABLE(cat("a target of kind ", nameOf(target->kind)));
  }
}

void Runner::unpack(ExprList targets, const Value &value, Span span) {
  frame_.position = span;
  if (!value.isObject())
    raise("TypeError", cat("cannot unpack non-iterable ", eval::typeName(value), " object"));
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i]->kind == NodeKind::StarredExpr)
      star = i;
  std::vector<Value> items = takeItems(value, star == targets.size() ? targets.size() : SIZE_MAX);
  if (star == targets.size()) {
    if (items.size() < targets.size())
      raise("ValueError", cat("not enough values to unpack (expected ", targets.size(), ", got ",
                              items.size(), ")"));
    if (items.size() > targets.size())
      raise("ValueError", cat("too many values to unpack (expected ", targets.size(), ")"));
    for (size_t i = 0; i < targets.size(); ++i)
      assign(targets[i], items[i]);
    return;
  }
  if (items.size() + 1 < targets.size())
    raise("ValueError", cat("not enough values to unpack (expected at least ", targets.size() - 1,
                            ", got ", items.size(), ")"));
  size_t middle = items.size() + 1 - targets.size();
  for (size_t i = 0; i < star; ++i)
    assign(targets[i], items[i]);
  assign(static_cast<const StarredExpr *>(targets[star])->value,
         Value::list(std::vector<Value>(items.begin() + int64_t(star),
                                        items.begin() + int64_t(star + middle))));
  for (size_t i = star + 1; i < targets.size(); ++i)
    assign(targets[i], items[i + middle - 1]);
}

// The items to unpack; of an endless iterator, one more than `wanted` shows that it has too many.
std::vector<Value> Runner::takeItems(const Value &value, size_t wanted) {
  if (auto *tuple = value.as<eval::Tuple>())
    return tuple->items;
  std::vector<Value> items;
  std::unique_ptr<eval::Iterator> iterator;
  try {
    iterator = eval::iterate(value);
  } catch (const eval::Raised &raised) {
    if (raised.exception->type->name != "TypeError")
      throw;
    raise("TypeError", cat("cannot unpack non-iterable ", eval::typeName(value), " object"));
  }
  while (wanted == SIZE_MAX || items.size() <= wanted) {
    std::optional<Value> item = iterator->next();
    if (!item)
      break;
    items.push_back(*std::move(item));
  }
  return items;
}

void Runner::executeAugAssign(const AugAssignStmt &stmt) {
  auto combine = [&](const Value &old) {
    Value value = evaluate(stmt.value);
    frame_.position = stmt.span;
    return eval::binaryInPlace(stmt.op, old, value);
  };
  if (auto *attribute = as<AttributeExpr>(stmt.target)) {
    Value object = evaluate(attribute->object);
    frame_.position = stmt.target->span;
    Value result = combine(eval::getAttr(object, attribute->name));
    return eval::setAttr(object, attribute->name, result);
  }
  if (auto *subscript = as<SubscriptExpr>(stmt.target)) {
    Value object = evaluate(subscript->object);
    Value index = evaluate(subscript->index);
    locate(stmt.target->span, {subscript->object->span.end, stmt.target->span.end});
    Value result = combine(eval::getItem(object, index));
    return eval::setItem(object, index, result);
  }
  assign(stmt.target, combine(evaluate(stmt.target)));
}

// Annotations are kept as text, and only where someone may read them: in classes.
void Runner::executeAnnAssign(const AnnAssignStmt &stmt) {
  auto *name = as<NameExpr>(stmt.target);
  if (name && frame_.classNames) {
    const Value *known = frame_.classNames->find("__annotations__");
    eval::Ref<eval::Dict> annotations =
        known ? eval::Ref<eval::Dict>(known->as<eval::Dict>()) : eval::make<eval::Dict>();
    if (!annotations)
      raise("TypeError", "__annotations__ is not a dict");
    annotations->set(
        name->name, Value::string(std::string(interpreter_.sources().text(stmt.annotation->span))));
    frame_.classNames->set("__annotations__", annotations);
  }
  if (stmt.value)
    assign(stmt.target, evaluate(stmt.value));
}

void Runner::executeDelete(const Expr *target) {
  if (auto *name = as<NameExpr>(target)) {
    frame_.position = target->span;
    return erase(name->name, target->span.begin);
  }
  if (auto *attribute = as<AttributeExpr>(target)) {
    Value object = evaluate(attribute->object);
    frame_.position = target->span;
    return eval::deleteAttr(object, attribute->name);
  }
  if (auto *subscript = as<SubscriptExpr>(target)) {
    Value object = evaluate(subscript->object);
    Value index = evaluate(subscript->index);
    locate(target->span, {subscript->object->span.end, target->span.end});
    return eval::deleteItem(object, index);
  }
  auto *tuple = as<TupleExpr>(target);
  auto *list = as<ListExpr>(target);
  for (const Expr *element : tuple ? tuple->elements : list ? list->elements : ExprList())
    executeDelete(element);
}

} // namespace nereid::host
