// Tiles from one layout to another, and through shared memory in general.
//
// In shared memory a tile lies row-major, with units of 4 to 16 bytes exchanged within rows of 128
// by the row's number, or by higher bits of the address: then threads that read a column find it in
// different banks. Of the bits that may decide, those are taken that leave the fewest threads of a
// warp in one bank; a transposed tile of 64 x 64 floats, say, is read 1024 bytes apart, and the low
// bits of the row's number would be the same in all. The exchange is linear over bits too, so an
// address is the exclusive or of the thread's part, computed once, and a constant for each
// register.
#include "backend/nvidia/emitter.h"
#include "base/check.h"
#include "layout/conversion.h"

namespace nereid::nvidia {
namespace {

using layout::Flat;

Reg asMemory(Writer &w, Reg value) {
  Reg bits = w.toBits(value);
  return bits->getType()->isIntegerTy(1) ? w.b.CreateZExt(bits, w.i8()) : bits;
}

Reg fromMemory(Writer &w, Reg bits, llvm::Type *type) {
  if (type->isIntegerTy(1))
    return w.b.CreateTrunc(bits, type);
  return w.fromBits(bits, type);
}

// Where elements lie: byte addresses, linear over bits.
struct Arrangement {
  uint32_t bytes; // of an element
  uint32_t unit;  // bytes that stay together
  bool isSwizzled;
  uint32_t decisive = kRowBit; // the lowest bit of an address that decides about the exchange

  static constexpr uint32_t kRowBit = 7, kRowBytes = 1u << kRowBit;

