// An iterator from a lambda, for modules written in C++.
//
//   return makeIterator("count", [at = start]() mutable { return
//   std::optional(Value::integer(at++)); });
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "eval/operators.h"

namespace nereid::host {

template <typename Next> class LambdaIterator : public eval::Iterator {
public:
  explicit LambdaIterator(Next next) : next_(std::move(next)) {}
  std::optional<eval::Value> next() override { return next_(); }

private:
  Next next_;
};

// `next` returns std::optional<Value>: nothing at the end.
template <typename Next> eval::Value makeIterator(std::string typeName, Next next) {
  return eval::iteratorObject(std::move(typeName),
                              std::make_unique<LambdaIterator<Next>>(std::move(next)));
}

} // namespace nereid::host
