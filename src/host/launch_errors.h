// What a script sees when a launch fails.
#pragma once

#include "base/result.h"
#include "diag/diag.h"
#include "eval/error.h"
#include "host/kernel.h"

namespace nereid::host {

// An exception that a kernel is to blame for: it carries what is wrong with it as data.
class KernelFailure : public eval::Exception {
public:
  using Exception::Exception;
  std::vector<Diagnostic> diagnostics;
};

// Raises the CompilationError that `sink`, which has an error, amounts to. Its text is upstream's
// ("at LINE:COLUMN:", lines of the function, a caret, the message); its details are the
// diagnostics in full, which is what is printed if nobody catches it.
[[noreturn]] void raiseCompilationError(const KernelObject &kernel, const DiagSink &sink);

// Passes on warnings about a kernel that did compile.
void reportWarnings(const KernelObject &kernel, const DiagSink &sink);

// Raises the RuntimeError for a launch that the device could not do or finish.
[[noreturn]] void raiseLaunchFailed(const KernelObject &kernel, const Status &status);

} // namespace nereid::host
