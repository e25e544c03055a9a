#include "interp/prepare.h"

#include <cstring>

#include "base/check.h"
#include "base/text.h"
#include "interp/semantics.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid::interp {
namespace {

constexpr size_t kAlignment = 64; // of every place

size_t roundUp(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

using Deaths = llvm::DenseMap<Operation *, llvm::SmallVector<Value>>;

// For each operation of `block`, the values that nothing after it needs: walking from the end, the
// first use one meets is the last.
Deaths deathsIn(Block &block) {
  Deaths deaths;
  llvm::DenseSet<Value> needed;
  for (Operation &op : llvm::reverse(block)) {
    for (Value result : op.getResults())
      if (!needed.contains(result))
        deaths[&op].push_back(result);
    op.walk([&](Operation *inner) {
      for (Value value : inner->getOperands())
        if (value.getDefiningOp() && value.getParentBlock() == &block &&
            needed.insert(value).second)
          deaths[&op].push_back(value);
    });
  }
  return deaths;
}

} // namespace

Slot Preparation::allocate(size_t size) {
  size = roundUp(std::max<size_t>(size, 1));
  size_t offset;
  if (auto &reusable = free_[size]; !reusable.empty()) {
    offset = reusable.back();
    reusable.pop_back();
  } else {
    offset = bytes;
    bytes += size;
  }
  places.push_back({nullptr, offset});
  states_.push_back({size, 1, false});
  return Slot(places.size() - 1);
}

void Preparation::release(Slot slot) {
  SlotState &state = states_[static_cast<uint32_t>(slot)];
  if (!state.isConstant && --state.values == 0)
    free_[state.bytes].push_back(places[static_cast<uint32_t>(slot)].offset);
}

void Preparation::bind(Value value, Slot slot) {
  slots_[value] = slot;
}

Slot Preparation::result(Value value) {
  Slot slot = allocate(bytesOf(value));
  bind(value, slot);
  return slot;
}

void Preparation::alias(Value result, Value source) {
  Slot slot = operand(source);
  ++states_[static_cast<uint32_t>(slot)].values;
  bind(result, slot);
}

void Preparation::bindConstant(Value result, std::vector<std::byte> lanes) {
  constants.push_back(std::move(lanes));
  places.push_back({constants.back().data(), 0});
  states_.push_back({0, 1, true});
  bind(result, Slot(places.size() - 1));
}

int64_t Preparation::lanesOf(Value value) const {
  return tile::laneCount(value.getType()) * width_;
}

size_t Preparation::bytesOf(Value value) const {
  return lanesOf(value) * tile::byteSizeOf(tile::elementOf(value.getType()));
}

Slot Preparation::operand(Value value) {
  auto found = slots_.find(value);
  NEREID_CHECK(found != slots_.end(), "a value is used before it is prepared");
  bool isCaptured = width_ > 1 && !wideRegion_->isAncestor(value.getParentRegion());
  return isCaptured ? splatCaptured(value, found->second) : found->second;
}

// In a wide region, a scalar from outside must have as many lanes as those inside.
Slot Preparation::splatCaptured(Value value, Slot scalar) {
  auto [entry, isNew] = captured_.try_emplace(value);
  if (!isNew)
    return entry->second;
  size_t size = tile::byteSizeOf(value.getType());
  int64_t lanes = width_;
  Slot wide = entry->second = allocate(size * lanes);
  current_->push_back([=](Machine &machine) {
    const std::byte *from = machine.lanes<std::byte>(scalar);
    std::byte *to = machine.lanes<std::byte>(wide);
    for (int64_t i = 0; i < lanes; ++i)
      std::memcpy(to + i * size, from, size);
  });
  return wide;
}

Steps Preparation::block(Block &block, const Finish &finish) {
  Steps steps;
  Steps *outer = std::exchange(current_, &steps);
  Deaths deaths = deathsIn(block);
  auto releaseDead = [&](Operation *op) {
    for (Value value : deaths.lookup(op))
      release(slots_.lookup(value));
  };
  for (Operation &op : block.without_terminator()) {
    prepare(op, steps);
    releaseDead(&op);
  }
  finish(block.getTerminator(), steps);
  releaseDead(block.getTerminator());
  current_ = outer;
  return steps;
}

void Preparation::refuse(std::string what) {
  if (refused_.empty())
    refused_ = std::move(what);
}

void Preparation::prepare(Operation &op, Steps &steps) {
  const Semantics *semantics = semanticsOf(&op);
  if (!semantics) {
    refuse(cat("`", op.getName().getStringRef().str(), "`"));
    for (Value value : op.getResults())
      result(value);
    return;
  }
  if (Step step = semantics->prepare(&op, *this))
    steps.push_back(std::move(step));
}

Preparation::Function Preparation::function(Region &region, int64_t width) {
  Function function;
  int64_t outerWidth = std::exchange(width_, width);
  Region *outerRegion = std::exchange(wideRegion_, &region);
  auto outerCaptured = std::exchange(captured_, llvm::DenseMap<Value, Slot>());

  Block &body = region.front();
  for (Value argument : body.getArguments())
    function.arguments.push_back(result(argument));
  for (Value yielded : body.getTerminator()->getOperands())
    function.results.push_back(allocate(bytesOf(yielded)));
  function.steps = block(body, [&](Operation *terminator, Steps &steps) {
    copyAll(terminator->getOperands(), function.results, steps);
  });

  for (auto [value, slot] : captured_)
    release(slot);
  captured_ = std::move(outerCaptured);
  wideRegion_ = outerRegion;
  width_ = outerWidth;
  return function;
}

void Preparation::release(const Function &function) {
  for (Slot slot : function.arguments)
    release(slot);
  for (Slot slot : function.results)
    release(slot);
}

bool Preparation::isLanewise(Region &region) {
  return llvm::all_of(region.front().without_terminator(), [](Operation &op) {
    const Semantics *semantics = semanticsOf(&op);
    return semantics && semantics->isLanewise;
  });
}

Step Preparation::copy(Slot from, Slot to, size_t size) {
  return [=](Machine &machine) {
    std::memcpy(machine.lanes<std::byte>(to), machine.lanes<std::byte>(from), size);
  };
}

void Preparation::copyAll(ValueRange from, ArrayRef<Slot> to, Steps &steps) {
  SmallVector<Slot> sources, spares;
  for (Value value : from)
    sources.push_back(operand(value));
  // A source that an earlier copy overwrites is saved first.
  for (size_t i = 0; i < sources.size(); ++i)
    if (llvm::is_contained(to.take_front(i), sources[i])) {
      Slot spare = allocate(bytesOf(from[i]));
      steps.push_back(copy(sources[i], spare, bytesOf(from[i])));
      spares.push_back(sources[i] = spare);
    }
  for (size_t i = 0; i < sources.size(); ++i)
    if (sources[i] != to[i])
      steps.push_back(copy(sources[i], to[i], bytesOf(from[i])));
  for (Slot spare : spares)
    release(spare);
}

} // namespace nereid::interp
