// An array in a thread's own memory, for elements that are found by numbers of run time.
//
//   LocalArray kept(w, type, 512);
//   kept.write(w, w.k(3), value);
//   Reg again = kept.read(w, number);
//
// One of a single element is a register.
#pragma once

#include "backend/nvidia/writer.h"

namespace nereid::nvidia {

class LocalArray {
public:
  LocalArray() = default;
  LocalArray(Writer &w, llvm::Type *type, uint32_t count);

  uint32_t count() const { return count_; }
  Reg read(Writer &w, Reg number) const;
  void write(Writer &w, Reg number, Reg value) const;

private:
  bool isTruth() const { return type_->isIntegerTy(1); }
  llvm::Type *stored(Writer &w) const { return isTruth() ? w.i8() : type_; }
  Reg at(Writer &w, Reg number) const;
  llvm::Align alignOf(Writer &w, Reg number) const;

  llvm::Type *type_ = nullptr;
  uint32_t count_ = 0;
  Reg place_ = nullptr;
};

} // namespace nereid::nvidia
