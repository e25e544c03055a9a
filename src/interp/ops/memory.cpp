// Pointers, loads and stores.
//
// A pointer is an address. Every access is checked before any lane of it happens
// (memory_guard.h), so that a kernel that goes out of bounds changes nothing in that operation.
#include <cstring>

#include "interp/lanewise.h"
#include "interp/ops/access.h"
#include "interp/report.h"
#include "interp/semantics.h"
#include "interp/trace.h"

using namespace mlir;

namespace nereid::interp {
namespace {

Step prepareAddPtr(Operation *op, Preparation &prepare) {
  auto pointee = cast<tile::PtrType>(operandElement(op)).getPointee();
  uint64_t size = tile::byteSizeOf(pointee);
  Slot pointer = prepare.operand(op->getOperand(0)), offset = prepare.operand(op->getOperand(1));
  Slot result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  return visitInteger(operandElement(op, 1), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      const uint64_t *from = machine.lanes<uint64_t>(pointer);
      const T *offsets = machine.lanes<T>(offset);
      uint64_t *to = machine.lanes<uint64_t>(result);
      for (int64_t i = 0; i < lanes; ++i)
        to[i] = from[i] + uint64_t(asSigned(offsets[i])) * size;
    };
  });
}

Step prepareSameBits(Operation *op, Preparation &prepare) {
  prepare.alias(op->getResult(0), op->getOperand(0));
  return {};
}

Step prepareLoad(Operation *op, Preparation &prepare) {
  auto load = cast<tile::LoadOp>(op);
  CheckedLanes lanes(op, "load", "reads", load.getPointer(), load.getMask(), prepare);
  bool hasOther = bool(load.getOther());
  Slot other = hasOther ? prepare.operand(load.getOther()) : Slot();
  Slot result = prepare.result(load.getResult());
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      if (!lanes.check(machine))
        return;
      const uint64_t *addresses = lanes.addresses(machine);
      const bool *mask = lanes.mask(machine);
      const T *others = hasOther ? machine.lanes<T>(other) : nullptr;
      T *to = machine.lanes<T>(result);
      for (int64_t i = 0; i < lanes.count(); ++i)
        if (!mask || mask[i])
          std::memcpy(&to[i], reinterpret_cast<const void *>(addresses[i]), sizeof(T));
        else
          to[i] = others ? others[i] : T();
    };
  });
}

Step prepareStore(Operation *op, Preparation &prepare) {
  auto store = cast<tile::StoreOp>(op);
  CheckedLanes lanes(op, "store", "writes", store.getPointer(), store.getMask(), prepare);
  Slot value = prepare.operand(store.getValue());
  return visitSize(operandElement(op, 1), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      if (!lanes.check(machine))
        return;
      const uint64_t *addresses = lanes.addresses(machine);
      const bool *mask = lanes.mask(machine);
      const T *from = machine.lanes<T>(value);
      for (int64_t i = 0; i < lanes.count(); ++i)
        if (!mask || mask[i])
          std::memcpy(reinterpret_cast<void *>(addresses[i]), &from[i], sizeof(T));
    };
  });
}

} // namespace

void addMemory(SemanticsTable &table) {
  table.set("tile.addptr", prepareAddPtr);
  table.set("tile.ptr_to_int", prepareSameBits);
  table.set("tile.int_to_ptr", prepareSameBits);
  table.set("tile.ptr_cast", prepareSameBits);
  table.set("tile.load", prepareLoad);
  table.set("tile.store", prepareStore);
}

} // namespace nereid::interp
