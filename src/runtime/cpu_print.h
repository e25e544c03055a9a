// What compiled kernels said in this thread: the runtime's side of artifact/cpu_runtime_abi.h.
#pragma once

#include <string>

namespace nereid {

// The message of the last device_assert that failed on this thread, which is then forgotten.
std::string takeAssertion();

} // namespace nereid
