// The GPUs of a script: where its tensors on 'cuda' live and their kernels run.
//
// Starting a GPU takes the driver a quarter of a second, so nothing is started before the script
// asks for 'cuda', unless whoever runs it knows that it will (begin()). A machine without a GPU has
// a GpuSource too, whose find() says no.
//
//   auto source = std::make_shared<GpuSource>(loadCudaDriver(), std::nullopt, engineOptions);
//   if (Gpu *gpu = source->find()) gpu->engine.compile(...);     // the script's current one
//   else note(source->reason());
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "jit/engine.h"
#include "runtime/cuda_device.h"

namespace nereid::host {

class Gpu {
public:
  Gpu(std::unique_ptr<CudaDevice> started, int index, const jit::EngineOptions &options)
      : device(*started), memory(started->memory()), index(index),
        engine(std::move(started), options) {}

  CudaDevice &device; // the engine's
  const std::shared_ptr<CudaMemory> memory;
  const int index; // of cuda:0, cuda:1, ...
  jit::Engine engine;
};

// Where a tensor is: in the CPU's memory, or on a GPU. If there is none, a tensor that was made on
// cuda:0 says that it is there, and lies in the CPU's memory.
struct Place {
  int gpu = -1;
  static Place cpu() { return {}; }
  static Place cuda(int gpu) { return {gpu}; }
  bool isCuda() const { return gpu >= 0; }
  bool operator==(const Place &) const = default;
};

class GpuSource {
public:
  // `only`: the script sees one GPU, this one of the machine's; else all.
  GpuSource(Result<const CudaDriver *> driver, std::optional<int> only, jit::EngineOptions options)
      : driver_(std::move(driver)), only_(only), options_(std::move(options)) {}

  // How many a script sees. Waits for the driver.
  int count();
  // torch.cuda.current_device(): what 'cuda' means without a number.
  int current() const { return current_; }
  void setCurrent(int index) { current_ = index; }

  // Starts a GPU on a thread of its own, if that has not been done.
  void begin(int index = 0);
  // Waits for it; null: it is not there.
  Gpu *find(int index);
  Gpu *find() { return find(current_); }
  // The GPU if the script has used it; starts nothing.
  Gpu *inUse(int index) const {
    return index < kMost ? slots_[size_t(index)].ready.load(std::memory_order_acquire) : nullptr;
  }
  Gpu *inUse() const { return inUse(current_); }
  // Each that the script has used.
  void forEachInUse(const std::function<void(Gpu &)> &act) const;
  bool hasDriver() const { return driver_.ok(); }
  // Why find() of the current one returned null.
  const Status &reason() const { return slots_[size_t(current_.load())].reason; }

  // Where the script is, and how to say it: reports of faults name the line of the launch.
  void setPlaces(std::function<uint64_t()> here, std::function<std::string(uint64_t)> text);
  void noteLaunch(Gpu &gpu) const {
    if (here_)
      gpu.device.context()->setPlace(here_());
  }

private:
  static constexpr int kMost = 16; // GPUs of a machine

  struct Slot {
    std::shared_ptr<CudaContext> context;
    bool isDone = false;
    std::unique_ptr<Gpu> found;
    std::atomic<Gpu *> ready{nullptr}; // `found`, for those who must not wait
    Status reason;
  };

  const Result<const CudaDriver *> driver_;
  const std::optional<int> only_;
  const jit::EngineOptions options_;
  std::atomic<int> current_{0};
  std::mutex mutex_; // guards what follows
  std::array<Slot, kMost> slots_;
  std::function<uint64_t()> here_;
  std::function<std::string(uint64_t)> placeText_;
};

} // namespace nereid::host
