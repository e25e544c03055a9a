#include "backend/nvidia/layouts.h"

#include <bit>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr int64_t kMaxAccessBytes = 16;

std::vector<int> bitsOfShape(Type type) {
  auto shape = tile::shapeOf(type);
  return layout::bitsOf({shape.begin(), shape.end()});
}

bool lessText(const LinearLayout &a, const LinearLayout &b) {
  if (a.axisBits() != b.axisBits())
    return a.axisBits() < b.axisBits();
  for (int place = 0; place < layout::kPlaces; ++place) {
    const auto &x = a.bases(static_cast<Place>(place)), &y = b.bases(static_cast<Place>(place));
    if (x != y)
      return x < y;
  }
  return false;
}

Value pointerOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile::LoadOp, tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp,
            tile::AtomicStoreOp>([](auto access) { return access.getPointer(); })
      .Default([](Operation *) { return Value(); });
}

Value maskOf(Operation *op) {
  if (auto load = dyn_cast<tile::LoadOp>(op))
    return load.getMask();
  auto store = dyn_cast<tile::StoreOp>(op);
  return store ? store.getMask() : Value();
}

// Rank 1 tiles of the same length have one key, whatever they hold.
Type shapeKey(Type type) {
  return tile::tileOf(tile::shapeOf(type), IntegerType::get(type.getContext(), 1));
}

} // namespace

bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

bool isView(Operation *op) {
  return isa_and_nonnull<tile::ExpandDimsOp, tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(
      op);
}

Operation *combinerOf(tile::ReduceOp reduce) {
  Block &combine = reduce.getCombine().front();
  Operation &first = combine.front();
  bool isIt = reduce.getSources().size() == 1 && first.getNumOperands() == 2 &&
              first.getNumResults() == 1 && first.getOperand(0) != first.getOperand(1) &&
              llvm::all_of(first.getOperands(),
                           [&](Value operand) {
                             auto argument = dyn_cast<BlockArgument>(operand);
                             return argument && argument.getOwner() == &combine;
                           }) &&
              combine.getTerminator()->getOperand(0) == first.getResult(0);
  return isIt ? &first : nullptr;
}

bool isElementwise(Operation *op) {
  if (!op || op->getNumRegions() != 0)
    return false;
  if (isa<tile::AddPtrOp, tile::PtrToIntOp, tile::IntToPtrOp, tile::PtrCastOp, tile::HintOp,
          tile::FloatToFloatOp, tile::MulHighOp, tile::DivExactOp, tile::SqrtExactOp, tile::LibmOp>(
          op))
    return true;
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         !isa<arith::ConstantOp>(op);
}

Value uniformStep(BlockArgument carried) {
  auto loop = dyn_cast<scf::ForOp>(carried.getOwner()->getParentOp());
  if (!loop || !isTile(carried) || carried.getArgNumber() == 0)
    return {};
  Operation *moved = loop.getYieldedValues()[carried.getArgNumber() - 1].getDefiningOp();
  if (!isa_and_nonnull<tile::AddPtrOp, arith::AddIOp>(moved) || moved->getOperand(0) != carried)
    return {};
  Value step = moved->getOperand(1);
  if (auto splat = step.getDefiningOp<tile::SplatOp>())
    return splat.getSource();
  SplatElementsAttr constant;
  return matchPattern(step, m_Constant(&constant)) ? step : Value();
}

Layouts::Layouts(Operation *kernel, const Machine &machine)
    : facts(kernel), provenFacts(kernel, Hints::Ignored), machine_(machine),
      warpBits_(std::countr_zero(unsigned(machine.warps))), pool_(lessText) {
  kernel->walk([&](Operation *op) {
    Value pointer = pointerOf(op);
    if (!pointer || !isTile(pointer))
      return;
    int64_t wanted = wantedVector(pointer);
    if (Value mask = maskOf(op))
      wanted = std::min(wanted, facts.of(mask).constancy[fastestAxis(pointer)]);
    int64_t &vector = vectors_[{shapeKey(pointer.getType()), fastestAxis(pointer)}];
    vector = std::max(vector, wanted);
  });
}

Layout Layouts::intern(LinearLayout layout) {
  return &*pool_.insert(std::move(layout)).first;
}

int Layouts::fastestAxis(Value pointer) const {
  AxisFacts known = facts.of(pointer);
  size_t fastest = known.contiguity.size() - 1;
  for (size_t axis = 0; axis < known.contiguity.size(); ++axis)
    if (known.contiguity[axis] > known.contiguity[fastest])
      fastest = axis;
  return static_cast<int>(fastest);
}

