#include "backend/cpu/address.h"

#include "llvm/ADT/TypeSwitch.h"

#include "backend/cpu/lane_ops.h"
#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

// Adds two offsets in bytes or elements, as wide as the wider one.
Value addWidening(Writer &w, Value a, Value b) {
  Type wide = w.i64Type();
  return w.addI(w.resizeS(a, wide), w.resizeS(b, wide));
}

Value scaleToBytes(Writer &w, Value count, int64_t unit) {
  Value wide = w.resizeS(count, w.i64Type());
  return w.mulI(wide, w.integer(wide.getType(), unit));
}

// The address of each lane, as a vector of pointers.
Value pointerVector(Emitter &e, const Lanes &pointers, int64_t width) {
  Lanes all = asPointerVector(e.w, pointers, width);
  return e.w.offsetBy(all.first, all.vector, all.unit);
}

bool isContiguous(const Lanes &pointers, int64_t bytes) {
  return pointers.isAffine() && constantOf(pointers.step) == bytes;
}
bool isReversed(const Lanes &pointers, int64_t bytes) {
  return pointers.isAffine() && constantOf(pointers.step) == -bytes;
}

// The pointer to the last lane, whose address is the lowest where lanes run backwards.
Value lastLane(Writer &w, const Lanes &pointers, int64_t bytes, int64_t width) {
  return w.offsetBy(pointers.first, w.i64(-bytes * (width - 1)), 1);
}

Value maskedRead(Emitter &e, const Lanes &pointers, Type stored, Value mask, Value other,
                 int64_t width) {
  Writer &w = e.w;
  int64_t bytes = stored.getIntOrFloatBitWidth() / 8;
  Type type = vectorOf(stored, width);
  if (isContiguous(pointers, bytes))
    return w.make<LLVM::MaskedLoadOp>(type, pointers.first, mask, other,
                                      static_cast<uint32_t>(bytes));
  Value all = pointerVector(e, pointers, width);
  return w
      .make<LLVM::masked_gather>(type, all, mask, ValueRange(other), static_cast<uint32_t>(bytes))
      .getRes();
}

Value plainRead(Emitter &e, const Lanes &pointers, Type stored, int64_t width, bool isVolatile) {
  Writer &w = e.w;
  int64_t bytes = stored.getIntOrFloatBitWidth() / 8;
  Type type = vectorOf(stored, width);
  if (pointers.isUniform())
    return w.load(stored, pointers.first, bytes, isVolatile);
  if (isContiguous(pointers, bytes))
    return w.load(type, pointers.first, bytes, isVolatile);
  if (isReversed(pointers, bytes))
    return w.reverse(w.load(type, lastLane(w, pointers, bytes, width), bytes, isVolatile));
  Value all = w.truth(true);
  return maskedRead(e, pointers, stored, w.broadcast(all, width), w.bits(type, 0), width);
}

} // namespace

std::optional<bool> knownTruth(const Lanes &mask) {
  if (!mask.isUniform())
    return std::nullopt;
  std::optional<int64_t> known = constantOf(mask.first);
  return known ? std::optional<bool>(*known != 0) : std::nullopt;
}

Value toStored(Emitter &e, Value value, Type element) {
  Type stored = storedType(e.w, element);
  if (isa<LLVM::LLVMPointerType>(value.getType()))
    return e.w.make<LLVM::PtrToIntOp>(stored, value);
  if (element.isInteger(1))
    return e.w.resizeU(value, stored);
  return e.w.bitcast(value, stored);
}

Value fromStored(Emitter &e, Value stored, Type element) {
  Writer &w = e.w;
  if (isa<tile::PtrType>(element) && !isa<VectorType>(stored.getType()))
    return w.make<LLVM::IntToPtrOp>(w.ptrType(), stored);
  if (isa<tile::PtrType>(element))
    return stored;
  if (element.isInteger(1))
    return w.compareI(arith::CmpIPredicate::ne, stored, w.integer(stored.getType(), 0));
  return w.bitcast(stored, registerType(w, element));
}

Lanes offsetAt(Emitter &e, Value tile, const Index &index) {
  Operation *op = tile.getDefiningOp();
  if (!op || e.isInMemory(tile) || e.find(tile, index))
    return at(e, tile, index);
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op)) {
    Lanes source = offsetAt(e, op->getOperand(0), index);
    if (source.isAffine()) {
      auto widen = [&](Value v) { return e.w.resizeS(v, tile::elementOf(tile.getType())); };
      Value first = isa<arith::ExtSIOp>(op)
                        ? widen(source.first)
                        : e.w.resizeU(source.first, tile::elementOf(tile.getType()));
      return Lanes::affine(first, widen(source.step), source.place);
    }
    return at(e, tile, index);
  }
  if (isView(op))
    return offsetAt(e, op->getOperand(0), sourceIndex(e.w, op, index));
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
    Lanes a = offsetAt(e, op->getOperand(0), index);
    Lanes b = offsetAt(e, op->getOperand(1), index);
    Lanes result = combineIntegers(e, op, a, b, index.width);
    e.remember(tile, index, result);
    return result;
  }
  return at(e, tile, index);
}

