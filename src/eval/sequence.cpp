// What list and tuple share, and slice and range.
#include "eval/sequence.h"

#include <cmath>

#include "base/text.h"
#include "eval/function.h"
#include "eval/operators.h"
#include "eval/stack.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;

int64_t sequenceIndex(const Value &index, int64_t length, std::string_view kind,
                      std::string_view subject) {
  std::optional<Int> number;
  if (index.isInt() || index.isBool())
    number = index.asInt();
  else if (index.isObject())
    number = index.object()->index();
  if (!number)
    raise("TypeError", cat(kind, " indices must be integers or slices, not ", typeName(index)));
  Int position = *number < 0 ? *number + length : *number;
  if (position < 0 || position >= length)
    raise("IndexError", cat(subject, " out of range"));
  return int64_t(position);
}

bool equalSequences(std::span<const Value> a, std::span<const Value> b) {
  checkStack("in comparison");
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i]))
      return false;
  return true;
}

bool compareSequences(CompareOp op, std::span<const Value> a, std::span<const Value> b) {
  if (op == CompareOp::Equal)
    return equalSequences(a, b);
  if (op == CompareOp::NotEqual)
    return !equalSequences(a, b);
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (!same(a[i], b[i]))
      return truthy(compare(op, a[i], b[i]));
  return truthy(compare(op, Value::integer(Int(a.size())), Value::integer(Int(b.size()))));
}

std::string reprItems(std::span<const Value> items) {
  std::string result;
  for (const Value &item : items) {
    if (!result.empty())
      result += ", ";
    result += repr(item);
  }
  return result;
}

// -- slice ----------------------------------------------------------------------------------------

namespace {

// A bound in 64 bits; anything larger is beyond every sequence anyway.
int64_t sliceBound(const Value &value) {
  std::optional<Int> number;
  if (value.isInt() || value.isBool())
    number = value.asInt();
  else if (value.isObject())
    number = value.object()->index();
  if (!number)
    raise("TypeError", "slice indices must be integers or None or have an __index__ method");
  constexpr Int kMost = Int(1) << 62;
  return int64_t(std::max(-kMost, std::min(kMost, *number)));
}

} // namespace

Slice::Indices Slice::indices(int64_t length) const {
  int64_t stride = step.isNone() ? 1 : sliceBound(step);
  if (stride == 0)
    raise("ValueError", "slice step cannot be zero");
  int64_t low = stride < 0 ? -1 : 0;
  int64_t high = stride < 0 ? length - 1 : length;
  auto clamp = [&](const Value &bound, int64_t otherwise) {
    if (bound.isNone())
      return otherwise;
    int64_t position = sliceBound(bound);
    if (position < 0)
      position += length;
    return std::max(low, std::min(high, position));
  };
  int64_t start = clamp(lower, stride < 0 ? high : low);
  int64_t stop = clamp(upper, stride < 0 ? low : high);
  int64_t distance = stride < 0 ? start - stop : stop - start;
  int64_t size = stride < 0 ? -stride : stride;
  return {start, stride, distance <= 0 ? 0 : (distance - 1) / size + 1, stop};
}

std::string Slice::repr() const {
  return cat("slice(", eval::repr(lower), ", ", eval::repr(upper), ", ", eval::repr(step), ")");
}

std::optional<Value> Slice::getAttr(std::string_view name) {
  if (name == "start")
    return lower;
  if (name == "stop")
    return upper;
  if (name == "step")
    return step;
  if (name == "indices")
    return Value(
        make<NativeFunction>("indices", [self = Ref<Slice>(this)](const Arguments &arguments) {
          if (arguments.positional.size() != 1)
            raise("TypeError", cat("slice.indices() takes exactly one argument (",
                                   arguments.positional.size(), " given)"));
          Indices at = self->indices(toInt64(arguments.positional[0], "length"));
          return Value::tuple(
              {Value::integer(at.start), Value::integer(at.stop), Value::integer(at.step)});
        }));
  return std::nullopt;
}

bool Slice::equals(const Value &other) const {
  auto *slice = other.as<Slice>();
  return slice && same(lower, slice->lower) && same(upper, slice->upper) && same(step, slice->step);
}

