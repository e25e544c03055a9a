// Dispatch: numbers are answered here, objects by their own virtual functions, left operand first.
#include "eval/operators.h"

#include "base/check.h"
#include "base/text.h"
#include "eval/number.h"
#include "eval/stack.h"
#include "eval/unicode.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

namespace {

bool isSequence(const Value &value) {
  return value.as<Str>() || value.as<List>() || value.as<Tuple>();
}

[[noreturn]] void raiseUnsupported(std::string_view spelling, const Value &left,
                                   const Value &right) {
  raise("TypeError", cat("unsupported operand type(s) for ", spelling, ": '", typeName(left),
                         "' and '", typeName(right), "'"));
}

std::optional<Value> useful(std::optional<Value> answer) {
  if (answer && answer->kind() == Value::Kind::NotImplemented)
    return std::nullopt;
  return answer;
}

std::optional<Value> tryBinary(BinaryOp op, const Value &left, const Value &right) {
  if (left.isObject())
    if (auto answer = useful(left.object()->binary(op, right, false)))
      return answer;
  if (right.isObject())
    if (auto answer = useful(right.object()->binary(op, left, true)))
      return answer;
  return std::nullopt;
}

[[noreturn]] void raiseBinary(BinaryOp op, std::string_view spelling, const Value &left,
                              const Value &right) {
  if (op == BinaryOp::Add && isSequence(left))
    raise("TypeError", cat("can only concatenate ", typeName(left), " (not \"", typeName(right),
                           "\") to ", typeName(left)));
  if (op == BinaryOp::Mul && (isSequence(left) || isSequence(right)))
    raise("TypeError", cat("can't multiply sequence by non-int of type '",
                           typeName(isSequence(left) ? right : left), "'"));
  raiseUnsupported(spelling, left, right);
}

bool containsByIteration(const Value &container, const Value &item) {
  std::unique_ptr<Iterator> iterator;
  try {
    iterator = iterate(container);
  } catch (const Raised &raised) {
    if (raised.exception->type->name != "TypeError")
      throw;
    raise("TypeError", cat("argument of type '", typeName(container), "' is not iterable"));
  }
  while (std::optional<Value> next = iterator->next())
    if (same(*next, item))
      return true;
  return false;
}

Value compareObjects(CompareOp op, const Value &left, const Value &right) {
  if (left.isObject())
    if (auto answer = useful(left.object()->compare(op, right, false)))
      return *answer;
  if (right.isObject())
    if (auto answer = useful(right.object()->compare(op, left, true)))
      return *answer;
  if (op == CompareOp::Equal || op == CompareOp::NotEqual) {
    bool equal = identical(left, right) || (left.isObject() && left.object()->equals(right)) ||
                 (right.isObject() && right.object()->equals(left));
    return Value::boolean(equal == (op == CompareOp::Equal));
  }
  raise("TypeError", cat("'", syntax::spelling(op), "' not supported between instances of '",
                         typeName(left), "' and '", typeName(right), "'"));
}

} // namespace

Value binary(BinaryOp op, const Value &left, const Value &right) {
  if (left.isNumber() && right.isNumber()) {
    if (auto result = numberBinary(op, left, right))
      return *std::move(result);
  } else if (auto answer = tryBinary(op, left, right)) {
    return *std::move(answer);
  }
  raiseBinary(op, op == BinaryOp::Pow ? "** or pow()" : syntax::spelling(op), left, right);
}

Value binaryInPlace(BinaryOp op, const Value &left, const Value &right) {
  if (left.isNumber() && right.isNumber()) {
    if (auto result = numberBinary(op, left, right))
      return *std::move(result);
  } else {
    if (left.isObject())
      if (auto answer = useful(left.object()->inPlace(op, right)))
        return *std::move(answer);
    if (auto answer = tryBinary(op, left, right))
      return *std::move(answer);
  }
  raiseBinary(op, cat(syntax::spelling(op), "="), left, right);
}

Value unary(UnaryOp op, const Value &operand) {
  if (op == UnaryOp::Not)
    return Value::boolean(!truthy(operand));
  if (operand.isNumber())
    return numberUnary(op, operand);
  if (operand.isObject())
    if (auto answer = useful(operand.object()->unary(op)))
      return *answer;
  raise("TypeError",
        cat("bad operand type for unary ", syntax::spelling(op), ": '", typeName(operand), "'"));
}

std::optional<Value> compareByOrder(CompareOp op, int order) {
  switch (op) {
  case CompareOp::Equal:
    return Value::boolean(order == 0);
  case CompareOp::NotEqual:
    return Value::boolean(order != 0);
  case CompareOp::Less:
    return Value::boolean(order < 0);
  case CompareOp::LessEqual:
    return Value::boolean(order <= 0);
  case CompareOp::Greater:
    return Value::boolean(order > 0);
  case CompareOp::GreaterEqual:
    return Value::boolean(order >= 0);
  default:
    return std::nullopt;
  }
}

Value compare(CompareOp op, const Value &left, const Value &right) {
  switch (op) {
  case CompareOp::Is:
    return Value::boolean(identical(left, right));
  case CompareOp::IsNot:
    return Value::boolean(!identical(left, right));
  case CompareOp::In:
    return Value::boolean(contains(right, left));
  case CompareOp::NotIn:
    return Value::boolean(!contains(right, left));
  default:
    break;
  }
  if (left.isNumber() && right.isNumber())
    return Value::boolean(numberCompare(op, left, right));
  checkStack("in comparison");
  return compareObjects(op, left, right);
}

