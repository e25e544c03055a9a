// Every pair of 8-bit integers through every operator.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "engines.h"

namespace nereid::exhaustive {
namespace {

// An operator on two values of one 8-bit type, computed wide and cut to the type where it is read.
struct Operator {
  std::string expression; // of a, b and d, which is b without zeros
  std::function<int(int a, int b)> value;
  bool isTruth = false; // of type int1
};

// Shifts by the width or more give what shifting one by one would.
int shiftLeft(int a, int count) {
  return count > 7 ? 0 : a << count;
}
int shiftRight(int a, int count) {
  return a >> std::min(count, 8);
}
int orOne(int divisor) {
  return divisor == 0 ? 1 : divisor;
}

const std::vector<Operator> &operators() {
  static const std::vector<Operator> all = {
      {"a + b", [](int a, int b) { return a + b; }},
      {"a - b", [](int a, int b) { return a - b; }},
      {"a * b", [](int a, int b) { return a * b; }},
      {"a // d", [](int a, int b) { return a / orOne(b); }},
      {"a % d", [](int a, int b) { return a % orOne(b); }},
      {"a & b", [](int a, int b) { return a & b; }},
      {"a | b", [](int a, int b) { return a | b; }},
      {"a ^ b", [](int a, int b) { return a ^ b; }},
      {"a << b", [](int a, int b) { return shiftLeft(a, b & 255); }},
      {"a >> b", [](int a, int b) { return shiftRight(a, b & 255); }},
      {"tl.minimum(a, b)", [](int a, int b) { return std::min(a, b); }},
      {"tl.maximum(a, b)", [](int a, int b) { return std::max(a, b); }},
      {"tl.where(a < b, a, b)", [](int a, int b) { return a < b ? a : b; }},
      {"-a", [](int a, int) { return -a; }},
      {"~a", [](int a, int) { return ~a; }},
      {"tl.abs(a)", [](int a, int) { return std::abs(a); }},
      {"a == b", [](int a, int b) { return a == b; }, true},
      {"a != b", [](int a, int b) { return a != b; }, true},
      {"a < b", [](int a, int b) { return a < b; }, true},
      {"a <= b", [](int a, int b) { return a <= b; }, true},
      {"a > b", [](int a, int b) { return a > b; }, true},
      {"a >= b", [](int a, int b) { return a >= b; }, true},
  };
  return all;
}

int valueOf(const Element &element, uint64_t pattern) {
  return element.kind == Kind::Signed ? static_cast<int8_t>(pattern)
                                      : static_cast<uint8_t>(pattern);
}

// All operators in one kernel, each result widened to int32 in a part of `out` of its own.
std::string kernelOf(const std::vector<Operator> &all, size_t size) {
  std::string text = kernelHead("x, y", size) + "    a, b = tl.load(x + i), tl.load(y + i)\n"
                                                "    d = tl.where(b == 0, 1, b)\n";
  for (size_t k = 0; k < all.size(); ++k)
    text += "    tl.store(out + " + std::to_string(k) + " * size + i, (" + all[k].expression +
            ").to(tl.int32))\n";
  return text;
}

struct Pairs {
  std::vector<uint64_t> a, b;
};
Pairs everyPair() {
  Pairs pairs;
  for (uint64_t a = 0; a < 256; ++a)
    for (uint64_t b = 0; b < 256; ++b) {
      pairs.a.push_back(a);
      pairs.b.push_back(b);
    }
  return pairs;
}

void expectOperators(const Element &left, const Element &right, const Element &common,
                     const std::vector<Operator> &all, const char *device) {
  Pairs pairs = everyPair();
  Outcome result = run(device, kernelOf(all, pairs.a.size()), {{&left, pairs.a}, {&right, pairs.b}},
                       elementNamed("int32"), static_cast<int>(all.size()));
  ASSERT_EQ(result.error, "") << device;
  for (size_t k = 0; k < all.size(); ++k)
    for (size_t i = 0; i < pairs.a.size(); ++i) {
      int a = valueOf(common, pairs.a[i]), b = valueOf(common, pairs.b[i]);
      int wide = all[k].value(a, b);
      int wanted = all[k].isTruth ? wide : valueOf(common, static_cast<uint64_t>(wide));
      ASSERT_EQ(static_cast<int32_t>(result.out[k * pairs.a.size() + i]), wanted)
          << all[k].expression << " of " << left.name << " " << a << " and " << right.name << " "
          << b << " on " << device;
    }
}

TEST(IntegerPairs, Int8) {
  const Element &int8 = elementNamed("int8");
  for (const char *device : {"interp", "cpu"})
    expectOperators(int8, int8, int8, operators(), device);
}

TEST(IntegerPairs, Uint8) {
  const Element &uint8 = elementNamed("uint8");
  for (const char *device : {"interp", "cpu"})
    expectOperators(uint8, uint8, uint8, operators(), device);
}

// The unsigned of two types of one width is the common one; / // % refuse to mix signs.
TEST(IntegerPairs, Int8WithUint8) {
  const Element &int8 = elementNamed("int8"), &uint8 = elementNamed("uint8");
  std::vector<Operator> mixing;
  for (const Operator &each : operators()) {
    bool readsLeftAlone = each.expression.find('b') == std::string::npos ||
                          each.expression == "a >> b" || each.expression.starts_with("tl.abs");
    if (!readsLeftAlone && each.expression.find('d') == std::string::npos)
      mixing.push_back(each);
  }
  for (const char *device : {"interp", "cpu"}) {
    expectOperators(int8, uint8, uint8, mixing, device);
    expectOperators(uint8, int8, uint8, mixing, device);
  }
}

TEST(IntegerPairs, MixedSignsDoNotDivide) {
  const Element &int8 = elementNamed("int8"), &uint8 = elementNamed("uint8");
  Pairs pairs = everyPair();
  for (const char *expression : {"a // b", "a % b"}) {
    std::vector<Operator> one = {{expression, {}}};
    Outcome result = run("interp", kernelOf(one, pairs.a.size()),
                         {{&int8, pairs.a}, {&uint8, pairs.b}}, elementNamed("int32"));
    EXPECT_NE(result.error.find("error["), std::string::npos) << expression;
  }
}

} // namespace
} // namespace nereid::exhaustive
