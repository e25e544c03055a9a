#include "backend/cpu/combine.h"

#include "llvm/ADT/TypeSwitch.h"

#include "backend/cpu/block.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/pull.h"
#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Kind = vector::CombiningKind;

bool isVectorizableBlock(Block &block) {
  return llvm::all_of(block.without_terminator(), [](Operation &op) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return branch.getNumResults() > 0 && isVectorizableBlock(*branch.thenBlock()) &&
             isVectorizableBlock(*branch.elseBlock());
    return isa<arith::ConstantOp>(op) || isElementwise(&op);
  });
}

// Evaluates a block's operations on what `values` holds for its arguments.
using ValueMap = llvm::DenseMap<Value, Value>;
void evaluateBlock(Emitter &e, Block &block, ValueMap &values);

Value lookup(Emitter &e, const ValueMap &values, Value old) {
  auto found = values.find(old);
  return found != values.end() ? found->second : e.scalar(old);
}

int64_t commonWidth(ValueRange operands) {
  int64_t width = 1;
  for (Value operand : operands)
    width = std::max(width, lanesOf(operand.getType()));
  return width;
}

Values spreadEqually(Writer &w, Values operands) {
  int64_t width = commonWidth(operands);
  for (Value &operand : operands)
    operand = isa<VectorType>(operand.getType()) ? operand : w.broadcast(operand, width);
  return operands;
}

void evaluateIf(Emitter &e, scf::IfOp op, ValueMap &values) {
  evaluateBlock(e, *op.thenBlock(), values);
  evaluateBlock(e, *op.elseBlock(), values);
  auto thenYields = op.thenYield().getOperands(), elseYields = op.elseYield().getOperands();
  for (auto [result, a, b] : llvm::zip_equal(op.getResults(), thenYields, elseYields)) {
    Values sides = spreadEqually(
        e.w, {lookup(e, values, op.getCondition()), lookup(e, values, a), lookup(e, values, b)});
    values[result] = e.w.select(sides[0], sides[1], sides[2]);
  }
}

void evaluateBlock(Emitter &e, Block &block, ValueMap &values) {
  for (Operation &op : block.without_terminator()) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      evaluateIf(e, branch, values);
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      values[constant] = scalarConstant(e, constant);
      continue;
    }
    Values operands;
    for (Value operand : op.getOperands())
      operands.push_back(lookup(e, values, operand));
    Values results = evaluate(e, &op, spreadEqually(e.w, operands));
    for (auto [result, value] : llvm::zip_equal(op.getResults(), results))
      values[result] = value;
  }
}

std::optional<Kind> kindOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Kind::MUL; })
      .Case<arith::MaxNumFOp>([](auto) { return Kind::MAXNUMF; })
      .Case<arith::MinNumFOp>([](auto) { return Kind::MINNUMF; })
      .Case<arith::MaximumFOp>([](auto) { return Kind::MAXIMUMF; })
      .Case<arith::MinimumFOp>([](auto) { return Kind::MINIMUMF; })
      .Case<arith::MaxSIOp>([](auto) { return Kind::MAXSI; })
      .Case<arith::MaxUIOp>([](auto) { return Kind::MAXUI; })
      .Case<arith::MinSIOp>([](auto) { return Kind::MINSI; })
      .Case<arith::MinUIOp>([](auto) { return Kind::MINUI; })
      .Case<arith::AndIOp>([](auto) { return Kind::AND; })
      .Case<arith::OrIOp>([](auto) { return Kind::OR; })
      .Case<arith::XOrIOp>([](auto) { return Kind::XOR; })
      .Default([](auto) { return std::nullopt; });
}

uint64_t identityBits(Kind kind, Type element) {
  unsigned bits = element.getIntOrFloatBitWidth();
  uint64_t all = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  uint64_t top = uint64_t(1) << (bits - 1);
  auto floatBits = [&](APFloat value) { return value.bitcastToAPInt().getZExtValue(); };
  auto *semantics =
      isa<FloatType>(element) ? &cast<FloatType>(element).getFloatSemantics() : nullptr;
  switch (kind) {
  case Kind::ADD:
    return semantics ? top : 0; // -0 + x is x, also for -0
  case Kind::MUL:
    return semantics ? floatBits(APFloat::getOne(*semantics)) : 1;
  case Kind::MAXNUMF:
  case Kind::MINNUMF: // a NaN gives way to anything, and stays if all are
    return floatBits(APFloat::getNaN(*semantics));
  case Kind::MAXIMUMF:
    return floatBits(APFloat::getInf(*semantics, /*Negative=*/true));
  case Kind::MINIMUMF:
    return floatBits(APFloat::getInf(*semantics));
  case Kind::MAXSI:
    return top;
  case Kind::MINSI:
    return top - 1;
  case Kind::MINUI:
  case Kind::AND:
    return all;
  case Kind::MAXUI:
  case Kind::OR:
  case Kind::XOR:
    return 0;
  }
  NEREID_UNREACHABLE("a combining kind");
}

