// Atomics: each lane in turn reads, changes and writes back its element in one step.
//
// Programs of one launch do not overlap here, but other launches and threads may share the memory,
// so the steps are the machine's own. Lanes masked off give 0.
#include <cstring>

#include "interp/lanewise.h"
#include "interp/ops/access.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

template <size_t kBytes>
using BitsOf = std::conditional_t<
    kBytes == 1, uint8_t,
    std::conditional_t<kBytes == 2, uint16_t, std::conditional_t<kBytes == 4, uint32_t, uint64_t>>>;

// Replaces what lies at `address` by f(old) and returns old.
template <typename T, typename F> T update(uint64_t address, F f) {
  using Bits = BitsOf<sizeof(T)>;
  auto *place = reinterpret_cast<Bits *>(address);
  Bits old = __atomic_load_n(place, __ATOMIC_SEQ_CST);
  while (true) {
    Bits next = std::bit_cast<Bits>(f(std::bit_cast<T>(old)));
    if (__atomic_compare_exchange_n(place, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return std::bit_cast<T>(old);
  }
}

// result[i] = the old value at pointer[i], which becomes f(old, value[i]).
template <typename T, typename F>
Step updateLanes(tile::AtomicRmwOp atomic, Preparation &prepare, F f) {
  CheckedLanes lanes(atomic, "atomic", "updates", atomic.getPointer(), atomic.getMask(), prepare);
  Slot value = prepare.operand(atomic.getValue()), result = prepare.result(atomic.getResult());
  return [=](Machine &machine) {
    if (!lanes.check(machine))
      return;
    const uint64_t *addresses = lanes.addresses(machine);
    const bool *mask = lanes.mask(machine);
    const T *values = machine.lanes<T>(value);
    T *to = machine.lanes<T>(result);
    for (int64_t i = 0; i < lanes.count(); ++i)
      to[i] = !mask || mask[i] ? update<T>(addresses[i], [&](T old) { return f(old, values[i]); })
                               : T();
  };
}

Step updateIntegers(tile::AtomicRmwOp atomic, Preparation &prepare) {
  return visitInteger(resultElement(atomic), [&](auto type) {
    using T = typename decltype(type)::type;
    StringRef kind = atomic.getKind();
    if (kind == "add")
      return updateLanes<T>(atomic, prepare,
                            [](T a, T b) { return truncate<T>(asUnsigned(a) + asUnsigned(b)); });
    if (kind == "max")
      return updateLanes<T>(atomic, prepare,
                            [](T a, T b) { return asSigned(a) > asSigned(b) ? a : b; });
    if (kind == "min")
      return updateLanes<T>(atomic, prepare,
                            [](T a, T b) { return asSigned(a) < asSigned(b) ? a : b; });
    if (kind == "umax")
      return updateLanes<T>(atomic, prepare, [](T a, T b) { return a > b ? a : b; });
    if (kind == "umin")
      return updateLanes<T>(atomic, prepare, [](T a, T b) { return a < b ? a : b; });
    if (kind == "and")
      return updateLanes<T>(atomic, prepare, [](T a, T b) { return T(a & b); });
    if (kind == "or")
      return updateLanes<T>(atomic, prepare, [](T a, T b) { return T(a | b); });
    if (kind == "xor")
      return updateLanes<T>(atomic, prepare, [](T a, T b) { return T(a ^ b); });
    return updateLanes<T>(atomic, prepare, [](T, T b) { return b; }); // xchg
  });
}

// Floats are ordered by their bits as machines do it: among numbers with the sign bit clear the
// bits grow with the number, among those with it set they grow as it falls. The value's sign picks
// the comparison; so -0.0 is below +0.0, and a NaN is beyond the infinity of its sign.
template <typename T> T maxByBits(T old, T value) {
  using Bits = BitsOf<sizeof(T)>;
  Bits a = std::bit_cast<Bits>(old), b = std::bit_cast<Bits>(value);
  bool isNegative = asSigned(b) < 0;
  bool keeps = isNegative ? a < b : asSigned(a) > asSigned(b);
  return keeps ? old : value;
}
template <typename T> T minByBits(T old, T value) {
  using Bits = BitsOf<sizeof(T)>;
  Bits a = std::bit_cast<Bits>(old), b = std::bit_cast<Bits>(value);
  bool isNegative = asSigned(b) < 0;
  bool keeps = isNegative ? a > b : asSigned(a) < asSigned(b);
  return keeps ? old : value;
}

Step updateFloats(tile::AtomicRmwOp atomic, Preparation &prepare) {
  return visitFloat(resultElement(atomic), [&](auto type) {
    using T = typename decltype(type)::type;
    StringRef kind = atomic.getKind();
    if (kind == "add" || kind == "fadd")
      return updateLanes<T>(atomic, prepare,
                            [](T a, T b) { return narrow<T>(widen(a) + widen(b)); });
    if (kind == "max" || kind == "fmax")
      return updateLanes<T>(atomic, prepare, maxByBits<T>);
    if (kind == "min" || kind == "fmin")
      return updateLanes<T>(atomic, prepare, minByBits<T>);
    return updateLanes<T>(atomic, prepare, [](T, T b) { return b; }); // xchg
  });
}

Step prepareRmw(Operation *op, Preparation &prepare) {
  auto atomic = cast<tile::AtomicRmwOp>(op);
  return isa<FloatType>(resultElement(op)) ? updateFloats(atomic, prepare)
                                           : updateIntegers(atomic, prepare);
}

// Compares bits: -0.0 is not +0.0, and a NaN equals itself.
Step prepareCas(Operation *op, Preparation &prepare) {
  auto atomic = cast<tile::AtomicCasOp>(op);
  CheckedLanes lanes(op, "atomic", "updates", atomic.getPointer(), {}, prepare);
  Slot expected = prepare.operand(atomic.getExpected());
  Slot desired = prepare.operand(atomic.getDesired()), result = prepare.result(atomic.getResult());
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      if (!lanes.check(machine))
        return;
      const uint64_t *addresses = lanes.addresses(machine);
      const T *wanted = machine.lanes<T>(expected), *next = machine.lanes<T>(desired);
      T *to = machine.lanes<T>(result);
      for (int64_t i = 0; i < lanes.count(); ++i)
        to[i] = update<T>(addresses[i], [&](T old) { return old == wanted[i] ? next[i] : old; });
    };
  });
}

