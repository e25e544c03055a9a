// One GPU, ready to work: its primary context, its streams, and what is known of it.
//
// Starting takes the driver a quarter of a second. So start() returns at once and works on a thread
// of its own: facts() waits until the GPU is known, enter() until its context is there.
//
//   auto context = CudaContext::start(driver, 0);
//   const CudaFacts &facts = context->facts().value();   // enough to compile for it
//   Status entered = context->enter();                   // this thread may now call the driver
//
// A kernel that touches memory it may not breaks its context for good: from then on every call
// returns the Status that said so first.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "runtime/cuda_driver.h"
#include "runtime/cuda_streams.h"
#include "runtime/device.h"

namespace nereid {

struct CudaFacts {
  std::string name;
  int driverVersion = 0; // 13000: 13.0
  int devices = 0;       // how many GPUs there are
  int capabilityMajor = 0, capabilityMinor = 0;
  int multiprocessors = 0;
  int maxThreads = 0; // per program
  int maxShared = 0;  // bytes per program, opted in
  int sharedPerMultiprocessor = 0;
  int registersPerMultiprocessor = 0;
  int threadsPerMultiprocessor = 0;
  int l2Bytes = 0;
  int clockKilohertz = 0, memoryKilohertz = 0, memoryBusBits = 0;
  uint64_t memoryBytes = 0;

  std::string arch() const; // "sm_90a"
};

class CudaContext {
public:
  static std::shared_ptr<CudaContext> start(const CudaDriver &driver, int ordinal);
  ~CudaContext();
  CudaContext(const CudaContext &) = delete;
  CudaContext &operator=(const CudaContext &) = delete;

  Result<const CudaFacts *> facts() const;
  // Makes the context current on this thread; returns what broke it, or kept it from starting.
  Status enter();

  const CudaDriver &driver() const { return driver_; }
  int ordinal() const { return ordinal_; }
  // Where launches go now; made by the time that enter() has succeeded.
  CudaStream stream() const { return streams_.current(); }
  CudaStreams &streams() { return streams_; }

  // Waits for everything enqueued, in all streams; a fault names the launches since the last time.
  Status synchronize();

  // While a graph is being captured, launches become its nodes.
  bool isCapturing() const { return isCapturing_; }
  void setCapturing(bool on) { isCapturing_ = on; }

  // A u32 of the GPU's memory, 0 between launches, of which the next launch may draw the numbers of
  // its programs; zero where another might do so at the same time.
  CudaAddress programCounter();

  // Where the next launches are written, in the caller's own terms, and how to say that in a
  // report: "script.py:12". Both may be left out.
  void setPlace(uint64_t place) { place_.store(place, std::memory_order_relaxed); }
  void setPlaceText(std::function<std::string(uint64_t)> text);

  // Remembers a launch, for the report of a fault that is only seen later.
  void record(const std::shared_ptr<const std::string> &kernel, Grid grid);

  // A Status for what the driver said while `doing` something. Faults of kernels name the launches
  // that may have caused them, and break the context.
  Status failure(CudaResult result, std::string_view doing);

private:
  CudaContext(const CudaDriver &driver, int ordinal);
  Status learn();
  Status open();
  std::string suspects() const; // the launches that a fault may come from

  static constexpr size_t kRemembered = 8;

  const CudaDriver &driver_;
  const int ordinal_;
  int device_ = 0;
  CudaFacts facts_;
  CudaContextHandle context_ = nullptr;
  CudaStreams streams_;
  std::shared_future<Status> known_, ready_;
  std::thread thread_;

  std::mutex mutex_; // guards what follows
  struct Launch {
    std::shared_ptr<const std::string> kernel;
    Grid grid;
    uint64_t place = 0;
  };
  std::array<Launch, kRemembered> launches_;
  uint64_t launched_ = 0; // since the last synchronization
  std::function<std::string(uint64_t)> placeText_;
  Status broken_;
  CudaAddress programCounter_ = 0;
  std::atomic<bool> isBroken_{false};
  std::atomic<bool> isCapturing_{false};
  std::atomic<uint64_t> place_{0};
};

} // namespace nereid
