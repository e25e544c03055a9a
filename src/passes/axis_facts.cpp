// One forward walk. A loop's carried values start with the facts of what enters, and the body is
// read again until what it yields contradicts them no more: facts only ever get weaker, so that
// ends after a few rounds.
#include "passes/axis_facts.h"

#include <numeric>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

constexpr int64_t kMost = int64_t(1) << 40; // what divides zero

using Numbers = llvm::SmallVector<int64_t, 3>;

int64_t powerOfTwoIn(int64_t value) {
  return value == 0 ? kMost : std::min(kMost, value & -value);
}

Numbers sizesOf(Type type) {
  auto shape = tile::shapeOf(type);
  return shape.empty() ? Numbers{1} : Numbers(shape.begin(), shape.end());
}

AxisFacts nothingKnown(Type type) {
  Numbers ones(sizesOf(type).size(), 1);
  return {ones, ones, ones, {}};
}

// What holds whichever of the two it is.
AxisFacts meet(const AxisFacts &a, const AxisFacts &b) {
  AxisFacts both = a;
  for (size_t axis = 0; axis < a.contiguity.size(); ++axis) {
    both.contiguity[axis] = std::gcd(a.contiguity[axis], b.contiguity[axis]);
    both.divisibility[axis] = std::gcd(a.divisibility[axis], b.divisibility[axis]);
    both.constancy[axis] = std::gcd(a.constancy[axis], b.constancy[axis]);
    // Shorter runs start inside longer ones.
    if (a.contiguity[axis] != b.contiguity[axis])
      both.divisibility[axis] = std::gcd(both.divisibility[axis], both.contiguity[axis]);
  }
  if (a.constant != b.constant)
    both.constant.reset();
  return both;
}

class Walk {
public:
  Walk(llvm::DenseMap<Value, AxisFacts> &facts, Hints hints) : facts_(facts), hints_(hints) {}

  void block(Block &block) {
    for (Operation &op : block)
      operation(&op);
  }

private:
  AxisFacts get(Value value) const {
    auto known = facts_.find(value);
    return known == facts_.end() ? nothingKnown(value.getType()) : known->second;
  }
  void set(Value value, AxisFacts facts) { facts_[value] = std::move(facts); }

  void operation(Operation *op);
  void forLoop(scf::ForOp loop);
  void branch(scf::IfOp branch);
  AxisFacts compute(Operation *op);
  AxisFacts constant(arith::ConstantOp op);
  AxisFacts sum(Operation *op, int64_t unit, bool isDifference);
  AxisFacts product(Operation *op);
  AxisFacts quotient(Operation *op);
  AxisFacts remainder(Operation *op);
  AxisFacts comparison(arith::CmpIOp op);
  AxisFacts choice(arith::SelectOp op);
  AxisFacts elementwise(Operation *op);
  AxisFacts expanded(tile::ExpandDimsOp op);
  AxisFacts broadcast(tile::BroadcastOp op);
  AxisFacts hinted(tile::HintOp op);

  llvm::DenseMap<Value, AxisFacts> &facts_;
  Hints hints_;
};

void Walk::operation(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return forLoop(loop);
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return branch(choice);
  if (isa<tile::ReduceOp, tile::ScanOp, tile::MapOp>(op))
    return;
  for (Region &region : op->getRegions()) // what a while carries is unknown
    for (Block &inner : region)
      block(inner);
  if (op->getNumResults() == 1)
    set(op->getResult(0), compute(op));
}

void Walk::forLoop(scf::ForOp loop) {
  AxisFacts counter = nothingKnown(loop.getInductionVar().getType());
  counter.divisibility[0] =
      std::gcd(get(loop.getLowerBound()).divisibility[0], get(loop.getStep()).divisibility[0]);
  set(loop.getInductionVar(), counter);
  for (auto [argument, initial] : llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs())) {
    AxisFacts facts = get(initial);
    facts.constant.reset();
    set(argument, facts);
  }
  for (bool isStable = false; !isStable;) {
    block(*loop.getBody());
    isStable = true;
    for (auto [argument, yielded] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
      AxisFacts before = get(argument), after = meet(before, get(yielded));
      after.constant.reset();
      isStable &= before == after;
      set(argument, after);
    }
  }
  for (auto [result, argument] : llvm::zip_equal(loop.getResults(), loop.getRegionIterArgs()))
    set(result, get(argument));
}

