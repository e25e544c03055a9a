// Expressions. Names, attributes and calls, which have files of their own, are names.cpp and
// calls.cpp; what operators mean on tiles is rules/.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/elaborator.h"

namespace nereid::sema {

using namespace syntax;

Value Elaborator::visit(const Expr *expr) {
  if (stopped_)
    return Value::error();
  Restore where(span_, place(expr->span));
  Restore deeper(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) {
    fail(DiagKind::TooDeep, "this kernel nests deeper than Nereid follows", {}, {});
    stopped_ = true;
    return Value::error();
  }
  Value value;
  try {
    value = dispatch(expr);
  } catch (const eval::Raised &exception) { // from constants, wherever they are computed
    value = raised(exception);
  }
  if (value.origin == Span{})
    value.origin = span_;
  return value;
}

Value Elaborator::visitNumber(const NumberExpr &expr) {
  if (expr.type == NumberExpr::Type::Imaginary)
    return refuse(&expr);
  return compute(
      [&] { return eval::parseNumber(expr.text, expr.type == NumberExpr::Type::Float); });
}

static Value literal(const ConstantExpr &expr) {
  switch (expr.value) {
  case ConstantExpr::Value::None:
    return Value::ofConstant({});
  case ConstantExpr::Value::True:
    return Value::ofConstant(eval::Value::boolean(true));
  case ConstantExpr::Value::False:
    return Value::ofConstant(eval::Value::boolean(false));
  case ConstantExpr::Value::Ellipsis:
    return Value::ofConstant(eval::Value::ellipsis());
  }
  return {};
}

// Functions under @tl.core.extern have them: which symbol is for which types.
Value Elaborator::visitDict(const DictExpr &expr) {
  if (!activation_->function->isExtern)
    return refuse(&expr);
  auto dict = eval::make<eval::Dict>();
  for (const DictExpr::Item &item : expr.items) {
    Value key = item.key ? visit(item.key) : Value::error();
    Value value = visit(item.value);
    std::optional<eval::Value> knownKey = constantOf(key), known = constantOf(value);
    if (!knownKey || !known)
      return key.isError() && item.key ? key : value.isError() ? value : refuse(&expr);
    dict->set(*knownKey, *known);
  }
  return Value::ofConstant(eval::Value(dict));
}

Value Elaborator::dispatch(const Expr *expr) {
  if (const auto *name = as<NameExpr>(expr))
    return visitName(*name);
  if (const auto *number = as<NumberExpr>(expr))
    return visitNumber(*number);
  if (const auto *call = as<CallExpr>(expr))
    return visitCall(*call);
  if (const auto *attribute = as<AttributeExpr>(expr))
    return visitAttribute(*attribute);
  if (const auto *binary = as<BinaryExpr>(expr))
    return visitBinary(*binary);
  if (const auto *unary = as<UnaryExpr>(expr))
    return visitUnary(*unary);
  if (const auto *compare = as<CompareExpr>(expr))
    return visitCompare(*compare);
  if (const auto *logical = as<BoolExpr>(expr))
    return visitBool(*logical);
  if (const auto *item = as<SubscriptExpr>(expr))
    return visitSubscript(*item);
  if (const auto *slice = as<SliceExpr>(expr))
    return visitSlice(*slice);
  if (const auto *tuple = as<TupleExpr>(expr))
    return Value::ofTuple(visitElements(tuple->elements));
  if (const auto *list = as<ListExpr>(expr))
    return Value::ofTuple(visitElements(list->elements));
  if (const auto *constant = as<ConstantExpr>(expr))
    return literal(*constant);
  if (const auto *text = as<StringExpr>(expr))
    return Value::ofConstant(eval::Value::string(std::string(text->value)));
  if (const auto *text = as<FStringExpr>(expr))
    return visitFString(*text);
  if (const auto *choice = as<ConditionalExpr>(expr))
    return visitConditional(*choice);
  if (const auto *comprehension = as<ComprehensionExpr>(expr))
    return visitComprehension(*comprehension);
  if (const auto *dict = as<DictExpr>(expr))
    return visitDict(*dict);
  if (const auto *named = as<NamedExpr>(expr)) {
    assignName(*named->target, visit(named->value));
    return visitName(*named->target);
  }
  return refuse(expr);
}

Value Elaborator::raised(const eval::Raised &raised) {
  return fail(DiagKind::ConstexprError,
              cat("computing this constant raises ", raised.exception->typeName(), ": ",
                  raised.exception->message()));
}

Value Elaborator::compute(const std::function<eval::Value()> &computation) {
  try {
    return fromPython(computation(), "this constant");
  } catch (const eval::Raised &exception) {
    return raised(exception);
  }
}

Value Elaborator::visitUnary(const UnaryExpr &expr) {
  Value operand = visit(expr.operand);
  if (isUnknown(operand))
    return Value::error();
  if (expr.op == UnaryOp::Not && !operand.isTile())
    if (std::optional<bool> truth = knownTruth(operand))
      return Value::ofConstant(eval::Value::boolean(!*truth));
  if (operand.isAggregate())
    if (std::optional<Value> result = callSpecial(expr.op == UnaryOp::Minus  ? "__neg__"
                                                  : expr.op == UnaryOp::Plus ? "__pos__"
                                                                             : "__invert__",
                                                  {operand}))
      return *result;
  return unaryOperator(*this, expr.op, operand);
}

// Long sums are deep trees; their left spine is walked without recursion.
Value Elaborator::visitBinary(const BinaryExpr &expr) {
  std::vector<const BinaryExpr *> spine = {&expr};
  while (const auto *left = as<BinaryExpr>(spine.back()->left))
    spine.push_back(left);
  Value value = visit(spine.back()->left);
  for (auto node = spine.rbegin(); node != spine.rend(); ++node) {
    Restore where(span_, place((*node)->span));
    Value right = visit((*node)->right);
    if (isUnknown(value) || isUnknown(right))
      value = Value::error();
    else
      value = operate((*node)->op, value, right);
    if (value.origin == Span{})
      value.origin = span_;
  }
  return value;
}

std::vector<Value> Elaborator::visitElements(ExprList elements) {
  std::vector<Value> values;
  for (const Expr *element : elements) {
    const auto *starred = as<StarredExpr>(element);
    Value value = visit(starred ? starred->value : element);
    if (!starred) {
      values.push_back(std::move(value));
    } else if (std::optional<std::vector<Value>> inner = elementsOf(value)) {
      values.insert(values.end(), inner->begin(), inner->end());
    } else if (!value.isError()) {
      failIn(element->span, DiagKind::TypeMismatch, cat("cannot unpack ", describe(value)), {}, {},
             {});
    }
  }
  return values;
}

// The elements of a tuple, also of a Python tuple, list or range known now.
std::optional<std::vector<Value>> Elaborator::elementsOf(const Value &value) {
  if (value.isTuple() && !value.isAggregate())
    return value.tuple->elements;
  if (!value.isConstant())
    return std::nullopt;
  const eval::Value &constant = value.constant;
  if (!constant.as<eval::Tuple>() && !constant.as<eval::List>() && !constant.as<eval::Range>())
    return std::nullopt;
  if (eval::length(constant) > kMaxUnrolled) {
    fail(DiagKind::BadRange, cat("a sequence of ", eval::length(constant), " elements in a kernel"),
         {}, {});
    return std::vector<Value>{};
  }
  std::vector<Value> values;
  for (const eval::Value &item : eval::items(constant)) {
    values.push_back(fromPython(item, "an element"));
    values.back().origin = value.origin;
  }
  return values;
}

Value Elaborator::visitFString(const FStringExpr &expr) {
  std::string text;
  for (const FStringExpr::Part &part : expr.parts) {
    if (!part.value) {
      text += part.text;
      continue;
    }
    Value value = visit(part.value);
    if (value.isError())
      return value;
    if (!value.isConstant())
      return failIn(part.value->span, DiagKind::NotConstexpr,
                    "an f-string holds a value known only at run time",
                    cat("this is ", describe(value)), {},
                    {{"`tl.device_print(\"x\", x)` prints run-time values"}});
    Value format = part.format ? visitFString(*part.format) : Value::ofConstant({});
    if (format.isError())
      return format;
    Value formatted = compute([&] {
      const eval::Value &constant = value.constant;
      std::string plain = part.conversion == 'r' ? eval::repr(constant) : eval::str(constant);
      if (!format.constant.asString())
        return eval::Value::string(plain);
      eval::Value object = part.conversion ? eval::Value::string(plain) : constant;
      return eval::Value::string(eval::format(object, *format.constant.asString()));
    });
    if (formatted.isError())
      return formatted;
    text += part.debugText;
    text += *formatted.constant.asString();
  }
  return Value::ofConstant(eval::Value::string(std::move(text)));
}

Value Elaborator::visitSubscript(const SubscriptExpr &expr) {
  Value object = visit(expr.object);
  Value index = visit(expr.index);
  if (object.isError() || isUnknown(index))
    return Value::error();
  if (object.isAggregate())
    if (std::optional<Value> result = callSpecial("__getitem__", {object, index}))
      return *result;
  return subscript(*this, object, index);
}

Value Elaborator::visitSlice(const SliceExpr &expr) {
  std::vector<eval::Value> bounds;
  for (const Expr *bound : {expr.lower, expr.upper, expr.step}) {
    Value value = bound ? visit(bound) : Value::ofConstant({});
    if (value.isError())
      return value;
    if (!value.isConstant())
      return failIn(bound->span, DiagKind::NotConstexpr,
                    "a slice's bound is known only at run time", {}, {},
                    {{"tiles cannot be sliced; load the part that is needed with `tl.load`"}});
    bounds.push_back(value.constant);
  }
  return Value::ofConstant(eval::make<eval::Slice>(bounds[0], bounds[1], bounds[2]));
}

// Known operands decide like Python's, and vanish; what is left is combined, all of it evaluated.
Value Elaborator::visitBool(const BoolExpr &expr) {
  std::optional<Value> result;
  Value last;
  for (const Expr *operand : expr.operands) {
    Value value = visit(operand);
    if (isUnknown(value)) {
      result = Value::error();
      continue;
    }
    last = value;
    if (std::optional<bool> truth = knownTruth(value)) {
      if (*truth != expr.isAnd)
        return result && result->isError() ? *result : value;
      continue;
    }
    if (!result)
      result = value;
    else if (!result->isError())
      result = logicalOperator(*this, expr.isAnd, *result, value);
  }
  return result ? *result : last;
}

Value Elaborator::visitCompare(const CompareExpr &expr) {
  Value left = visit(expr.first);
  std::optional<Value> result;
  if (expr.ops.size() > 1)
    notPortable("older Triton has no chained comparison");
  for (size_t i = 0; i < expr.ops.size(); ++i) {
    Value right = visit(expr.rest[i]);
    Value one = compareOnce(expr.ops[i], left, right);
    if (one.isError())
      return one;
    if (!result || knownTruth(*result) == true)
      result = one;
    else if (knownTruth(*result) == false)
      return *result;
    else if (std::optional<bool> truth = knownTruth(one); !truth)
      result = logicalOperator(*this, /*isAnd=*/true, *result, one);
    else if (!*truth)
      result = one;
    left = right;
  }
  return *result;
}

static bool isIdentical(const Value &left, const Value &right) {
  if (left.isConstant() && right.isConstant())
    return eval::identical(left.constant, right.constant);
  return left.kind == right.kind && isSameValue(left, right);
}

Value Elaborator::compareOnce(CompareOp op, const Value &left, const Value &right) {
  if (left.isError() || right.isError())
    return Value::error();
  switch (op) {
  case CompareOp::Is:
  case CompareOp::IsNot:
    return Value::ofConstant(
        eval::Value::boolean(isIdentical(left, right) == (op == CompareOp::Is)));
  case CompareOp::In:
  case CompareOp::NotIn:
    return contains(left, right, op == CompareOp::NotIn);
  default:
    if (isUnknown(left) || isUnknown(right))
      return Value::error();
    if (left.isAggregate() || right.isAggregate())
      return compareAggregates(op, left, right);
    return compareOperator(*this, op, left, right);
  }
}

Value Elaborator::contains(const Value &item, const Value &container, bool negated) {
  std::optional<std::vector<Value>> elements = elementsOf(container);
  if (!elements && item.isConstant() && container.isConstant())
    return compute([&] {
      return eval::compare(negated ? CompareOp::NotIn : CompareOp::In, item.constant,
                           container.constant);
    });
  if (!elements)
    return fail(DiagKind::UnsupportedExpression, cat("`in` looks into ", describe(container)), {},
                {{"`in` works on tuples and strings known at compile time"}});
  for (const Value &element : *elements) {
    if (isUnknown(element))
      return Value::error();
    if (!element.isConstant() || !item.isConstant())
      return fail(DiagKind::NotConstexpr, "`in` compares a value known only at run time",
                  {{item.isConstant() ? element.origin : item.origin,
                    cat("this is ", describe(item.isConstant() ? element : item))}},
                  {{"write the comparisons out: `(x == a) | (x == b)`"}});
    if (eval::equal(item.constant, element.constant))
      return Value::ofConstant(eval::Value::boolean(!negated));
  }
  return Value::ofConstant(eval::Value::boolean(negated));
}

Value Elaborator::visitConditional(const ConditionalExpr &expr) {
  Value test = visit(expr.test);
  if (std::optional<bool> truth = knownTruth(test))
    return visit(*truth ? expr.body : expr.orElse);
  if (!test.isError())
    test = toCondition(*this, test);
  if (!test.isError())
    return choose(test, expr);
  Value then = visit(expr.body), orElse = visit(expr.orElse);
  return Value::error();
}

Value Elaborator::visitComprehension(const ComprehensionExpr &expr) {
  if (expr.type != ComprehensionExpr::Type::List || expr.clauses.size() != 1 ||
      expr.clauses[0].isAsync)
    return refuse(&expr);
  const ComprehensionExpr::Clause &clause = expr.clauses[0];
  Value iterable = visit(clause.iterable);
  if (iterable.isError())
    return iterable;
  std::optional<std::vector<Value>> items = elementsOf(iterable);
  if (!items)
    return failIn(clause.iterable->span, DiagKind::UnsupportedExpression,
                  cat("a list is built from ", describe(iterable)), {}, {},
                  {{"a comprehension runs over a tuple or a list"}});
  LocalScope outer = scope();
  std::vector<Value> elements;
  for (const Value &item : *items) {
    if (!spend())
      break;
    bindComprehensionTarget(clause.target, item);
    bool keep = true;
    for (const Expr *condition : clause.conditions) {
      Value test = visit(condition);
      std::optional<bool> truth = knownTruth(test);
      if (!truth && !test.isError())
        test = failIn(condition->span, DiagKind::NotConstexpr,
                      "a comprehension's `if` is known only at run time", {}, {}, {});
      if (test.isError()) {
        scope() = std::move(outer);
        return test;
      }
      keep = keep && *truth;
    }
    if (keep)
      elements.push_back(visit(expr.element));
  }
  scope() = std::move(outer);
  return Value::ofTuple(std::move(elements));
}

// Unlike an assignment, a comprehension's target keeps constants.
void Elaborator::bindComprehensionTarget(const Expr *target, const Value &item) {
  if (const auto *name = as<NameExpr>(target)) {
    scope().bind(name->name, {item, place(target->span), true});
    return;
  }
  const auto *tuple = as<TupleExpr>(target);
  std::optional<std::vector<Value>> parts = elementsOf(item);
  if (!tuple || !parts || parts->size() != tuple->elements.size()) {
    assign(target, item); // reports the mismatch
    return;
  }
  for (size_t i = 0; i < parts->size(); ++i)
    bindComprehensionTarget(tuple->elements[i], (*parts)[i]);
}

Value Elaborator::refuse(const Expr *expr) {
  auto refusal = [&](std::string_view what, std::string_view instead) {
    return fail(DiagKind::UnsupportedExpression, std::string(what), {}, {{std::string(instead)}});
  };
  switch (expr->kind) {
  case NodeKind::LambdaExpr:
    return refusal("a lambda in a kernel",
                   "write a function under `@triton.jit` and pass it by name");
  case NodeKind::DictExpr:
  case NodeKind::SetExpr:
    return refusal("a dictionary or set in a kernel", "kernels have tuples and lists");
  case NodeKind::ComprehensionExpr:
    return refusal("a comprehension that kernels cannot hold",
                   "kernels have list comprehensions with one `for`");
  case NodeKind::NumberExpr:
    return refusal("a complex number in a kernel", "keep real and imaginary parts apart");
  case NodeKind::StarredExpr:
    return refusal("a starred expression outside a call",
                   "`*` unpacks a tuple in a call's arguments, a tuple or a list");
  case NodeKind::ErrorExpr:
    if (sink_.hasErrors() || isLint()) // the parser has said why
      return Value::error();
    [[fallthrough]];
  default:
    return fail(DiagKind::UnsupportedExpression, "an expression that kernels cannot hold", {}, {});
  }
}

} // namespace nereid::sema
