#include "backend/nvidia/feed/affine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

#include "backend/nvidia/layouts.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr size_t kMostTerms = 12, kMostSymbols = 6;

std::optional<int64_t> constantOf(Value value) {
  IntegerAttr number;
  SplatElementsAttr tile;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValue().getSExtValue();
  if (matchPattern(value, m_Constant(&tile)) && isa<IntegerType>(tile.getElementType()))
    return tile.getSplatValue<APInt>().getSExtValue();
  return std::nullopt;
}

// What every round adds to a carried value.
Value stepOf(BlockArgument carried, scf::ForOp loop) {
  Operation *moved = loop.getYieldedValues()[carried.getArgNumber() - 1].getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, tile::AddPtrOp>(moved) || moved->getOperand(0) != carried)
    return {};
  return moved->getOperand(1);
}

// Which axis of a view each axis of its source is; nothing if some are mixed.
std::optional<SmallVector<unsigned>> axesThrough(Operation *op) {
  Value source = op->getOperand(0);
  SmallVector<unsigned> axes(isTile(source) ? tile::shapeOf(source.getType()).size() : 0);
  for (auto [axis, to] : llvm::enumerate(axes))
    to = axis;
  if (auto expand = dyn_cast<tile::ExpandDimsOp>(op)) {
    for (unsigned &to : axes)
      to += to >= unsigned(expand.getAxis());
  } else if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
      axes[from] = to;
  } else if (!isa<tile::BroadcastOp>(op)) {
    return std::nullopt;
  }
  return axes;
}

bool isConstantAcross(const Sum &sum, scf::ForOp loop) {
  return llvm::all_of(sum.terms(), [&](const Term &term) {
    return llvm::all_of(term.symbols, [&](Symbol symbol) {
      return symbol.kind == Symbol::Kind::Axis ||
             !loop.getRegion().isAncestor(symbol.value().getParentRegion());
    });
  });
}

} // namespace

std::optional<int64_t> Sum::constant() const {
  if (terms_.empty())
    return 0;
  return terms_.size() == 1 && terms_[0].symbols.empty() ? std::optional(terms_[0].factor)
                                                         : std::nullopt;
}

void Sum::add(Term term) {
  if (term.factor == 0)
    return;
  auto *at = llvm::lower_bound(terms_, term, [](const Term &a, const Term &b) {
    return std::lexicographical_compare(a.symbols.begin(), a.symbols.end(), b.symbols.begin(),
                                        b.symbols.end());
  });
  if (at == terms_.end() || at->symbols != term.symbols) {
    terms_.insert(at, std::move(term));
    return;
  }
  at->factor += term.factor;
  if (at->factor == 0)
    terms_.erase(at);
}

Sum Sum::plus(const Sum &other, int64_t times) const {
  Sum sum = *this;
  for (Term term : other.terms_) {
    term.factor *= times;
    sum.add(std::move(term));
  }
  return sum;
}

Sum Sum::timesTerm(const Term &factor) const {
  Sum product;
  for (Term term : terms_) {
    term.factor *= factor.factor;
    term.symbols.append(factor.symbols);
    llvm::sort(term.symbols);
    product.add(std::move(term));
  }
  return product;
}

std::optional<Sum> Sum::times(const Sum &other) const {
  Sum product;
  for (const Term &term : other.terms_)
    product = product.plus(timesTerm(term));
  bool isLong = product.terms_.size() > kMostTerms ||
                llvm::any_of(product.terms_,
                             [](const Term &term) { return term.symbols.size() > kMostSymbols; });
  return isLong ? std::nullopt : std::optional(product);
}

Sum Sum::withAxes(ArrayRef<unsigned> axes) const {
  Sum renamed;
  for (Term term : terms_) {
    for (Symbol &symbol : term.symbols)
      if (symbol.kind == Symbol::Kind::Axis)
        symbol.axis = axes[symbol.axis];
    llvm::sort(term.symbols);
    renamed.add(std::move(term));
  }
  return renamed;
}

std::optional<Term> quotient(const Term &term, const Term &divisor) {
  if (divisor.factor == 0 || term.factor % divisor.factor != 0)
    return std::nullopt;
  Term result{term.factor / divisor.factor, term.symbols};
  for (Symbol symbol : divisor.symbols) {
    auto *at = llvm::find(result.symbols, symbol);
    if (at == result.symbols.end())
      return std::nullopt;
    result.symbols.erase(at);
  }
  return result;
}

const Affine::Remainder *Affine::remainder(Symbol symbol) const {
  auto found = remainders_.find(symbol.of);
  return symbol.kind == Symbol::Kind::Scalar && found != remainders_.end() ? &found->second
                                                                           : nullptr;
}