// A shuffle that brings the upper half of the first `count` lanes to the front.
Value upperHalf(Writer &w, Value vector, int64_t count) {
  SmallVector<int64_t> lanes;
  for (int64_t i = 0; i < lanesOf(vector.getType()); ++i)
    lanes.push_back(i < count / 2 ? i + count / 2 : i);
  return w.shuffle(vector, vector, lanes);
}

} // namespace

bool isVectorizable(Region &region) {
  return isVectorizableBlock(region.front());
}

Values applyRegion(Emitter &e, Region &region, ValueRange arguments) {
  Block &block = region.front();
  Values results;
  if (isVectorizable(region)) {
    ValueMap values;
    for (auto [old, value] : llvm::zip_equal(block.getArguments(), arguments))
      values[old] = value;
    evaluateBlock(e, block, values);
    int64_t width = commonWidth(arguments);
    for (Value yielded : block.getTerminator()->getOperands()) {
      Value value = lookup(e, values, yielded);
      results.push_back(isa<VectorType>(value.getType()) ? value : e.w.broadcast(value, width));
    }
    return results;
  }
  for (auto [old, value] : llvm::zip_equal(block.getArguments(), arguments))
    e.scalars[old] = value;
  emitBlock(e, block);
  for (Value yielded : block.getTerminator()->getOperands())
    results.push_back(e.scalar(yielded));
  return results;
}

std::optional<KnownCombine> knownCombine(Region &region) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return std::nullopt;
  Operation &op = block.front();
  std::optional<Kind> kind = kindOf(&op);
  Type element = block.getArgument(0).getType();
  bool takesBoth = op.getNumOperands() == 2 && op.getOperand(0) != op.getOperand(1) &&
                   llvm::all_of(op.getOperands(), [&](Value v) {
                     return isa<BlockArgument>(v) && v.getParentBlock() == &block;
                   });
  bool yields = block.getTerminator()->getOperand(0) == op.getResult(0);
  // Narrow floats round after every step: their regions are evaluated as they are.
  if (!kind || !takesBoth || !yields || isNarrowFloat(element) || element.isInteger(1))
    return std::nullopt;
  return KnownCombine{*kind, element};
}

Value identityOf(Writer &w, const KnownCombine &combine, Type type) {
  return w.bits(type, identityBits(combine.kind, combine.element));
}

Value combineKnown(Writer &w, const KnownCombine &combine, Value a, Value b) {
  bool isFloat = isa<FloatType>(combine.element);
  switch (combine.kind) {
  case Kind::ADD:
    return isFloat ? w.addF(a, b) : w.addI(a, b);
  case Kind::MUL:
    return isFloat ? w.mulF(a, b) : w.mulI(a, b);
  case Kind::MAXNUMF:
    return w.make<arith::MaxNumFOp>(a, b);
  case Kind::MINNUMF:
    return w.make<arith::MinNumFOp>(a, b);
  case Kind::MAXIMUMF:
    return w.make<arith::MaximumFOp>(a, b);
  case Kind::MINIMUMF:
    return w.make<arith::MinimumFOp>(a, b);
  case Kind::MAXSI:
    return w.maxS(a, b);
  case Kind::MINSI:
    return w.minS(a, b);
  case Kind::MAXUI:
    return w.fold<arith::MaxUIOp>(a, b);
  case Kind::MINUI:
    return w.fold<arith::MinUIOp>(a, b);
  case Kind::AND:
    return w.andI(a, b);
  case Kind::OR:
    return w.orI(a, b);
  case Kind::XOR:
    return w.xorI(a, b);
  }
  NEREID_UNREACHABLE("a combining kind");
}

Values combineLanes(Emitter &e, Region &region, Values vectors) {
  Writer &w = e.w;
  if (!isa<VectorType>(vectors[0].getType()))
    return vectors;
  std::optional<KnownCombine> known = knownCombine(region);
  // LLVM compares floats one lane after the other; in halves it takes a quarter of that.
  bool isComparison = known && isa<FloatType>(known->element) && known->kind != Kind::ADD &&
                      known->kind != Kind::MUL;
  if (known && !isComparison) {
    // Without the licence LLVM adds the lanes one after the other.
    auto licence =
        isa<FloatType>(known->element) ? arith::FastMathFlags::reassoc : arith::FastMathFlags::none;
    return {w.make<vector::ReductionOp>(known->kind, vectors[0], licence)};
  }
  if (!isVectorizable(region)) {
    Values scalars;
    for (Value vector : vectors)
      scalars.push_back(w.extract(vector, 0));
    for (int64_t lane = 1; lane < lanesOf(vectors[0].getType()); ++lane) {
      Values arguments = scalars;
      for (Value vector : vectors)
        arguments.push_back(w.extract(vector, lane));
      scalars = applyRegion(e, region, arguments);
    }
    return scalars;
  }
  for (int64_t count = lanesOf(vectors[0].getType()); count > 1; count /= 2) {
    Values arguments = vectors;
    for (Value vector : vectors)
      arguments.push_back(upperHalf(w, vector, count));
    vectors = applyRegion(e, region, arguments);
  }
  for (Value &vector : vectors)
    vector = w.extract(vector, 0);
  return vectors;
}

} // namespace nereid::cpu
