// dict: entries in insertion order, and an open-addressing index of them. Removing an entry leaves
// a hole that growing closes.
#include "eval/dict.h"

#include <algorithm>

#include "base/text.h"
#include "eval/dict_methods.h"
#include "eval/operators.h"
#include "eval/stack.h"

namespace nereid::eval {

using syntax::BinaryOp;

struct Dict::Table {
  struct Entry {
    size_t hash;
    Value key;
    Value value;
    bool live;
  };
  static constexpr uint32_t kFree = ~uint32_t(0);

  std::vector<Entry> entries;
  std::vector<uint32_t> index; // positions in `entries`; a power of two, at most half full
  size_t live = 0;
  // Changes with every change of the table: comparing keys may run script code that makes one.
  size_t version = 0;

  static size_t mix(size_t hash) { return (hash ^ hash >> 32) * 0x9E3779B97F4A7C15u >> 20; }

  // The position of the entry whose key `matches`, or kFree.
  template <typename Matches> uint32_t find(size_t hash, Matches matches) const {
    if (index.empty())
      return kFree;
    size_t start = version;
    size_t mask = index.size() - 1;
    for (size_t slot = mix(hash) & mask; index[slot] != kFree; slot = (slot + 1) & mask) {
      uint32_t at = index[slot];
      if (entries[at].hash != hash || !entries[at].live)
        continue;
      bool found = matches(entries[at].key);
      if (version != start)
        return find(hash, matches);
      if (found)
        return at;
    }
    return kFree;
  }

  void link(size_t hash, uint32_t at) {
    size_t mask = index.size() - 1;
    size_t slot = mix(hash) & mask;
    while (index[slot] != kFree)
      slot = (slot + 1) & mask;
    index[slot] = at;
  }

