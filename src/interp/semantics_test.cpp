// Operations one by one, where a kernel in the language would not reach them so plainly: on tile
// IR.
#include <gtest/gtest.h>

#include <cmath>

#include "base/scalar.h"
#include "mlir/IR/MLIRContext.h"

#include "interp/semantics.h"
#include "interp/test_kernel.h"
#include "ir/tile.h"

namespace nereid {
namespace {

// A kernel of one function body; `out` and `x` point at the element type given.
std::string kernelOn(std::string element, std::string body) {
  return "func.func @k(%x: !tile.ptr<" + element + "> {tile.name = \"x\"}, %out: !tile.ptr<" +
         element + "> {tile.name = \"out\"}) {\n" + body + "  return\n}\n";
}

// %i: lanes 0 to n; %xi, %oi: their pointers; %a: what x holds.
std::string loadLanes(int n, std::string element) {
  std::string N = std::to_string(n), ptrs = "tensor<" + N + "x!tile.ptr<" + element + ">>";
  std::string ints = "tensor<" + N + "xi32>", tile = "tensor<" + N + "x" + element + ">";
  return "  %i = tile.range 0 to " + N + " : " + ints + "\n" +
         "  %xs = tile.splat %x : !tile.ptr<" + element + "> -> " + ptrs + "\n" +
         "  %xi = tile.addptr %xs, %i : " + ptrs + ", " + ints + "\n" +
         "  %os = tile.splat %out : !tile.ptr<" + element + "> -> " + ptrs + "\n" +
         "  %oi = tile.addptr %os, %i : " + ptrs + ", " + ints + "\n" +
         "  %a = tile.load %xi : " + ptrs + " -> " + tile + "\n";
}

TEST(Semantics, EveryOperationOfTheDialectHasAMeaning) {
  mlir::MLIRContext context;
  tile::loadDialects(context);
  int seen = 0;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperationsByDialect("tile")) {
    ++seen;
    bool isTerminator = op.getStringRef() == "tile.yield"; // read by the operation around it
    EXPECT_TRUE(isTerminator || interp::semanticsNamed(op.getStringRef()))
        << op.getStringRef().str();
  }
  EXPECT_GT(seen, 40);
}

TEST(Semantics, ReduceRunsARegionThatCapturesAScalar) {
  TestKernel kernel("k", kernelOn("i32", loadLanes(8, "i32") + R"(
  %ten = tile.load %x : !tile.ptr<i32> -> i32
  %sum = tile.reduce(%a) axis 0 {
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %l, %r : i32
    %t = arith.addi %s, %ten : i32
    tile.yield %t : i32
  } : (tensor<8xi32>) -> i32
  tile.store %out, %sum : !tile.ptr<i32>, i32
)"));
  Buffer<int32_t> x{10, 1, 2, 3, 4, 5, 6, 7}, out(1);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(out[0], 38 + 7 * 10);
}

TEST(Semantics, ReduceOfAnySizeCombinesEachLaneOnce) {
  for (int size : {1, 2, 3, 5, 7, 12}) {
    std::string tile = "tensor<" + std::to_string(size) + "xi32>";
    TestKernel kernel("k", kernelOn("i32", loadLanes(size, "i32") +
                                               "  %sum = tile.reduce(%a) axis 0 {\n"
                                               "  ^bb0(%l: i32, %r: i32):\n"
                                               "    %s = arith.addi %l, %r : i32\n"
                                               "    tile.yield %s : i32\n"
                                               "  } : (" +
                                               tile +
                                               ") -> i32\n"
                                               "  tile.store %out, %sum : !tile.ptr<i32>, i32\n"));
    Buffer<int32_t> x(size), out(1);
    int32_t want = 0;
    for (int i = 0; i < size; ++i)
      want += x[i] = 1 << i;
    ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
    EXPECT_EQ(out[0], want) << size;
  }
}

// With lanes a b c d: halving gives (a + c) + (b + d).
TEST(Semantics, ReduceHalves) {
  TestKernel kernel("k", kernelOn("f32", loadLanes(4, "f32") + R"(
  %sum = tile.reduce(%a) axis 0 {
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tile.yield %s : f32
  } : (tensor<4xf32>) -> f32
  tile.store %out, %sum : !tile.ptr<f32>, f32
)"));
  Buffer<float> x{1e8f, 1.0f, -1e8f, 1.0f}, out(1);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(out[0], 2.0f);
}

TEST(Semantics, MapTakesLanesInPacks) {
  TestKernel kernel("k", kernelOn("i32", loadLanes(4, "i32") + R"(
  %swapped = tile.map(%a) pack 2 {
  ^bb0(%first: i32, %second: i32):
    tile.yield %second, %first : i32, i32
  } : (tensor<4xi32>) -> tensor<4xi32>
  tile.store %oi, %swapped : tensor<4x!tile.ptr<i32>>, tensor<4xi32>
)"));
  Buffer<int32_t> x{1, 2, 3, 4}, out(4);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(out, (std::vector<int32_t>{2, 1, 4, 3}));
}

// Values of a turn are all read before any is replaced.
TEST(Semantics, LoopsSwapCarriedTiles) {
  TestKernel kernel("k", kernelOn("i32", loadLanes(2, "i32") + R"(
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %b = arith.constant dense<[70, 80]> : tensor<2xi32>
  %p, %q = scf.for %t = %zero to %three step %one iter_args(%l = %a, %r = %b)
      -> (tensor<2xi32>, tensor<2xi32>) : i32 {
    scf.yield %r, %l : tensor<2xi32>, tensor<2xi32>
  }
  %d = arith.subi %p, %q : tensor<2xi32>
  tile.store %oi, %d : tensor<2x!tile.ptr<i32>>, tensor<2xi32>
)"));
  Buffer<int32_t> x{1, 2}, out(2);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(out, (std::vector<int32_t>{69, 78}));
}

TEST(Semantics, LoopsDoNotOverflowTheirIndex) {
  TestKernel kernel("k", kernelOn("i32", R"(
  %low = arith.constant 2147483646 : i32
  %high = arith.constant 2147483647 : i32
  %step = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for %t = %low to %high step %step iter_args(%count = %zero) -> (i32) : i32 {
    %next = arith.addi %count, %one : i32
    scf.yield %next : i32
  }
  tile.store %out, %n : !tile.ptr<i32>, i32
)"));
  Buffer<int32_t> x(1), out(1);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(out[0], 1);
}

TEST(Semantics, WhileForwardsWhatItsConditionGives) {
  TestKernel kernel("k", kernelOn("i32", R"(
  %start = tile.load %x : !tile.ptr<i32> -> i32
  %limit = arith.constant 100 : i32
  %two = arith.constant 2 : i32
  %end = scf.while (%v = %start) : (i32) -> i32 {
    %doubled = arith.muli %v, %two : i32
    %goes = arith.cmpi slt, %doubled, %limit : i32
    scf.condition(%goes) %doubled : i32
  } do {
  ^bb0(%v: i32):
    scf.yield %v : i32
  }
  tile.store %out, %end : !tile.ptr<i32>, i32
)"));
  Buffer<int32_t> x{3}, out(1);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(out[0], 192);
}

TEST(Semantics, FmaOfHalvesRoundsOnce) {
  TestKernel kernel("k", kernelOn("f16", R"(
  %a = tile.load %x : !tile.ptr<f16> -> f16
  %r = math.fma %a, %a, %a : f16
  tile.store %out, %r : !tile.ptr<f16>, f16
)"));
  // Every half: the exact a * a + a in f64 has at most 33 digits when exponents are near.
  for (uint32_t bits = 0x3000; bits < 0x4400; bits += 7) {
    Buffer<uint16_t> x{uint16_t(bits)}, out(1);
    ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
    double a = decodeFloat(Scalar::F16, bits);
    EXPECT_EQ(out[0], encodeFloat(Scalar::F16, a * a + a)) << bits;
  }
}

TEST(Semantics, PrintsIndicesOfATileInColumns) {
  TestKernel kernel("k", kernelOn("i32", R"(
  %c = arith.constant dense<[[1, -2]]> : tensor<1x2xi8>
  %f = arith.constant 2.5 : f32
  tile.print " c: " hex [1, 0] (%c, %f : tensor<1x2xi8>, f32)
)"));
  Buffer<int32_t> x(1), out(1);
  ASSERT_TRUE(kernel.launch({}, {x.address(), out.address()}).ok());
  EXPECT_EQ(kernel.printed(), "pid (0, 0, 0) idx (0, 0) c: (operand 0) 0x01\n"
                              "pid (0, 0, 0) idx (0, 1) c: (operand 0) 0xfe\n"
                              "pid (0, 0, 0) idx () c: (operand 1) 0x1.4p+1\n");
}

TEST(Semantics, DivisionByZeroNamesTheLane) {
  TestKernel kernel("k", kernelOn("i32", loadLanes(4, "i32") + R"(
  %q = arith.divsi %i, %a : tensor<4xi32>
  tile.store %oi, %q : tensor<4x!tile.ptr<i32>>, tensor<4xi32>
)"));
  Buffer<int32_t> x{1, 2, 0, 4}, out(4);
  EXPECT_EQ(kernel.launch({}, {x.address(), out.address()}).code(), StatusCode::Fault);
  ASSERT_EQ(kernel.diagnostics().size(), 1u);
  EXPECT_EQ(codeOf(kernel.diagnostics()[0].kind), "NR0504");
  EXPECT_EQ(kernel.diagnostics()[0].primary.text, "program (0, 0, 0), lane 2");
  EXPECT_EQ(out, (std::vector<int32_t>(4)));
}

TEST(Semantics, StoresBeforeTheStartNameTheBuffer) {
  TestKernel kernel("k", kernelOn("i32", R"(
  %minus = arith.constant -3 : i32
  %p = tile.addptr %out, %minus : !tile.ptr<i32>, i32
  tile.store %p, %minus : !tile.ptr<i32>, i32
)"));
  Buffer<int32_t> x(1), out(4);
  EXPECT_EQ(kernel.launch({}, {x.address(), out.address()}).code(), StatusCode::Fault);
  ASSERT_EQ(kernel.diagnostics().size(), 1u);
  EXPECT_EQ(kernel.diagnostics()[0].headline, "store writes before the start of `out`");
  EXPECT_EQ(kernel.diagnostics()[0].primary.text, "program (0, 0, 0) writes out[-3]");
}

TEST(Semantics, InlineAssemblyIsRefusedWhenLoaded) {
  auto device = makeInterpDevice();
  Artifact artifact;
  artifact.target.backend = "interp";
  artifact.entry = "k";
  artifact.code = R"(func.func @k(%a: i32) {
    %r = tile.inline_asm "mov $0, $1;" "=r,r" pack 1 (%a) : (i32) -> i32
    return
  })";
  auto kernel = device->load(artifact);
  ASSERT_FALSE(kernel.ok());
  EXPECT_EQ(kernel.error().what(), "the interpreter cannot run inline assembly");
}

} // namespace
} // namespace nereid
