// NVIDIA's driver as a table of functions, found at run time: Nereid is built and starts without
// CUDA. The declarations are our own; they are the few of cuda.h that the runtime needs, under the
// names that NVIDIA documents, so that its manual explains the code that calls them.
//
//   auto driver = loadCudaDriver();
//   if (!driver.ok()) return driver.error();   // no driver here: says what to do
//   if (driver.value()->cuInit(0) != kCudaSuccess) ...
//
// Tests pass a table of their own (fake_cuda_driver.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace nereid {

using CudaResult = int; // CUresult
using CudaAddress = uint64_t;
using CudaContextHandle = struct CudaContextTag *;
using CudaModule = struct CudaModuleTag *;
using CudaFunction = struct CudaFunctionTag *;
using CudaStream = struct CudaStreamTag *;
using CudaEventHandle = struct CudaEventTag *;
using CudaLink = struct CudaLinkTag *;
using CudaGraph = struct CudaGraphTag *;
using CudaGraphNode = struct CudaGraphNodeTag *;
using CudaGraphExec = struct CudaGraphExecTag *;

// CUDA_KERNEL_NODE_PARAMS, its first version.
struct CudaNodeParameters {
  CudaFunction function = nullptr;
  unsigned gridX = 1, gridY = 1, gridZ = 1;
  unsigned blockX = 1, blockY = 1, blockZ = 1;
  unsigned sharedBytes = 0;
  void **parameters = nullptr;
  void **extra = nullptr;
};

// CUresult, those that are treated apart.
constexpr CudaResult kCudaSuccess = 0;
constexpr CudaResult kCudaOutOfMemory = 2;
constexpr CudaResult kCudaNoDevice = 100;
constexpr CudaResult kCudaNotReady = 600;
constexpr CudaResult kCudaIllegalAddress = 700;
constexpr CudaResult kCudaAssert = 710;
constexpr CudaResult kCudaMisalignedAddress = 716;
constexpr CudaResult kCudaInvalidAddressSpace = 717;
constexpr CudaResult kCudaLaunchFailed = 719;

enum CudaDeviceAttribute : int {
  kCudaMaxThreadsPerBlock = 1,
  kCudaClockRate = 13, // kHz
  kCudaMultiprocessors = 16,
  kCudaMemoryClockRate = 36, // kHz
  kCudaMemoryBusWidth = 37,  // bits
  kCudaL2Bytes = 38,
  kCudaMaxThreadsPerMultiprocessor = 39,
  kCudaCapabilityMajor = 75,
  kCudaCapabilityMinor = 76,
  kCudaSharedPerMultiprocessor = 81,
  kCudaRegistersPerMultiprocessor = 82,
  kCudaSharedPerBlockOptIn = 97,
};

enum CudaFunctionAttribute : int {
  kCudaStaticShared = 1,
  kCudaLocalBytes = 3,
  kCudaRegisters = 4,
  kCudaMaxDynamicShared = 8,
};

enum CudaJitOption : int { kCudaJitErrorLog = 5, kCudaJitErrorLogBytes = 6 };
enum CudaJitInput : int { kCudaJitCubin = 0, kCudaJitPtx = 1 };
enum CudaStreamFlag : unsigned { kCudaStreamNonBlocking = 1 };
enum CudaEventFlag : unsigned { kCudaEventDisableTiming = 2 };
enum CudaCaptureMode : int { kCudaCaptureRelaxed = 2 };

