#include "backend/nvidia/writer.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

#include "base/check.h"
#include "base/text.h"

namespace nereid::nvidia {

using llvm::Type;

Reg Writer::bits(Type *type, uint64_t pattern) {
  unsigned width = type->getScalarSizeInBits();
  return fromBits(llvm::ConstantInt::get(integer(width), pattern), type);
}

Reg Writer::toBits(Reg value) {
  Type *type = value->getType();
  return type->isIntegerTy() ? value
                             : b.CreateBitCast(value, integer(type->getPrimitiveSizeInBits()));
}

Reg Writer::fromBits(Reg bits, Type *type) {
  return bits->getType() == type ? bits : b.CreateBitCast(bits, type);
}

Reg Writer::both(Reg a, Reg b2) {
  if (!a || !b2)
    return a ? a : b2;
  return b.CreateAnd(a, b2);
}

Reg Writer::intrinsic(llvm::Intrinsic::ID id, ArrayRef<Reg> operands, ArrayRef<Type *> types) {
  return b.CreateIntrinsic(id, types, operands);
}

Reg Writer::assembly(Type *result, StringRef text, StringRef constraints, ArrayRef<Reg> operands,
                     bool hasEffects) {
  SmallVector<Type *> types;
  for (Reg operand : operands)
    types.push_back(operand->getType());
  auto *type = llvm::FunctionType::get(result, types, false);
  auto *code = llvm::InlineAsm::get(type, text, constraints, hasEffects);
  llvm::CallInst *call = b.CreateCall(code, operands);
  call->setDoesNotThrow();
  if (!hasEffects)
    call->setDoesNotAccessMemory();
  return call;
}

static char constraintOf(Type *type) {
  if (type->isFloatTy())
    return 'f';
  if (type->isDoubleTy())
    return 'd';
  unsigned bits = type->getPrimitiveSizeInBits();
  return bits == 1 ? 'b' : bits <= 16 ? 'h' : bits == 32 ? 'r' : 'l';
}

Reg Writer::pure(Type *result, StringRef text, ArrayRef<Reg> operands) {
  std::string constraints = cat("=", std::string(1, constraintOf(result)));
  for (Reg operand : operands)
    constraints += cat(",", std::string(1, constraintOf(operand->getType())));
  return assembly(result, text, constraints, operands, false);
}

Reg Writer::inPrologue(llvm::function_ref<Reg()> write) {
  llvm::IRBuilder<>::InsertPointGuard guard(b);
  if (llvm::Instruction *end = prologue->getTerminator())
    b.SetInsertPoint(end);
  else
    b.SetInsertPoint(prologue);
  return write();
}

Reg Writer::threadId() {
  if (!threadId_)
    threadId_ =
        inPrologue([&] { return intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, {}); });
  return threadId_;
}

Reg Writer::laneId() {
  if (!laneId_)
    laneId_ = inPrologue([&] { return b.CreateAnd(threadId(), k(31)); });
  return laneId_;
}

Reg Writer::warpId() {
  if (!warpId_)
    warpId_ = inPrologue([&]() -> Reg {
      if (machine.warps == 1)
        return k(0);
      return sameInWarp(b.CreateLShr(threadId(), k(5)));
    });
  return warpId_;
}

Reg Writer::warpOfBlock() {
  if (!warpOfBlock_)
    warpOfBlock_ = inPrologue(
        [&] { return sameInWarp(intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y, {})); });
  return warpOfBlock_;
}

// Through a shuffle, so that the assembler knows that it is the same in all lanes.
Reg Writer::sameInWarp(Reg value) {
  return shuffleIndex(value, k(0));
}

void Writer::barrier() {
  constexpr int kProgram = 1; // the barrier of those who are not the producer
  if (machine.warps == 1)
    intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {k(-1)});
  else if (hasProducer)
    intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_count,
              {k(kProgram), k(32 * machine.warps)});
  else
    intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {k(0)});
}

// Shuffles move 32 bits: narrower registers travel in a word, wider ones in two.
Reg Writer::byWords(Reg value, llvm::function_ref<Reg(Reg word)> act) {
  Type *type = value->getType();
  Reg whole = toBits(value);
  unsigned width = whole->getType()->getIntegerBitWidth();
  if (width <= 32) {
    Reg moved = act(b.CreateZExt(whole, i32()));
    return fromBits(b.CreateTrunc(moved, whole->getType()), type);
  }
  Reg low = act(b.CreateTrunc(whole, i32()));
  Reg high = act(b.CreateTrunc(b.CreateLShr(whole, k64(32)), i32()));
  Reg joined =
      b.CreateOr(b.CreateZExt(low, i64()), b.CreateShl(b.CreateZExt(high, i64()), k64(32)));
  return fromBits(joined, type);
}

Reg Writer::shuffleXor(Reg value, uint32_t mask) {
  return byWords(value, [&](Reg word) {
    return intrinsic(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, {k(-1), word, k(mask), k(31)});
  });
}

Reg Writer::shuffleUp(Reg value, uint32_t distance) {
  return byWords(value, [&](Reg word) {
    return intrinsic(llvm::Intrinsic::nvvm_shfl_sync_up_i32, {k(-1), word, k(distance), k(0)});
  });
}

Reg Writer::shuffleIndex(Reg value, Reg lane) {
  return byWords(value, [&](Reg word) {
    return intrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, {k(-1), word, lane, k(31)});
  });
}

llvm::GlobalVariable *Writer::shared() {
  constexpr StringRef kName = "nereid_shared";
  if (auto *known = module.getGlobalVariable(kName))
    return known;
  auto *type = llvm::ArrayType::get(i8(), 0);
  auto *variable = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage,
                                            nullptr, kName, nullptr,
                                            llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/3);
  variable->setAlignment(llvm::Align(1024));
  return variable;
}

Reg Writer::sharedPointer(Reg offset) {
  return b.CreateGEP(i8(), shared(), sharedStart ? b.CreateAdd(offset, sharedStart) : offset);
}

Reg Writer::sharedAddress(Reg offset) {
  return b.CreateTrunc(b.CreatePtrToInt(sharedPointer(offset), i64()), i32());
}

Reg Writer::globalPointer(Reg address) {
  return b.CreateIntToPtr(address, b.getPtrTy(1));
}

Reg Writer::loadShared(Type *type, Reg offset, unsigned align) {
  return b.CreateAlignedLoad(type, sharedPointer(offset), llvm::Align(align));
}

void Writer::storeShared(Reg value, Reg offset, unsigned align) {
  b.CreateAlignedStore(value, sharedPointer(offset), llvm::Align(align));
}

llvm::BasicBlock *Writer::newBlock(const char *name) {
  return llvm::BasicBlock::Create(b.getContext(), name, b.GetInsertBlock()->getParent());
}

void Writer::ifThen(Reg condition, llvm::function_ref<void()> then) {
  llvm::BasicBlock *inside = newBlock("then"), *after = newBlock("after");
  b.CreateCondBr(condition, inside, after);
  b.SetInsertPoint(inside);
  then();
  b.CreateBr(after);
  b.SetInsertPoint(after);
}

} // namespace nereid::nvidia
