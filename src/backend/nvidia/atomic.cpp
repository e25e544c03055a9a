// Atomic operations. Each element is changed once, by the first of the threads that hold it, which
// tells the others what it found. Orders other than relaxed are the program's, not a thread's:
// barriers before and after make all of its accesses take part. LLVM leaves out the order of a
// read-modify-write for this target, so that fences beside it are written here.
//
// Floats' max and min go by sign on bit patterns, as Triton's do: among positive floats the order
// is that of signed integers, among negative ones the opposite of unsigned ones.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSwitch.h"

#include "backend/nvidia/combined_atomics.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

using BinOp = llvm::AtomicRMWInst::BinOp;
using Ordering = llvm::AtomicOrdering;

Ordering orderingOf(StringRef sem) {
  if (sem == "relaxed")
    return Ordering::Monotonic;
  if (sem == "acquire")
    return Ordering::Acquire;
  return sem == "release" ? Ordering::Release : Ordering::AcquireRelease;
}

Ordering loadOrdering(StringRef sem) {
  bool acquires = sem == "acquire" || sem == "acq_rel";
  return acquires ? Ordering::Acquire : Ordering::Monotonic;
}

llvm::SyncScope::ID scopeOf(Writer &w, StringRef scope) {
  StringRef name = scope == "cta" ? "block" : scope == "sys" ? "" : "device";
  return name.empty() ? llvm::SyncScope::ID(llvm::SyncScope::System)
                      : w.b.getContext().getOrInsertSyncScopeID(name);
}

BinOp binOpOf(StringRef kind) {
  return llvm::StringSwitch<BinOp>(kind)
      .Case("add", BinOp::Add)
      .Case("fadd", BinOp::FAdd)
      .Case("max", BinOp::Max)
      .Case("min", BinOp::Min)
      .Case("umax", BinOp::UMax)
      .Case("umin", BinOp::UMin)
      .Case("and", BinOp::And)
      .Case("or", BinOp::Or)
      .Case("xor", BinOp::Xor)
      .Default(BinOp::Xchg);
}

llvm::Align alignOf(llvm::Type *type) {
  return llvm::Align(std::max<unsigned>(1, type->getPrimitiveSizeInBits() / 8));
}

Reg modify(Writer &w, tile::AtomicRmwOp op, Reg address, Reg value) {
  StringRef kind = op.getKind();
  Reg pointer = w.globalPointer(address);
  auto scope = scopeOf(w, op.getScope());
  auto apply = [&](BinOp which, Reg operand) {
    return w.b.CreateAtomicRMW(which, pointer, operand, alignOf(operand->getType()),
                               Ordering::Monotonic, scope);
  };
  if (kind == "fadd")
    return apply(BinOp::FAdd, value);
  llvm::Type *type = value->getType();
  Reg bits = w.toBits(value);
  if (bits->getType()->isIntegerTy(1))
    bits = w.b.CreateZExt(bits, w.i8());
  auto back = [&](Reg old) {
    return type->isIntegerTy(1) ? w.b.CreateTrunc(old, type) : w.fromBits(old, type);
  };
  if (kind != "fmax" && kind != "fmin")
    return back(apply(binOpOf(kind), bits));
  bool isMax = kind == "fmax";
  llvm::BasicBlock *negative = w.newBlock("negative"), *positive = w.newBlock("positive");
  llvm::BasicBlock *after = w.newBlock("after");
  w.b.CreateCondBr(w.b.CreateICmpSLT(bits, w.bits(bits->getType(), 0)), negative, positive);
  w.b.SetInsertPoint(negative);
  Reg first = apply(isMax ? BinOp::UMin : BinOp::UMax, bits);
  w.b.CreateBr(after);
  w.b.SetInsertPoint(positive);
  Reg second = apply(isMax ? BinOp::Max : BinOp::Min, bits);
  w.b.CreateBr(after);
  w.b.SetInsertPoint(after);
  llvm::PHINode *old = w.b.CreatePHI(bits->getType(), 2);
  old->addIncoming(first, negative);
  old->addIncoming(second, positive);
  return back(old);
}