// Neighbours that are one piece of memory: consecutive and aligned.
int64_t Layouts::wantedVector(Value pointer) const {
  AxisFacts known = facts.of(pointer);
  int axis = fastestAxis(pointer);
  int64_t bytes =
      tile::byteSizeOf(cast<tile::PtrType>(tile::elementOf(pointer.getType())).getPointee());
  int64_t aligned = std::max<int64_t>(1, known.divisibility[axis] / bytes);
  return std::min({known.contiguity[axis], aligned, kMaxAccessBytes / bytes});
}

Layout Layouts::access(Value pointer, int64_t mostElements) {
  if (!isCheap(pointer) && facts.of(pointer).contiguity[fastestAxis(pointer)] == 1)
    return home(pointer);
  Type type = pointer.getType();
  int fastest = fastestAxis(pointer);
  int64_t vector = vectors_.lookup({shapeKey(type), fastest});
  int64_t perThread = std::max<int64_t>(1, tile::laneCount(type) / (32 * machine_.warps));
  vector = std::max<int64_t>(1, std::min({vector, perThread, mostElements}));
  std::vector<int> order = {fastest};
  for (int axis = static_cast<int>(tile::shapeOf(type).size()); axis-- > 0;)
    if (axis != fastest)
      order.push_back(axis);
  return intern(
      layout::blocked(bitsOfShape(type), order, std::countr_zero(uint64_t(vector)), warpBits_));
}

Layout Layouts::access(Value pointer) {
  return access(pointer, kMaxAccessBytes);
}

Layout Layouts::accessByElement(Value pointer) {
  return access(pointer, 1);
}

// Pieces of `vector` neighbours, 128 bytes of a row across lanes, each warp's elements its own as
// in `own`; null if those are none of a product's.
Layout Layouts::rowsWithinWarps(Layout own, int64_t vector, int64_t bytes) {
  const auto &warps = own->bases(Place::Warp);
  bool isProduct = own->axisBits().size() == 2 && own->bases(Place::Lane).size() == 5 &&
                   own->bases(Place::Lane)[0] == 2 && own->contiguousBits() == 1;
  if (!isProduct || !own->isInjective() || llvm::is_contained(warps, 0u))
    return nullptr;
  constexpr int64_t kRowBytes = 128;
  LinearLayout rows(own->axisBits());
  rows.bases(Place::Warp) = warps;
  auto &registers = rows.bases(Place::Register), &lanes = rows.bases(Place::Lane);
  SmallVector<layout::Flat> rest;
  for (int bit = 0; bit < own->tileBits(); ++bit) {
    layout::Flat flat = layout::Flat(1) << bit;
    if (llvm::is_contained(warps, flat))
      continue;
    bool isColumn = bit < own->axisBits()[1];
    if (isColumn && flat < vector)
      registers.push_back(flat);
    else if (lanes.size() < 5 && (!isColumn || flat * bytes < kRowBytes))
      lanes.push_back(flat);
    else
      rest.push_back(flat);
  }
  if (lanes.size() != 5 || (int64_t(1) << registers.size()) != vector)
    return nullptr;
  registers.insert(registers.end(), rest.begin(), rest.end());
  return intern(std::move(rows));
}

Layout Layouts::forStore(tile::StoreOp store) {
  Value pointer = store.getPointer(), value = store.getValue();
  Layout best = access(pointer);
  if (isCheap(value))
    return best;
  Layout own = preferred(value);
  if (!own)
    return best;
  // What a warp writes at once should be as long in memory: pieces of a thread, and their number in
  // a row across lanes.
  int axis = fastestAxis(pointer);
  int64_t bytes = tile::byteSizeOf(tile::elementOf(value.getType()));
  int64_t vector = wantedVector(pointer);
  if (store.getMask())
    vector = std::min(vector, facts.of(store.getMask()).constancy[axis]);
  if (axis == 1 && vector * bytes == kMaxAccessBytes)
    if (Layout rows = rowsWithinWarps(own, vector, bytes))
      return rows;
  auto runOf = [&](Layout layout) {
    int64_t vector = vectorLength(pointer, store.getMask(), layout), run = vector;
    for (layout::Flat base : layout->bases(Place::Lane))
      if (base == layout->unit(axis, 0) * run)
        run *= 2;
    return run * tile::byteSizeOf(tile::elementOf(value.getType()));
  };
  bool isCopied = own->registers() * 32 * machine_.warps > 2 * tile::laneCount(value.getType());
  int64_t wanted = std::min<int64_t>(64, runOf(best));
  bool isSmall = tile::laneCount(value.getType()) <= 32 * machine_.warps;
  return (runOf(own) >= wanted && !isCopied) || isSmall ? own : best;
}

