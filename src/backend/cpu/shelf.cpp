#include "backend/cpu/shelf.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "backend/cpu/carried.h"
#include "backend/cpu/ordering.h"
#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Predicate = arith::CmpIPredicate;

constexpr int64_t kWord = 8;
constexpr int64_t kBytes = 2 << 20; // of one shelf: about what the second level of cache holds
constexpr int64_t kMaxPlaces = 128;
constexpr size_t kMaxNumbers = 8;

// States of a place, the first word of its label.
constexpr int64_t kEmpty = 0, kSeen = 1, kKept = 2, kFound = 3;

// Finds the numbers that a tile depends on.
class Numbers {
public:
  Numbers(Emitter &emitter, Operation *kernel) : e_(emitter), kernel_(kernel) {}

  // False if more than numbers decides what the tile holds.
  bool collect(Value value) {
    if (!seen_.insert(value.getAsOpaquePointer()).second)
      return true;
    if (!isa<RankedTensorType>(value.getType())) {
      if (!isSameThroughout(value))
        found.push_back(value);
      return true;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return collectCarried(cast<BlockArgument>(value));
    if (isa<tile::RangeOp, arith::ConstantOp>(op))
      return true;
    if (auto load = dyn_cast<tile::LoadOp>(op); load && !isConstantMemory(load))
      return false;
    bool isPure = isa<tile::SplatOp, tile::LoadOp>(op) || isView(op) || isElementwise(op);
    return isPure && op->getNumRegions() == 0 &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return collect(operand); });
  }

  llvm::SetVector<Value> argumentsLoaded; // kernel arguments that it is loaded through
  // Scalars, and carried tiles of which the number is how far the loop has moved them.
  SmallVector<Value> found;

private:
  bool collectCarried(BlockArgument tile) {
    auto loop = dyn_cast<scf::ForOp>(tile.getOwner()->getParentOp());
    if (!loop)
      return false;
    OpOperand *initial = loop.getTiedLoopInit(tile);
    Value yielded = loop.getTiedLoopYieldedValue(tile)->get();
    if (uniformSteps(tile, yielded).empty())
      return false;
    found.push_back(tile);
    return collect(initial->get());
  }

  bool isSameThroughout(Value scalar) {
    if (auto known = isSame_.find(scalar); known != isSame_.end())
      return known->second;
    Operation *op = scalar.getDefiningOp();
    bool isSame =
        op ? isa<arith::ArithDialect>(op->getDialect()) &&
                 llvm::all_of(op->getOperands(), [&](Value v) { return isSameThroughout(v); })
           : cast<BlockArgument>(scalar).getOwner()->getParentOp() == kernel_;
    isSame_[scalar] = isSame;
    return isSame;
  }

  bool isConstantMemory(tile::LoadOp load) {
    argumentsLoaded.insert(argumentOf(load.getPointer()));
    return !load.getIsVolatile() && isNeverWritten(e_, load, kernel_);
  }

  Emitter &e_;
  Operation *kernel_;
  llvm::SmallPtrSet<void *, 16> seen_;
  llvm::DenseMap<Value, bool> isSame_;
};

// The loop around the product that `tile` is for; null if its iterations are not easily counted.
scf::ForOp loopOf(Value tile) {
  auto loop = dyn_cast<scf::ForOp>((*tile.user_begin())->getParentOp());
  return loop && matchPattern(loop.getStep(), m_Constant()) ? loop : scf::ForOp();
}

// Whether the launch gave none of `loaded` for an argument that is stored through, nor memory that
// overlaps: two arguments that are the same pointer do not count as overlapping.
Value areNeverWritten(Emitter &e, Operation *kernel, ArrayRef<Value> loaded) {
  Writer &w = e.w;
  Value flag = w.andI(e.launchFlags, w.i64(CpuArguments::kMayOverlap));
  Value apart = w.compareI(Predicate::eq, flag, w.i64(0));
  llvm::SetVector<Value> stored;
  kernel->walk([&](tile::StoreOp store) { stored.insert(argumentOf(store.getPointer())); });
  auto address = [&](Value argument) {
    return w.make<LLVM::PtrToIntOp>(w.i64Type(), e.scalar(argument)).getResult();
  };
  for (Value from : loaded)
    for (Value to : stored)
      apart = w.andI(apart, w.compareI(Predicate::ne, address(from), address(to)));
  return apart;
}

// Which place of the shelf belongs to the running iteration: the last one serves all that are left.
Value placeOf(Emitter &e, Value tile, int64_t places) {
  Writer &w = e.w;
  scf::ForOp loop = loopOf(tile);
  Value distance = w.subI(e.scalar(loop.getInductionVar()), e.scalar(loop.getLowerBound()));
  Value iteration = w.fold<arith::DivUIOp>(distance, e.scalar(loop.getStep()));
  return w.fold<arith::MinUIOp>(w.resizeU(iteration, w.i64Type()), w.i64(places - 1));
}

