// Special methods: how an instance answers to operators, indexing, iteration and `with`.
#include "base/text.h"
#include "eval/operators.h"
#include "host/class.h"

namespace nereid::host {

using eval::raise;
using eval::Value;
using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

namespace {

// "add" for `+`: __add__, __radd__ and __iadd__.
std::string_view stem(BinaryOp op) {
  constexpr std::string_view kStems[] = {"add", "sub", "mul",    "truediv", "floordiv",
                                         "mod", "pow", "matmul", "lshift",  "rshift",
                                         "and", "or",  "xor"};
  return kStems[size_t(op)];
}

std::string_view methodOf(CompareOp op) {
  constexpr std::string_view kNames[] = {"__eq__", "__ne__", "__lt__",
                                         "__le__", "__gt__", "__ge__"};
  return kNames[size_t(op)];
}

// b > a for a < b.
CompareOp mirrored(CompareOp op) {
  switch (op) {
  case CompareOp::Less:
    return CompareOp::Greater;
  case CompareOp::LessEqual:
    return CompareOp::GreaterEqual;
  case CompareOp::Greater:
    return CompareOp::Less;
  case CompareOp::GreaterEqual:
    return CompareOp::LessEqual;
  default:
    return op;
  }
}

// Items by index until IndexError: the protocol of classes with __getitem__ alone.
struct IndexIterator : eval::Iterator {
  explicit IndexIterator(eval::Ref<Instance> object) : object(std::move(object)) {}
  std::optional<Value> next() override {
    try {
      return object->getItem(Value::integer(at++));
    } catch (const eval::Raised &raised) {
      if (!raised.exception->type->derivesFrom(eval::exceptionType("IndexError").get()))
        throw;
      return std::nullopt;
    }
  }
  eval::Ref<Instance> object;
  int64_t at = 0;
};

struct NextIterator : eval::Iterator {
  explicit NextIterator(Value object) : object(std::move(object)) {}
  std::optional<Value> next() override { return eval::next(object); }
  Value object;
};

} // namespace

Value Instance::getItem(const Value &index) {
  if (auto value = special("__getitem__", {index}))
    return *value;
  return Object::getItem(index);
}

void Instance::setItem(const Value &index, const Value &value) {
  if (!special("__setitem__", {index, value}))
    Object::setItem(index, value);
}

void Instance::deleteItem(const Value &index) {
  if (!special("__delitem__", {index}))
    Object::deleteItem(index);
}

std::optional<bool> Instance::contains(const Value &item) {
  if (auto answer = special("__contains__", {item}))
    return eval::truthy(*answer);
  return std::nullopt;
}

std::optional<int64_t> Instance::length() const {
  std::optional<Value> length = special("__len__", {});
  if (!length)
    return std::nullopt;
  int64_t count = eval::toInt64(*length, "__len__() result");
  if (count < 0)
    raise("ValueError", "__len__() should return >= 0");
  return count;
}

std::unique_ptr<eval::Iterator> Instance::iterate() {
  if (auto iterator = special("__iter__", {})) {
    if (iterator->isObject() && iterator->object()->isIterator())
      return std::make_unique<NextIterator>(*iterator);
    raise("TypeError",
          cat("iter() returned non-iterator of type '", eval::typeName(*iterator), "'"));
  }
  if (has("__getitem__"))
    return std::make_unique<IndexIterator>(eval::Ref<Instance>(this));
  return Object::iterate();
}

std::optional<Value> Instance::next() {
  try {
    if (auto item = special("__next__", {}))
      return item;
  } catch (const eval::Raised &raised) {
    if (!raised.exception->type->derivesFrom(eval::exceptionType("StopIteration").get()))
      throw;
    return std::nullopt;
  }
  return Object::next();
}

std::optional<Value> Instance::binary(BinaryOp op, const Value &other, bool reflected) {
  return special(cat(reflected ? "__r" : "__", stem(op), "__"), {other});
}

std::optional<Value> Instance::inPlace(BinaryOp op, const Value &other) {
  return special(cat("__i", stem(op), "__"), {other});
}

std::optional<Value> Instance::unary(UnaryOp op) {
  switch (op) {
  case UnaryOp::Plus:
    return special("__pos__", {});
  case UnaryOp::Minus:
    return special("__neg__", {});
  case UnaryOp::Invert:
    return special("__invert__", {});
  case UnaryOp::Not:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> Instance::compare(CompareOp op, const Value &other, bool reflected) {
  CompareOp asked = reflected ? mirrored(op) : op;
  std::optional<Value> answer = special(methodOf(asked), {other});
  if (answer && answer->kind() != Value::Kind::NotImplemented)
    return answer;
  if (op != CompareOp::NotEqual)
    return std::nullopt;
  // `!=` is the opposite of `==`.
  answer = special("__eq__", {other});
  if (answer && answer->kind() != Value::Kind::NotImplemented)
    return Value::boolean(!eval::truthy(*answer));
  return std::nullopt;
}

bool Instance::equals(const Value &other) const {
  return other.object() == this;
}

size_t Instance::hash() const {
  const Value *method = type->body.find("__hash__");
  // A class that says what equals is without saying what hashes alike cannot be hashed.
  if ((method && method->isNone()) || (!method && has("__eq__")))
    raise("TypeError", cat("unhashable type: '", typeName(), "'"));
  if (auto hash = special("__hash__", {}))
    return eval::hashOf(*hash);
  return Object::hash();
}

std::optional<eval::Int> Instance::index() const {
  std::optional<Value> value = special("__index__", {});
  if (!value)
    return std::nullopt;
  return eval::toInt(*value);
}

std::optional<Value> Instance::number() const {
  for (std::string_view name : {"__float__", "__int__", "__index__"})
    if (std::optional<Value> value = special(name, {})) {
      if (!value->isNumber())
        raise("TypeError", cat(name, " returned a value of type ", eval::typeName(*value)));
      return value;
    }
  return std::nullopt;
}

Value Instance::enter() {
  if (!has("__exit__"))
    return Object::enter();
  if (auto value = special("__enter__", {}))
    return *value;
  return Object::enter();
}

bool Instance::exit(const Value &exceptionOrNone) {
  Value type = exceptionOrNone.isNone() ? Value::none() : eval::typeOf(exceptionOrNone);
  std::optional<Value> answer = special("__exit__", {type, exceptionOrNone, Value::none()});
  return answer && eval::truthy(*answer);
}

} // namespace nereid::host
