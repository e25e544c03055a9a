// Ctrl-C while kernels run: a launch ends early, and its launch() says so.
//
// Whoever owns the process decides what interrupts it; the program `nereid` calls
// interruptLaunches() from its handler of SIGINT. Programs of the grid that run now are abandoned
// where they are, those that have not started do not start, and later launches end at once, until
// takeInterrupt().
//
//   void onInterrupt(int) { interruptLaunches(); }
//   struct sigaction action = {};
//   action.sa_handler = onInterrupt;
//   action.sa_flags = SA_RESTART | SA_NODEFER;  // the handler may not return
//   sigaction(SIGINT, &action, nullptr);
#pragma once

namespace nereid {

// Async-signal-safe. To reach kernels in other threads it sends them the signal SIGINT, so it must
// be called by a handler of that. If the calling thread runs a kernel, it does not return.
void interruptLaunches();

bool launchesInterrupted();

// Was there an interrupt since the last time? Launches run again afterwards.
bool takeInterrupt();

// Around what kernels call in Nereid itself, which must not be left halfway: locks, allocations.
void pauseInterrupts();
void resumeInterrupts(); // does not return if an interrupt arrived meanwhile

} // namespace nereid
