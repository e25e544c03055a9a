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

List &self(Object &object) {
  return static_cast<List &>(object);
}

// The items of `iterable`, which may be the list itself.
void extendWith(List &list, const Value &iterable) {
  std::vector<Value> more = items(iterable);
  list.items.insert(list.items.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
}

Value append(Object &object, const Arguments &call) {
  expectPositional("list.append", call, 1, 1);
  self(object).items.push_back(call.positional[0]);
  return Value::none();
}

Value extend(Object &object, const Arguments &call) {
  expectPositional("list.extend", call, 1, 1);
  extendWith(self(object), call.positional[0]);
  return Value::none();
}

Value insert(Object &object, const Arguments &call) {
  expectPositional("insert", call, 2, 2);
  std::vector<Value> &all = self(object).items;
  Int size = Int(all.size());
  Int at = toInt(call.positional[0]);
  at = std::clamp<Int>(at < 0 ? at + size : at, 0, size);
  all.insert(all.begin() + int64_t(at), call.positional[1]);
  return Value::none();
}

Value remove(Object &object, const Arguments &call) {
  expectPositional("list.remove", call, 1, 1);
  for (size_t i = 0; i < self(object).items.size(); ++i) {
    Value item = self(object).items[i];
    if (!same(item, call.positional[0]))
      continue;
    std::vector<Value> &all = self(object).items; // == may have changed it
    if (i < all.size())
      all.erase(all.begin() + int64_t(i));
    return Value::none();
  }
  raise("ValueError", "list.remove(x): x not in list");
}

Value pop(Object &object, const Arguments &call) {
  expectPositional("pop", call, 0, 1);
  std::vector<Value> &all = self(object).items;
  if (all.empty())
    raise("IndexError", "pop from empty list");
  int64_t at = int64_t(all.size()) - 1;
  if (!call.positional.empty())
    at = sequenceIndex(Value::integer(toInt(call.positional[0])), int64_t(all.size()), "list",
                       "pop index");
  Value item = std::move(all[size_t(at)]);
  all.erase(all.begin() + at);
  return item;
}

Value clear(Object &object, const Arguments &call) {
  expectPositional("list.clear", call, 0, 0);
  self(object).items.clear();
  return Value::none();
}

Value copy(Object &object, const Arguments &call) {
  expectPositional("list.copy", call, 0, 0);
  return Value::list(self(object).items);
}

Value reverse(Object &object, const Arguments &call) {
  expectPositional("list.reverse", call, 0, 0);
  std::reverse(self(object).items.begin(), self(object).items.end());
  return Value::none();
}

Value index(Object &object, const Arguments &call) {
  std::vector<Value> items = self(object).items;
  return indexOf(items, call, "list");
}

Value count(Object &object, const Arguments &call) {
  std::vector<Value> items = self(object).items;
  return countOf(items, call, "list");
}

Value sort(Object &object, const Arguments &call) {
  static const Signature signature("sort", "*, key=, reverse=");
  auto arguments = signature.match(call);
  std::vector<Value> sorted = std::move(self(object).items);
  self(object).items.clear();
  try {
    sortItems(sorted, arguments[0] ? *arguments[0] : Value::none(),
              arguments[1] && truthy(*arguments[1]));
  } catch (const Raised &) {
    self(object).items = std::move(sorted);
    throw;
  }
  self(object).items = std::move(sorted);
  return Value::none();
}

constexpr Method kMethods[] = {
    {"append", append}, {"extend", extend},   {"insert", insert}, {"remove", remove},
    {"pop", pop},       {"clear", clear},     {"copy", copy},     {"index", index},
    {"count", count},   {"reverse", reverse}, {"sort", sort},
};

void assignSlice(List &list, const Slice &slice, const Value &value) {
  if (!value.isObject())
    raise("TypeError", "can only assign an iterable");
  std::vector<Value> replacement = items(value);
  std::vector<Value> &all = list.items;
  Slice::Indices at = slice.indices(int64_t(all.size()));
  if (at.step == 1) {
    auto begin = all.begin() + at.start;
    begin = all.erase(begin, begin + at.count);
    all.insert(begin, replacement.begin(), replacement.end());
    return;
  }
  if (int64_t(replacement.size()) != at.count)
    raise("ValueError", cat("attempt to assign sequence of size ", replacement.size(),
                            " to extended slice of size ", at.count));
  for (int64_t i = 0; i < at.count; ++i)
    all[size_t(at.start + i * at.step)] = replacement[size_t(i)];
}

struct ListIterator : Iterator {
  explicit ListIterator(Ref<List> list) : list(std::move(list)) {}
  std::optional<Value> next() override {
    if (at >= list->items.size())
      return std::nullopt;
    return list->items[at++];
  }
  Ref<List> list;
  size_t at = 0;
};

} // namespace

MethodTable listMethods() {
  return kMethods;
}

