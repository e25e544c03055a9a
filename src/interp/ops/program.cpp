// The program's place in the grid, and constants.
#include <cstring>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"

#include "interp/lane_types.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

Step prepareProgramId(Operation *op, Preparation &prepare) {
  Slot result = prepare.result(op->getResult(0));
  uint32_t axis = cast<tile::ProgramIdOp>(op).getAxis();
  return [=](Machine &machine) { *machine.lanes<uint32_t>(result) = machine.program()[axis]; };
}

Step prepareNumPrograms(Operation *op, Preparation &prepare) {
  Slot result = prepare.result(op->getResult(0));
  uint32_t axis = cast<tile::NumProgramsOp>(op).getAxis();
  return [=](Machine &machine) {
    const Grid &grid = machine.grid();
    *machine.lanes<uint32_t>(result) = axis == 0 ? grid.x : axis == 1 ? grid.y : grid.z;
  };
}

// Nobody may rely on it; the same in every run is kinder than not.
Step prepareUndef(Operation *op, Preparation &prepare) {
  Value result = op->getResult(0);
  prepare.bindConstant(result, std::vector<std::byte>(prepare.bytesOf(result)));
  return {};
}

void appendLane(std::vector<std::byte> &lanes, const APInt &bits, size_t size) {
  uint64_t word = bits.getZExtValue();
  auto bytes = reinterpret_cast<const std::byte *>(&word);
  lanes.insert(lanes.end(), bytes, bytes + size);
}

APInt bitsOf(Attribute lane) {
  if (auto number = dyn_cast<FloatAttr>(lane))
    return number.getValue().bitcastToAPInt();
  return cast<IntegerAttr>(lane).getValue();
}

APInt bitsOf(DenseElementsAttr tile, int64_t lane) {
  if (isa<FloatType>(tile.getElementType()))
    return tile.getValues<APFloat>()[lane].bitcastToAPInt();
  return tile.getValues<APInt>()[lane];
}

Step prepareConstant(Operation *op, Preparation &prepare) {
  Value result = op->getResult(0);
  size_t size = tile::byteSizeOf(tile::elementOf(result.getType()));
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  std::vector<std::byte> lanes;
  for (int64_t i = 0; i < prepare.lanesOf(result); ++i) {
    auto tile = dyn_cast<DenseElementsAttr>(value);
    appendLane(lanes, tile ? bitsOf(tile, i) : bitsOf(value), size);
  }
  prepare.bindConstant(result, std::move(lanes));
  return {};
}

} // namespace

void addProgram(SemanticsTable &table) {
  table.set("tile.program_id", prepareProgramId);
  table.set("tile.num_programs", prepareNumPrograms);
  table.set("tile.undef", prepareUndef);
  table.setLanewise("arith.constant", prepareConstant);
}

} // namespace nereid::interp
