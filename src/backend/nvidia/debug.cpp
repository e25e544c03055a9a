// device_print, through the driver's vprintf, and device_assert, through its __assertfail.
#include "backend/nvidia/emitter.h"
#include "backend/nvidia/lane_ops.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// The address of a C string in the module.
Reg stringAddress(Writer &w, StringRef text) {
  auto *bytes = llvm::ConstantDataArray::getString(w.b.getContext(), text);
  auto *global = new llvm::GlobalVariable(w.module, bytes->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, bytes, "text", nullptr,
                                          llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/1);
  return w.b.CreateAddrSpaceCast(global, w.b.getPtrTy());
}

llvm::FunctionCallee function(Writer &w, StringRef name, llvm::Type *result,
                              ArrayRef<llvm::Type *> types) {
  return w.module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
}

// printf(format, values...), whose values travel in a buffer.
void callPrint(Emitter &e, StringRef format, ArrayRef<Reg> values) {
  Writer &w = e.w;
  SmallVector<llvm::Type *> types;
  for (Reg value : values)
    types.push_back(value->getType());
  auto *type = llvm::StructType::get(w.b.getContext(), types);
  Reg buffer = w.inPrologue([&] { return w.b.CreateAlloca(type); });
  for (auto [i, value] : llvm::enumerate(values))
    w.b.CreateStore(value, w.b.CreateStructGEP(type, buffer, i));
  w.b.CreateCall(function(w, "vprintf", w.i32(), {w.b.getPtrTy(), w.b.getPtrTy()}),
                 {stringAddress(w, format), buffer});
}

// Decimal digits of the largest index below `size`.
int columnWidth(int64_t size) {
  int width = 0;
  for (int64_t limit = 1; limit < size; limit *= 10)
    ++width;
  return width;
}

// As text that printf prints as it is.
std::string escaped(StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '%' ? std::string("%%") : std::string(1, c);
  return result;
}

// What printf takes: i32, i64 or double, and the letters for it.
std::pair<Reg, std::string> printed(Emitter &e, Reg value, Type element, bool isSigned,
                                    bool isHex) {
  Writer &w = e.w;
  if (isa<tile::PtrType>(element))
    return {value, "0x%llx"};
  if (isFloat8(element))
    value = decodeFloat8(e, value, element, false);
  value = widened(w, value);
  if (value->getType()->isFloatTy())
    value = w.b.CreateFPExt(value, w.f64());
  if (value->getType()->isDoubleTy())
    return {value, "%f"};
  unsigned bits = value->getType()->getIntegerBitWidth();
  bool isWide = bits > 32;
  llvm::Type *type = isWide ? w.i64() : w.i32();
  value =
      isSigned && bits > 1 && !isHex ? w.b.CreateSExt(value, type) : w.b.CreateZExt(value, type);
  std::string letters = isHex ? cat("0x%0", bits / 4, isWide ? "llx" : "x")
                              : cat("%", isWide ? "ll" : "", isSigned ? "d" : "u");
  return {value, letters};
}

void printOperand(Emitter &e, tile::PrintOp op, Value operand, bool isSigned, StringRef label) {
  Writer &w = e.w;
  Type element = tile::elementOf(operand.getType());
  Layout layout = isTile(operand) ? e.layouts.home(operand) : nullptr;
  Reg isFirst = layout ? e.isFirstHolder(layout) : w.b.CreateICmpEQ(w.threadId(), w.k(0));
  Regs registers = layout ? lanes(e, operand, layout) : Regs{e.scalar(operand)};
  auto act = [&] {
    for (auto [r, value] : llvm::enumerate(registers)) {
      Regs values = {programId(e, 0), programId(e, 1), programId(e, 2)};
      std::vector<std::string> places;
      for (int axis = 0; layout && axis < static_cast<int>(layout->axisBits().size()); ++axis) {
        values.push_back(e.coordinate(layout, r, axis));
        places.push_back(cat("%", columnWidth(int64_t(1) << layout->axisBits()[axis]), "d"));
      }
      auto [number, letters] = printed(e, value, element, isSigned, op.getHex());
      values.push_back(number);
      callPrint(e,
                cat("pid (%d, %d, %d) idx (", join(places, ", "), ")", label.str(), letters, "\n"),
                values);
    }
  };
  if (isFirst)
    w.ifThen(isFirst, act);
  else
    act();
}

} // namespace

