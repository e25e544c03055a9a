#include "eval/dict_methods.h"

#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"

namespace nereid::eval {

using syntax::BinaryOp;

namespace {

Dict &self(Object &object) {
  return static_cast<Dict &>(object);
}
Ref<Dict> refTo(Object &object) {
  return Ref<Dict>(static_cast<Dict *>(&object));
}

Value get(Object &object, const Arguments &call) {
  expectPositional("get", call, 1, 2);
  if (const Value *value = self(object).find(call.positional[0]))
    return *value;
  return call.positional.size() > 1 ? call.positional[1] : Value::none();
}

Value setDefault(Object &object, const Arguments &call) {
  expectPositional("setdefault", call, 1, 2);
  if (const Value *value = self(object).find(call.positional[0]))
    return *value;
  Value value = call.positional.size() > 1 ? call.positional[1] : Value::none();
  self(object).set(call.positional[0], value);
  return value;
}

Value pop(Object &object, const Arguments &call) {
  expectPositional("pop", call, 1, 2);
  if (const Value *value = self(object).find(call.positional[0])) {
    Value taken = *value;
    self(object).erase(call.positional[0]);
    return taken;
  }
  if (call.positional.size() > 1)
    return call.positional[1];
  raise(exceptionType("KeyError"), {call.positional[0]});
}

Value popItem(Object &object, const Arguments &call) {
  expectPositional("dict.popitem", call, 0, 0);
  std::vector<std::pair<Value, Value>> all = self(object).entries();
  if (all.empty())
    raise(exceptionType("KeyError"), {Value::string("popitem(): dictionary is empty")});
  self(object).erase(all.back().first);
  return Value::tuple({all.back().first, all.back().second});
}

Value update(Object &object, const Arguments &call) {
  if (call.positional.size() > 1)
    raise("TypeError", cat("update expected at most 1 argument, got ", call.positional.size()));
  if (!call.positional.empty())
    updateDict(self(object), call.positional[0]);
  for (const Keyword &keyword : call.keywords)
    self(object).set(keyword.name, keyword.value);
  return Value::none();
}

Value clear(Object &object, const Arguments &call) {
  expectPositional("dict.clear", call, 0, 0);
  self(object).clear();
  return Value::none();
}

Value copy(Object &object, const Arguments &call) {
  expectPositional("dict.copy", call, 0, 0);
  auto result = make<Dict>();
  for (const auto &[key, value] : self(object).entries())
    result->set(key, value);
  return result;
}

template <DictView::Part part> Value view(Object &object, const Arguments &call) {
  expectPositional("dict view", call, 0, 0);
  return make<DictView>(refTo(object), part);
}

constexpr Method kMethods[] = {
    {"get", get},
    {"items", view<DictView::Part::Items>},
    {"keys", view<DictView::Part::Keys>},
    {"values", view<DictView::Part::Values>},
    {"pop", pop},
    {"popitem", popItem},
    {"setdefault", setDefault},
    {"update", update},
    {"clear", clear},
    {"copy", copy},
};

// Follows the entries of a dict, and notices when it grows or shrinks meanwhile.
struct ViewIterator : Iterator {
  ViewIterator(Ref<Dict> dict, DictView::Part part)
      : dict(std::move(dict)), part(part), size(this->dict->size()) {}
  std::optional<Value> next() override {
    if (dict->size() != size)
      raise("RuntimeError", "dictionary changed size during iteration");
    const Value *key, *value;
    if (!dict->nextEntry(position, key, value))
      return std::nullopt;
    switch (part) {
    case DictView::Part::Keys:
      return *key;
    case DictView::Part::Values:
      return *value;
    case DictView::Part::Items:
      return Value::tuple({*key, *value});
    }
    return std::nullopt;
  }
  Ref<Dict> dict;
  DictView::Part part;
  size_t size;
  size_t position = 0;
};

Value asSet(DictView &view) {
  Value self{Ref<Object>(&view)};
  return make<Set>(items(self), false);
}

} // namespace

MethodTable dictMethods() {
  return kMethods;
}

void updateDict(Dict &dict, const Value &source) {
  if (auto *other = source.as<Dict>()) {
    for (const auto &[key, value] : other->entries())
      dict.set(key, value);
    return;
  }
  if (source.isObject() && !source.as<List>() && !source.as<Tuple>()) {
    if (std::optional<Value> keys = findAttr(source, "keys")) {
      for (const Value &key : items(call(*keys, {})))
        dict.set(key, getItem(source, key));
      return;
    }
  }
  size_t index = 0;
  std::unique_ptr<Iterator> pairs = iterate(source);
  while (std::optional<Value> pair = pairs->next()) {
    if (!pair->isObject())
      raise("TypeError",
            cat("cannot convert dictionary update sequence element #", index, " to a sequence"));
    std::vector<Value> parts = items(*pair);
    if (parts.size() != 2)
      raise("ValueError", cat("dictionary update sequence element #", index, " has length ",
                              parts.size(), "; 2 is required"));
    dict.set(parts[0], parts[1]);
    ++index;
  }
}

std::string DictView::typeName() const {
  return part == Part::Keys ? "dict_keys" : part == Part::Values ? "dict_values" : "dict_items";
}

std::string DictView::repr() const {
  std::vector<Value> all;
  for (const auto &[key, value] : dict->entries())
    all.push_back(part == Part::Keys     ? key
                  : part == Part::Values ? value
                                         : Value::tuple({key, value}));
  return cat(typeName(), "([", reprItems(all), "])");
}

std::optional<bool> DictView::contains(const Value &item) {
  if (part == Part::Keys)
    return dict->find(item) != nullptr;
  if (part == Part::Values)
    return std::nullopt;
  auto *pair = item.as<Tuple>();
  if (!pair || pair->items.size() != 2)
    return false;
  const Value *value = dict->find(pair->items[0]);
  return value && same(Value(*value), pair->items[1]);
}

std::unique_ptr<Iterator> DictView::iterate() {
  return std::make_unique<ViewIterator>(dict, part);
}

std::optional<Value> DictView::binary(BinaryOp op, const Value &other, bool reflected) {
  bool isSetOp = op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor ||
                 op == BinaryOp::Sub;
  if (part == Part::Values || !isSetOp)
    return std::nullopt;
  Value right = other.as<Set>() ? other : make<Set>(items(other), false);
  return reflected ? eval::binary(op, right, asSet(*this)) : eval::binary(op, asSet(*this), right);
}

bool DictView::equals(const Value &other) const {
  if (part == Part::Values)
    return Object::equals(other);
  Value mine = asSet(const_cast<DictView &>(*this));
  if (auto *view = other.as<DictView>())
    return view->part != Part::Values && equal(mine, asSet(*view));
  return other.as<Set>() && equal(mine, other);
}

} // namespace nereid::eval
