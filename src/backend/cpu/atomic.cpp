// Atomic operations, lane by lane: machines have no vectors of them.
//
// LLVM knows every kind on every type but two, which are made of compare-and-swap loops on bits:
// adding narrow floats (which round once, after the sum in f32), and exchanging what it does not
// order. Floats' max and min go by sign on bit patterns, as Triton's do: among positive floats
// the order is that of signed integers, among negative ones the opposite of unsigned ones.
#include "llvm/ADT/StringSwitch.h"

#include "backend/cpu/address.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Ordering = LLVM::AtomicOrdering;
using BinOp = LLVM::AtomicBinOp;

Ordering orderingOf(StringRef sem) {
  if (sem == "relaxed")
    return Ordering::monotonic;
  if (sem == "acquire")
    return Ordering::acquire;
  return sem == "release" ? Ordering::release : Ordering::acq_rel;
}

// What a failed exchange guarantees: no store, so no release.
Ordering failureOrdering(Ordering ordering) {
  bool acquires = ordering == Ordering::acquire || ordering == Ordering::acq_rel;
  return acquires ? Ordering::acquire : Ordering::monotonic;
}

Ordering loadOrdering(StringRef sem) {
  return failureOrdering(orderingOf(sem));
}

Ordering storeOrdering(StringRef sem) {
  return sem == "relaxed" ? Ordering::monotonic : Ordering::release;
}

Type bitsType(Writer &w, Type element) {
  return w.builder.getIntegerType(storedType(w, element).getIntOrFloatBitWidth());
}

std::optional<BinOp> integerOp(StringRef kind) {
  return llvm::StringSwitch<std::optional<BinOp>>(kind)
      .Case("add", BinOp::add)
      .Case("max", BinOp::max)
      .Case("min", BinOp::min)
      .Case("umax", BinOp::umax)
      .Case("umin", BinOp::umin)
      .Case("and", BinOp::_and)
      .Case("or", BinOp::_or)
      .Case("xor", BinOp::_xor)
      .Case("xchg", BinOp::xchg)
      .Default(std::nullopt);
}

Value exchange(Writer &w, Value ptr, Value expected, Value desired, Ordering ordering) {
  return w.make<LLVM::AtomicCmpXchgOp>(ptr, expected, desired, ordering, failureOrdering(ordering));
}

// old + value, rounded once, by compare-and-swap on the bits.
Value addNarrow(Emitter &e, Value ptr, Value value, Ordering ordering) {
  Writer &w = e.w;
  Type element = value.getType(), bits = bitsType(w, element);
  Value first = w.load(bits, ptr, 2);
  auto loop = w.make<scf::WhileOp>(TypeRange(bits), ValueRange(first));
  Block *before = w.builder.createBlock(&loop.getBefore(), {}, bits, w.loc);
  Value old = before->getArgument(0);
  Value sum = w.addF(widenFloat(e, w.bitcast(old, element)), widenFloat(e, value));
  Value desired = w.bitcast(narrowFloat(e, sum, element), bits);
  Value result = exchange(w, ptr, old, desired, ordering);
  Value seen = w.make<LLVM::ExtractValueOp>(result, 0),
        done = w.make<LLVM::ExtractValueOp>(result, 1);
  w.make<scf::ConditionOp>(w.xorI(done, w.truth(true)), seen);
  Block *after = w.builder.createBlock(&loop.getAfter(), {}, bits, w.loc);
  w.make<scf::YieldOp>(after->getArguments());
  w.builder.setInsertionPointAfter(loop);
  return w.bitcast(loop.getResult(0), element);
}

Value floatExtreme(Emitter &e, Value ptr, Value value, bool isMax, Ordering ordering) {
  Writer &w = e.w;
  Value bits = w.bitcast(value, bitsType(w, value.getType()));
  auto apply = [&](BinOp op) { return Values{w.make<LLVM::AtomicRMWOp>(op, ptr, bits, ordering)}; };
  Value isNegative = w.compareI(arith::CmpIPredicate::slt, bits, w.integer(bits.getType(), 0));
  Value old = w.ifElse(
      isNegative, [&] { return apply(isMax ? BinOp::umin : BinOp::umax); },
      [&] { return apply(isMax ? BinOp::max : BinOp::min); })[0];
  return w.bitcast(old, value.getType());
}

