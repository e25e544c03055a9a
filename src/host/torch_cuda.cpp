// torch.cuda: the GPU where there is one; else answers that let scripts go on without.
#include <chrono>
#include <thread>

#include <unistd.h>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "host/torch_modules.h"
#include "runtime/cuda_event.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;

namespace {

using Clock = std::chrono::steady_clock;

void defineConstant(eval::Module &module, const char *name, Value value) {
  module.define(name, [value](const Arguments &) { return value; });
}

// A function of no interesting arguments.
void answer(eval::Module &module, const char *name, std::function<Value()> body) {
  module.define(name, [body](const Arguments &) { return body(); });
}

void synchronize(const TorchStateRef &state) {
  if (Gpu *gpu = state->gpu ? state->gpu->inUse() : nullptr)
    take(gpu->device.synchronize());
}

// On a GPU, a point in its stream. Without one, work is done when a call returns, and an event is
// the time at which it was recorded.
class EventObject : public eval::Object {
public:
  explicit EventObject(TorchStateRef state) : state_(std::move(state)) {}
  std::string typeName() const override { return "Event"; }
  std::vector<std::string> attributeNames() const override {
    return {"record", "synchronize", "wait", "query", "elapsed_time"};
  }
  std::optional<Value> getAttr(std::string_view name) override {
    Ref<EventObject> self(this);
    auto method = [&](eval::NativeFunction::Body body) {
      return Value(eval::make<eval::NativeFunction>(std::string(name), std::move(body)));
    };
    if (name == "record")
      return method([self](const Arguments &) {
        self->record();
        return Value::none();
      });
    if (name == "synchronize" || name == "wait")
      return method([self](const Arguments &) {
        if (self->event_)
          take(self->event_->synchronize());
        return Value::none();
      });
    if (name == "query")
      return method([self](const Arguments &) {
        if (self->event_)
          take(self->event_->synchronize());
        return Value::boolean(true);
      });
    if (name == "elapsed_time")
      return method([self](const Arguments &call) { return self->elapsedUntil(call); });
    return std::nullopt;
  }

  void record() {
    time_ = Clock::now();
    Gpu *gpu = state_->gpu ? state_->gpu->inUse() : nullptr;
    if (gpu && !event_)
      event_ = std::make_unique<CudaEvent>(gpu->device.context());
    if (event_)
      take(event_->record());
  }

private:
  Value elapsedUntil(const Arguments &call) const {
    eval::expectPositional("elapsed_time", call, 1, 1);
    auto *end = call.positional[0].as<EventObject>();
    if (!end)
      eval::raise("TypeError", cat("elapsed_time(): argument 'end_event' must be Event, not ",
                                   eval::typeName(call.positional[0])));
    if (!time_ || !end->time_)
      eval::raise("RuntimeError", "Both events must be recorded before calculating elapsed time.");
    if (event_ && end->event_)
      return Value::real(take(event_->millisecondsUntil(*end->event_)));
    return Value::real(std::chrono::duration<double, std::milli>(*end->time_ - *time_).count());
  }

