#include "backend/cpu/compiled_kernel.h"

namespace nereid::cpu {
namespace {

TEST(Elementwise, VectorAddHandlesTails) {
  CompiledKernel kernel(R"(
    func.func @add(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %o: !tile.ptr<f32>, %n: i32) {
      %c1024 = arith.constant 1024 : i32
      %pid = tile.program_id 0 : i32
      %start = arith.muli %pid, %c1024 : i32
      %range = tile.range 0 to 1024 : tensor<1024xi32>
      %starts = tile.splat %start : i32 -> tensor<1024xi32>
      %at = arith.addi %starts, %range : tensor<1024xi32>
      %ns = tile.splat %n : i32 -> tensor<1024xi32>
      %mask = arith.cmpi slt, %at, %ns : tensor<1024xi32>
      %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
      %xp = tile.addptr %xs, %at : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
      %xv = tile.load %xp mask %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1> -> tensor<1024xf32>
      %ys = tile.splat %y : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
      %yp = tile.addptr %ys, %at : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
      %yv = tile.load %yp mask %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1> -> tensor<1024xf32>
      %sum = arith.addf %xv, %yv : tensor<1024xf32>
      %os = tile.splat %o : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
      %op = tile.addptr %os, %at : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
      tile.store %op, %sum mask %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
      return
    })");
  for (int n : {0, 1, 15, 16, 17, 1000, 1024, 5000}) {
    std::vector<float> x(n), y(n), out(n + 64, -1);
    for (int i = 0; i < n; ++i) {
      x[i] = i;
      y[i] = 2 * i + 1;
    }
    kernel.run({uint32_t(n + 1023) / 1024}, {x.data(), y.data(), out.data(), n});
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(out[i], 3 * i + 1) << "lane " << i << " of " << n;
    for (int i = n; i < n + 64; ++i)
      ASSERT_EQ(out[i], -1) << "wrote past " << n;
  }
}

} // namespace
} // namespace nereid::cpu
