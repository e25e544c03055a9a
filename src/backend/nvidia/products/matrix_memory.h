// Matrices in shared memory, as wgmma and ldmatrix read them.
//
// A matrix lies in boxes whose rows are 128 bytes of its contiguous axis (or all of it, if that is
// less: 64 or 32); within a box, the 16-byte pieces of a row are exchanged by the row's number, so
// that reading a column finds different banks. For 16-bit elements, A of 128 x 64 with K contiguous
// is one box of 128 rows; B of 64 x 256 with N contiguous is four boxes of 64 rows of K.
#pragma once

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

class MatrixMemory {
public:
  // Of a tile of `type`, whose axis `contiguous` lies in rows.
  MatrixMemory(mlir::Type type, int contiguous);
  // Whether wgmma reads such a tile: 16-bit elements, or fp8 whose contiguous axis is contracted
  // (Layouts::planDot), and boxes of full size.
  static bool isReadable(mlir::Type type, int contiguous);
  // Whether rows are long enough to be held so at all, for others to read.
  static bool isHeld(mlir::Type type, int contiguous);

  uint32_t bytes() const { return bytes_; }
  // What it takes beside others: each begins at a multiple of kAlignment.
  static constexpr uint32_t kAlignment = 1024;
  uint32_t slotBytes() const { return slotOf(bytes_); }
  static uint32_t slotOf(uint32_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  uint32_t elementBytes() const { return elementBytes_; }
  // Where the element at `flat` lies; linear over bits.
  uint32_t offsetOf(layout::Flat flat) const;
  // The same of this thread's place in `layout`: a register of it is at the exclusive or with
  // offsetOf(layout->apply(Register, r)).
  Reg threadOffset(Emitter &e, Layout layout) const;

  // A descriptor of the matrix at `address` (as PTX's i32), and what to add to it (in units of 16
  // bytes) for a step of 32 bytes along the contracted axis, or a place along the other one.
  bool isContractedContiguous(int contractedAxis) const { return contractedAxis == contiguous_; }
  Reg descriptor(Writer &w, Reg address, int contractedAxis) const;
  uint32_t stepUnits(int contractedAxis, uint32_t contracted, uint32_t other) const;

private:
  int contiguous_;
  uint32_t elementBytes_, rows_, rowBytes_, bytes_; // a box has rows_ rows
  LinearLayout shape_;
};

// Writes a tile's registers there (no barrier).
void writeMatrix(Emitter &e, const MatrixMemory &memory, const Regs &registers, Layout layout,
                 Reg base);

// A tile's registers from there: by ldmatrix where `layout` is that of an operand of mma.
Regs readMatrix(Emitter &e, const MatrixMemory &memory, llvm::Type *element, Layout layout,
                Reg base);

// A tile that is in shared memory, as an operand.
struct StagedMatrix {
  MatrixMemory memory;
  Reg base; // offset in bytes
};

} // namespace nereid::nvidia