// The numbers as words; nothing if a carried tile has no number here.
std::optional<Values> wordsOf(Emitter &e, ArrayRef<Value> numbers) {
  Writer &w = e.w;
  Values words;
  for (Value number : numbers) {
    Value word;
    if (!isa<RankedTensorType>(number.getType()))
      word = e.scalar(number);
    else if (auto shifted = e.shifted.find(number); shifted != e.shifted.end())
      word = shifted->second.moved;
    else
      return std::nullopt;
    if (isa<LLVM::LLVMPointerType>(word.getType()))
      word = w.make<LLVM::PtrToIntOp>(w.i64Type(), word);
    else if (isa<FloatType>(word.getType()))
      word = w.bitcast(word, w.builder.getIntegerType(word.getType().getIntOrFloatBitWidth()));
    words.push_back(w.resizeU(word, w.i64Type()));
  }
  return words;
}

} // namespace

void prepareShelves(Emitter &e, Operation *kernel) {
  Writer &w = e.w;
  kernel->walk([&](tile::DotOp dot) {
    Value tile = dot.getB();
    Type element = tile::elementOf(tile.getType());
    Numbers numbers(e, kernel);
    if (!tile.hasOneUse() || !tile.getDefiningOp() || !loopOf(tile) || !numbers.collect(tile) ||
        numbers.found.size() > kMaxNumbers)
      return;
    // As wide as what it is summed in, at most.
    int64_t bytes = tile::laneCount(tile.getType()) * (element.isF64() ? 8 : 4);
    int64_t places = std::min(kMaxPlaces, kBytes / bytes);
    if (places < 2)
      return;
    int64_t label = kWord * (1 + static_cast<int64_t>(numbers.found.size()));
    auto reserve = [&](int64_t size) {
      return w.offsetBy(e.scratchBase, w.i64(e.scratch.allocate(size)), 1);
    };
    Shelf shelf{reserve(places * label),
                reserve(places * bytes),
                areNeverWritten(e, kernel, numbers.argumentsLoaded.getArrayRef()),
                places,
                bytes,
                numbers.found};
    w.loop(w.i64(0), w.i64(places), 1, [&](Value place) {
      w.store(w.i64(kEmpty), w.offsetBy(shelf.labels, place, label), kWord);
    });
    e.shelves[tile] = shelf;
  });
}

Value packOrFind(Emitter &e, Value tile, Value warm, llvm::function_ref<void(Value place)> pack) {
  Writer &w = e.w;
  auto found = e.shelves.find(tile);
  std::optional<Values> words;
  if (found != e.shelves.end() && !e.mayOverlap)
    words = wordsOf(e, found->second.numbers);
  if (!words) {
    pack(warm);
    return warm;
  }
  const Shelf &shelf = found->second;
  Value place = placeOf(e, tile, shelf.places);
  Value label = w.offsetBy(shelf.labels, place, kWord * (1 + static_cast<int64_t>(words->size())));
  auto wordAt = [&](size_t i) { return w.offsetBy(label, w.i64(static_cast<int64_t>(i)), kWord); };

  Value state = w.load(w.i64Type(), label, kWord);
  Value isKnown = w.andI(w.compareI(Predicate::ne, state, w.i64(kEmpty)), shelf.isUsable);
  for (auto [i, word] : llvm::enumerate(*words)) {
    Value written = w.load(w.i64Type(), wordAt(i + 1), kWord);
    isKnown = w.andI(isKnown, w.compareI(Predicate::eq, written, word));
  }
  auto is = [&](Predicate predicate, int64_t other) {
    return w.compareI(predicate, state, w.i64(other));
  };
  Value isThere = w.andI(isKnown, is(Predicate::sge, kKept));
  // Where the last tile was found, so may this one be.
  Value isKept = w.orI(isKnown, w.andI(is(Predicate::eq, kFound), shelf.isUsable));
  Value where = w.select(isKept, w.offsetBy(shelf.panels, place, shelf.bytes), warm);
  w.ifThen(w.xorI(isThere, w.truth(true)), [&] {
    pack(where);
    for (auto [i, word] : llvm::enumerate(*words))
      w.store(word, wordAt(i + 1), kWord);
  });
  Value next = w.select(isThere, w.i64(kFound), w.select(isKept, w.i64(kKept), w.i64(kSeen)));
  w.store(next, label, kWord);
  return where;
}

} // namespace nereid::cpu
