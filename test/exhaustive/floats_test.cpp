// Arithmetic, comparison and choice on pairs of edges of every float type: zeros, subnormals,
// infinities, NaN, extremes, and numbers whose sums and products round.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <random>

#include "engines.h"

namespace nereid::exhaustive {
namespace {

struct Operator {
  std::string expression;
  std::function<double(double a, double b)> value; // exact, or rounded to the type's own digits
  bool isTruth = false;
  bool widens = false; // a result in fp32 of 16-bit operands
};

double minimumNumber(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
}
double maximumNumber(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
}

const std::vector<Operator> &operators() {
  static const std::vector<Operator> all = {
      {"a == b", [](double a, double b) { return a == b; }, true},
      {"a != b", [](double a, double b) { return a != b; }, true},
      {"a < b", [](double a, double b) { return a < b; }, true},
      {"a <= b", [](double a, double b) { return a <= b; }, true},
      {"a > b", [](double a, double b) { return a > b; }, true},
      {"a >= b", [](double a, double b) { return a >= b; }, true},
      {"-a", [](double a, double) { return -a; }},
      {"tl.abs(a)", [](double a, double) { return std::fabs(a); }},
      {"tl.where(a < b, a, b)", [](double a, double b) { return a < b ? a : b; }},
      {"tl.minimum(a, b)", minimumNumber, false, true},
      {"tl.maximum(a, b)", maximumNumber, false, true},
      {"tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL)",
       [](double a, double b) {
         return std::isnan(a + b) && (std::isnan(a) || std::isnan(b)) ? NAN : std::min(a, b);
       },
       false, true},
      {"tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)",
       [](double a, double b) {
         return std::isnan(a + b) && (std::isnan(a) || std::isnan(b)) ? NAN : std::max(a, b);
       },
       false, true},
  };
  return all;
}

// 64 patterns of a type.
std::vector<uint64_t> edgesOf(const Element &element) {
  std::vector<uint64_t> edges;
  uint64_t sign = uint64_t(1) << (element.bits - 1);
  auto both = [&](uint64_t pattern) {
    edges.push_back(pattern);
    edges.push_back(pattern | sign);
  };
  uint64_t one = uint64_t(element.bias) << element.mantissaBits;
  uint64_t infinity = (sign - 1) >> element.mantissaBits << element.mantissaBits;
  both(0);
  both(1);                                         // the smallest subnormal
  both((uint64_t(1) << element.mantissaBits) - 1); // the largest
  both(uint64_t(1) << element.mantissaBits);       // the smallest normal
  both(infinity - 1);                              // the largest
  both(infinity);
  both(infinity | (uint64_t(1) << (element.mantissaBits - 1))); // NaN
  both(one - 1);
  both(one);
  both(one + 1);
  both(one + (uint64_t(1) << element.mantissaBits));       // 2
  both(one + (uint64_t(3) << (element.mantissaBits - 1))); // 3
  std::mt19937_64 random(uint64_t(element.bits + element.bias));
  while (edges.size() < 48)
    edges.push_back(random() >> (64 - element.bits));
  while (edges.size() < 64) // near one, where sums and products of like sizes round
    edges.push_back(one + (random() & ((uint64_t(4) << element.mantissaBits) - 1)));
  return edges;
}

struct Pairs {
  std::vector<uint64_t> a, b;
};
Pairs pairsOf(const Element &element) {
  Pairs pairs;
  for (uint64_t a : edgesOf(element))
    for (uint64_t b : edgesOf(element)) {
      pairs.a.push_back(a);
      pairs.b.push_back(b);
    }
  return pairs;
}

std::string kernelOf(const std::string &expression, size_t size) {
  return kernelHead("x, y", size) + "    a, b = tl.load(x + i), tl.load(y + i)\n" +
         "    tl.store(out + i, " + expression + ")\n";
}

bool isSameNumber(const Element &element, uint64_t a, uint64_t b, bool zerosAreOne) {
  return element.same(a, b) || (zerosAreOne && element.decode(a) == 0 && element.decode(b) == 0);
}

class FloatPairs : public testing::TestWithParam<std::string> {
protected:
  const Element &element() const { return elementNamed(GetParam()); }

