#include "backend/cpu/rearrange.h"

#include "llvm/ADT/TypeSwitch.h"

#include "backend/cpu/address.h"
#include "backend/cpu/pull.h"
#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Kind = AxisIndex::Kind;

// Lanes as one value that can pass through a branch or a select: pointers as addresses, a scalar
// where the index is one place.
Value plainAt(Emitter &e, Value tile, const Index &index) {
  Lanes lanes = at(e, tile, index);
  if (isa<tile::PtrType>(tile::elementOf(tile.getType())))
    lanes = asAddresses(e.w, lanes, index.width);
  return asVector(e.w, lanes, index.isUniform() ? 1 : index.width);
}

Lanes fromPlain(Emitter &e, Value value, Type element) {
  Writer &w = e.w;
  if (!isa<tile::PtrType>(element))
    return Lanes::of(value);
  if (isa<VectorType>(value.getType()))
    return Lanes::pointers(w.make<LLVM::ZeroOp>(w.ptrType()), value, 1);
  return Lanes::uniform(w.make<LLVM::IntToPtrOp>(w.ptrType(), value));
}

Lanes joinLanes(Emitter &e, tile::JoinOp op, const Index &index) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getA().getType());
  Index inner = index;
  AxisIndex side = inner.axes.pop_back_val();
  if (side.kind == Kind::Uniform)
    if (std::optional<int64_t> known = constantOf(firstOf(w, side)))
      return at(e, *known == 0 ? op.getA() : op.getB(), inner);
  if (side.kind == Kind::Along)
    side = AxisIndex::of(vectorOf(w, side, index.width));

  Value a = plainAt(e, op.getA(), inner), b = plainAt(e, op.getB(), inner);
  Value which = side.kind == Kind::Vector ? side.vector : firstOf(w, side);
  Value isA = w.compareI(arith::CmpIPredicate::eq, which, w.integer(which.getType(), 0));
  if (side.kind == Kind::Vector && inner.isUniform()) {
    a = w.broadcast(a, index.width);
    b = w.broadcast(b, index.width);
  }
  return fromPlain(e, w.select(isA, a, b), element);
}

Lanes splitLanes(Emitter &e, tile::SplitOp op, Value result, const Index &index) {
  Index inner = index;
  bool isSecond = result == op->getResult(1);
  inner.axes.push_back(AxisIndex::at(isSecond ? e.w.i64(1) : Value()));
  return at(e, op.getSource(), inner);
}

// Both operands at clamped places, and a choice for every lane.
Lanes catByLane(Emitter &e, tile::CatOp op, const Index &index) {
  Writer &w = e.w;
  size_t axis = op.getAxis();
  int64_t size = tile::shapeOf(op.getA().getType())[axis];
  Value place = vectorOf(w, index[axis], index.width);
  auto k = [&](int64_t v) { return w.integer(place.getType(), v); };
  Index left = index, right = index;
  left[axis] = AxisIndex::of(w.minS(place, k(size - 1)));
  right[axis] = AxisIndex::of(w.maxS(w.subI(place, k(size)), k(0)));
  Value isLeft = w.compareI(arith::CmpIPredicate::slt, place, k(size));
  Value chosen = w.select(isLeft, plainAt(e, op.getA(), left), plainAt(e, op.getB(), right));
  return fromPlain(e, chosen, tile::elementOf(op.getA().getType()));
}

Lanes catLanes(Emitter &e, tile::CatOp op, const Index &index) {
  Writer &w = e.w;
  size_t axis = op.getAxis();
  int64_t size = tile::shapeOf(op.getA().getType())[axis];
  const AxisIndex &place = index[axis];
  bool isOneSide = place.kind == Kind::Uniform ||
                   (place.kind == Kind::Along && place.isAligned && size % index.width == 0);
  if (!isOneSide)
    return catByLane(e, op, index);

  Value first = firstOf(w, place);
  Value isLeft = w.compareI(arith::CmpIPredicate::slt, first, w.i64(size));
  Index right = index;
  right[axis].first = w.subI(first, w.i64(size));
  auto pull = [&](Value tile, const Index &where) {
    PullScope scope(e);
    return Values{plainAt(e, tile, where)};
  };
  Value chosen = w.ifElse(
      isLeft, [&] { return pull(op.getA(), index); }, [&] { return pull(op.getB(), right); })[0];
  return fromPlain(e, chosen, tile::elementOf(op.getA().getType()));
}

Lanes reversed(Emitter &e, const Lanes &lanes, Type element, int64_t width) {
  Writer &w = e.w;
  if (lanes.isUniform())
    return lanes;
  if (isa<tile::PtrType>(element))
    return fromPlain(e, w.reverse(asVector(w, asAddresses(w, lanes, width), width)), element);
  if (lanes.isVector())
    return Lanes::of(w.reverse(lanes.vector));
  Value span = w.mulI(lanes.step, w.integer(lanes.step.getType(), width - 1));
  Value back = w.subI(w.integer(lanes.step.getType(), 0), lanes.step);
  return Lanes::affine(w.addI(settled(w, lanes).first, span), back);
}

Lanes flipLanes(Emitter &e, tile::FlipOp op, const Index &index) {
  Writer &w = e.w;
  size_t axis = op.getAxis();
  int64_t size = tile::shapeOf(op.getSource().getType())[axis];
  Index inner = index;
  AxisIndex &place = inner[axis];
  bool isAlone = true;
  for (size_t i = 0; i < index.axes.size(); ++i)
    isAlone &= i == axis || index[i].kind == Kind::Uniform;
  if (place.kind == Kind::Along && isAlone) {
    place.first = w.subI(w.i64(size - index.width), firstOf(w, place));
    return reversed(e, at(e, op.getSource(), inner), tile::elementOf(op.getSource().getType()),
                    index.width);
  }
  if (place.kind == Kind::Uniform) {
    place.first = w.subI(w.i64(size - 1), firstOf(w, place));
  } else {
    Value lanes = vectorOf(w, place, index.width);
    place = AxisIndex::of(w.subI(w.integer(lanes.getType(), size - 1), lanes));
  }
  return at(e, op.getSource(), inner);
}

Lanes gatherLanes(Emitter &e, tile::GatherOp op, const Index &index) {
  Writer &w = e.w;
  Lanes place = at(e, op.getIndex(), index);
  Index inner = index;
  if (place.isUniform())
    inner[op.getAxis()] = AxisIndex::at(w.resizeS(place.first, w.i64Type()));
  else
    inner[op.getAxis()] = AxisIndex::of(w.resizeS(asVector(w, place, index.width), w.i32Type()));
  return at(e, op.getSource(), inner);
}

} // namespace

Lanes rearrangedLanes(Emitter &e, Value tile, const Index &index) {
  return llvm::TypeSwitch<Operation *, Lanes>(tile.getDefiningOp())
      .Case([&](tile::JoinOp op) { return joinLanes(e, op, index); })
      .Case([&](tile::SplitOp op) { return splitLanes(e, op, tile, index); })
      .Case([&](tile::CatOp op) { return catLanes(e, op, index); })
      .Case([&](tile::FlipOp op) { return flipLanes(e, op, index); })
      .Case([&](tile::GatherOp op) { return gatherLanes(e, op, index); })
      .Default([](Operation *) -> Lanes { NEREID_UNREACHABLE("not a rearrangement"); });
}

} // namespace nereid::cpu
