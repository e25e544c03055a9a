#include "backend/nvidia/feed/supply.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr uint32_t kExchangeBytes = 20 * 1024; // left for results and what else is exchanged
constexpr size_t kMostMaps = 8;
// Sums of a thread that make four more warps worth while.
constexpr int64_t kLeastSums = 64;
// Numbers of programs that are known ahead.
constexpr uint32_t kTicketBytes = 16, kTickets = 2;
// Slots of a ring in a block that has a multiprocessor to itself: more have nothing to hide.
constexpr uint32_t kStagesOfFew = 8;

bool isAtomic(Operation *op) {
  return isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp, tile::AtomicStoreOp>(op);
}

// The product that reads a loaded tile first, of those in its block; null if something else does.
tile::DotOp firstProduct(Value loaded, Block *block, tile::DotOp &last) {
  tile::DotOp first;
  SmallVector<Operation *> users(loaded.getUsers());
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    if (isa<tile::TransposeOp>(user) && user->getBlock() == block) {
      users.append(user->getUsers().begin(), user->getUsers().end());
      continue;
    }
    auto dot = dyn_cast<tile::DotOp>(user);
    if (!dot || dot->getBlock() != block)
      return {};
    if (!first || dot->isBeforeInBlock(first))
      first = dot;
    if (!last || last->isBeforeInBlock(dot))
      last = dot;
  }
  return first;
}

bool dependsOnProgram(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<tile::ProgramIdOp>(op) || llvm::any_of(op->getOperands(), dependsOnProgram));
}

// Whether a bound is larger in programs with larger numbers along the first axis, as far as its
// form tells.
bool growsWithProgram(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto id = dyn_cast_or_null<tile::ProgramIdOp>(op))
    return id.getAxis() == 0;
  if (isa_and_nonnull<arith::SubIOp>(op))
    return growsWithProgram(op->getOperand(0)) && !growsWithProgram(op->getOperand(1));
  return isa_and_nonnull<arith::AddIOp, arith::MulIOp, arith::DivSIOp, arith::MinSIOp,
                         arith::MaxSIOp, arith::ExtSIOp>(op) &&
         llvm::any_of(op->getOperands(), growsWithProgram);
}

int64_t sumsOf(tile::DotOp dot, int warps) {
  return tile::laneCount(dot.getType()) / (32 * warps);
}

} // namespace

Supply::Supply(Emitter &emitter, func::FuncOp kernel, OperandSource source)
    : e(emitter), kernel_(kernel), source_(source), affine_(emitter.layouts.facts),
      ranges_(affine_) {
  int warps = e.machine.warps;
  bool canBe = e.machine.hasWarpgroups() && (warps == 4 || warps == 8 || !hasProducer());
  kernel.walk([&](Operation *op) {
    canBe &= !isa<tile::InlineAsmOp, scf::WhileOp>(op);
    isUnordered_ &= !isa<tile::PrintOp, tile::AssertOp, tile::BarrierOp>(op) && !isAtomic(op);
  });
  if (!canBe)
    return;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { planLoop(loop); });
  if (isEmpty() || !suitsSource() || !assignRings()) {
    deliveries_.clear();
    return;
  }
  if (hasProducer())
    planKept();
  if (walksGrid() && isUneven_)
    rings_.emplace_back(kTicketBytes, kTickets);
  describe();
}

// A producer that must not go on to the next program has nothing ahead of a thread that refills.
bool Supply::suitsSource() const {
  bool isRefillable = deliveries_.size() == 1 && deliveries_[0].isOverlapped &&
                      !deliveries_[0].loop->getParentOfType<scf::ForOp>();
  switch (source_) {
  case OperandSource::Threads:
  case OperandSource::ThreadsOfMany:
    return false;
  case OperandSource::Producer:
    return isUnordered_ || !isRefillable;
  case OperandSource::FirstThread:
    return !isUnordered_ && isRefillable;
  case OperandSource::FirstOfFew:
    return isRefillable;
  }
  return false;
}

