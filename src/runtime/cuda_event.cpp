#include "runtime/cuda_event.h"

namespace nereid {

CudaEvent::~CudaEvent() {
  if (event_ && context_->enter().ok())
    context_->driver().cuEventDestroy(event_);
}

Status CudaEvent::record() {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  return record(context_->stream());
}

Status CudaEvent::makeWait(CudaStream stream) {
  if (!event_)
    return {};
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  CudaResult result = context_->driver().cuStreamWaitEvent(stream, event_, 0);
  return result ? context_->failure(result, "waiting for the GPU") : Status();
}

Result<bool> CudaEvent::isReached() {
  if (!event_)
    return true;
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  CudaResult result = context_->driver().cuEventQuery(event_);
  if (result == kCudaNotReady)
    return false;
  return result ? Result<bool>(context_->failure(result, "asking the GPU")) : Result<bool>(true);
}

Status CudaEvent::record(CudaStream stream) {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  const CudaDriver &driver = context_->driver();
  CudaResult result = event_ ? kCudaSuccess : driver.cuEventCreate(&event_, 0);
  if (!result)
    result = driver.cuEventRecord(event_, stream);
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
