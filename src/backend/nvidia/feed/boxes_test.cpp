// Which loads are boxes, of which tensor, and under which conditions.
#include "backend/nvidia/feed/boxes.h"

#include "backend/nvidia/feed/ranges.h"

#include <gtest/gtest.h>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// A kernel's body between its arguments and its return; its one load is asked about.
class Kernel {
public:
  explicit Kernel(const std::string &body) {
    tile::loadDialects(context_);
    std::string text = "func.func @k(%p: !tile.ptr<bf16> {tile.divisibility = 16 : i32},"
                       " %m: i32 {tile.divisibility = 16 : i32}, %k: i32, %s: i32, %b: i32) {\n"
                       "  %c0 = arith.constant 0 : i32\n  %c1 = arith.constant 1 : i32\n"
                       "  %c64 = arith.constant 64 : i32\n  %c128 = arith.constant 128 : i32\n"
                       "  %id = tile.program_id 0 : i32\n  %batch = tile.program_id 1 : i32\n"
                       "  %rows = tile.range 0 to 128 : tensor<128xi32>\n"
                       "  %columns = tile.range 0 to 64 : tensor<64xi32>\n" +
                       body + "  return\n}\n";
    module_ = parseSourceString<ModuleOp>(text, &context_);
    EXPECT_TRUE(module_);
    kernel_ = *module_->getOps<func::FuncOp>().begin();
    facts_.emplace(kernel_);
    affine_.emplace(*facts_);
  }
  std::optional<Box> box() {
    std::optional<Box> found;
    kernel_.walk([&](tile::LoadOp load) { found = findBox(*affine_, load); });
    return found;
  }
  Ranges ranges() { return Ranges(*affine_); }
  Sum argument(unsigned number) { return Sum(Symbol::scalar(kernel_.getArgument(number))); }

private:
  MLIRContext context_;
  OwningOpRef<ModuleOp> module_;
  func::FuncOp kernel_;
  std::optional<AxisFactsAnalysis> facts_;
  std::optional<Affine> affine_;
};

constexpr unsigned kM = 1, kK = 2, kStride = 3, kBatch = 4;

// p + (id * 128 + rows) * stride + columns, with what `base` gives to start from.
std::string matrix(const std::string &base, const std::string &rows, const std::string &stride) {
  return "  %row = tile.expand_dims " + rows + " axis 1 : tensor<128xi32> -> tensor<128x1xi32>\n" +
         "  %st = tile.splat " + stride + " : i32 -> tensor<128x1xi32>\n" +
         "  %off = arith.muli %row, %st : tensor<128x1xi32>\n  %ps = tile.splat " + base +
         " : !tile.ptr<bf16> -> tensor<128x1x!tile.ptr<bf16>>\n"
         "  %pr = tile.addptr %ps, %off : tensor<128x1x!tile.ptr<bf16>>, tensor<128x1xi32>\n"
         "  %pb = tile.broadcast %pr : tensor<128x1x!tile.ptr<bf16>> -> "
         "tensor<128x64x!tile.ptr<bf16>>\n"
         "  %col = tile.expand_dims %columns axis 0 : tensor<64xi32> -> tensor<1x64xi32>\n"
         "  %cb = tile.broadcast %col : tensor<1x64xi32> -> tensor<128x64xi32>\n"
         "  %a = tile.addptr %pb, %cb : tensor<128x64x!tile.ptr<bf16>>, tensor<128x64xi32>\n";
}

const std::string kStart = "  %first = arith.muli %id, %c128 : i32\n"
                           "  %fs = tile.splat %first : i32 -> tensor<128xi32>\n"
                           "  %at = arith.addi %fs, %rows : tensor<128xi32>\n";
const std::string kLoad =
    "  %x = tile.load %a : tensor<128x64x!tile.ptr<bf16>> -> tensor<128x64xbf16>\n";

// Masked where `value`, a tile of 128 rows, is below `bound`.
std::string maskedLoad(const std::string &value, const std::string &bound) {
  return "  %bs = tile.splat " + bound + " : i32 -> tensor<128xi32>\n  %in = arith.cmpi slt, " +
         value +
         ", %bs : tensor<128xi32>\n"
         "  %ie = tile.expand_dims %in axis 1 : tensor<128xi1> -> tensor<128x1xi1>\n"
         "  %mask = tile.broadcast %ie : tensor<128x1xi1> -> tensor<128x64xi1>\n"
         "  %x = tile.load %a mask %mask : tensor<128x64x!tile.ptr<bf16>>, tensor<128x64xi1> -> "
         "tensor<128x64xbf16>\n";
}

TEST(Boxes, RowsOfAMatrix) {
  Kernel kernel(kStart + matrix("%p", "%at", "%s") + kLoad);
  auto box = kernel.box();
  ASSERT_TRUE(box);
  EXPECT_EQ(box->base.getArgNumber(), 0u);
  EXPECT_EQ(box->contiguous, 1);
  ASSERT_EQ(box->axes.size(), 2u);
  EXPECT_EQ(box->axes[0].length, 64u);
  EXPECT_TRUE(box->axes[0].start.isZero());
  Sum stride;
  stride.add(box->axes[1].stride);
  EXPECT_EQ(stride, kernel.argument(kStride));
  ASSERT_EQ(box->axes[1].start.terms().size(), 1u);
  EXPECT_EQ(box->axes[1].start.terms()[0].factor, 128);
  EXPECT_FALSE(box->axes[1].extent);
  EXPECT_TRUE(box->axes[1].startsInside);
}

