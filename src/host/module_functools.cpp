#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::Keyword;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

// functools.partial(function, *args, **keywords)
class Partial : public eval::Object {
public:
  Partial(Value function, std::vector<Value> arguments, Ref<eval::Dict> keywords)
      : function_(std::move(function)), arguments_(std::move(arguments)),
        keywords_(std::move(keywords)) {}
  std::string typeName() const override { return "partial"; }
  std::string repr() const override {
    std::string text = cat("functools.partial(", eval::repr(function_));
    for (const Value &argument : arguments_)
      text += cat(", ", eval::repr(argument));
    for (const auto &[name, value] : keywords_->entries())
      text += cat(", ", *name.asString(), "=", eval::repr(value));
    return text + ")";
  }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "func")
      return function_;
    if (name == "args")
      return Value::tuple(arguments_);
    if (name == "keywords")
      return Value(keywords_);
    if (const Value *value = attributes_.find(name))
      return *value;
    return std::nullopt;
  }
  bool setAttr(std::string_view name, const Value &value) override {
    attributes_.set(name, value);
    return true;
  }
  Value call(const Arguments &call) override {
    std::vector<Value> positional = arguments_;
    positional.insert(positional.end(), call.positional.begin(), call.positional.end());
    std::vector<Keyword> keywords(call.keywords.begin(), call.keywords.end());
    std::vector<std::pair<Value, Value>> own = keywords_->entries();
    for (const auto &[name, value] : own) {
      bool overridden = false;
      for (const Keyword &keyword : call.keywords)
        overridden = overridden || keyword.name == *name.asString();
      if (!overridden)
        keywords.push_back({*name.asString(), value});
    }
    return eval::call(function_, Arguments{positional, keywords});
  }
  bool isCallable() const override { return true; }

private:
  const Value function_;
  const std::vector<Value> arguments_;
  const Ref<eval::Dict> keywords_;
  eval::Dict attributes_;
};

Value makePartial(const Arguments &call) {
  if (call.positional.empty())
    raise("TypeError", "type 'partial' takes at least one argument");
  if (!eval::isCallable(call.positional[0]))
    raise("TypeError", "the first argument must be callable");
  auto keywords = eval::make<eval::Dict>();
  for (const Keyword &keyword : call.keywords)
    keywords->set(keyword.name, keyword.value);
  return eval::make<Partial>(call.positional[0],
                             std::vector<Value>(call.positional.begin() + 1, call.positional.end()),
                             keywords);
}

Value reduce(const Arguments &call) {
  eval::expectPositional("reduce", call, 2, 3);
  std::unique_ptr<eval::Iterator> source = eval::iterate(call.positional[1]);
  std::optional<Value> total =
      call.positional.size() == 3 ? std::optional<Value>(call.positional[2]) : source->next();
  if (!total)
    raise("TypeError", "reduce() of empty iterable with no initial value");
  while (std::optional<Value> item = source->next())
    total = eval::call(call.positional[0], {*total, *item});
  return *total;
}

// A function that remembers its results, the most recently used ones if there is a limit.
class Cached : public eval::Object {
public:
  Cached(Value function, int64_t limit) : function_(std::move(function)), limit_(limit) {}
  std::string typeName() const override { return "_lru_cache_wrapper"; }
  bool isCallable() const override { return true; }

  Value call(const Arguments &call) override {
    std::vector<Value> parts(call.positional.begin(), call.positional.end());
    for (const Keyword &keyword : call.keywords) {
      parts.push_back(Value::string("=" + std::string(keyword.name)));
      parts.push_back(keyword.value);
    }
    Value key = Value::tuple(std::move(parts));
    if (const Value *known = results_->find(key)) {
      ++hits_;
      Value result = *known;
      if (limit_ >= 0) { // to the end of the order
        results_->erase(key);
        results_->set(key, result);
      }
      return result;
    }
    ++misses_;
    Value result = eval::call(function_, call);
    if (limit_ == 0)
      return result;
    results_->set(key, result);
    if (limit_ > 0 && int64_t(results_->size()) > limit_) {
      const Value *oldest, *value;
      size_t position = 0;
      if (results_->nextEntry(position, oldest, value))
        results_->erase(Value(*oldest));
    }
    return result;
  }

  std::optional<Value> getAttr(std::string_view name) override {
    Ref<Cached> self(this);
    if (name == "cache_clear")
      return Value(eval::make<eval::NativeFunction>("cache_clear", [self](const Arguments &) {
        self->results_->clear();
        self->hits_ = self->misses_ = 0;
        return Value();
      }));
    if (name == "cache_info")
      return Value(eval::make<eval::NativeFunction>(
          "cache_info", [self](const Arguments &) { return self->info(); }));
    if (name == "__wrapped__")
      return function_;
    if (name == "__get__") // as a method: called with the object
      return Value(eval::make<eval::NativeFunction>("__get__", [self](const Arguments &call) {
        return Value(eval::make<BoundFunction>(self, call.positional[0]));
      }));
    return eval::findAttr(function_, name);
  }

private:
  Value info() const {
    auto tuple = eval::make<eval::Tuple>(
        std::vector<Value>{Value::integer(hits_), Value::integer(misses_),
                           limit_ < 0 ? Value::none() : Value::integer(limit_),
                           Value::integer(int64_t(results_->size()))});
    tuple->className = "CacheInfo";
    tuple->fields = {"hits", "misses", "maxsize", "currsize"};
    return tuple;
  }