// All loads of a loop's products, or none.
void Supply::planLoop(scf::ForOp loop) {
  SmallVector<Delivery> found;
  int64_t sums = 0;
  for (auto dot : loop.getBody()->getOps<tile::DotOp>()) {
    if (e.layouts.planDot(dot).kind != DotPlan::Kind::Wgmma)
      return;
    sums += sumsOf(dot, e.machine.warps);
    for (MatrixOperand operand : {operandA(dot), operandB(dot)}) {
      auto load = operand.tile.getDefiningOp<tile::LoadOp>();
      if (load && load->getBlock() == loop.getBody() && !addLoad(load, operand, dot, found))
        return;
    }
  }
  bool isReached = isReachable(loop) && isProducible(loop.getLowerBound()) &&
                   isProducible(loop.getUpperBound()) && isProducible(loop.getStep());
  if (found.empty() || (hasProducer() && sums < kLeastSums) || !isReached)
    return;
  // Programs of unequal length are given out one when another ends (grid_walk.h), and the long ones
  // first: those that come last end alone.
  for (Value bound : {loop.getLowerBound(), loop.getUpperBound()})
    isUneven_ |= dependsOnProgram(bound);
  isLongLast_ |= growsWithProgram(loop.getUpperBound()) && !growsWithProgram(loop.getLowerBound());
  for (Delivery &delivery : found) {
    delivery.loop = loop;
    delivery.isOverlapped = found.size() == 1 && mayOverlap(delivery);
    deliveries_.push_back(std::move(delivery));
  }
}

// What a load reads, if a producer may bring it.
std::optional<Box> Supply::boxOf(tile::LoadOp load, MatrixOperand operand) {
  auto box = findBox(affine_, load);
  if (!box)
    return std::nullopt;
  if (tile::byteSizeOf(box->element()) == 1 && box->contiguous != operand.contractedAxis)
    return std::nullopt; // fp8 is read along the contracted axis alone
  for (const Box::Axis &axis : box->axes)
    if (!isProducible(axis.start) || (axis.startsInside && !ranges_.of(axis.start)))
      return std::nullopt;
  // What a store could change is not read ahead of it.
  bool isAlone = true, isAfter = false;
  kernel_.walk([&](Operation *op) {
    isAfter |= op == load;
    if (!isa<tile::StoreOp>(op) && !isAtomic(op))
      return;
    Value root = rootOf(op->getOperand(0));
    isAlone &= root && root != box->base;
    if (isAtomic(op)) // others may have been told, or have told, by it
      isAlone &= isAfter && !op->getParentOfType<scf::ForOp>();
  });
  return isAlone ? box : std::nullopt;
}

bool Supply::addLoad(tile::LoadOp load, MatrixOperand operand, tile::DotOp dot,
                     SmallVectorImpl<Delivery> &found) {
  for (const Delivery &delivery : found)
    if (llvm::any_of(delivery.boxes, [&](const Box &box) { return box.load == load; }))
      return true;
  tile::DotOp last;
  tile::DotOp first = firstProduct(load.getResult(), load->getBlock(), last);
  auto box = boxOf(load, operand);
  if (first != dot || !box)
    return false;
  auto same = llvm::find_if(found, [&](Delivery &other) {
    return firstProduct(other.boxes[0].load.getResult(), load->getBlock(), last) == dot;
  });
  if (same == found.end()) {
    found.emplace_back();
    same = found.end() - 1;
  }
  same->boxes.push_back(std::move(*box));
  if (!same->last || same->last->isBeforeInBlock(last))
    same->last = last;
  return true;
}

// Operands from before the loops, as attention's queries: the next program's come while this one
// ends, and warps need not meet to hand them on.
void Supply::planKept() {
  SmallVector<Delivery> found;
  llvm::SmallPtrSet<Operation *, 4> seen;
  uint32_t used = keptBytes();
  for (const Ring &ring : rings_)
    used += ring.stages() * ring.slotBytes();
  for (Delivery &delivery : deliveries_)
    for (auto dot : delivery.loop.getBody()->getOps<tile::DotOp>())
      for (MatrixOperand operand : {operandA(dot), operandB(dot)}) {
        auto load = operand.tile.getDefiningOp<tile::LoadOp>();
        if (!load || load->getBlock() == dot->getBlock() || !seen.insert(load).second)
          continue;
        auto kept = keptOf(load, operand);
        if (!kept)
          continue;
        // Two where that keeps no second program away: eight warps and a producer are alone.
        uint32_t bytes = kept->bytes();
        uint32_t stages = e.machine.warps == 8 && used + bytes <= room() ? 2 : 1;
        used += (stages - 1) * bytes;
        kept->ring = unsigned(rings_.size());
        rings_.emplace_back(bytes, stages);
        found.push_back(std::move(*kept));
      }
  for (Delivery &kept : found)
    deliveries_.push_back(std::move(kept));
}

