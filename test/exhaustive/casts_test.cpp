// x.to(T), from every type to every type: all bit patterns of types of up to 16 bits; for wider
// ones what lies on and beside the boundaries where rounding turns.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "engines.h"

namespace nereid::exhaustive {
namespace {

std::vector<uint64_t> everyPattern(int bits) {
  std::vector<uint64_t> all(size_t(1) << bits);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  return all;
}

// Each finite value of a small float type, the middles between neighbours, and what is beside them.
std::vector<double> boundariesOf(const Element &small, bool asFloat) {
  std::vector<double> values;
  auto add = [&](double value) {
    values.push_back(value);
    values.push_back(asFloat ? std::nextafter(float(value), INFINITY)
                             : std::nextafter(value, INFINITY));
    values.push_back(asFloat ? std::nextafter(float(value), -INFINITY)
                             : std::nextafter(value, -INFINITY));
  };
  for (uint64_t pattern = 0; pattern < uint64_t(1) << small.bits; ++pattern) {
    double here = double(small.decode(pattern)), next = double(small.decode(pattern + 1));
    if (!std::isfinite(here))
      continue;
    // Of bfloat16 the middles alone: the values are every other 16-bit step between them.
    if (small.name != "bfloat16")
      add(here);
    if (std::isfinite(next) && pattern + 1 < uint64_t(1) << small.bits)
      add((here + next) / 2);
  }
  return values;
}

void addRandom(std::vector<uint64_t> &patterns, int bits, int count) {
  std::mt19937_64 random(uint64_t(bits) + 1);
  for (int i = 0; i < count; ++i)
    patterns.push_back(random() >> (64 - bits));
}

std::vector<uint64_t> interestingFloats(const Element &from) {
  bool asFloat = from.bits == 32;
  std::vector<uint64_t> patterns;
  auto add = [&](double value) {
    patterns.push_back(asFloat ? std::bit_cast<uint32_t>(float(value))
                               : std::bit_cast<uint64_t>(value));
  };
  for (const Element &small : elements())
    if (small.isFloat() && small.bits <= 16)
      for (double value : boundariesOf(small, asFloat))
        add(value);
  for (double value : {0.0,
                       -0.0,
                       HUGE_VAL,
                       -HUGE_VAL,
                       std::nan(""),
                       3.4e38,
                       -3.4e38,
                       1e300,
                       1e-300,
                       9.2233720368547758e18,
                       1.8446744073709552e19,
                       -9.2233720368547758e18,
                       2147483648.0,
                       2147483647.5,
                       -2147483648.5,
                       -2147483649.0,
                       4294967295.5,
                       4294967296.0,
                       -1.0,
                       -0.5})
    add(value);
  addRandom(patterns, from.bits, 8192);
  return patterns;
}

std::vector<uint64_t> interestingIntegers(const Element &from) {
  std::vector<uint64_t> patterns;
  uint64_t mask = from.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << from.bits) - 1;
  for (int power = 0; power < from.bits; ++power)
    for (int step = -2; step <= 2; ++step)
      for (int half = 0; half < 2; ++half) {
        uint64_t value = (uint64_t(1) << power) + (half ? uint64_t(1) << power >> 1 : 0);
        // The last bit of a float's mantissa below this power: where ties are.
        for (int digits : {0, 3, 4, 8, 9, 11, 12, 24, 25, 53, 54}) {
          uint64_t tie = digits && power >= digits ? uint64_t(1) << (power - digits) : 0;
          patterns.push_back((value + tie + uint64_t(step)) & mask);
          patterns.push_back(-(value + tie + uint64_t(step)) & mask);
        }
      }
  addRandom(patterns, from.bits, 4096);
  return patterns;
}

const std::vector<uint64_t> &inputsOf(const Element &from) {
  static std::map<std::string, std::vector<uint64_t>> known;
  std::vector<uint64_t> &patterns = known[from.name];
  if (patterns.empty()) {
    if (from.kind == Kind::Bool)
      patterns = {0, 1};
    else if (from.bits <= 16)
      patterns = everyPattern(from.bits);
    else
      patterns = from.isFloat() ? interestingFloats(from) : interestingIntegers(from);
    patterns = padded(std::move(patterns));
  }
  return patterns;
}

std::string castKernel(const Element &from, const Element &to, size_t size,
                       const std::string &options = "") {
  std::string text = kernelHead("x", size) + "    v = tl.load(x + i)";
  if (from.isBitcast())
    text += ".to(tl." + from.name + ", bitcast=True)";
  text += ".to(tl." + to.name + options + ")";
  if (to.isBitcast())
    text += ".to(tl.uint8, bitcast=True)";
  return text + "\n    tl.store(out + i, v)\n";
}

void expectCasts(const Element &from, const Element &to, const Outcome &run, const char *device) {
  ASSERT_EQ(run.error, "") << from.name << " to " << to.name << " on " << device;
  const std::vector<uint64_t> &inputs = inputsOf(from);
  int wrong = 0;
  for (size_t i = 0; i < inputs.size() && wrong < 3; ++i) {
    uint64_t wanted = castTo(to, from, inputs[i]);
    bool isEitherEnd = to.top == Element::Top::Numbers && from.isNan(inputs[i]);
    if (to.same(run.out[i], wanted) || (isEitherEnd && (run.out[i] & 0x7F) == wanted))
      continue; // a type without NaN has its largest value for it, of either sign
    ++wrong;
    ADD_FAILURE() << from.name << " to " << to.name << " on " << device << ": " << std::hex << "0x"
                  << inputs[i] << " (" << double(from.decode(inputs[i])) << ") becomes 0x"
                  << run.out[i] << ", not 0x" << wanted;
  }
}

// fp8 goes to and from integers by way of a wider float, as upstream demands; but it may be
// compared with zero, which is what a conversion to int1 is.
bool isRefused(const Element &from, const Element &to) {
  bool fromInteger = !from.isFloat(), toInteger = !to.isFloat() && to.kind != Kind::Bool;
  return (from.isFloat8() && toInteger) || (fromInteger && to.isFloat8());
}

class Cast : public testing::TestWithParam<std::string> {};

TEST_P(Cast, ToEveryTypeIsRight) {
  const Element &from = elementNamed(GetParam());
  for (const Element &to : elements())
    for (const char *device : {"interp", "cpu"}) {
      std::string text = castKernel(from, to, inputsOf(from).size());
      Outcome result = run(device, text, {{&from, inputsOf(from)}}, to);
      if (isRefused(from, to))
        EXPECT_NE(result.error, "") << from.name << " to " << to.name;
      else
        expectCasts(from, to, result, device);
    }
}

INSTANTIATE_TEST_SUITE_P(From, Cast, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const Element &element : elements())
                             names.push_back(element.name);
                           return names;
                         }()),
                         [](const auto &parameter) { return parameter.param; });

TEST(CastTowardZero, IsTheNeighbourNearerToZero) {
  const Element &from = elementNamed("float32");
  for (const char *name : {"float16", "bfloat16", "float8e5"})
    for (const char *device : {"interp", "cpu"}) {
      const Element &to = elementNamed(name);
      std::string text =
          castKernel(from, to, inputsOf(from).size(), ", fp_downcast_rounding=\"rtz\"");
      Outcome result = run(device, text, {{&from, inputsOf(from)}}, to);
      ASSERT_EQ(result.error, "");
      for (size_t i = 0; i < result.out.size(); ++i) {
        long double value = from.decode(inputsOf(from)[i]);
        if (std::isfinite(value))
          ASSERT_EQ(result.out[i], to.encodeTowardZero(value))
              << double(value) << " to " << name << " on " << device;
      }
    }
}

} // namespace
} // namespace nereid::exhaustive
