// Operations that move lanes to places that no layout describes (gather, flip, histogram, sort) or
// put tiles together (join, split, cat).
#include "backend/nvidia/emitter.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// Where register `r` of this thread is in the tile.
Reg placeAt(Emitter &e, Layout layout, unsigned r) {
  return e.w.b.CreateXor(e.threadPlace(layout), e.w.k(layout->apply(Place::Register, r)));
}

// `whole` chooses between two tiles by one bit, `axis` of size two in `split`: register r is of the
// second where its place has that bit.
void choose(Emitter &e, Value result, Value a, Value b, const LinearLayout &split, int axis,
            const std::vector<int> &bits) {
  Writer &w = e.w;
  LinearLayout full = split.withoutAxis(axis).reshaped(bits);
  Layout source = e.layouts.intern(full.distinctRegisters());
  layout::Flat bit = split.maskOf(axis);
  bool isInThread =
      llvm::none_of(split.bases(Place::Lane), [&](auto base) { return base & bit; }) &&
      llvm::none_of(split.bases(Place::Warp), [&](auto base) { return base & bit; });
  Layout whole = e.layouts.home(result);
  Regs registers;
  for (unsigned r = 0; r < split.registers(); ++r) {
    unsigned kept = 0, next = 0;
    for (auto [i, base] : llvm::enumerate(full.bases(Place::Register)))
      if (base != 0)
        kept |= (r >> i & 1) << next++;
    bool isSecond = split.apply(Place::Register, r) & bit;
    if (isInThread) {
      registers.push_back(lane(e, isSecond ? b : a, source, kept));
      continue;
    }
    Reg place = placeAt(e, whole, r);
    Reg isOfB = w.b.CreateICmpNE(w.b.CreateAnd(place, w.k(bit)), w.k(0));
    registers.push_back(
        w.b.CreateSelect(isOfB, lane(e, b, source, kept), lane(e, a, source, kept)));
  }
  e.define(result, std::move(registers));
}

class Sort {
public:
  Sort(Emitter &emitter, tile::SortOp op)
      : e(emitter), w(e.w), op_(op), layout_(e.layouts.home(op.getResult())) {}

  // Batcher's bitonic network: in round k runs of 2^k are sorted, up and down by turns, into runs
  // of twice the length.
  void emit() {
    values_ = lanes(e, op_.getSource(), layout_);
    int bits = layout_->axisBits().back();
    for (int round = 1; round <= bits; ++round)
      for (int bit = round - 1; bit >= 0; --bit)
        exchange(round, bit);
    e.define(op_.getResult(), values_);
  }

private:
  void exchange(int round, int bit);
  Regs partners(int bit);
  Reg isLess(Reg a, Reg b) {
    if (a->getType()->isFloatingPointTy())
      return w.b.CreateFCmpOLT(a, b);
    return op_.getIsUnsigned() || a->getType()->isIntegerTy(1) ? w.b.CreateICmpULT(a, b)
                                                               : w.b.CreateICmpSLT(a, b);
  }

  Emitter &e;
  Writer &w;
  tile::SortOp op_;
  Layout layout_;
  Regs values_;
};

// Every element's partner: the one whose place differs in `bit`.
Regs Sort::partners(int bit) {
  layout::Flat flat = layout::Flat(1) << bit;
  const auto &own = layout_->bases(Place::Register), &lane = layout_->bases(Place::Lane);
  Regs others;
  if (auto found = llvm::find(own, flat); found != own.end()) {
    for (size_t r = 0; r < values_.size(); ++r)
      others.push_back(values_[r ^ (size_t(1) << (found - own.begin()))]);
    return others;
  }
  if (auto found = llvm::find(lane, flat); found != lane.end()) {
    for (Reg value : values_)
      others.push_back(w.shuffleXor(value, 1u << (found - lane.begin())));
    return others;
  }
  uint32_t offset = writeRowMajor(e, values_, layout_);
  for (size_t r = 0; r < values_.size(); ++r) {
    Reg place = w.b.CreateXor(placeAt(e, layout_, r), w.k(flat));
    others.push_back(readRowMajor(e, offset, place, values_[r]->getType()));
  }
  return others;
}

void Sort::exchange(int round, int bit) {
  Regs others = partners(bit);
  int bits = layout_->axisBits().back();
  for (size_t r = 0; r < values_.size(); ++r) {
    Reg place = placeAt(e, layout_, r);
    auto has = [&](int which) {
      return w.b.CreateICmpNE(w.b.CreateAnd(place, w.k(1 << which)), w.k(0));
    };
    // The smaller of the two stays at the lower place, or the higher one in a falling run.
    Reg takesLarger = has(bit);
    if (round < bits)
      takesLarger = w.b.CreateXor(takesLarger, has(round));
    if (op_.getDescending())
      takesLarger = w.b.CreateNot(takesLarger);
    Reg own = values_[r], other = others[r];
    Reg swaps = w.b.CreateSelect(takesLarger, isLess(own, other), isLess(other, own));
    values_[r] = w.b.CreateSelect(swaps, other, own);
  }
}

} // namespace

void emitSort(Emitter &e, tile::SortOp op) {
  Sort(e, op).emit();
}