std::optional<Delivery> Supply::keptOf(tile::LoadOp load, MatrixOperand operand) {
  Delivery kept;
  for (Operation *user : load->getUsers()) {
    auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
    bool isSupplied =
        llvm::any_of(deliveries_, [&](Delivery &other) { return other.loop == loop; });
    if (!isa<tile::DotOp>(user) || !isSupplied || loop->getBlock() != load->getBlock())
      return std::nullopt;
    if (!kept.loop || loop->isBeforeInBlock(kept.loop))
      kept.loop = loop;
    if (!kept.lastLoop || kept.lastLoop->isBeforeInBlock(loop))
      kept.lastLoop = loop;
  }
  auto box = boxOf(load, operand);
  if (!box)
    return std::nullopt;
  kept.boxes.push_back(std::move(*box));
  return kept;
}

bool Supply::isProducible(const Sum &sum) {
  return llvm::all_of(sum.terms(), [&](const Term &term) {
    return llvm::all_of(term.symbols, [&](Symbol symbol) {
      if (symbol.kind == Symbol::Kind::Round)
        return true; // of a loop that it is in
      if (auto *wrapped = affine_.remainder(symbol))
        return isProducible(wrapped->start) && isProducible(wrapped->bound);
      return isProducible(symbol.value());
    });
  });
}

bool Supply::isProducible(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(owner);
    return isa<func::FuncOp>(owner) || (loop && argument == loop.getInductionVar());
  }
  Operation *op = value.getDefiningOp();
  if (isTile(value) || !value.getType().isIntOrIndex())
    return false;
  bool isSimple =
      isElementwise(op) || isa<arith::ConstantOp, tile::ProgramIdOp, tile::NumProgramsOp>(op);
  if (!isSimple ||
      !llvm::all_of(op->getOperands(), [&](Value operand) { return isProducible(operand); }))
    return false;
  needed_.insert(op);
  return true;
}

// Through loops and branches whose courses the producer can follow.
bool Supply::isReachable(Operation *op) {
  Operation *parent = op->getParentOp();
  if (isa<func::FuncOp>(parent))
    return true;
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return isProducible(loop.getLowerBound()) && isProducible(loop.getUpperBound()) &&
           isProducible(loop.getStep()) && isReachable(parent);
  auto branch = dyn_cast<scf::IfOp>(parent);
  return branch && isProducible(branch.getCondition()) && isReachable(parent);
}

// Whether the product's sums are only carried on, so that nobody misses them within a round.
bool Supply::mayOverlap(Delivery &delivery) {
  tile::DotOp dot = delivery.last;
  if (llvm::range_size(delivery.loop.getBody()->getOps<tile::DotOp>()) != 1 ||
      !dot.getResult().hasOneUse() || !tile::elementOf(dot.getType()).isF32())
    return false;
  auto carried = dyn_cast<BlockArgument>(dot.getAcc());
  if (!carried || carried.getOwner() != delivery.loop.getBody() || !carried.hasOneUse() ||
      carried.getArgNumber() == 0)
    return false;
  OpOperand &use = *dot.getResult().use_begin();
  bool isYielded =
      isa<scf::YieldOp>(use.getOwner()) && use.getOperandNumber() == carried.getArgNumber() - 1;
  auto isBrought = [&](MatrixOperand operand) {
    return operand.tile.getDefiningOp<tile::LoadOp>();
  };
  return isYielded && isBrought(operandA(dot)) && isBrought(operandB(dot)) &&
         e.layouts.home(carried) == e.layouts.home(dot.getResult());
}

// Loops whose deliveries have the sizes of the first loop's use its rings; others get none.
bool Supply::assignRings() {
  scf::ForOp first = deliveries_[0].loop;
  SmallVector<uint32_t> sizes;
  for (const Delivery &delivery : deliveries_)
    if (delivery.loop == first)
      sizes.push_back(delivery.bytes());
  for (size_t begin = 0; begin < deliveries_.size();) {
    size_t end = begin;
    bool isSame = true;
    while (end < deliveries_.size() && deliveries_[end].loop == deliveries_[begin].loop) {
      size_t i = end - begin;
      isSame &= i < sizes.size() && deliveries_[end].bytes() == sizes[i];
      deliveries_[end++].ring = i;
    }
    if (!isSame || end - begin != sizes.size())
      return false;
    begin = end;
  }
  uint32_t round = 0;
  for (uint32_t size : sizes)
    round += size;
  uint32_t stages = stagesOf(first, round, keptBytes());
  if (stages < 2)
    return false;
  for (uint32_t size : sizes)
    rings_.emplace_back(size, stages);
  return true;
}