  uint32_t of(Flat flat) const {
    uint32_t address = flat * bytes;
    return isSwizzled ? address ^ ((address >> decisive) & (kRowBytes / unit - 1)) * unit : address;
  }
  Reg of(Writer &w, Reg flat) const {
    Reg address = w.b.CreateMul(flat, w.k(bytes));
    if (!isSwizzled)
      return address;
    Reg row = w.b.CreateAnd(w.b.CreateLShr(address, w.k(decisive)), w.k(kRowBytes / unit - 1));
    return w.b.CreateXor(address, w.b.CreateMul(row, w.k(unit)));
  }
};

uint32_t vectorOf(Layout layout, uint32_t bytes) {
  return std::min(1u << layout->contiguousBits(), 16 / bytes);
}

// The times a warp takes for an access of `vector` elements by each thread that could be one: those
// that go together, 128 bytes at most, differ in address but not in bank.
uint32_t turnsOf(Layout layout, const Arrangement &arranged, uint32_t vector) {
  uint32_t bytes = vector * arranged.bytes;
  size_t together = bytes == 16 ? 3 : bytes == 8 ? 4 : 5; // bits of the lane
  layout::Bases addresses, banks;
  for (Flat base : ArrayRef(layout->bases(Place::Lane)).take_front(together)) {
    addresses.push_back(arranged.of(base) & ~3u);
    banks.push_back(addresses.back() & (Arrangement::kRowBytes - 1));
  }
  return 1u << (layout::Span(addresses).rank() - layout::Span(banks).rank());
}

// The exchange for tiles that are written in one layout and read in another.
Arrangement arrange(Layout from, Layout to, uint32_t bytes, uint32_t write, uint32_t read) {
  uint32_t size = bytes << from->tileBits();
  uint32_t unit = std::max(4u, std::max(write, read) * bytes);
  Arrangement best{bytes, unit, size > Arrangement::kRowBytes};
  uint32_t fewest = UINT32_MAX;
  for (uint32_t bit = Arrangement::kRowBit; best.isSwizzled && size >> bit > 1; ++bit) {
    Arrangement arranged{bytes, unit, true, bit};
    uint32_t turns = from->registers() / write * turnsOf(from, arranged, write) +
                     to->registers() / read * turnsOf(to, arranged, read);
    if (turns < fewest) {
      fewest = turns;
      best.decisive = bit;
    }
  }
  return best;
}

void writeAll(Emitter &e, const Regs &registers, Layout layout, const Arrangement &arranged,
              uint32_t offset, uint32_t vector) {
  Writer &w = e.w;
  Reg thread = arranged.of(w, e.threadPlace(layout));
  for (unsigned r = 0; r < registers.size(); r += vector) {
    Reg address = w.b.CreateXor(thread, w.k(arranged.of(layout->apply(Place::Register, r))));
    Reg value = asMemory(w, registers[r]);
    if (vector > 1) {
      Reg whole = llvm::PoisonValue::get(llvm::FixedVectorType::get(value->getType(), vector));
      for (unsigned i = 0; i < vector; ++i)
        whole = w.b.CreateInsertElement(whole, asMemory(w, registers[r + i]), uint64_t(i));
      value = whole;
    }
    w.storeShared(value, w.b.CreateAdd(address, w.k(offset)), vector * arranged.bytes);
  }
}

Regs readAll(Emitter &e, llvm::Type *type, Layout layout, const Arrangement &arranged,
             uint32_t offset, uint32_t vector) {
  Writer &w = e.w;
  Reg thread = arranged.of(w, e.threadPlace(layout));
  llvm::Type *stored = w.integer(8 * arranged.bytes);
  Regs registers;
  for (unsigned r = 0; r < layout->registers(); r += vector) {
    Reg address = w.b.CreateXor(thread, w.k(arranged.of(layout->apply(Place::Register, r))));
    address = w.b.CreateAdd(address, w.k(offset));
    if (vector == 1) {
      registers.push_back(fromMemory(w, w.loadShared(stored, address, arranged.bytes), type));
      continue;
    }
    Reg whole =
        w.loadShared(llvm::FixedVectorType::get(stored, vector), address, vector * arranged.bytes);
    for (unsigned i = 0; i < vector; ++i)
      registers.push_back(fromMemory(w, w.b.CreateExtractElement(whole, uint64_t(i)), type));
  }
  return registers;
}

Regs throughShared(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to) {
  uint32_t bytes = sharedBytesOf(type), size = bytes << from->tileBits();
  uint32_t write = vectorOf(from, bytes), read = vectorOf(to, bytes);
  Arrangement arranged = arrange(from, to, bytes, write, read);
  uint32_t offset = beginExchange(e, size);
  writeAll(e, registers, from, arranged, offset, write);
  e.barrier();
  return readAll(e, type, to, arranged, offset, read);
}

// The exclusive or of what each bit of the lane contributes.
Reg contribution(Emitter &e, const std::vector<uint32_t> &ofBit) {
  Writer &w = e.w;
  Reg sum = w.k(0);
  for (size_t bit = 0; bit < ofBit.size(); ++bit) {
    if (ofBit[bit] == 0)
      continue;
    Reg isSet = w.b.CreateAnd(w.b.CreateLShr(w.laneId(), w.k(bit)), w.k(1));
    sum = w.b.CreateXor(sum, w.b.CreateMul(isSet, w.k(ofBit[bit])));
  }
  return sum;
}

Regs throughShuffles(Emitter &e, const Regs &registers, const layout::Conversion &plan) {
  Writer &w = e.w;
  Reg lanes = contribution(e, plan.lanesOfBit), choices = contribution(e, plan.choicesOfBit);
  uint32_t other = 0; // the one choice besides none
  for (uint32_t choice : plan.choicesOfBit)
    other |= choice;
  Regs result;
  for (size_t r = 0; r < plan.sources.size(); ++r) {
    Reg source = w.b.CreateXor(lanes, w.k(plan.sourceLanes[r]));
    Reg value = w.shuffleIndex(registers[plan.sources[r]], source);
    if (other != 0) {
      Reg second = w.shuffleIndex(registers[plan.sources[r] ^ other], source);
      value = w.b.CreateSelect(w.b.CreateICmpNE(choices, w.k(0)), second, value);
    }
    result.push_back(value);
  }
  return result;
}

} // namespace

uint32_t sharedBytesOf(llvm::Type *type) {
  return std::max<uint32_t>(1, static_cast<uint32_t>(type->getPrimitiveSizeInBits()) / 8);
}

uint32_t beginExchange(Emitter &e, uint32_t bytes) {
  SharedMemory::Piece piece = e.shared.exchange(bytes);
  if (piece.needsBarrier)
    e.barrier();
  return piece.offset;
}

void convertInPieces(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to,
                     UseOfPiece use) {
  if (layout::planConversion(*from, *to).kind == layout::Conversion::Kind::SharedMemory &&
      !throughOwnWarps(e, registers, type, from, to, use).empty())
    return;
  use(llvm::to_vector(llvm::seq(to->registers())), convert(e, registers, type, from, to));
}

Regs convert(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to) {
  using Kind = layout::Conversion::Kind;
  layout::Conversion plan = layout::planConversion(*from, *to);
  switch (plan.kind) {
  case Kind::Same:
    return registers;
  case Kind::Registers: {
    Regs result;
    for (uint32_t source : plan.sources)
      result.push_back(registers[source]);
    return result;
  }
  case Kind::Shuffles:
    return throughShuffles(e, registers, plan);
  case Kind::SharedMemory:
    if (Regs moved = throughOwnWarps(e, registers, type, from, to, [](auto...) {}); !moved.empty())
      return moved;
    return throughShared(e, registers, type, from, to);
  }
  NEREID_UNREACHABLE("conversion");
}

void writeRowMajorAt(Emitter &e, const Regs &registers, Layout layout, uint32_t offset) {
  uint32_t bytes = sharedBytesOf(registers[0]->getType());
  writeAll(e, registers, layout, {bytes, 16, false}, offset, vectorOf(layout, bytes));
}

uint32_t writeRowMajor(Emitter &e, const Regs &registers, Layout layout) {
  uint32_t bytes = sharedBytesOf(registers[0]->getType());
  uint32_t offset = beginExchange(e, bytes << layout->tileBits());
  writeRowMajorAt(e, registers, layout, offset);
  e.barrier();
  return offset;
}

Reg readRowMajor(Emitter &e, uint32_t offset, Reg flat, llvm::Type *type) {
  Writer &w = e.w;
  uint32_t bytes = sharedBytesOf(type);
  Reg address = w.b.CreateAdd(w.b.CreateMul(flat, w.k(bytes)), w.k(offset));
  return fromMemory(w, w.loadShared(w.integer(8 * bytes), address, bytes), type);
}

void writeElement(Emitter &e, Reg value, uint32_t offset, Reg flat) {
  Writer &w = e.w;
  uint32_t bytes = sharedBytesOf(value->getType());
  Reg address = w.b.CreateAdd(w.b.CreateMul(flat, w.k(bytes)), w.k(offset));
  w.storeShared(asMemory(w, value), address, bytes);
}

Regs fromFirstHolder(Emitter &e, const Regs &registers, Layout layout) {
  Writer &w = e.w;
  Reg isFirst = e.isFirstHolder(layout);
  if (!isFirst)
    return registers;
  llvm::Type *type = registers[0]->getType();
  uint32_t bytes = sharedBytesOf(type);
  uint32_t offset = beginExchange(e, bytes << layout->tileBits());
  Arrangement arranged{bytes, 16, false};
  w.ifThen(isFirst, [&] { writeAll(e, registers, layout, arranged, offset, 1); });
  e.barrier();
  return readAll(e, type, layout, arranged, offset, 1);
}

} // namespace nereid::nvidia
