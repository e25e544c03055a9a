// A point in the GPU's stream of work.
//
//   CudaEvent start(context), end(context);
//   start.record(); launch(); end.record();
//   double milliseconds = start.millisecondsUntil(end).value();   // waits for both
#pragma once

#include <memory>

#include "runtime/cuda_context.h"

namespace nereid {

class CudaEvent {
public:
  explicit CudaEvent(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  ~CudaEvent();
  CudaEvent(const CudaEvent &) = delete;
  CudaEvent &operator=(const CudaEvent &) = delete;

  Status record(); // in the current stream
  Status record(CudaStream stream);
  // What is enqueued in `stream` from now on waits for it.
  Status makeWait(CudaStream stream);
  Result<bool> isReached();
  Status synchronize(); // does nothing if it was not recorded
  bool isRecorded() const { return event_ != nullptr; }
  Result<double> millisecondsUntil(CudaEvent &later);

private:
  const std::shared_ptr<CudaContext> context_;
  CudaEventHandle event_ = nullptr;
};

} // namespace nereid
