// device_print and device_assert: calls of artifact/cpu_runtime_abi.h.
#include "artifact/cpu_runtime_abi.h"

#include "backend/cpu/address.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

// A C string in the object's data.
Value stringAddress(Emitter &e, StringRef text) {
  Writer &w = e.w;
  std::string name = cat("nereid.text.", e.textCount++);
  std::string bytes = text.str() + '\0';
  {
    OpBuilder::InsertionGuard guard(w.builder);
    w.builder.setInsertionPointToStart(e.module.getBody());
    auto type = LLVM::LLVMArrayType::get(w.i8Type(), bytes.size());
    w.make<LLVM::GlobalOp>(type, /*isConstant=*/true, LLVM::Linkage::Internal, name,
                           w.builder.getStringAttr(bytes));
  }
  return w.make<LLVM::AddressOfOp>(w.ptrType(), name);
}

void callRuntime(Emitter &e, StringRef name, ValueRange operands) {
  Writer &w = e.w;
  if (!e.module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(w.builder);
    w.builder.setInsertionPointToStart(e.module.getBody());
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(w.builder.getContext()),
                                            llvm::to_vector(operands.getTypes()));
    w.make<LLVM::LLVMFuncOp>(name, type);
  }
  w.make<LLVM::CallOp>(TypeRange(), name, operands);
}

Value scratchBytes(Emitter &e, int64_t bytes) {
  return e.w.offsetBy(e.scratchBase, e.w.i64(e.scratch.allocate(bytes)), 1);
}

// The running program's three ids as an array.
Value programIds(Emitter &e) {
  Writer &w = e.w;
  Value ids = scratchBytes(e, 3 * sizeof(int32_t));
  for (int axis = 0; axis < 3; ++axis)
    w.store(e.programId[axis], w.offsetBy(ids, w.i64(axis), 4), 4);
  return ids;
}

// How the runtime prints floats: as f32 or f64.
Type printedElement(Writer &w, Type element) {
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? w.f32Type() : element;
}

Lanes printedLanes(Emitter &e, Value operand, const Index &index) {
  Type element = tile::elementOf(operand.getType());
  Lanes lanes = at(e, operand, index);
  if (printedElement(e.w, element) == element)
    return lanes;
  Value value = asVector(e.w, lanes, index.width);
  bool isHalf = isNarrowFloat(element);
  return Lanes::of(isHalf ? widenFloat(e, value) : decodeFloat8(e, value, element, e.w.f32Type()));
}

// Writes `operand`'s lanes to scratch and a NereidPrintOperand about them to `record`.
void describe(Emitter &e, Value operand, bool isSigned, Value record) {
  Writer &w = e.w;
  ArrayRef<int64_t> shape = tile::shapeOf(operand.getType());
  Type element = tile::elementOf(operand.getType()), printed = printedElement(w, element);
  Memory values = allocateTile(e, tile::tileOf(shape, printed));
  auto write = [&](const Index &index) {
    storeLanes(e, values, shape, index, printedLanes(e, operand, index));
  };
  if (shape.empty())
    write(Index());
  else
    Nest(e, shape, widthFor(e, operand), operand).forEach(write);

  Value sizes = scratchBytes(e, std::max<int64_t>(1, shape.size()) * sizeof(int64_t));
  for (auto [axis, size] : llvm::enumerate(shape))
    w.store(w.i64(size), w.offsetBy(sizes, w.i64(axis), 8), 8);
  bool isFloat = isa<FloatType>(printed), isPointer = isa<tile::PtrType>(printed);
  int kind = isPointer ? kNereidPrintPointer : isFloat ? kNereidPrintFloat : kNereidPrintInteger;
  auto put = [&](size_t offset, Value value) {
    w.store(value, w.offsetBy(record, w.i64(offset), 1), 4);
  };
  put(offsetof(NereidPrintOperand, values), values.base);
  put(offsetof(NereidPrintOperand, kind), w.i32(kind));
  put(offsetof(NereidPrintOperand, bits), w.i32(storedType(w, printed).getIntOrFloatBitWidth()));
  put(offsetof(NereidPrintOperand, isSigned), w.i32(isSigned));
  put(offsetof(NereidPrintOperand, rank), w.i32(shape.size()));
  put(offsetof(NereidPrintOperand, shape), sizes);
}

// The file and line of the source, looking through names and calls.
std::pair<std::string, int32_t> sourceOf(Location loc) {
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    return {file.getFilename().str(), static_cast<int32_t>(file.getLine())};
  return {"<unknown>", 0};
}

} // namespace

void emitPrint(Emitter &e, tile::PrintOp op) {
  Writer &w = e.w;
  int64_t mark = e.scratch.mark();
  Value ids = programIds(e);
  int64_t size = sizeof(NereidPrintOperand), count = op.getOperands().size();
  Value records = scratchBytes(e, std::max<int64_t>(1, count) * size);
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    describe(e, operand, op.getIsSigned()[i] != 0, w.offsetBy(records, w.i64(i * size), 1));
  callRuntime(e, "nereid_runtime_print",
              {ids, stringAddress(e, op.getPrefix()), w.i32(op.getHex()), w.i32(count), records});
  e.scratch.release(mark);
}

void emitAssert(Emitter &e, tile::AssertOp op) {
  Writer &w = e.w;
  auto fails = [&](const Index &index) {
    Value wrong = w.xorI(at(e, op.getCondition(), index).first, w.truth(true));
    return op.getMask() ? w.andI(wrong, at(e, op.getMask(), index).first) : wrong;
  };
  auto report = [&] {
    auto [file, line] = sourceOf(op.getLoc());
    callRuntime(e, "nereid_runtime_assert",
                {e.callScratch, programIds(e), stringAddress(e, op.getMessage()),
                 stringAddress(e, file), w.i32(line)});
  };
  ArrayRef<int64_t> shape = tile::shapeOf(op.getCondition().getType());
  PullScope scope(e);
  if (shape.empty())
    return w.ifThen(fails(Index()), report);
  // One report for all lanes.
  Value anyFails = w.truth(false);
  int64_t lanes = tile::laneCount(op.getCondition().getType());
  anyFails = w.loop(w.i64(0), w.i64(lanes), 1, anyFails, [&](Value lane, ValueRange before) {
    PullScope inner(e);
    Index index;
    index.axes.resize(shape.size());
    delinearize(w, AxisIndex::at(lane), shape, index.axes, 1);
    return Values{w.orI(before[0], fails(index))};
  })[0];
  w.ifThen(anyFails, report);
}

} // namespace nereid::cpu