  const TorchStateRef state_;
  std::optional<Clock::time_point> time_;
  std::unique_ptr<CudaEvent> event_; // null: there is no GPU in use
};

// All work is in one stream, whatever a script makes of its own.
class StreamObject : public eval::Object {
public:
  explicit StreamObject(TorchStateRef state) : state_(std::move(state)) {}
  std::string typeName() const override { return "Stream"; }
  std::vector<std::string> attributeNames() const override {
    return {"cuda_stream", "synchronize", "wait_stream", "wait_event", "record_event", "query"};
  }
  std::optional<Value> getAttr(std::string_view name) override {
    TorchStateRef state = state_;
    if (name == "cuda_stream")
      return Value::integer(0);
    if (name == "wait_stream" || name == "wait_event")
      return Value(eval::make<eval::NativeFunction>(
          std::string(name), [](const Arguments &) { return Value::none(); }));
    if (name == "synchronize" || name == "query")
      return Value(eval::make<eval::NativeFunction>(
          std::string(name), [state, isQuery = name == "query"](const Arguments &) {
            synchronize(state);
            return isQuery ? Value::boolean(true) : Value::none();
          }));
    if (name == "record_event")
      return Value(eval::make<eval::NativeFunction>("record_event", [state](const Arguments &) {
        auto event = eval::make<EventObject>(state);
        event->record();
        return Value(event);
      }));
    return std::nullopt;
  }
  Value enter() override { return Ref<eval::Object>(this); }
  bool exit(const Value &) override { return false; }

private:
  const TorchStateRef state_;
};

// torch.cuda.get_device_properties: the GPU's, or the CPU's under the names that scripts look at.
Value deviceProperties(const TorchStateRef &state) {
  CudaFacts facts;
  facts.name = "CPU";
  facts.multiprocessors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  facts.memoryBytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  Gpu *gpu = state->findGpu();
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

void defineDeviceQueries(eval::Module &cuda, const TorchStateRef &state) {
  auto isThere = [state] { return state->gpu && state->gpu->find(); };
  for (const char *name : {"is_available", "is_initialized", "is_bf16_supported"})
    answer(cuda, name, [isThere] { return Value::boolean(isThere()); });
  answer(cuda, "device_count", [isThere] { return Value::integer(isThere() ? 1 : 0); });
  answer(cuda, "get_device_properties", [state] { return deviceProperties(state); });
  answer(cuda, "get_device_capability", [state] {
    Gpu *gpu = state->findGpu();
    if (!gpu)
      return makeInts({0, 0});
    const CudaFacts &facts = gpu->device.facts();
    return makeInts({facts.capabilityMajor, facts.capabilityMinor});
  });
  answer(cuda, "get_device_name", [state] {
    Gpu *gpu = state->findGpu();
    return Value::string(gpu ? gpu->device.facts().name : "CPU");
  });
  // Without a GPU too: scripts make their device of it, and its tensors are kept on the CPU.
  answer(cuda, "current_device", [state] {
    (void)state->findGpu();
    return Value::integer(0);
  });
  answer(cuda, "set_device", [state] {
    (void)state->findGpu();
    return Value::none();
  });
  cuda.define("manual_seed", [state](const Arguments &call) {
    eval::expectPositional("manual_seed", call, 1, 1);
    state->generator.seed(static_cast<uint64_t>(eval::toInt64(call.positional[0], "seed")));
    return Value::none();
  });
  cuda.set("manual_seed_all", *cuda.members.find("manual_seed"));
}

void defineMemoryQueries(eval::Module &cuda, const TorchStateRef &state) {
  auto usage = [state] {
    Gpu *gpu = state->gpu ? state->gpu->inUse() : nullptr;
    return gpu ? gpu->memory->usage() : CudaMemory::Usage();
  };
  answer(cuda, "memory_allocated", [usage] { return Value::integer(usage().allocated); });
  answer(cuda, "max_memory_allocated", [usage] { return Value::integer(usage().mostAllocated); });
  answer(cuda, "memory_reserved", [usage] { return Value::integer(usage().reserved); });
  answer(cuda, "empty_cache", [state] {
    if (Gpu *gpu = state->gpu ? state->gpu->inUse() : nullptr)
      gpu->memory->releaseCached();
    return Value::none();
  });
}

} // namespace

eval::Ref<eval::Module> makeTorchCuda(const TorchStateRef &state) {
  auto cuda = eval::make<eval::Module>("torch.cuda");
  defineConstant(*cuda, "is_current_stream_capturing", Value::boolean(false));
  for (const char *name : {"init", "reset_peak_memory_stats"})
    defineConstant(*cuda, name, Value::none());
  answer(*cuda, "synchronize", [state] {
    synchronize(state);
    return Value::none();
  });
  defineDeviceQueries(*cuda, state);
  defineMemoryQueries(*cuda, state);
  cuda->set("Event",
            eval::make<eval::Type>(
                "Event",
                [state](const Arguments &) { return Value(eval::make<EventObject>(state)); },
                [](const Value &value) { return value.as<EventObject>() != nullptr; }));
  cuda->set("Stream",
            eval::make<eval::Type>(
                "Stream",
                [state](const Arguments &) { return Value(eval::make<StreamObject>(state)); },
                [](const Value &value) { return value.as<StreamObject>() != nullptr; }));
  Value stream = eval::make<StreamObject>(state);
  defineConstant(*cuda, "current_stream", stream);
  defineConstant(*cuda, "default_stream", stream);
  for (const char *name : {"device", "device_of", "_DeviceGuard", "stream"})
    cuda->define(name, [name = std::string(name)](const Arguments &) {
      return Value(eval::make<ContextObject>(name));
    });
  return cuda;
}

} // namespace nereid::host
