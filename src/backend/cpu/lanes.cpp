#include "backend/cpu/lanes.h"

#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {

Lanes settled(Writer &w, const Lanes &lanes) {
  if (!lanes.place)
    return lanes;
  if (isa<LLVM::LLVMPointerType>(lanes.first.getType())) {
    std::optional<int64_t> bytes = constantOf(lanes.step);
    Value first = bytes && *bytes > 0 ? w.offsetBy(lanes.first, lanes.place, *bytes)
                                      : w.offsetBy(lanes.first, w.mulI(lanes.place, lanes.step), 1);
    return Lanes::affine(first, lanes.step);
  }
  Value place = w.resizeS(lanes.place, lanes.step.getType());
  return Lanes::affine(w.addI(lanes.first, w.mulI(place, lanes.step)), lanes.step);
}

Value asVector(Writer &w, const Lanes &lanes, int64_t width) {
  switch (lanes.kind) {
  case Lanes::Kind::Uniform:
    return w.broadcast(lanes.first, width);
  case Lanes::Kind::Vector:
    return lanes.vector;
  case Lanes::Kind::Affine:
    break;
  }
  Type type = vectorOf(lanes.first.getType(), width);
  Value steps = w.mulI(w.lanes(type), w.broadcast(lanes.step, width));
  return w.addI(w.broadcast(settled(w, lanes).first, width), steps);
}

Lanes asPointerVector(Writer &w, const Lanes &pointers, int64_t width) {
  if (pointers.isVector())
    return pointers;
  Type type = vectorOf(w.i64Type(), width);
  if (pointers.isUniform())
    return Lanes::pointers(pointers.first, w.integer(type, 0), 1);
  Value offsets = w.mulI(w.lanes(type), w.broadcast(pointers.step, width));
  return Lanes::pointers(settled(w, pointers).first, offsets, 1);
}

Lanes asAddresses(Writer &w, const Lanes &pointers, int64_t width) {
  Value first = w.make<LLVM::PtrToIntOp>(w.i64Type(), pointers.first);
  if (pointers.isUniform())
    return Lanes::uniform(first);
  if (pointers.isAffine())
    return Lanes::affine(first, pointers.step, pointers.place);
  Value offsets = w.resizeS(pointers.vector, w.i64Type());
  offsets = w.mulI(offsets, w.integer(offsets.getType(), pointers.unit));
  return Lanes::of(w.addI(w.broadcast(first, width), offsets));
}

Value firstOf(Writer &w, const AxisIndex &axis) {
  return axis.first ? axis.first : w.i64(0);
}

Value vectorOf(Writer &w, const AxisIndex &axis, int64_t width) {
  Type type = vectorOf(w.i32Type(), width);
  switch (axis.kind) {
  case AxisIndex::Kind::Vector:
    return axis.vector;
  case AxisIndex::Kind::Uniform:
    return w.broadcast(w.resizeS(firstOf(w, axis), w.i32Type()), width);
  case AxisIndex::Kind::Along:
    return w.addI(w.broadcast(w.resizeS(firstOf(w, axis), w.i32Type()), width), w.lanes(type));
  case AxisIndex::Kind::Unknown:
    break;
  }
  NEREID_UNREACHABLE("a loop's index was asked for before the loop");
}

} // namespace nereid::cpu
