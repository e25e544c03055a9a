// random: CPython's Mersenne twister and the methods built on it, so that a seeded script draws the
// same numbers here. Source of the generator: M. Matsumoto and T. Nishimura, "Mersenne Twister: a
// 623-dimensionally equidistributed uniform pseudorandom number generator", 1998.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::Int;
using eval::Method;
using eval::raise;
using eval::Ref;
using eval::Value;
using syntax::BinaryOp;

namespace {

class Twister {
public:
  void seed(unsigned __int128 value) {
    std::vector<uint32_t> key;
    for (; value != 0 || key.empty(); value >>= 32)
      key.push_back(uint32_t(value));
    seedWith(key);
  }

  uint32_t next() {
    if (at_ == kSize)
      refill();
    uint32_t y = state_[at_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ y >> 18;
  }

  double real() {
    uint32_t high = next() >> 5, low = next() >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
  }

  unsigned __int128 bits(int count) {
    if (count <= 32)
      return count == 0 ? 0 : next() >> (32 - count);
    unsigned __int128 result = 0;
    for (int shift = 0; shift < count; shift += 32) {
      uint32_t word = next();
      int left = count - shift;
      result |= (unsigned __int128)(left < 32 ? word >> (32 - left) : word) << shift;
    }
    return result;
  }

  // Uniform in [0, limit), limit > 0.
  Int below(Int limit) {
    int count = 0;
    for (Int rest = limit; rest != 0; rest >>= 1)
      ++count;
    for (;;) {
      unsigned __int128 drawn = bits(count);
      if (drawn < (unsigned __int128)(limit))
        return Int(drawn);
    }
  }

private:
  static constexpr size_t kSize = 624, kShift = 397;

  void seedWithNumber(uint32_t number) {
    state_[0] = number;
    for (size_t i = 1; i < kSize; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + uint32_t(i);
  }

  void seedWith(const std::vector<uint32_t> &key) {
    seedWithNumber(19650218u);
    size_t i = 1, j = 0;
    for (size_t k = std::max(kSize, key.size()); k > 0; --k) {
      state_[i] =
          (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1664525u) + key[j] + uint32_t(j);
      if (++i >= kSize) {
        state_[0] = state_[kSize - 1];
        i = 1;
      }
      j = (j + 1) % key.size();
    }
    for (size_t k = kSize - 1; k > 0; --k) {
      state_[i] = (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1566083941u) - uint32_t(i);
      if (++i >= kSize) {
        state_[0] = state_[kSize - 1];
        i = 1;
      }
    }
    state_[0] = 0x80000000u;
    at_ = kSize;
  }

  void refill() {
    for (size_t i = 0; i < kSize; ++i) {
      uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kSize] & 0x7fffffffu);
      state_[i] = state_[(i + kShift) % kSize] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    at_ = 0;
  }

  std::array<uint32_t, kSize> state_{};
  size_t at_ = kSize;
};

// random.Random; the module's functions are the methods of one.
class Random : public eval::Object {
public:
  Random() { seedFromClock(); }
  void seedFromClock() {
    auto now = std::chrono::system_clock::now().time_since_epoch().count();
    twister.seed((unsigned __int128)(now) ^ reinterpret_cast<uintptr_t>(this));
  }
  std::string typeName() const override { return "Random"; }
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  Twister twister;
  std::optional<double> spareGauss;
};

Random &self(eval::Object &object) {
  return static_cast<Random &>(object);
}

Value seed(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("seed", "a=, version=");
  auto arguments = signature.match(call);
  self(object).spareGauss.reset();
  if (!arguments[0] || arguments[0]->isNone()) {
    self(object).seedFromClock();
    return Value();
  }
  if (!arguments[0]->isInt() && !arguments[0]->isBool())
    raise("TypeError",
          cat("random.seed() takes an int or None here, not ", eval::typeName(*arguments[0])));
  Int number = arguments[0]->asInt();
  self(object).twister.seed(number < 0 ? -(unsigned __int128)(number)
                                       : (unsigned __int128)(number));
  return Value();
}

Value random(eval::Object &object, const Arguments &call) {
  eval::expectPositional("Random.random", call, 0, 0);
  return Value::real(self(object).twister.real());
}

Value getRandomBits(eval::Object &object, const Arguments &call) {
  eval::expectPositional("getrandbits", call, 1, 1);
  int64_t count = eval::toInt64(call.positional[0], "number of bits");
  if (count < 0)
    raise("ValueError", "number of bits must be non-negative");
  if (count > 127)
    raise("OverflowError", "Nereid's ints hold 128 bits");
  return Value::integer(Int(self(object).twister.bits(int(count))));
}

Value randomRange(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("randrange", "start, stop=, step=");
  auto arguments = signature.match(call);
  Int start = eval::toInt(*arguments[0]);
  if (!arguments[1] || arguments[1]->isNone()) {
    if (start <= 0)
      raise("ValueError", "empty range for randrange()");
    return Value::integer(self(object).twister.below(start));
  }
  Int width = eval::toInt(*arguments[1]) - start;
  Int step = arguments[2] ? eval::toInt(*arguments[2]) : 1;
  if (step == 0)
    raise("ValueError", "zero step for randrange()");
  Int count = step > 0 ? (width + step - 1) / step : (width + step + 1) / step;
  if (count <= 0)
    raise("ValueError", cat("empty range for randrange() (", eval::str(*arguments[0]), ", ",
                            eval::str(*arguments[1]), ", ", eval::formatInt(width), ")"));
  return Value::integer(start + step * self(object).twister.below(count));
}

Value randomInt(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("randint", "a, b");
  auto arguments = signature.match(call);
  Int a = eval::toInt(*arguments[0]), b = eval::toInt(*arguments[1]);
  if (b < a)
    raise("ValueError", cat("empty range for randrange() (", eval::formatInt(a), ", ",
                            eval::formatInt(b + 1), ", ", eval::formatInt(b + 1 - a), ")"));
  return Value::integer(a + self(object).twister.below(b - a + 1));
}

Value choice(eval::Object &object, const Arguments &call) {
  eval::expectPositional("choice", call, 1, 1);
  int64_t size = eval::length(call.positional[0]);
  if (size == 0)
    raise("IndexError", "Cannot choose from an empty sequence");
  return eval::getItem(call.positional[0], Value::integer(self(object).twister.below(size)));
}

Value shuffle(eval::Object &object, const Arguments &call) {
  eval::expectPositional("shuffle", call, 1, 1);
  const Value &list = call.positional[0];
  for (int64_t i = eval::length(list) - 1; i > 0; --i) {
    Value at = Value::integer(i), other = Value::integer(self(object).twister.below(i + 1));
    Value kept = eval::getItem(list, at);
    eval::setItem(list, at, eval::getItem(list, other));
    eval::setItem(list, other, kept);
  }
  return Value();
}

Value sample(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("sample", "population, k, *, counts=");
  auto arguments = signature.match(call);
  std::vector<Value> pool = eval::items(*arguments[0]);
  Int size = Int(pool.size()), count = eval::toInt(*arguments[1]);
  if (count < 0 || count > size)
    raise("ValueError", "Sample larger than population or is negative");
  Int setSize = 21; // as CPython decides between drawing from a pool and remembering the drawn
  if (count > 5)
    setSize += Int(std::pow(4, std::ceil(std::log(double(count) * 3) / std::log(4.0))));
  std::vector<Value> drawn;
  if (size <= setSize) {
    for (Int i = 0; i < count; ++i) {
      Int at = self(object).twister.below(size - i);
      drawn.push_back(pool[size_t(at)]);
      pool[size_t(at)] = pool[size_t(size - i - 1)];
    }
    return Value::list(std::move(drawn));
  }
  std::vector<bool> taken(pool.size());
  for (Int i = 0; i < count; ++i) {
    Int at = self(object).twister.below(size);
    while (taken[size_t(at)])
      at = self(object).twister.below(size);
    taken[size_t(at)] = true;
    drawn.push_back(pool[size_t(at)]);
  }
  return Value::list(std::move(drawn));
}

Value choices(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("choices", "population, weights=, *, cum_weights=, k=");
  auto arguments = signature.match(call);
  std::vector<Value> pool = eval::items(*arguments[0]);
  int64_t count = arguments[3] ? eval::toInt64(*arguments[3], "k") : 1;
  std::vector<double> cumulative;
  bool isCumulative = arguments[2] && !arguments[2]->isNone();
  const Value *weights = isCumulative ? arguments[2] : arguments[1];
  if (weights && !weights->isNone())
    for (const Value &weight : eval::items(*weights))
      cumulative.push_back(eval::toDouble(weight) +
                           (isCumulative || cumulative.empty() ? 0.0 : cumulative.back()));
  if (!cumulative.empty() && cumulative.size() != pool.size())
    raise("ValueError", "The number of weights does not match the population");
  if (pool.empty() && count > 0)
    raise("IndexError", "Cannot choose from an empty population");
  std::vector<Value> drawn;
  for (int64_t i = 0; i < count; ++i) {
    double r = self(object).twister.real();
    size_t at = size_t(r * double(pool.size()));
    if (!cumulative.empty()) {
      double target = r * cumulative.back();
      at = size_t(std::upper_bound(cumulative.begin(), cumulative.end() - 1, target) -
                  cumulative.begin());
    }
    drawn.push_back(pool[at]);
  }
  return Value::list(std::move(drawn));
}

Value uniform(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("uniform", "a, b");
  auto arguments = signature.match(call);
  double a = eval::toDouble(*arguments[0]), b = eval::toDouble(*arguments[1]);
  return Value::real(a + (b - a) * self(object).twister.real());
}

Value gauss(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("gauss", "mu=, sigma=");
  auto arguments = signature.match(call);
  double mu = arguments[0] ? eval::toDouble(*arguments[0]) : 0.0;
  double sigma = arguments[1] ? eval::toDouble(*arguments[1]) : 1.0;
  std::optional<double> z = std::exchange(self(object).spareGauss, std::nullopt);
  if (!z) {
    double angle = self(object).twister.real() * 2 * std::numbers::pi;
    double radius = std::sqrt(-2.0 * std::log(1.0 - self(object).twister.real()));
    z = std::cos(angle) * radius;
    self(object).spareGauss = std::sin(angle) * radius;
  }
  return Value::real(mu + *z * sigma);
}

// Kinderman and Monahan's ratio method, as CPython has it.
Value normalVariate(eval::Object &object, const Arguments &call) {
  static const eval::Signature signature("normalvariate", "mu=, sigma=");
  auto arguments = signature.match(call);
  double mu = arguments[0] ? eval::toDouble(*arguments[0]) : 0.0;
  double sigma = arguments[1] ? eval::toDouble(*arguments[1]) : 1.0;
  const double magic = 4 * std::exp(-0.5) / std::sqrt(2.0);
  for (;;) {
    double u1 = self(object).twister.real();
    double u2 = 1.0 - self(object).twister.real();
    double z = magic * (u1 - 0.5) / u2;
    if (z * z / 4.0 <= -std::log(u2))
      return Value::real(mu + z * sigma);
  }
}

constexpr Method kMethods[] = {
    {"seed", seed},
    {"random", random},
    {"getrandbits", getRandomBits},
    {"randrange", randomRange},
    {"randint", randomInt},
    {"choice", choice},
    {"shuffle", shuffle},
    {"sample", sample},
    {"choices", choices},
    {"uniform", uniform},
    {"gauss", gauss},
    {"normalvariate", normalVariate},
};

std::optional<Value> Random::getAttr(std::string_view name) {
  return eval::bindMethod(kMethods, *this, name);
}

std::vector<std::string> Random::attributeNames() const {
  return eval::methodNames(kMethods);
}

} // namespace

Ref<eval::Module> randomModule(Interpreter &) {
  auto module = eval::make<eval::Module>("random");
  auto shared = eval::make<Random>();
  for (const Method &method : kMethods)
    module->set(method.name, *shared->getAttr(method.name));
  module->set("Random", eval::make<eval::Type>(
                            "Random",
                            [](const Arguments &call) {
                              auto random = eval::make<Random>();
                              seed(*random, call);
                              return Value(random);
                            },
                            [](const Value &value) { return value.as<Random>() != nullptr; }));
  return module;
}

} // namespace nereid::host
