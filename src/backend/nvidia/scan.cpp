// Scans. The tile is brought into a layout in which the axis runs through a thread's registers,
// then through lanes, then through warps (layout::alongAxis). Each thread scans its own; what comes
// before it is the scan of the other threads' totals, by shuffles within a warp and through shared
// memory across warps; and that is combined with each of its own.
#include "backend/nvidia/emitter.h"
#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

class Scan {
public:
  Scan(Emitter &emitter, tile::ScanOp op);
  void emit();

private:
  using Row = SmallVector<Regs>; // [source][position along the axis], of one thread

  Regs combine(ArrayRef<Reg> carry, ArrayRef<Reg> element) {
    Regs arguments(carry.begin(), carry.end());
    arguments.append(element.begin(), element.end());
    return applyRegion(e, op_.getCombine(), arguments);
  }
  Regs select(Reg condition, ArrayRef<Reg> a, ArrayRef<Reg> b) {
    Regs chosen;
    for (auto [x, y] : llvm::zip_equal(a, b))
      chosen.push_back(w.b.CreateSelect(condition, x, y));
    return chosen;
  }
  size_t position(size_t step) { return op_.getReverse() ? own_ - 1 - step : step; }
  // Among `count` along the axis, counted in the direction of the scan.
  Reg rank(Reg number, uint32_t count) {
    Reg within = w.b.CreateAnd(number, w.k(count - 1));
    return op_.getReverse() ? w.b.CreateSub(w.k(count - 1), within) : within;
  }
  void scanRow(Row &row, size_t first);
  Regs scanLanes(Regs totals);
  // What all earlier warps hold, and whether there are any.
  std::pair<Regs, Reg> beforeWarp(ArrayRef<Reg> totals, size_t first);

  Emitter &e;
  Writer &w;
  tile::ScanOp op_;
  Layout layout_, others_;
  size_t own_ = 1;                 // registers along the axis
  uint32_t lanes_ = 1, warps_ = 1; // along the axis
};

Scan::Scan(Emitter &emitter, tile::ScanOp op) : e(emitter), w(e.w), op_(op) {
  layout_ = e.layouts.home(op.getResult(0));
  auto mask = layout_->maskOf(op.getAxis());
  others_ = e.layouts.intern(layout_->withoutAxis(op.getAxis()));
  auto sizeOf = [&](Place place) {
    return 1u << llvm::count_if(layout_->bases(place), [&](auto base) { return base & mask; });
  };
  own_ = sizeOf(Place::Register);
  lanes_ = sizeOf(Place::Lane);
  warps_ = sizeOf(Place::Warp);
}

void Scan::emit() {
  SmallVector<Regs> values;
  for (Value source : op_.getSources())
    values.push_back(lanes(e, source, layout_));
  for (size_t first = 0; first < values[0].size(); first += own_) {
    Row row;
    for (const Regs &of : values)
      row.push_back(Regs(ArrayRef(of).slice(first, own_)));
    scanRow(row, first);
    for (auto [of, scanned] : llvm::zip_equal(values, row))
      llvm::copy(scanned, of.begin() + first);
  }
  for (auto [result, registers] : llvm::zip_equal(op_.getResults(), values)) {
    Layout home = e.layouts.home(result);
    e.define(result, convert(e, registers, registers[0]->getType(), layout_, home));
  }
}

void Scan::scanRow(Row &row, size_t first) {
  auto elementsAt = [&](size_t step) {
    Regs elements;
    for (const Regs &of : row)
      elements.push_back(of[position(step)]);
    return elements;
  };
  auto put = [&](size_t step, ArrayRef<Reg> values) {
    for (auto [of, value] : llvm::zip_equal(row, values))
      of[position(step)] = value;
  };
  for (size_t step = 1; step < own_; ++step)
    put(step, combine(elementsAt(step - 1), elementsAt(step)));

  Regs totals = elementsAt(own_ - 1), before;
  Reg hasBefore = nullptr;
  if (lanes_ > 1) {
    totals = scanLanes(totals);
    hasBefore = w.b.CreateICmpNE(rank(w.laneId(), lanes_), w.k(0));
    Reg source =
        op_.getReverse() ? w.b.CreateAdd(w.laneId(), w.k(1)) : w.b.CreateSub(w.laneId(), w.k(1));
    for (Reg total : totals)
      before.push_back(w.shuffleIndex(total, source));
  }
  if (warps_ > 1) {
    auto [earlier, hasEarlier] = beforeWarp(totals, first);
    if (hasBefore) {
      Regs both = select(hasEarlier, combine(earlier, before), before);
      before = select(hasBefore, both, earlier);
      hasBefore = w.b.CreateOr(hasBefore, hasEarlier);
    } else {
      before = earlier;
      hasBefore = hasEarlier;
    }
  }
  if (!hasBefore)
    return;
  for (size_t step = 0; step < own_; ++step)
    put(step, select(hasBefore, combine(before, elementsAt(step)), elementsAt(step)));
}

Regs Scan::scanLanes(Regs totals) {
  Reg place = rank(w.laneId(), lanes_);
  for (uint32_t distance = 1; distance < lanes_; distance *= 2) {
    Reg source = op_.getReverse() ? w.b.CreateAdd(w.laneId(), w.k(distance))
                                  : w.b.CreateSub(w.laneId(), w.k(distance));
    Regs earlier;
    for (Reg total : totals)
      earlier.push_back(w.shuffleIndex(total, source));
    Reg hasEarlier = w.b.CreateICmpUGE(place, w.k(distance));
    totals = select(hasEarlier, combine(earlier, totals), totals);
  }
  return totals;
}

std::pair<Regs, Reg> Scan::beforeWarp(ArrayRef<Reg> totals, size_t first) {
  SmallVector<uint32_t> offsets;
  uint32_t bytes = 0;
  for (Reg total : totals) {
    offsets.push_back(bytes);
    bytes += (sharedBytesOf(total->getType()) * warps_) << others_->tileBits();
    bytes = (bytes + 15) / 16 * 16;
  }
  uint32_t begin = beginExchange(e, bytes);
  Reg other = w.b.CreateXor(e.threadPlace(others_), w.k(others_->apply(Place::Register, first)));
  Reg row = w.b.CreateMul(other, w.k(warps_)), mine = rank(w.warpId(), warps_);
  Reg isLast = w.b.CreateICmpEQ(rank(w.laneId(), lanes_), w.k(lanes_ - 1));
  w.ifThen(isLast, [&] {
    for (auto [total, offset] : llvm::zip_equal(totals, offsets))
      writeElement(e, total, begin + offset, w.b.CreateAdd(row, mine));
  });
  e.barrier();
  Regs sum;
  for (uint32_t warp = 0; warp + 1 < warps_; ++warp) {
    Regs next;
    for (auto [total, offset] : llvm::zip_equal(totals, offsets))
      next.push_back(
          readRowMajor(e, begin + offset, w.b.CreateAdd(row, w.k(warp)), total->getType()));
    if (warp == 0)
      sum = next;
    else
      sum = select(w.b.CreateICmpULT(w.k(warp), mine), combine(sum, next), sum);
  }
  return {sum, w.b.CreateICmpNE(mine, w.k(0))};
}

} // namespace

void emitScan(Emitter &e, tile::ScanOp op) {
  Scan(e, op).emit();
}

} // namespace nereid::nvidia
