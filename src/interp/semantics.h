// The meaning of each operation of tile IR, executed a whole tile at a time.
//
// These functions are the definition that every other engine is tested against, so they are written
// to be read: plain loops over lanes, no blocking, no shortcut. One file a family, in ops/; each
// enters its operations in the table by name:
//
//   table.set("tile.splat", prepareSplat);
#pragma once

#include <functional>

#include "llvm/ADT/StringMap.h"

#include "interp/prepare.h"

namespace nereid::interp {

struct Semantics {
  // The step that executes `op`; empty if there is nothing to do at run time.
  std::function<Step(mlir::Operation *op, Preparation &prepare)> prepare;
  // Lane i of the results depends on lane i of the operands alone, and nothing else happens.
  bool isLanewise = false;
};

class SemanticsTable {
public:
  template <typename Prepare> void set(llvm::StringRef operation, Prepare prepare) {
    entries_[operation] = {std::move(prepare), false};
  }
  template <typename Prepare> void setLanewise(llvm::StringRef operation, Prepare prepare) {
    entries_[operation] = {std::move(prepare), true};
  }
  const Semantics *find(llvm::StringRef operation) const {
    auto found = entries_.find(operation);
    return found == entries_.end() ? nullptr : &found->second;
  }

private:
  llvm::StringMap<Semantics> entries_;
};

// Null if the operation ("tile.splat") has no semantics.
const Semantics *semanticsNamed(llvm::StringRef operation);
const Semantics *semanticsOf(mlir::Operation *op);

void addIntegers(SemanticsTable &table);
void addFloats(SemanticsTable &table);
void addMath(SemanticsTable &table);
void addConversions(SemanticsTable &table);
void addShape(SemanticsTable &table);
void addMemory(SemanticsTable &table);
void addAtomics(SemanticsTable &table);
void addReductions(SemanticsTable &table);
void addSorting(SemanticsTable &table);
void addDot(SemanticsTable &table);
void addControl(SemanticsTable &table);
void addProgram(SemanticsTable &table);
void addDebug(SemanticsTable &table);

} // namespace nereid::interp
