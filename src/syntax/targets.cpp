// What can be assigned to. The parser reads a target as an expression, since it cannot know that an
// `=` is coming, and looks at it afterwards.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {
namespace {

// The node as its author would call it.
std::string_view whatIs(const Expr *expr) {
  switch (expr->kind) {
  case NodeKind::NumberExpr:
    return "a number";
  case NodeKind::StringExpr:
    return "a string";
  case NodeKind::FStringExpr:
    return "an f-string";
  case NodeKind::CallExpr:
    return "the result of a call";
  case NodeKind::CompareExpr:
    return "a comparison";
  case NodeKind::LambdaExpr:
    return "a lambda";
  case NodeKind::ConditionalExpr:
    return "a choice";
  case NodeKind::ComprehensionExpr:
    return "a comprehension";
  case NodeKind::DictExpr:
    return "a dict";
  case NodeKind::SetExpr:
    return "a set";
  case NodeKind::TupleExpr:
    return "a tuple";
  case NodeKind::ListExpr:
    return "a list";
  case NodeKind::StarredExpr:
    return "a starred expression";
  case NodeKind::NamedExpr:
    return "a `:=`";
  case NodeKind::AwaitExpr:
    return "an `await`";
  case NodeKind::YieldExpr:
    return "a `yield`";
  default:
    return "the result of an operator";
  }
}

std::string_view whatHappens(TargetUse use) {
  switch (use) {
  case TargetUse::Assign:
    return "cannot be assigned to";
  case TargetUse::Augmented:
    return "cannot be updated in place";
  case TargetUse::Annotated:
    return "cannot have a type annotation";
  case TargetUse::Delete:
    return "cannot be deleted";
  case TargetUse::Loop:
    return "cannot be what a `for` assigns to";
  case TargetUse::With:
    return "cannot be what a `with` assigns to";
  }
  return {};
}

} // namespace

void Parser::checkTarget(const Expr *target, TargetUse use) {
  bool unpacks = use != TargetUse::Augmented && use != TargetUse::Annotated;
  switch (target->kind) {
  case NodeKind::ErrorExpr:
  case NodeKind::NameExpr:
  case NodeKind::AttributeExpr:
  case NodeKind::SubscriptExpr:
    return;
  case NodeKind::TupleExpr:
    if (unpacks)
      return checkElements(as<TupleExpr>(target)->elements, use);
    break;
  case NodeKind::ListExpr:
    if (unpacks)
      return checkElements(as<ListExpr>(target)->elements, use);
    break;
  default:
    break;
  }
  std::string what(whatIs(target));
  if (target->kind == NodeKind::ConstantExpr)
    what = cat("`", textOf(target->span), "`");
  Diagnostic diagnostic{DiagKind::BadTarget, cat(what, " ", whatHappens(use)), {target->span, ""}};
  if (target->kind == NodeKind::StarredExpr && use == TargetUse::Assign)
    diagnostic.helps.push_back({"unpack into a tuple: `*rest, = ...`"});
  else if (use == TargetUse::Assign && at(TokenKind::Equal))
    diagnostic.helps.push_back({"compare with `==`", Help::Edit{token_.span, "=="}});
  complain(std::move(diagnostic));
}

void Parser::checkElements(ExprList elements, TargetUse use) {
  const StarredExpr *star = nullptr;
  for (const Expr *element : elements) {
    const auto *starred = as<StarredExpr>(element);
    if (!starred || use == TargetUse::Delete) {
      checkTarget(element, use);
      continue;
    }
    checkTarget(starred->value, use);
    if (star)
      complain({DiagKind::BadTarget,
                "two starred targets share the values between them",
                {starred->span, "this cannot know what to take"},
                {{star->span, "this takes all that are left"}}});
    star = starred;
  }
}

// A star unpacks into something: it cannot stand alone.
void Parser::checkLoneStar(const Expr *value) {
  if (as<StarredExpr>(value))
    complain({DiagKind::BadTarget,
              "a starred expression stands alone",
              {value->span, ""},
              {},
              {{"a star unpacks into a list, a tuple, a set or a call: `[*x]`"}}});
}

} // namespace nereid::syntax
