// Holds the inline polynomials to their bound: at most 2 units in the last place from the exact
// value, over bit patterns spread evenly through all floats, denormals and specials included.
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "backend/cpu/compiled_kernel.h"
#include "base/text.h"

namespace nereid::cpu {
namespace {

constexpr int kBlock = 4096;

// out[i] = op(x[i])
std::string elementwise(const std::string &op) {
  std::string n = std::to_string(kBlock), floats = "tensor<" + n + "xf32>";
  std::string ptrs = "tensor<" + n + "x!tile.ptr<f32>>", ints = "tensor<" + n + "xi32>";
  return cat("func.func @f(%x: !tile.ptr<f32>, %o: !tile.ptr<f32>) {\n", //
             "  %at = tile.range 0 to ", n, " : ", ints, "\n",           //
             "  %xs = tile.splat %x : !tile.ptr<f32> -> ", ptrs, "\n",   //
             "  %xp = tile.addptr %xs, %at : ", ptrs, ", ", ints, "\n",  //
             "  %v = tile.load %xp : ", ptrs, " -> ", floats, "\n",      //
             "  %r = ", op, " %v : ", floats, "\n",                      //
             "  %os = tile.splat %o : !tile.ptr<f32> -> ", ptrs, "\n",   //
             "  %op = tile.addptr %os, %at : ", ptrs, ", ", ints, "\n",  //
             "  tile.store %op, %r : ", ptrs, ", ", floats, "\n  return\n}");
}

// The distance of `actual` from `exact`, in the spacing of floats at `exact`.
double ulps(float actual, double exact) {
  float nearest = static_cast<float>(exact);
  if (std::isnan(exact) || std::isnan(actual))
    return std::isnan(exact) && std::isnan(actual) ? 0 : HUGE_VAL;
  if (std::isinf(nearest) || std::isinf(actual)) {
    // At the edge of the range one float step is one unit.
    float top = std::numeric_limits<float>::max();
    bool close = nearest == actual || std::fabs(nearest) == top || std::fabs(actual) == top;
    return nearest == actual ? 0 : close ? 1 : HUGE_VAL;
  }
  double spacing = std::nextafterf(std::fabs(nearest), INFINITY) - std::fabs(nearest);
  return std::fabs(actual - exact) / spacing;
}

void expectWithin2Ulps(const std::string &op, const std::function<double(double)> &exact) {
  CompiledKernel kernel(elementwise(op));
  std::vector<float> x(kBlock), out(kBlock);
  double worst = 0;
  float worstAt = 0;
  constexpr uint64_t kStride = 20011; // a prime: some 214,000 patterns
  uint64_t bits = 0;
  while (bits < (uint64_t(1) << 32)) {
    for (float &value : x) {
      value = std::bit_cast<float>(static_cast<uint32_t>(bits));
      bits += kStride;
    }
    kernel.run({}, {x.data(), out.data()});
    for (int i = 0; i < kBlock; ++i) {
      double distance = ulps(out[i], exact(x[i]));
      if (distance > worst) {
        worst = distance;
        worstAt = x[i];
      }
    }
  }
  EXPECT_LE(worst, 2.0) << op << " at " << worstAt;
}

TEST(MathFunctions, AreWithinTwoUnitsInTheLastPlace) {
  expectWithin2Ulps("math.exp", [](double x) { return std::exp(x); });
  expectWithin2Ulps("math.exp2", [](double x) { return std::exp2(x); });
  expectWithin2Ulps("math.log", [](double x) { return std::log(x); });
  expectWithin2Ulps("math.log2", [](double x) { return std::log2(x); });
  expectWithin2Ulps("math.sin", [](double x) { return std::sin(x); });
  expectWithin2Ulps("math.cos", [](double x) { return std::cos(x); });
  expectWithin2Ulps("math.erf", [](double x) { return std::erf(x); });
  expectWithin2Ulps("math.tanh", [](double x) { return std::tanh(x); });
}

TEST(MathFunctions, AreLoopsOverVectorsAndNotCalls) {
  for (std::string op : {"exp", "log", "erf", "tanh"}) {
    CompiledKernel kernel(elementwise("math." + op));
    EXPECT_EQ(kernel.assembly.find(op + "f"), std::string::npos) << op << " calls the library";
  }
}

} // namespace
} // namespace nereid::cpu