void Walk::branch(scf::IfOp branch) {
  block(*branch.thenBlock());
  if (!branch.elseBlock())
    return;
  block(*branch.elseBlock());
  for (auto [i, result] : llvm::enumerate(branch.getResults()))
    set(result, meet(get(branch.thenYield().getOperand(i)), get(branch.elseYield().getOperand(i))));
}

AxisFacts Walk::constant(arith::ConstantOp op) {
  AxisFacts facts = nothingKnown(op.getType());
  std::optional<APInt> value;
  if (auto integer = dyn_cast<IntegerAttr>(op.getValue()))
    value = integer.getValue();
  else if (auto dense = dyn_cast<SplatElementsAttr>(op.getValue())) {
    facts.constancy = sizesOf(op.getType());
    if (dense.getElementType().isInteger())
      value = dense.getSplatValue<APInt>();
  }
  if (!value || value->getBitWidth() > 64)
    return facts;
  facts.constant = value->getBitWidth() == 1 ? value->getZExtValue() : value->getSExtValue();
  for (int64_t &divisor : facts.divisibility)
    divisor = powerOfTwoIn(*facts.constant);
  return facts;
}

// What divides the first of each run of `length` (at most the facts' own runs).
int64_t divisorOfRuns(const AxisFacts &facts, size_t axis, int64_t length) {
  int64_t divisor = facts.divisibility[axis];
  return facts.contiguity[axis] > length ? std::gcd(divisor, length) : divisor;
}

AxisFacts Walk::sum(Operation *op, int64_t unit, bool isDifference) {
  AxisFacts a = get(op->getOperand(0)), b = get(op->getOperand(1));
  AxisFacts facts = nothingKnown(op->getResult(0).getType());
  for (size_t axis = 0; axis < facts.contiguity.size(); ++axis) {
    int64_t run = std::gcd(a.contiguity[axis], b.constancy[axis]);
    if (!isDifference)
      run = std::max(run, std::gcd(a.constancy[axis], b.contiguity[axis]));
    facts.contiguity[axis] = run;
    facts.constancy[axis] = std::gcd(a.constancy[axis], b.constancy[axis]);
    // An address' runs count elements.
    int64_t first = unit == 1 || a.contiguity[axis] <= run
                        ? divisorOfRuns(a, axis, run)
                        : std::gcd(a.divisibility[axis], run * unit);
    int64_t second = std::min(kMost, divisorOfRuns(b, axis, run) * unit);
    facts.divisibility[axis] = std::gcd(first, second);
  }
  if (unit == 1 && a.constant && b.constant)
    facts.constant = isDifference ? *a.constant - *b.constant : *a.constant + *b.constant;
  return facts;
}

AxisFacts Walk::product(Operation *op) {
  AxisFacts a = get(op->getOperand(0)), b = get(op->getOperand(1));
  bool isShift = isa<arith::ShLIOp>(op);
  if (isShift && (!b.constant || *b.constant < 0 || *b.constant > 40))
    return elementwise(op);
  if (!isShift && b.constant == 1)
    return a;
  if (!isShift && a.constant == 1)
    return b;
  AxisFacts facts = nothingKnown(op->getResult(0).getType());
  for (size_t axis = 0; axis < facts.contiguity.size(); ++axis) {
    facts.constancy[axis] = std::gcd(a.constancy[axis], b.constancy[axis]);
    // Inside a run nothing divides.
    int64_t first = a.contiguity[axis] > 1 ? 1 : a.divisibility[axis];
    int64_t second = isShift                  ? int64_t(1) << *b.constant
                     : b.contiguity[axis] > 1 ? 1
                                              : b.divisibility[axis];
    bool isLarge = first > kMost / second;
    facts.divisibility[axis] = isLarge ? kMost : first * second;
  }
  if (a.constant && b.constant)
    facts.constant = isShift ? *a.constant << *b.constant : *a.constant * *b.constant;
  return facts;
}

AxisFacts Walk::quotient(Operation *op) {
  AxisFacts a = get(op->getOperand(0)), b = get(op->getOperand(1));
  if (b.constant == 1)
    return a;
  AxisFacts facts = nothingKnown(op->getResult(0).getType());
  Numbers sizes = sizesOf(op->getResult(0).getType());
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    facts.constancy[axis] = std::gcd(a.constancy[axis], b.constancy[axis]);
    // 8, 9, ..., 15 by 8 are all 1.
    int64_t run =
        std::gcd(std::gcd(a.contiguity[axis], a.divisibility[axis]), b.divisibility[axis]);
    if (b.constancy[axis] == sizes[axis])
      facts.constancy[axis] = std::max(facts.constancy[axis], run);
  }
  return facts;
}

