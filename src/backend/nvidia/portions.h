// Tiles of more elements than a thread has registers for, in portions.
//
// A program of 65536 elements and 4 warps is 512 registers a thread for each of its tiles. Written
// out, an operation after another, all of them are spilled, and the assembler takes seconds to
// minutes for it. But lane by lane nothing needs a whole tile at once:
//
//   x = load ...                for portion = 0, 1, ... 15:
//   y = x * 2         ->          32 registers of x, of y, and their store
//   store y                       the sum of these 32, added to that of the portions before
//   sum of x                    the sum of the lanes, of the warps
//
// So a run of such operations, up to one that needs another's whole result, is one loop. In it a
// tile's layout (`whole`) is replaced by the layout `portion`, in which the high bits of the
// register are bits of the loop's counter, one more place beside the lane and the warp: so
// addresses, masks and views follow by themselves. What is read after the loop stays in the
// thread's own memory, where the assembler would have put it.
//
// Products hold their sums in registers: kernels with one are left alone.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

// The run of operations that begins with `first` as a loop over portions: gives the operation after
// it; null, with nothing written, if there is no such run.
mlir::Operation *emitInPortions(Emitter &e, mlir::Operation *first);

// Whether tiles of `layout` are.
bool goesInPortions(const Emitter &e, Layout layout);
// For a tile that is, and copying one to such an array.
LocalArray arrayFor(Emitter &e, mlir::Value tile);
void copyInPortions(Emitter &e, mlir::Value from, Layout layout, const LocalArray &to);
void copyInPortions(Emitter &e, const LocalArray &from, Layout layout, const LocalArray &to);

// The loop, while it is written: from its making to end().
class Portions {
public:
  using Members = llvm::SmallPtrSet<mlir::Operation *, 16>;

  Portions(Emitter &emitter, Layout whole, Members members);
  void end();

  Layout whole() const { return whole_; }
  Layout portion() const { return portion_; }
  // `place`, of portion 0 in a layout of portions, moved to where the loop is.
  Reg moved(Reg place, Layout layout);
  // The number that the bits of the counter with these contributions make; 0 if none does.
  Reg numberOf(const layout::Bases &steps);

  // To be written after the loop, in this order.
  void afterwards(std::function<void()> write) { afterwards_.push_back(std::move(write)); }

  // The portion's part of an array of the whole tile.
  Regs readFrom(const LocalArray &array);
  void writeTo(const LocalArray &array, const Regs &registers);

  // Sets the portion of a tile; all of it is kept if an operation outside reads it.
  void define(mlir::Value tile, Regs registers);
  // The registers, in a layout of portions, of a tile that was there before the loop.
  Regs read(mlir::Value tile, Layout layout);

private:
  // Such a tile: all of its registers, or an array of them.
  struct Source {
    Regs registers;
    LocalArray array;
    layout::Bases steps; // in the array, of each bit of the counter; empty: `registers` have it
  };
  Source prepare(mlir::Value tile, Layout layout, const LinearLayout &whole);
  // Writes what the loop needs before it.
  void before(llvm::function_ref<void()> write);
  bool isReadLater(mlir::Value tile) const;

  Emitter &e;
  Writer &w;
  Layout whole_, portion_;
  Members members_;
  llvm::BasicBlock *before_, *start_;
  llvm::PHINode *number_;
  std::optional<PullScope> scope_;
  std::vector<std::function<void()>> afterwards_;
};

} // namespace nereid::nvidia
