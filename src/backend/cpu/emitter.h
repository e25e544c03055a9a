// Emitter: tile IR in, loops over native vectors out.
//
// One idea carries it: a tile is not computed where it is defined, but pulled, a vector at a time,
// by the loop nest that needs it. Of
//
//   %x = tile.load %p mask %m ; %y = math.exp %x ; tile.store %q, %y mask %m
//
// only the store becomes a nest; its body asks %y for the lanes it is about to store (pull.h),
// which asks %x, which loads them. So tiles of any size become loops of constant size, and nothing
// goes through memory that need not.
//
// What must go through memory (cuts: plan.h) is written to scratch, and its Form says where. The
// work is split into free functions over one Emitter:
//
//   kernel    the entry, the loop over programs            pull      lanes of a tile at an index
//   block     operations in order, control flow            address   where loads and stores go
//   nest      loops over the lanes of a shape              bounds    masks as loop bounds
//   roots     store, reduce, scan, dot, ...                lane_*    elementwise operations
//
// An Emitter lives for one kernel and belongs to one thread.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include "backend/cpu/lanes.h"
#include "backend/cpu/machine.h"
#include "backend/cpu/scratch.h"
#include "ir/tile.h"

namespace nereid::cpu {

class Plan;

// A tile in scratch: row-major, without gaps.
struct Memory {
  Value base;   // !llvm.ptr, 64-byte aligned
  Type element; // as in the tile: see storedType
};

// A tile that a loop moves by one number in all lanes: `initial` + `moved` (elements for pointers).
struct Shifted {
  Value initial; // a tile of tile IR
  Value moved;   // a scalar
};

// Packed tiles that a later program may find again: see shelf.h.
struct Shelf {
  Value labels, panels;
  Value isUsable;        // i1: the launch writes nothing that the tile is loaded from
  int64_t places, bytes; // of one tile
  SmallVector<Value> numbers;
};

// The tiles that a pull computes, each with the views through which it is read, and at what cost:
// see recompute.h.
struct Pulled {
  using Key = std::pair<Value, size_t>; // the tile, the path to it
  struct Cost {
    int64_t all = 0, once = 0; // operations, and how many if none were repeated
  };
  llvm::DenseMap<Key, Cost> costs;
  Cost total;
};

class Emitter {
public:
  Emitter(mlir::ModuleOp theModule, const Machine &theMachine, const Plan &thePlan)
      : w(*theModule.getContext()), module(theModule), machine(theMachine), plan(thePlan) {}

  Writer w;
  mlir::ModuleOp module; // where library functions are declared
  const Machine &machine;
  const Plan &plan;
  Scratch scratch;

  // Scalars of tile IR that have been written.
  llvm::DenseMap<Value, Value> scalars;
  // Tiles that are not to be computed by pulling.
  llvm::DenseMap<Value, Memory> memories;
  llvm::DenseMap<Value, Shifted> shifted;

  // The running program's ids and the grid, as i32, by axis; and the launch's flags.
  Value programId[3], programCount[3];
  Value launchFlags;
  Value callScratch;       // the CpuScratch
  Value scratchBase;       // where tiles are
  int textCount = 0;       // strings in the object's data
  bool mayOverlap = false; // two pointer arguments may share memory
  bool mayStream = true;   // nothing orders stores, so they may pass the cache by
  bool hasStreamed = false;
  bool canStop = false; // a failed assertion ends the launch
  // Tiles `x % n` that do not wrap within the tile where the emitter stands: their lanes are `x`
  // less this.
  llvm::DenseMap<Value, Value> unwrapped;
  // A tee: tiles to be kept in scratch by the nest that pulls them first.
  llvm::DenseMap<Value, Memory> kept;
  llvm::DenseMap<Value, Pulled> pulled; // of the tiles that were defined
  llvm::DenseMap<Value, Shelf> shelves; // by the tile that is packed

  Value scalar(Value old) const;
  bool isInMemory(Value tile) const { return memories.count(tile); }

  // What pulls have found in the nest that is being written; scopes follow the regions.
  struct Found {
    Index index;
    Lanes lanes;
  };
  const Lanes *find(Value tile, const Index &index) const;
  void remember(Value tile, const Index &index, const Lanes &lanes);

private:
  friend class PullScope;
  llvm::DenseMap<Value, SmallVector<Found, 1>> found_;
  SmallVector<Value> order_;
};

// While it lives, what is pulled is remembered; afterwards forgotten. One around every nest, and
// every region in it, since what a region computes is not known outside.
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

// The type of a scalar of tile IR in registers: pointers become !llvm.ptr, fp8 its bits.
Type registerType(Writer &w, Type element);
// The type in memory: i1 as i8, pointers as i64, fp8 as i8.
Type storedType(Writer &w, Type element);

} // namespace nereid::cpu
