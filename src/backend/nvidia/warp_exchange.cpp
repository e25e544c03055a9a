// From one layout to another where no element leaves its warp: a product's results on their way to
// memory, say. The warp does it by itself, in pieces of 2 KB and without a barrier:
//
//   16 rows x 64 columns of bf16 of a product: written by stmatrix, 16-byte units exchanged within
//   each row of 128 bytes by the row's number; read back 16 bytes a lane, a row by 8 lanes
//
// so that a tile of any size needs but 2 KB a warp, beside the slots of rings, and that the first
// piece of a result is on its way to memory while the last still is where the product left it.
#include <algorithm>

#include "llvm/IR/IntrinsicsNVPTX.h"

#include "backend/nvidia/emitter.h"
#include "base/text.h"

namespace nereid::nvidia {
namespace {

using layout::Flat;

constexpr uint32_t kPieceBytes = 2048, kRowBytes = 128, kUnit = 16;

bool areBits(const layout::Bases &bases) {
  return llvm::all_of(bases, [](Flat base) { return llvm::isPowerOf2_32(base); });
}

class WarpExchange {
public:
  WarpExchange(Emitter &emitter, llvm::Type *type, Layout from, Layout to)
      : e(emitter), w(emitter.w), type_(type), from_(from), to_(to), bytes_(sharedBytesOf(type)) {}
  bool plan();
  Regs move(const Regs &registers, UseOfPiece use);

private:
  uint32_t addressOf(Flat flat) const;
  Reg threadPart(Layout layout, const layout::Bases &lanes);
  SmallVector<unsigned> piece(Layout layout, Flat outer) const;
  bool isFragment() const;
  bool isWithinFragment(Flat flat) const;
  uint32_t begin();
  void write(const Regs &registers, Flat outer, uint32_t offset);
  void writeFragments(const Regs &registers, ArrayRef<unsigned> chosen, uint32_t offset);
  void read(Regs &registers, Flat outer, uint32_t offset);

