#include "fatal_signals.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <unistd.h>

namespace nereid::cli {
namespace {

constexpr int kInternalError = 70; // as after a failed NEREID_CHECK

void say(const char *text) {
  ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(ignored);
}

// What runs here may use nothing that allocates or locks.
void onFatalSignal(int signal) {
  say("error[NR9001]: Nereid was stopped by ");
  say(signal == SIGABRT ? "abort()" : "a fault outside any kernel");
  say("; either it is our bug,\n   or a kernel has written past its tensors: `nereid run "
      "--device=interp FILE` checks every access\n");
  _exit(kInternalError);
}

} // namespace

void reportFatalSignals() {
  // A fault may be the end of the stack.
  static char stackMemory[64 * 1024];
  stack_t stack = {};
  stack.ss_sp = stackMemory;
  stack.ss_size = sizeof stackMemory;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = onFatalSignal;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
}

} // namespace nereid::cli
