// Writer: short spellings for the LLVM IR that the NVIDIA backend writes.
//
// Everything is one thread's: a Reg is a register. Integers are i32 unless said otherwise,
// addresses in global memory i64, in shared memory i32 offsets from the program's own. Constants
// fold.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include "backend/nvidia/target.h"

namespace nereid::nvidia {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using Reg = llvm::Value *;
using Regs = SmallVector<llvm::Value *>;

class Writer {
public:
  Writer(llvm::Module &theModule, const Machine &theMachine)
      : module(theModule), machine(theMachine), b(theModule.getContext()) {}

  llvm::Module &module;
  const Machine &machine;
  llvm::IRBuilder<> b;

  llvm::Type *i1() { return b.getInt1Ty(); }
  llvm::Type *i8() { return b.getInt8Ty(); }
  llvm::Type *i16() { return b.getInt16Ty(); }
  llvm::Type *i32() { return b.getInt32Ty(); }
  llvm::Type *i64() { return b.getInt64Ty(); }
  llvm::Type *f32() { return b.getFloatTy(); }
  llvm::Type *f64() { return b.getDoubleTy(); }
  llvm::Type *integer(unsigned bits) { return b.getIntNTy(bits); }
  Reg k(int64_t value) { return b.getInt32(static_cast<uint32_t>(value)); }
  Reg k64(int64_t value) { return b.getInt64(value); }
  Reg number(llvm::Type *type, double value) { return llvm::ConstantFP::get(type, value); }
  Reg bits(llvm::Type *type, uint64_t pattern); // an integer's or a float's
  Reg truth(bool value) { return b.getInt1(value); }

  // Any register of at most 64 bits as an integer of its width, and back.
  Reg toBits(Reg value);
  Reg fromBits(Reg bits, llvm::Type *type);
  // An integer resized: zero-extended or cut off.
  Reg resize(Reg value, llvm::Type *type) { return b.CreateZExtOrTrunc(value, type); }
  Reg both(Reg a, Reg b2); // conditions; null is true

  Reg intrinsic(llvm::Intrinsic::ID id, ArrayRef<Reg> operands, ArrayRef<llvm::Type *> types = {});
  // One instruction, or a few, in PTX. With side effects it stays where it is.
  Reg assembly(llvm::Type *result, StringRef text, StringRef constraints, ArrayRef<Reg> operands,
               bool hasEffects);
  // A pure function of registers of one type: "rsqrt.approx.f32 $0, $1;".
  Reg pure(llvm::Type *result, StringRef text, ArrayRef<Reg> operands);

  // Threads.
  Reg threadId();
  Reg laneId();
  Reg warpId();      // of the program; the same in all lanes
  Reg warpOfBlock(); // where each warp is a program (small_programs.h)
  // Of all threads of the program; a producer, if there is one, is none of them.
  void barrier();
  Reg shuffleXor(Reg value, uint32_t mask);
  Reg shuffleUp(Reg value, uint32_t distance);
  Reg shuffleIndex(Reg value, Reg lane);

  // Shared memory: `offset` in bytes (i32), from `sharedStart`.
  Reg loadShared(llvm::Type *type, Reg offset, unsigned align);
  void storeShared(Reg value, Reg offset, unsigned align);
  Reg sharedPointer(Reg offset);
  Reg sharedAddress(Reg offset); // as PTX's i32 address
  Reg globalPointer(Reg address);
  Reg sharedStart = nullptr; // null: zero

  // Control flow: `then` runs where `condition` holds; both ends meet again.
  void ifThen(Reg condition, llvm::function_ref<void()> then);

  bool hasProducer = false;

  llvm::BasicBlock *newBlock(const char *name);
  // Where what the whole kernel may use is written: before everything else.
  llvm::BasicBlock *prologue = nullptr;
  Reg inPrologue(llvm::function_ref<Reg()> write);

private:
  Reg shuffle(StringRef mode, Reg value, Reg operand, uint32_t clamp);
  Reg sameInWarp(Reg value);
  Reg byWords(Reg value, llvm::function_ref<Reg(Reg word)> act);
  llvm::GlobalVariable *shared();
  Reg threadId_ = nullptr, laneId_ = nullptr, warpId_ = nullptr, warpOfBlock_ = nullptr;
};

} // namespace nereid::nvidia