Value modify(Emitter &e, StringRef kind, Value ptr, Value value, Ordering ordering) {
  Writer &w = e.w;
  Type type = value.getType();
  if (kind == "fmax" || kind == "fmin")
    return floatExtreme(e, ptr, value, kind == "fmax", ordering);
  if (kind == "fadd" && isNarrowFloat(type))
    return addNarrow(e, ptr, value, ordering);
  if (kind == "fadd")
    return w.make<LLVM::AtomicRMWOp>(BinOp::fadd, ptr, value, ordering);
  std::optional<BinOp> op = integerOp(kind);
  NEREID_CHECK(op, cat("atomic ", kind.str()));
  Value bits = w.bitcast(value, bitsType(w, type));
  return w.bitcast(w.make<LLVM::AtomicRMWOp>(*op, ptr, bits, ordering), type);
}

// Runs `act` for every lane under the mask; what it gives is the lane of `result`, 0 elsewhere.
void forEachLane(Emitter &e, Value pointer, Value mask, Value result,
                 llvm::function_ref<Value(const Index &, Value ptr)> act) {
  Writer &w = e.w;
  PullScope scope(e);
  ArrayRef<int64_t> shape = tile::shapeOf(pointer.getType());
  bool isTile = !shape.empty(), isUsed = result && !result.use_empty();
  std::optional<Memory> memory;
  if (isTile && isUsed)
    memory = allocateTile(e, result.getType());
  auto body = [&](const Index &index) {
    auto run = [&] {
      PullScope inner(e);
      Value old = act(index, at(e, pointer, index).first);
      return old ? Values{old} : Values();
    };
    auto skip = [&] {
      Type element = tile::elementOf(result.getType());
      return Values{fromStored(e, w.bits(storedType(w, element), 0), element)};
    };
    Values old;
    if (!mask)
      old = run();
    else if (isUsed)
      old = w.ifElse(at(e, mask, index).first, run, skip);
    else
      w.ifThen(at(e, mask, index).first, [&] { run(); });
    if (memory)
      storeLanes(e, *memory, shape, index, Lanes::uniform(old[0]));
    else if (isUsed)
      e.scalars[result] = old[0];
  };
  if (!isTile)
    return body(Index());
  // The nest covers all lanes where their results are used.
  Nest(e, shape, 1, {}, isUsed ? Value() : mask).forEach(body);
  if (memory)
    e.memories[result] = *memory;
}

} // namespace

void emitAtomicRmw(Emitter &e, tile::AtomicRmwOp op) {
  forEachLane(e, op.getPointer(), op.getMask(), op.getResult(), [&](const Index &index, Value ptr) {
    Value value = at(e, op.getValue(), index).first;
    return modify(e, op.getKind(), ptr, value, orderingOf(op.getSem()));
  });
}

void emitAtomicCas(Emitter &e, tile::AtomicCasOp op) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getResult().getType());
  forEachLane(e, op.getPointer(), {}, op.getResult(), [&](const Index &index, Value ptr) {
    auto bitsAt = [&](Value tile) {
      Value value = toStored(e, at(e, tile, index).first, element);
      return w.bitcast(value, bitsType(w, element));
    };
    Value result = exchange(w, ptr, bitsAt(op.getExpected()), bitsAt(op.getDesired()),
                            orderingOf(op.getSem()));
    Value old = w.make<LLVM::ExtractValueOp>(result, 0);
    return fromStored(e, w.bitcast(old, storedType(w, element)), element);
  });
}

void emitAtomicLoad(Emitter &e, tile::AtomicLoadOp op) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getResult().getType()), bits = bitsType(w, element);
  forEachLane(e, op.getPointer(), op.getMask(), op.getResult(), [&](const Index &, Value ptr) {
    Value old = w.make<LLVM::LoadOp>(bits, ptr, bits.getIntOrFloatBitWidth() / 8, false, false,
                                     false, false, loadOrdering(op.getSem()));
    return fromStored(e, w.bitcast(old, storedType(w, element)), element);
  });
}

void emitAtomicStore(Emitter &e, tile::AtomicStoreOp op) {
  Writer &w = e.w;
  Type element = tile::elementOf(op.getValue().getType()), bits = bitsType(w, element);
  forEachLane(e, op.getPointer(), op.getMask(), {}, [&](const Index &index, Value ptr) {
    Value value = w.bitcast(toStored(e, at(e, op.getValue(), index).first, element), bits);
    w.make<LLVM::StoreOp>(value, ptr, bits.getIntOrFloatBitWidth() / 8, false, false, false,
                          storeOrdering(op.getSem()));
    return Value();
  });
}

} // namespace nereid::cpu
