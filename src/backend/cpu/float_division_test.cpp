#include "backend/cpu/compiled_kernel.h"

#include <cmath>
#include <limits>
#include <random>

namespace nereid::cpu {
namespace {

constexpr int kLanes = 64;

// o = x / s
constexpr const char *kDivide = R"(
    func.func @divide(%x: !tile.ptr<f32>, %o: !tile.ptr<f32>, %s: f32) {
      %range = tile.range 0 to 64 : tensor<64xi32>
      %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
      %xp = tile.addptr %xs, %range : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
      %xv = tile.load %xp : tensor<64x!tile.ptr<f32>> -> tensor<64xf32>
      %ss = tile.splat %s : f32 -> tensor<64xf32>
      %quotient = arith.divf %xv, %ss : tensor<64xf32>
      %os = tile.splat %o : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
      %op = tile.addptr %os, %range : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
      tile.store %op, %quotient : tensor<64x!tile.ptr<f32>>, tensor<64xf32>
      return
    })";

void expectDivided(CompiledKernel &kernel, const float *x, float s) {
  float out[kLanes];
  kernel.run({1}, {const_cast<float *>(x), out, s});
  for (int i = 0; i < kLanes; ++i) {
    float expected = x[i] / s;
    bool same = std::isnan(expected)
                    ? std::isnan(out[i])
                    : std::bit_cast<uint32_t>(expected) == std::bit_cast<uint32_t>(out[i]);
    ASSERT_TRUE(same) << x[i] << " / " << s << " is " << expected << ", not " << out[i];
  }
}

TEST(FloatDivision, BySpecialValues) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float values[] = {0.0f,      -0.0f,       kInfinity, -kInfinity,
                          NAN,       1.0f,        -1.0f,     3.0f,
                          0x1p-149f, -0x1p-149f,  0x1p-126f, 0x1.fffffep127f,
                          0x1p-140f, 0x1.8p-130f, 49.0f,     0x1.fffffep-1f};
  CompiledKernel kernel(kDivide);
  float x[kLanes];
  for (int i = 0; i < kLanes; ++i)
    x[i] = values[i % std::size(values)];
  for (float s : values)
    expectDivided(kernel, x, s);
}

// Quotients halfway between two denormals are the hard ones: a = s * (n + 1/2) * 2^-149.
TEST(FloatDivision, RoundsTiesToEven) {
  CompiledKernel kernel(kDivide);
  for (int s = 3; s < 4000; s += 2) {
    float x[kLanes];
    for (int i = 0; i < kLanes; ++i)
      x[i] = std::ldexp(static_cast<float>(s) * (2 * i + 1), -150 + 24);
    expectDivided(kernel, x, std::ldexp(static_cast<float>(s), 24));
  }
}

TEST(FloatDivision, RoundsAsADivisionDoes) {
  std::mt19937 random(1);
  CompiledKernel kernel(kDivide);
  for (int round = 0; round < 20000; ++round) {
    float x[kLanes];
    for (float &value : x)
      value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    expectDivided(kernel, x, std::bit_cast<float>(static_cast<uint32_t>(random())));
  }
}

} // namespace
} // namespace nereid::cpu