AxisFacts Walk::remainder(Operation *op) {
  AxisFacts a = get(op->getOperand(0)), b = get(op->getOperand(1));
  AxisFacts facts = nothingKnown(op->getResult(0).getType());
  Numbers sizes = sizesOf(op->getResult(0).getType());
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    facts.constancy[axis] = std::gcd(a.constancy[axis], b.constancy[axis]);
    if (b.constancy[axis] == sizes[axis])
      facts.contiguity[axis] =
          std::gcd(std::gcd(a.contiguity[axis], a.divisibility[axis]), b.divisibility[axis]);
    facts.divisibility[axis] = std::gcd(divisorOfRuns(a, axis, facts.contiguity[axis]),
                                        b.contiguity[axis] > 1 ? 1 : b.divisibility[axis]);
  }
  return facts;
}

AxisFacts Walk::comparison(arith::CmpIOp op) {
  AxisFacts a = get(op.getLhs()), b = get(op.getRhs());
  AxisFacts facts = nothingKnown(op.getType());
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  bool countsLeft = llvm::is_contained({P::slt, P::sge, P::ult, P::uge}, predicate);
  bool countsRight = llvm::is_contained({P::sgt, P::sle, P::ugt, P::ule}, predicate);
  for (size_t axis = 0; axis < facts.contiguity.size(); ++axis) {
    facts.constancy[axis] = std::gcd(a.constancy[axis], b.constancy[axis]);
    const AxisFacts &run = countsLeft ? a : b, &bound = countsLeft ? b : a;
    if (!countsLeft && !countsRight)
      continue;
    // A run that starts at a multiple of its length passes a multiple of it whole.
    int64_t length = std::gcd(run.contiguity[axis], bound.constancy[axis]);
    length = std::gcd(length, divisorOfRuns(run, axis, length));
    length = std::gcd(length, bound.divisibility[axis]);
    facts.constancy[axis] = std::max(facts.constancy[axis], length);
  }
  return facts;
}

AxisFacts Walk::choice(arith::SelectOp op) {
  AxisFacts condition = get(op.getCondition());
  AxisFacts facts = meet(get(op.getTrueValue()), get(op.getFalseValue()));
  for (size_t axis = 0; axis < facts.contiguity.size(); ++axis) {
    bool isScalar = condition.constancy.size() != facts.constancy.size();
    int64_t same = isScalar || tile::shapeOf(op.getCondition().getType()).empty()
                       ? kMost
                       : condition.constancy[axis];
    int64_t run = std::gcd(facts.contiguity[axis], same);
    if (run != facts.contiguity[axis])
      facts.divisibility[axis] = std::gcd(facts.divisibility[axis], run);
    facts.contiguity[axis] = run;
    facts.constancy[axis] = std::gcd(facts.constancy[axis], same);
  }
  return facts;
}

// Equal operands give equal results, whatever the operation.
AxisFacts Walk::elementwise(Operation *op) {
  Type type = op->getResult(0).getType();
  AxisFacts facts = nothingKnown(type);
  Numbers constancy = sizesOf(type);
  for (Value operand : op->getOperands()) {
    AxisFacts of = get(operand);
    if (of.constancy.size() != constancy.size())
      return facts;
    for (size_t axis = 0; axis < constancy.size(); ++axis)
      constancy[axis] = std::gcd(constancy[axis], of.constancy[axis]);
  }
  facts.constancy = constancy;
  return facts;
}

AxisFacts Walk::expanded(tile::ExpandDimsOp op) {
  AxisFacts facts = get(op.getSource());
  int64_t divisor = facts.divisibility[0];
  for (size_t axis = 0; axis < facts.contiguity.size(); ++axis)
    divisor = std::gcd(divisor, facts.contiguity[axis] > 1 ? 1 : facts.divisibility[axis]);
  size_t axis = op.getAxis();
  facts.contiguity.insert(facts.contiguity.begin() + axis, 1);
  facts.divisibility.insert(facts.divisibility.begin() + axis, divisor);
  facts.constancy.insert(facts.constancy.begin() + axis, 1);
  return facts;
}

AxisFacts Walk::broadcast(tile::BroadcastOp op) {
  AxisFacts facts = get(op.getSource());
  auto from = tile::shapeOf(op.getSource().getType()), to = tile::shapeOf(op.getType());
  for (size_t axis = 0; axis < to.size(); ++axis)
    if (from[axis] != to[axis])
      facts.constancy[axis] = to[axis];
  return facts;
}

