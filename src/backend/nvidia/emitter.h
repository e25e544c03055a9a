// Emitter: tile IR in, the LLVM IR of one thread out.
//
// A tile is an array of registers: register r of a thread holds the element that the tile's layout
// puts there (layouts.h). Operations are read in order; each that must be computed once is, into
// registers of its home layout, and `lane` gives any register of any tile in any layout, converting
// or computing what it needs. The work is split into free functions over one Emitter:
//
//   kernel    the entry and its parameters       control   loops and branches
//   pull      lanes of a tile in a layout        exchange  conversions, through shared memory too
//   lane_*    elementwise operations             memory, atomic, reduce, scan, ...: the rest
//   portions  tiles too large for registers      combined_atomics  of many programs, as one
//   math/     functions, from the operations that the hardware has
//   products/ matrix products, and loops around them
//   feed/     who brings a product's operands into shared memory, and when
//
// An Emitter lives for one kernel and belongs to one thread.
#pragma once

#include <functional>
#include <memory>

#include "mlir/IR/BuiltinOps.h"

#include "backend/nvidia/layouts.h"
#include "backend/nvidia/local_array.h"
#include "backend/nvidia/residency.h"
#include "backend/nvidia/shared_memory.h"
#include "backend/nvidia/writer.h"

namespace nereid::nvidia {

// A read or a write of global memory since the last barrier (ordering.cpp).
struct Access {
  mlir::Value pointer, root;
  Layout layout; // null: a scalar's
  bool stores, isAtomic;
  bool isInLoop; // of an earlier round
  bool operator==(const Access &) const = default;
};

struct StagedMatrix;   // matrix_memory.h
class Supply;          // supply.h
class CombinedAtomics; // combined_atomics.h
class Portions;        // portions.h
bool needsPortions(mlir::Operation *kernel, const Machine &machine);

class Emitter {
public:
  Emitter(llvm::Module &module, const Machine &theMachine, mlir::Operation *kernel)
      : w(module, theMachine), machine(theMachine), layouts(kernel, theMachine),
        residency(kernel->getRegion(0).front(), layouts, theMachine),
        hasPortions(needsPortions(kernel, theMachine)) {}

  Writer w;
  const Machine &machine;
  Layouts layouts;
  Residency residency;
  SharedMemory shared;

  // Scalars that have been written, and tiles in their homes.
  llvm::DenseMap<mlir::Value, Reg> scalars;
  llvm::DenseMap<mlir::Value, Regs> tiles;
  // Those that are gone through in portions (portions.h), and the loop over them; null outside.
  llvm::DenseMap<mlir::Value, LocalArray> kept;
  Portions *portions = nullptr;
  const bool hasPortions; // whether there may be any
  // `home`, or the portion of it that the loop is at.
  Layout current(Layout home) const;
  bool isPortion(Layout layout) const { return !layout->bases(Place::Portion).empty(); }
  // What a loop has added so far to tiles that move by one number in all lanes.
  llvm::DenseMap<mlir::Value, Reg> moved;

  Reg scalar(mlir::Value value) const;
  // Sets a tile's registers in its home layout (those of the portion, in a loop over it), or a
  // scalar (from one register).
  void define(mlir::Value value, Regs registers);

  // Tiles that a loop has put into shared memory for products to read.
  llvm::DenseMap<mlir::Value, std::shared_ptr<StagedMatrix>> staged;

  // What a producer brings; null if there is none.
  Supply *supply = nullptr;
  // While programs are written whose atomics become one; else null.
  CombinedAtomics *combined = nullptr;
  // Where they are not the block's own (grid_walk.h, small_programs.h); else null.
  std::array<Reg, 3> programIds = {}, programCounts = {};

  // What a loop wants done when its first product is under way (pipeline.h); may be empty.
  std::function<void()> whileMultiplying;

  // What pulls have found, by (tile, layout); scopes follow the regions.
  Regs *found(mlir::Value tile, Layout layout);
  Regs &remember(mlir::Value tile, Layout layout);

