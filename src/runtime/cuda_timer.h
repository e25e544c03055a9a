// Time as the GPU sees it: events, and graphs of launches that replay without host work between.
//
//   CudaTimer timer(context, memory);
//   timer.clearCache();                         // what is measured must come from memory
//   timer.mark(); launch(); timer.mark();
//   std::vector<double> times = timer.takeIntervals().value();  // waits; milliseconds
//
// One thread at a time.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "runtime/cuda_context.h"
#include "runtime/cuda_event.h"
#include "runtime/cuda_memory.h"

namespace nereid {

class CudaTimer {
public:
  CudaTimer(std::shared_ptr<CudaContext> context, std::shared_ptr<CudaMemory> memory);
  ~CudaTimer();
  CudaTimer(const CudaTimer &) = delete;
  CudaTimer &operator=(const CudaTimer &) = delete;

  // Fills a buffer several times the size of the L2 cache.
  Status clearCache();
  // Notes the time when everything enqueued before is done.
  Status mark();
  // The milliseconds between the first and the second mark, the third and the fourth, ... and
  // forgets the marks. Waits for them.
  Result<std::vector<double>> takeIntervals();

  // Launches become nodes of a graph instead of running, until endCapture() or the timer's end.
  // Nothing in between may wait for the GPU.
  Status beginCapture();
  Status endCapture();
  Status replay();

private:
  const std::shared_ptr<CudaContext> context_;
  const std::shared_ptr<CudaMemory> memory_;
  uint64_t buffer_ = 0;
  std::deque<CudaEvent> events_; // kept for the next marks
  size_t marks_ = 0;
  CudaGraph graph_ = nullptr;
  CudaGraphExec exec_ = nullptr;
};

} // namespace nereid
