#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/dict_methods.h"
#include "eval/operators.h"
#include "eval/sequence_methods.h"
#include "host/native_iterator.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::Method;
using eval::raise;
using eval::Ref;
using eval::Value;
using syntax::BinaryOp;

namespace {

// -- defaultdict and OrderedDict ------------------------------------------------------------------

class DefaultDict : public eval::Dict {
public:
  explicit DefaultDict(Value factory) : factory_(std::move(factory)) {}
  std::string typeName() const override { return "defaultdict"; }
  std::string repr() const override {
    return cat("defaultdict(", eval::repr(factory_), ", ", Dict::repr(), ")");
  }
  std::optional<Value> missing(const Value &key) override {
    if (factory_.isNone())
      return std::nullopt;
    Value value = eval::call(factory_, {});
    set(key, value);
    return value;
  }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "default_factory")
      return factory_;
    return Dict::getAttr(name);
  }

private:
  const Value factory_;
};

void fill(eval::Dict &dict, const Arguments &call, size_t from) {
  if (call.positional.size() > from + 1)
    raise("TypeError", cat(dict.typeName(), " expected at most ", from + 1, " arguments, got ",
                           call.positional.size()));
  if (call.positional.size() > from)
    eval::updateDict(dict, call.positional[from]);
  for (const eval::Keyword &keyword : call.keywords)
    dict.set(keyword.name, keyword.value);
}

Value makeDefaultDict(const Arguments &call) {
  Value factory = call.positional.empty() ? Value() : call.positional[0];
  if (!factory.isNone() && !eval::isCallable(factory))
    raise("TypeError", "first argument must be callable or None");
  auto dict = eval::make<DefaultDict>(factory);
  fill(*dict, call, 1);
  return dict;
}

class OrderedDict : public eval::Dict {
public:
  std::string typeName() const override { return "OrderedDict"; }
  std::string repr() const override {
    std::vector<Value> pairs;
    for (const auto &[key, value] : entries())
      pairs.push_back(Value::tuple({key, value}));
    return pairs.empty() ? "OrderedDict()" : cat("OrderedDict([", eval::reprItems(pairs), "])");
  }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "move_to_end")
      return Value(eval::make<eval::NativeFunction>(
          "move_to_end", [self = Ref<OrderedDict>(this)](const Arguments &call) {
            static const eval::Signature signature("move_to_end", "key, last=");
            auto arguments = signature.match(call);
            self->move(*arguments[0], !arguments[1] || eval::truthy(*arguments[1]));
            return Value();
          }));
    return Dict::getAttr(name);
  }

private:
  void move(const Value &key, bool last) {
    Value value = getItem(key);
    erase(key);
    std::vector<std::pair<Value, Value>> others = entries();
    if (!last)
      clear();
    set(key, value);
    if (!last)
      for (const auto &[otherKey, otherValue] : others)
        set(otherKey, otherValue);
  }
};

Value makeOrderedDict(const Arguments &call) {
  auto dict = eval::make<OrderedDict>();
  fill(*dict, call, 0);
  return dict;
}

// -- Counter --------------------------------------------------------------------------------------

class Counter : public eval::Dict {
public:
  std::string typeName() const override { return "Counter"; }
  std::string repr() const override {
    std::vector<std::string> parts;
    for (const Value &pair : byCount()) {
      const std::vector<Value> &both = pair.as<eval::Tuple>()->items;
      parts.push_back(cat(eval::repr(both[0]), ": ", eval::repr(both[1])));
    }
    return parts.empty() ? "Counter()" : cat("Counter({", join(parts, ", "), "})");
  }
  std::optional<Value> missing(const Value &) override { return Value::integer(0); }

  // (key, count) tuples, the most frequent first.
  std::vector<Value> byCount() const {
    std::vector<Value> pairs;
    for (const auto &[key, count] : entries())
      pairs.push_back(Value::tuple({key, count}));
    Value countOf = eval::make<eval::NativeFunction>("count", [](const Arguments &call) {
      return eval::getItem(call.positional[0], Value::integer(1));
    });
    eval::sortItems(pairs, countOf, true);
    return pairs;
  }

