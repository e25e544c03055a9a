// Core by hand, and the tile IR it becomes.
#include "lower/lower.h"

#include <gtest/gtest.h>

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include "lower/lowering.h"

namespace nereid {
namespace {

using core::OpKind;
using core::ValueId;

core::Type typed(Scalar element, std::vector<int64_t> shape = {}) {
  core::Type type;
  type.element = element;
  type.shape = std::move(shape);
  return type;
}

// Writes a kernel statement by statement.
class Writer {
public:
  core::Kernel kernel;

  Writer() { kernel.name = "k"; }
  ValueId parameter(std::string name, core::Type type, int divisor = 1) {
    ValueId id = value(type);
    kernel.parameters.push_back({std::move(name), std::move(type), divisor, {}});
    kernel.body.arguments.push_back(id);
    return id;
  }
  ValueId value(core::Type type) {
    kernel.typeOf.push_back(std::move(type));
    return ValueId(kernel.typeOf.size() - 1);
  }
  ValueId emit(OpKind op, std::vector<ValueId> operands, core::Type type,
               core::Attributes attrs = {}, std::vector<core::Block> regions = {}) {
    ValueId result = value(std::move(type));
    kernel.body.body.push_back(
        {op, {}, 0, std::move(operands), {result}, std::move(regions), std::move(attrs)});
    return result;
  }

  // The IR, which must be valid.
  std::string lowered() {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    SourceMap sources;
    auto module = lowerToTileIr(kernel, sources, context);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  }
};

void expectHolds(const std::string &text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no " << part << " in\n" << text;
}

TEST(Lower, EveryOperationHasALowering) {
  for (int op = 0; op <= int(OpKind::While); ++op)
    EXPECT_NE(lower::lowerTable().find(OpKind(op)), nullptr) << core::nameOf(OpKind(op));
}

TEST(Lower, ParametersKeepTheirNamesAndFacts) {
  Writer writer;
  core::Type pointer = typed(Scalar::U8);
  pointer.isPointer = true;
  writer.parameter("x", pointer, 16);
  writer.parameter("n", typed(Scalar::U32));
  expectHolds(writer.lowered(),
              "func.func @k(%arg0: !tile.ptr<i8> {tile.divisibility = 16 : i32, tile.name = \"x\", "
              "tile.type = \"*u8\"}, %arg1: i32 {tile.name = \"n\", tile.type = \"u32\"})");
}

TEST(Lower, ConstantsHoldBits) {
  Writer writer;
  writer.emit(OpKind::Constant, {}, typed(Scalar::F16, {4}), {.bits = 0x3C00});
  writer.emit(OpKind::Constant, {}, typed(Scalar::I8), {.bits = 0xFF});
  std::string text = writer.lowered();
  expectHolds(text, "arith.constant dense<1.000000e+00> : tensor<4xf16>");
  expectHolds(text, "arith.constant -1 : i8");
}

TEST(Lower, ContractionIsALicenceOnEachOperation) {
  for (bool allowed : {true, false}) {
    Writer writer;
    writer.kernel.allowContraction = allowed;
    ValueId x = writer.parameter("x", typed(Scalar::F32));
    writer.emit(OpKind::MulF, {x, x}, typed(Scalar::F32));
    expectHolds(writer.lowered(), allowed ? "arith.mulf %arg0, %arg0 fastmath<contract> : f32"
                                          : "arith.mulf %arg0, %arg0 : f32");
  }
}

TEST(Lower, ConversionsBetweenHalvesGoThroughFloat) {
  Writer writer;
  ValueId x = writer.parameter("x", typed(Scalar::F16));
  writer.emit(OpKind::FloatToFloat, {x}, typed(Scalar::BF16));
  std::string text = writer.lowered();
  expectHolds(text, "arith.extf %arg0 : f16 to f32");
  expectHolds(text, "arith.truncf %0 : f32 to bf16");
}

TEST(Lower, Fp8IsComputedInFloat) {
  Writer writer;
  ValueId x = writer.parameter("x", typed(Scalar::F8E4B15));
  writer.emit(OpKind::AddF, {x, x}, typed(Scalar::F8E4B15));
  std::string text = writer.lowered();
  expectHolds(text, "tile.float_to_float %arg0 from_e4b15 : i8 -> f32");
  expectHolds(text, "arith.addf %0, %1 fastmath<contract> : f32");
  expectHolds(text, "tile.float_to_float %2 to_e4b15 : f32 -> i8");
}

TEST(Lower, FunctionsOfTheLibraryKeepTheirName) {
  Writer writer;
  ValueId x = writer.parameter("x", typed(Scalar::F32));
  writer.emit(OpKind::Math, {x}, typed(Scalar::F32), {.text = "exp2"});
  writer.emit(OpKind::Math, {x}, typed(Scalar::F32), {.text = "lgamma"});
  writer.emit(OpKind::Math, {x}, typed(Scalar::I1), {.text = "isnan"});
  writer.emit(OpKind::Math, {x}, typed(Scalar::I32), {.text = "isnan"});
  std::string text = writer.lowered();
  expectHolds(text, "math.exp2 %arg0 : f32");
  expectHolds(text, "tile.libm \"lgamma\"(%arg0) : (f32) -> f32");
  expectHolds(text, "math.isnan %arg0 : f32");
  expectHolds(text, "tile.libm \"isnan\"(%arg0) : (f32) -> i32");
}

TEST(Lower, LoopsCarryValuesAndHints) {
  Writer writer;
  ValueId n = writer.parameter("n", typed(Scalar::I32));
  core::Block body;
  body.arguments = {writer.value(typed(Scalar::I32)), writer.value(typed(Scalar::I32))};
  body.yields = {body.arguments[0]};
  writer.emit(OpKind::For, {n, n, n, n}, typed(Scalar::I32), {.texts = {"num_stages=3"}}, {body});
  std::string text = writer.lowered();
  expectHolds(text, "scf.for %arg1 = %arg0 to %arg0 step %arg0 iter_args(%arg2 = %arg0) -> (i32)  "
                    ": i32 {");
  expectHolds(text, "scf.yield %arg1 : i32");
  expectHolds(text, "tile.num_stages = 3");
}

TEST(Lower, LocationsNameTheTextAndTheCalls) {
  SourceMap sources;
  Span file = sources.add("k.py", "call()\nadd\n");
  auto at = [&](uint32_t begin, uint32_t end) {
    return Span{file.begin + begin, file.begin + end};
  };
  Writer writer;
  writer.kernel.frames.push_back({0, at(0, 6), "helper"});
  writer.emit(OpKind::Constant, {}, typed(Scalar::I32), {.bits = 1});
  writer.kernel.body.body[0].span = at(7, 10);
  writer.kernel.body.body[0].frame = 1;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto module = lowerToTileIr(writer.kernel, sources, context);
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == "arith.constant")
      op->getLoc().print(stream);
  });
  std::string base = std::to_string(file.begin);
  expectHolds(text, "callsite(\"span:" + std::to_string(file.begin + 7));
  expectHolds(text, "\"k.py\":2:1");
  expectHolds(text, "\"k.py\":1:1");
}

} // namespace
} // namespace nereid
