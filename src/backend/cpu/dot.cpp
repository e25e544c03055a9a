// tile.dot: a register-blocked product over tiles in scratch.
//
//   for columns, NR vectors at a time:  for rows, MR at a time:
//     c[MR][NR] = C;  for k:  b[v] = B[k][..];  c[m][v] += broadcast(A[m][k]) * b[v];  C = c
//
// With 32 vector registers 4 x 4 accumulators, 4 vectors of B and a broadcast fit; with 16, 4 x 2.
// Narrow operands are widened while they are copied, so one kernel serves all types.
#include "backend/cpu/dot.h"

#include "backend/cpu/dot_operand.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"
#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

// The type that products are summed in.
Type sumType(Writer &w, tile::DotOp op) {
  Type acc = tile::elementOf(op.getAcc().getType());
  if (acc.isF64() || isa<IntegerType>(acc))
    return acc;
  return w.f32Type();
}

// The memory in which an accumulator is updated in place: the loop's own, if this dot is all that
// happens to it.
std::optional<Memory> carriedMemory(Emitter &e, tile::DotOp op) {
  Value result = op.getResult();
  if (!result.hasOneUse())
    return std::nullopt;
  OpOperand &use = *result.use_begin();
  auto yield = dyn_cast<scf::YieldOp>(use.getOwner());
  auto loop = yield ? dyn_cast<scf::ForOp>(yield->getParentOp()) : scf::ForOp();
  if (!loop || op->getBlock() != loop.getBody())
    return std::nullopt;
  Value argument = loop.getRegionIterArg(use.getOperandNumber());
  auto memory = e.memories.find(argument);
  if (memory == e.memories.end())
    return std::nullopt;
  for (Value value = argument; value.hasOneUse();) {
    Operation *user = *value.user_begin();
    if (user == op)
      return value == op.getAcc() ? std::optional(memory->second) : std::nullopt;
    if (!isElementwise(user) || user->getBlock() != op->getBlock())
      return std::nullopt;
    value = user->getResult(0);
  }
  return std::nullopt;
}

} // namespace

void multiplyTiles(Emitter &e, const DotShape &shape, RowPointer rowOfA, Value b, Value c) {
  Writer &w = e.w;
  int64_t bytes = shape.sum.getIntOrFloatBitWidth() / 8;
  int64_t fullWidth = e.machine.vectorBits / (8 * bytes);
  int64_t width = std::min(fullWidth, shape.n & -shape.n);
  int64_t maxColumns = e.machine.vectorRegisters >= 32 ? 4 : 2;
  int64_t vectors = shape.n / width;
  int64_t columns = std::min(maxColumns, vectors & -vectors);
  int64_t rows = std::min<int64_t>(4, shape.m & -shape.m);
  Type vector = vectorOf(shape.sum, width);
  auto multiplyAdd = [&](Value x, Value y, Value z) {
    return isa<FloatType>(shape.sum) ? w.fma(x, y, z) : w.addI(w.mulI(x, y), z);
  };

  auto block = [&](Value row, Value column) {
    Values places, pointersA;
    for (int64_t m = 0; m < rows; ++m) {
      Value place = w.addI(row, w.i64(m));
      pointersA.push_back(rowOfA(place));
      Value start = w.offsetBy(c, w.addI(w.mulI(place, w.i64(shape.n)), column), bytes);
      for (int64_t v = 0; v < columns; ++v)
        places.push_back(w.offsetBy(start, w.i64(v * width), bytes));
    }
    Values sums;
    for (Value place : places)
      sums.push_back(w.load(vector, place, bytes));
    Value columnOfB = w.offsetBy(b, column, bytes);
    sums = w.loop(w.i64(0), shape.k, 1, sums, [&](Value k, ValueRange before) {
      Value rowOfB = w.offsetBy(columnOfB, w.mulI(k, w.i64(shape.n)), bytes);
      Values vectorsOfB, after;
      for (int64_t v = 0; v < columns; ++v)
        vectorsOfB.push_back(w.load(vector, w.offsetBy(rowOfB, w.i64(v * width), bytes), bytes));
      for (int64_t m = 0; m < rows; ++m) {
        Value x = w.load(shape.sum, w.offsetBy(pointersA[m], k, bytes), bytes);
        Value spread = w.broadcast(x, width);
        for (int64_t v = 0; v < columns; ++v)
          after.push_back(multiplyAdd(spread, vectorsOfB[v], before[m * columns + v]));
      }
      return after;
    });
    for (auto [sum, place] : llvm::zip_equal(sums, places))
      w.store(sum, place, bytes);
  };
  w.loop(w.i64(0), w.i64(shape.n), columns * width, [&](Value column) {
    w.loop(w.i64(0), w.i64(shape.m), rows, [&](Value row) { block(row, column); });
  });
}

void emitDot(Emitter &e, tile::DotOp op) {
  Writer &w = e.w;
  Type sum = sumType(w, op), element = tile::elementOf(op.getResult().getType());
  ArrayRef<int64_t> shape = tile::shapeOf(op.getResult().getType());
  ArrayRef<int64_t> shapeOfA = tile::shapeOf(op.getA().getType());
  size_t rank = shape.size();
  int64_t batches = rank == 3 ? shape[0] : 1, m = shape[rank - 2], n = shape[rank - 1];
  int64_t k = shapeOfA[rank - 1], bytes = sum.getIntOrFloatBitWidth() / 8;

  RowsOfA rowsOfA(e, op.getA(), sum);
  Memory b = packOperand(e, op.getB(), sum);
  Memory c;
  if (auto carried = carriedMemory(e, op); carried && element == sum) {
    c = *carried;
    bool isThere = e.isInMemory(op.getAcc()) && e.memories[op.getAcc()].base == c.base;
    if (!isThere)
      copyInto(e, op.getAcc(), c);
  } else {
    c = allocateTile(e, tile::tileOf(shape, sum));
    Nest(e, shape, widthFor(e, op.getAcc()), op.getAcc()).forEach([&](const Index &index) {
      Value value = convertTo(e, vectorAt(e, op.getAcc(), index), element, sum);
      storeLanes(e, c, shape, index, Lanes::of(value));
    });
  }

  w.loop(w.i64(0), w.i64(batches), 1, [&](Value batch) {
    auto part = [&](Value base, int64_t lanes) {
      return w.offsetBy(base, w.mulI(batch, w.i64(lanes)), bytes);
    };
    Value firstRow = w.mulI(batch, w.i64(m));
    auto rowOfA = [&](Value row) { return rowsOfA.at(w.addI(firstRow, row)); };
    multiplyTiles(e, {m, n, w.i64(k), sum}, rowOfA, part(b.base, k * n), part(c.base, m * n));
  });

  if (element == sum) {
    e.memories[op.getResult()] = c;
    return;
  }
  Memory rounded = allocateTile(e, op.getResult().getType());
  int64_t width = e.machine.width();
  Nest(e, shape, width, {}).forEach([&](const Index &index) {
    Value value = asVector(w, loadLanes(e, c, shape, index), index.width);
    storeLanes(e, rounded, shape, index, Lanes::of(narrowFloat(e, value, element)));
  });
  e.memories[op.getResult()] = rounded;
}

} // namespace nereid::cpu