  const Value function_;
  const int64_t limit_; // negative: none
  Ref<eval::Dict> results_ = eval::make<eval::Dict>();
  int64_t hits_ = 0, misses_ = 0;
};

Value lruCache(const Arguments &call) {
  static const eval::Signature signature("lru_cache", "maxsize=, typed=");
  auto arguments = signature.match(call);
  if (arguments[0] && eval::isCallable(*arguments[0])) // @lru_cache without parentheses
    return eval::make<Cached>(*arguments[0], 128);
  int64_t limit = !arguments[0]            ? 128
                  : arguments[0]->isNone() ? -1
                                           : eval::toInt64(*arguments[0], "maxsize");
  limit = arguments[0] && !arguments[0]->isNone() ? std::max<int64_t>(limit, 0) : limit;
  return eval::make<eval::NativeFunction>("decorating_function", [limit](const Arguments &inner) {
    eval::expectPositional("decorating_function", inner, 1, 1);
    return Value(eval::make<Cached>(inner.positional[0], limit));
  });
}

// wraps(function): gives a wrapper the function's name and text.
Value copyIdentity(const Value &wrapper, const Value &wrapped) {
  for (std::string_view name : {"__module__", "__name__", "__qualname__", "__doc__"})
    if (std::optional<Value> value = eval::findAttr(wrapped, name))
      if (wrapper.isObject())
        wrapper.object()->setAttr(name, *value);
  if (wrapper.isObject())
    wrapper.object()->setAttr("__wrapped__", wrapped);
  return wrapper;
}

Value wraps(const Arguments &call) {
  if (call.positional.empty())
    raise("TypeError", "wraps() missing 1 required positional argument: 'wrapped'");
  Value wrapped = call.positional[0];
  return eval::make<eval::NativeFunction>("wraps", [wrapped](const Arguments &inner) {
    eval::expectPositional("wraps", inner, 1, 1);
    return copyIdentity(inner.positional[0], wrapped);
  });
}

// A value computed at first use and then kept in the instance.
class CachedProperty : public eval::Object {
public:
  explicit CachedProperty(Value function) : function_(std::move(function)) {}
  std::string typeName() const override { return "cached_property"; }
  std::optional<Value> getAttr(std::string_view attribute) override {
    Ref<CachedProperty> self(this);
    if (attribute == "__set_name__")
      return Value(eval::make<eval::NativeFunction>("__set_name__", [self](const Arguments &call) {
        self->name_ = eval::toText(call.positional[1], "name");
        return Value();
      }));
    if (attribute == "__get__")
      return Value(eval::make<eval::NativeFunction>("__get__", [self](const Arguments &call) {
        Value result = eval::call(self->function_, {call.positional[0]});
        if (auto *instance = call.positional[0].as<Instance>())
          instance->attributes.set(self->name_, result);
        return result;
      }));
    return std::nullopt;
  }

private:
  const Value function_;
  std::string name_;
};

// Wraps a value so that sorting asks a comparison function.
Value comparisonKey(const Arguments &call) {
  eval::expectPositional("cmp_to_key", call, 1, 1);
  struct Key : eval::Object {
    Key(Value compareFunction, Value item)
        : compareFunction(std::move(compareFunction)), item(std::move(item)) {}
    std::string typeName() const override { return "KeyWrapper"; }
    std::optional<Value> compare(syntax::CompareOp op, const Value &other,
                                 bool reflected) override {
      auto *key = other.as<Key>();
      if (!key || reflected)
        return std::nullopt;
      Value order = eval::call(compareFunction, {item, key->item});
      return eval::compare(op, order, Value::integer(0));
    }
    Value compareFunction, item;
  };
  Value function = call.positional[0];
  return eval::make<eval::NativeFunction>("K", [function](const Arguments &inner) {
    eval::expectPositional("K", inner, 1, 1);
    return Value(eval::make<Key>(function, inner.positional[0]));
  });
}

} // namespace

Ref<eval::Module> functoolsModule(Interpreter &) {
  auto module = eval::make<eval::Module>("functools");
  module->define("partial", makePartial);
  module->define("reduce", reduce);
  module->define("lru_cache", lruCache);
  module->define("cache", [](const Arguments &call) {
    eval::expectPositional("cache", call, 1, 1);
    return Value(eval::make<Cached>(call.positional[0], -1));
  });
  module->define("wraps", wraps);
  module->define("update_wrapper", [](const Arguments &call) {
    if (call.positional.size() < 2)
      raise("TypeError", "update_wrapper() needs a wrapper and what it wraps");
    return copyIdentity(call.positional[0], call.positional[1]);
  });
  module->define("cached_property", [](const Arguments &call) {
    eval::expectPositional("cached_property", call, 1, 1);
    return Value(eval::make<CachedProperty>(call.positional[0]));
  });
  module->define("cmp_to_key", comparisonKey);
  return module;
}

} // namespace nereid::host
