// The interpreter as a device: it loads tile IR and runs it in the host's memory, every access
// checked where it can be (memory_guard.h).
//
//   std::unique_ptr<InterpDevice> device = makeInterpDevice();
//   auto kernel = device->load(artifact);
//   Status status = device->launch(*kernel.value(), {.x = 4}, arguments);
//   if (!status.ok())
//     for (const Diagnostic &d : device->takeDiagnostics()) ...
//
// A launch runs its programs one after another in the order of their linear ids, on the calling
// thread. A fault ends the launch at once: what was stored before it stays stored.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "runtime/device.h"

namespace nereid {

class InterpDevice : public Device {
public:
  // What went wrong in launches since the last call: for each that returned a Fault, the whole of
  // what its Status tells in one line.
  virtual std::vector<Diagnostic> takeDiagnostics() = 0;

  // Where device_print goes; standard output at first. Calls never overlap.
  virtual void setPrint(std::function<void(std::string_view)> print) = 0;
};

std::unique_ptr<InterpDevice> makeInterpDevice();

} // namespace nereid
