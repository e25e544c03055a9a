// where(condition, x, y): a choice per lane. Both sides are always computed.
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

Value readCondition(Context &context, const Value &argument) {
  Value condition = toTile(context, argument);
  if (condition.isError())
    return condition;
  if (condition.type.isPointer || condition.type.element != Scalar::I1)
    context.warn(DiagKind::Deprecated,
                 cat("the condition of `where` is ", typeText(condition), ", not `int1`"),
                 {help("compare it, as in `condition != 0`")});
  return castTo(context, condition, Scalar::I1);
}

Value failTypes(Context &context, const Value &x, const Value &y) {
  return context.fail(
      DiagKind::TypeMismatch, cat("cannot choose between ", typeText(x), " and ", typeText(y)),
      originLabels({{&x, cat("this is ", typeText(x))}, {&y, cat("this is ", typeText(y))}}),
      {help("both must be pointers of one type, or both numbers")});
}

} // namespace

// where(condition, x, y)
Value applyWhere(Context &context, const BoundArguments &arguments) {
  Value condition = readCondition(context, arguments[0]);
  if (condition.isError())
    return condition;
  Value x = arguments[1], y = arguments[2];
  bool pointers = isPointer(x) || isPointer(y);
  if (pointers && (!x.isTile() || !y.isTile() || x.type.withShape({}) != y.type.withShape({})))
    return failTypes(context, x, y);
  auto type = pointers ? std::optional(x.type.element)
                       : unifiedType(context, x, y, {.verb = "choose between"});
  if (!type)
    return Value::error();
  auto shape =
      sharedShape(context, {{"condition", condition}, {"first choice", x}, {"second choice", y}});
  if (!shape)
    return Value::error();
  auto prepare = [&](const Value &side) {
    return pointers ? stretchTo(context, side, *shape)
                    : materialize(context, side, *type, *shape, false);
  };
  x = prepare(x);
  y = prepare(y);
  if (x.isError() || y.isError())
    return Value::error();
  return emitSelect(context, stretchTo(context, condition, *shape), x, y);
}

} // namespace nereid::sema