Lanes movePointers(Emitter &e, const Lanes &pointers, const Lanes &offset, int64_t unit,
                   int64_t width) {
  Writer &w = e.w;
  if (offset.isUniform()) {
    Lanes moved = pointers;
    moved.first = w.offsetBy(pointers.first, w.resizeS(offset.first, w.i64Type()), unit);
    return moved;
  }
  if (offset.isAffine() && pointers.isUniform()) {
    Value first = w.offsetBy(pointers.first, w.resizeS(offset.first, w.i64Type()), unit);
    return Lanes::affine(first, scaleToBytes(w, offset.step, unit), offset.place);
  }
  if (offset.isAffine() && pointers.isAffine()) {
    if (offset.place != pointers.place)
      return movePointers(e, settled(w, pointers), settled(w, offset), unit, width);
    Value first = w.offsetBy(pointers.first, w.resizeS(offset.first, w.i64Type()), unit);
    Value step = w.addI(pointers.step, scaleToBytes(w, offset.step, unit));
    return Lanes::affine(first, step, offset.place);
  }
  if (pointers.isUniform())
    return Lanes::pointers(pointers.first, asVector(w, offset, width), unit);

  Lanes all = asPointerVector(w, pointers, width);
  Value added = asVector(w, offset, width);
  if (all.unit == unit)
    return Lanes::pointers(all.first, addWidening(w, all.vector, added), unit);
  Value bytes = w.addI(scaleToBytes(w, all.vector, all.unit), scaleToBytes(w, added, unit));
  return Lanes::pointers(all.first, bytes, 1);
}

Lanes readLanes(Emitter &e, const Lanes &from, Type element, const Lanes *mask, const Lanes *other,
                int64_t width, bool isVolatile) {
  Writer &w = e.w;
  Lanes pointers = settled(w, from);
  Type stored = storedType(w, element);
  std::optional<bool> known = mask ? knownTruth(*mask) : true;
  auto plain = [&] {
    return fromStored(e, plainRead(e, pointers, stored, width, isVolatile), element);
  };
  bool isPointer = isa<tile::PtrType>(element);
  auto wrap = [&](Value value) {
    bool areMany = isPointer && isa<VectorType>(value.getType());
    return areMany ? Lanes::pointers(w.make<LLVM::ZeroOp>(w.ptrType()), value, 1)
                   : Lanes::of(value);
  };
  if (known == true)
    return wrap(plain());

  auto otherwise = [&](int64_t lanes) -> Value {
    if (!other)
      return fromStored(e, w.bits(vectorOf(stored, lanes), 0), element);
    if (isPointer)
      return lanes == 1 ? other->first : asVector(w, asAddresses(w, *other, lanes), lanes);
    return asVector(w, *other, lanes);
  };
  bool isOneValue = pointers.isUniform() && (!other || other->isUniform());
  if (known == false)
    return wrap(otherwise(!other || other->isUniform() ? 1 : width));
  if (mask->isUniform()) {
    int64_t lanes = isOneValue ? 1 : width;
    auto read = [&] {
      Value value = plain();
      bool spreads = lanes > 1 && !isa<VectorType>(value.getType());
      return Values{spreads ? w.broadcast(value, lanes) : value};
    };
    return wrap(w.ifElse(mask->first, read, [&] { return Values{otherwise(lanes)}; })[0]);
  }
  Value rest = toStored(e, otherwise(width), element);
  Value read = maskedRead(e, pointers, stored, mask->vector, rest, width);
  return wrap(fromStored(e, read, element));
}

void writeLanes(Emitter &e, const Lanes &to, const Lanes &value, Type element, const Lanes *mask,
                int64_t width, bool streams) {
  Writer &w = e.w;
  Lanes pointers = settled(w, to);
  std::optional<bool> known = mask ? knownTruth(*mask) : true;
  if (known == false)
    return;
  if (!known && mask->isUniform())
    return w.ifThen(mask->first,
                    [&] { writeLanes(e, pointers, value, element, nullptr, width, streams); });

  bool isPointer = isa<tile::PtrType>(element);
  int64_t bytes = storedType(w, element).getIntOrFloatBitWidth() / 8;
  Value lanes = asVector(w, isPointer ? asAddresses(w, value, width) : value, width);
  lanes = isPointer ? lanes : toStored(e, lanes, element);
  Value maskLanes = known ? w.broadcast(w.truth(true), width) : mask->vector;
  if (width == 1 || (known && isContiguous(pointers, bytes))) {
    if (!streams)
      return w.store(lanes, pointers.first, bytes);
    w.make<LLVM::StoreOp>(lanes, pointers.first, bytes * width, false, /*isNonTemporal=*/true);
    return;
  }
  if (known && isReversed(pointers, bytes))
    return w.store(w.reverse(lanes), lastLane(w, pointers, bytes, width), bytes);
  if (isContiguous(pointers, bytes))
    w.make<LLVM::MaskedStoreOp>(lanes, pointers.first, maskLanes, static_cast<uint32_t>(bytes));
  else
    w.make<LLVM::masked_scatter>(lanes, pointerVector(e, pointers, width), maskLanes,
                                 static_cast<uint32_t>(bytes));
}

} // namespace nereid::cpu
