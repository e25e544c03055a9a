#include "backend/cpu/compiled_kernel.h"

#include <algorithm>

#include "base/text.h"

namespace nereid::cpu {
namespace {

constexpr int kSize = 16;

// c = a * b where row < m & column < n; `alsoReads` reads the product %sum too.
std::string product(const std::string &alsoReads) {
  return cat(R"(
    func.func @product(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>, %all: !tile.ptr<f32>, %m: i32, %n: i32) {
      %zeros = arith.constant dense<0.0> : tensor<16x16xf32>
      %rowSize = arith.constant dense<16> : tensor<16x1xi32>
      %range = tile.range 0 to 16 : tensor<16xi32>
      %rows = tile.expand_dims %range axis 1 : tensor<16xi32> -> tensor<16x1xi32>
      %columns = tile.expand_dims %range axis 0 : tensor<16xi32> -> tensor<1x16xi32>
      %starts = arith.muli %rows, %rowSize : tensor<16x1xi32>
      %r = tile.broadcast %starts : tensor<16x1xi32> -> tensor<16x16xi32>
      %s = tile.broadcast %columns : tensor<1x16xi32> -> tensor<16x16xi32>
      %lanes = arith.addi %r, %s : tensor<16x16xi32>
      %as = tile.splat %a : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %ap = tile.addptr %as, %lanes : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      %av = tile.load %ap : tensor<16x16x!tile.ptr<f32>> -> tensor<16x16xf32>
      %bs = tile.splat %b : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %bp = tile.addptr %bs, %lanes : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      %bv = tile.load %bp : tensor<16x16x!tile.ptr<f32>> -> tensor<16x16xf32>
      %sum = tile.dot %av, %bv, %zeros precision "ieee" imprecise 0 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
      %ms = tile.splat %m : i32 -> tensor<16x1xi32>
      %ns = tile.splat %n : i32 -> tensor<1x16xi32>
      %mt = arith.cmpi slt, %rows, %ms : tensor<16x1xi32>
      %nt = arith.cmpi slt, %columns, %ns : tensor<1x16xi32>
      %mm = tile.broadcast %mt : tensor<16x1xi1> -> tensor<16x16xi1>
      %nm = tile.broadcast %nt : tensor<1x16xi1> -> tensor<16x16xi1>
      %mask = arith.andi %mm, %nm : tensor<16x16xi1>
      %cs = tile.splat %c : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %cp = tile.addptr %cs, %lanes : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      tile.store %cp, %sum mask %mask : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>, tensor<16x16xi1>
)",
             alsoReads, "return }");
}

struct Matrices {
  float a[kSize * kSize], b[kSize * kSize], expected[kSize * kSize] = {};
  Matrices() {
    for (int i = 0; i < kSize * kSize; ++i) {
      a[i] = static_cast<float>(i % 5 - 2);
      b[i] = static_cast<float>(i % 7 - 3);
    }
    for (int m = 0; m < kSize; ++m)
      for (int n = 0; n < kSize; ++n)
        for (int k = 0; k < kSize; ++k)
          expected[m * kSize + n] += a[m * kSize + k] * b[k * kSize + n];
  }
};

TEST(SeenPart, IsWhatTheStoreStores) {
  Matrices x;
  CompiledKernel kernel(product(""));
  for (int m : {-3, 0, 1, 4, 5, 15, 16, 40})
    for (int n : {-1, 0, 1, 8, 15, 16, 17}) {
      float c[kSize * kSize], all = 0;
      std::fill(std::begin(c), std::end(c), 99.0f);
      kernel.run({1}, {x.a, x.b, c, &all, m, n});
      for (int i = 0; i < kSize * kSize; ++i) {
        bool isSeen = i / kSize < m && i % kSize < n;
        ASSERT_EQ(c[i], isSeen ? x.expected[i] : 99.0f) << "lane " << i << " of " << m << "x" << n;
      }
    }
}

TEST(SeenPart, IsEverythingIfEverythingIsRead) {
  Matrices x;
  CompiledKernel kernel(product(R"(
      %last = arith.constant dense<255> : tensor<16x16xi32>
      %as2 = tile.splat %all : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
      %places = tile.addptr %as2, %lanes : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
      %isLast = arith.cmpi eq, %lanes, %last : tensor<16x16xi32>
      tile.store %places, %sum mask %isLast : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>, tensor<16x16xi1>
)"));
  float c[kSize * kSize], all[kSize * kSize];
  kernel.run({1}, {x.a, x.b, c, all, 2, 2});
  EXPECT_EQ(all[kSize * kSize - 1], x.expected[kSize * kSize - 1]);
}

} // namespace
} // namespace nereid::cpu