Layout Layouts::standard(Type type) {
  int last = static_cast<int>(tile::shapeOf(type).size()) - 1;
  int64_t vector = std::max<int64_t>(1, vectors_.lookup({shapeKey(type), last}));
  int64_t perThread = std::max<int64_t>(1, tile::laneCount(type) / (32 * machine_.warps));
  vector = std::min(vector, perThread);
  std::vector<int> order;
  for (int axis = last; axis >= 0; --axis)
    order.push_back(axis);
  return intern(
      layout::blocked(bitsOfShape(type), order, std::countr_zero(uint64_t(vector)), warpBits_));
}

Layout Layouts::withoutAxis(Layout parent, int axis) {
  return intern(layout::slice(*parent, axis));
}

Layout Layouts::packed(Type type, unsigned pack) {
  auto bits = bitsOfShape(type);
  int all = LinearLayout(bits).tileBits();
  return intern(layout::blocked({all}, {0}, std::countr_zero(pack), warpBits_).reshaped(bits));
}

int Layouts::contiguousAxis(Value tile) {
  if (auto load = tile.getDefiningOp<tile::LoadOp>())
    return fastestAxis(load.getPointer());
  Layout layout = home(tile);
  int last = static_cast<int>(layout->axisBits().size()) - 1;
  for (int axis = 0; axis < last; ++axis)
    if (!layout->bases(Place::Register).empty() &&
        layout->bases(Place::Register)[0] == layout->unit(axis, 0))
      return axis;
  return last;
}

Layout Layouts::paired(Layout half) {
  std::vector<int> bits = half->axisBits();
  bits.push_back(1);
  LinearLayout both(bits);
  both.bases(Place::Register).push_back(1);
  for (int place = 0; place < layout::kPlaces; ++place)
    for (layout::Flat base : half->bases(static_cast<Place>(place)))
      both.bases(static_cast<Place>(place)).push_back(base << 1);
  return intern(both);
}

int64_t Layouts::vectorLength(Value pointer, Value mask, Layout layout) const {
  int axis = fastestAxis(pointer);
  int64_t inThread = 1;
  for (layout::Flat base : layout->bases(Place::Register)) {
    if (base != layout->unit(axis, 0) * inThread)
      break;
    inThread *= 2;
  }
  int64_t vector = std::min(wantedVector(pointer), inThread);
  return mask ? std::min(vector, facts.of(mask).constancy[axis]) : vector;
}

bool Layouts::isCheap(Value tile) {
  if (!isTile(tile))
    return true;
  if (auto known = cheap_.find(tile); known != cheap_.end())
    return known->second;
  bool cheap = false;
  if (auto argument = dyn_cast<BlockArgument>(tile)) {
    cheap_[tile] = false; // a cycle is none
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    cheap = uniformStep(argument) && isCheap(loop.getInitArgs()[argument.getArgNumber() - 1]);
  } else {
    Operation *op = tile.getDefiningOp();
    if (isa<tile::RangeOp, tile::SplatOp, arith::ConstantOp, tile::UndefOp>(op))
      cheap = !isa<arith::ConstantOp>(op) ||
              isa<SplatElementsAttr>(cast<arith::ConstantOp>(op).getValue());
    else if (isView(op) || isElementwise(op))
      cheap = llvm::all_of(op->getOperands(), [&](Value v) { return isCheap(v); });
  }
  cheap_[tile] = cheap;
  return cheap;
}

Layout Layouts::home(Value tile) {
  if (auto known = homes_.find(tile); known != homes_.end())
    return known->second;
  Layout layout = preferred(tile);
  if (!layout)
    layout = standard(tile.getType());
  homes_[tile] = layout;
  return layout;
}

Layout Layouts::preferred(Value tile) {
  if (!isTile(tile) || isCheap(tile))
    return nullptr;
  if (auto known = homes_.find(tile); known != homes_.end())
    return known->second;
  if (auto known = preferred_.find(tile); known != preferred_.end())
    return known->second;
  if (!active_.insert(tile).second)
    return nullptr;
  Layout layout = compute(tile);
  active_.erase(tile);
  // Inside a cycle the answer may be poorer than it could be.
  if (active_.empty() || layout)
    preferred_[tile] = layout;
  return layout;
}

