// Lanes of tiles. A tile with a home is in registers already, perhaps in another layout; views ask
// their source at the place they stand for; what is cheap is computed here and now.
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "backend/nvidia/portions.h"
#include "base/check.h"
#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

using layout::Flat;

std::vector<int> bitsOfShape(Type type) {
  auto shape = tile::shapeOf(type);
  return layout::bitsOf({shape.begin(), shape.end()});
}

// The layout of a view's source in which its elements stand where the view's do in `layout`.
LinearLayout sourceLayout(Operation *op, Layout layout) {
  auto bits = bitsOfShape(op->getOperand(0).getType());
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    std::vector<int> back(bits.size());
    for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
      back[source] = static_cast<int>(axis);
    return layout->transposed(back);
  }
  if (!isa<tile::BroadcastOp>(op))
    return layout->reshaped(bits);
  // Places that differ along a stretched axis alone hold the same.
  LinearLayout narrow(bits), wide = *layout;
  for (int place = 0; place < layout::kPlaces; ++place)
    for (Flat base : wide.bases(static_cast<Place>(place))) {
      Flat flat = 0;
      for (size_t axis = 0; axis < bits.size(); ++axis)
        if (bits[axis] != 0)
          flat |= (base & wide.maskOf(axis)) >> wide.shiftOf(axis) << narrow.shiftOf(axis);
      narrow.bases(static_cast<Place>(place)).push_back(flat);
    }
  return narrow;
}

Reg laneOfView(Emitter &e, Operation *op, Layout layout, unsigned r) {
  Value source = op->getOperand(0);
  if (!isTile(source))
    return e.scalar(source);
  LinearLayout full = sourceLayout(op, layout);
  Layout distinct = e.layouts.intern(full.distinctRegisters());
  return lane(e, source, distinct, full.distinctRegister(r));
}

Reg constantLane(Emitter &e, arith::ConstantOp op) {
  Writer &w = e.w;
  auto elements = cast<SplatElementsAttr>(op.getValue());
  Type element = elements.getElementType();
  llvm::APInt bits = isa<FloatType>(element) ? elements.getSplatValue<APFloat>().bitcastToAPInt()
                                             : elements.getSplatValue<APInt>();
  return w.fromBits(llvm::ConstantInt::get(w.b.getContext(), bits), registerType(w, element));
}

Reg movedLane(Emitter &e, BlockArgument argument, Layout layout, unsigned r) {
  auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
  Reg initial = lane(e, loop.getInitArgs()[argument.getArgNumber() - 1], layout, r);
  return e.w.b.CreateAdd(initial, e.moved.lookup(argument));
}

Reg compute(Emitter &e, Value tile, Layout layout, unsigned r) {
  Writer &w = e.w;
  if (auto argument = dyn_cast<BlockArgument>(tile))
    return movedLane(e, argument, layout, r);
  Operation *op = tile.getDefiningOp();
  if (isView(op))
    return laneOfView(e, op, layout, r);
  Type element = tile::elementOf(tile.getType());
  return llvm::TypeSwitch<Operation *, Reg>(op)
      .Case([&](tile::SplatOp splat) { return e.scalar(splat.getSource()); })
      .Case([&](arith::ConstantOp constant) { return constantLane(e, constant); })
      .Case([&](tile::UndefOp) { return w.bits(registerType(w, element), 0); })
      .Case([&](tile::RangeOp range) {
        return w.b.CreateAdd(e.coordinate(layout, r, 0), w.k(range.getStart()));
      })
      .Default([&](Operation *other) {
        NEREID_CHECK(isElementwise(other), "a tile is used before it is computed");
        Regs operands;
        for (Value operand : other->getOperands())
          operands.push_back(lane(e, operand, layout, r));
        return evaluate(e, other, operands);
      });
}

// Register `r` of a tile that is computed where it is used, by another one of the same thread:
// facts say that its element is that one's, or follows it at a distance. So neighbours under one
// bound share a condition, and addresses in a row are one address and constants.
struct Follower {
  unsigned first;
  int64_t distance;
};

