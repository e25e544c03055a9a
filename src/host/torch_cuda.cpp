#include <chrono>
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
using eval::Ref;
using eval::Value;

namespace {

using Clock = std::chrono::steady_clock;

void defineConstant(eval::Module &module, const char *name, Value value) {
  module.define(name, [value](const Arguments &) { return value; });
}

// Work is done when a call returns, so an event is the time at which it was recorded.
class EventObject : public eval::Object {
public:
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
        self->time_ = Clock::now();
        return Value::none();
      });
    if (name == "synchronize" || name == "wait")
      return method([](const Arguments &) { return Value::none(); });
    if (name == "query")
      return method([](const Arguments &) { return Value::boolean(true); });
    if (name == "elapsed_time")
      return method([self](const Arguments &call) { return self->elapsedUntil(call); });
    return std::nullopt;
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
    return Value::real(std::chrono::duration<double, std::milli>(*end->time_ - *time_).count());
  }
  std::optional<Clock::time_point> time_;
};

class StreamObject : public eval::Object {
public:
  std::string typeName() const override { return "Stream"; }
  std::vector<std::string> attributeNames() const override {
    return {"cuda_stream", "synchronize", "wait_stream", "wait_event", "record_event", "query"};
  }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "cuda_stream")
      return Value::integer(0);
    if (name == "synchronize" || name == "wait_stream" || name == "wait_event")
      return Value(eval::make<eval::NativeFunction>(
          std::string(name), [](const Arguments &) { return Value::none(); }));
    if (name == "query")
      return Value(eval::make<eval::NativeFunction>(
          "query", [](const Arguments &) { return Value::boolean(true); }));
    if (name == "record_event")
      return Value(eval::make<eval::NativeFunction>("record_event", [](const Arguments &) {
        auto event = eval::make<EventObject>();
        eval::call(*event->getAttr("record"), std::initializer_list<Value>{});
        return Value(event);
      }));
    return std::nullopt;
  }
  Value enter() override { return Ref<eval::Object>(this); }
  bool exit(const Value &) override { return false; }
};

// torch.cuda.get_device_properties: the CPU's, under the names that scripts look at.
Value deviceProperties() {
  auto properties = eval::make<SwitchesObject>("_CudaDeviceProperties");
  int64_t processors = std::max(1u, std::thread::hardware_concurrency());
  int64_t memory = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  properties->values.set("name", Value::string("CPU"));
  properties->values.set("major", Value::integer(0));
  properties->values.set("minor", Value::integer(0));
  properties->values.set("total_memory", Value::integer(memory));
  properties->values.set("multi_processor_count", Value::integer(processors));
  properties->values.set("warp_size", Value::integer(1));
  return properties;
}

void defineDeviceQueries(eval::Module &cuda, const TorchStateRef &state) {
  cuda.define("get_device_properties", [state](const Arguments &) {
    state->noteNoGpu();
    return deviceProperties();
  });
  cuda.define("get_device_capability", [state](const Arguments &) {
    state->noteNoGpu();
    return makeInts({0, 0});
  });
  cuda.define("get_device_name", [state](const Arguments &) {
    state->noteNoGpu();
    return Value::string("CPU");
  });
  cuda.define("current_device", [](const Arguments &) -> Value {
    eval::raise("RuntimeError", "No CUDA GPUs are available: there is no current device; "
                                "torch.device('cpu') is where tensors are");
  });
  cuda.define("set_device", [state](const Arguments &) {
    state->noteNoGpu();
    return Value::none();
  });
  cuda.define("manual_seed", [state](const Arguments &call) {
    eval::expectPositional("manual_seed", call, 1, 1);
    state->generator.seed(static_cast<uint64_t>(eval::toInt64(call.positional[0], "seed")));
    return Value::none();
  });
  cuda.set("manual_seed_all", *cuda.members.find("manual_seed"));
}

} // namespace

eval::Ref<eval::Module> makeTorchCuda(const TorchStateRef &state) {
  auto cuda = eval::make<eval::Module>("torch.cuda");
  defineConstant(*cuda, "is_available", Value::boolean(false));
  defineConstant(*cuda, "is_initialized", Value::boolean(false));
  defineConstant(*cuda, "is_bf16_supported", Value::boolean(false));
  defineConstant(*cuda, "is_current_stream_capturing", Value::boolean(false));
  defineConstant(*cuda, "device_count", Value::integer(0));
  for (const char *name : {"memory_allocated", "max_memory_allocated", "memory_reserved"})
    defineConstant(*cuda, name, Value::integer(0));
  for (const char *name : {"synchronize", "empty_cache", "init", "reset_peak_memory_stats"})
    defineConstant(*cuda, name, Value::none());
  defineDeviceQueries(*cuda, state);
  cuda->set("Event",
            eval::make<eval::Type>(
                "Event", [](const Arguments &) { return Value(eval::make<EventObject>()); },
                [](const Value &value) { return value.as<EventObject>() != nullptr; }));
  cuda->set("Stream",
            eval::make<eval::Type>(
                "Stream", [](const Arguments &) { return Value(eval::make<StreamObject>()); },
                [](const Value &value) { return value.as<StreamObject>() != nullptr; }));
  Value stream = eval::make<StreamObject>();
  defineConstant(*cuda, "current_stream", stream);
  defineConstant(*cuda, "default_stream", stream);
  for (const char *name : {"device", "device_of", "_DeviceGuard", "stream"})
    cuda->define(name, [name = std::string(name)](const Arguments &) {
      return Value(eval::make<ContextObject>(name));
    });
  return cuda;
}

} // namespace nereid::host
