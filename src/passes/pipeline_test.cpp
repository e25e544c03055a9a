#include "passes/pipeline.h"

#include <gtest/gtest.h>

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include "ir/tile.h"

namespace nereid {
namespace {

// A loop whose body computes the same address twice, and what no turn changes.
constexpr const char *kLoop = R"(
func.func @k(%p: !tile.ptr<f32>, %n: i32, %m: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %scaled = arith.muli %m, %m : i32
    %times_one = arith.muli %scaled, %one : i32
    %a = tile.addptr %p, %times_one : !tile.ptr<f32>, i32
    %b = tile.addptr %p, %scaled : !tile.ptr<f32>, i32
    %v = tile.load %a : !tile.ptr<f32> -> f32
    tile.store %b, %v : !tile.ptr<f32>, f32
  }
  return
}
)";

class Pipeline : public testing::Test {
protected:
  Pipeline() : context_(mlir::MLIRContext::Threading::DISABLED) { tile::loadDialects(context_); }

  std::string run(const PipelineOptions &options, const char *kernel = kLoop) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(kernel, &context_);
    EXPECT_EQ(runTilePipeline(*module, options), "");
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  }
  static size_t count(const std::string &text, const std::string &part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++found;
    return found;
  }
  // Whether `part` stands before the loop.
  static bool isOutside(const std::string &text, const std::string &part) {
    return text.find(part) < text.find("scf.for");
  }

  mlir::MLIRContext context_;
};

TEST_F(Pipeline, SimplifiesMergesAndHoists) {
  std::string text = run({});
  EXPECT_EQ(count(text, "arith.muli"), 1u) << text;
  EXPECT_EQ(count(text, "tile.addptr"), 1u) << text;
  EXPECT_TRUE(isOutside(text, "tile.addptr")) << text;
  EXPECT_FALSE(isOutside(text, "tile.load")) << "a load may not pass a store\n" << text;
}

// The load is promised something, the pointer moved on is not.
TEST_F(Pipeline, HearsPromisesWhoseResultsAreDropped) {
  std::string text = run({}, R"(
func.func @k(%p: !tile.ptr<f32>, %o: !tile.ptr<f32>, %n: i32) {
  %before = tile.load %p : !tile.ptr<f32> -> f32
  %h = tile.hint "multiple_of" [16] %p : !tile.ptr<f32>
  %m = tile.hint "multiple_of" [4] %n : i32
  %after = tile.load %p : !tile.ptr<f32> -> f32
  %next = tile.addptr %p, %n : !tile.ptr<f32>, i32
  %sum = arith.addf %before, %after : f32
  tile.store %o, %sum : !tile.ptr<f32>, f32
  tile.store %next, %sum : !tile.ptr<f32>, f32
  return
})");
  EXPECT_EQ(count(text, "tile.hint"), 2u) << text;
  EXPECT_EQ(count(text, "tile.load %arg0"), 1u) << text;
  EXPECT_EQ(count(text, "tile.addptr %arg0, %arg2"), 0u) << text;
  EXPECT_EQ(count(text, "tile.addptr %arg0, "), 1u) << text;
}

TEST_F(Pipeline, LeavesDisabledPassesOut) {
  PipelineOptions options;
  for (const PassDescription &pass : tilePipeline())
    options.disabledPasses.emplace_back(pass.name);
  std::string text = run(options);
  EXPECT_EQ(count(text, "arith.muli"), 2u) << text;
  EXPECT_EQ(count(text, "tile.addptr"), 2u) << text;
}

TEST_F(Pipeline, TellsOfEachPassThatRan) {
  PipelineOptions options;
  std::vector<std::string> ran;
  options.disabledPasses = {"cse"};
  options.afterPass = [&](std::string_view pass, mlir::ModuleOp) { ran.emplace_back(pass); };
  run(options);
  EXPECT_EQ(ran, (std::vector<std::string>{"hear-hints", "canonicalize", "licm"}));
}

TEST_F(Pipeline, DescribesEveryPass) {
  for (const PassDescription &pass : tilePipeline())
    EXPECT_FALSE(pass.summary.empty()) << pass.name;
}

} // namespace
} // namespace nereid
