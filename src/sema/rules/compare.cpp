// Comparisons, and, or, not, and what an `if` asks of its condition.
//
// A comparison gives a Python scalar its own type before it looks for a common one, so `x < 1.0` of
// an fp16 tile compares in fp32. `and` and `or` of run-time values are bit operations: both sides
// are always computed.
#include "eval/operators.h"
#include "sema/rules/arithmetic.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

using syntax::CompareOp;

struct Predicates {
  Predicate asSigned, asUnsigned, asFloat;
};

Predicates predicatesOf(CompareOp op) {
  switch (op) {
  case CompareOp::NotEqual:
    return {Predicate::Ne, Predicate::Ne, Predicate::Ne};
  case CompareOp::Less:
    return {Predicate::LtS, Predicate::LtU, Predicate::Lt};
  case CompareOp::LessEqual:
    return {Predicate::LeS, Predicate::LeU, Predicate::Le};
  case CompareOp::Greater:
    return {Predicate::GtS, Predicate::GtU, Predicate::Gt};
  case CompareOp::GreaterEqual:
    return {Predicate::GeS, Predicate::GeU, Predicate::Ge};
  default:
    return {Predicate::Eq, Predicate::Eq, Predicate::Eq};
  }
}

Value compareNumbers(Context &context, CompareOp op, const Value &x, const Value &y) {
  auto operands = unify(context, x, y, {.verb = "compare", .keepsScalars = false});
  if (!operands)
    return Value::error();
  Value left = operands->x, right = operands->y;
  if (isFloat8(left.type.element)) {
    left = castTo(context, left, Scalar::F32);
    right = castTo(context, right, Scalar::F32);
  }
  Predicates predicates = predicatesOf(op);
  Scalar type = left.type.element;
  if (isFloat(type))
    return emitCompare(context, OpKind::CompareF, predicates.asFloat, left, right);
  Predicate predicate = isSigned(type) ? predicates.asSigned : predicates.asUnsigned;
  return emitCompare(context, OpKind::CompareI, predicate, left, right);
}

// Tuples are equal if their elements are: constants by value, tiles by being the same one.
bool sameElements(const Value &x, const Value &y) {
  auto left = elementsOf(x), right = elementsOf(y);
  if (left || right) {
    if (!left || !right || left->size() != right->size())
      return false;
    for (size_t i = 0; i < left->size(); ++i)
      if (!sameElements((*left)[i], (*right)[i]))
        return false;
    return true;
  }
  if (x.isConstant() && y.isConstant())
    return eval::equal(unwrap(x.constant), unwrap(y.constant));
  return x.isTile() && y.isTile() && x.id == y.id;
}

Value failPointers(Context &context, const Value &x, const Value &y) {
  return context.fail(
      DiagKind::TypeMismatch, cat("cannot compare ", typeText(x), " and ", typeText(y)),
      originLabels({{&x, cat("this is ", typeText(x))}, {&y, cat("this is ", typeText(y))}}),
      {help("compare the addresses: `p.to(tl.int64)`; a pointer that may be None "
            "is asked with `p is None`")});
}

bool isBoolean(const Value &value) {
  return value.isTile() && !value.type.isPointer && value.type.element == Scalar::I1;
}

Value failNotBoolean(Context &context, const Value &value, std::string_view word) {
  return failAtValue(context, value, DiagKind::TypeMismatch,
                     cat("`", word, "` takes `int1`, but this is ", typeText(value)), {},
                     {help("compare it, as in `x != 0`")});
}

} // namespace

Value compareOperator(Context &context, CompareOp op, const Value &x, const Value &y) {
  if (hasError(x) || hasError(y))
    return Value::error();
  bool isIdentity = op == CompareOp::Is || op == CompareOp::IsNot;
  if (x.isConstant() && y.isConstant())
    return evaluate(context,
                    [&] { return eval::compare(op, unwrap(x.constant), unwrap(y.constant)); });
  if (isIdentity) // a run-time value is never a constant, None included
    return Value::ofConstant(eval::Value::boolean(op == CompareOp::IsNot));
  if (op == CompareOp::In || op == CompareOp::NotIn) {
    if (auto elements = elementsOf(y)) {
      bool found = false;
      for (const Value &element : *elements)
        found = found || sameElements(x, element);
      return Value::ofConstant(eval::Value::boolean(found == (op == CompareOp::In)));
    }
    return context.fail(DiagKind::UnsupportedExpression,
                        cat("`in` looks into a tuple, but this is ", typeText(y)));
  }
  bool isEquality = op == CompareOp::Equal || op == CompareOp::NotEqual;
  auto isAggregate = [](const Value &v) { return v.isTuple() || v.isConstant(); };
  if (isEquality && (x.isTuple() || y.isTuple()) && isAggregate(x) && isAggregate(y))
    return Value::ofConstant(eval::Value::boolean(sameElements(x, y) == (op == CompareOp::Equal)));
  // `x == None` of a run-time value has only one answer.
  if (isEquality && (x.isNone() || y.isNone()))
    return Value::ofConstant(eval::Value::boolean(op == CompareOp::NotEqual));
  if (isPointer(x) || isPointer(y))
    return failPointers(context, x, y);
  return compareNumbers(context, op, x, y);
}

Value logicalOperator(Context &context, bool isAnd, const Value &x, const Value &y) {
  if (hasError(x) || hasError(y))
    return Value::error();
  for (const Value *side : {&x, &y})
    if (side->isTile() && !isBoolean(*side))
      return failNotBoolean(context, *side, isAnd ? "and" : "or");
  auto operands = unify(context, x, y, {.verb = isAnd ? "and" : "or", .keepsScalars = false});
  if (!operands)
    return Value::error();
  Value left = castTo(context, operands->x, Scalar::I1);
  Value right = castTo(context, operands->y, Scalar::I1);
  return emitBinary(context, isAnd ? OpKind::AndI : OpKind::OrI, left, right);
}

Value logicalNot(Context &context, const Value &x) {
  if (!isBoolean(x))
    return failNotBoolean(context, x, "not");
  return emitBinary(context, OpKind::XorI, x, integerTile(context, Scalar::I1, x.type.shape, 1));
}

Value toCondition(Context &context, const Value &value) {
  if (hasError(value))
    return Value::error();
  if (value.isConstant() || value.isTuple()) {
    bool isTrue =
        value.isTuple() ? !value.tuple->elements.empty() : eval::truthy(unwrap(value.constant));
    return integerTile(context, Scalar::I1, {}, isTrue);
  }
  if (!value.isTile())
    return failAtValue(context, value, DiagKind::TypeMismatch,
                       cat("a condition cannot be ", typeText(value)));
  if (value.type.lanes() != 1)
    return failAtValue(
        context, value, DiagKind::AmbiguousTruth,
        cat("a condition must be one value, but this is ", typeText(value)),
        cat(value.type.lanes(), " lanes, each with its own truth"),
        {help("choose per lane with `tl.where(condition, x, y)`, or reduce it first: "
              "`tl.max(condition.to(tl.int32)) != 0`")});
  return castTo(context, reshapeTo(context, value, {}), Scalar::I1);
}

// logical_and(x, y), logical_or(x, y)
Value applyLogicalAnd(Context &context, const BoundArguments &arguments) {
  return logicalOperator(context, true, arguments[0], arguments[1]);
}

Value applyLogicalOr(Context &context, const BoundArguments &arguments) {
  return logicalOperator(context, false, arguments[0], arguments[1]);
}

} // namespace nereid::sema