  void insert(size_t hash, Value key, Value value) {
    ++version;
    if ((entries.size() + 1) * 2 > index.size()) {
      std::erase_if(entries, [](const Entry &entry) { return !entry.live; });
      size_t size = 8;
      while (size < (entries.size() + 1) * 3)
        size *= 2;
      index.assign(size, kFree);
      for (size_t i = 0; i < entries.size(); ++i)
        link(entries[i].hash, uint32_t(i));
    }
    link(hash, uint32_t(entries.size()));
    entries.push_back({hash, std::move(key), std::move(value), true});
    ++live;
  }
};

namespace {

bool isText(const Value &key, std::string_view text) {
  const std::string *string = key.asString();
  return string && *string == text;
}

// A copy of the key, since comparing may remove it from the table.
bool isSame(Value each, const Value &key) {
  return same(each, key);
}

Ref<Dict> copyOf(const Dict &dict) {
  auto copy = make<Dict>();
  for (const auto &[key, value] : dict.entries())
    copy->set(key, value);
  return copy;
}

} // namespace

Dict::Dict() : table_(std::make_unique<Table>()) {}
Dict::~Dict() = default;

const Value *Dict::find(const Value &key) const {
  uint32_t at = table_->find(hashOf(key), [&](const Value &each) { return isSame(each, key); });
  return at == Table::kFree ? nullptr : &table_->entries[at].value;
}

const Value *Dict::find(std::string_view key) const {
  uint32_t at =
      table_->find(Str::hashOf(key), [&](const Value &each) { return isText(each, key); });
  return at == Table::kFree ? nullptr : &table_->entries[at].value;
}

void Dict::set(const Value &key, Value value) {
  size_t hash = hashOf(key);
  uint32_t at = table_->find(hash, [&](const Value &each) { return isSame(each, key); });
  if (at == Table::kFree)
    table_->insert(hash, key, std::move(value));
  else // the old value dies last: its destructor may look at this dict
    std::swap(table_->entries[at].value, value);
}

void Dict::set(std::string_view key, Value value) {
  size_t hash = Str::hashOf(key);
  uint32_t at = table_->find(hash, [&](const Value &each) { return isText(each, key); });
  if (at == Table::kFree)
    table_->insert(hash, Value::string(std::string(key)), std::move(value));
  else
    std::swap(table_->entries[at].value, value);
}

bool Dict::erase(const Value &key) {
  uint32_t at = table_->find(hashOf(key), [&](const Value &each) { return isSame(each, key); });
  if (at == Table::kFree)
    return false;
  Table::Entry &entry = table_->entries[at];
  Value oldKey = std::move(entry.key), oldValue = std::move(entry.value);
  entry.live = false;
  ++table_->version;
  --table_->live;
  return true;
}

void Dict::clear() {
  std::vector<Table::Entry> old = std::move(table_->entries);
  table_->entries.clear();
  table_->index.clear();
  table_->live = 0;
  ++table_->version;
}

size_t Dict::size() const {
  return table_->live;
}

bool Dict::nextEntry(size_t &position, const Value *&key, const Value *&value) const {
  while (position < table_->entries.size()) {
    const Table::Entry &entry = table_->entries[position++];
    if (!entry.live)
      continue;
    key = &entry.key;
    value = &entry.value;
    return true;
  }
  return false;
}

std::vector<std::pair<Value, Value>> Dict::entries() const {
  std::vector<std::pair<Value, Value>> result;
  result.reserve(size());
  const Value *key, *value;
  for (size_t position = 0; nextEntry(position, key, value);)
    result.emplace_back(*key, *value);
  return result;
}

std::string Dict::repr() const {
  thread_local std::vector<const Dict *> open;
  if (std::find(open.begin(), open.end(), this) != open.end())
    return "{...}";
  struct Opened {
    explicit Opened(const Dict *dict) { open.push_back(dict); }
    ~Opened() { open.pop_back(); }
  } opened(this);
  std::vector<std::string> parts;
  for (const auto &[key, value] : entries())
    parts.push_back(cat(eval::repr(key), ": ", eval::repr(value)));
  return cat("{", join(parts, ", "), "}");
}

std::optional<Value> Dict::getAttr(std::string_view name) {
  return bindMethod(dictMethods(), *this, name);
}

std::vector<std::string> Dict::attributeNames() const {
  return methodNames(dictMethods());
}

Value Dict::getItem(const Value &key) {
  if (const Value *value = find(key))
    return *value;
  if (std::optional<Value> value = missing(key))
    return *value;
  raise(exceptionType("KeyError"), {key});
}

void Dict::setItem(const Value &key, const Value &value) {
  set(key, value);
}

void Dict::deleteItem(const Value &key) {
  if (!erase(key))
    raise(exceptionType("KeyError"), {key});
}

std::optional<bool> Dict::contains(const Value &key) {
  return find(key) != nullptr;
}

std::unique_ptr<Iterator> Dict::iterate() {
  return DictView(Ref<Dict>(this), DictView::Part::Keys).iterate();
}

std::optional<Value> Dict::binary(BinaryOp op, const Value &other, bool reflected) {
  auto *right = other.as<Dict>();
  if (op != BinaryOp::BitOr || !right || reflected)
    return std::nullopt;
  Ref<Dict> merged = copyOf(*this);
  updateDict(*merged, other);
  return Value(merged);
}

std::optional<Value> Dict::inPlace(BinaryOp op, const Value &other) {
  if (op != BinaryOp::BitOr)
    return std::nullopt;
  updateDict(*this, other);
  return Value(Ref<Object>(this));
}

bool Dict::equals(const Value &other) const {
  checkStack("in comparison");
  auto *right = other.as<Dict>();
  if (!right || right->size() != size())
    return false;
  for (const auto &[key, value] : entries()) {
    const Value *match = right->find(key);
    if (!match || !same(Value(*match), value))
      return false;
  }
  return true;
}

size_t Dict::hash() const {
  raise("TypeError", cat("unhashable type: '", typeName(), "'"));
}

} // namespace nereid::eval