TEST(Boxes, AMaskIsAnExtent) {
  Kernel kernel(kStart + matrix("%p", "%at", "%s") + maskedLoad("%at", "%m"));
  auto box = kernel.box();
  ASSERT_TRUE(box);
  EXPECT_EQ(box->axes[1].extent, kernel.argument(kM));
}

TEST(Boxes, AMaskThatMovesWithThePointerIsAnExtentToo) {
  std::string body = kStart + matrix("%p", "%at", "%s") +
                     "  %step = tile.splat %c64 : i32 -> tensor<128x64xi32>\n"
                     "  %end = scf.for %i = %c0 to %m step %c1 iter_args(%q = %a) -> "
                     "(tensor<128x64x!tile.ptr<bf16>>) : i32 {\n"
                     "    %done = arith.muli %i, %c64 : i32\n"
                     "    %left = arith.subi %k, %done : i32\n"
                     "    %ls = tile.splat %left : i32 -> tensor<64xi32>\n"
                     "    %in = arith.cmpi slt, %columns, %ls : tensor<64xi32>\n"
                     "    %ie = tile.expand_dims %in axis 0 : tensor<64xi1> -> tensor<1x64xi1>\n"
                     "    %mask = tile.broadcast %ie : tensor<1x64xi1> -> tensor<128x64xi1>\n"
                     "    %x = tile.load %q mask %mask : tensor<128x64x!tile.ptr<bf16>>, "
                     "tensor<128x64xi1> -> tensor<128x64xbf16>\n"
                     "    %n = tile.addptr %q, %step : tensor<128x64x!tile.ptr<bf16>>, "
                     "tensor<128x64xi32>\n"
                     "    scf.yield %n : tensor<128x64x!tile.ptr<bf16>>\n  }\n";
  Kernel kernel(body);
  auto box = kernel.box();
  ASSERT_TRUE(box);
  EXPECT_EQ(box->axes[0].extent, kernel.argument(kK));
  ASSERT_EQ(box->axes[0].start.terms().size(), 1u);
  EXPECT_EQ(box->axes[0].start.terms()[0].symbols[0].kind, Symbol::Kind::Round);
}

TEST(Boxes, WrappedRowsAreABoxWhereBlocksEndAtTheBound) {
  Kernel kernel(kStart +
                "  %ms = tile.splat %m : i32 -> tensor<128xi32>\n"
                "  %wrapped = arith.remsi %at, %ms : tensor<128xi32>\n" +
                matrix("%p", "%wrapped", "%s") + kLoad);
  auto box = kernel.box();
  ASSERT_TRUE(box);
  bool isRequired = false;
  for (const Box::Condition &condition : box->conditions)
    isRequired |= condition.multiple == 128 && condition.sum == kernel.argument(kM);
  EXPECT_TRUE(isRequired);
}

TEST(Boxes, ABatchWhoseRowsEndIsAnAxisOfItsOwn) {
  std::string base = "  %jump = arith.muli %batch, %b : i32\n"
                     "  %pb0 = tile.addptr %p, %jump : !tile.ptr<bf16>, i32\n";
  Kernel kernel(base + kStart + matrix("%pb0", "%at", "%s") + maskedLoad("%at", "%m"));
  auto box = kernel.box();
  ASSERT_TRUE(box);
  ASSERT_EQ(box->axes.size(), 3u);
  Sum stride;
  stride.add(box->axes[2].stride);
  EXPECT_EQ(stride, kernel.argument(kBatch));
  EXPECT_EQ(box->axes[2].length, 1u);
  EXPECT_EQ(box->axes[1].extent, kernel.argument(kM));
}

TEST(Boxes, WhatNoTensorHasIsNone) {
  // A stride that is a program's number, a mask that no launch knows, two strides of one.
  EXPECT_FALSE(Kernel(kStart + matrix("%p", "%at", "%id") + kLoad).box());
  EXPECT_FALSE(Kernel(kStart + matrix("%p", "%at", "%s") + maskedLoad("%at", "%batch")).box());
  EXPECT_FALSE(Kernel(kStart + matrix("%p", "%at", "%c1") + kLoad).box());
}

// What a launch must find out about a start that the program's number is taken from.
TEST(Boxes, StartsAreRangesOfALaunch) {
  Kernel kernel("  %first = arith.subi %m, %id : i32\n"
                "  %third = arith.divsi %first, %k : i32\n"
                "  %fs = tile.splat %third : i32 -> tensor<128xi32>\n"
                "  %at = arith.addi %fs, %rows : tensor<128xi32>\n" +
                matrix("%p", "%at", "%s") + kLoad);
  auto box = kernel.box();
  ASSERT_TRUE(box);
  EXPECT_TRUE(box->axes[1].startsInside);
  Ranges ranges = kernel.ranges();
  auto start = ranges.of(box->axes[1].start);
  ASSERT_TRUE(start);
  using Kind = LaunchRange::Kind;
  auto find = [&](Kind kind) {
    return llvm::count_if(ranges.all(),
                          [&](const LaunchRange &range) { return range.kind == kind; });
  };
  EXPECT_EQ(find(Kind::Divide), 1);
  EXPECT_EQ(find(Kind::Program), 1);
  EXPECT_EQ(find(Kind::Parameter), 2);
}

TEST(Boxes, AShiftHasNoRange) {
  Kernel kernel("  %first = arith.shrsi %id, %c1 : i32\n"
                "  %fs = tile.splat %first : i32 -> tensor<128xi32>\n"
                "  %at = arith.addi %fs, %rows : tensor<128xi32>\n" +
                matrix("%p", "%at", "%s") + kLoad);
  auto box = kernel.box();
  ASSERT_TRUE(box);
  EXPECT_FALSE(kernel.ranges().of(box->axes[1].start));
}

} // namespace
} // namespace nereid::nvidia
