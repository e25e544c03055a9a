#include "host/gpu.h"

namespace nereid::host {

void GpuSource::begin() {
  std::lock_guard lock(mutex_);
  if (driver_.ok() && !context_)
    context_ = CudaContext::start(*driver_.value(), ordinal_);
}

void GpuSource::setPlaces(std::function<uint64_t()> here,
                          std::function<std::string(uint64_t)> text) {
  here_ = std::move(here);
  placeText_ = std::move(text);
  if (Gpu *gpu = inUse())
    gpu->device.context()->setPlaceText(placeText_);
}

Gpu *GpuSource::find() {
  if (Gpu *ready = inUse())
    return ready;
  begin();
  std::lock_guard lock(mutex_);
  if (isDone_)
    return found_.get();
  isDone_ = true;
  if (!driver_.ok()) {
    reason_ = driver_.error();
    return nullptr;
  }
  auto device = makeCudaDevice(context_);
  if (device.ok())
    found_ = std::make_unique<Gpu>(std::move(device).value(), options_);
  else
    reason_ = device.error();
  if (found_ && placeText_)
    context_->setPlaceText(placeText_);
  ready_ = found_.get();
  return found_.get();
}

} // namespace nereid::host
