// set and frozenset.
//
// A set's order is its table's order. CPython's table is reproduced (a short linear probe, then a
// perturbed jump; growth to four times what is used), so that `print({3, 1, 2})` agrees. Strings
// are hashed with a secret in CPython, so no script can depend on their order.
#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/dict.h"
#include "eval/dict_methods.h"
#include "eval/operators.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;

// -- The table ------------------------------------------------------------------------------------

namespace {

constexpr size_t kLinearProbes = 9;

// Visits the slots where an item with this hash may be, until `visit` returns true.
template <typename Visit> void probe(size_t hash, size_t mask, Visit visit) {
  size_t perturb = hash;
  size_t at = hash & mask;
  for (;;) {
    size_t last = at + kLinearProbes <= mask ? at + kLinearProbes : at;
    for (size_t slot = at; slot <= last; ++slot)
      if (visit(slot))
        return;
    perturb >>= 5;
    at = (at * 5 + 1 + perturb) & mask;
  }
}

} // namespace

SetTable::Slot *SetTable::find(const Value &item, size_t hash) const {
  const Slot *found = nullptr;
  bool changed = false;
  probe(hash, slots_.size() - 1, [&](size_t at) {
    if (slots_[at].state == State::Free)
      return true;
    if (slots_[at].state != State::Used || slots_[at].hash != hash)
      return false;
    size_t version = version_;
    Value held = slots_[at].item;
    bool equal = same(held, item);
    changed = version != version_;
    if (equal && !changed)
      found = &slots_[at];
    return equal || changed;
  });
  return changed ? find(item, hash) : const_cast<Slot *>(found);
}

void SetTable::insertClean(std::vector<Slot> &slots, Slot slot) {
  probe(slot.hash, slots.size() - 1, [&](size_t at) {
    if (slots[at].state != State::Free)
      return false;
    slots[at] = std::move(slot);
    return true;
  });
}

bool SetTable::contains(const Value &item) const {
  return find(item, hashOf(item));
}

bool SetTable::add(const Value &item) {
  size_t hash = hashOf(item);
  if (find(item, hash))
    return false;
  insertClean(slots_, {hash, State::Used, item});
  ++version_;
  ++used_;
  ++filled_;
  if (filled_ * 5 >= (slots_.size() - 1) * 3)
    resize(used_ > 50000 ? used_ * 2 : used_ * 4);
  return true;
}

void SetTable::addAll(const SetTable &other) {
  if ((filled_ + other.used_) * 5 >= (slots_.size() - 1) * 3)
    resize((used_ + other.used_) * 2);
  for (size_t i = 0; i < other.slots_.size(); ++i)
    if (const Value *item = other.slot(i))
      add(Value(*item));
}

void SetTable::resize(size_t wanted) {
  size_t size = 8;
  while (size <= wanted)
    size *= 2;
  std::vector<Slot> bigger(size);
  for (Slot &slot : slots_)
    if (slot.state == State::Used)
      insertClean(bigger, std::move(slot));
  slots_ = std::move(bigger);
  filled_ = used_;
  ++version_;
}

bool SetTable::erase(const Value &item) {
  Slot *slot = find(item, hashOf(item));
  if (!slot)
    return false;
  slot->state = State::Erased;
  --used_;
  ++version_;
  Value last = std::exchange(slot->item, Value());
  return true;
}

void SetTable::clear() {
  std::vector<Slot> old(8);
  std::swap(old, slots_);
  used_ = filled_ = 0;
  ++version_;
}

const Value *SetTable::slot(size_t index) const {
  return slots_[index].state == State::Used ? &slots_[index].item : nullptr;
}

// -- Methods --------------------------------------------------------------------------------------

