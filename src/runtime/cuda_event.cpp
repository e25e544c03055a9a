#include "runtime/cuda_event.h"

namespace nereid {

CudaEvent::~CudaEvent() {
  if (event_ && context_->enter().ok())
    context_->driver().cuEventDestroy(event_);
}

Status CudaEvent::record() {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  const CudaDriver &driver = context_->driver();
  CudaResult result = event_ ? kCudaSuccess : driver.cuEventCreate(&event_, 0);
  if (!result)
    result = driver.cuEventRecord(event_, context_->stream());
  return result ? context_->failure(result, "timing the GPU") : Status();
}

Status CudaEvent::synchronize() {
  if (!event_)
    return {};
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  CudaResult result = context_->driver().cuEventSynchronize(event_);
  return result ? context_->failure(result, "waiting for the GPU") : Status();
}

Result<double> CudaEvent::millisecondsUntil(CudaEvent &later) {
  for (CudaEvent *event : {this, &later})
    if (Status done = event->synchronize(); !done.ok())
      return done;
  float milliseconds = 0;
  if (CudaResult result =
          context_->driver().cuEventElapsedTime(&milliseconds, event_, later.event_))
    return context_->failure(result, "timing the GPU");
  return double(milliseconds);
}

} // namespace nereid
