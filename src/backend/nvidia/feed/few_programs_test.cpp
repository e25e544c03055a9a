// The code for launches of few programs, which `nereid show` does not print: the artifact has it.
#include "backend/nvidia/nvidia_backend.h"

#include <gtest/gtest.h>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

// Sums of products of two matrices along K, in a loop whose operands are boxes.
constexpr const char *kProduct = R"(
!in = !tile.ptr<f16>
!out = !tile.ptr<f32>
!in_row = tensor<64x1x!tile.ptr<f16>>
!out_row = tensor<64x1x!tile.ptr<f32>>
!ins = tensor<64x64x!tile.ptr<f16>>
!outs = tensor<64x64x!tile.ptr<f32>>
!halves = tensor<64x64xf16>
!floats = tensor<64x64xf32>
!line = tensor<64xi32>
!down = tensor<64x1xi32>
!across = tensor<1x64xi32>
!offsets = tensor<64x64xi32>
module {
  func.func @product(%x: !in {tile.divisibility = 16 : i32},
                     %y: !in {tile.divisibility = 16 : i32},
                     %out: !out {tile.divisibility = 16 : i32},
                     %K: i32 {tile.divisibility = 16 : i32},
                     %stride: i32 {tile.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %zeros = arith.constant dense<0.000000e+00> : !floats
    %c64 = arith.constant 64 : i32
    %id = tile.program_id 0 : i32
    %first = arith.muli %id, %c64 : i32
    %numbers = tile.range 0 to 64 : !line
    %firsts = tile.splat %first : i32 -> !line
    %rows = arith.addi %firsts, %numbers : !line
    %row = tile.expand_dims %rows axis 1 : !line -> !down
    %strides = tile.splat %stride : i32 -> !down
    %down = arith.muli %row, %strides : !down
    %xs = tile.splat %x : !in -> !in_row
    %xrow = tile.addptr %xs, %down : !in_row, !down
    %xrows = tile.broadcast %xrow : !in_row -> !ins
    %ys = tile.splat %y : !in -> !in_row
    %column = tile.expand_dims %numbers axis 0 : !line -> !across
    %columns = tile.broadcast %column : !across -> !offsets
    %total = scf.for %k = %c0 to %K step %c64 iter_args(%sum = %zeros) -> (!floats) : i32 {
      %ks = tile.splat %k : i32 -> !line
      %along = arith.addi %ks, %numbers : !line
      %right = tile.expand_dims %along axis 0 : !line -> !across
      %rights = tile.broadcast %right : !across -> !offsets
      %xat = tile.addptr %xrows, %rights : !ins, !offsets
      %a = tile.load %xat : !ins -> !halves
      %below = tile.expand_dims %along axis 1 : !line -> !down
      %belows = arith.muli %below, %strides : !down
      %yrow = tile.addptr %ys, %belows : !in_row, !down
      %yrows = tile.broadcast %yrow : !in_row -> !ins
      %yat = tile.addptr %yrows, %columns : !ins, !offsets
      %b = tile.load %yat : !ins -> !halves
      %next = tile.dot %a, %b, %sum precision "ieee" imprecise 0 : !halves, !halves, !floats
      scf.yield %next : !floats
    }
    %outs = tile.splat %out : !out -> !out_row
    %outrow = tile.addptr %outs, %down : !out_row, !down
    %outrows = tile.broadcast %outrow : !out_row -> !outs
    %at = tile.addptr %outrows, %columns : !outs, !offsets
    tile.store %at, %total : !outs, !floats
    return
  }
}
)";

class FewPrograms : public testing::Test {
protected:
  Artifact compile(const std::string &arch) {
    MLIRContext context;
    nvidiaBackend().loadDialects(context);
    auto module = parseSourceString<ModuleOp>(kProduct, &context);
    EXPECT_TRUE(module);
    auto artifact = nvidiaBackend().emit(*module, {"nvidia", arch, ""}, {});
    EXPECT_TRUE(artifact.ok());
    return artifact.value();
  }
};

size_t countOf(std::string_view text, std::string_view piece) {
  size_t count = 0;
  for (size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1))
    ++count;
  return count;
}

constexpr const char *kCopy = "cp.async.bulk.tensor.2d", *kProductStarts = "wgmma.mma_async";

TEST_F(FewPrograms, TheirOwnWarpsBringTheBoxes) {
  Artifact artifact = compile("sm_90a");
  auto few = deserialize(artifact.ofFew);
  ASSERT_TRUE(few.ok());
  const std::string &code = few.value().code;
  // Four warps, no producer beside them; the same parameters and maps, one program a block.
  EXPECT_EQ(few.value().threadsPerProgram, 128u);
  EXPECT_EQ(few.value().parameters.size(), artifact.parameters.size());
  EXPECT_EQ(few.value().tensorMaps.size(), 2u);
  EXPECT_FALSE(few.value().walksGrid);
  EXPECT_EQ(countOf(code, "setmaxnreg"), 0u);
  // Both boxes of a round come before the loop and again in it, once its product is under way.
  EXPECT_EQ(countOf(code, kCopy), 4u);
  size_t product = code.find(kProductStarts);
  ASSERT_NE(product, code.npos);
  EXPECT_EQ(countOf(code.substr(0, product), kCopy), 2u);
}

TEST_F(FewPrograms, OtherWarpsHaveTheCacheFetchTheFirstRound) {
  auto few = deserialize(compile("sm_90a").ofFew);
  ASSERT_TRUE(few.ok());
  const std::string &code = few.value().code;
  // Two boxes of 64 lines, by the 96 threads that do not fill.
  constexpr const char *kFetch = "prefetch.global.L2";
  EXPECT_EQ(countOf(code, kFetch), 2u);
  size_t copy = code.find(kCopy);
  ASSERT_NE(copy, code.npos);
  EXPECT_EQ(countOf(code.substr(0, copy), kFetch), 2u);
}

TEST_F(FewPrograms, TheyHaveMoreOfSharedMemory) {
  Artifact artifact = compile("sm_90a");
  auto few = deserialize(artifact.ofFew);
  ASSERT_TRUE(few.ok());
  EXPECT_GT(few.value().sharedBytes, artifact.sharedBytes);
}

TEST_F(FewPrograms, ChipsWithoutBoxesHaveOneCode) {
  EXPECT_TRUE(compile("sm_80").ofFew.empty());
}

} // namespace
} // namespace nereid
