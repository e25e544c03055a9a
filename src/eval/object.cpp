#include "eval/object.h"

#include "base/text.h"
#include "eval/operators.h"

namespace nereid::eval {

Value Value::boolean(bool b) {
  Value value(Kind::Bool);
  value.boolean_ = b;
  return value;
}

Value Value::integer(Int i) {
  Value value(Kind::Int);
  value.integer_ = i;
  return value;
}

Value Value::real(double d) {
  Value value(Kind::Float);
  value.float_ = d;
  return value;
}

Value Value::string(std::string text) {
  return make<Str>(std::move(text));
}
Value Value::tuple(std::vector<Value> items) {
  return make<Tuple>(std::move(items));
}
Value Value::list(std::vector<Value> items) {
  return make<List>(std::move(items));
}

Value::Value(Ref<Object> object) : kind_(Kind::Object), object_(std::move(object)) {
  if (!object_)
    kind_ = Kind::None;
}

double Value::asFloat() const {
  return kind_ == Kind::Float ? float_ : static_cast<double>(asInt());
}

const std::string *Value::asString() const {
  const Str *string = as<Str>();
  return string ? &string->text : nullptr;
}

// Deleting an object drops its references, which may delete others, and so on: a linked list of a
// million lists would recurse a million deep. Past a fixed depth, objects wait in a queue that the
// outermost call empties.
void Object::destroy(Object *object) {
  constexpr int kMaxDepth = 100;
  thread_local int depth = 0;
  thread_local std::vector<Object *> waiting;
  if (depth >= kMaxDepth) {
    waiting.push_back(object);
    return;
  }
  ++depth;
  delete object;
  while (depth == 1 && !waiting.empty()) {
    Object *next = waiting.back();
    waiting.pop_back();
    delete next;
  }
  --depth;
}

Value Object::classOf() const {
  return builtinType(typeName());
}

std::string Object::repr() const {
  return cat("<", typeName(), " object>");
}

std::string Object::format(std::string_view spec) const {
  if (!spec.empty())
    raise("TypeError", cat("unsupported format string passed to ", typeName(), ".__format__"));
  return str();
}

bool Object::truthy() const {
  std::optional<int64_t> count = length();
  return !count || *count != 0;
}

std::optional<Value> Object::getAttr(std::string_view) {
  return std::nullopt;
}
bool Object::setAttr(std::string_view, const Value &) {
  return false;
}
bool Object::deleteAttr(std::string_view) {
  return false;
}

Value Object::call(const Arguments &) {
  raise("TypeError", cat("'", typeName(), "' object is not callable"));
}

Value Object::getItem(const Value &) {
  raise("TypeError", cat("'", typeName(), "' object is not subscriptable"));
}

void Object::setItem(const Value &, const Value &) {
  raise("TypeError", cat("'", typeName(), "' object does not support item assignment"));
}

void Object::deleteItem(const Value &) {
  raise("TypeError", cat("'", typeName(), "' object doesn't support item deletion"));
}

std::optional<bool> Object::contains(const Value &) {
  return std::nullopt;
}

std::unique_ptr<Iterator> Object::iterate() {
  raise("TypeError", cat("'", typeName(), "' object is not iterable"));
}

std::optional<Value> Object::next() {
  raise("TypeError", cat("'", typeName(), "' object is not an iterator"));
}

std::optional<Value> Object::binary(syntax::BinaryOp, const Value &, bool) {
  return std::nullopt;
}
std::optional<Value> Object::inPlace(syntax::BinaryOp, const Value &) {
  return std::nullopt;
}
std::optional<Value> Object::unary(syntax::UnaryOp) {
  return std::nullopt;
}

std::optional<Value> Object::compare(syntax::CompareOp, const Value &, bool) {
  return std::nullopt;
}

bool Object::equals(const Value &other) const {
  return other.object() == this;
}

size_t Object::hash() const {
  return reinterpret_cast<uintptr_t>(this) >> 4;
}

Value Object::enter() {
  raise("TypeError",
        cat("'", typeName(), "' object does not support the context manager protocol"));
}

bool Object::exit(const Value &) {
  return false;
}

} // namespace nereid::eval
