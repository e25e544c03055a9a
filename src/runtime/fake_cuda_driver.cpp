#include "runtime/fake_cuda_driver.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

namespace nereid {
namespace {

std::unique_ptr<FakeGpu> current;
std::map<CudaAddress, size_t> blocks;

struct FakeFunction {
  std::string name;
};
// Guards what is kept here: a context starts on a thread of its own, and tuning compiles on
// several.
std::mutex noting;

CudaResult noted(const char *call) {
  std::lock_guard lock(noting);
  current->calls.emplace_back(call);
  auto found = current->fail.find(call);
  return found == current->fail.end() ? kCudaSuccess : found->second;
}

void launch(FakeFunction *function, const CudaNodeParameters &p, bool fromGraph,
            CudaStream stream) {
  Grid grid{p.gridX, p.gridY, p.gridZ};
  current->launches.push_back(
      {function->name, grid, p.blockX, p.blockY, p.sharedBytes, fromGraph, stream});
  if (auto found = current->kernels.find(function->name); found != current->kernels.end())
    found->second(grid, p.parameters);
}

template <typename To, typename From> To *as(From *handle) {
  return reinterpret_cast<To *>(handle);
}

void fillDeviceCalls(CudaDriver &driver) {
  driver.cuInit = [](unsigned) { return noted("cuInit"); };
  driver.cuDriverGetVersion = [](int *version) {
    *version = 13000;
    return noted("cuDriverGetVersion");
  };
  driver.cuGetErrorName = [](CudaResult error, const char **name) {
    *name = error == kCudaIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_OTHER";
    return kCudaSuccess;
  };
  driver.cuGetErrorString = [](CudaResult, const char **text) {
    *text = "as the driver says it";
    return kCudaSuccess;
  };
  driver.cuDeviceGetCount = [](int *count) {
    *count = current->devices;
    return noted("cuDeviceGetCount");
  };
  driver.cuDeviceGet = [](int *device, int ordinal) {
    *device = ordinal;
    return noted("cuDeviceGet");
  };
  driver.cuDeviceGetName = [](char *name, int length, int) {
    std::strncpy(name, "Fake GPU", size_t(length));
    return noted("cuDeviceGetName");
  };
  driver.cuDeviceGetAttribute = [](int *value, int attribute, int) {
    *value = current->attributes[attribute];
    return kCudaSuccess;
  };
  driver.cuDeviceTotalMem = [](size_t *bytes, int) {
    *bytes = current->memoryBytes;
    return kCudaSuccess;
  };
  driver.cuDevicePrimaryCtxRetain = [](CudaContextHandle *context, int) {
    *context = as<CudaContextTag>(current.get());
    return noted("cuDevicePrimaryCtxRetain");
  };
  driver.cuDevicePrimaryCtxRelease = [](int) { return noted("cuDevicePrimaryCtxRelease"); };
  driver.cuCtxSetCurrent = [](CudaContextHandle) { return noted("cuCtxSetCurrent"); };
}

void fillModuleCalls(CudaDriver &driver) {
  driver.cuModuleLoadData = [](CudaModule *module, const void *) {
    *module = as<CudaModuleTag>(current.get());
    return noted("cuModuleLoadData");
  };
  driver.cuModuleUnload = [](CudaModule) { return noted("cuModuleUnload"); };
  driver.cuModuleGetFunction = [](CudaFunction *function, CudaModule, const char *name) {
    static std::map<std::string, FakeFunction> functions;
    {
      std::lock_guard lock(noting);
      *function = as<CudaFunctionTag>(&functions.emplace(name, FakeFunction{name}).first->second);
    }
    return noted("cuModuleGetFunction");
  };
  driver.cuFuncSetAttribute = [](CudaFunction, int attribute, int value) {
    if (attribute == kCudaMaxDynamicShared) {
      std::lock_guard lock(noting);
      current->dynamicShared = std::max(current->dynamicShared, value);
    }
    return noted("cuFuncSetAttribute");
  };
  driver.cuFuncGetAttribute = [](int *value, int attribute, CudaFunction) {
    *value = attribute == kCudaRegisters ? current->registers : 0;
    return kCudaSuccess;
  };
  driver.cuOccupancyMaxActiveBlocks = [](int *blocks, CudaFunction, int threads, size_t) {
    *blocks = current->attributes[kCudaRegistersPerMultiprocessor] / (threads * current->registers);
    return kCudaSuccess;
  };
  driver.cuLinkCreate = [](unsigned, int *, void **, CudaLink *link) {
    *link = as<CudaLinkTag>(current.get());
    return noted("cuLinkCreate");
  };
  driver.cuLinkAddData = [](CudaLink, int, void *data, size_t bytes, const char *, unsigned, int *,
                            void **) {
    {
      std::lock_guard lock(noting);
      current->assembled.assign(static_cast<char *>(data), bytes - 1);
    }
    return noted("cuLinkAddData");
  };
  driver.cuLinkComplete = [](CudaLink, void **cubin, size_t *bytes) {
    static char text[] = "\x7f"
                         "ELF cubin";
    *cubin = text;
    *bytes = sizeof text - 1;
    return noted("cuLinkComplete");
  };
  driver.cuLinkDestroy = [](CudaLink) { return noted("cuLinkDestroy"); };
}

void fillMemoryCalls(CudaDriver &driver) {
  driver.cuMemGetInfo = [](size_t *free, size_t *total) {
    *total = current->memoryBytes;
    *free = current->memoryBytes - current->usedBytes;
    return kCudaSuccess;
  };
  driver.cuMemAlloc = [](CudaAddress *address, size_t bytes) {
    CudaResult result = noted("cuMemAlloc");
    if (!result && current->usedBytes + bytes > current->memoryBytes)
      result = kCudaOutOfMemory;
    if (result)
      return result;
    *address = reinterpret_cast<CudaAddress>(std::aligned_alloc(512, (bytes + 511) / 512 * 512));
    blocks[*address] = bytes;
    current->usedBytes += bytes;
    return result;
  };
  driver.cuMemFree = [](CudaAddress address) {
    current->usedBytes -= blocks[address];
    blocks.erase(address);
    std::free(reinterpret_cast<void *>(address));
    return noted("cuMemFree");
  };
  driver.cuMemHostAlloc = [](void **memory, size_t bytes, unsigned) {
    *memory = std::malloc(bytes);
    return noted("cuMemHostAlloc");
  };
  driver.cuMemFreeHost = [](void *memory) {
    std::free(memory);
    return noted("cuMemFreeHost");
  };
  driver.cuMemcpyHtoDAsync = [](CudaAddress to, const void *from, size_t bytes, CudaStream) {
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    return noted("cuMemcpyHtoDAsync");
  };
  driver.cuMemcpyDtoHAsync = [](void *to, CudaAddress from, size_t bytes, CudaStream) {
    std::memcpy(to, reinterpret_cast<void *>(from), bytes);
    return noted("cuMemcpyDtoHAsync");
  };
  driver.cuMemcpyDtoDAsync = [](CudaAddress to, CudaAddress from, size_t bytes, CudaStream) {
    std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
    return noted("cuMemcpyDtoDAsync");
  };
  driver.cuMemsetD8Async = [](CudaAddress to, unsigned char value, size_t bytes, CudaStream) {
    constexpr size_t kCacheSized = size_t(64) << 20; // a timer's, which nobody reads
    if (bytes < kCacheSized)
      std::memset(reinterpret_cast<void *>(to), value, bytes);
    return noted("cuMemsetD8Async");
  };
}

void fillStreamCalls(CudaDriver &driver) {
  // The number of a stream, counted from 1.
  driver.cuStreamCreate = [](CudaStream *stream, unsigned) {
    *stream = reinterpret_cast<CudaStream>(intptr_t(++current->streams));
    return noted("cuStreamCreate");
  };
  driver.cuStreamSynchronize = [](CudaStream) {
    CudaResult result = noted("cuStreamSynchronize");
    return result ? result : current->fault;
  };
  driver.cuStreamQuery = [](CudaStream) { return noted("cuStreamQuery"); };
  driver.cuStreamWaitEvent = [](CudaStream, CudaEventHandle, unsigned) {
    return noted("cuStreamWaitEvent");
  };
  driver.cuStreamBeginCapture = [](CudaStream, int) { return noted("cuStreamBeginCapture"); };
  driver.cuStreamEndCapture = [](CudaStream, CudaGraph *graph) {
    *graph = as<CudaGraphTag>(new CudaNodeParameters());
    return noted("cuStreamEndCapture");
  };
  // An event's time is the number of launches before it: each takes a millisecond here.
  driver.cuEventCreate = [](CudaEventHandle *event, unsigned) {
    *event = as<CudaEventTag>(new size_t(0));
    return noted("cuEventCreate");
  };
  driver.cuEventRecord = [](CudaEventHandle event, CudaStream) {
    *as<size_t>(event) = current->launches.size();
    return noted("cuEventRecord");
  };
  driver.cuEventSynchronize = [](CudaEventHandle) { return noted("cuEventSynchronize"); };
  driver.cuEventQuery = [](CudaEventHandle) { return noted("cuEventQuery"); };
  driver.cuEventElapsedTime = [](float *milliseconds, CudaEventHandle from, CudaEventHandle to) {
    *milliseconds = float(*as<size_t>(to) - *as<size_t>(from));
    return noted("cuEventElapsedTime");
  };
  driver.cuEventDestroy = [](CudaEventHandle event) {
    delete as<size_t>(event);
    return noted("cuEventDestroy");
  };
}

void fillLaunchCalls(CudaDriver &driver) {
  driver.cuLaunchKernel = [](CudaFunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                             unsigned blockX, unsigned blockY, unsigned blockZ,
                             unsigned sharedBytes, CudaStream stream, void **parameters, void **) {
    CudaResult result = noted("cuLaunchKernel");
    if (!result)
      launch(as<FakeFunction>(function),
             {function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, parameters},
             false, stream);
    return result;
  };
  // A graph is its one node, and an executable graph a copy of that; captured ones are empty.
  driver.cuGraphCreate = [](CudaGraph *graph, unsigned) {
    *graph = as<CudaGraphTag>(new CudaNodeParameters());
    return noted("cuGraphCreate");
  };
  driver.cuGraphAddKernelNode = [](CudaGraphNode *node, CudaGraph graph, const CudaGraphNode *,
                                   size_t, const CudaNodeParameters *parameters) {
    *as<CudaNodeParameters>(graph) = *parameters;
    *node = as<CudaGraphNodeTag>(graph);
    return noted("cuGraphAddKernelNode");
  };
  driver.cuGraphInstantiate = [](CudaGraphExec *exec, CudaGraph graph, unsigned long long) {
    *exec = as<CudaGraphExecTag>(new CudaNodeParameters(*as<CudaNodeParameters>(graph)));
    return noted("cuGraphInstantiate");
  };
  driver.cuGraphExecKernelNodeSetParams = [](CudaGraphExec exec, CudaGraphNode,
                                             const CudaNodeParameters *parameters) {
    *as<CudaNodeParameters>(exec) = *parameters;
    return noted("cuGraphExecKernelNodeSetParams");
  };
  driver.cuGraphLaunch = [](CudaGraphExec exec, CudaStream stream) {
    CudaResult result = noted("cuGraphLaunch");
    auto *node = as<CudaNodeParameters>(exec);
    if (!result && node->function)
      launch(as<FakeFunction>(node->function), *node, true, stream);
    return result;
  };
  // A map is what it was made of, as far as it has room.
  driver.cuTensorMapEncodeTiled = [](void *map, int, uint32_t rank, void *base,
                                     const uint64_t *extents, const uint64_t *strides,
                                     const uint32_t *box, const uint32_t *, int, int, int, int) {
    FakeMap made{rank, base, {}, {}, {}};
    for (uint32_t axis = 0; axis < rank && axis < 3; ++axis) {
      made.extents[axis] = extents[axis];
      made.box[axis] = box[axis];
      if (axis > 0)
        made.strides[axis] = strides[axis - 1];
    }
    std::memcpy(map, &made, sizeof made);
    return noted("cuTensorMapEncodeTiled");
  };
  driver.cuGraphExecDestroy = [](CudaGraphExec exec) {
    delete as<CudaNodeParameters>(exec);
    return noted("cuGraphExecDestroy");
  };
  driver.cuGraphDestroy = [](CudaGraph graph) {
    delete as<CudaNodeParameters>(graph);
    return noted("cuGraphDestroy");
  };
}

} // namespace

FakeGpu::FakeGpu() {
  attributes = {{kCudaCapabilityMajor, 9},          {kCudaCapabilityMinor, 0},
                {kCudaMultiprocessors, 132},        {kCudaMaxThreadsPerBlock, 1024},
                {kCudaSharedPerBlockOptIn, 232448}, {kCudaRegistersPerMultiprocessor, 65536}};
  fillDeviceCalls(driver_);
  fillModuleCalls(driver_);
  fillMemoryCalls(driver_);
  fillStreamCalls(driver_);
  fillLaunchCalls(driver_);
}

FakeGpu &FakeGpu::reset() {
  current.reset(new FakeGpu);
  return *current;
}

int FakeGpu::countOf(const std::string &call) const {
  return int(std::count(calls.begin(), calls.end(), call));
}

} // namespace nereid