namespace {

Set &self(Object &object) {
  return static_cast<Set &>(object);
}

Ref<Set> copyOf(const Set &set) {
  auto copy = make<Set>(set.frozen);
  copy->table.addAll(set.table);
  return copy;
}

// A set of the argument's items, or the argument itself if it is one.
Ref<Set> asSet(const Value &value) {
  if (auto *set = value.as<Set>())
    return Ref<Set>(set);
  return make<Set>(items(value), false);
}

Ref<Set> intersection(const Set &a, const Set &b) {
  const Set &small = b.table.size() > a.table.size() ? a : b;
  const Set &large = &small == &a ? b : a;
  auto result = make<Set>(a.frozen);
  for (const Value &item : small.items())
    if (large.table.contains(item))
      result->table.add(item);
  return result;
}

Ref<Set> difference(const Set &a, const Set &b) {
  if (a.table.size() / 4 > b.table.size()) {
    Ref<Set> result = copyOf(a);
    for (const Value &item : b.items())
      result->table.erase(item);
    return result;
  }
  auto result = make<Set>(a.frozen);
  for (const Value &item : a.items())
    if (!b.table.contains(item))
      result->table.add(item);
  return result;
}

// a op b, built the way CPython builds it, which decides the order of the result.
Ref<Set> combine(BinaryOp op, const Set &a, const Set &b) {
  if (op == BinaryOp::BitAnd)
    return intersection(a, b);
  if (op == BinaryOp::Sub)
    return difference(a, b);
  Ref<Set> result = copyOf(a);
  if (op == BinaryOp::BitOr) {
    result->table.addAll(b.table);
    return result;
  }
  for (const Value &item : b.items())
    if (!result->table.erase(item))
      result->table.add(item);
  return result;
}

template <BinaryOp op> Value combined(Object &object, const Arguments &call) {
  if (!call.keywords.empty())
    raise("TypeError", "set method takes no keyword arguments");
  Ref<Set> result = copyOf(self(object));
  for (const Value &other : call.positional)
    result = combine(op, *result, *asSet(other));
  return result;
}

template <BinaryOp op> Value updated(Object &object, const Arguments &call) {
  if (!call.keywords.empty())
    raise("TypeError", "set method takes no keyword arguments");
  for (const Value &other : call.positional)
    self(object).table = combine(op, self(object), *make<Set>(items(other), false))->table;
  return Value::none();
}

bool isSubset(const Set &a, const Set &b) {
  if (a.table.size() > b.table.size())
    return false;
  for (const Value &item : a.items())
    if (!b.table.contains(item))
      return false;
  return true;
}

Value isSubsetOf(Object &object, const Arguments &call) {
  expectPositional("set.issubset", call, 1, 1);
  return Value::boolean(isSubset(self(object), *asSet(call.positional[0])));
}

Value isSupersetOf(Object &object, const Arguments &call) {
  expectPositional("set.issuperset", call, 1, 1);
  return Value::boolean(isSubset(*asSet(call.positional[0]), self(object)));
}

Value isDisjoint(Object &object, const Arguments &call) {
  expectPositional("set.isdisjoint", call, 1, 1);
  for (const Value &item : items(call.positional[0]))
    if (self(object).table.contains(item))
      return Value::boolean(false);
  return Value::boolean(true);
}

Value add(Object &object, const Arguments &call) {
  expectPositional("set.add", call, 1, 1);
  self(object).table.add(call.positional[0]);
  return Value::none();
}

Value discard(Object &object, const Arguments &call) {
  expectPositional("set.discard", call, 1, 1);
  self(object).table.erase(call.positional[0]);
  return Value::none();
}

Value remove(Object &object, const Arguments &call) {
  expectPositional("set.remove", call, 1, 1);
  if (!self(object).table.erase(call.positional[0]))
    raise(exceptionType("KeyError"), {call.positional[0]});
  return Value::none();
}

Value pop(Object &object, const Arguments &call) {
  expectPositional("set.pop", call, 0, 0);
  std::vector<Value> all = self(object).items();
  if (all.empty())
    raise(exceptionType("KeyError"), {Value::string("pop from an empty set")});
  self(object).table.erase(all[0]);
  return all[0];
}

Value clear(Object &object, const Arguments &call) {
  expectPositional("set.clear", call, 0, 0);
  self(object).table.clear();
  return Value::none();
}

Value copy(Object &object, const Arguments &call) {
  expectPositional("set.copy", call, 0, 0);
  return copyOf(self(object));
}

// What a frozenset has too comes first.
constexpr Method kMethods[] = {
    {"union", combined<BinaryOp::BitOr>},
    {"intersection", combined<BinaryOp::BitAnd>},
    {"difference", combined<BinaryOp::Sub>},
    {"symmetric_difference", combined<BinaryOp::BitXor>},
    {"issubset", isSubsetOf},
    {"issuperset", isSupersetOf},
    {"isdisjoint", isDisjoint},
    {"copy", copy},
    {"add", add},
    {"discard", discard},
    {"remove", remove},
    {"pop", pop},
    {"clear", clear},
    {"update", updated<BinaryOp::BitOr>},
    {"intersection_update", updated<BinaryOp::BitAnd>},
    {"difference_update", updated<BinaryOp::Sub>},
    {"symmetric_difference_update", updated<BinaryOp::BitXor>},
};
constexpr size_t kFrozenMethods = 8;

bool isSetOperator(BinaryOp op) {
  return op == BinaryOp::BitOr || op == BinaryOp::BitAnd || op == BinaryOp::Sub ||
         op == BinaryOp::BitXor;
}

struct SetIterator : Iterator {
  explicit SetIterator(Ref<Set> set) : set(std::move(set)), size(this->set->table.size()) {}
  std::optional<Value> next() override {
    if (set->table.size() != size)
      raise("RuntimeError", "Set changed size during iteration");
    while (position < set->table.slotCount())
      if (const Value *item = set->table.slot(position++))
        return *item;
    return std::nullopt;
  }
  Ref<Set> set;
  size_t size;
  size_t position = 0;
};

} // namespace

