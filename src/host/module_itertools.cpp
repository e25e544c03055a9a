#include "base/text.h"
#include "eval/arguments.h"
#include "host/native_iterator.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::Int;
using eval::Iterator;
using eval::raise;
using eval::Ref;
using eval::Value;
using syntax::BinaryOp;
using Item = std::optional<Value>;

namespace {

Value keywordOr(const Arguments &call, std::string_view name, Value otherwise) {
  for (const eval::Keyword &keyword : call.keywords)
    if (keyword.name == name)
      return keyword.value;
  return otherwise;
}

Value chain(std::unique_ptr<Iterator> sources) {
  return makeIterator(
      "chain",
      [sources = std::move(sources), current = std::unique_ptr<Iterator>()]() mutable -> Item {
        for (;;) {
          if (current)
            if (Item item = current->next())
              return item;
          Item source = sources->next();
          if (!source) {
            current.reset();
            return std::nullopt;
          }
          current = eval::iterate(*source);
        }
      });
}

// Every choice of positions, as an odometer turns: `limits` are the wheel sizes.
Value product(const Arguments &call) {
  std::vector<std::vector<Value>> pools;
  int64_t repeat = eval::toInt64(keywordOr(call, "repeat", Value::integer(1)), "repeat");
  for (int64_t i = 0; i < repeat; ++i)
    for (const Value &source : call.positional)
      pools.push_back(eval::items(source));
  std::vector<size_t> at(pools.size(), 0);
  bool done = false;
  for (const auto &pool : pools)
    done = done || pool.empty();
  return makeIterator("product",
                      [pools = std::move(pools), at = std::move(at), done]() mutable -> Item {
                        if (done)
                          return std::nullopt;
                        std::vector<Value> row;
                        for (size_t i = 0; i < pools.size(); ++i)
                          row.push_back(pools[i][at[i]]);
                        done = true;
                        for (size_t i = pools.size(); i-- > 0 && done;) {
                          if (++at[i] < pools[i].size())
                            done = false;
                          else
                            at[i] = 0;
                        }
                        return Value::tuple(std::move(row));
                      });
}

// Subsets of `size` positions in lexicographic order.
template <bool repeats> Value combinations(const Arguments &call) {
  const char *name = repeats ? "combinations_with_replacement" : "combinations";
  static const eval::Signature signature(name, "iterable, r");
  auto arguments = signature.match(call);
  std::vector<Value> pool = eval::items(*arguments[0]);
  int64_t size = eval::toInt64(*arguments[1], "r");
  if (size < 0)
    raise("ValueError", "r must be non-negative");
  std::vector<size_t> at(static_cast<size_t>(size));
  for (size_t i = 0; i < at.size(); ++i)
    at[i] = repeats ? 0 : i;
  bool done = repeats ? pool.empty() && size > 0 : at.size() > pool.size();
  return makeIterator(name, [pool = std::move(pool), at = std::move(at), done]() mutable -> Item {
    if (done)
      return std::nullopt;
    std::vector<Value> row;
    for (size_t position : at)
      row.push_back(pool[position]);
    done = true;
    for (size_t i = at.size(); i-- > 0;) {
      size_t highest = repeats ? pool.size() - 1 : pool.size() - at.size() + i;
      if (at[i] >= highest)
        continue;
      ++at[i];
      for (size_t j = i + 1; j < at.size(); ++j)
        at[j] = repeats ? at[i] : at[j - 1] + 1;
      done = false;
      break;
    }
    return Value::tuple(std::move(row));
  });
}

Value permutations(const Arguments &call) {
  static const eval::Signature signature("permutations", "iterable, r=");
  auto arguments = signature.match(call);
  std::vector<Value> pool = eval::items(*arguments[0]);
  int64_t size = arguments[1] && !arguments[1]->isNone() ? eval::toInt64(*arguments[1], "r")
                                                         : int64_t(pool.size());
  if (size < 0)
    raise("ValueError", "r must be non-negative");
  size_t count = size_t(size);
  std::vector<size_t> order(pool.size()), left(std::min(count, pool.size()));
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  for (size_t i = 0; i < left.size(); ++i)
    left[i] = pool.size() - i;
  bool done = count > pool.size();
  return makeIterator("permutations",
                      [pool = std::move(pool), order = std::move(order), left = std::move(left),
                       count, done]() mutable -> Item {
                        if (done)
                          return std::nullopt;
                        std::vector<Value> row;
                        for (size_t i = 0; i < count; ++i)
                          row.push_back(pool[order[i]]);
                        done = true;
                        // The algorithm of CPython's documentation: cycles, from the last position.
                        for (size_t i = count; i-- > 0 && done;) {
                          if (--left[i] == 0) {
                            size_t first = order[i];
                            order.erase(order.begin() + int64_t(i));
                            order.push_back(first);
                            left[i] = order.size() - i;
                          } else {
                            std::swap(order[i], order[order.size() - left[i]]);
                            done = false;
                          }
                        }
                        return Value::tuple(std::move(row));
                      });
}

Value count(const Arguments &call) {
  static const eval::Signature signature("count", "start=, step=");
  auto arguments = signature.match(call);
  Value at = arguments[0] ? *arguments[0] : Value::integer(0);
  Value step = arguments[1] ? *arguments[1] : Value::integer(1);
  return makeIterator("count", [at, step]() mutable -> Item {
    Value current = at;
    at = eval::binary(BinaryOp::Add, at, step);
    return current;
  });
}

Value cycle(const Arguments &call) {
  eval::expectPositional("cycle", call, 1, 1);
  return makeIterator("cycle",
                      [source = eval::iterate(call.positional[0]), saved = std::vector<Value>(),
                       at = size_t(0)]() mutable -> Item {
                        if (source) {
                          if (Item item = source->next()) {
                            saved.push_back(*item);
                            return item;
                          }
                          source.reset();
                        }
                        if (saved.empty())
                          return std::nullopt;
                        Value item = saved[at];
                        at = (at + 1) % saved.size();
                        return item;
                      });
}

Value repeat(const Arguments &call) {
  static const eval::Signature signature("repeat", "object, times=");
  auto arguments = signature.match(call);
  int64_t times = arguments[1] ? eval::toInt64(*arguments[1], "times") : -1;
  bool endless = !arguments[1];
  return makeIterator("repeat", [item = *arguments[0], times, endless]() mutable -> Item {
    if (!endless && times-- <= 0)
      return std::nullopt;
    return item;
  });
}

Value accumulate(const Arguments &call) {
  static const eval::Signature signature("accumulate", "iterable, func=, *, initial=");
  auto arguments = signature.match(call);
  Value function = arguments[1] ? *arguments[1] : Value();
  Item total;
  bool first = true;
  if (arguments[2] && !arguments[2]->isNone())
    total = *arguments[2];
  return makeIterator(
      "accumulate",
      [source = eval::iterate(*arguments[0]), function, total, first]() mutable -> Item {
        if (std::exchange(first, false) && total)
          return total;
        Item item = source->next();
        if (!item)
          return std::nullopt;
        total = !total              ? *item
                : function.isNone() ? eval::binary(BinaryOp::Add, *total, *item)
                                    : eval::call(function, {*total, *item});
        return total;
      });
}

Value islice(const Arguments &call) {
  eval::expectPositional("islice", call, 2, 4);
  auto bound = [&](size_t at, int64_t otherwise) {
    if (call.positional.size() <= at || call.positional[at].isNone())
      return otherwise;
    int64_t value = eval::toInt64(call.positional[at], "islice() bound");
    if (value < 0)
      raise("ValueError",
            "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    return value;
  };
  bool onlyStop = call.positional.size() == 2;
  int64_t start = onlyStop ? 0 : bound(1, 0);
  int64_t stop = bound(onlyStop ? 1 : 2, INT64_MAX);
  int64_t step = onlyStop ? 1 : bound(3, 1);
  if (step == 0)
    raise("ValueError", "Step for islice() must be a positive integer or None.");
  return makeIterator("islice",
                      [source = eval::iterate(call.positional[0]), next = start, stop, step,
                       at = int64_t(0)]() mutable -> Item {
                        if (next >= stop)
                          return std::nullopt;
                        Item item;
                        for (; at <= next; ++at) {
                          item = source->next();
                          if (!item) {
                            next = stop;
                            return std::nullopt;
                          }
                        }
                        next = next > INT64_MAX - step ? INT64_MAX : next + step;
                        return item;
                      });
}

Value zipLongest(const Arguments &call) {
  std::vector<std::unique_ptr<Iterator>> sources;
  for (const Value &source : call.positional)
    sources.push_back(eval::iterate(source));
  Value fill = keywordOr(call, "fillvalue", Value());
  return makeIterator("zip_longest", [sources = std::move(sources), fill]() mutable -> Item {
    std::vector<Value> row;
    bool any = false;
    for (auto &source : sources) {
      Item item = source ? source->next() : std::nullopt;
      if (!item)
        source.reset();
      any = any || item;
      row.push_back(item ? *item : fill);
    }
    return any ? Item(Value::tuple(std::move(row))) : std::nullopt;
  });
}

Value starmap(const Arguments &call) {
  eval::expectPositional("starmap", call, 2, 2);
  return makeIterator(
      "starmap",
      [function = call.positional[0], source = eval::iterate(call.positional[1])]() -> Item {
        Item item = source->next();
        if (!item)
          return std::nullopt;
        std::vector<Value> arguments = eval::items(*item);
        return eval::call(function, Arguments{arguments, {}});
      });
}

template <bool takes> Value whileTrue(const Arguments &call) {
  eval::expectPositional(takes ? "takewhile" : "dropwhile", call, 2, 2);
  return makeIterator(takes ? "takewhile" : "dropwhile",
                      [function = call.positional[0], source = eval::iterate(call.positional[1]),
                       over = false]() mutable -> Item {
                        while (Item item = source->next()) {
                          if (takes && over)
                            return std::nullopt;
                          if (!takes && over)
                            return item;
                          bool holds = eval::truthy(eval::call(function, {*item}));
                          over = !holds;
                          if (takes ? holds : !holds)
                            return item;
                          if (takes)
                            return std::nullopt;
                        }
                        return std::nullopt;
                      });
}

Value pairwise(const Arguments &call) {
  eval::expectPositional("pairwise", call, 1, 1);
  return makeIterator(
      "pairwise", [source = eval::iterate(call.positional[0]), last = Item()]() mutable -> Item {
        if (!last)
          last = source->next();
        Item item = last ? source->next() : std::nullopt;
        if (!item)
          return std::nullopt;
        Value before = *std::exchange(last, item);
        return Value::tuple({before, *item});
      });
}

// Runs of items with equal keys, each as (key, items). The items are a list already made.
Value groupBy(const Arguments &call) {
  static const eval::Signature signature("groupby", "iterable, key=");
  auto arguments = signature.match(call);
  Value key = arguments[1] ? *arguments[1] : Value();
  return makeIterator("groupby",
                      [source = eval::iterate(*arguments[0]), key, pending = Item(),
                       pendingKey = Value()]() mutable -> Item {
                        auto keyOf = [&](const Value &item) {
                          return key.isNone() ? item : eval::call(key, {item});
                        };
                        if (!pending) {
                          pending = source->next();
                          if (!pending)
                            return std::nullopt;
                          pendingKey = keyOf(*pending);
                        }
                        Value groupKey = pendingKey;
                        std::vector<Value> group;
                        while (pending && eval::same(groupKey, pendingKey)) {
                          group.push_back(*pending);
                          pending = source->next();
                          if (pending)
                            pendingKey = keyOf(*pending);
                        }
                        Value items = eval::iteratorObject(
                            "_grouper", eval::iterate(Value::list(std::move(group))));
                        return Value::tuple({groupKey, items});
                      });
}

} // namespace

Ref<eval::Module> itertoolsModule(Interpreter &) {
  auto module = eval::make<eval::Module>("itertools");
  auto chainType = eval::make<eval::Type>(
      "chain",
      [](const Arguments &call) {
        return chain(eval::iterate(
            Value::tuple(std::vector<Value>(call.positional.begin(), call.positional.end()))));
      },
      [](const Value &value) { return eval::typeName(value) == "chain"; });
  chainType->members.set(
      "from_iterable", eval::make<eval::NativeFunction>("from_iterable", [](const Arguments &call) {
        eval::expectPositional("from_iterable", call, 1, 1);
        return chain(eval::iterate(call.positional[0]));
      }));
  module->set("chain", chainType);
  module->define("product", product);
  module->define("combinations", combinations<false>);
  module->define("combinations_with_replacement", combinations<true>);
  module->define("permutations", permutations);
  module->define("count", count);
  module->define("cycle", cycle);
  module->define("repeat", repeat);
  module->define("accumulate", accumulate);
  module->define("islice", islice);
  module->define("zip_longest", zipLongest);
  module->define("starmap", starmap);
  module->define("takewhile", whileTrue<true>);
  module->define("dropwhile", whileTrue<false>);
  module->define("pairwise", pairwise);
  module->define("groupby", groupBy);
  return module;
}

} // namespace nereid::host
