// Reductions: first each thread's own registers, then lanes by shuffles, then warps through shared
// memory. Every thread that had a part in a result ends up with it, which is what the layout
// without the axis says, so that spreading the result over the tile again costs nothing.
#include "backend/nvidia/combined_atomics.h"
#include "backend/nvidia/portions.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

class Reduction {
public:
  Reduction(Emitter &emitter, tile::ReduceOp op)
      : e(emitter), w(e.w), op_(op), layout_(e.layouts.home(op.getSources()[0])),
        result_(e.layouts.withoutAxis(layout_, op.getAxis())),
        axis_(layout_->maskOf(op.getAxis())) {}

  void foldOwn() {
    for (Value source : op_.getSources())
      values_.push_back(lanes(e, source, e.current(layout_)));
    foldRegisters();
  }
  // In a loop over portions: of each, and what they come to afterwards.
  void foldPortion();
  void endPortions();

  void emit() {
    foldParts();
    for (auto [result, registers] : llvm::zip_equal(op_.getResults(), values_)) {
      bool isHome = !isTile(result) || e.layouts.home(result) == result_;
      e.define(result, isHome ? registers
                              : convert(e, registers, registers[0]->getType(), result_,
                                        e.layouts.home(result)));
    }
  }

  // Of one tile that gives a scalar: what this thread's own elements come to, and what such parts
  // of all threads do.
  Reg part() const { return values_[0][0]; }
  Reg wholeOf(Reg part) {
    values_ = {{part}};
    foldParts();
    return values_[0][0];
  }

private:
  bool isAlong(layout::Flat base) const { return base & axis_; }

  // values_[i][r] = combine(values_[i][r], others[i]).
  void combineAt(size_t r, ArrayRef<Reg> others) {
    Regs arguments;
    for (const Regs &of : values_)
      arguments.push_back(of[r]);
    arguments.append(others.begin(), others.end());
    Regs combined = applyRegion(e, op_.getCombine(), arguments);
    for (auto [of, value] : llvm::zip_equal(values_, combined))
      of[r] = value;
  }

  void foldParts() {
    foldLanes();
    foldWarps();
  }
  void foldRegisters();
  void foldLanes();
  void foldWarps();

  Emitter &e;
  Writer &w;
  tile::ReduceOp op_;
  Layout layout_, result_;
  layout::Flat axis_;
  SmallVector<Regs> values_;
  // Of portions: for each source, what its registers came to so far. Portions that are not along
  // the axis have results of their own.
  SmallVector<SmallVector<LocalArray>> soFar_;
};

void Reduction::foldRegisters() {
  const auto &bases = e.current(layout_)->bases(Place::Register);
  for (size_t bit = bases.size(); bit-- > 0;) { // high bits first: the others keep their numbers
    if (!isAlong(bases[bit]))
      continue;
    size_t step = size_t(1) << bit, count = values_[0].size();
    for (size_t r = 0; r < count; ++r)
      if (!(r & step)) {
        Regs others;
        for (const Regs &of : values_)
          others.push_back(of[r | step]);
        combineAt(r, others);
      }
    for (Regs &of : values_) {
      Regs kept;
      for (size_t r = 0; r < count; ++r)
        if (!(r & step))
          kept.push_back(of[r]);
      of = kept;
    }
  }
}

void Reduction::foldPortion() {
  foldOwn();
  layout::Bases along, across;
  uint32_t results = 1;
  for (auto [bit, base] : llvm::enumerate(e.portions->portion()->bases(Place::Portion))) {
    along.push_back(isAlong(base) ? 1u << bit : 0);
    across.push_back(isAlong(base) ? 0 : results);
    results *= isAlong(base) ? 1 : 2;
  }
  Reg result = e.portions->numberOf(across);
  Reg isFirst = w.b.CreateICmpEQ(e.portions->numberOf(along), w.k(0));
  for (const Regs &of : values_) {
    auto &arrays = soFar_.emplace_back();
    for (Reg value : of)
      arrays.emplace_back(w, value->getType(), results);
  }
  for (size_t r = 0; r < values_[0].size(); ++r) {
    Regs values;
    for (auto [of, arrays] : llvm::zip_equal(values_, soFar_)) {
      values.push_back(of[r]);
      of[r] = arrays[r].read(w, result);
    }
    combineAt(r, values);
    for (auto [of, value, arrays] : llvm::zip_equal(values_, values, soFar_))
      arrays[r].write(w, result, w.b.CreateSelect(isFirst, value, of[r]));
  }
}

void Reduction::endPortions() {
  for (auto [of, arrays] : llvm::zip_equal(values_, soFar_)) {
    of.clear();
    for (uint32_t result = 0; result < arrays[0].count(); ++result)
      for (const LocalArray &array : arrays)
        of.push_back(array.read(w, w.k(result)));
  }
}

