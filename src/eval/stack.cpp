#include "eval/stack.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>
#include <utility>

#include "base/text.h"
#include "eval/error.h"

namespace nereid::eval {

namespace {

constexpr size_t kReserve = 256 * 1024;
// A main thread may have been given an unlimited stack; we never plan to use more than this.
constexpr size_t kMostUsed = 64 * 1024 * 1024;

// The address below which this thread's stack counts as used up.
uintptr_t lowestSafeAddress() {
  pthread_attr_t attr;
  void *bottom = nullptr;
  size_t size = 0;
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (pthread_getattr_np(pthread_self(), &attr) == 0) {
    pthread_attr_getstack(&attr, &bottom, &size);
    pthread_attr_destroy(&attr);
  }
  uintptr_t lowest = reinterpret_cast<uintptr_t>(bottom);
  if (here > kMostUsed && lowest < here - kMostUsed)
    lowest = here - kMostUsed;
  return lowest + kReserve;
}

thread_local uintptr_t otherLowest = 0;

} // namespace

bool stackIsLow() {
  thread_local const uintptr_t lowest = lowestSafeAddress();
  uintptr_t limit = otherLowest ? otherLowest : lowest;
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < limit;
}

uintptr_t exchangeStackLimit(uintptr_t lowest) {
  return std::exchange(otherLowest, lowest);
}

uintptr_t stackLimitOf(const void *bottom) {
  return reinterpret_cast<uintptr_t>(bottom) + kReserve;
}

void checkStack(std::string_view doing) {
  if (stackIsLow()) [[unlikely]]
    raise("RecursionError", cat("maximum recursion depth exceeded ", doing));
}

} // namespace nereid::eval
