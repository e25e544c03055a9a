#include "runtime/cuda_streams.h"

namespace nereid {

constexpr size_t kMostStreams = 32;

CudaResult CudaStreams::open() {
  CudaResult result = driver_.cuStreamCreate(&main_, kCudaStreamNonBlocking);
  current_ = main_;
  return result;
}

CudaResult CudaStreams::make(CudaStream &stream) {
  std::lock_guard lock(mutex_);
  if (others_.size() < kMostStreams) {
    CudaStream made = nullptr;
    if (CudaResult result = driver_.cuStreamCreate(&made, kCudaStreamNonBlocking))
      return result;
    others_.push_back(made);
    anyOthers_ = true;
  }
  stream = others_[made_++ % kMostStreams];
  return kCudaSuccess;
}

CudaResult CudaStreams::order(CudaStream earlier, CudaStream later) {
  if (earlier == later)
    return kCudaSuccess;
  CudaEventHandle event = nullptr;
  CudaResult result = driver_.cuEventCreate(&event, kCudaEventDisableTiming);
  if (!result)
    result = driver_.cuEventRecord(event, earlier);
  if (!result)
    result = driver_.cuStreamWaitEvent(later, event, 0);
  if (event)
    driver_.cuEventDestroy(event); // the driver keeps what is waited for
  return result;
}

std::vector<CudaStream> CudaStreams::others() const {
  if (!anyOthers_)
    return {};
  std::lock_guard lock(mutex_);
  return others_;
}

CudaResult CudaStreams::gather() {
  CudaResult result = kCudaSuccess;
  for (CudaStream other : others())
    result = result ? result : order(other, main_);
  return result;
}

CudaResult CudaStreams::spread() {
  CudaResult result = kCudaSuccess;
  for (CudaStream other : others())
    result = result ? result : order(main_, other);
  return result;
}

CudaResult CudaStreams::synchronize() {
  CudaResult result = driver_.cuStreamSynchronize(main_);
  for (CudaStream other : others())
    result = result ? result : driver_.cuStreamSynchronize(other);
  return result;
}

// A failure to order shows in the work that follows: the driver repeats it.
MainStreamScope::MainStreamScope(CudaStreams &streams) : streams_(streams) {
  (void)streams_.gather();
}
MainStreamScope::~MainStreamScope() {
  (void)streams_.spread();
}

} // namespace nereid