  void add(const Value &key, const Value &count, BinaryOp op) {
    const Value *known = find(key);
    set(key, eval::binary(op, known ? *known : Value::integer(0), count));
  }

  void count(const Value &source, BinaryOp op) {
    if (auto *dict = source.as<eval::Dict>()) {
      for (const auto &[key, value] : dict->entries())
        add(key, value, op);
      return;
    }
    std::unique_ptr<eval::Iterator> items = eval::iterate(source);
    while (std::optional<Value> item = items->next())
      add(*item, Value::integer(1), op);
  }

  std::optional<Value> getAttr(std::string_view name) override;
  std::optional<Value> binary(BinaryOp op, const Value &other, bool reflected) override {
    auto *right = other.as<Counter>();
    if (!right || reflected || (op != BinaryOp::Add && op != BinaryOp::Sub))
      return Dict::binary(op, other, reflected);
    auto sum = eval::make<Counter>();
    sum->count(Value(Ref<eval::Object>(this)), BinaryOp::Add);
    sum->count(other, op);
    for (const auto &[key, value] : sum->entries())
      if (!eval::truthy(eval::compare(syntax::CompareOp::Greater, value, Value::integer(0))))
        sum->erase(key);
    return Value(sum);
  }
};

Counter &counter(eval::Object &object) {
  return static_cast<Counter &>(object);
}

template <BinaryOp op> Value updateCounter(eval::Object &self, const Arguments &call) {
  for (const Value &source : call.positional)
    counter(self).count(source, op);
  for (const eval::Keyword &keyword : call.keywords)
    counter(self).add(Value::string(std::string(keyword.name)), keyword.value, op);
  return Value();
}

Value mostCommon(eval::Object &self, const Arguments &call) {
  eval::expectPositional("most_common", call, 0, 1);
  std::vector<Value> pairs = counter(self).byCount();
  if (!call.positional.empty() && !call.positional[0].isNone())
    pairs.resize(std::min<size_t>(
        pairs.size(), size_t(std::max<int64_t>(eval::toInt64(call.positional[0], "n"), 0))));
  return Value::list(std::move(pairs));
}

Value elements(eval::Object &self, const Arguments &call) {
  eval::expectPositional("elements", call, 0, 0);
  std::vector<Value> all;
  for (const auto &[key, count] : counter(self).entries())
    for (eval::Int i = 0; i < eval::toInt(count); ++i)
      all.push_back(key);
  return eval::iteratorObject("chain", eval::iterate(Value::list(std::move(all))));
}

Value total(eval::Object &self, const Arguments &call) {
  eval::expectPositional("total", call, 0, 0);
  Value sum = Value::integer(0);
  for (const auto &[key, count] : counter(self).entries())
    sum = eval::binary(BinaryOp::Add, sum, count);
  return sum;
}

constexpr Method kCounterMethods[] = {
    {"update", updateCounter<BinaryOp::Add>},
    {"subtract", updateCounter<BinaryOp::Sub>},
    {"most_common", mostCommon},
    {"elements", elements},
    {"total", total},
};

std::optional<Value> Counter::getAttr(std::string_view name) {
  if (auto method = eval::bindMethod(kCounterMethods, *this, name))
    return method;
  return Dict::getAttr(name);
}

Value makeCounter(const Arguments &call) {
  auto result = eval::make<Counter>();
  eval::expectPositional("Counter", Arguments{call.positional, {}}, 0, 1);
  updateCounter<BinaryOp::Add>(*result, call);
  return result;
}

// -- deque ----------------------------------------------------------------------------------------

class Deque : public eval::List {
public:
  Deque(std::vector<Value> items, int64_t limit) : List(std::move(items)), limit(limit) { trim(); }
  const int64_t limit; // negative: none
  std::string typeName() const override { return "deque"; }
  std::string repr() const override {
    return cat("deque(", List::repr(), limit < 0 ? "" : cat(", maxlen=", limit), ")");
  }
  std::optional<Value> getAttr(std::string_view name) override;

