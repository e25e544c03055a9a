#include "backend/cpu/pull.h"

#include "llvm/ADT/TypeSwitch.h"

#include "backend/cpu/address.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/rearrange.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

Lanes constantLanes(Emitter &e, arith::ConstantOp op) {
  Writer &w = e.w;
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  NEREID_CHECK(elements && elements.isSplat(), "a constant tile whose lanes differ");
  auto lane = elements.getSplatValue<Attribute>();
  Type type = registerType(w, tile::elementOf(op.getType()));
  if (auto number = dyn_cast<FloatAttr>(lane))
    return Lanes::uniform(w.bits(type, number.getValue().bitcastToAPInt().getZExtValue()));
  return Lanes::uniform(w.bits(type, cast<IntegerAttr>(lane).getValue().getZExtValue()));
}

Lanes rangeLanes(Emitter &e, tile::RangeOp op, const Index &index) {
  Writer &w = e.w;
  const AxisIndex &axis = index[0];
  Value start = w.i32(op.getStart());
  if (axis.kind == AxisIndex::Kind::Vector)
    return Lanes::of(w.addI(axis.vector, w.integer(axis.vector.getType(), op.getStart())));
  if (axis.kind == AxisIndex::Kind::Along)
    return Lanes::affine(start, w.i32(1), axis.first);
  return Lanes::uniform(w.addI(w.resizeS(firstOf(w, axis), w.i32Type()), start));
}

Lanes loadedLanes(Emitter &e, tile::LoadOp op, const Index &index) {
  Lanes mask, other;
  bool hasMask = bool(op.getMask()), hasOther = bool(op.getOther());
  if (hasMask)
    mask = at(e, op.getMask(), index);
  if (hasOther)
    other = at(e, op.getOther(), index);
  Lanes pointers = at(e, op.getPointer(), index);
  return readLanes(e, pointers, tile::elementOf(op.getResult().getType()),
                   hasMask ? &mask : nullptr, hasOther ? &other : nullptr, index.width,
                   op.getIsVolatile());
}

Lanes addPointers(Emitter &e, tile::AddPtrOp op, const Index &index) {
  auto pointee = cast<tile::PtrType>(tile::elementOf(op.getPointer().getType())).getPointee();
  Lanes pointers = at(e, op.getPointer(), index);
  Lanes offset = offsetAt(e, op.getOffset(), index);
  return movePointers(e, pointers, offset, tile::byteSizeOf(pointee), index.width);
}

Lanes intsToPointers(Emitter &e, const Lanes &address) {
  Writer &w = e.w;
  if (address.isVector())
    return Lanes::pointers(w.make<LLVM::ZeroOp>(w.ptrType()), address.vector, 1);
  Lanes pointers = address;
  pointers.first = w.make<LLVM::IntToPtrOp>(w.ptrType(), address.first);
  return pointers;
}

Lanes elementwiseLanes(Emitter &e, Operation *op, const Index &index) {
  Writer &w = e.w;
  if (auto add = dyn_cast<tile::AddPtrOp>(op))
    return addPointers(e, add, index);
  SmallVector<Lanes> operands;
  for (Value operand : op->getOperands())
    operands.push_back(at(e, operand, index));
  if (isa<tile::PtrCastOp>(op))
    return operands[0];
  if (isa<tile::PtrToIntOp>(op))
    return asAddresses(w, operands[0], index.width);
  if (isa<tile::IntToPtrOp>(op))
    return intsToPointers(e, operands[0]);
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(op))
    return combineIntegers(e, op, operands[0], operands[1], index.width);

  // A choice between pointers is one between addresses.
  bool isPointer = isa<tile::PtrType>(tile::elementOf(op->getResult(0).getType()));
  bool isUniform = llvm::all_of(operands, [](const Lanes &l) { return l.isUniform(); });
  Values values;
  for (auto [operand, lanes] : llvm::zip_equal(op->getOperands(), operands)) {
    bool isAddress = isa<tile::PtrType>(tile::elementOf(operand.getType()));
    Lanes plain = isAddress && !isUniform ? asAddresses(w, lanes, index.width) : lanes;
    values.push_back(isUniform ? plain.first : asVector(w, plain, index.width));
  }
  if (isPointer && !isUniform)
    return intsToPointers(e, Lanes::of(rebuild(w, op, values, w.i64Type())[0]));
  return Lanes::of(evaluate(e, op, values)[0]);
}