Follower followerOf(Emitter &e, Value tile, Layout layout, unsigned r) {
  AxisFacts facts = e.layouts.provenFacts.of(tile);
  bool isCondition = tile::elementOf(tile.getType()).isInteger(1);
  Follower follower{r, 0};
  for (size_t axis = 0; axis < facts.constancy.size(); ++axis) {
    int64_t run = isCondition ? facts.constancy[axis] : facts.contiguity[axis];
    if (run == 1)
      continue;
    for (auto [bit, base] : llvm::enumerate(layout->bases(Place::Register))) {
      int64_t step = base >> layout->shiftOf(axis);
      if (!(r >> bit & 1) || base == 0 || (base & ~layout->maskOf(axis)) != 0 || step >= run)
        continue;
      follower.first &= ~(1u << bit);
      follower.distance += isCondition ? 0 : step;
    }
    break; // neighbours count up along one axis; for conditions, one will do
  }
  return follower;
}

// A tile whose elements follow each other `unit` numbers apart where `steps` counts up by one:
// itself, its addresses, or a product by a constant.
struct Counted {
  Value steps;
  int64_t unit;
};

Counted countedOf(Value tile) {
  Type element = tile::elementOf(tile.getType());
  if (auto pointer = dyn_cast<tile::PtrType>(element))
    return {tile, tile::byteSizeOf(pointer.getPointee())};
  auto product = tile.getDefiningOp<arith::MulIOp>();
  for (int i = 0; product && i < 2; ++i) {
    SplatElementsAttr factor;
    if (matchPattern(product->getOperand(i), m_Constant(&factor)) &&
        factor.getSplatValue<APInt>().getBitWidth() <= 64)
      return {product->getOperand(1 - i), factor.getSplatValue<APInt>().getSExtValue()};
  }
  return {tile, 1};
}

Reg followed(Emitter &e, Value tile, Layout layout, unsigned r) {
  Type element = tile::elementOf(tile.getType());
  if (!isa<tile::PtrType>(element) && !element.isInteger())
    return nullptr;
  auto [steps, unit] = countedOf(tile);
  Follower follower = followerOf(e, steps, layout, r);
  if (follower.first == r)
    return nullptr;
  Reg first = lane(e, tile, layout, follower.first);
  if (follower.distance == 0)
    return first;
  unsigned width = first->getType()->getIntegerBitWidth();
  uint64_t distance = static_cast<uint64_t>(follower.distance) * static_cast<uint64_t>(unit);
  distance &= ~uint64_t(0) >> (64 - std::min(width, 64u));
  return e.w.b.CreateAdd(first, e.w.bits(first->getType(), distance));
}

} // namespace

Reg lane(Emitter &e, Value tile, Layout layout, unsigned r) {
  if (!isTile(tile))
    return e.scalar(tile);
  Regs *known = e.found(tile, layout);
  if (known && (*known)[r])
    return (*known)[r];
  auto home = e.tiles.find(tile);
  auto kept = e.kept.find(tile);
  bool isHomed = home != e.tiles.end() || kept != e.kept.end();
  if (isHomed && e.isPortion(layout)) {
    Regs portion = e.portions->read(tile, layout);
    e.remember(tile, layout) = portion;
    return portion[r];
  }
  if (!isHomed) {
    Reg value = followed(e, tile, layout, r);
    if (!value)
      value = compute(e, tile, layout, r);
    known = e.found(tile, layout); // computing may have moved it
    (known ? *known : e.remember(tile, layout))[r] = value;
    return value;
  }
  Layout from = e.layouts.home(tile);
  if (from == layout)
    return kept == e.kept.end() ? home->second[r] : kept->second.read(e.w, e.w.k(r));
  Regs source = lanes(e, tile, from);
  Regs converted = convert(e, source, source[0]->getType(), from, layout);
  e.remember(tile, layout) = converted;
  return converted[r];
}

Regs lanes(Emitter &e, Value tile, Layout layout) {
  Regs registers;
  for (unsigned r = 0; r < layout->registers(); ++r)
    registers.push_back(lane(e, tile, layout, r));
  return registers;
}

} // namespace nereid::nvidia
