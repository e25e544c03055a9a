#include "backend/cpu/emitter.h"

#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {

Value Emitter::scalar(Value old) const {
  auto found = scalars.find(old);
  NEREID_CHECK(found != scalars.end(), "a scalar is used before it is written");
  return found->second;
}

const Lanes *Emitter::find(Value tile, const Index &index) const {
  auto known = found_.find(tile);
  if (known == found_.end())
    return nullptr;
  for (const Found &entry : llvm::reverse(known->second))
    if (entry.index == index)
      return &entry.lanes;
  return nullptr;
}

void Emitter::remember(Value tile, const Index &index, const Lanes &lanes) {
  found_[tile].push_back({index, lanes});
  order_.push_back(tile);
}

PullScope::~PullScope() {
  while (emitter_.order_.size() > size_) {
    auto entry = emitter_.found_.find(emitter_.order_.pop_back_val());
    entry->second.pop_back();
    if (entry->second.empty())
      emitter_.found_.erase(entry);
  }
}

Type registerType(Writer &w, Type element) {
  if (isa<tile::PtrType>(element))
    return w.ptrType();
  bool isFloat8 = isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
  return isFloat8 ? w.i8Type() : element;
}

Type storedType(Writer &w, Type element) {
  if (isa<tile::PtrType>(element))
    return w.i64Type();
  // Narrow floats as bits: masked loads of them are not in every instruction set.
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
    return w.builder.getIntegerType(element.getIntOrFloatBitWidth());
  return element.isInteger(1) ? w.i8Type() : element;
}

} // namespace nereid::cpu
