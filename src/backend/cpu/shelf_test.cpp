#include "backend/cpu/compiled_kernel.h"

#include <cmath>

namespace nereid::cpu {
namespace {

constexpr int kSize = 16, kSteps = 3, kTile = kSize * kSize;

// c[program] = sum over steps k of a[program] * b[k]: every program multiplies by the same tiles.
constexpr const char *kProducts = R"(
    func.func @products(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>, %steps: i32) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c256 = arith.constant 256 : i32
      %zeros = arith.constant dense<0.0> : tensor<16x16xf32>
      %rowSize = arith.constant dense<16> : tensor<16x1xi32>
      %next = arith.constant dense<256> : tensor<16x16xi32>
      %range = tile.range 0 to 16 : tensor<16xi32>
      %rows = tile.expand_dims %range axis 1 : tensor<16xi32> -> tensor<16x1xi32>
      %columns = tile.expand_dims %range axis 0 : tensor<16xi32> -> tensor<1x16xi32>
      %starts = arith.muli %rows, %rowSize : tensor<16x1xi32>
      %r = tile.broadcast %starts : tensor<16x1xi32> -> tensor<16x16xi32>
      %s = tile.broadcast %columns : tensor<1x16xi32> -> tensor<16x16xi32>
      %lanes = arith.addi %r, %s : tensor<16x16xi32>
      %pid = tile.program_id 0 : i32
      %start = arith.muli %pid, %c256 : i32
      %own = tile.splat %start : i32 -> tensor<16x16xi32>
      %mine = arith.addi %own, %lanes : tensor<16x16xi32>
      %as = tile.splat %a : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %ap = tile.addptr %as, %mine : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      %av = tile.load %ap : tensor<16x16x!tile.ptr<f32>> -> tensor<16x16xf32>
      %bs = tile.splat %b : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %bp = tile.addptr %bs, %lanes : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      %sum:2 = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zeros, %at = %bp) -> (tensor<16x16xf32>, tensor<16x16x!tile.ptr<f32>>) : i32 {
        %bv = tile.load %at : tensor<16x16x!tile.ptr<f32>> -> tensor<16x16xf32>
        %product = tile.dot %av, %bv, %acc precision "ieee" imprecise 0 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
        %moved = tile.addptr %at, %next : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
        scf.yield %product, %moved : tensor<16x16xf32>, tensor<16x16x!tile.ptr<f32>>
      }
      %cs = tile.splat %c : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %cp = tile.addptr %cs, %mine : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      tile.store %cp, %sum#0 : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
      return
    })";

// What `programs` programs compute, one after the other. Small integers: every order gives the
// same.
void expectProducts(const float *a, const float *b, float *c, int programs) {
  for (int p = 0; p < programs; ++p) {
    std::vector<float> sum(kTile);
    for (int step = 0; step < kSteps; ++step)
      for (int m = 0; m < kSize; ++m)
        for (int n = 0; n < kSize; ++n)
          for (int k = 0; k < kSize; ++k)
            sum[m * kSize + n] += a[p * kTile + m * kSize + k] * b[step * kTile + k * kSize + n];
    std::copy(sum.begin(), sum.end(), c + p * kTile);
  }
}

std::vector<float> digits(int count, int seed) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = static_cast<float>((i * 7 + seed) % 3 - 1);
  return values;
}

TEST(Shelf, ProgramsThatFindATileComputeTheSame) {
  constexpr int kPrograms = 5;
  std::vector<float> a = digits(kPrograms * kTile, 1), b = digits(kSteps * kTile, 2);
  std::vector<float> c(kPrograms * kTile), expected = c;
  CompiledKernel kernel(kProducts);
  expectProducts(a.data(), b.data(), expected.data(), kPrograms);
  kernel.run({kPrograms}, {a.data(), b.data(), c.data(), kSteps});
  EXPECT_EQ(c, expected);
}

TEST(Shelf, TilesThatReplaceOthersAreNotTakenForThem) {
  constexpr int kPrograms = 12;
  // Programs 0 to 2 share tiles, then 3 to 5, ...
  std::string shifted(kProducts);
  std::string from = "tile.addptr %bs, %lanes :";
  shifted.replace(shifted.find(from), from.size(), R"(tile.addptr %bs, %from : )");
  from = "%bs = tile.splat";
  shifted.insert(shifted.find(from), R"(%c3 = arith.constant 3 : i32
      %group = arith.divsi %pid, %c3 : i32
      %groupStart = arith.muli %group, %c256 : i32
      %groupStarts = tile.splat %groupStart : i32 -> tensor<16x16xi32>
      %from = arith.addi %groupStarts, %lanes : tensor<16x16xi32>
      )");
  std::vector<float> a = digits(kPrograms * kTile, 1), b = digits((kSteps + 4) * kTile, 2);
  std::vector<float> c(kPrograms * kTile), expected = c;
  for (int p = 0; p < kPrograms; ++p)
    expectProducts(&a[p * kTile], &b[p / 3 * kTile], &expected[p * kTile], 1);
  CompiledKernel kernel(shifted);
  kernel.run({kPrograms}, {a.data(), b.data(), c.data(), kSteps});
  EXPECT_EQ(c, expected);
}

TEST(Shelf, ALaunchFindsNothingOfTheLastOne) {
  constexpr int kPrograms = 4;
  std::vector<float> a = digits(kPrograms * kTile, 1), b = digits(kSteps * kTile, 2);
  std::vector<float> c(kPrograms * kTile), expected = c;
  CompiledKernel kernel(kProducts);
  kernel.run({kPrograms}, {a.data(), b.data(), c.data(), kSteps});
  b = digits(kSteps * kTile, 0);
  expectProducts(a.data(), b.data(), expected.data(), kPrograms);
  kernel.run({kPrograms}, {a.data(), b.data(), c.data(), kSteps});
  EXPECT_EQ(c, expected);
}

// Programs that write over B see what those before them wrote. A launch that gives one pointer
// twice has no flag for it.
class ShelfOverlapping : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Flags, ShelfOverlapping,
                         testing::Values(uint64_t(0), CpuArguments::kMayOverlap));

TEST_P(ShelfOverlapping, FindsWhatWasWritten) {
  constexpr int kPrograms = 4;
  std::vector<float> a = digits(kPrograms * kTile, 1), b = digits(kPrograms * kTile, 2);
  std::vector<float> expected = b;
  CompiledKernel kernel(kProducts);
  expectProducts(a.data(), expected.data(), expected.data(), kPrograms);
  kernel.run({kPrograms}, {a.data(), b.data(), b.data(), kSteps}, GetParam());
  EXPECT_EQ(b, expected);
}

} // namespace
} // namespace nereid::cpu
