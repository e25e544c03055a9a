#include "runtime/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <sched.h>

namespace nereid {

// One launch at a time is spread over the workers. A launch is published as a new `generation`
// under the mutex; a worker that wakes for it joins by raising `joined`, takes pieces off `next`,
// and lowers `joined` again. The launching thread closes the launch (so that no late worker can
// join) before it waits for `joined` to fall to zero, and only then leaves the stack frame that
// `work` lives in.
struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable wake, done;
  uint64_t generation = 0;
  bool open = false;
  int joined = 0;
  int started = 0;
  const std::function<void(int64_t, int64_t)> *work = nullptr;
  int64_t count = 0, piece = 1;
  alignas(64) std::atomic<int64_t> next{0};
  std::atomic<bool> busy{false};

  void takePieces() {
    for (;;) {
      int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
      if (begin >= count)
        return;
      (*work)(begin, std::min(begin + piece, count));
    }
  }

  void workerMain() {
    uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return open && generation != seen; });
      seen = generation;
      ++joined;
      lock.unlock();
      takePieces();
      lock.lock();
      if (--joined == 0)
        done.notify_one();
    }
  }
};

// The cores this process may run on, which can be fewer than the machine has.
static int availableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

ThreadPool::ThreadPool() : state_(new State), threads_(availableCores()) {}

ThreadPool &ThreadPool::shared() {
  static ThreadPool *pool = new ThreadPool;
  return *pool;
}

void ThreadPool::limit(int threads) {
  threads_ = std::clamp(threads, 1, availableCores());
}

void ThreadPool::run(int64_t count, const std::function<void(int64_t, int64_t)> &work) {
  if (count <= 0)
    return;
  bool alone = count == 1 || threads_ == 1 || state_->busy.exchange(true);
  if (alone) {
    work(0, count);
    return;
  }

  // Eight pieces a thread even out programs of different length at little cost.
  {
    std::lock_guard lock(state_->mutex);
    for (; state_->started < threads_ - 1; ++state_->started)
      std::thread([state = state_] { state->workerMain(); }).detach();
    state_->work = &work;
    state_->count = count;
    state_->piece = std::max<int64_t>(1, count / (int64_t(threads_) * 8));
    state_->next.store(0, std::memory_order_relaxed);
    state_->open = true;
    ++state_->generation;
  }
  state_->wake.notify_all();
  state_->takePieces();
  std::unique_lock lock(state_->mutex);
  state_->open = false;
  state_->done.wait(lock, [&] { return state_->joined == 0; });
  state_->busy.store(false);
}

} // namespace nereid
