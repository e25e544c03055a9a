// The last words of a process that is beyond help: one message instead of a bare "Segmentation
// fault", exit status 70, no core dump. Faults inside kernels never get here
// (runtime/fault_guard.h).
#pragma once

namespace nereid::cli {

// Once, at the start of main.
void reportFatalSignals();

} // namespace nereid::cli
