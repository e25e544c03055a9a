// The functions of library.py, bit for bit, against independent C++.
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "base/text.h"
#include "sema/rules/core_evaluator.h"
#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

// Philox-4x32-10 as its paper gives it.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, uint64_t seed) {
  uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t(0xD2511F53) * counter[0], b = uint64_t(0xCD9E8D57) * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ k0, static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ k1, static_cast<uint32_t>(a)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return counter;
}

TEST(Random, Philox4x32MatchesItsPublishedVectors) {
  EXPECT_EQ(philox({0, 0, 0, 0}, 0),
            (std::array<uint32_t, 4>{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
}

std::vector<uint64_t> run(std::string_view body, Scalar x, Scalar y,
                          const std::vector<uint64_t> &arguments) {
  TestKernel kernel(cat("@triton.jit\ndef f(out, x, y):\n", body));
  kernel.pointer(Scalar::I64).scalar(x).scalar(y);
  const auto &core = kernel.kernel();
  EXPECT_TRUE(core.has_value()) << kernel.errors();
  std::vector<uint64_t> parameters = {0};
  parameters.insert(parameters.end(), arguments.begin(), arguments.end());
  return core ? runScalarCore(*core, parameters) : std::vector<uint64_t>{};
}

constexpr std::string_view kRandint4x = R"(    a, b, c, d = tl.randint4x(x, y)
    tl.store(out, a)
    tl.store(out, b)
    tl.store(out, c)
    tl.store(out, d)
)";

std::vector<uint64_t> widened(const std::array<uint32_t, 4> &words) {
  return {words.begin(), words.end()};
}

TEST(Random, Randint4xIsPhiloxOfTheOffset) {
  for (uint32_t offset : {0u, 1u, 77u, 0x7FFFFFFFu})
    for (uint32_t seed : {0u, 42u, 0x7FFFFFFFu})
      EXPECT_EQ(run(kRandint4x, Scalar::I32, Scalar::I32, {seed, offset}),
                widened(philox({offset, 0, 0, 0}, seed)));
}

TEST(Random, ANegativeSeedIsSignExtended) {
  EXPECT_EQ(run(kRandint4x, Scalar::I32, Scalar::I32, {0xFFFFFFFE, 5}),
            widened(philox({5, 0, 0, 0}, ~uint64_t(1))));
}

TEST(Random, A64BitOffsetFillsTwoCounters) {
  uint64_t offset = 0x123456789ABCDEF0, seed = 0xFEDCBA9876543210;
  EXPECT_EQ(run(kRandint4x, Scalar::I64, Scalar::I64, {seed, offset}),
            widened(philox({0x9ABCDEF0, 0x12345678, 0, 0}, seed)));
}

TEST(Random, UniformNumbersFoldTheSign) {
  constexpr std::string_view kUniform =
      "    u = tl.uint_to_uniform_float(x.to(tl.uint32, bitcast=True))\n"
      "    tl.store(out, u.to(tl.int32, bitcast=True))\n";
  for (uint32_t bits : {0u, 1u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0xDEADBEEFu}) {
    auto number = static_cast<int32_t>(bits);
    float folded = static_cast<float>(number < 0 ? ~number : number);
    float expected = folded * 4.6566127342e-10f;
    int64_t pattern = std::bit_cast<int32_t>(expected);
    EXPECT_EQ(run(kUniform, Scalar::I32, Scalar::I32, {bits, 0}),
              std::vector{static_cast<uint64_t>(pattern)});
  }
}

TEST(Random, TheSeedMustBeAnInteger) {
  TestKernel kernel("@triton.jit\ndef f(seed):\n    tl.rand(seed, 0)\n");
  kernel.scalar(Scalar::F32);
  EXPECT_EQ(kernel.errors(), "NR0403 3: the seed of random numbers must be an integer\n");
}

TEST(Libdevice, CountsBits) {
  constexpr std::string_view kBits = R"(    tl.store(out, tl.extra.libdevice.popc(x))
    tl.store(out, tl.extra.libdevice.clz(x))
    tl.store(out, tl.extra.libdevice.ffs(x))
    tl.store(out, tl.extra.libdevice.popc(y))
    tl.store(out, tl.extra.libdevice.clz(y))
    tl.store(out, tl.extra.libdevice.ffs(y))
)";
  for (uint64_t y : {0ull, 1ull, 0x8000000000000000ull, 0x0000123400000000ull, ~0ull}) {
    auto x = static_cast<uint32_t>(y >> 16);
    auto lowest = [](auto bits) -> uint64_t { return bits ? std::countr_zero(bits) + 1 : 0; };
    std::vector<uint64_t> expected = {
        uint64_t(std::popcount(x)), uint64_t(std::countl_zero(x)), lowest(x),
        uint64_t(std::popcount(y)), uint64_t(std::countl_zero(y)), lowest(y)};
    EXPECT_EQ(run(kBits, Scalar::I32, Scalar::I64, {x, y}), expected) << y;
  }
}

TEST(Libdevice, ReversesBits) {
  EXPECT_EQ(run("    tl.store(out, tl.extra.libdevice.brev(y))\n", Scalar::I32, Scalar::I64,
                {0, 0x0000000000000013}),
            std::vector<uint64_t>{0xC800000000000000});
}

TEST(DotScaled, DecodesE2m1) {
  const std::array<float, 16> expected = {0,     0.5f,  1,  1.5f,  2,  3,  4,  6,
                                          -0.0f, -0.5f, -1, -1.5f, -2, -3, -4, -6};
  constexpr std::string_view kDecode =
      "    tl.store(out, tl._decode_e2m1(x).to(tl.int32, bitcast=True))\n";
  for (uint32_t code = 0; code < 16; ++code) {
    auto stored = run(kDecode, Scalar::I32, Scalar::I32, {code, 0});
    EXPECT_EQ(static_cast<uint32_t>(stored.at(0)), std::bit_cast<uint32_t>(expected[code])) << code;
  }
}

} // namespace
} // namespace nereid::sema
