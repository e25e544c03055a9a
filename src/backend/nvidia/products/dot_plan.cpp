// Which instructions multiply: wgmma where whole warpgroups have rows, mma.sync where warps have
// 16, else the threads themselves.
#include <bit>

#include "backend/nvidia/layouts.h"

using namespace mlir;

namespace nereid::nvidia {

static bool isLoaded(Value operand) {
  auto transpose = operand.getDefiningOp<tile::TransposeOp>();
  return (transpose ? transpose.getSource() : operand).getDefiningOp<tile::LoadOp>() != nullptr;
}

bool isHardwareFloat8(Type element) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(element);
}

// Whether an operand is as loaded, and along `axis` in memory.
bool Layouts::runsAlong(Value operand, int axis) const {
  if (auto transpose = operand.getDefiningOp<tile::TransposeOp>()) {
    operand = transpose.getSource();
    axis = 1 - axis;
  }
  auto load = operand.getDefiningOp<tile::LoadOp>();
  return load && tile::shapeOf(operand.getType()).size() == 2 &&
         fastestAxis(load.getPointer()) == axis;
}

namespace {

// Sums of products of fp8 are the hardware's, in fewer bits than f32 has: not where the author
// limits them. Then, and where the chip has none, operands are multiplied as f16.
bool isFloat8Product(tile::DotOp dot, const Machine &machine) {
  return machine.hasFloat8() && isHardwareFloat8(tile::elementOf(dot.getA().getType())) &&
         isHardwareFloat8(tile::elementOf(dot.getB().getType())) && dot.getMaxImpreciseAcc() == 0 &&
         tile::shapeOf(dot.getA().getType()).back() >= 32;
}

// The bits of an element in registers, if tensor cores multiply such operands; else 0.
int elementBitsOf(tile::DotOp dot, const Machine &machine) {
  Type a = tile::elementOf(dot.getA().getType()), b = tile::elementOf(dot.getB().getType());
  Type acc = tile::elementOf(dot.getAcc().getType());
  auto isFloat8 = [](Type type) {
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
  };
  if (isFloat8(a) && isFloat8(b) && (acc.isF32() || acc.isF16()))
    return isFloat8Product(dot, machine) ? 8 : 16;
  if (a == b && (a.isF16() || a.isBF16()) && (acc.isF32() || (acc.isF16() && a.isF16())))
    return 16;
  bool isTf32 = dot.getPrecision() == "tf32" || dot.getPrecision() == "tf32x3";
  if (a.isF32() && b.isF32() && acc.isF32() && isTf32)
    return 32;
  return a.isInteger(8) && b.isInteger(8) && acc.isInteger(32) ? 8 : 0;
}

bool isChained(tile::DotOp dot) {
  return llvm::count_if(*dot->getBlock(), [](Operation &op) { return isa<tile::DotOp>(op); }) > 1;
}

} // namespace

// Warpgroups divide the rows, 64 of which make an instruction, then the columns; but where one
// product feeds another, whole rows stay in a warp: softmax between them then needs no exchange.
bool Layouts::planWgmma(tile::DotOp dot, DotPlan &plan) const {
  Type a = tile::elementOf(dot.getA().getType());
  auto shape = tile::shapeOf(dot.getType());
  bool isReadable = a.isF16() || a.isBF16();
  if (isFloat8Product(dot, machine_)) // which is read along K alone
    isReadable = runsAlong(dot.getB(), 0) && (!isLoaded(dot.getA()) || runsAlong(dot.getA(), 1));
  if (!machine_.hasWarpgroups() || !isReadable || shape.size() != 2)
    return false;
  int bitsM = std::min(warpBits_, static_cast<int>(std::bit_width(uint64_t(shape[0] / 16))) - 1);
  int bitsN = warpBits_ - bitsM;
  int64_t columns = shape[1] >> bitsN, sums = columns / 2 * (shape[0] >> (bitsM + 4));
  if (bitsM < 2 || columns < 16 || sums > 256 || (bitsN > 0 && isChained(dot)))
    return false;
  plan.kind = DotPlan::Kind::Wgmma;
  plan.warpBitsM = bitsM;
  plan.warpBitsN = bitsN;
  return true;
}

DotPlan Layouts::planDot(tile::DotOp dot) const {
  DotPlan plan;
  auto shape = tile::shapeOf(dot.getType());
  int64_t m = shape[shape.size() - 2], n = shape.back();
  int64_t k = tile::shapeOf(dot.getA().getType()).back();
  int bits = elementBitsOf(dot, machine_);
  if (machine_.capability < 80 || bits == 0 || m < 16 || n < 8 || k < 256 / bits)
    return plan;
  plan.kind = DotPlan::Kind::Mma;
  plan.elementBits = bits;
  if (planWgmma(dot, plan))
    return plan;
  // Warps take 16 rows and 8 columns at least; the longer side is divided first, in chains the
  // rows.
  for (int bit = 0; bit < warpBits_; ++bit) {
    int64_t rows = m >> (plan.warpBitsM + 4), columns = n >> (plan.warpBitsN + 3);
    if (rows >= 2 && (isChained(dot) || rows * 2 >= columns || columns < 2))
      ++plan.warpBitsM;
    else if (columns >= 2)
      ++plan.warpBitsN;
    else
      ++plan.warpBitsM; // more warps than work: they repeat it
  }
  return plan;
}

} // namespace nereid::nvidia