  // `wanted` is what the result must be, of the two operands' values, as a pattern of `out`.
  using Wanted = std::function<uint64_t(uint64_t a, uint64_t b)>;
  void expect(const std::string &expression, const Element &out, const Wanted &wanted,
              bool zerosAreOne = false) {
    Pairs pairs = pairsOf(element());
    std::vector<uint64_t> first;
    for (const char *device : {"interp", "cpu"}) {
      Outcome result = run(device, kernelOf(expression, pairs.a.size()),
                           {{&element(), pairs.a}, {&element(), pairs.b}}, out);
      ASSERT_EQ(result.error, "") << expression;
      for (size_t i = 0; i < pairs.a.size(); ++i)
        ASSERT_TRUE(isSameNumber(out, result.out[i], wanted(pairs.a[i], pairs.b[i]), zerosAreOne))
            << expression << " of " << std::hex << "0x" << pairs.a[i] << " and 0x" << pairs.b[i]
            << " is 0x" << result.out[i] << ", not 0x" << wanted(pairs.a[i], pairs.b[i]) << " on "
            << device;
      if (first.empty())
        first = result.out;
      for (size_t i = 0; i < first.size(); ++i)
        ASSERT_TRUE(isSameNumber(out, first[i], result.out[i], zerosAreOne))
            << expression << " differs between devices at " << std::hex << "0x" << pairs.a[i]
            << " and 0x" << pairs.b[i] << ": 0x" << first[i] << " and 0x" << result.out[i];
    }
  }

  // Computes in the type itself if the machine has it; else in fp32, whose digits are enough to
  // round once more exactly.
  uint64_t rounded(const Element &out, uint64_t a, uint64_t b,
                   const std::function<float(float, float)> &inFloat,
                   const std::function<double(double, double)> &inDouble) const {
    double x = double(element().decode(a)), y = double(element().decode(b));
    return element().bits == 64 ? out.encode(inDouble(x, y))
                                : out.encode(inFloat(float(x), float(y)));
  }
};

TEST_P(FloatPairs, AddsSubtractsMultipliesDivides) {
  const Element &wide = element().bits == 64 ? element() : elementNamed("float32");
  expect("a + b", element(), [&](uint64_t a, uint64_t b) {
    return rounded(element(), a, b, std::plus<float>(), std::plus<double>());
  });
  expect("a - b", element(), [&](uint64_t a, uint64_t b) {
    return rounded(element(), a, b, std::minus<float>(), std::minus<double>());
  });
  expect("a * b", element(), [&](uint64_t a, uint64_t b) {
    return rounded(element(), a, b, std::multiplies<float>(), std::multiplies<double>());
  });
  expect("a / b", wide, [&](uint64_t a, uint64_t b) {
    return rounded(wide, a, b, std::divides<float>(), std::divides<double>());
  });
  expect("a % b", wide, [&](uint64_t a, uint64_t b) {
    return rounded(
        wide, a, b, [](float x, float y) { return std::fmod(x, y); },
        [](double x, double y) { return std::fmod(x, y); });
  });
}

TEST_P(FloatPairs, ComparesAndChooses) {
  for (const Operator &each : operators()) {
    bool isWide = each.widens && element().name == "bfloat16";
    const Element &out = each.isTruth ? elementNamed("int1")
                         : isWide     ? elementNamed("float32")
                                      : element();
    bool choosesZero = each.expression.find("imum") != std::string::npos;
    expect(
        each.expression, out,
        [&](uint64_t a, uint64_t b) {
          double value = each.value(double(element().decode(a)), double(element().decode(b)));
          return out.encode(static_cast<long double>(value));
        },
        choosesZero);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FloatPairs,
                         testing::Values("float16", "bfloat16", "float32", "float64"),
                         [](const auto &parameter) { return parameter.param; });

// Half of one operand's every bit pattern through the functions that are exact.
TEST(EveryHalf, ThroughExactFunctions) {
  const Element &half = elementNamed("float16"), &single = elementNamed("float32");
  std::vector<uint64_t> patterns(65536);
  for (size_t i = 0; i < patterns.size(); ++i)
    patterns[i] = i;
  using Function = std::pair<std::string, std::function<float(float)>>;
  for (const auto &[name, function] : {Function{"tl.floor", [](float x) { return std::floor(x); }},
                                       Function{"tl.ceil", [](float x) { return std::ceil(x); }},
                                       Function{"tl.sqrt_rn", [](float x) { return std::sqrt(x); }},
                                       Function{"tl.abs", [](float x) { return std::fabs(x); }}})
    for (const char *device : {"interp", "cpu"}) {
      std::string text = kernelHead("x", patterns.size()) + "    tl.store(out + i, " + name +
                         "(tl.load(x + i).to(tl.float32)))\n";
      Outcome result = run(device, text, {{&half, patterns}}, single);
      ASSERT_EQ(result.error, "");
      for (size_t i = 0; i < patterns.size(); ++i)
        ASSERT_TRUE(
            single.same(result.out[i], single.encode(function(float(half.decode(patterns[i]))))))
            << name << " of 0x" << std::hex << patterns[i] << " on " << device;
    }
}

} // namespace
} // namespace nereid::exhaustive