void emitGather(Emitter &e, tile::GatherOp op) {
  Writer &w = e.w;
  Layout from = e.layouts.home(op.getSource()), to = e.layouts.home(op.getResult());
  Regs source = lanes(e, op.getSource(), from);
  Regs indices = lanes(e, op.getIndex(), to);
  uint32_t offset = writeRowMajor(e, source, from);
  Regs registers;
  for (unsigned r = 0; r < to->registers(); ++r) {
    Reg flat = w.k(0);
    for (int axis = 0; axis < static_cast<int>(to->axisBits().size()); ++axis) {
      Reg place = axis == static_cast<int>(op.getAxis())
                      ? w.b.CreateSExtOrTrunc(indices[r], w.i32())
                      : e.coordinate(to, r, axis);
      // An index past the axis reads some lane of the tile.
      place = w.b.CreateAnd(place, w.k((1 << from->axisBits()[axis]) - 1));
      flat = w.b.CreateOr(flat, w.b.CreateShl(place, w.k(from->shiftOf(axis))));
    }
    registers.push_back(readRowMajor(e, offset, flat, source[0]->getType()));
  }
  e.define(op.getResult(), std::move(registers));
}

void emitFlip(Emitter &e, tile::FlipOp op) {
  Writer &w = e.w;
  Layout layout = e.layouts.home(op.getResult());
  Regs source = lanes(e, op.getSource(), layout);
  uint32_t offset = writeRowMajor(e, source, layout);
  Regs registers;
  for (unsigned r = 0; r < layout->registers(); ++r) {
    Reg place = w.b.CreateXor(placeAt(e, layout, r), w.k(layout->maskOf(op.getAxis())));
    registers.push_back(readRowMajor(e, offset, place, source[0]->getType()));
  }
  e.define(op.getResult(), std::move(registers));
}

void emitHistogram(Emitter &e, tile::HistogramOp op) {
  Writer &w = e.w;
  Layout from = e.layouts.home(op.getSource()), to = e.layouts.home(op.getResult());
  int64_t bins = tile::laneCount(op.getResult().getType());
  Regs source = lanes(e, op.getSource(), from);
  Regs mask = op.getMask() ? lanes(e, op.getMask(), from) : Regs();
  uint32_t offset = beginExchange(e, 4 * bins);
  writeRowMajorAt(e, Regs(to->registers(), w.k(0)), to, offset);
  e.barrier();
  Reg isFirst = e.isFirstHolder(from);
  for (unsigned r = 0; r < source.size(); ++r) {
    Reg bin = source[r];
    Reg counts = w.b.CreateICmpULT(bin, w.bits(bin->getType(), bins));
    if (bin->getType()->getIntegerBitWidth() < 32 &&
        bins > int64_t(1) << (bin->getType()->getIntegerBitWidth() - 1))
      counts = w.b.CreateICmpULT(w.b.CreateSExt(bin, w.i32()), w.k(bins));
    counts = w.both(counts, isFirst);
    if (!mask.empty())
      counts = w.both(counts, mask[r]);
    w.ifThen(counts, [&] {
      Reg place = w.b.CreateAdd(w.b.CreateMul(w.resize(bin, w.i32()), w.k(4)), w.k(offset));
      w.b.CreateAtomicRMW(llvm::AtomicRMWInst::Add, w.sharedPointer(place), w.k(1), llvm::Align(4),
                          llvm::AtomicOrdering::Monotonic);
    });
  }
  e.barrier();
  Regs registers;
  for (unsigned r = 0; r < to->registers(); ++r)
    registers.push_back(readRowMajor(e, offset, placeAt(e, to, r), w.i32()));
  e.define(op.getResult(), std::move(registers));
}

void emitJoin(Emitter &e, tile::JoinOp op) {
  Layout whole = e.layouts.home(op.getResult());
  std::vector<int> bits = whole->axisBits();
  int last = static_cast<int>(bits.size()) - 1;
  bits.pop_back();
  choose(e, op.getResult(), op.getA(), op.getB(), *whole, last, bits);
}

void emitCat(Emitter &e, tile::CatOp op) {
  Layout whole = e.layouts.home(op.getResult());
  std::vector<int> bits = whole->axisBits(), split = bits;
  --bits[op.getAxis()];
  --split[op.getAxis()];
  split.insert(split.begin() + op.getAxis(), 1);
  choose(e, op.getResult(), op.getA(), op.getB(), whole->reshaped(split), op.getAxis(), bits);
}

void emitSplit(Emitter &e, tile::SplitOp op) {
  Layout half = e.layouts.home(op.getA());
  Layout both = e.layouts.paired(half);
  Regs first, second;
  for (unsigned r = 0; r < half->registers(); ++r) {
    first.push_back(lane(e, op.getSource(), both, 2 * r));
    second.push_back(lane(e, op.getSource(), both, 2 * r + 1));
  }
  e.define(op.getA(), std::move(first));
  if (isTile(op.getB()) && e.layouts.home(op.getB()) != half)
    second = convert(e, second, second[0]->getType(), half, e.layouts.home(op.getB()));
  e.define(op.getB(), std::move(second));
}

void emitMap(Emitter &e, tile::MapOp op) {
  Layout layout = e.current(e.layouts.home(op.getResult(0)));
  unsigned pack = op.getPack();
  SmallVector<Regs> sources, results(op.getNumResults());
  for (Value source : op.getSources())
    sources.push_back(lanes(e, source, layout));
  for (unsigned r = 0; r < layout->registers(); r += pack) {
    Regs arguments;
    for (const Regs &source : sources)
      arguments.append(source.begin() + r, source.begin() + r + pack);
    PullScope scope(e);
    Regs values = applyRegion(e, op.getBody(), arguments);
    for (auto [i, value] : llvm::enumerate(values))
      results[i / pack].push_back(value);
  }
  for (auto [result, registers] : llvm::zip_equal(op.getResults(), results)) {
    Layout home = e.current(e.layouts.home(result));
    e.define(result, convert(e, registers, registers[0]->getType(), layout, home));
  }
}

} // namespace nereid::nvidia