  Emitter &e;
  Writer &w;
  llvm::Type *type_;
  Layout from_, to_;
  uint32_t bytes_;
  Flat outerMask_ = 0;      // bits of the tile that tell pieces apart
  SmallVector<Flat> inner_; // those within a piece, ascending
};

bool WarpExchange::plan() {
  const auto &warps = from_->bases(Place::Warp);
  bool isWhole = type_->getPrimitiveSizeInBits() == 8 * bytes_ && bytes_ <= 4; // bytes, not truths
  if (warps != to_->bases(Place::Warp) || !isWhole)
    return false;
  for (Layout layout : {from_, to_})
    for (Place place : {Place::Register, Place::Lane, Place::Warp})
      if (!areBits(layout->bases(place)))
        return false;
  int warpBits = static_cast<int>(warps.size());
  for (Layout layout : {from_, to_})
    if (layout->bases(Place::Lane).size() != 5 || !layout->isInjective() ||
        int(layout->bases(Place::Register).size()) + 5 + warpBits != layout->tileBits())
      return false;
  uint32_t size = bytes_ << (from_->tileBits() - warpBits);
  // What stmatrix writes at once is in one piece, if that can be.
  for (bool mayPart : {false, true})
    for (int bit = 0; bit < from_->tileBits() && size > kPieceBytes; ++bit) {
      Flat flat = Flat(1) << bit;
      if (flat * bytes_ < kRowBytes || !llvm::is_contained(from_->bases(Place::Register), flat) ||
          !llvm::is_contained(to_->bases(Place::Register), flat) || (outerMask_ & flat) ||
          (!mayPart && isWithinFragment(flat)))
        continue;
      outerMask_ |= flat;
      size /= 2;
    }
  if (size != kPieceBytes)
    return false;
  for (int bit = 0; bit < from_->tileBits(); ++bit) {
    Flat flat = Flat(1) << bit;
    if (!(outerMask_ & flat) && !llvm::is_contained(warps, flat))
      inner_.push_back(flat);
  }
  return true;
}

// In the warp's piece; linear over bits.
uint32_t WarpExchange::addressOf(Flat flat) const {
  uint32_t address = 0;
  for (auto [i, bit] : llvm::enumerate(inner_))
    if (flat & bit)
      address |= bytes_ << i;
  return address ^ (address / kRowBytes % (kRowBytes / kUnit)) * kUnit;
}

Reg WarpExchange::threadPart(Layout layout, const layout::Bases &lanes) {
  uint32_t all = kPieceBytes << layout->bases(Place::Warp).size();
  LinearLayout addresses({llvm::countr_zero(all)});
  for (Flat lane : lanes)
    addresses.bases(Place::Lane).push_back(addressOf(lane));
  for (size_t bit = 0; bit < layout->bases(Place::Warp).size(); ++bit)
    addresses.bases(Place::Warp).push_back(kPieceBytes << bit);
  return e.threadPlace(e.layouts.intern(addresses));
}

SmallVector<unsigned> WarpExchange::piece(Layout layout, Flat outer) const {
  SmallVector<unsigned> chosen;
  for (unsigned r = 0; r < layout->registers(); ++r)
    if ((layout->apply(Place::Register, r) & outerMask_) == outer)
      chosen.push_back(r);
  return chosen;
}

bool WarpExchange::isWithinFragment(Flat flat) const {
  const auto &registers = from_->bases(Place::Register);
  return registers.size() >= 3 && (flat == registers[1] || flat == registers[2]);
}

// Whether registers 0 and 1 of eight rows of four lanes are a matrix of stmatrix, and four of them
// follow each other.
bool WarpExchange::isFragment() const {
  const auto &lanes = from_->bases(Place::Lane), &registers = from_->bases(Place::Register);
  return bytes_ == 2 && e.machine.capability >= 90 && registers.size() >= 3 && registers[0] == 1 &&
         lanes[0] == 2 && lanes[1] == 4 && !(outerMask_ & (registers[1] | registers[2])) &&
         addressOf(lanes[2]) % kRowBytes % kUnit == 0 && addressOf(registers[1]) % kUnit == 0 &&
         addressOf(registers[2]) % kUnit == 0;
}

void WarpExchange::writeFragments(const Regs &registers, ArrayRef<unsigned> chosen,
                                  uint32_t offset) {
  const auto &lanes = from_->bases(Place::Lane), &own = from_->bases(Place::Register);
  // Lanes 0 to 7 say where the rows of the first matrix begin, 8 to 15 of the second, ...
  Reg thread = threadPart(from_, {lanes[2], lanes[3], lanes[4], own[1], own[2]});
  for (size_t i = 0; i < chosen.size(); i += 8) {
    uint32_t first = addressOf(from_->apply(Place::Register, chosen[i]) & ~outerMask_);
    Reg address = w.sharedAddress(w.b.CreateAdd(w.b.CreateXor(thread, w.k(first)), w.k(offset)));
    Regs operands = {address};
    for (size_t j = i; j < i + 8; j += 2)
      operands.push_back(joinWord(w, {registers[chosen[j]], registers[chosen[j + 1]]}));
    w.assembly(w.b.getVoidTy(), "stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1, $2, $3, $4};",
               "r,r,r,r,r,~{memory}", operands, true);
  }
}

void WarpExchange::write(const Regs &registers, Flat outer, uint32_t offset) {
  SmallVector<unsigned> chosen = piece(from_, outer);
  if (isFragment())
    return writeFragments(registers, chosen, offset);
  Reg thread = threadPart(from_, from_->bases(Place::Lane));
  unsigned vector = std::min(1u << from_->contiguousBits(), kUnit / bytes_);
  for (size_t i = 0; i < chosen.size(); i += vector) {
    Reg own = w.k(addressOf(from_->apply(Place::Register, chosen[i]) & ~outerMask_));
    Regs words;
    for (size_t j = i; j < i + vector; ++j)
      words.push_back(registers[chosen[j]]);
    Reg value = vector == 1 ? w.toBits(words[0]) : joinWord(w, words);
    w.storeShared(value, w.b.CreateAdd(w.b.CreateXor(thread, own), w.k(offset)), vector * bytes_);
  }
}

void WarpExchange::read(Regs &registers, Flat outer, uint32_t offset) {
  SmallVector<unsigned> chosen = piece(to_, outer);
  Reg thread = threadPart(to_, to_->bases(Place::Lane));
  unsigned vector = std::min(1u << to_->contiguousBits(), kUnit / bytes_);
  for (size_t i = 0; i < chosen.size(); i += vector) {
    Reg own = w.k(addressOf(to_->apply(Place::Register, chosen[i]) & ~outerMask_));
    Reg address = w.b.CreateAdd(w.b.CreateXor(thread, own), w.k(offset));
    llvm::Type *held = vector == 1 ? type_ : llvm::FixedVectorType::get(type_, vector);
    Reg whole = w.loadShared(held, address, vector * bytes_);
    for (unsigned j = 0; j < vector; ++j)
      registers[chosen[i + j]] = vector == 1 ? whole : w.b.CreateExtractElement(whole, uint64_t(j));
  }
}

// Gives where the warps' parts begin.
uint32_t WarpExchange::begin() {
  SharedMemory::Piece piece = e.shared.exchangeInWarps(kPieceBytes * e.machine.warps);
  if (piece.needsBarrier) {
    w.barrier();
    e.cautiousBarriers.push_back(&w.b.GetInsertBlock()->back());
  }
  return piece.offset;
}

Regs WarpExchange::move(const Regs &registers, UseOfPiece use) {
  Regs moved(to_->registers(), nullptr);
  uint32_t offset = begin();
  auto meet = [&] { w.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {w.k(-1)}); };
  // Numbers whose bits are among the outer ones, in order.
  for (Flat outer = 0;; outer = (outer - outerMask_) & outerMask_) {
    meet(); // the piece before, of whichever tile, has been read
    write(registers, outer, offset);
    meet();
    read(moved, outer, offset);
    use(piece(to_, outer), moved);
    if (outer == outerMask_)
      return moved;
  }
}

} // namespace

Regs throughOwnWarps(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to,
                     UseOfPiece use) {
  WarpExchange exchange(e, type, from, to);
  return exchange.plan() ? exchange.move(registers, use) : Regs();
}

void dropNeedlessBarriers(Emitter &e) {
  if (!e.shared.isShared())
    for (llvm::Instruction *barrier : e.cautiousBarriers)
      barrier->eraseFromParent();
  e.cautiousBarriers.clear();
}

} // namespace nereid::nvidia
