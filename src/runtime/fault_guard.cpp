// A signal handler for the four signals that bad kernels raise, installed once. Each guarded call
// keeps a jump buffer in a thread-local pointer; the handler jumps to it if there is one and
// otherwise passes the signal on to whoever had it before us. Ctrl-C leaves a guarded call by the
// same jump: every thread with a guard is on a list, and is sent the signal.
#include "runtime/fault_guard.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>

#include <pthread.h>

#include "runtime/interrupt.h"

namespace nereid {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previous[NSIG];

struct Guard {
  sigjmp_buf back;
  Fault fault;
};
thread_local Guard *current = nullptr;

std::atomic<bool> interrupted{false};
thread_local volatile sig_atomic_t paused = 0;

// A thread that runs guarded code, now or sometimes.
struct GuardedThread {
  std::atomic<bool> taken{false};
  std::atomic<bool> inside{false};
  std::atomic<pthread_t> thread{};
};
static_assert(std::atomic<pthread_t>::is_always_lock_free, "read by a signal handler");
constexpr int kThreads = 1024; // more run unlisted: they finish what they are at
GuardedThread threads[kThreads];

// This thread's place on the list, for as long as it lives.
struct Listing {
  GuardedThread *place = nullptr;
  Listing() {
    for (GuardedThread &each : threads)
      if (!each.taken.exchange(true)) {
        each.thread = pthread_self();
        place = &each;
        return;
      }
  }
  ~Listing() {
    if (place)
      place->taken = false;
  }
  void enter(bool inside) {
    if (place)
      place->inside = inside;
  }
};

[[noreturn]] void leave(Guard &guard, int signal) {
  guard.fault.signal = signal;
  siglongjmp(guard.back, 1);
}

void onSignal(int signal, siginfo_t *details, void *context) {
  if (Guard *guard = current) {
    guard->fault.address = reinterpret_cast<uint64_t>(details->si_addr);
    leave(*guard, signal);
  }
  const struct sigaction &old = previous[signal];
  if (old.sa_flags & SA_SIGINFO) {
    old.sa_sigaction(signal, details, context);
  } else if (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN) {
    std::signal(signal, SIG_DFL); // the faulting instruction runs again and ends the process
  } else {
    old.sa_handler(signal);
  }
}

void install() {
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (int signal : kSignals)
    sigaction(signal, &action, &previous[signal]);
}

// A kernel may fault by running off the stack, so the handler gets one of its own per thread.
struct SignalStack {
  static constexpr size_t kSize = 64 * 1024;
  std::unique_ptr<char[]> memory{new char[kSize]};
  bool ours = false;
  SignalStack() {
    stack_t old = {};
    sigaltstack(nullptr, &old);
    if (!(old.ss_flags & SS_DISABLE))
      return;
    stack_t stack = {};
    stack.ss_sp = memory.get();
    stack.ss_size = kSize;
    ours = sigaltstack(&stack, nullptr) == 0;
  }
  ~SignalStack() {
    if (!ours)
      return;
    stack_t off = {};
    off.ss_flags = SS_DISABLE;
    sigaltstack(&off, nullptr);
  }
};

} // namespace

Fault runGuarded(const std::function<void()> &code) {
  static std::once_flag once;
  std::call_once(once, install);
  static thread_local SignalStack stack;
  static thread_local Listing listing;

  Guard guard;
  Guard *outer = current;
  if (sigsetjmp(guard.back, 0) == 0) {
    listing.enter(true);
    current = &guard;
    // After the guard is set: an interrupt from now on finds it.
    if (interrupted)
      guard.fault.signal = SIGINT;
    else
      code();
  }
  current = outer;
  listing.enter(outer != nullptr);
  return guard.fault;
}

void interruptLaunches() {
  if (!interrupted.exchange(true))
    for (GuardedThread &each : threads)
      if (each.taken && each.inside && !pthread_equal(each.thread, pthread_self()))
        pthread_kill(each.thread, SIGINT);
  if (current && !paused)
    leave(*current, SIGINT);
}

bool launchesInterrupted() {
  return interrupted.load(std::memory_order_relaxed);
}

bool takeInterrupt() {
  return interrupted.exchange(false);
}

void pauseInterrupts() {
  paused = 1;
}

void resumeInterrupts() {
  paused = 0;
  if (current && interrupted)
    leave(*current, SIGINT);
}

} // namespace nereid