bool truthy(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return false;
  case Value::Kind::Ellipsis:
  case Value::Kind::NotImplemented:
    return true;
  case Value::Kind::Bool:
    return value.asBool();
  case Value::Kind::Int:
    return value.asInt() != 0;
  case Value::Kind::Float:
    return value.asFloat() != 0.0;
  case Value::Kind::Object:
    return value.object()->truthy();
  }
  return true;
}

bool equal(const Value &a, const Value &b) {
  if (a.isNumber() && b.isNumber())
    return numberEqual(a, b);
  if (!a.isObject() && !b.isObject())
    return a.kind() == b.kind();
  return truthy(compare(CompareOp::Equal, a, b));
}

bool identical(const Value &a, const Value &b) {
  if (a.kind() != b.kind())
    return false;
  if (a.isObject())
    return a.object() == b.object();
  if (a.isFloat()) {
    double x = a.asFloat(), y = b.asFloat();
    return x == y || (x != x && y != y); // a NaN is itself
  }
  return !a.isNumber() || a.asInt() == b.asInt();
}

bool same(const Value &a, const Value &b) {
  return identical(a, b) || equal(a, b);
}

bool contains(const Value &container, const Value &item) {
  if (container.isObject())
    if (std::optional<bool> answer = container.object()->contains(item))
      return *answer;
  return containsByIteration(container, item);
}

size_t hashOf(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return 0xfca86420;
  case Value::Kind::Ellipsis:
    return 0xfca86421;
  case Value::Kind::NotImplemented:
    return 0xfca86422;
  case Value::Kind::Object:
    checkStack("while hashing");
    return value.object()->hash();
  default:
    return numberHash(value);
  }
}

std::string typeName(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return "NoneType";
  case Value::Kind::Ellipsis:
    return "ellipsis";
  case Value::Kind::NotImplemented:
    return "NotImplementedType";
  case Value::Kind::Bool:
    return "bool";
  case Value::Kind::Int:
    return "int";
  case Value::Kind::Float:
    return "float";
  case Value::Kind::Object:
    return value.object()->typeName();
  }
  return "object";
}

std::string repr(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return "None";
  case Value::Kind::Ellipsis:
    return "Ellipsis";
  case Value::Kind::NotImplemented:
    return "NotImplemented";
  case Value::Kind::Bool:
    return value.asBool() ? "True" : "False";
  case Value::Kind::Int:
    return formatInt(value.asInt());
  case Value::Kind::Float:
    return formatFloat(value.asFloat());
  case Value::Kind::Object:
    checkStack("while getting the repr of an object");
    return value.object()->repr();
  }
  return "";
}

std::string str(const Value &value) {
  if (!value.isObject())
    return repr(value);
  checkStack("while getting the str of an object");
  return value.object()->str();
}

std::string ascii(const Value &value) {
  std::string result;
  std::string text = repr(value);
  // A repr has no quotes of its own to add: only what is beyond ASCII changes.
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view before = rest;
    if (takeCodePoint(rest) < 0x80) {
      result += before[0];
      continue;
    }
    std::string escaped = quote(before.substr(0, before.size() - rest.size()), true);
    result += escaped.substr(1, escaped.size() - 2);
  }
  return result;
}

Value call(const Value &callee, const Arguments &arguments) {
  if (!callee.isObject())
    raise("TypeError", cat("'", typeName(callee), "' object is not callable"));
  checkStack("while calling a Python object");
  return callee.object()->call(arguments);
}

Value call(const Value &callee, std::initializer_list<Value> positional) {
  return call(callee, Arguments{{positional.begin(), positional.size()}, {}});
}

int64_t length(const Value &value) {
  if (value.isObject())
    if (std::optional<int64_t> count = value.object()->length())
      return *count;
  raise("TypeError", cat("object of type '", typeName(value), "' has no len()"));
}

std::unique_ptr<Iterator> iterate(const Value &iterable) {
  if (!iterable.isObject())
    raise("TypeError", cat("'", typeName(iterable), "' object is not iterable"));
  return iterable.object()->iterate();
}

std::vector<Value> items(const Value &iterable) {
  if (auto *list = iterable.as<List>())
    return list->items;
  if (auto *tuple = iterable.as<Tuple>())
    return tuple->items;
  std::vector<Value> all;
  std::unique_ptr<Iterator> iterator = iterate(iterable);
  while (std::optional<Value> item = iterator->next())
    all.push_back(*std::move(item));
  return all;
}

std::optional<Value> next(const Value &iterator) {
  if (!iterator.isObject() || !iterator.object()->isIterator())
    raise("TypeError", cat("'", typeName(iterator), "' object is not an iterator"));
  return iterator.object()->next();
}

Value iteratorObject(std::string typeName, std::unique_ptr<Iterator> iterator) {
  return make<IteratorObject>(std::move(typeName), std::move(iterator));
}

bool isCallable(const Value &value) {
  return value.isObject() && value.object()->isCallable();
}

} // namespace nereid::eval