// Operands from outside the loops lie beside the rings.
uint32_t Supply::keptBytes() {
  uint32_t kept = 0;
  llvm::SmallPtrSet<void *, 4> outside;
  for (Delivery &delivery : deliveries_)
    for (auto dot : delivery.loop.getBody()->getOps<tile::DotOp>())
      for (MatrixOperand operand : {operandA(dot), operandB(dot)})
        if (!delivery.loop.getRegion().isAncestor(operand.tile.getParentRegion()) &&
            outside.insert(operand.tile.getAsOpaquePointer()).second)
          kept += MatrixMemory::slotOf(tile::laneCount(operand.tile.getType()) * 2);
  return kept;
}

uint32_t Supply::room() const {
  return e.machine.maxSharedBytes() - kExchangeBytes;
}

// As many as the author says, where there is room; but all that there is room for where a
// multiprocessor has nothing else to hold.
uint32_t Supply::stagesOf(scf::ForOp loop, uint32_t round, uint32_t kept) {
  uint32_t stages = e.machine.stages;
  if (auto hint = loop->getAttrOfType<IntegerAttr>("tile.num_stages"))
    stages = static_cast<uint32_t>(hint.getInt());
  if (source_ == OperandSource::FirstOfFew)
    stages = std::max(stages, kStagesOfFew);
  while (stages > 1 && stages * round + kept > room())
    --stages;
  return stages;
}

Delivery *Supply::of(Value loaded) {
  for (Delivery &delivery : deliveries_)
    for (Box &box : delivery.boxes)
      if (box.load.getResult() == loaded)
        return &delivery;
  return nullptr;
}

Delivery *Supply::overlappedBy(tile::DotOp dot) {
  for (Delivery &delivery : deliveries_)
    if (delivery.isOverlapped && delivery.last == dot)
      return &delivery;
  return nullptr;
}

// What the launch must know.

static LaunchSum launchSum(const Sum &sum) {
  LaunchSum result;
  for (const Term &term : sum.terms()) {
    LaunchTerm &made = result.emplace_back();
    made.factor = term.factor;
    for (Symbol symbol : term.symbols)
      made.parameters.push_back(cast<BlockArgument>(symbol.value()).getArgNumber());
  }
  return result;
}

uint32_t Supply::mapOf(const Box &box) {
  TensorMap map;
  uint32_t bytes = tile::byteSizeOf(box.element());
  map.base = box.base.getArgNumber();
  map.elementBytes = bytes;
  map.swizzleBytes = std::min(128u, box.axes[0].length * bytes);
  for (const Box::Axis &axis : box.axes) {
    Term stride{axis.stride.factor * bytes, axis.stride.symbols};
    Sum inBytes;
    inBytes.add(stride);
    map.axes.push_back(
        {launchSum(inBytes), axis.extent ? launchSum(*axis.extent) : LaunchSum(), axis.length});
  }
  map.axes[0].box = map.swizzleBytes / bytes;
  auto known = llvm::find(maps_, map);
  if (known == maps_.end())
    known = maps_.insert(maps_.end(), map);
  return static_cast<uint32_t>(known - maps_.begin());
}

void Supply::require(const Box::Condition &condition) {
  LaunchCondition made{launchSum(condition.sum), static_cast<uint64_t>(condition.multiple)};
  if (!llvm::is_contained(conditions_, made))
    conditions_.push_back(made);
}

void Supply::requireInside(uint32_t range) {
  bool isKnown =
      ranges_.all()[range].kind == LaunchRange::Kind::Constant && ranges_.all()[range].number >= 0;
  if (!isKnown && !llvm::is_contained(notNegative_, range))
    notNegative_.push_back(range);
}

void Supply::describe() {
  for (Delivery &delivery : deliveries_)
    for (const Box &box : delivery.boxes) {
      delivery.maps.push_back(mapOf(box));
      for (const Box::Condition &condition : box.conditions)
        require(condition);
      for (const Box::Axis &axis : box.axes)
        if (axis.startsInside)
          requireInside(*ranges_.of(axis.start));
    }
  if (maps_.size() > kMostMaps)
    deliveries_.clear();
}

} // namespace nereid::nvidia