// Merge sort: stable, and safe whatever a script's `<` answers.
void sortItems(std::vector<Value> &items, const Value &key, bool reverse) {
  std::vector<std::pair<Value, size_t>> keyed;
  keyed.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    keyed.emplace_back(key.isNone() ? items[i] : call(key, {items[i]}), i);
  auto before = [&](const auto &a, const auto &b) {
    return reverse ? truthy(compare(CompareOp::Less, b.first, a.first))
                   : truthy(compare(CompareOp::Less, a.first, b.first));
  };
  std::vector<std::pair<Value, size_t>> merged(keyed.size());
  for (size_t width = 1; width < keyed.size(); width *= 2) {
    for (size_t low = 0; low < keyed.size(); low += 2 * width) {
      size_t middle = std::min(low + width, keyed.size());
      size_t high = std::min(low + 2 * width, keyed.size());
      size_t left = low, right = middle;
      for (size_t to = low; to < high; ++to) {
        bool takeRight = left == middle || (right < high && before(keyed[right], keyed[left]));
        merged[to] = keyed[takeRight ? right++ : left++];
      }
    }
    std::swap(keyed, merged);
  }
  std::vector<Value> sorted;
  sorted.reserve(items.size());
  for (const auto &entry : keyed)
    sorted.push_back(std::move(items[entry.second]));
  items = std::move(sorted);
}

std::string List::repr() const {
  thread_local std::vector<const List *> open;
  if (std::find(open.begin(), open.end(), this) != open.end())
    return "[...]";
  struct Opened {
    explicit Opened(const List *list) { open.push_back(list); }
    ~Opened() { open.pop_back(); }
  } opened(this);
  return cat("[", reprItems(std::vector<Value>(items)), "]");
}

std::optional<Value> List::getAttr(std::string_view name) {
  return bindMethod(kMethods, *this, name);
}

std::vector<std::string> List::attributeNames() const {
  return methodNames(kMethods);
}

Value List::getItem(const Value &index) {
  if (index.isInt()) { // the usual case, without conversions
    Int at = index.asInt();
    if (at >= 0 && at < Int(items.size()))
      return items[size_t(at)];
  }
  if (auto *slice = index.as<Slice>())
    return Value::list(sliceItems(items, *slice));
  return items[size_t(sequenceIndex(index, int64_t(items.size()), "list", "list index"))];
}

void List::setItem(const Value &index, const Value &value) {
  if (auto *slice = index.as<Slice>())
    return assignSlice(*this, *slice, value);
  items[size_t(sequenceIndex(index, int64_t(items.size()), "list", "list assignment index"))] =
      value;
}

void List::deleteItem(const Value &index) {
  if (auto *slice = index.as<Slice>()) {
    Slice::Indices at = slice->indices(int64_t(items.size()));
    std::vector<bool> gone(items.size());
    for (int64_t i = 0; i < at.count; ++i)
      gone[size_t(at.start + i * at.step)] = true;
    std::vector<Value> kept;
    for (size_t i = 0; i < items.size(); ++i)
      if (!gone[i])
        kept.push_back(std::move(items[i]));
    items = std::move(kept);
    return;
  }
  items.erase(items.begin() +
              sequenceIndex(index, int64_t(items.size()), "list", "list assignment index"));
}

std::optional<bool> List::contains(const Value &item) {
  for (size_t i = 0; i < items.size(); ++i) // == may change the list
    if (same(Value(items[i]), item))
      return true;
  return false;
}

std::unique_ptr<Iterator> List::iterate() {
  return std::make_unique<ListIterator>(Ref<List>(this));
}

std::optional<Value> List::binary(BinaryOp op, const Value &other, bool reflected) {
  if (op == BinaryOp::Add && !reflected) {
    if (auto *right = other.as<List>()) {
      std::vector<Value> all = items;
      all.insert(all.end(), right->items.begin(), right->items.end());
      return Value::list(std::move(all));
    }
  }
  if (op == BinaryOp::Mul && (other.isInt() || other.isBool()))
    return Value::list(repeatItems(items, other.asInt()));
  return std::nullopt;
}

std::optional<Value> List::inPlace(BinaryOp op, const Value &other) {
  if (op == BinaryOp::Add)
    extendWith(*this, other);
  else if (op == BinaryOp::Mul && (other.isInt() || other.isBool()))
    items = repeatItems(items, other.asInt());
  else
    return std::nullopt;
  return Value(Ref<Object>(this));
}

std::optional<Value> List::compare(CompareOp op, const Value &other, bool reflected) {
  auto *right = other.as<List>();
  if (!right || reflected)
    return std::nullopt;
  std::vector<Value> a = items, b = right->items; // comparing may change them
  return Value::boolean(compareSequences(op, a, b));
}

bool List::equals(const Value &other) const {
  auto *right = other.as<List>();
  return right && equalSequences(items, right->items);
}

size_t List::hash() const {
  raise("TypeError", "unhashable type: 'list'");
}

} // namespace nereid::eval