void emitPrint(Emitter &e, tile::PrintOp op) {
  Writer &w = e.w;
  size_t count = op.getOperands().size();
  if (count == 0)
    w.ifThen(w.b.CreateICmpEQ(w.threadId(), w.k(0)), [&] {
      callPrint(e, cat("pid (%d, %d, %d)", escaped(op.getPrefix()), "\n"),
                {programId(e, 0), programId(e, 1), programId(e, 2)});
    });
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    std::string label = escaped(op.getPrefix());
    if (count > 1)
      label += cat("(operand ", i, ") ");
    printOperand(e, op, operand, op.getIsSigned()[i] != 0, label);
  }
}

void emitAssert(Emitter &e, tile::AssertOp op) {
  Writer &w = e.w;
  Layout layout = isTile(op.getCondition()) ? e.layouts.home(op.getCondition()) : nullptr;
  Reg fails = w.truth(false);
  for (unsigned r = 0; r < (layout ? layout->registers() : 1); ++r) {
    Reg wrong = w.b.CreateNot(lane(e, op.getCondition(), layout, r));
    if (op.getMask())
      wrong = w.b.CreateAnd(wrong, lane(e, op.getMask(), layout, r));
    fails = w.b.CreateOr(fails, wrong);
  }
  w.ifThen(fails, [&] {
    std::string file = "<unknown>";
    int64_t line = 0;
    if (auto place = op.getLoc()->findInstanceOf<FileLineColLoc>()) {
      file = place.getFilename().str();
      line = place.getLine();
    }
    llvm::Type *pointer = w.b.getPtrTy();
    w.b.CreateCall(
        function(w, "__assertfail", w.b.getVoidTy(), {pointer, pointer, w.i32(), pointer, w.i64()}),
        {stringAddress(w, op.getMessage()), stringAddress(w, file), w.k(line),
         stringAddress(w, "kernel"), w.k64(1)});
  });
}

// The text's $i count over operands of all lanes of a pack, in 32-bit words where they are
// narrower.
void emitInlineAsm(Emitter &e, tile::InlineAsmOp op) {
  Writer &w = e.w;
  unsigned pack = op.getPack();
  Value first = op.getNumResults() ? op.getResult(0) : op.getOperands()[0];
  Layout layout = isTile(first) ? e.layouts.packed(first.getType(), pack) : nullptr;
  unsigned count = layout ? layout->registers() : 1;
  pack = std::min(pack, count);
  auto perWord = [&](Type element) {
    unsigned bits = storedBits(element);
    return bits >= 32 ? 1u : std::min(pack, 32 / bits);
  };
  SmallVector<Regs> inputs, results(op.getNumResults());
  for (Value operand : op.getOperands())
    inputs.push_back(layout ? lanes(e, operand, layout) : Regs{e.scalar(operand)});
  SmallVector<llvm::Type *> outputs;
  for (Value result : op.getResults()) {
    Type element = tile::elementOf(result.getType());
    unsigned each = perWord(element);
    llvm::Type *word =
        each * storedBits(element) == 32 && each > 1 ? w.i32() : registerType(w, element);
    outputs.append(pack / each, word);
  }
  llvm::Type *type =
      outputs.size() == 1 ? outputs[0] : llvm::StructType::get(w.b.getContext(), outputs);
  for (unsigned r = 0; r < count; r += pack) {
    Regs operands;
    for (auto [operand, registers] : llvm::zip_equal(op.getOperands(), inputs)) {
      unsigned each = perWord(tile::elementOf(operand.getType()));
      for (unsigned i = 0; i < pack; i += each)
        operands.push_back(each == 1 ? registers[r + i]
                                     : joinWord(w, ArrayRef(registers).slice(r + i, each)));
    }
    Reg whole = w.assembly(type, op.getText(), op.getConstraints(), operands, !op.getIsPure());
    unsigned next = 0;
    for (auto [result, registers] : llvm::zip_equal(op.getResults(), results)) {
      Type element = tile::elementOf(result.getType());
      unsigned each = perWord(element);
      for (unsigned i = 0; i < pack; i += each, ++next) {
        Reg word = outputs.size() == 1 ? whole : w.b.CreateExtractValue(whole, next);
        registers.append(each == 1 ? Regs{word}
                                   : splitWord(w, word, registerType(w, element), each));
      }
    }
  }
  for (auto [result, registers] : llvm::zip_equal(op.getResults(), results)) {
    if (!isTile(result)) {
      e.define(result, registers);
      continue;
    }
    e.define(result,
             convert(e, registers, registers[0]->getType(), layout, e.layouts.home(result)));
  }
}

} // namespace nereid::nvidia
