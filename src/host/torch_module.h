// The `torch` that scripts import: tensors in the CPU's memory, without Python and PyTorch.
//
// The functions are those that scripts around kernels use; what is missing says so, with the names
// that are near. `torch.cuda` answers that there is no GPU.
//
//   options.modules.merge(torchModules());
#pragma once

#include "host/interpreter.h"

namespace nereid::host {

// torch, torch.nn, torch.nn.functional, torch.testing, torch.cuda, torch.backends, ...
ModuleRegistry torchModules();

// The device that tensors are on: for ScriptContext::torchDevice.
eval::Value torchCpuDevice();

} // namespace nereid::host
