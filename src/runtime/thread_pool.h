// The pool that runs a launch's programs on all cores.
//
// Workers sleep between launches. The thread that launches starts on the work at once and waits
// only for workers that have joined, so a small launch never pays for a slow wake-up.
#pragma once

#include <cstdint>
#include <functional>

namespace nereid {

class ThreadPool {
public:
  // The process's pool: one worker per core beyond the first, started at first use.
  static ThreadPool &shared();

  // Threads that may work on a launch, the calling one included.
  int threads() const { return threads_; }

  // At most this many from now on (1: everything on the calling thread), up to the core count.
  void limit(int threads);

  // Calls work(begin, end) for pieces of [0, count) that cover it, from several threads at once,
  // and returns when all are done. `work` must not throw. A launch from inside `work`, or while
  // another thread's launch is running, runs on the calling thread alone.
  void run(int64_t count, const std::function<void(int64_t begin, int64_t end)> &work);

  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

private:
  ThreadPool();
  ~ThreadPool() = delete; // lives until the process ends: workers may be asleep in it
  struct State;
  State *state_;
  int threads_;
};

} // namespace nereid
