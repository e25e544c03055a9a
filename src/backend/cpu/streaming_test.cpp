#include "backend/cpu/compiled_kernel.h"

#include <algorithm>

namespace nereid::cpu {
namespace {

// o[0:n] = x[0:n], 256 elements a program.
constexpr const char *kCopy = R"(
    func.func @copy(%x: !tile.ptr<f32>, %o: !tile.ptr<f32>, %n: i32) {
      %c256 = arith.constant 256 : i32
      %pid = tile.program_id 0 : i32
      %start = arith.muli %pid, %c256 : i32
      %range = tile.range 0 to 256 : tensor<256xi32>
      %starts = tile.splat %start : i32 -> tensor<256xi32>
      %at = arith.addi %starts, %range : tensor<256xi32>
      %ns = tile.splat %n : i32 -> tensor<256xi32>
      %mask = arith.cmpi slt, %at, %ns : tensor<256xi32>
      %xs = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
      %xp = tile.addptr %xs, %at : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
      %xv = tile.load %xp mask %mask : tensor<256x!tile.ptr<f32>>, tensor<256xi1> -> tensor<256xf32>
      %os = tile.splat %o : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
      %op = tile.addptr %os, %at : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
      tile.store %op, %xv mask %mask : tensor<256x!tile.ptr<f32>>, tensor<256xf32>, tensor<256xi1>
      return
    })";

// A launch told to stream writes the same lanes, on cache lines and between them.
TEST(Streaming, WritesTheLanesThatTheMaskNames) {
  CompiledKernel kernel(kCopy);
  alignas(64) float x[1024], out[1024 + 32];
  for (int i = 0; i < 1024; ++i)
    x[i] = static_cast<float>(i);
  for (int offset : {0, 1, 8, 16})
    for (int n : {0, 1, 16, 63, 64, 1000, 1008}) {
      std::fill(std::begin(out), std::end(out), -1.0f);
      kernel.run({4}, {x, out + offset, n}, CpuArguments::kStreamStores);
      for (int i = 0; i < 1024 + 32; ++i) {
        bool isWritten = i >= offset && i < offset + n;
        ASSERT_EQ(out[i], isWritten ? x[i - offset] : -1.0f)
            << "element " << i << ", offset " << offset << ", n " << n;
      }
    }
}

TEST(Streaming, TheKernelHasStoresThatPassTheCacheBy) {
  CompiledKernel kernel(kCopy);
  EXPECT_NE(kernel.llvm.find("!nontemporal"), std::string::npos);
}

} // namespace
} // namespace nereid::cpu
