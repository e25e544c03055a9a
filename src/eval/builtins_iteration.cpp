#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/builtins.h"
#include "eval/operators.h"
#include "eval/sequence_methods.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;

namespace {

struct EnumerateIterator : Iterator {
  std::unique_ptr<Iterator> items;
  Int count;
  std::optional<Value> next() override {
    std::optional<Value> item = items->next();
    if (!item)
      return std::nullopt;
    return Value::tuple({Value::integer(count++), *item});
  }
};

struct ZipIterator : Iterator {
  std::vector<std::unique_ptr<Iterator>> sources;
  bool strict = false;
  std::optional<Value> next() override {
    if (sources.empty())
      return std::nullopt;
    std::vector<Value> row;
    for (size_t i = 0; i < sources.size(); ++i) {
      std::optional<Value> item = sources[i]->next();
      if (!item) {
        if (strict)
          checkOthers(i);
        return std::nullopt;
      }
      row.push_back(*std::move(item));
    }
    return Value::tuple(std::move(row));
  }

  // Source `ended` is exhausted: so must the others be.
  void checkOthers(size_t ended) {
    auto before = [](size_t i) {
      return i == 1 ? std::string("argument 1") : cat("arguments 1-", i);
    };
    if (ended > 0)
      raise("ValueError", cat("zip() argument ", ended + 1, " is shorter than ", before(ended)));
    for (size_t i = 1; i < sources.size(); ++i)
      if (sources[i]->next())
        raise("ValueError", cat("zip() argument ", i + 1, " is longer than ", before(i)));
  }
};

struct MapIterator : Iterator {
  Value function;
  std::vector<std::unique_ptr<Iterator>> sources;
  std::optional<Value> next() override {
    std::vector<Value> arguments;
    for (auto &source : sources) {
      std::optional<Value> item = source->next();
      if (!item)
        return std::nullopt;
      arguments.push_back(*std::move(item));
    }
    return call(function, Arguments{arguments, {}});
  }
};

struct FilterIterator : Iterator {
  Value function;
  std::unique_ptr<Iterator> items;
  std::optional<Value> next() override {
    while (std::optional<Value> item = items->next())
      if (truthy(function.isNone() ? *item : call(function, {*item})))
        return item;
    return std::nullopt;
  }
};

// From the last item to the first, by index.
struct ReversedIterator : Iterator {
  Value sequence;
  int64_t at;
  std::optional<Value> next() override {
    if (--at < 0)
      return std::nullopt;
    return getItem(sequence, Value::integer(at));
  }
};

// Until a call returns a sentinel.
struct CallIterator : Iterator {
  Value function, sentinel;
  std::optional<Value> next() override {
    Value item = call(function, {});
    if (same(item, sentinel))
      return std::nullopt;
    return item;
  }
};

Value enumerate(const Arguments &call) {
  static const Signature signature("enumerate", "iterable, start=");
  auto arguments = signature.match(call);
  auto iterator = std::make_unique<EnumerateIterator>();
  iterator->items = iterate(*arguments[0]);
  iterator->count = arguments[1] ? toInt(*arguments[1]) : 0;
  return iteratorObject("enumerate", std::move(iterator));
}

Value zip(const Arguments &call) {
  auto iterator = std::make_unique<ZipIterator>();
  for (const Keyword &keyword : call.keywords) {
    if (keyword.name != "strict")
      raise("TypeError", "zip() takes at most 1 keyword argument: 'strict'");
    iterator->strict = truthy(keyword.value);
  }
  for (size_t i = 0; i < call.positional.size(); ++i) {
    if (!call.positional[i].isObject())
      raise("TypeError", cat("'", typeName(call.positional[i]), "' object is not iterable"));
    iterator->sources.push_back(iterate(call.positional[i]));
  }
  return iteratorObject("zip", std::move(iterator));
}

Value map(const Arguments &call) {
  if (call.positional.size() < 2)
    raise("TypeError", "map() must have at least two arguments.");
  auto iterator = std::make_unique<MapIterator>();
  iterator->function = call.positional[0];
  for (const Value &source : call.positional.subspan(1))
    iterator->sources.push_back(iterate(source));
  return iteratorObject("map", std::move(iterator));
}

Value filter(const Arguments &call) {
  expectPositional("filter", call, 2, 2);
  auto iterator = std::make_unique<FilterIterator>();
  iterator->function = call.positional[0];
  iterator->items = iterate(call.positional[1]);
  return iteratorObject("filter", std::move(iterator));
}

Value reversed(const Arguments &call) {
  expectPositional("reversed", call, 1, 1);
  const Value &sequence = call.positional[0];
  if (auto method = findAttr(sequence, "__reversed__"))
    return eval::call(*method, {});
  auto iterator = std::make_unique<ReversedIterator>();
  if (sequence.as<Dict>())
    iterator->sequence = Value::list(items(sequence));
  else if (auto *view = sequence.as<DictView>())
    iterator->sequence = Value::list(items(Value(Ref<Object>(view))));
  else if (sequence.as<Set>() || !sequence.isObject() || !sequence.object()->length())
    raise("TypeError", cat("'", typeName(sequence), "' object is not reversible"));
  else
    iterator->sequence = sequence;
  iterator->at = length(iterator->sequence);
  return iteratorObject(sequence.as<List>() ? "list_reverseiterator" : "reversed",
                        std::move(iterator));
}

Value iter(const Arguments &call) {
  expectPositional("iter", call, 1, 2);
  const Value &source = call.positional[0];
  if (call.positional.size() == 2) {
    auto iterator = std::make_unique<CallIterator>();
    iterator->function = source;
    iterator->sentinel = call.positional[1];
    return iteratorObject("callable_iterator", std::move(iterator));
  }
  if (source.isObject() && source.object()->isIterator())
    return source;
  return iteratorObject(cat(typeName(source), "_iterator"), iterate(source));
}

Value nextItem(const Arguments &call) {
  expectPositional("next", call, 1, 2);
  if (std::optional<Value> item = next(call.positional[0]))
    return *std::move(item);
  if (call.positional.size() == 2)
    return call.positional[1];
  std::vector<Value> returned; // what a generator returned, if anything
  if (std::optional<Value> value = findAttr(call.positional[0], "__returned__"))
    if (!value->isNone())
      returned.push_back(*value);
  raise(exceptionType("StopIteration"), std::move(returned));
}

Value sorted(const Arguments &call) {
  static const Signature signature("sorted", "iterable, *, key=, reverse=");
  if (call.positional.size() != 1)
    raise("TypeError", cat("sorted expected 1 argument, got ", call.positional.size()));
  auto arguments = signature.match(call);
  std::vector<Value> all = items(*arguments[0]);
  sortItems(all, arguments[1] ? *arguments[1] : Value::none(),
            arguments[2] && truthy(*arguments[2]));
  return Value::list(std::move(all));
}

Value sum(const Arguments &call) {
  static const Signature signature("sum", "iterable, start=");
  if (call.positional.empty())
    raise("TypeError", "sum() takes at least 1 positional argument (0 given)");
  auto arguments = signature.match(call);
  Value total = arguments[1] ? *arguments[1] : Value::integer(0);
  if (total.asString())
    raise("TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
  std::unique_ptr<Iterator> source = iterate(*arguments[0]);
  while (std::optional<Value> item = source->next())
    total = binary(BinaryOp::Add, total, *item);
  return total;
}

template <bool wantsMin> Value extreme(const Arguments &call) {
  constexpr const char *kName = wantsMin ? "min" : "max";
  Value key, fallback;
  bool hasFallback = false;
  for (const Keyword &keyword : call.keywords) {
    if (keyword.name == "key") {
      key = keyword.value;
    } else if (keyword.name == "default") {
      fallback = keyword.value;
      hasFallback = true;
    } else {
      raise("TypeError",
            cat("'", keyword.name, "' is an invalid keyword argument for ", kName, "()"));
    }
  }
  if (call.positional.empty())
    raise("TypeError", cat(kName, " expected at least 1 argument, got 0"));
  bool several = call.positional.size() > 1;
  if (several && hasFallback)
    raise("TypeError",
          cat("Cannot specify a default for ", kName, "() with multiple positional arguments"));
  std::vector<Value> all = several
                               ? std::vector<Value>(call.positional.begin(), call.positional.end())
                               : items(call.positional[0]);
  if (all.empty() && hasFallback)
    return fallback;
  if (all.empty())
    raise("ValueError", cat(kName, "() arg is an empty sequence"));
  auto keyOf = [&](const Value &item) { return key.isNone() ? item : eval::call(key, {item}); };
  size_t best = 0;
  Value bestKey = keyOf(all[0]);
  for (size_t i = 1; i < all.size(); ++i) {
    Value candidate = keyOf(all[i]);
    if (truthy(compare(wantsMin ? CompareOp::Less : CompareOp::Greater, candidate, bestKey))) {
      best = i;
      bestKey = candidate;
    }
  }
  return all[best];
}

template <bool wantsAll> Value quantified(const Arguments &call) {
  expectPositional(wantsAll ? "all" : "any", call, 1, 1);
  std::unique_ptr<Iterator> source = iterate(call.positional[0]);
  while (std::optional<Value> item = source->next())
    if (truthy(*item) != wantsAll)
      return Value::boolean(!wantsAll);
  return Value::boolean(wantsAll);
}

} // namespace

void addIterationBuiltins(Module &module) {
  module.define("enumerate", enumerate);
  module.define("zip", zip);
  module.define("map", map);
  module.define("filter", filter);
  module.define("reversed", reversed);
  module.define("iter", iter);
  module.define("next", nextItem);
  module.define("sorted", sorted);
  module.define("sum", sum);
  module.define("min", extreme<true>);
  module.define("max", extreme<false>);
  module.define("all", quantified<true>);
  module.define("any", quantified<false>);
}

} // namespace nereid::eval
