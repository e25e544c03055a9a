#include "backend/nvidia/feed/filler.h"

#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {

void fetchMaps(Writer &w, ArrayRef<Reg> maps) {
  for (Reg map : maps)
    w.assembly(w.b.getVoidTy(), "prefetch.tensormap [$0];", "l", {map}, true);
}

void Filler::beginRound(scf::ForOp loop, Reg counter, Reg round) {
  e.scalars[loop.getInductionVar()] = counter;
  rounds_[loop.getInductionVar().getAsOpaquePointer()] = round;
}

void Filler::fill(scf::ForOp loop) {
  if (loop != begun_)
    wrapped_.clear(); // they may have been found in a branch
  for (Delivery &delivery : e.supply->deliveries())
    if (delivery.loop == loop && !delivery.lastLoop)
      fill(delivery);
}

void Filler::fillKept(scf::ForOp loop) {
  for (Delivery &delivery : e.supply->deliveries())
    if (delivery.loop == loop && delivery.lastLoop)
      fill(delivery);
}

void Filler::fill(Delivery &delivery) {
  Reg full = nullptr;
  Reg base = e.supply->rings()[delivery.ring].beginFill(e, full);
  for (auto [box, map] : llvm::zip_equal(delivery.boxes, delivery.maps)) {
    copy(box, maps_[map], base, full);
    base = w.b.CreateAdd(base, w.k(box.memory().slotBytes()));
  }
}

// A box is 128 bytes wide at most; beside it lies the next.
static uint32_t placesAcross(const Box &box) {
  uint32_t bytes = tile::byteSizeOf(box.element());
  return std::min(128 / bytes, box.axes[0].length);
}

// From a line of the box to the next.
static uint32_t stepAlong(const Box &box, const Box::Axis &axis) {
  return &axis == &box.axes[0] ? placesAcross(box) : 1;
}

void Filler::copy(const Box &box, Reg map, Reg base, Reg full) {
  Regs places;
  for (const Box::Axis &axis : box.axes)
    places.push_back(valueOf(axis.start));
  uint32_t bytes = tile::byteSizeOf(box.element()), wide = placesAcross(box);
  uint32_t pieces = box.axes[0].length / wide, pieceBytes = wide * bytes * box.axes[1].length;
  std::vector<std::string> names;
  std::string constraints = "r,l,r";
  for (size_t axis = 0; axis < places.size(); ++axis) {
    names.push_back(cat("$", 3 + axis));
    constraints += ",r";
  }
  std::string text = cat("cp.async.bulk.tensor.", places.size(),
                         "d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {",
                         join(names, ", "), "}], [$2];");
  for (uint32_t piece = 0; piece < pieces; ++piece) {
    Regs operands = {w.sharedAddress(w.b.CreateAdd(base, w.k(piece * pieceBytes))), map, full};
    operands.append(places);
    operands[3] = w.b.CreateAdd(places[0], w.k(piece * wide));
    w.assembly(w.b.getVoidTy(), text, constraints + ",~{memory}", operands, true);
  }
}

// Of the loop's deliveries, those that come in every round.
template <typename Act> static void forEachBox(Supply &supply, scf::ForOp loop, Act act) {
  for (Delivery &delivery : supply.deliveries())
    if (delivery.loop == loop && !delivery.lastLoop)
      llvm::for_each(delivery.boxes, act);
}

void Filler::prefetch(scf::ForOp loop, Reg number, uint32_t count) {
  forEachBox(*e.supply, loop, [&](const Box &box) {
    SmallVector<Places> places;
    for (const Box::Axis &axis : box.axes)
      places.push_back({valueOf(axis.start), w.k(1)});
    prefetch(box, places, number, count);
  });
}

// Where a box starts in the first round, as far as that goes by the round.
static Sum firstStart(const Box::Axis &axis) {
  Sum start;
  for (const Term &term : axis.start.terms())
    if (llvm::none_of(term.symbols, [](Symbol s) { return s.kind == Symbol::Kind::Round; }))
      start.add(term);
  return start;
}

// Programs differ along one axis, where they read all that there is.
bool Filler::canShare(scf::ForOp loop) const {
  bool all = true;
  forEachBox(*e.supply, loop, [&](const Box &box) {
    unsigned differ = 0;
    for (const Box::Axis &axis : box.axes)
      if (!isKnownAtLaunch(firstStart(axis))) {
        ++differ;
        all &= extentOf(axis).has_value();
      }
    all &= differ <= 1;
  });
  return all;
}

void Filler::prefetchShare(scf::ForOp loop, Reg block, Reg blocks, Reg number, uint32_t count) {
  forEachBox(*e.supply, loop, [&](const Box &box) {
    SmallVector<Places> places;
    for (const Box::Axis &axis : box.axes) {
      Sum start = firstStart(axis);
      uint32_t step = stepAlong(box, axis);
      places.push_back(isKnownAtLaunch(start) ? Places{valueOf(start), w.k(1)}
                                              : Places{w.b.CreateMul(block, w.k(step)), blocks});
    }
    prefetch(box, places, number, count);
  });
}

