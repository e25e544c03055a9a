#include "eval/stack.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

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

} // namespace

bool stackIsLow() {
  thread_local const uintptr_t lowest = lowestSafeAddress();
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < lowest;
}

void checkStack(std::string_view doing) {
  if (stackIsLow()) [[unlikely]]
    raise("RecursionError", cat("maximum recursion depth exceeded ", doing));
}

} // namespace nereid::eval