size_t Slice::hash() const {
  raise("TypeError", "unhashable type: 'slice'");
}

// -- range ----------------------------------------------------------------------------------------

namespace {

struct RangeIterator : Iterator {
  RangeIterator(int64_t start, int64_t step, int64_t count)
      : value(start), step(step), left(count) {}
  std::optional<Value> next() override {
    if (left == 0)
      return std::nullopt;
    --left;
    Int current = value;
    value += step;
    return Value::integer(current);
  }
  Int value;
  int64_t step;
  int64_t left;
};

Range &selfRange(Object &self) {
  return static_cast<Range &>(self);
}

std::optional<int64_t> findInRange(const Range &range, const Value &item) {
  Int position;
  if (item.isFloat()) {
    if (!(std::fabs(item.asFloat()) < 0x1p62) || item.asFloat() != std::trunc(item.asFloat()))
      return std::nullopt;
    position = Int(item.asFloat()) - range.start;
  } else if (item.isNumber()) {
    position = item.asInt() - range.start;
  } else {
    return std::nullopt;
  }
  if (position % range.step != 0)
    return std::nullopt;
  position /= range.step;
  if (position < 0 || position >= range.count())
    return std::nullopt;
  return int64_t(position);
}

Value rangeIndex(Object &self, const Arguments &arguments) {
  if (arguments.positional.size() != 1)
    raise("TypeError", cat("range.index() takes exactly one argument (",
                           arguments.positional.size(), " given)"));
  const Value &item = arguments.positional[0];
  if (auto position = findInRange(selfRange(self), item))
    return Value::integer(*position);
  if (!item.isInt() && !item.isBool())
    raise("ValueError", "sequence.index(x): x not in sequence");
  raise("ValueError", cat(repr(item), " is not in range"));
}

Value rangeCount(Object &self, const Arguments &arguments) {
  if (arguments.positional.size() != 1)
    raise("TypeError", cat("range.count() takes exactly one argument (",
                           arguments.positional.size(), " given)"));
  return Value::integer(findInRange(selfRange(self), arguments.positional[0]) ? 1 : 0);
}

constexpr Method kRangeMethods[] = {{"index", rangeIndex}, {"count", rangeCount}};

} // namespace

int64_t Range::count() const {
  Int distance = step > 0 ? Int(stop) - start : Int(start) - stop;
  Int size = step > 0 ? Int(step) : -Int(step);
  return distance <= 0 ? 0 : int64_t(std::min<Int>((distance - 1) / size + 1, INT64_MAX));
}

std::string Range::repr() const {
  return step == 1 ? cat("range(", start, ", ", stop, ")")
                   : cat("range(", start, ", ", stop, ", ", step, ")");
}

std::optional<Value> Range::getAttr(std::string_view name) {
  if (name == "start")
    return Value::integer(start);
  if (name == "stop")
    return Value::integer(stop);
  if (name == "step")
    return Value::integer(step);
  return bindMethod(kRangeMethods, *this, name);
}

std::vector<std::string> Range::attributeNames() const {
  return {"start", "stop", "step", "index", "count"};
}

Value Range::getItem(const Value &index) {
  if (auto *slice = index.as<Slice>()) {
    Slice::Indices at = slice->indices(count());
    return make<Range>(this->at(at.start), this->at(at.stop), int64_t(Int(step) * at.step));
  }
  int64_t position = sequenceIndex(index, count(), "range", "range object index");
  return Value::integer(at(position));
}

std::optional<bool> Range::contains(const Value &item) {
  return findInRange(*this, item).has_value();
}

std::optional<int64_t> Range::length() const {
  return count();
}

std::unique_ptr<Iterator> Range::iterate() {
  return std::make_unique<RangeIterator>(start, step, count());
}

bool Range::equals(const Value &other) const {
  auto *range = other.as<Range>();
  if (!range || range->count() != count())
    return false;
  return count() == 0 || (range->start == start && (count() == 1 || range->step == step));
}

size_t Range::hash() const {
  return size_t(count()) * 1000003 ^ size_t(count() ? start : 0) * 31 ^
         size_t(count() > 1 ? step : 0);
}

} // namespace nereid::eval