MethodTable setMethods(bool frozen) {
  return frozen ? MethodTable(kMethods).first(kFrozenMethods) : MethodTable(kMethods);
}

Set::Set(const std::vector<Value> &items, bool frozen) : frozen(frozen) {
  for (const Value &item : items)
    table.add(item);
}

std::vector<Value> Set::items() const {
  std::vector<Value> all;
  for (size_t i = 0; i < table.slotCount(); ++i)
    if (const Value *item = table.slot(i))
      all.push_back(*item);
  return all;
}

std::string Set::repr() const {
  std::vector<Value> all = items();
  if (all.empty())
    return cat(typeName(), "()");
  std::string inside = cat("{", reprItems(all), "}");
  return frozen ? cat("frozenset(", inside, ")") : inside;
}

std::optional<Value> Set::getAttr(std::string_view name) {
  return bindMethod(setMethods(frozen), *this, name);
}

std::vector<std::string> Set::attributeNames() const {
  return methodNames(setMethods(frozen));
}

std::optional<bool> Set::contains(const Value &item) {
  return table.contains(item);
}

std::unique_ptr<Iterator> Set::iterate() {
  return std::make_unique<SetIterator>(Ref<Set>(this));
}

std::optional<Value> Set::binary(BinaryOp op, const Value &other, bool reflected) {
  auto *right = other.as<Set>();
  if (!right || reflected || !isSetOperator(op))
    return std::nullopt;
  return Value(combine(op, *this, *right));
}

std::optional<Value> Set::inPlace(BinaryOp op, const Value &other) {
  auto *right = other.as<Set>();
  if (!right || frozen || !isSetOperator(op))
    return std::nullopt;
  table = combine(op, *this, *right)->table;
  return Value(Ref<Object>(this));
}

std::optional<Value> Set::compare(CompareOp op, const Value &other, bool reflected) {
  auto *right = other.as<Set>();
  if (!right || reflected)
    return std::nullopt;
  bool equalSize = table.size() == right->table.size();
  switch (op) {
  case CompareOp::Equal:
    return Value::boolean(equalSize && isSubset(*this, *right));
  case CompareOp::NotEqual:
    return Value::boolean(!equalSize || !isSubset(*this, *right));
  case CompareOp::Less:
    return Value::boolean(!equalSize && isSubset(*this, *right));
  case CompareOp::LessEqual:
    return Value::boolean(isSubset(*this, *right));
  case CompareOp::Greater:
    return Value::boolean(!equalSize && isSubset(*right, *this));
  case CompareOp::GreaterEqual:
    return Value::boolean(isSubset(*right, *this));
  default:
    return std::nullopt;
  }
}

bool Set::equals(const Value &other) const {
  auto *right = other.as<Set>();
  return right && table.size() == right->table.size() && isSubset(*this, *right);
}

size_t Set::hash() const {
  if (!frozen)
    raise("TypeError", "unhashable type: 'set'");
  size_t mixed = table.size() * 1927868237u;
  for (const Value &item : items()) {
    size_t hash = hashOf(item);
    mixed ^= (hash ^ 89869747u ^ hash << 16) * 3644798167u; // order must not matter
  }
  return mixed;
}

} // namespace nereid::eval