  // Drops what is over the limit, from the end away from where items were added.
  void trim(bool fromRight = false) {
    while (limit >= 0 && int64_t(items.size()) > limit)
      items.erase(fromRight ? items.end() - 1 : items.begin());
  }
};

Deque &deque(eval::Object &object) {
  return static_cast<Deque &>(object);
}

Value append(eval::Object &self, const Arguments &call) {
  eval::expectPositional("append", call, 1, 1);
  deque(self).items.push_back(call.positional[0]);
  deque(self).trim();
  return Value();
}

Value appendLeft(eval::Object &self, const Arguments &call) {
  eval::expectPositional("appendleft", call, 1, 1);
  deque(self).items.insert(deque(self).items.begin(), call.positional[0]);
  deque(self).trim(true);
  return Value();
}

Value popLeft(eval::Object &self, const Arguments &call) {
  eval::expectPositional("popleft", call, 0, 0);
  std::vector<Value> &items = deque(self).items;
  if (items.empty())
    raise("IndexError", "pop from an empty deque");
  Value first = items.front();
  items.erase(items.begin());
  return first;
}

Value rotate(eval::Object &self, const Arguments &call) {
  eval::expectPositional("rotate", call, 0, 1);
  std::vector<Value> &items = deque(self).items;
  int64_t steps = call.positional.empty() ? 1 : eval::toInt64(call.positional[0], "n");
  int64_t size = int64_t(items.size());
  if (size > 0)
    std::rotate(items.begin(), items.begin() + ((-steps % size) + size) % size, items.end());
  return Value();
}

constexpr Method kDequeMethods[] = {
    {"append", append}, {"appendleft", appendLeft}, {"popleft", popLeft}, {"rotate", rotate}};

std::optional<Value> Deque::getAttr(std::string_view name) {
  if (name == "maxlen")
    return limit < 0 ? Value::none() : Value::integer(limit);
  if (auto method = eval::bindMethod(kDequeMethods, *this, name))
    return method;
  return List::getAttr(name);
}

Value makeDeque(const Arguments &call) {
  static const eval::Signature signature("deque", "iterable=, maxlen=");
  auto arguments = signature.match(call);
  int64_t limit =
      arguments[1] && !arguments[1]->isNone() ? eval::toInt64(*arguments[1], "maxlen") : -1;
  return eval::make<Deque>(arguments[0] ? eval::items(*arguments[0]) : std::vector<Value>(), limit);
}

// -- namedtuple -----------------------------------------------------------------------------------

Value namedTuple(const Arguments &call) {
  static const eval::Signature signature("namedtuple",
                                         "typename, field_names, *, rename=, defaults=, module=");
  auto arguments = signature.match(call);
  std::vector<std::string> fields;
  if (const std::string *text = arguments[1]->asString()) {
    std::string spaced = *text;
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    for (const Value &word :
         eval::items(eval::call(eval::getAttr(Value::string(spaced), "split"), {})))
      fields.push_back(*word.asString());
  } else {
    for (const Value &field : eval::items(*arguments[1]))
      fields.push_back(eval::toText(field, "field name"));
  }
  std::vector<Value> defaults;
  if (arguments[3] && !arguments[3]->isNone())
    defaults = eval::items(*arguments[3]);
  return makeNamedTuple(eval::toText(*arguments[0], "typename"), std::move(fields),
                        std::move(defaults), nullptr);
}

template <typename T>
void addType(eval::Module &module, const char *name, Value (*make)(const Arguments &)) {
  module.set(name, eval::make<eval::Type>(
                       name, make, [](const Value &value) { return value.as<T>() != nullptr; }));
}

} // namespace

Ref<eval::Module> collectionsModule(Interpreter &) {
  auto module = eval::make<eval::Module>("collections");
  addType<DefaultDict>(*module, "defaultdict", makeDefaultDict);
  addType<OrderedDict>(*module, "OrderedDict", makeOrderedDict);
  addType<Counter>(*module, "Counter", makeCounter);
  addType<Deque>(*module, "deque", makeDeque);
  module->define("namedtuple", namedTuple);
  return module;
}

} // namespace nereid::host