void Filler::prefetch(const Box &box, ArrayRef<Places> places, Reg number, uint32_t count) {
  uint32_t lines = 1;
  for (const Box::Axis &axis : box.axes)
    lines *= axis.length;
  lines /= placesAcross(box);
  for (uint32_t first = 0; first < lines; first += count)
    prefetch(box, places, w.b.CreateAdd(number, w.k(first)));
}

// What the tensor does not have is not asked for.
void Filler::prefetch(const Box &box, ArrayRef<Places> places, Reg line) {
  Reg address = e.scalar(box.base), isThere = nullptr;
  for (auto [axis, along] : llvm::zip_equal(box.axes, places)) {
    uint32_t step = stepAlong(box, axis);
    Reg count = w.k(axis.length / step);
    Reg steps = w.b.CreateMul(w.b.CreateURem(line, count), along.apart);
    Reg place = w.b.CreateAdd(along.first, w.b.CreateMul(steps, w.k(step)));
    line = w.b.CreateUDiv(line, count);
    if (auto extent = extentOf(axis))
      isThere = w.both(isThere, w.b.CreateICmpULT(place, valueOf(*extent)));
    Reg stride = w.k64(axis.stride.factor * tile::byteSizeOf(box.element()));
    for (Symbol symbol : axis.stride.symbols)
      stride = w.b.CreateMul(stride, w.b.CreateSExtOrTrunc(e.scalar(symbol.value()), w.i64()));
    address = w.b.CreateAdd(address, w.b.CreateMul(w.b.CreateSExt(place, w.i64()), stride));
  }
  isThere = w.both(isThere, w.b.CreateICmpEQ(line, w.k(0))); // the box has no more lines
  w.assembly(w.b.getVoidTy(), "@$1 prefetch.global.L2 [$0];", "l,b", {address, isThere}, true);
}

// What wraps around has no other places.
std::optional<Sum> Filler::extentOf(const Box::Axis &axis) const {
  ArrayRef<Term> terms = axis.start.terms();
  if (axis.extent || terms.size() != 1 || terms[0].factor != 1 || terms[0].symbols.size() != 1)
    return axis.extent;
  auto *wrapped = e.supply->affine().remainder(terms[0].symbols[0]);
  return wrapped ? std::optional(wrapped->bound) : std::nullopt;
}

static bool isFixedIn(scf::ForOp loop, const Sum &sum) {
  return llvm::all_of(sum.terms(), [&](const Term &term) {
    return llvm::all_of(term.symbols, [&](Symbol symbol) {
      return symbol.kind == Symbol::Kind::Scalar && loop.isDefinedOutsideOfLoop(symbol.value());
    });
  });
}

void Filler::beginLoop(scf::ForOp loop) {
  wrapped_.clear();
  begun_ = loop;
  auto find = [&](Symbol symbol) {
    auto *wrapped = e.supply->affine().remainder(symbol);
    if (wrapped && isFixedIn(loop, wrapped->start) && isFixedIn(loop, wrapped->bound))
      wrapped_[symbol.of] = remainder(*wrapped);
  };
  for (Delivery &delivery : e.supply->deliveries())
    if (delivery.loop == loop)
      for (const Box &box : delivery.boxes)
        for (const Box::Axis &axis : box.axes)
          for (const Term &term : axis.start.terms())
            llvm::for_each(term.symbols, find);
}

// Blocks hardly ever begin past the bound, and a division takes as long as all else before the
// first copy.
Reg Filler::remainder(const Affine::Remainder &wrapped) {
  Reg start = valueOf(wrapped.start), bound = valueOf(wrapped.bound);
  Reg value = w.inPrologue([&] { return w.b.CreateAlloca(w.i32()); });
  w.b.CreateStore(start, value);
  w.ifThen(w.b.CreateICmpSGE(start, bound),
           [&] { w.b.CreateStore(w.b.CreateSRem(start, bound), value); });
  return w.b.CreateLoad(w.i32(), value);
}

Reg Filler::valueOf(Symbol symbol) {
  if (symbol.kind == Symbol::Kind::Round)
    return rounds_.lookup(symbol.of);
  if (Reg known = wrapped_.lookup(symbol.of))
    return known;
  if (auto *wrapped = e.supply->affine().remainder(symbol))
    return remainder(*wrapped);
  return w.b.CreateSExtOrTrunc(e.scalar(symbol.value()), w.i32());
}

// Places fit 32 bits, and what adds up to them may overflow on the way.
Reg Filler::valueOf(const Sum &sum) {
  Reg value = w.k(0);
  for (const Term &term : sum.terms()) {
    Reg product = w.k(term.factor);
    for (Symbol symbol : term.symbols)
      product = w.b.CreateMul(product, valueOf(symbol));
    value = w.b.CreateAdd(value, product);
  }
  return value;
}

} // namespace nereid::nvidia
