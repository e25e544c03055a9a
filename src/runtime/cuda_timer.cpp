#include "runtime/cuda_timer.h"

namespace nereid {

constexpr uint64_t kClearedBytes = uint64_t(256) << 20; // as upstream's do_bench clears

CudaTimer::CudaTimer(std::shared_ptr<CudaContext> context, std::shared_ptr<CudaMemory> memory)
    : context_(std::move(context)), memory_(std::move(memory)) {}

CudaTimer::~CudaTimer() {
  if (!context_->enter().ok())
    return;
  const CudaDriver &driver = context_->driver();
  if (context_->isCapturing())
    (void)endCapture();
  if (exec_)
    driver.cuGraphExecDestroy(exec_);
  if (graph_)
    driver.cuGraphDestroy(graph_);
  if (buffer_)
    memory_->release(buffer_);
}

Status CudaTimer::clearCache() {
  if (!buffer_) {
    auto allocated = memory_->allocate(kClearedBytes);
    if (!allocated.ok())
      return allocated.error();
    buffer_ = allocated.value();
  }
  return memory_->fillWithZeros(buffer_, kClearedBytes);
}

Status CudaTimer::mark() {
  if (marks_ == events_.size())
    events_.emplace_back(context_);
  return events_[marks_++].record();
}

Result<std::vector<double>> CudaTimer::takeIntervals() {
  std::vector<double> intervals;
  for (size_t i = 0; i + 1 < marks_; i += 2) {
    auto interval = events_[i].millisecondsUntil(events_[i + 1]);
    if (!interval.ok())
      return interval.error();
    intervals.push_back(interval.value());
  }
  marks_ = 0;
  return intervals;
}

Status CudaTimer::beginCapture() {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  CudaResult result =
      context_->driver().cuStreamBeginCapture(context_->stream(), kCudaCaptureRelaxed);
  if (result)
    return context_->failure(result, "capturing launches");
  context_->setCapturing(true);
  return {};
}

Status CudaTimer::endCapture() {
  const CudaDriver &driver = context_->driver();
  context_->setCapturing(false);
  CudaResult result = driver.cuStreamEndCapture(context_->stream(), &graph_);
  if (!result)
    result = driver.cuGraphInstantiate(&exec_, graph_, 0);
  return result ? context_->failure(result, "capturing launches") : Status();
}

Status CudaTimer::replay() {
  CudaResult result = context_->driver().cuGraphLaunch(exec_, context_->stream());
  return result ? context_->failure(result, "replaying launches") : Status();
}

} // namespace nereid