// Whether nothing that the program does could be seen too late or too early beside `op`: it writes
// nothing else, and all that it reads ends in `op`, its last operation. A fence takes as long there
// as the rest of a short program.
bool isAllThereIs(tile::AtomicRmwOp op) {
  Block &block = *op->getBlock();
  if (!isa<mlir::func::FuncOp>(block.getParentOp()) || !op.getResult().use_empty() ||
      op->getNextNode() != block.getTerminator())
    return false;
  auto walked = block.walk([&](Operation *other) {
    bool isSeen =
        isa<tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp,
            tile::AtomicStoreOp, tile::PrintOp, tile::AssertOp, tile::InlineAsmOp, tile::BarrierOp>(
            other) &&
        other != op.getOperation();
    auto load = dyn_cast<tile::LoadOp>(other);
    return isSeen || (load && load.getIsVolatile()) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

// A fence of the threads that change elements.
void fence(Emitter &e, tile::AtomicRmwOp op, Ordering ordering, Reg isFirst) {
  Writer &w = e.w;
  auto write = [&] { w.b.CreateFence(ordering, scopeOf(w, op.getScope())); };
  isFirst ? w.ifThen(isFirst, write) : write();
}

// Runs `act` for every element under the mask in one thread; the others get what it gives.
void forEachElement(Emitter &e, Operation *op, Value pointer, Value mask, StringRef sem,
                    ArrayRef<Value> operands,
                    llvm::function_ref<Reg(Reg address, ArrayRef<Reg>)> act) {
  Writer &w = e.w;
  orderAccess(e, op);
  bool isTiled = isTile(pointer);
  Layout layout = isTiled ? e.layouts.accessByElement(pointer) : nullptr;
  unsigned count = isTiled ? layout->registers() : 1;
  Reg isFirst = isTiled ? e.isFirstHolder(layout) : w.b.CreateICmpEQ(w.threadId(), w.k(0));
  if (sem == "release" || sem == "acq_rel") {
    e.barrier();
    e.shared.sawBarrier();
    if (auto modifies = dyn_cast<tile::AtomicRmwOp>(op); modifies && !isAllThereIs(modifies))
      fence(e, modifies, Ordering::Release, isFirst);
  }
  SmallVector<Regs> inputs;
  Regs addresses, conditions;
  for (unsigned r = 0; r < count; ++r) {
    addresses.push_back(lane(e, pointer, layout, r));
    conditions.push_back(w.both(mask ? lane(e, mask, layout, r) : nullptr, isFirst));
    inputs.emplace_back();
    for (Value operand : operands)
      inputs.back().push_back(lane(e, operand, layout, r));
  }
  Regs results;
  for (unsigned r = 0; r < count; ++r) {
    if (!conditions[r]) {
      results.push_back(act(addresses[r], inputs[r]));
      continue;
    }
    llvm::BasicBlock *before = w.b.GetInsertBlock(), *inside = nullptr;
    Reg old = nullptr;
    w.ifThen(conditions[r], [&] {
      old = act(addresses[r], inputs[r]);
      inside = w.b.GetInsertBlock();
    });
    if (!old)
      continue;
    llvm::PHINode *phi = w.b.CreatePHI(old->getType(), 2);
    phi->addIncoming(w.bits(old->getType(), 0), before);
    phi->addIncoming(old, inside);
    results.push_back(phi);
  }
  noteAccess(e, op);
  bool acquires = sem == "acquire" || sem == "acq_rel";
  Value result = op->getNumResults() ? op->getResult(0) : Value();
  bool isUsed = result && !result.use_empty();
  if (auto modifies = dyn_cast<tile::AtomicRmwOp>(op); modifies && acquires && isUsed)
    fence(e, modifies, Ordering::Acquire, isFirst);
  if (isUsed && isTiled) {
    Regs whole = fromFirstHolder(e, results, layout);
    Layout home = e.layouts.home(result);
    e.define(result, convert(e, whole, whole[0]->getType(), layout, home));
  } else if (isUsed) {
    uint32_t offset = beginExchange(e, sharedBytesOf(results[0]->getType()));
    w.ifThen(isFirst, [&] { writeElement(e, results[0], offset, w.k(0)); });
    e.barrier();
    e.scalars[result] = readRowMajor(e, offset, w.k(0), results[0]->getType());
  }
  if (acquires) {
    e.barrier();
    e.shared.sawBarrier();
  }
}

} // namespace

void emitAtomicRmw(Emitter &e, tile::AtomicRmwOp op) {
  if (e.combined)
    return e.combined->gather(op);
  forEachElement(e, op, op.getPointer(), op.getMask(), op.getSem(), {op.getValue()},
                 [&](Reg address, ArrayRef<Reg> v) { return modify(e.w, op, address, v[0]); });
}

void emitAtomicCas(Emitter &e, tile::AtomicCasOp op) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getResult().getType());
  forEachElement(e, op, op.getPointer(), {}, op.getSem(), {op.getExpected(), op.getDesired()},
                 [&](Reg address, ArrayRef<Reg> v) {
                   Reg expected = toStored(w, v[0], element), desired = toStored(w, v[1], element);
                   Reg pair = w.b.CreateAtomicCmpXchg(
                       w.globalPointer(address), expected, desired, alignOf(expected->getType()),
                       orderingOf(op.getSem()), loadOrdering(op.getSem()),
                       scopeOf(w, op.getScope()));
                   return fromStored(w, w.b.CreateExtractValue(pair, 0), element);
                 });
}

void emitAtomicLoad(Emitter &e, tile::AtomicLoadOp op) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getResult().getType());
  forEachElement(
      e, op, op.getPointer(), op.getMask(), op.getSem(), {}, [&](Reg address, ArrayRef<Reg>) {
        llvm::Type *type = w.integer(storedBits(element));
        auto *load = w.b.CreateAlignedLoad(type, w.globalPointer(address), alignOf(type));
        load->setAtomic(loadOrdering(op.getSem()), scopeOf(w, op.getScope()));
        return fromStored(w, load, element);
      });
}

void emitAtomicStore(Emitter &e, tile::AtomicStoreOp op) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getValue().getType());
  forEachElement(e, op, op.getPointer(), op.getMask(), op.getSem(), {op.getValue()},
                 [&](Reg address, ArrayRef<Reg> v) -> Reg {
                   Reg bits = toStored(w, v[0], element);
                   auto *store = w.b.CreateAlignedStore(bits, w.globalPointer(address),
                                                        alignOf(bits->getType()));
                   bool releases = op.getSem() == "release" || op.getSem() == "acq_rel";
                   store->setAtomic(releases ? Ordering::Release : Ordering::Monotonic,
                                    scopeOf(w, op.getScope()));
                   return nullptr;
                 });
}

} // namespace nereid::nvidia
