// Functions of the C math library, called for every lane.
#include "backend/cpu/lane_ops.h"

#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

// The symbol: "pow" is powf for f32.
std::string symbolOf(StringRef name, Type element) {
  std::string symbol = name.str();
  return element.isF32() ? symbol + "f" : symbol;
}

Value callScalar(Emitter &e, StringRef symbol, ValueRange operands, Type result) {
  Writer &w = e.w;
  if (!e.module.lookupSymbol(symbol)) {
    OpBuilder::InsertionGuard guard(w.builder);
    w.builder.setInsertionPointToStart(e.module.getBody());
    auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(operands.getTypes()));
    w.make<LLVM::LLVMFuncOp>(symbol, type);
  }
  return w.make<LLVM::CallOp>(TypeRange(result), symbol, operands).getResult();
}

} // namespace

Value callLibrary(Emitter &e, StringRef name, ValueRange operands, Type result) {
  Writer &w = e.w;
  int64_t width = lanesOf(result);
  std::string symbol = symbolOf(name, scalarOf(operands[0].getType()));
  Value collected;
  for (int64_t lane = 0; lane < width; ++lane) {
    Values scalars;
    for (Value operand : operands)
      scalars.push_back(w.extract(operand, lane));
    Value value = callScalar(e, symbol, scalars, scalarOf(result));
    if (width == 1)
      return value;
    if (!collected)
      collected = w.bits(result, 0);
    collected = w.insert(value, collected, lane);
  }
  return collected;
}

} // namespace nereid::cpu