AxisFacts Walk::hinted(tile::HintOp op) {
  AxisFacts facts = get(op.getSource());
  if (hints_ == Hints::Ignored)
    return facts;
  Numbers &which = op.getKind() == "multiple_of"      ? facts.divisibility
                   : op.getKind() == "max_contiguous" ? facts.contiguity
                                                      : facts.constancy;
  Numbers sizes = sizesOf(op.getType());
  for (auto [axis, value] : llvm::enumerate(op.getValues())) {
    if (axis >= which.size() || value <= 0)
      continue;
    int64_t known = powerOfTwoIn(value); // of pointers, bytes
    if (op.getKind() != "multiple_of")
      known = std::min(known, sizes[axis]);
    which[axis] = std::max(which[axis], known);
  }
  return facts;
}

AxisFacts Walk::compute(Operation *op) {
  Type type = op->getResult(0).getType();
  return llvm::TypeSwitch<Operation *, AxisFacts>(op)
      .Case([&](arith::ConstantOp constant) { return this->constant(constant); })
      .Case([&](tile::RangeOp range) {
        AxisFacts facts = nothingKnown(type);
        facts.contiguity = sizesOf(type);
        facts.divisibility[0] = powerOfTwoIn(range.getStart());
        return facts;
      })
      .Case([&](tile::SplatOp splat) {
        AxisFacts scalar = get(splat.getSource());
        Numbers sizes = sizesOf(type), ones(sizes.size(), 1);
        return AxisFacts{ones, Numbers(sizes.size(), scalar.divisibility[0]), sizes,
                         scalar.constant};
      })
      .Case([&](tile::ExpandDimsOp expand) { return expanded(expand); })
      .Case([&](tile::BroadcastOp stretch) { return broadcast(stretch); })
      .Case([&](tile::TransposeOp transpose) {
        AxisFacts from = get(transpose.getSource()), facts = from;
        for (auto [axis, source] : llvm::enumerate(transpose.getPermutation())) {
          facts.contiguity[axis] = from.contiguity[source];
          facts.divisibility[axis] = from.divisibility[source];
          facts.constancy[axis] = from.constancy[source];
        }
        return facts;
      })
      .Case([&](tile::AddPtrOp add) {
        Type pointee = cast<tile::PtrType>(tile::elementOf(type)).getPointee();
        return sum(add, tile::byteSizeOf(pointee), false);
      })
      .Case([&](tile::HintOp hint) { return hinted(hint); })
      .Case([&](arith::AddIOp add) { return sum(add, 1, false); })
      .Case([&](arith::SubIOp sub) { return sum(sub, 1, true); })
      .Case<arith::MulIOp, arith::ShLIOp>([&](auto multiply) { return product(multiply); })
      .Case<arith::DivSIOp, arith::DivUIOp>([&](auto divide) { return quotient(divide); })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto divide) { return remainder(divide); })
      .Case([&](arith::CmpIOp compare) { return comparison(compare); })
      .Case([&](arith::SelectOp select) { return choice(select); })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](auto resize) { return get(resize->getOperand(0)); })
      .Case<tile::LoadOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp, tile::GatherOp,
            tile::DotOp, tile::ReshapeOp, tile::JoinOp, tile::CatOp, tile::FlipOp, tile::SortOp,
            tile::HistogramOp, tile::InlineAsmOp, tile::PtrCastOp>(
          [&](auto) { return nothingKnown(type); })
      .Default([&](Operation *other) {
        return other->getNumOperands() > 0 && other->getNumRegions() == 0 ? elementwise(other)
                                                                          : nothingKnown(type);
      });
}

} // namespace

AxisFactsAnalysis::AxisFactsAnalysis(Operation *kernel, Hints hints) {
  Walk walk(facts_, hints);
  auto function = cast<func::FuncOp>(kernel);
  for (BlockArgument argument : function.getArguments()) {
    AxisFacts facts = nothingKnown(argument.getType());
    if (auto known =
            function.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "tile.divisibility"))
      facts.divisibility[0] = known.getInt();
    facts_[argument] = facts;
  }
  walk.block(function.getBody().front());
}

AxisFacts AxisFactsAnalysis::of(Value value) const {
  auto known = facts_.find(value);
  return known == facts_.end() ? nothingKnown(value.getType()) : known->second;
}

} // namespace nereid
