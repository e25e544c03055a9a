// What compiled kernels said in this thread: the runtime's side of artifact/cpu_runtime_abi.h.
#pragma once

#include "runtime/failed_assertion.h"

namespace nereid {

// The last device_assert that failed in a program on this thread, which is then forgotten; its
// program is not filled in.
FailedAssertion takeAssertion();

// For the thread that launched: what its takeFailedAssertion() will return.
void keepFailedAssertion(FailedAssertion assertion);

} // namespace nereid
