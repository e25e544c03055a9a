// The match statement. Patterns are expressions in the tree (see syntax::MatchStmt); here is what
// each means for a subject.
#include "base/text.h"
#include "eval/stack.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Value;
using Completion = Runner::Completion;

namespace {

const std::vector<Value> *sequenceOf(const Value &value) {
  if (auto *tuple = value.as<eval::Tuple>())
    return &tuple->items;
  auto *list = value.as<eval::List>();
  return list ? &list->items : nullptr;
}

// int(x), str(x), ...: of these the subject itself is the one position.
bool isItsOwnPart(const Value &type) {
  auto *native = type.as<eval::Type>();
  if (!native)
    return false;
  for (std::string_view name :
       {"bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"})
    if (native->name == name)
      return true;
  return false;
}

// The attributes that the positions of a class pattern stand for.
std::vector<std::string> positionsOf(const Value &type) {
  for (const char *name : {"__match_args__", "_fields"})
    if (std::optional<Value> known = eval::findAttr(type, name)) {
      std::vector<std::string> names;
      for (const Value &item : eval::items(*known))
        names.push_back(eval::toText(item, "__match_args__ element"));
      return names;
    }
  return {};
}

} // namespace

Completion Runner::executeMatch(const MatchStmt &stmt) {
  Value subject = evaluate(stmt.subject);
  for (const MatchStmt::Case &choice : stmt.cases) {
    frame_.position = choice.pattern->span;
    if (matches(choice.pattern, subject) && (!choice.guard || eval::truthy(evaluate(choice.guard))))
      return execute(choice.body);
  }
  return Completion::Normal;
}

bool Runner::matches(const Expr *pattern, const Value &subject) {
  eval::checkStack("in a pattern");
  switch (pattern->kind) {
  case NodeKind::NameExpr: {
    auto *name = static_cast<const NameExpr *>(pattern);
    if (name->name != "_")
      store(name->name, name->span.begin, subject);
    return true;
  }
  case NodeKind::NamedExpr: {
    auto *named = static_cast<const NamedExpr *>(pattern);
    return matches(named->value, subject) && matches(named->target, subject);
  }
  case NodeKind::TupleExpr:
    return matchesSequence(static_cast<const TupleExpr *>(pattern)->elements, subject);
  case NodeKind::ListExpr:
    return matchesSequence(static_cast<const ListExpr *>(pattern)->elements, subject);
  case NodeKind::DictExpr:
    return matchesMapping(*static_cast<const DictExpr *>(pattern), subject);
  case NodeKind::CallExpr:
    return matchesClass(*static_cast<const CallExpr *>(pattern), subject);
  case NodeKind::ConstantExpr:
    return eval::identical(evaluate(pattern), subject);
  case NodeKind::BinaryExpr:
    if (auto *either = static_cast<const BinaryExpr *>(pattern); either->op == BinaryOp::BitOr)
      return matches(either->left, subject) || matches(either->right, subject);
    [[fallthrough]];
  default: // numbers, strings, and the values of dotted names
    return eval::equal(subject, evaluate(pattern));
  }
}

bool Runner::matchesSequence(ExprList patterns, const Value &subject) {
  const std::vector<Value> *items = sequenceOf(subject);
  if (!items)
    return false;
  size_t star = 0;
  while (star < patterns.size() && !as<StarredExpr>(patterns[star]))
    ++star;
  bool hasStar = star < patterns.size();
  size_t wanted = patterns.size() - hasStar;
  if (hasStar ? items->size() < wanted : items->size() != wanted)
    return false;
  const std::vector<Value> taken = *items; // what a capture is may change the subject
  size_t rest = taken.size() - wanted;
  for (size_t i = 0; i < patterns.size(); ++i) {
    if (hasStar && i == star) {
      auto from = taken.begin() + static_cast<ptrdiff_t>(star);
      auto end = from + static_cast<ptrdiff_t>(rest);
      matches(as<StarredExpr>(patterns[i])->value, Value::list({from, end}));
    } else if (!matches(patterns[i], taken[hasStar && i > star ? i + rest - 1 : i])) {
      return false;
    }
  }
  return true;
}

bool Runner::matchesMapping(const DictExpr &pattern, const Value &subject) {
  auto *dict = subject.as<eval::Dict>();
  if (!dict)
    return false;
  auto rest = eval::make<eval::Dict>();
  for (const auto &[key, value] : dict->entries())
    rest->set(key, value);
  for (const DictExpr::Item &item : pattern.items) {
    if (!item.key) {
      matches(item.value, Value(rest));
      continue;
    }
    Value key = evaluate(item.key);
    const Value *found = dict->find(key);
    if (!found || !matches(item.value, Value(*found)))
      return false;
    rest->erase(key);
  }
  return true;
}

bool Runner::matchesClass(const CallExpr &pattern, const Value &subject) {
  Value type = evaluate(pattern.callee);
  frame_.position = pattern.span;
  if (!eval::isInstance(subject, type))
    return false;
  std::vector<std::string> positions = positionsOf(type);
  size_t position = 0;
  for (const Argument &argument : pattern.arguments) {
    std::string name(argument.keyword);
    if (argument.kind == Argument::Kind::Positional) {
      if (position == 0 && isItsOwnPart(type)) {
        ++position;
        if (!matches(argument.value, subject))
          return false;
        continue;
      }
      if (position >= positions.size())
        raise("TypeError",
              cat(eval::str(eval::getAttr(type, "__name__")), "() accepts ", positions.size(),
                  " positional sub-patterns (", position + 1, " given)"));
      name = positions[position++];
    }
    std::optional<Value> part = eval::findAttr(subject, name);
    if (!part || !matches(argument.value, *part))
      return false;
  }
  return true;
}

} // namespace nereid::host
