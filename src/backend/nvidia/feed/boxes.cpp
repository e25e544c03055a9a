#include "backend/nvidia/feed/boxes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr size_t kMostAxes = 5;
constexpr uint32_t kMostLength = 256;

bool isArgument(Symbol symbol) {
  if (symbol.kind != Symbol::Kind::Scalar)
    return false;
  auto argument = dyn_cast<BlockArgument>(symbol.value());
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

// The part of `term` that a launch knows, and the rest.
std::pair<Term, Term> splitByLaunch(const Term &term) {
  Term known{term.factor, {}}, rest{1, {}};
  for (Symbol symbol : term.symbols)
    (isArgument(symbol) ? known : rest).symbols.push_back(symbol);
  return {known, rest};
}

std::optional<unsigned> axisOf(const Term &term) {
  for (Symbol symbol : term.symbols)
    if (symbol.kind == Symbol::Kind::Axis)
      return symbol.axis;
  return std::nullopt;
}

bool isZero(Value other) {
  if (!other)
    return true;
  SplatElementsAttr splat;
  if (!matchPattern(other, m_Constant(&splat)) || !isa<FloatType>(splat.getElementType()))
    return false;
  return splat.getSplatValue<APFloat>().isPosZero();
}

class Finder {
public:
  Finder(Affine &affine, tile::LoadOp load) : affine_(affine), load_(load) {}
  std::optional<Box> find();

private:
  bool splitAddress();
  void place(const Term &term, bool ownAxes);
  bool readMask(Value mask, ArrayRef<unsigned> axes);
  bool readCompare(arith::CmpIOp compare, ArrayRef<unsigned> axes);
  bool addConditions();
  Box::Axis &along(unsigned tileAxis) {
    return box_.axes[int(tileAxis) == box_.contiguous ? 0 : 1];
  }

  Affine &affine_;
  tile::LoadOp load_;
  Box box_;
  SmallVector<Term> uniform_;
  SmallVector<bool, 2> isCheckedBelow_ = {false, false};
};

// Strides, and what does not depend on a place.
bool Finder::splitAddress() {
  auto address = affine_.addressOf(load_.getPointer());
  if (!address)
    return false;
  std::optional<Term> strides[2];
  for (const Term &term : address->elements.terms()) {
    auto axis = axisOf(term);
    if (!axis) {
      uniform_.push_back(term);
      continue;
    }
    auto stride = quotient(term, {1, {Symbol::place(*axis)}});
    if (strides[*axis] || axisOf(*stride) || !isKnownAtLaunch(*stride))
      return false;
    strides[*axis] = *stride;
  }
  if (!strides[0] || !strides[1])
    return false;
  const Term one{1, {}};
  if ((*strides[0] == one) == (*strides[1] == one))
    return false;
  box_.load = load_;
  box_.base = address->base;
  box_.contiguous = *strides[1] == one ? 1 : 0;
  auto shape = tile::shapeOf(load_.getType());
  for (int axis : {box_.contiguous, 1 - box_.contiguous})
    box_.axes.push_back({*strides[axis], {}, std::nullopt, uint32_t(shape[axis])});
  return true;
}

// Adds a term of the address to the start along an axis whose stride it is a multiple of.
void Finder::place(const Term &term, bool ownAxes) {
  auto [known, rest] = splitByLaunch(term);
  bool isBatch = !known.symbols.empty() && !rest.symbols.empty();
  Box::Axis &across = box_.axes[1];
  if (auto rows = quotient(term, across.stride); rows && !(ownAxes && isBatch)) {
    across.start.add(*rows);
    return;
  }
  if (!isBatch) {
    box_.axes[0].start.add(term);
    return;
  }
  auto same = llvm::find_if(llvm::drop_begin(box_.axes, 2),
                            [&](const Box::Axis &axis) { return axis.stride == known; });
  if (same == box_.axes.end()) {
    box_.axes.push_back({known, {}, std::nullopt, 1});
    same = box_.axes.end() - 1;
  }
  same->start.add(rest);
}

// `axes` says which axis of the load's tile each axis of the mask is.
bool Finder::readMask(Value mask, ArrayRef<unsigned> axes) {
  Operation *op = mask.getDefiningOp();
  SplatElementsAttr constant;
  if (!op)
    return false;
  if (matchPattern(mask, m_Constant(&constant)))
    return constant.getSplatValue<APInt>().isOne();
  if (isa<tile::BroadcastOp>(op))
    return readMask(op->getOperand(0), axes);
  if (auto expand = dyn_cast<tile::ExpandDimsOp>(op)) {
    SmallVector<unsigned> kept(axes);
    kept.erase(kept.begin() + expand.getAxis());
    return readMask(op->getOperand(0), kept);
  }
  if (isa<arith::AndIOp>(op))
    return readMask(op->getOperand(0), axes) && readMask(op->getOperand(1), axes);
  auto compare = dyn_cast<arith::CmpIOp>(op);
  return compare && readCompare(compare, axes);
}

// place + s < bound, or place + s >= 0.
bool Finder::readCompare(arith::CmpIOp compare, ArrayRef<unsigned> axes) {
  using Predicate = arith::CmpIPredicate;
  auto left = affine_.of(compare.getLhs()), right = affine_.of(compare.getRhs());
  if (!left || !right)
    return false;
  Predicate predicate = compare.getPredicate();
  if (predicate == Predicate::sgt || predicate == Predicate::sle) { // turned round
    std::swap(left, right);
    predicate = predicate == Predicate::sgt ? Predicate::slt : Predicate::sge;
  }
  if (predicate != Predicate::slt && predicate != Predicate::sge)
    return false;
  Sum difference = left->plus(*right, -1).withAxes(axes); // < 0, or >= 0
  std::optional<unsigned> which;
  for (const Term &term : difference.terms())
    if (auto axis = axisOf(term)) {
      if (which || term.factor != 1 || term.symbols.size() != 1)
        return false;
      which = axis;
    }
  if (!which)
    return false;
  Box::Axis &axis = along(*which);
  Sum offset = difference.plus(Sum(Symbol::place(*which)), -1).plus(axis.start, -1);
  if (predicate == Predicate::sge) { // start + place >= 0 and no more
    isCheckedBelow_[&axis - box_.axes.data()] = true;
    return offset.isZero();
  }
  Sum extent = Sum().plus(offset, -1);
  if (!isKnownAtLaunch(extent) || (axis.extent && *axis.extent != extent))
    return false;
  axis.extent = extent;
  return true;
}

bool Finder::addConditions() {
  for (auto [i, axis] : llvm::enumerate(box_.axes)) {
    for (const Term &term : axis.start.terms())
      for (Symbol symbol : term.symbols)
        if (auto *wrapped = affine_.remainder(symbol)) {
          if (!isKnownAtLaunch(wrapped->bound))
            return false;
          box_.conditions.push_back({wrapped->bound, wrapped->block});
        }
    axis.startsInside = i >= isCheckedBelow_.size() || !isCheckedBelow_[i];
  }
  return true;
}

std::optional<Box> Finder::find() {
  auto shape = tile::shapeOf(load_.getType());
  if (shape.size() != 2 || load_.getIsVolatile() || !isZero(load_.getOther()) ||
      shape[0] > kMostLength * 4 || shape[1] > kMostLength * 4)
    return std::nullopt;
  // Batches are starts along the rows where no mask speaks against it, else axes of their own.
  for (bool ownAxes : {false, true}) {
    box_ = Box();
    uniform_.clear();
    isCheckedBelow_ = {false, false};
    if (!splitAddress())
      return std::nullopt;
    for (const Term &term : uniform_)
      place(term, ownAxes);
    if (box_.axes.size() > kMostAxes || box_.axes[1].length > kMostLength)
      return std::nullopt;
    bool isReadable = MatrixMemory::isReadable(load_.getType(), box_.contiguous);
    if (isReadable && (!load_.getMask() || readMask(load_.getMask(), {0, 1})) && addConditions())
      return box_;
  }
  return std::nullopt;
}

} // namespace

bool isKnownAtLaunch(const Term &term) {
  return llvm::all_of(term.symbols, isArgument);
}

bool isKnownAtLaunch(const Sum &sum) {
  return llvm::all_of(sum.terms(), [](const Term &term) { return isKnownAtLaunch(term); });
}

std::optional<Box> findBox(Affine &affine, tile::LoadOp load) {
  return Finder(affine, load).find();
}

} // namespace nereid::nvidia
