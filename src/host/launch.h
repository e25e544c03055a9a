// One launch, from the arguments of `kernel[grid](...)` to the device.
//
// A launch of a kernel that is compiled takes a few microseconds: arguments are matched to
// parameters by position and by comparing names, converted in place, and looked up by one key.
//
// Raises what the script sees: TypeError and KeyError for arguments that do not fit,
// triton.CompilationError for a kernel that is wrong, RuntimeError for one that failed.
#pragma once

#include <string>

#include "host/kernel.h"
#include "runtime/device.h"

namespace nereid::host {

// What a kernel does for its Launchable members.
BoundLaunch bindKernel(KernelObject &kernel, const LaunchCall &call);
eval::Value launchKernel(KernelObject &kernel, const LaunchCall &call);

// Compiles a launch that is bound. Null if `sink` received an error. Several threads may compile
// launches of one kernel at once.
std::shared_ptr<const jit::Compiled> compileBound(KernelObject &kernel, const BoundLaunch &launch,
                                                  DiagSink &sink);

PreparedLaunch prepareLaunch(BoundLaunch launch, std::shared_ptr<const jit::Compiled> compiled);

// Brings the contents of a launch's tensors to where it runs, as far as they are not there.
void makeCurrent(const KernelObject &kernel, const PreparedLaunch &launch);

// Makes a prepared launch current and gives it to the device; a grid of no programs is no launch.
void runPrepared(const KernelObject &kernel, const PreparedLaunch &launch);

// Changes whenever the text of the kernel does.
std::string cacheKeyOf(const KernelObject &kernel);

} // namespace nereid::host
