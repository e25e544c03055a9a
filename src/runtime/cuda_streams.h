// The streams of work of one GPU: a main one, and those that a script makes.
//
// Launches go to the current stream. What Nereid does of its own accord (copies of tensors, zeros)
// is in the main stream, after everything that has been enqueued anywhere and before everything
// that will be: a script that keeps its streams in order need not know of it.
//
//   CudaStream side;
//   streams.make(side); streams.use(side);
//   launch();                                  // in `side`
//   streams.use(streams.main());
//   streams.order(side, streams.main());       // the main one waits for `side`
//   { MainStreamScope scope(streams); copy(); }
//
// Streams live as long as the context: of the 33rd on, make() gives out old ones again, as torch
// does. Thread-safe; the current stream is the context's, not a thread's.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "runtime/cuda_driver.h"

namespace nereid {

class CudaStreams {
public:
  explicit CudaStreams(const CudaDriver &driver) : driver_(driver) {}
  CudaResult open(); // on the context that they belong to

  CudaStream main() const { return main_; }
  CudaStream current() const { return current_.load(std::memory_order_relaxed); }
  bool isMainCurrent() const { return current() == main_; }
  void use(CudaStream stream) { current_ = stream; }

  CudaResult make(CudaStream &stream);
  // What is enqueued in `later` from now on waits for what is in `earlier` now.
  CudaResult order(CudaStream earlier, CudaStream later);
  // The main stream waits for all others; all others wait for it. Nothing if there are none.
  CudaResult gather();
  CudaResult spread();
  // Waits for everything.
  CudaResult synchronize();

private:
  std::vector<CudaStream> others() const;

  const CudaDriver &driver_;
  CudaStream main_ = nullptr;
  std::atomic<CudaStream> current_{nullptr};
  mutable std::mutex mutex_; // guards what follows
  std::vector<CudaStream> others_;
  std::atomic<bool> anyOthers_{false};
  size_t made_ = 0;
};

// While it lives, work goes to the main stream, in order with all others.
class MainStreamScope {
public:
  explicit MainStreamScope(CudaStreams &streams);
  ~MainStreamScope();
  MainStreamScope(const MainStreamScope &) = delete;
  MainStreamScope &operator=(const MainStreamScope &) = delete;
  CudaStream stream() const { return streams_.main(); }

private:
  CudaStreams &streams_;
};

} // namespace nereid