void Reduction::foldLanes() {
  const auto &bases = layout_->bases(Place::Lane);
  for (size_t bit = 0; bit < bases.size(); ++bit) {
    if (!isAlong(bases[bit]))
      continue;
    for (size_t r = 0; r < values_[0].size(); ++r) {
      Regs others;
      for (const Regs &of : values_)
        others.push_back(w.shuffleXor(of[r], 1u << bit));
      combineAt(r, others);
    }
  }
}

void Reduction::foldWarps() {
  SmallVector<size_t> along;
  for (auto [bit, base] : llvm::enumerate(layout_->bases(Place::Warp)))
    if (isAlong(base))
      along.push_back(bit);
  if (along.empty())
    return;
  uint32_t warps = 1u << along.size();
  Reg part = w.k(0); // this warp's number among those of its results
  for (auto [place, bit] : llvm::enumerate(along)) {
    Reg isSet = w.b.CreateAnd(w.b.CreateLShr(w.warpId(), w.k(bit)), w.k(1));
    part = w.b.CreateOr(part, w.b.CreateShl(isSet, w.k(place)));
  }
  SmallVector<uint32_t> offsets;
  uint32_t bytes = 0;
  for (const Regs &of : values_) {
    offsets.push_back(bytes);
    bytes += (sharedBytesOf(of[0]->getType()) * warps) << result_->tileBits();
    bytes = (bytes + 15) / 16 * 16;
  }
  uint32_t begin = beginExchange(e, bytes);
  auto placeOf = [&](size_t r) {
    Reg flat = w.b.CreateXor(e.threadPlace(result_), w.k(result_->apply(Place::Register, r)));
    return w.b.CreateMul(flat, w.k(warps));
  };
  for (auto [of, offset] : llvm::zip_equal(values_, offsets))
    for (size_t r = 0; r < of.size(); ++r)
      writeElement(e, of[r], begin + offset, w.b.CreateAdd(placeOf(r), part));
  e.barrier();
  for (size_t r = 0; r < values_[0].size(); ++r) {
    SmallVector<Regs> parts;
    for (uint32_t warp = 0; warp < warps; ++warp) {
      Reg place = w.b.CreateAdd(placeOf(r), w.k(warp));
      Regs &ofWarp = parts.emplace_back();
      for (auto [of, offset] : llvm::zip_equal(values_, offsets))
        ofWarp.push_back(readRowMajor(e, begin + offset, place, of[r]->getType()));
    }
    // In pairs: a chain would wait for each of them.
    for (uint32_t step = 1; step < warps; step *= 2)
      for (uint32_t warp = 0; warp < warps; warp += 2 * step) {
        Regs both = parts[warp];
        both.append(parts[warp + step]);
        parts[warp] = applyRegion(e, op_.getCombine(), both);
      }
    for (auto [of, value] : llvm::zip_equal(values_, parts[0]))
      of[r] = value;
  }
}

// A thread's registers of the tile that `op` widens, computed again from what was loaded
// (residency.h). So that neither compiler takes the results that it has, words go through an
// exclusive or with a zero that they cannot know: the high bits of a shuffled number.
void widenAgain(Emitter &e, arith::ExtFOp op) {
  Writer &w = e.w;
  Value source = op.getOperand();
  Reg zero = w.b.CreateLShr(w.warpId(), w.k(16));
  Regs narrow, wide, held = e.tiles[source];
  for (size_t r = 0; r < held.size(); r += 2) {
    Reg word = w.b.CreateXor(joinWord(w, {held[r], held[r + 1]}), zero);
    Regs both = splitWord(w, word, held[r]->getType(), 2);
    narrow.append(both);
    if (held[r]->getType()->isBFloatTy()) {
      // The upper half of a word is an f32 as it stands; the assembler would take it down first.
      wide.push_back(w.fromBits(w.b.CreateShl(word, 16), w.f32()));
      wide.push_back(w.fromBits(w.b.CreateAnd(word, 0xFFFF0000), w.f32()));
    } else {
      for (Reg element : both)
        wide.push_back(evaluate(e, op, {element}));
    }
  }
  e.define(source, std::move(narrow));
  e.define(op->getResult(0), std::move(wide));
}

} // namespace

Reg wholeOf(Emitter &e, tile::ReduceOp op, Reg part) {
  return Reduction(e, op).wholeOf(part);
}

static void finish(Emitter &e, tile::ReduceOp op, Reduction &reduction) {
  if (e.combined && e.combined->keepsParts(op))
    e.scalars[op.getResult(0)] = reduction.part();
  else
    reduction.emit();
}

void emitReduce(Emitter &e, tile::ReduceOp op) {
  if (e.portions) {
    auto reduction = std::make_shared<Reduction>(e, op);
    reduction->foldPortion();
    e.portions->afterwards([&e, op, reduction] {
      reduction->endPortions();
      finish(e, op, *reduction);
    });
    return;
  }
  Reduction reduction(e, op);
  reduction.foldOwn();
  finish(e, op, reduction);
  for (arith::ExtFOp widening : e.residency.widenedAfter(op))
    widenAgain(e, widening);
}

} // namespace nereid::nvidia
