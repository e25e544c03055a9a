// What must be known of addresses and masks, so that accesses are as wide as they may be.
#include "passes/axis_facts.h"

#include <gtest/gtest.h>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

class Kernel {
public:
  explicit Kernel(const std::string &body) {
    tile::loadDialects(context_);
    std::string text = "func.func @k(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32},"
                       " %n: i32 {tile.divisibility = 16 : i32}, %m: i32) {\n" +
                       body + "  return\n}\n";
    module_ = parseSourceString<ModuleOp>(text, &context_);
  }
  // The facts of what is printed under `name`.
  AxisFacts of(StringRef name, Hints hints = Hints::Believed) {
    func::FuncOp function = *module_->getOps<func::FuncOp>().begin();
    AxisFactsAnalysis facts(function, hints);
    AxisFacts found;
    function.walk([&](tile::PrintOp print) {
      if (print.getPrefix() == name)
        found = facts.of(print.getOperands()[0]);
    });
    return found;
  }

private:
  MLIRContext context_;
  OwningOpRef<ModuleOp> module_;
};

using Numbers = llvm::SmallVector<int64_t, 3>;

constexpr const char *kRow = R"(
  %r = tile.range 0 to 64 : tensor<64xi32>
  %start = arith.muli %m, %n : i32
  %s = tile.splat %start : i32 -> tensor<64xi32>
  %i = arith.addi %s, %r : tensor<64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %a = tile.addptr %ps, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  tile.print "address" [0](%a : tensor<64x!tile.ptr<f32>>)
)";

TEST(AxisFacts, ARowOfAMatrixIsContiguousAndAligned) {
  AxisFacts facts = Kernel(kRow).of("address");
  EXPECT_EQ(facts.contiguity, Numbers{64});
  EXPECT_EQ(facts.divisibility, Numbers{16}); // bytes, as the pointer's
}

TEST(AxisFacts, AMaskAtAMultipleOf16KeepsGroupsWhole) {
  AxisFacts facts = Kernel(R"(
  %r = tile.range 0 to 64 : tensor<64xi32>
  %b = tile.splat %n : i32 -> tensor<64xi32>
  %k = arith.cmpi slt, %r, %b : tensor<64xi32>
  tile.print "mask" [0](%k : tensor<64xi1>)
)")
                        .of("mask");
  EXPECT_EQ(facts.constancy, Numbers{16});
}

TEST(AxisFacts, AMaskAtAnyNumberKeepsNothing) {
  AxisFacts facts = Kernel(R"(
  %r = tile.range 0 to 64 : tensor<64xi32>
  %b = tile.splat %m : i32 -> tensor<64xi32>
  %k = arith.cmpi slt, %r, %b : tensor<64xi32>
  tile.print "mask" [0](%k : tensor<64xi1>)
)")
                        .of("mask");
  EXPECT_EQ(facts.constancy, Numbers{1});
}

TEST(AxisFacts, HintsAreBelievedWhereAskedFor) {
  Kernel kernel(R"(
  %r = tile.range 0 to 64 : tensor<64xi32>
  %b = tile.splat %m : i32 -> tensor<64xi32>
  %w = arith.remsi %r, %b : tensor<64xi32>
  %h = tile.hint "max_contiguous" [64] %w : tensor<64xi32>
  tile.print "wrapped" [0](%h : tensor<64xi32>)
)");
  EXPECT_EQ(kernel.of("wrapped").contiguity, Numbers{64});
  EXPECT_EQ(kernel.of("wrapped", Hints::Ignored).contiguity, Numbers{1});
}

TEST(AxisFacts, ALoopThatMovesByOddStepsLosesAlignment) {
  AxisFacts facts = Kernel(R"(
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant dense<3> : tensor<64xi32>
  %r = tile.range 0 to 64 : tensor<64xi32>
  %e = scf.for %i = %zero to %n step %one iter_args(%x = %r) -> (tensor<64xi32>) : i32 {
    tile.print "moved" [0](%x : tensor<64xi32>)
    %y = arith.addi %x, %three : tensor<64xi32>
    scf.yield %y : tensor<64xi32>
  }
)")
                        .of("moved");
  EXPECT_EQ(facts.contiguity, Numbers{64}); // still consecutive
  EXPECT_EQ(facts.divisibility, Numbers{1});
}

TEST(AxisFacts, ColumnsOfAMatrixAreContiguousAlongTheirAxis) {
  AxisFacts facts = Kernel(R"(
  %r = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.expand_dims %r axis 1 : tensor<64xi32> -> tensor<64x1xi32>
  %w = tile.broadcast %x : tensor<64x1xi32> -> tensor<64x32xi32>
  tile.print "columns" [0](%w : tensor<64x32xi32>)
)")
                        .of("columns");
  EXPECT_EQ(facts.contiguity, (Numbers{64, 1}));
  EXPECT_EQ(facts.constancy, (Numbers{1, 32}));
}

} // namespace
} // namespace nereid
