#include "host/gpu.h"

#include <algorithm>

namespace nereid::host {

int GpuSource::count() {
  if (!driver_.ok())
    return 0;
  begin();
  auto facts = slots_[0].context->facts();
  if (!facts.ok())
    return 0;
  return only_ ? 1 : std::min(facts.value()->devices, kMost);
}

void GpuSource::begin(int index) {
  std::lock_guard lock(mutex_);
  Slot &slot = slots_[size_t(index)];
  if (driver_.ok() && !slot.context)
    slot.context = CudaContext::start(*driver_.value(), only_.value_or(0) + index);
}

void GpuSource::setPlaces(std::function<uint64_t()> here,
                          std::function<std::string(uint64_t)> text) {
  here_ = std::move(here);
  placeText_ = std::move(text);
  forEachInUse([&](Gpu &gpu) { gpu.device.context()->setPlaceText(placeText_); });
}

void GpuSource::forEachInUse(const std::function<void(Gpu &)> &act) const {
  for (int index = 0; index < kMost; ++index)
    if (Gpu *gpu = inUse(index))
      act(*gpu);
}

Gpu *GpuSource::find(int index) {
  if (Gpu *ready = inUse(index))
    return ready;
  if (index > 0 && index >= count())
    return nullptr;
  begin(index);
  std::lock_guard lock(mutex_);
  Slot &slot = slots_[size_t(index)];
  if (slot.isDone)
    return slot.found.get();
  slot.isDone = true;
  if (!driver_.ok()) {
    slot.reason = driver_.error();
    return nullptr;
  }
  auto device = makeCudaDevice(slot.context);
  if (device.ok())
    slot.found = std::make_unique<Gpu>(std::move(device).value(), index, options_);
  else
    slot.reason = device.error();
  if (slot.found && placeText_)
    slot.context->setPlaceText(placeText_);
  slot.ready = slot.found.get();
  return slot.found.get();
}

} // namespace nereid::host