  SmallVector<Access> accesses; // each once
  // What was accessed on another way to here, too.
  void alsoAccessed(ArrayRef<Access> others);
  // All threads meet: what they accessed before is done.
  void barrier() {
    w.barrier();
    accesses.clear();
  }

  // The place of this thread in a tile of `layout`, flat; register r is at its exclusive or with
  // layout->apply(Register, r).
  Reg threadPlace(Layout layout);
  // The coordinate of register `r` along `axis`.
  Reg coordinate(Layout layout, unsigned r, int axis);
  // True in one of the threads that hold the same elements; null if none do.
  Reg isFirstHolder(Layout layout);
  bool isHeldOnce(Layout layout) const;

  // Barriers that are needed only if warps share memory (SharedMemory::isShared).
  SmallVector<llvm::Instruction *> cautiousBarriers;

  // The first limit of the target that the kernel breaks.
  Status failure;
  void fail(StatusCode code, std::string what, std::string nextStep = {});

private:
  friend class PullScope;
  friend class FreshPulls;
  llvm::DenseMap<std::pair<mlir::Value, Layout>, Regs> found_;
  SmallVector<std::pair<mlir::Value, Layout>> order_;
  llvm::DenseMap<Layout, Reg> places_;
  llvm::DenseMap<std::pair<Layout, int>, Reg> coordinates_;
};

// While it lives, what is pulled is remembered; afterwards forgotten. One around every region,
// since what a region computes is not known outside.
class PullScope {
public:
  explicit PullScope(Emitter &emitter) : emitter_(emitter), size_(emitter.order_.size()) {}
  ~PullScope();
  PullScope(const PullScope &) = delete;
  PullScope &operator=(const PullScope &) = delete;

private:
  Emitter &emitter_;
  size_t size_;
};

// While it lives, nothing that was pulled before is known: scalars stand for other values.
class FreshPulls {
public:
  explicit FreshPulls(Emitter &emitter) : emitter_(emitter) { exchange(); }
  ~FreshPulls() { exchange(); }
  FreshPulls(const FreshPulls &) = delete;
  FreshPulls &operator=(const FreshPulls &) = delete;

private:
  void exchange() {
    std::swap(emitter_.found_, found_);
    std::swap(emitter_.order_, order_);
  }
  Emitter &emitter_;
  decltype(Emitter::found_) found_;
  decltype(Emitter::order_) order_;
};

// The exclusive or of what each bit of `number` contributes, and of `place` (null: nothing); null
// if that is nothing.
Reg placeOf(Writer &w, Reg number, const layout::Bases &bases, Reg place);

// The type of an element in a register: addresses are i64, fp8 its bits.
llvm::Type *registerType(Writer &w, mlir::Type element);
// Its bits in memory: i1 takes a byte.
unsigned storedBits(mlir::Type element);
Reg toStored(Writer &w, Reg value, mlir::Type element);
Reg fromStored(Writer &w, Reg bits, mlir::Type element);

// Elements of fewer than 32 bits side by side in a word, and back.
Reg joinWord(Writer &w, ArrayRef<Reg> elements);
Regs splitWord(Writer &w, Reg word, llvm::Type *element, unsigned count);

// Register `r` of `tile` in `layout` (pull.cpp). A scalar is the same everywhere.
Reg lane(Emitter &e, mlir::Value tile, Layout layout, unsigned r);
Regs lanes(Emitter &e, mlir::Value tile, Layout layout);
// All registers of a tile in another layout (exchange.cpp).
Regs convert(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to);
// The same piece by piece: `use` gets the numbers of those that are there, among all of them.
using UseOfPiece = llvm::function_ref<void(ArrayRef<unsigned> piece, const Regs &registers)>;
void convertInPieces(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to,
                     UseOfPiece use);
// The same within each warp (warp_exchange.cpp); none if elements leave their warps.
Regs throughOwnWarps(Emitter &e, const Regs &registers, llvm::Type *type, Layout from, Layout to,
                     UseOfPiece use);
// At the end of a kernel: cautious barriers that it does not need go.
void dropNeedlessBarriers(Emitter &e);

// Writes every element to shared memory, row-major, and gives the offset where the tile begins.
// All threads may read after it (exchange.cpp).
uint32_t writeRowMajor(Emitter &e, const Regs &registers, Layout layout);
// The same to a given place, and without the barrier.
void writeRowMajorAt(Emitter &e, const Regs &registers, Layout layout, uint32_t offset);
uint32_t sharedBytesOf(llvm::Type *type); // an element's
// The element at the flat place `flat` of such a tile.
Reg readRowMajor(Emitter &e, uint32_t offset, Reg flat, llvm::Type *type);
void writeElement(Emitter &e, Reg value, uint32_t offset, Reg flat);
// Bytes for an exchange, with the barrier before it if it needs one.
uint32_t beginExchange(Emitter &e, uint32_t bytes);
// Every thread's value of `registers` as one of its first holders has it.
Regs fromFirstHolder(Emitter &e, const Regs &registers, Layout layout);

// Elementwise operations on one lane.
Reg evaluate(Emitter &e, mlir::Operation *op, ArrayRef<Reg> operands);
// A combine region applied to scalars.
Regs applyRegion(Emitter &e, mlir::Region &region, ArrayRef<Reg> arguments);

Reg programId(Emitter &e, int axis);
Reg programCount(Emitter &e, int axis);
void emitBlock(Emitter &e, mlir::Block &block);
void emitOperation(Emitter &e, mlir::Operation *op);

// The operations that are no more than that.
void emitFor(Emitter &e, mlir::Operation *op);
void emitIf(Emitter &e, mlir::Operation *op);
void emitWhile(Emitter &e, mlir::Operation *op);
// Before an access of global memory: the barrier that it needs, if any.
void orderAccess(Emitter &e, mlir::Operation *op);
// Whether `later` would need one after `earlier`.
bool needsBarrier(Emitter &e, mlir::Operation *later, mlir::Operation *earlier);
// After it: on what later ones may have to wait. (What it needs may have brought barriers itself.)
void noteAccess(Emitter &e, mlir::Operation *op);
// The argument that an address is computed from; null if that cannot be seen.
mlir::Value rootOf(mlir::Value pointer);
// Before a loop's body: what an earlier round of it may have done.
void expectRound(Emitter &e, mlir::Block &body);
void emitLoad(Emitter &e, tile::LoadOp op);
void emitStore(Emitter &e, tile::StoreOp op);
void emitAtomicRmw(Emitter &e, tile::AtomicRmwOp op);
void emitAtomicCas(Emitter &e, tile::AtomicCasOp op);
void emitAtomicLoad(Emitter &e, tile::AtomicLoadOp op);
void emitAtomicStore(Emitter &e, tile::AtomicStoreOp op);
void emitReduce(Emitter &e, tile::ReduceOp op);
void emitScan(Emitter &e, tile::ScanOp op);
void emitMap(Emitter &e, tile::MapOp op);
void emitSort(Emitter &e, tile::SortOp op);
void emitHistogram(Emitter &e, tile::HistogramOp op);
void emitGather(Emitter &e, tile::GatherOp op);
void emitFlip(Emitter &e, tile::FlipOp op);
void emitJoin(Emitter &e, tile::JoinOp op);
void emitSplit(Emitter &e, tile::SplitOp op);
void emitCat(Emitter &e, tile::CatOp op);
void emitDot(Emitter &e, tile::DotOp op);
void emitPrint(Emitter &e, tile::PrintOp op);
void emitAssert(Emitter &e, tile::AssertOp op);
void emitInlineAsm(Emitter &e, tile::InlineAsmOp op);

} // namespace nereid::nvidia
