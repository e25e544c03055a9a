#include "backend/nvidia/local_array.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/KnownBits.h"

namespace nereid::nvidia {

constexpr uint64_t kPieceBytes = 16; // neighbours that LLVM makes one access of

LocalArray::LocalArray(Writer &w, llvm::Type *type, uint32_t count) : type_(type), count_(count) {
  place_ = w.inPrologue([&]() -> Reg {
    if (count > 1) {
      auto *array = w.b.CreateAlloca(llvm::ArrayType::get(stored(w), count));
      array->setAlignment(llvm::Align(kPieceBytes));
      return array;
    }
    auto *variable = w.b.CreateAlloca(type);
    w.b.CreateStore(w.bits(type, 0), variable); // so that a loop's first round reads something
    return variable;
  });
}

Reg LocalArray::read(Writer &w, Reg number) const {
  if (count_ == 1)
    return w.b.CreateLoad(type_, place_);
  Reg value = w.b.CreateAlignedLoad(stored(w), at(w, number), alignOf(w, number));
  return isTruth() ? w.b.CreateTrunc(value, type_) : value;
}

void LocalArray::write(Writer &w, Reg number, Reg value) const {
  if (count_ == 1) {
    w.b.CreateStore(value, place_);
    return;
  }
  Reg bits = isTruth() ? w.b.CreateZExt(value, w.i8()) : value;
  w.b.CreateAlignedStore(bits, at(w, number), alignOf(w, number));
}

Reg LocalArray::at(Writer &w, Reg number) const {
  return w.b.CreateGEP(stored(w), place_, number);
}

// What can be seen of `number` here, and no longer when a loop counts in addresses.
llvm::Align LocalArray::alignOf(Writer &w, Reg number) const {
  const llvm::DataLayout &layout = w.module.getDataLayout();
  unsigned zeros = llvm::computeKnownBits(number, layout).countMinTrailingZeros();
  uint64_t bytes = layout.getTypeStoreSize(stored(w)).getFixedValue();
  return llvm::Align(std::min(kPieceBytes, bytes << std::min(zeros, 4u)));
}

} // namespace nereid::nvidia
