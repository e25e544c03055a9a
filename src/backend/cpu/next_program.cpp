#include "backend/cpu/next_program.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "backend/cpu/block.h"
#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

constexpr size_t kMaxOperations = 16; // that may be computed once more

void findLoads(Emitter &e, Value tile, llvm::SmallPtrSetImpl<void *> &seen,
               SmallVectorImpl<tile::LoadOp> &loads) {
  Operation *op = tile.getDefiningOp();
  if (!op || !isa<RankedTensorType>(tile.getType()) || e.isInMemory(tile) ||
      !seen.insert(tile.getAsOpaquePointer()).second)
    return;
  if (auto load = dyn_cast<tile::LoadOp>(op))
    loads.push_back(load);
  else if (isElementwise(op))
    for (Value operand : op->getOperands())
      findLoads(e, operand, seen, loads);
}

// The scalar operations that lie between the program id and a value, operands first.
class Slice {
public:
  bool collect(Value value) {
    if (!seen_.insert(value.getAsOpaquePointer()).second)
      return true;
    Operation *op = value.getDefiningOp();
    if (!op)
      return isa<FunctionOpInterface>(value.getParentBlock()->getParentOp());
    bool isTile = isa<RankedTensorType>(value.getType());
    bool isPure = isa<arith::ArithDialect>(op->getDialect()) ||
                  isa<tile::AddPtrOp, tile::SplatOp, tile::RangeOp, tile::ProgramIdOp>(op);
    if (!isPure || !llvm::all_of(op->getOperands(), [&](Value v) { return collect(v); }))
      return false;
    if (isa<tile::ProgramIdOp>(op) || (!isTile && llvm::any_of(op->getOperands(), [&](Value v) {
          return operations.contains(v.getDefiningOp());
        })))
      operations.insert(op);
    return operations.size() <= kMaxOperations;
  }

  llvm::SetVector<Operation *> operations;

private:
  llvm::SmallPtrSet<void *, 16> seen_;
};

// Where the first lane of `pointer` is.
Value firstAddress(Emitter &e, Value pointer) {
  PullScope scope(e);
  Index first;
  first.axes.push_back(AxisIndex::at(e.w.i64(0)));
  return e.w.make<LLVM::PtrToIntOp>(e.w.i64Type(), at(e, pointer, first).first);
}

// How far the pointers of the next program are from this one's; null if that is not known.
Value distanceToNext(Emitter &e, Value pointer) {
  Writer &w = e.w;
  Slice slice;
  if (!slice.collect(pointer) || slice.operations.empty())
    return {};
  Value here = firstAddress(e, pointer);
  auto scalars = e.scalars;
  Value id = e.programId[0];
  e.programId[0] = w.addI(id, w.i32(1));
  for (Operation *op : slice.operations)
    emitOperation(e, *op);
  Value there = firstAddress(e, pointer);
  e.programId[0] = id;
  e.scalars = std::move(scalars);
  return w.subI(there, here);
}

} // namespace

NextProgram::NextProgram(Emitter &emitter, ValueRange sources) : e_(emitter) {
  llvm::SmallPtrSet<void *, 16> seen;
  SmallVector<tile::LoadOp> loads;
  for (Value source : sources)
    findLoads(e_, source, seen, loads);
  for (tile::LoadOp load : loads) {
    Value pointer = load.getPointer();
    if (tile::shapeOf(pointer.getType()).size() != 1)
      continue;
    if (Value distance = distanceToNext(e_, pointer))
      loads_.push_back({pointer, distance});
  }
}

void NextProgram::prefetch(const Index &index) {
  constexpr uint32_t kIntoFirstLevel = 3;
  Index first;
  first.axes.push_back(AxisIndex::at(index[0].first));
  for (const Ahead &load : loads_) {
    Value here = at(e_, load.pointer, first).first;
    e_.w.make<LLVM::Prefetch>(e_.w.offsetBy(here, load.distance, 1), 0u, kIntoFirstLevel, 1u);
  }
}

} // namespace nereid::cpu