Lanes shiftedLanes(Emitter &e, Value tile, const Shifted &shifted, const Index &index) {
  Writer &w = e.w;
  Lanes lanes = at(e, shifted.initial, index);
  Lanes moved = Lanes::uniform(shifted.moved);
  if (auto pointer = dyn_cast<tile::PtrType>(tile::elementOf(tile.getType())))
    return movePointers(e, lanes, moved, tile::byteSizeOf(pointer.getPointee()), index.width);
  if (lanes.isVector())
    return Lanes::of(w.addI(lanes.vector, w.broadcast(shifted.moved, index.width)));
  lanes.first = w.addI(lanes.first, shifted.moved);
  return lanes;
}

Lanes unwrappedLanes(Emitter &e, Operation *op, Value subtracted, const Index &index) {
  Lanes lanes = offsetAt(e, op->getOperand(0), index);
  if (lanes.isVector())
    return Lanes::of(e.w.subI(lanes.vector, e.w.broadcast(subtracted, index.width)));
  lanes.first = e.w.subI(lanes.first, subtracted);
  return lanes;
}

Lanes compute(Emitter &e, Value tile, const Index &index) {
  if (auto known = e.unwrapped.find(tile); known != e.unwrapped.end())
    return unwrappedLanes(e, tile.getDefiningOp(), known->second, index);
  if (auto memory = e.memories.find(tile); memory != e.memories.end())
    return loadLanes(e, memory->second, tile::shapeOf(tile.getType()), index);
  if (auto shifted = e.shifted.find(tile); shifted != e.shifted.end())
    return shiftedLanes(e, tile, shifted->second, index);
  Operation *op = tile.getDefiningOp();
  NEREID_CHECK(op, "a loop's tile that is nowhere");
  if (isView(op))
    return at(e, op->getOperand(0), sourceIndex(e.w, op, index));
  if (isElementwise(op))
    return elementwiseLanes(e, op, index);
  return llvm::TypeSwitch<Operation *, Lanes>(op)
      .Case([&](arith::ConstantOp constant) { return constantLanes(e, constant); })
      .Case([&](tile::SplatOp splat) { return Lanes::uniform(e.scalar(splat.getSource())); })
      .Case([&](tile::RangeOp range) { return rangeLanes(e, range, index); })
      .Case([&](tile::LoadOp load) { return loadedLanes(e, load, index); })
      .Case([&](tile::UndefOp undef) {
        Type element = tile::elementOf(undef.getResult().getType());
        Type stored = storedType(e.w, element);
        return Lanes::uniform(fromStored(e, e.w.bits(stored, 0), element));
      })
      .Case<tile::JoinOp, tile::SplitOp, tile::CatOp, tile::FlipOp, tile::GatherOp>(
          [&](auto op) { return rearrangedLanes(e, tile, index); })
      .Default([&](Operation *other) -> Lanes {
        NEREID_UNREACHABLE(cat("pulling from ", other->getName().getStringRef().str()));
      });
}

} // namespace

Lanes at(Emitter &e, Value tile, const Index &index) {
  if (!isa<RankedTensorType>(tile.getType()))
    return Lanes::uniform(e.scalar(tile));
  if (const Lanes *known = e.find(tile, index))
    return *known;
  Lanes lanes = compute(e, tile, index);
  e.remember(tile, index, lanes);
  if (auto kept = e.kept.find(tile); kept != e.kept.end())
    storeLanes(e, kept->second, tile::shapeOf(tile.getType()), index, lanes);
  return lanes;
}

Value vectorAt(Emitter &e, Value tile, const Index &index) {
  return asVector(e.w, at(e, tile, index), index.width);
}

void hoist(Emitter &e, Value tile, const Index &index) {
  if (!isa<RankedTensorType>(tile.getType()))
    return;
  Operation *op = tile.getDefiningOp();
  if (index.isKnown()) {
    bool isTrivial = op && isa<arith::ConstantOp, tile::RangeOp, tile::SplatOp>(op);
    if (!isTrivial && !e.kept.count(tile))
      at(e, tile, index);
    return;
  }
  if (e.isInMemory(tile) || e.shifted.count(tile) || !op)
    return;
  bool isTransparent = isView(op) || isElementwise(op);
  if (!isTransparent && !isa<tile::LoadOp>(op))
    return;
  Index inner = isView(op) ? sourceIndex(e.w, op, index) : index;
  for (Value operand : op->getOperands())
    hoist(e, operand, inner);
}

} // namespace nereid::cpu
