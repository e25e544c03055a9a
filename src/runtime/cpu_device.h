// The CPU as a device: native kernels, their programs spread over all cores.
#pragma once

#include <memory>

#include "runtime/device.h"

namespace nereid {

// A device that runs artifacts of the CPU backend for `target` in this process. A kernel that
// touches memory it may not, or divides by zero, is stopped there: launch() returns a Status with
// code Fault that names the kernel and the program, and the process goes on.
std::unique_ptr<Device> makeCpuDevice(TargetSpec target);

} // namespace nereid