Step prepareLoad(Operation *op, Preparation &prepare) {
  auto load = cast<tile::AtomicLoadOp>(op);
  CheckedLanes lanes(op, "atomic load", "reads", load.getPointer(), load.getMask(), prepare);
  Slot result = prepare.result(load.getResult());
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      if (!lanes.check(machine))
        return;
      const uint64_t *addresses = lanes.addresses(machine);
      const bool *mask = lanes.mask(machine);
      T *to = machine.lanes<T>(result);
      for (int64_t i = 0; i < lanes.count(); ++i)
        to[i] = !mask || mask[i]
                    ? __atomic_load_n(reinterpret_cast<T *>(addresses[i]), __ATOMIC_SEQ_CST)
                    : T();
    };
  });
}

Step prepareStore(Operation *op, Preparation &prepare) {
  auto store = cast<tile::AtomicStoreOp>(op);
  CheckedLanes lanes(op, "atomic store", "writes", store.getPointer(), store.getMask(), prepare);
  Slot value = prepare.operand(store.getValue());
  return visitSize(operandElement(op, 1), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      if (!lanes.check(machine))
        return;
      const uint64_t *addresses = lanes.addresses(machine);
      const bool *mask = lanes.mask(machine);
      const T *from = machine.lanes<T>(value);
      for (int64_t i = 0; i < lanes.count(); ++i)
        if (!mask || mask[i])
          __atomic_store_n(reinterpret_cast<T *>(addresses[i]), from[i], __ATOMIC_SEQ_CST);
    };
  });
}

} // namespace

void addAtomics(SemanticsTable &table) {
  table.set("tile.atomic_rmw", prepareRmw);
  table.set("tile.atomic_cas", prepareCas);
  table.set("tile.atomic_load", prepareLoad);
  table.set("tile.atomic_store", prepareStore);
}

} // namespace nereid::interp