std::optional<Sum> Affine::of(Value value) {
  if (auto known = sums_.find(value); known != sums_.end())
    return known->second;
  sums_[value] = std::nullopt; // a cycle is no sum
  std::optional<Sum> sum = compute(value);
  if (!sum && !isTile(value) && value.getType().isInteger())
    sum = Sum(Symbol::scalar(value));
  sums_[value] = sum;
  return sum;
}

std::optional<Sum> Affine::ofArgument(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return std::nullopt;
  bool isCounter = argument == loop.getInductionVar();
  Value step = isCounter ? loop.getStep() : stepOf(argument, loop);
  Value first = isCounter ? loop.getLowerBound() : Value();
  if (!step)
    return std::nullopt;
  if (!first)
    first = loop.getInitArgs()[argument.getArgNumber() - 1];
  auto start = of(first), each = of(step);
  if (!start || !each || !isConstantAcross(*each, loop))
    return std::nullopt;
  auto moved = each->times(Sum(Symbol::round(loop.getInductionVar())));
  return moved ? std::optional(start->plus(*moved)) : std::nullopt;
}

std::optional<Sum> Affine::ofView(Operation *op) {
  auto sum = of(op->getOperand(0));
  auto axes = axesThrough(op);
  return sum && axes ? std::optional(sum->withAxes(*axes)) : std::nullopt;
}

// (start + i) % bound, along the tile's one axis.
std::optional<Sum> Affine::ofRemainder(Operation *op) {
  Value left = op->getOperand(0), result = op->getResult(0);
  auto sum = of(left), bound = of(op->getOperand(1));
  Sum axis(Symbol::place(0));
  if (!isTile(result) || tile::shapeOf(result.getType()).size() != 1 || !sum || !bound)
    return std::nullopt;
  Sum start = sum->plus(axis, -1);
  auto isUniform = [](const Sum &of) {
    return llvm::none_of(of.terms(), [](const Term &term) { return term.has(Symbol::place(0)); });
  };
  int64_t block = tile::shapeOf(result.getType())[0];
  AxisFacts facts = facts_.of(left);
  if (!isUniform(start) || !isUniform(*bound) || facts.contiguity[0] < block ||
      facts.divisibility[0] % block != 0)
    return std::nullopt;
  remainders_[result.getAsOpaquePointer()] = {start, *bound, block};
  return Sum(Symbol::scalar(result)).plus(axis);
}

std::optional<Sum> Affine::compute(Value value) {
  if (auto constant = constantOf(value))
    return Sum(*constant);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ofArgument(argument);
  Operation *op = value.getDefiningOp();
  if (isView(op))
    return ofView(op);
  if (auto range = dyn_cast<tile::RangeOp>(op)) {
    Sum start{int64_t(range.getStart())};
    return tile::laneCount(value.getType()) == 1 ? start : start.plus(Sum(Symbol::place(0)));
  }
  if (isa<tile::SplatOp, arith::ExtSIOp, tile::HintOp>(op)) {
    Value source = op->getOperand(0);
    bool isTruth = source.getType().isInteger(1) || tile::elementOf(value.getType()).isInteger(1);
    return isTruth || isa<tile::PtrType>(source.getType()) ? std::nullopt : of(source);
  }
  if (isa<arith::RemSIOp>(op))
    return ofRemainder(op);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto left = of(op->getOperand(0)), right = of(op->getOperand(1));
  if (!left || !right)
    return std::nullopt;
  if (isa<arith::MulIOp>(op))
    return left->times(*right);
  return left->plus(*right, isa<arith::SubIOp>(op) ? -1 : 1);
}

std::optional<Affine::Address> Affine::addressOf(Value pointer) {
  if (auto argument = dyn_cast<BlockArgument>(pointer)) {
    if (isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      return Address{argument, {}};
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    Value step = loop && argument.getArgNumber() > 0 ? stepOf(argument, loop) : Value();
    if (!step)
      return std::nullopt;
    auto first = addressOf(loop.getInitArgs()[argument.getArgNumber() - 1]);
    auto each = of(step);
    if (!first || !each || !isConstantAcross(*each, loop))
      return std::nullopt;
    auto moved = each->times(Sum(Symbol::round(loop.getInductionVar())));
    if (!moved)
      return std::nullopt;
    return Address{first->base, first->elements.plus(*moved)};
  }
  Operation *op = pointer.getDefiningOp();
  if (isa<tile::SplatOp, tile::HintOp>(op))
    return addressOf(op->getOperand(0));
  if (isView(op)) {
    auto source = addressOf(op->getOperand(0));
    auto axes = axesThrough(op);
    if (!source || !axes)
      return std::nullopt;
    return Address{source->base, source->elements.withAxes(*axes)};
  }
  if (!isa<tile::AddPtrOp>(op))
    return std::nullopt;
  auto source = addressOf(op->getOperand(0));
  auto offset = of(op->getOperand(1));
  if (!source || !offset)
    return std::nullopt;
  return Address{source->base, source->elements.plus(*offset)};
}

} // namespace nereid::nvidia