// call(member, symbol in libcuda, parameters)
#define NEREID_CUDA_CALLS(call)                                                                    \
  call(cuInit, "cuInit", (unsigned flags));                                                        \
  call(cuDriverGetVersion, "cuDriverGetVersion", (int *version));                                  \
  call(cuGetErrorName, "cuGetErrorName", (CudaResult error, const char **name));                   \
  call(cuGetErrorString, "cuGetErrorString", (CudaResult error, const char **text));               \
  call(cuDeviceGetCount, "cuDeviceGetCount", (int *count));                                        \
  call(cuDeviceGet, "cuDeviceGet", (int *device, int ordinal));                                    \
  call(cuDeviceGetName, "cuDeviceGetName", (char *name, int length, int device));                  \
  call(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int *value, int attribute, int device));     \
  call(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *bytes, int device));                      \
  call(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain",                                       \
       (CudaContextHandle * context, int device));                                                 \
  call(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (int device));                   \
  call(cuCtxSetCurrent, "cuCtxSetCurrent", (CudaContextHandle context));                           \
  call(cuModuleLoadData, "cuModuleLoadData", (CudaModule * module, const void *image));            \
  call(cuModuleUnload, "cuModuleUnload", (CudaModule module));                                     \
  call(cuModuleGetFunction, "cuModuleGetFunction",                                                 \
       (CudaFunction * function, CudaModule module, const char *name));                            \
  call(cuFuncSetAttribute, "cuFuncSetAttribute",                                                   \
       (CudaFunction function, int attribute, int value));                                         \
  call(cuFuncGetAttribute, "cuFuncGetAttribute",                                                   \
       (int *value, int attribute, CudaFunction function));                                        \
  call(cuLinkCreate, "cuLinkCreate_v2",                                                            \
       (unsigned count, int *options, void **values, CudaLink *link));                             \
  call(cuLinkAddData, "cuLinkAddData_v2",                                                          \
       (CudaLink link, int type, void *data, size_t bytes, const char *name, unsigned count,       \
        int *options, void **values));                                                             \
  call(cuLinkComplete, "cuLinkComplete", (CudaLink link, void **cubin, size_t *bytes));            \
  call(cuLinkDestroy, "cuLinkDestroy", (CudaLink link));                                           \
  call(cuMemGetInfo, "cuMemGetInfo_v2", (size_t *free, size_t *total));                            \
  call(cuMemAlloc, "cuMemAlloc_v2", (CudaAddress * address, size_t bytes));                        \
  call(cuMemFree, "cuMemFree_v2", (CudaAddress address));                                          \
  call(cuMemHostAlloc, "cuMemHostAlloc", (void **memory, size_t bytes, unsigned flags));           \
  call(cuMemFreeHost, "cuMemFreeHost", (void *memory));                                            \
  call(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                                  \
       (CudaAddress to, const void *from, size_t bytes, CudaStream stream));                       \
  call(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                                  \
       (void *to, CudaAddress from, size_t bytes, CudaStream stream));                             \
  call(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2",                                                  \
       (CudaAddress to, CudaAddress from, size_t bytes, CudaStream stream));                       \
  call(cuMemsetD8Async, "cuMemsetD8Async",                                                         \
       (CudaAddress to, unsigned char value, size_t bytes, CudaStream stream));                    \
  call(cuStreamCreate, "cuStreamCreate", (CudaStream * stream, unsigned flags));                   \
  call(cuStreamSynchronize, "cuStreamSynchronize", (CudaStream stream));                           \
  call(cuStreamQuery, "cuStreamQuery", (CudaStream stream));                                       \
  call(cuStreamWaitEvent, "cuStreamWaitEvent",                                                     \
       (CudaStream stream, CudaEventHandle event, unsigned flags));                                \
  call(cuStreamBeginCapture, "cuStreamBeginCapture_v2", (CudaStream stream, int mode));            \
  call(cuStreamEndCapture, "cuStreamEndCapture", (CudaStream stream, CudaGraph * graph));          \
  call(cuEventCreate, "cuEventCreate", (CudaEventHandle * event, unsigned flags));                 \
  call(cuEventRecord, "cuEventRecord", (CudaEventHandle event, CudaStream stream));                \
  call(cuEventSynchronize, "cuEventSynchronize", (CudaEventHandle event));                         \
  call(cuEventQuery, "cuEventQuery", (CudaEventHandle event));                                     \
  call(cuEventElapsedTime, "cuEventElapsedTime",                                                   \
       (float *milliseconds, CudaEventHandle from, CudaEventHandle to));                           \
  call(cuEventDestroy, "cuEventDestroy_v2", (CudaEventHandle event));                              \
  call(cuLaunchKernel, "cuLaunchKernel",                                                           \
       (CudaFunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,    \
        unsigned blockY, unsigned blockZ, unsigned sharedBytes, CudaStream stream,                 \
        void **parameters, void **extra));                                                         \
  call(cuOccupancyMaxActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                  \
       (int *blocks, CudaFunction function, int threads, size_t sharedBytes));                     \
  call(cuGraphCreate, "cuGraphCreate", (CudaGraph * graph, unsigned flags));                       \
  call(cuGraphAddKernelNode, "cuGraphAddKernelNode",                                               \
       (CudaGraphNode * node, CudaGraph graph, const CudaGraphNode *dependencies, size_t count,    \
        const CudaNodeParameters *parameters));                                                    \
  call(cuGraphInstantiate, "cuGraphInstantiateWithFlags",                                          \
       (CudaGraphExec * exec, CudaGraph graph, unsigned long long flags));                         \
  call(cuGraphExecKernelNodeSetParams, "cuGraphExecKernelNodeSetParams",                           \
       (CudaGraphExec exec, CudaGraphNode node, const CudaNodeParameters *parameters));            \
  call(cuGraphLaunch, "cuGraphLaunch", (CudaGraphExec exec, CudaStream stream));                   \
  call(cuGraphExecDestroy, "cuGraphExecDestroy", (CudaGraphExec exec));                            \
  call(cuGraphDestroy, "cuGraphDestroy", (CudaGraph graph))

// Those that older drivers lack, where the runtime does without them.
#define NEREID_CUDA_NEWER_CALLS(call)                                                              \
  call(cuTensorMapEncodeTiled, "cuTensorMapEncodeTiled",                                           \
       (void *map, int type, uint32_t rank, void *base, const uint64_t *extents,                   \
        const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int interleave,       \
        int swizzle, int promotion, int fill))

struct CudaDriver {
#define NEREID_DECLARE_CALL(member, symbol, parameters) CudaResult(*member) parameters = nullptr
  NEREID_CUDA_CALLS(NEREID_DECLARE_CALL);
  NEREID_CUDA_NEWER_CALLS(NEREID_DECLARE_CALL);
#undef NEREID_DECLARE_CALL

  // "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
  std::string describe(CudaResult error) const;
};

// The process's driver, looked for once. Unavailable: there is none, or it is too old. Thread-safe.
Result<const CudaDriver *> loadCudaDriver();

} // namespace nereid
