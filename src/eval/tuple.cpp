#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "eval/sequence.h"
#include "eval/sequence_methods.h"
#include "eval/str_methods.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;

namespace {

const Tuple &self(Object &object) {
  return static_cast<Tuple &>(object);
}

Value index(Object &object, const Arguments &call) {
  return indexOf(self(object).items, call, "tuple");
}

Value count(Object &object, const Arguments &call) {
  return countOf(self(object).items, call, "tuple");
}

constexpr Method kMethods[] = {{"index", index}, {"count", count}};

// A named tuple's _replace: a copy with some fields changed.
Value replaceFields(const Tuple &tuple, const Arguments &call) {
  std::vector<Value> items = tuple.items;
  for (const Keyword &keyword : call.keywords) {
    auto at = std::find(tuple.fields.begin(), tuple.fields.end(), keyword.name);
    if (at == tuple.fields.end())
      raise("ValueError", cat("Got unexpected field names: ['", keyword.name, "']"));
    items[size_t(at - tuple.fields.begin())] = keyword.value;
  }
  auto copy = make<Tuple>(std::move(items));
  copy->className = tuple.className;
  copy->fields = tuple.fields;
  copy->namedClass = tuple.namedClass;
  return copy;
}

std::optional<Value> namedTupleAttr(const Tuple &tuple, std::string_view name) {
  for (size_t i = 0; i < tuple.fields.size(); ++i)
    if (tuple.fields[i] == name)
      return tuple.items[i];
  if (name == "_fields") {
    std::vector<Value> names;
    for (const std::string &field : tuple.fields)
      names.push_back(Value::string(field));
    return Value::tuple(std::move(names));
  }
  Ref<Tuple> self(const_cast<Tuple *>(&tuple));
  if (name == "_asdict")
    return Value(make<NativeFunction>("_asdict", [self](const Arguments &) {
      auto dict = make<Dict>();
      for (size_t i = 0; i < self->fields.size(); ++i)
        dict->set(self->fields[i], self->items[i]);
      return Value(dict);
    }));
  if (name == "_replace")
    return Value(make<NativeFunction>(
        "_replace", [self](const Arguments &call) { return replaceFields(*self, call); }));
  return std::nullopt;
}

} // namespace

MethodTable tupleMethods() {
  return kMethods;
}

Value indexOf(std::span<const Value> items, const Arguments &call, std::string_view type) {
  expectPositional("index", call, 1, 3);
  auto bound = [&](size_t at) {
    return call.positional.size() > at ? call.positional[at] : Value::none();
  };
  Slice::Indices at = Slice(bound(1), bound(2), Value::none()).indices(int64_t(items.size()));
  for (int64_t i = at.start; i < at.start + at.count; ++i)
    if (same(items[size_t(i)], call.positional[0]))
      return Value::integer(i);
  if (type == "tuple")
    raise("ValueError", "tuple.index(x): x not in tuple");
  raise("ValueError", cat(repr(call.positional[0]), " is not in list"));
}

Value countOf(std::span<const Value> items, const Arguments &call, std::string_view type) {
  expectPositional(cat(type, ".count"), call, 1, 1);
  Int found = 0;
  for (const Value &item : items)
    found += same(item, call.positional[0]);
  return Value::integer(found);
}

std::vector<Value> sliceItems(const std::vector<Value> &items, const Slice &slice) {
  Slice::Indices at = slice.indices(int64_t(items.size()));
  std::vector<Value> part;
  part.reserve(size_t(at.count));
  for (int64_t i = 0; i < at.count; ++i)
    part.push_back(items[size_t(at.start + i * at.step)]);
  return part;
}

std::vector<Value> repeatItems(const std::vector<Value> &items, Int count) {
  count = std::max<Int>(count, 0);
  checkRepeat(items.size() * sizeof(Value), count);
  std::vector<Value> result;
  result.reserve(items.size() * size_t(count));
  for (Int i = 0; i < count; ++i)
    result.insert(result.end(), items.begin(), items.end());
  return result;
}

bool containsItem(std::span<const Value> items, const Value &item) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Value &each) { return same(each, item); });
}

Value Tuple::classOf() const {
  return namedClass.isNone() ? Object::classOf() : namedClass;
}

std::string Tuple::repr() const {
  if (className.empty())
    return cat("(", reprItems(items), items.size() == 1 ? ",)" : ")");
  std::vector<std::string> parts;
  for (size_t i = 0; i < items.size(); ++i)
    parts.push_back(cat(i < fields.size() ? fields[i] : "?", "=", eval::repr(items[i])));
  return cat(className, "(", join(parts, ", "), ")");
}

std::optional<Value> Tuple::getAttr(std::string_view name) {
  if (!className.empty())
    if (auto value = namedTupleAttr(*this, name))
      return value;
  return bindMethod(kMethods, *this, name);
}

std::vector<std::string> Tuple::attributeNames() const {
  std::vector<std::string> names = methodNames(kMethods);
  names.insert(names.end(), fields.begin(), fields.end());
  return names;
}

Value Tuple::getItem(const Value &index) {
  if (auto *slice = index.as<Slice>())
    return Value::tuple(sliceItems(items, *slice));
  return items[size_t(sequenceIndex(index, int64_t(items.size()), "tuple", "tuple index"))];
}

std::optional<bool> Tuple::contains(const Value &item) {
  return containsItem(items, item);
}

std::unique_ptr<Iterator> Tuple::iterate() {
  struct TupleIterator : Iterator {
    explicit TupleIterator(Ref<Tuple> tuple) : tuple(std::move(tuple)) {}
    std::optional<Value> next() override {
      if (at >= tuple->items.size())
        return std::nullopt;
      return tuple->items[at++];
    }
    Ref<Tuple> tuple;
    size_t at = 0;
  };
  return std::make_unique<TupleIterator>(Ref<Tuple>(this));
}

std::optional<Value> Tuple::binary(BinaryOp op, const Value &other, bool reflected) {
  if (op == BinaryOp::Add && !reflected) {
    if (auto *right = other.as<Tuple>()) {
      std::vector<Value> all = items;
      all.insert(all.end(), right->items.begin(), right->items.end());
      return Value::tuple(std::move(all));
    }
  }
  if (op == BinaryOp::Mul && (other.isInt() || other.isBool()))
    return Value::tuple(repeatItems(items, other.asInt()));
  return std::nullopt;
}

std::optional<Value> Tuple::compare(CompareOp op, const Value &other, bool reflected) {
  auto *right = other.as<Tuple>();
  if (!right || reflected)
    return std::nullopt;
  return Value::boolean(compareSequences(op, items, right->items));
}

bool Tuple::equals(const Value &other) const {
  auto *right = other.as<Tuple>();
  return right && equalSequences(items, right->items);
}

// CPython's, which is xxHash's mixing of the items' hashes.
size_t Tuple::hash() const {
  constexpr uint64_t kPrime1 = 11400714785074694791u;
  constexpr uint64_t kPrime2 = 14029467366897019727u;
  constexpr uint64_t kPrime5 = 2870177450012600261u;
  uint64_t mixed = kPrime5;
  for (const Value &item : items) {
    mixed += hashOf(item) * kPrime2;
    mixed = mixed << 31 | mixed >> 33;
    mixed *= kPrime1;
  }
  mixed += items.size() ^ (kPrime5 ^ 3527539);
  return mixed == ~uint64_t(0) ? 1546275796 : mixed;
}

} // namespace nereid::eval
