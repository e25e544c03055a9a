// A signal handler for the four signals that bad kernels raise, installed once. Each guarded call
// keeps a jump buffer in a thread-local pointer; the handler jumps to it if there is one and
// otherwise passes the signal on to whoever had it before us.
#include "runtime/fault_guard.h"

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace nereid {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previous[NSIG];

struct Guard {
  sigjmp_buf back;
  Fault fault;
};
thread_local Guard *current = nullptr;

void onSignal(int signal, siginfo_t *details, void *context) {
  if (Guard *guard = current) {
    guard->fault.signal = signal;
    guard->fault.address = reinterpret_cast<uint64_t>(details->si_addr);
    siglongjmp(guard->back, 1);
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

  Guard guard;
  Guard *outer = current;
  if (sigsetjmp(guard.back, 0) == 0) {
    current = &guard;
    code();
  }
  current = outer;
  return guard.fault;
}

} // namespace nereid
