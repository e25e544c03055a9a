// The `torch` that scripts import, without Python and PyTorch.
//
// Tensors on 'cuda' live in the memory of `gpu`, where kernels work on them. Torch's own functions
// run on the CPU: they get the bytes copied here first, and what they make is copied to the GPU
// when a kernel is launched on it (tensor/device_copy.h).
//
// The functions are those that scripts around kernels use; what is missing says so, with the names
// that are near. Without a GPU (null), `torch.cuda` says so, and tensors on 'cuda' are the CPU's.
//
//   options.modules.merge(torchModules());
#pragma once

#include "host/gpu.h"
#include "host/interpreter.h"

namespace nereid::host {

// torch, torch.nn, torch.nn.functional, torch.testing, torch.cuda, torch.backends, ...
ModuleRegistry torchModules(std::shared_ptr<GpuSource> gpu = nullptr);

// The device that tensors are on: for ScriptContext::torchDevice.
eval::Value torchCpuDevice();
eval::Value torchCudaDevice();

} // namespace nereid::host