Layout Layouts::compute(Value tile) {
  if (auto argument = dyn_cast<BlockArgument>(tile))
    return ofCarried(argument);
  return ofOperation(tile.getDefiningOp(), tile);
}

// The layout that most work is done in: products' first, then the first that has one.
Layout Layouts::strongest(ValueRange operands) {
  Layout best = nullptr;
  for (Value operand : operands) {
    Layout layout = preferred(operand);
    if (!layout)
      continue;
    bool isProduct = layout->bases(Place::Lane).size() == 5 && layout->contiguousBits() == 1 &&
                     layout->bases(Place::Lane)[0] == 2 && layout->registers() >= 4;
    if (!best || isProduct)
      best = layout;
    if (isProduct)
      break;
  }
  return best;
}

Layout Layouts::ofView(Operation *op) {
  Layout source = preferred(op->getOperand(0));
  if (!source)
    return nullptr;
  auto bits = bitsOfShape(op->getResult(0).getType());
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    auto permutation = transpose.getPermutation();
    return intern(source->transposed({permutation.begin(), permutation.end()}));
  }
  if (isa<tile::ExpandDimsOp, tile::ReshapeOp>(op) && isTile(op->getOperand(0)))
    return intern(source->reshaped(bits));
  return nullptr; // stretched: no layout holds all of it
}

Layout Layouts::ofOperation(Operation *op, Value tile) {
  if (isElementwise(op))
    return strongest(op->getOperands());
  if (isView(op))
    return ofView(op);
  return llvm::TypeSwitch<Operation *, Layout>(op)
      .Case([&](tile::LoadOp load) { return access(load.getPointer()); })
      .Case<tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp>(
          [&](auto atomic) { return accessByElement(atomic.getPointer()); })
      .Case([&](tile::ReduceOp reduce) {
        return withoutAxis(home(reduce.getSources()[0]), reduce.getAxis());
      })
      .Case([&](tile::ScanOp scan) {
        return intern(layout::alongAxis(bitsOfShape(tile.getType()), scan.getAxis(), warpBits_));
      })
      .Case([&](tile::DotOp dot) -> Layout {
        DotPlan plan = planDot(dot);
        if (plan.kind == DotPlan::Kind::Fma)
          return nullptr;
        layout::MatrixWarps warps{plan.warpBitsM, plan.warpBitsN};
        auto bits = bitsOfShape(tile.getType());
        return intern(plan.kind == DotPlan::Kind::Wgmma ? layout::wgmmaAccumulator(bits, warps)
                                                        : layout::mmaAccumulator(bits, warps));
      })
      .Case([&](tile::JoinOp join) -> Layout {
        Layout half = preferred(join.getA());
        return half ? paired(half) : nullptr;
      })
      .Case([&](tile::SplitOp split) -> Layout {
        Layout both = preferred(split.getSource());
        if (!both || both->bases(Place::Register).empty() || both->bases(Place::Register)[0] != 1)
          return nullptr;
        return withoutAxis(both, static_cast<int>(both->axisBits().size()) - 1);
      })
      .Case([&](tile::FlipOp flip) { return preferred(flip.getSource()); })
      .Case([&](tile::GatherOp gather) { return preferred(gather.getIndex()); })
      .Case([&](tile::MapOp map) -> Layout {
        if (map.getPack() == 1)
          return strongest(map.getSources());
        return packed(tile.getType(), map.getPack());
      })
      .Case([&](scf::ForOp loop) {
        return preferred(loop.getRegionIterArg(cast<OpResult>(tile).getResultNumber()));
      })
      .Case([&](scf::IfOp branch) {
        unsigned index = cast<OpResult>(tile).getResultNumber();
        Layout layout = preferred(branch.thenYield().getOperand(index));
        return layout ? layout : preferred(branch.elseYield().getOperand(index));
      })
      .Default([](Operation *) { return nullptr; });
}

Layout Layouts::fromUses(Value tile) {
  for (Operation *user : tile.getUsers()) {
    Value pointer = pointerOf(user);
    if (pointer == tile)
      return access(tile);
  }
  return nullptr;
}

Layout Layouts::ofCarried(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return fromUses(argument);
  unsigned index = argument.getArgNumber() - 1;
  Layout yielded = preferred(loop.getYieldedValues()[index]);
  Layout initial = preferred(loop.getInitArgs()[index]);
  if (yielded || initial)
    return yielded ? yielded : initial;
  return fromUses(argument);
}

} // namespace nereid::nvidia
