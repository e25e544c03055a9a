#include "backend/nvidia/combined_atomics.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

#include "backend/nvidia/feed/grid_walk.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// What an atomic does, on registers, and the operation that does it in tile IR.
struct Operator {
  llvm::Instruction::BinaryOps instruction = {};
  llvm::Intrinsic::ID intrinsic = {};
  StringRef inTiles;
};

std::optional<Operator> operatorOf(StringRef kind) {
  using llvm::Instruction;
  return llvm::StringSwitch<std::optional<Operator>>(kind)
      .Case("add", Operator{Instruction::Add, {}, "arith.addi"})
      .Case("fadd", Operator{Instruction::FAdd, {}, "arith.addf"})
      .Case("and", Operator{Instruction::And, {}, "arith.andi"})
      .Case("or", Operator{Instruction::Or, {}, "arith.ori"})
      .Case("xor", Operator{Instruction::Xor, {}, "arith.xori"})
      .Case("max", Operator{{}, llvm::Intrinsic::smax, "arith.maxsi"})
      .Case("min", Operator{{}, llvm::Intrinsic::smin, "arith.minsi"})
      .Case("umax", Operator{{}, llvm::Intrinsic::umax, "arith.maxui"})
      .Case("umin", Operator{{}, llvm::Intrinsic::umin, "arith.minui"})
      .Default(std::nullopt);
}

Reg apply(Writer &w, StringRef kind, Reg a, Reg b) {
  Operator what = *operatorOf(kind);
  return what.intrinsic ? w.b.CreateBinaryIntrinsic(what.intrinsic, a, b)
                        : w.b.CreateBinOp(what.instruction, a, b);
}

// What changes nothing.
Reg identityOf(StringRef kind, llvm::Type *type) {
  if (kind == "fadd")
    return llvm::ConstantFP::getNegativeZero(type);
  unsigned bits = type->getIntegerBitWidth();
  llvm::APInt value(bits, 0);
  if (kind == "max")
    value = llvm::APInt::getSignedMinValue(bits);
  else if (kind == "min")
    value = llvm::APInt::getSignedMaxValue(bits);
  else if (kind == "and" || kind == "umin")
    value = llvm::APInt::getAllOnes(bits);
  return llvm::ConstantInt::get(type, value);
}

// A scalar that follows from the arguments.
bool isCommon(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return true;
  return !isTile(value) && (isa<arith::ConstantOp>(op) || isElementwise(op)) &&
         llvm::all_of(op->getOperands(), isCommon);
}

Reg writeCommon(Emitter &e, Value value) {
  if (Operation *op = value.getDefiningOp()) {
    for (Value operand : op->getOperands())
      writeCommon(e, operand);
    emitOperation(e, op);
  }
  return e.scalar(value);
}

bool isNarrowFloat(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
}

bool isGatherable(tile::AtomicRmwOp op) {
  return operatorOf(op.getKind()) && !isTile(op.getPointer()) && isCommon(op.getPointer()) &&
         op.getResult().use_empty();
}

// The reduction that the atomic goes on with; null if there is none.
tile::ReduceOp reductionBefore(tile::AtomicRmwOp op) {
  auto reduce = op.getValue().getDefiningOp<tile::ReduceOp>();
  if (!reduce || !op.getValue().hasOneUse() || op.getMask() ||
      isNarrowFloat(op.getValue().getType()))
    return {};
  Operation *combiner = combinerOf(reduce);
  bool isSame = combiner && combiner->getName().getStringRef() == operatorOf(op.getKind())->inTiles;
  return isSame ? reduce : tile::ReduceOp();
}

// In much the same time in all programs, and in little beside that of the loads.
bool computesOnly(Operation &op) {
  if (isa<tile::InlineAsmOp, tile::DotOp>(op))
    return false; // assembly may ask which block it is in
  return isa<tile::AssumeOp>(op) ||
         (isMemoryEffectFree(&op) && (op.getNumRegions() == 0 || isa<tile::ReduceOp>(op)));
}

} // namespace

CombinedAtomics::CombinedAtomics(Emitter &emitter, func::FuncOp kernel)
    : e(emitter), w(emitter.w), kernel_(kernel) {
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    auto load = dyn_cast<tile::LoadOp>(op);
    auto atomic = dyn_cast<tile::AtomicRmwOp>(op);
    bool suits = atomic ? isGatherable(atomic)
                 : load ? !load.getIsVolatile() && isEmpty()
                        : computesOnly(op);
    if (!suits) {
      atomics_.clear();
      return;
    }
    if (atomic)
      atomics_.push_back({atomic, reductionBefore(atomic)});
  }
}

bool CombinedAtomics::keepsParts(tile::ReduceOp op) const {
  return llvm::any_of(atomics_, [&](const Atomic &atomic) { return atomic.reduce == op; });
}

void CombinedAtomics::begin(Atomic &atomic) {
  Type element = atomic.op.getValue().getType();
  atomic.type = isNarrowFloat(element) ? w.f32() : registerType(w, element);
  atomic.pointer = writeCommon(e, atomic.op.getPointer());
  atomic.gathered = w.inPrologue([&] { return w.b.CreateAlloca(atomic.type); });
  atomic.wasUnmasked = w.inPrologue([&] { return w.b.CreateAlloca(w.i1()); });
  w.b.CreateStore(identityOf(atomic.op.getKind(), atomic.type), atomic.gathered);
  w.b.CreateStore(w.truth(false), atomic.wasUnmasked);
}

void CombinedAtomics::gather(tile::AtomicRmwOp op) {
  auto isOf = [&](const Atomic &atomic) { return atomic.op == op; };
  const Atomic &atomic = *llvm::find_if(atomics_, isOf);
  Reg value = e.scalar(op.getValue()), before = w.b.CreateLoad(atomic.type, atomic.gathered);
  if (value->getType() != atomic.type)
    value = w.b.CreateFPExt(value, atomic.type);
  Reg after = apply(w, op.getKind(), before, value);
  if (op.getMask()) {
    Reg mask = e.scalar(op.getMask()), earlier = w.b.CreateLoad(w.i1(), atomic.wasUnmasked);
    after = w.b.CreateSelect(mask, after, before);
    w.b.CreateStore(w.b.CreateOr(earlier, mask), atomic.wasUnmasked);
  }
  w.b.CreateStore(after, atomic.gathered);
}

void CombinedAtomics::finish(const Atomic &atomic) {
  tile::AtomicRmwOp op = atomic.op;
  Reg value = w.b.CreateLoad(atomic.type, atomic.gathered);
  if (atomic.reduce)
    value = wholeOf(e, atomic.reduce, value);
  llvm::Type *type = registerType(w, op.getValue().getType());
  e.scalars[op.getValue()] = type == atomic.type ? value : w.b.CreateFPTrunc(value, type);
  e.scalars[op.getPointer()] = atomic.pointer;
  if (op.getMask())
    e.scalars[op.getMask()] = w.b.CreateLoad(w.i1(), atomic.wasUnmasked);
  emitAtomicRmw(e, op);
}

void CombinedAtomics::emit(ArrayRef<Reg> grid) {
  for (Atomic &atomic : atomics_)
    begin(atomic);
  e.combined = this;
  walkGrid(e, grid, [&] { emitBlock(e, kernel_.getBody().front()); });
  e.combined = nullptr;
  if (e.shared.total() == 0)
    e.shared.sawBarrier(); // no program has used any
  for (const Atomic &atomic : atomics_)
    finish(atomic);
}

} // namespace nereid::nvidia
