// torch.cuda: the GPU where there is one; else answers that let scripts go on without.
#include <thread>

#include <unistd.h>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "host/torch_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::Value;

namespace {

void defineConstant(eval::Module &module, const char *name, Value value) {
  module.define(name, [value](const Arguments &) { return value; });
}

// A function of no interesting arguments.
void answer(eval::Module &module, const char *name, std::function<Value()> body) {
  module.define(name, [body](const Arguments &) { return body(); });
}

// torch.cuda.get_device_properties: the GPU's, or the CPU's under the names that scripts look at.
Value deviceProperties(const TorchStateRef &state, Gpu *gpu) {
  CudaFacts facts;
  facts.name = "CPU";
  facts.multiprocessors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  facts.memoryBytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (gpu)
    facts = gpu->device.facts();
  auto properties = eval::make<SwitchesObject>("_CudaDeviceProperties");
  auto set = [&](const char *name, eval::Int value) {
    properties->values.set(name, Value::integer(value));
  };
  properties->values.set("name", Value::string(facts.name));
  set("major", facts.capabilityMajor);
  set("minor", facts.capabilityMinor);
  set("total_memory", facts.memoryBytes);
  set("multi_processor_count", facts.multiprocessors);
  set("warp_size", gpu ? 32 : 1);
  set("L2_cache_size", facts.l2Bytes);
  set("max_threads_per_multi_processor", facts.threadsPerMultiprocessor);
  set("regs_per_multiprocessor", facts.registersPerMultiprocessor);
  set("shared_memory_per_block_optin", facts.maxShared);
  set("shared_memory_per_multiprocessor", facts.sharedPerMultiprocessor);
  return properties;
}

// torch.cuda.device(1): a context, and a name for the GPU.
class DeviceScope final : public ContextObject {
public:
  DeviceScope(Gpu *gpu, std::function<void()> enter, std::function<void()> leave)
      : ContextObject("device", std::move(enter), std::move(leave)), gpu(gpu) {}
  Gpu *const gpu; // null: tensors on 'cuda' are kept on the CPU
};

// The GPU that a function's only argument names: cuda:1, 1, a device, or nothing for the current
// one. Null: there is none, and tensors on 'cuda' are kept on the CPU.
Gpu *gpuNamed(const TorchStateRef &state, const Arguments &call) {
  const Value *device = nullptr;
  if (!call.positional.empty())
    device = &call.positional[0];
  else if (!call.keywords.empty())
    device = &call.keywords[0].value;
  if (!device || device->isNone())
    return state->findGpu();
  if (auto *tensor = device->as<TensorObject>())
    return tensor->gpu();
  if (auto *scope = device->as<DeviceScope>())
    return scope->gpu;
  Place place = placeOf(state, *device);
  if (!place.isCuda())
    eval::raise("ValueError", cat("Expected a cuda device, but got: ", eval::repr(*device)));
  return state->gpu ? state->gpu->find(place.gpu) : nullptr;
}

// A function of one argument that may name a GPU.
void answerOf(eval::Module &module, const char *name, const TorchStateRef &state,
              std::function<Value(Gpu *)> body) {
  module.define(name, [state, body](const Arguments &call) { return body(gpuNamed(state, call)); });
}

// `with torch.cuda.device(1):` and the like: another GPU is the current one meanwhile.
Value deviceScope(const TorchStateRef &state, const Arguments &call) {
  auto outer = std::make_shared<int>(0);
  Gpu *gpu = gpuNamed(state, call);
  return eval::make<DeviceScope>(
      gpu,
      [state, outer, gpu] {
        if (!gpu)
          return;
        *outer = state->gpu->current();
        state->gpu->setCurrent(gpu->index);
      },
      [state, outer, gpu] {
        if (gpu)
          state->gpu->setCurrent(*outer);
      });
}

// Waits for a GPU; without an argument nothing is started that was not in use.
Value synchronize(const TorchStateRef &state, const Arguments &call) {
  Gpu *gpu = !call.positional.empty() || !call.keywords.empty() ? gpuNamed(state, call)
             : state->gpu                                       ? state->gpu->inUse()
                                                                : nullptr;
  if (gpu)
    take(gpu->device.synchronize());
  return Value::none();
}

void defineDeviceQueries(eval::Module &cuda, const TorchStateRef &state) {
  auto count = [state] { return state->gpu ? state->gpu->count() : 0; };
  for (const char *name : {"is_available", "is_initialized", "is_bf16_supported"})
    answer(cuda, name, [count] { return Value::boolean(count() > 0); });
  answer(cuda, "device_count", [count] { return Value::integer(count()); });
  answerOf(cuda, "get_device_properties", state,
           [state](Gpu *gpu) { return deviceProperties(state, gpu); });
  answerOf(cuda, "get_device_capability", state, [](Gpu *gpu) {
    if (!gpu)
      return makeInts({0, 0});
    const CudaFacts &facts = gpu->device.facts();
    return makeInts({facts.capabilityMajor, facts.capabilityMinor});
  });
  answerOf(cuda, "get_device_name", state,
           [](Gpu *gpu) { return Value::string(gpu ? gpu->device.facts().name : "CPU"); });
  // Without a GPU too: scripts make their device of it, and its tensors are kept on the CPU.
  answer(cuda, "current_device",
         [state] { return Value::integer(state->findGpu() ? state->gpu->current() : 0); });
  answerOf(cuda, "set_device", state, [state](Gpu *gpu) {
    if (gpu)
      state->gpu->setCurrent(gpu->index);
    return Value::none();
  });
  for (const char *name : {"device", "device_of", "_DeviceGuard"})
    cuda.define(name, [state](const Arguments &call) { return deviceScope(state, call); });
  cuda.define("manual_seed", [state](const Arguments &call) {
    eval::expectPositional("manual_seed", call, 1, 1);
    state->generator.seed(static_cast<uint64_t>(eval::toInt64(call.positional[0], "seed")));
    return Value::none();
  });
  cuda.set("manual_seed_all", *cuda.members.find("manual_seed"));
}

void defineMemoryQueries(eval::Module &cuda, const TorchStateRef &state) {
  auto usage = [](Gpu *gpu) { return gpu ? gpu->memory->usage() : CudaMemory::Usage(); };
  answerOf(cuda, "memory_allocated", state,
           [usage](Gpu *gpu) { return Value::integer(usage(gpu).allocated); });
  answerOf(cuda, "max_memory_allocated", state,
           [usage](Gpu *gpu) { return Value::integer(usage(gpu).mostAllocated); });
  answerOf(cuda, "memory_reserved", state,
           [usage](Gpu *gpu) { return Value::integer(usage(gpu).reserved); });
  answer(cuda, "empty_cache", [state] {
    if (state->gpu)
      state->gpu->forEachInUse([](Gpu &gpu) { gpu.memory->releaseCached(); });
    return Value::none();
  });
}

} // namespace

eval::Ref<eval::Module> makeTorchCuda(const TorchStateRef &state) {
  auto cuda = eval::make<eval::Module>("torch.cuda");
  defineConstant(*cuda, "is_current_stream_capturing", Value::boolean(false));
  for (const char *name : {"init", "reset_peak_memory_stats"})
    defineConstant(*cuda, name, Value::none());
  cuda->define("synchronize", [state](const Arguments &call) { return synchronize(state, call); });
  defineDeviceQueries(*cuda, state);
  defineMemoryQueries(*cuda, state);
  defineTorchStreams(*cuda, state);
  return cuda;
}

} // namespace nereid::host
