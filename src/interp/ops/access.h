// Lanes of pointers under a mask, checked together before any of them is used.
#pragma once

#include "interp/prepare.h"
#include "interp/report.h"
#include "interp/trace.h"
#include "ir/tile.h"

namespace nereid::interp {

class CheckedLanes {
public:
  CheckedLanes(mlir::Operation *op, std::string_view verb, std::string_view does,
               mlir::Value pointer, mlir::Value mask, Preparation &prepare)
      : op_(op), verb_(verb), does_(does), pointer_(prepare.operand(pointer)), hasMask_(bool(mask)),
        mask_(mask ? prepare.operand(mask) : Slot()), count_(prepare.lanesOf(pointer)),
        type_(pointer.getType()), roots_(rootParameters(pointer)) {
    auto pointee = llvm::cast<tile::PtrType>(tile::elementOf(type_)).getPointee();
    bytes_ = tile::byteSizeOf(pointee);
  }

  int64_t count() const { return count_; }
  const uint64_t *addresses(Machine &machine) const { return machine.lanes<uint64_t>(pointer_); }
  // Null: every lane takes part.
  const bool *mask(Machine &machine) const {
    return hasMask_ ? machine.lanes<bool>(mask_) : nullptr;
  }

  // Whether all lanes under the mask may be accessed; stops the machine if not.
  bool check(Machine &machine) const {
    const uint64_t *pointers = addresses(machine);
    const bool *keep = mask(machine);
    MemoryGuard &memory = machine.memory();
    for (int64_t i = 0; i < count_; ++i)
      if ((!keep || keep[i]) && !memory.allows(pointers[i], bytes_, roots_)) {
        machine.stop(outOfBounds({op_, verb_, does_, pointers, keep, count_, bytes_, type_, roots_},
                                 machine));
        return false;
      }
    return true;
  }

private:
  mlir::Operation *op_;
  std::string_view verb_, does_;
  Slot pointer_;
  bool hasMask_;
  Slot mask_;
  int64_t count_;
  uint64_t bytes_;
  mlir::Type type_;
  std::vector<unsigned> roots_; // trace.h
};

} // namespace nereid::interp
