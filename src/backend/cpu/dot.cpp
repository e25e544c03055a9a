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

// How one block of C is computed: `rows` x `columns` vectors of `width`.
struct Block {
  int64_t rows, columns, width;

  Block(Emitter &e, const DotShape &shape) {
    int64_t fullWidth = e.machine.vectorBits / shape.sum.getIntOrFloatBitWidth();
    width = std::min(fullWidth, shape.n & -shape.n);
    int64_t maxColumns = e.machine.vectorRegisters >= 32 ? 4 : 2;
    int64_t vectors = shape.n / width;
    columns = std::min(maxColumns, vectors & -vectors);
    rows = std::min<int64_t>(4, shape.m & -shape.m);
  }
};

// One step along K: c[m][v] += a[m][k] * b[v].
class Product {
public:
  Product(Emitter &emitter, const DotShape &shape, const Block &block)
      : e_(emitter), shape_(shape), block_(block), bytes_(shape.sum.getIntOrFloatBitWidth() / 8) {}

  Values add(Value k, ArrayRef<Value> rowsOfA, Value rowOfB, ValueRange before) {
    Writer &w = e_.w;
    Type vector = vectorOf(shape_.sum, block_.width);
    Values vectorsOfB, after;
    for (int64_t v = 0; v < block_.columns; ++v)
      vectorsOfB.push_back(
          w.load(vector, w.offsetBy(rowOfB, w.i64(v * block_.width), bytes_), bytes_));
    for (int64_t m = 0; m < block_.rows; ++m) {
      Value x = w.load(shape_.sum, w.offsetBy(rowsOfA[m], k, bytes_), bytes_);
      Value spread = w.broadcast(x, block_.width);
      for (int64_t v = 0; v < block_.columns; ++v)
        after.push_back(multiplyAdd(spread, vectorsOfB[v], before[m * block_.columns + v]));
    }
    return after;
  }

  // A loop over K around the dot reads A on from here in its next step.
  void prefetchNext(Value k, ArrayRef<Value> rowsOfA) {
    Writer &w = e_.w;
    for (Value row : rowsOfA)
      w.make<LLVM::Prefetch>(w.offsetBy(w.offsetBy(row, w.i64(shape_.k), bytes_), k, bytes_), 0u,
                             kIntoSecondLevel, 1u);
  }

private:
  static constexpr uint32_t kIntoSecondLevel = 2;

  Value multiplyAdd(Value x, Value y, Value z) {
    Writer &w = e_.w;
    return isa<FloatType>(shape_.sum) ? w.fma(x, y, z) : w.addI(w.mulI(x, y), z);
  }

  Emitter &e_;
  const DotShape &shape_;
  const Block &block_;
  int64_t bytes_;
};

} // namespace

int64_t panelColumns(Emitter &e, const DotShape &shape) {
  Block block(e, shape);
  int64_t fullWidth = e.machine.vectorBits / shape.sum.getIntOrFloatBitWidth();
  return shape.n < fullWidth ? shape.n : block.columns * block.width;
}

void multiplyTiles(Emitter &e, const DotShape &shape, RowPointer rowOfA, const Panels &b, Value c) {
  Writer &w = e.w;
  int64_t bytes = shape.sum.getIntOrFloatBitWidth() / 8;
  Block block(e, shape);
  Product product(e, shape, block);
  Type vector = vectorOf(shape.sum, block.width);
  // Unrolled, so that the branch predictor learns how often the loop runs.
  int64_t unroll = std::min<int64_t>(4, shape.k & -shape.k);

  auto multiplyBlock = [&](Value row, Value column) {
    Values places, rowsOfA;
    for (int64_t m = 0; m < block.rows; ++m) {
      Value place = w.addI(row, w.i64(m));
      rowsOfA.push_back(rowOfA(place));
      Value start = w.offsetBy(c, w.addI(w.mulI(place, w.i64(shape.n)), column), bytes);
      for (int64_t v = 0; v < block.columns; ++v)
        places.push_back(w.offsetBy(start, w.i64(v * block.width), bytes));
    }
    Values sums;
    for (Value place : places)
      sums.push_back(w.load(vector, place, bytes));
    int64_t stepOfPanel = b.columns == shape.n ? 1 : shape.k;
    Value panel = w.offsetBy(b.base, w.mulI(column, w.i64(stepOfPanel)), bytes);
    sums = w.loop(w.i64(0), w.i64(shape.k), unroll, sums, [&](Value k, ValueRange before) {
      if (shape.readsOn)
        product.prefetchNext(k, rowsOfA);
      Value rowOfB = w.offsetBy(panel, w.mulI(k, w.i64(b.columns)), bytes);
      Values after(before);
      for (int64_t u = 0; u < unroll; ++u) {
        Value next = w.offsetBy(rowOfB, w.i64(u * b.columns), bytes);
        after = product.add(w.addI(k, w.i64(u)), rowsOfA, next, after);
      }
      return after;
    });
    for (auto [sum, place] : llvm::zip_equal(sums, places))
      w.store(sum, place, bytes);
  };
  auto upTo = [&](int64_t size, Value seen) {
    return seen ? w.minS(w.i64(size), seen) : w.i64(size);
  };
  Value rows = upTo(shape.m, shape.seen.rows), columns = upTo(shape.n, shape.seen.columns);
  w.loop(w.i64(0), columns, block.columns * block.width, [&](Value column) {
    w.loop(w.i64(0), rows, block.rows, [&](Value row) { multiplyBlock(row, column); });
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
  std::optional<Memory> carried = carriedMemory(e, op);
  DotShape product{m, n, k, sum, seenPartOf(e, op, carried.has_value()), rowsOfA.mayBeInPlace()};
  Panels b = packPanels(e, op.getB(), sum, panelColumns(e, product));
  Memory c;
  if (carried && element == sum) {
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
    Panels panels{part(b.base, k * n), b.columns};
    multiplyTiles(e, product, rowOfA, panels, part(c.base, m * n));
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
