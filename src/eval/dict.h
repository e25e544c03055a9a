// dict, its views, set and frozenset.
//
// Keys go by equality and hash, as in Python (1 == 1.0 == True). A dict keeps insertion order; a
// set iterates in the order CPython's table would, so that printed sets of ints agree.
#pragma once

#include "eval/object.h"

namespace nereid::eval {

class Dict : public Object {
public:
  Dict();
  ~Dict() override;
  const Value *find(const Value &key) const;
  const Value *find(std::string_view key) const;
  void set(const Value &key, Value value);
  void set(std::string_view key, Value value);
  bool erase(const Value &key);
  void clear();
  size_t size() const;
  std::vector<std::pair<Value, Value>> entries() const; // in insertion order

  // Walks the entries in place: `position` starts at 0; false at the end. Between calls the dict
  // may change; an entry that was removed is passed over.
  bool nextEntry(size_t &position, const Value *&key, const Value *&value) const;

  // A key that is absent, on d[key]: a value, for a defaultdict; nothing raises KeyError.
  virtual std::optional<Value> missing(const Value &key) { return std::nullopt; }

  std::string typeName() const override { return "dict"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  Value getItem(const Value &index) override; // KeyError
  void setItem(const Value &index, const Value &value) override;
  void deleteItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> inPlace(syntax::BinaryOp, const Value &) override;
  bool equals(const Value &other) const override;
  size_t hash() const override; // raises

private:
  struct Table;
  std::unique_ptr<Table> table_;
};

// What d.keys(), d.values() and d.items() return: they follow the dict.
class DictView : public Object {
public:
  enum class Part { Keys, Values, Items };
  DictView(Ref<Dict> dict, Part part) : dict(std::move(dict)), part(part) {}
  const Ref<Dict> dict;
  const Part part;
  std::string typeName() const override;
  std::string repr() const override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return dict->size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override; // as a set
  bool equals(const Value &other) const override;
};

// The open-addressing table of a set, with CPython's probing and growth.
class SetTable {
public:
  SetTable() : slots_(8) {}
  bool contains(const Value &item) const;
  bool add(const Value &item); // false: was there
  void addAll(const SetTable &other);
  bool erase(const Value &item);
  void clear();
  size_t size() const { return used_; }
  size_t slotCount() const { return slots_.size(); }
  const Value *slot(size_t index) const; // null if free

private:
  enum class State : uint8_t { Free, Used, Erased };
  struct Slot {
    size_t hash = 0;
    State state = State::Free;
    Value item;
  };
  Slot *find(const Value &item, size_t hash) const;
  static void insertClean(std::vector<Slot> &slots, Slot slot);
  void resize(size_t wanted);
  std::vector<Slot> slots_;
  size_t used_ = 0;
  size_t filled_ = 0;  // used and erased
  size_t version_ = 0; // changes with every change: comparing items may make one
};

class Set : public Object {
public:
  explicit Set(bool frozen = false) : frozen(frozen) {}
  Set(const std::vector<Value> &items, bool frozen);
  const bool frozen;
  SetTable table;
  std::vector<Value> items() const;
  std::string typeName() const override { return frozen ? "frozenset" : "set"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return table.size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> inPlace(syntax::BinaryOp, const Value &) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override; // raises unless frozen
};

} // namespace nereid::eval
