// A device_assert that failed in compiled code, as the diagnostic that the interpreter gives.
#pragma once

#include <optional>

#include "diag/diag.h"
#include "runtime/failed_assertion.h"
#include "source/source.h"

namespace nereid::jit {

// `kernel`: a place in the kernel's file. Nothing where the assertion stands in another file.
std::optional<Diagnostic> diagnosticOf(const FailedAssertion &assertion, const SourceMap &sources,
                                       Span kernel);

} // namespace nereid::jit
