// The GPU of a script: where its tensors on 'cuda' live and their kernels run.
//
// Starting a GPU takes the driver a quarter of a second, so nothing is started before the script
// asks for 'cuda', unless whoever runs it knows that it will (begin()). A machine without a GPU has
// a GpuSource too, whose find() says no.
//
//   auto source = std::make_shared<GpuSource>(loadCudaDriver(), 0, engineOptions);
//   if (Gpu *gpu = source->find()) gpu->engine.compile(...);
//   else note(source->reason());
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "jit/engine.h"
#include "runtime/cuda_device.h"

namespace nereid::host {

class Gpu {
public:
  Gpu(std::unique_ptr<CudaDevice> started, const jit::EngineOptions &options)
      : device(*started), memory(started->memory()), engine(std::move(started), options) {}

  CudaDevice &device; // the engine's
  const std::shared_ptr<CudaMemory> memory;
  jit::Engine engine;
};

class GpuSource {
public:
  GpuSource(Result<const CudaDriver *> driver, int ordinal, jit::EngineOptions options)
      : driver_(std::move(driver)), ordinal_(ordinal), options_(std::move(options)) {}

  // Starts the GPU on a thread of its own, if that has not been done.
  void begin();
  // Waits for it; null: there is none.
  Gpu *find();
  // The GPU if the script has used it; starts nothing.
  Gpu *inUse() const { return ready_.load(std::memory_order_acquire); }
  bool hasDriver() const { return driver_.ok(); }
  // Why there is none, after find() said so.
  const Status &reason() const { return reason_; }
  int ordinal() const { return ordinal_; }

  // Where the script is, and how to say it: reports of faults name the line of the launch.
  void setPlaces(std::function<uint64_t()> here, std::function<std::string(uint64_t)> text);
  void noteLaunch(Gpu &gpu) const {
    if (here_)
      gpu.device.context()->setPlace(here_());
  }

private:
  const Result<const CudaDriver *> driver_;
  const int ordinal_;
  const jit::EngineOptions options_;
  std::mutex mutex_;
  std::shared_ptr<CudaContext> context_;
  bool isDone_ = false;
  std::unique_ptr<Gpu> found_;
  std::atomic<Gpu *> ready_{nullptr}; // found_, for those who must not wait
  Status reason_;
  std::function<uint64_t()> here_;
  std::function<std::string(uint64_t)> placeText_;
};

} // namespace nereid::host
