// The interpreter on kernels written as tile IR.
#include <gtest/gtest.h>

#include <numeric>

#include "interp/interp_device.h"
#include "interp/test_kernel.h"

namespace nereid {
namespace {

constexpr const char *kVectorAdd = R"(
func.func @add(%x: !tile.ptr<f32> {tile.name = "x"}, %y: !tile.ptr<f32> {tile.name = "y"},
               %out: !tile.ptr<f32> {tile.name = "out"}, %n: i32 {tile.name = "n"}) {
  %size = arith.constant 1024 : i32
  %pid = tile.program_id 0 : i32
  %first = arith.muli %pid, %size : i32
  %lanes = tile.range 0 to 1024 : tensor<1024xi32>
  %firsts = tile.splat %first : i32 -> tensor<1024xi32>
  %i = arith.addi %firsts, %lanes : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xi = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %a = tile.load %xi mask %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1> -> tensor<1024xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %yi = tile.addptr %ys, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %b = tile.load %yi mask %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1> -> tensor<1024xf32>
  %sum = arith.addf %a, %b : tensor<1024xf32>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %oi = tile.addptr %outs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %oi, %sum mask %mask
    : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
  return
}
)";

TEST(Interpreter, AddsVectorsWithAMaskedTail) {
  constexpr int kSize = 2500;
  Buffer<float> x(kSize), y(kSize), out(kSize);
  std::iota(x.begin(), x.end(), 0.0f);
  std::iota(y.begin(), y.end(), 0.5f);
  TestKernel kernel("add", kVectorAdd);
  ASSERT_TRUE(kernel.launch({.x = 3}, {x.address(), y.address(), out.address(), kSize}).ok());
  for (int i = 0; i < kSize; ++i)
    EXPECT_EQ(out[i], 2.0f * float(i) + 0.5f);
}

TEST(Interpreter, ReportsLanesPastTheEndOfABuffer) {
  Buffer<float> x(1000), y(1024), out(1024);
  TestKernel kernel("add", kVectorAdd);
  Status status = kernel.launch({.x = 1}, {x.address(), y.address(), out.address(), 1024});
  EXPECT_EQ(status.code(), StatusCode::Fault);
  ASSERT_EQ(kernel.diagnostics().size(), 1u);
  const Diagnostic &report = kernel.diagnostics()[0];
  EXPECT_EQ(codeOf(report.kind), "NR0501");
  EXPECT_EQ(report.headline, "load reads past the end of `x`");
  EXPECT_EQ(report.primary.text, "program (0, 0, 0), lanes 1000 to 1023 read x[1000] to x[1023]");
  ASSERT_EQ(report.labels.size(), 1u);
  EXPECT_EQ(report.labels[0].text, "`x` holds 1000 elements (argument 1)");
}

TEST(Interpreter, DoesNotJudgeMemoryItDoesNotKnow) {
  std::vector<float> x(1024, 1.0f), y(1024, 2.0f), out(1024);
  TestKernel kernel("add", kVectorAdd);
  auto address = [](std::vector<float> &v) { return reinterpret_cast<uint64_t>(v.data()); };
  ASSERT_TRUE(kernel.launch({.x = 1}, {address(x), address(y), address(out), 1024}).ok());
  EXPECT_EQ(out[1023], 3.0f);
}

TEST(Interpreter, RefusesWhatIsNoKernel) {
  auto device = makeInterpDevice();
  Artifact artifact;
  artifact.target.backend = "interp";
  artifact.code = "not tile IR";
  EXPECT_EQ(device->load(artifact).error().code(), StatusCode::InvalidArgument);
  artifact.code = "func.func @f() { return }";
  artifact.entry = "g";
  EXPECT_EQ(device->load(artifact).error().what(), "the artifact holds no kernel named `g`");
  artifact.code = "func.func @g(%x: i32) { %y = arith.index_cast %x : i32 to index return }";
  EXPECT_EQ(device->load(artifact).error().what(),
            "the interpreter cannot run values of type index");
  artifact.code = "func.func @g(%x: tensor<?xf32>) { return }";
  EXPECT_EQ(device->load(artifact).error().what(),
            "the interpreter cannot run values of type tensor<?xf32>");
  artifact.code = "func.func @g(%x: i48) { return }";
  EXPECT_EQ(device->load(artifact).error().what(), "the interpreter cannot run values of type i48");
}

} // namespace
} // namespace nereid
