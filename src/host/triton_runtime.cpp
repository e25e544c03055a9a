// What scripts ask of the machine under a kernel, answered for the machine that is there: the GPU
// where there is one, which starts it. A CPU has no warps, registers per thread or shared memory;
// where upstream's scripts compute with those numbers (an occupancy, a number of stages), they get
// what plays their part here: the machine's threads, its vector registers, the memory that a
// program has to itself.
#include "host/triton_runtime.h"

#include <thread>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/autotune.h"
#include "host/kernel.h"
#include "host/triton_errors.h"
#include "host/triton_testing.h"
#include "host/triton_wrapper.h"

namespace nereid::host {

namespace {

using Context = std::shared_ptr<ScriptContext>;

template <typename T> eval::Value typeFor(const char *name) {
  return eval::make<eval::Type>(
      name,
      [name](const eval::Arguments &) -> eval::Value {
        eval::raise("TypeError", cat(name, " is made by its decorator"));
      },
      [](const eval::Value &value) { return value.as<T>() != nullptr; });
}

eval::Value makeTarget(const eval::Arguments &call) {
  static const eval::Signature signature("GPUTarget", "backend, arch, warp_size");
  auto given = signature.match(call);
  auto target = eval::make<eval::Module>("GPUTarget");
  target->set("backend", *given[0]);
  target->set("arch", *given[1]);
  target->set("warp_size", *given[2]);
  return target;
}

Gpu *findGpu(const ScriptContext &context) {
  return context.gpu ? context.gpu->find() : nullptr;
}

eval::Value currentTarget(const Context &context) {
  if (Gpu *gpu = findGpu(*context)) {
    const CudaFacts &facts = gpu->device.facts();
    const eval::Value positional[] = {
        eval::Value::string("cuda"),
        eval::Value::integer(facts.capabilityMajor * 10 + facts.capabilityMinor),
        eval::Value::integer(32)};
    return makeTarget({positional, {}});
  }
  const TargetSpec &target = context->engine->device().target();
  const eval::Value positional[] = {eval::Value::string(target.backend),
                                    eval::Value::string(target.arch), eval::Value::integer(1)};
  return makeTarget({positional, {}});
}

eval::Value deviceProperties(const Context &context) {
  auto properties = eval::make<eval::Dict>();
  auto set = [&](const char *name, eval::Int value) {
    properties->set(name, eval::Value::integer(value));
  };
  if (Gpu *gpu = findGpu(*context)) {
    const CudaFacts &facts = gpu->device.facts();
    set("multiprocessor_count", facts.multiprocessors);
    set("max_shared_mem", facts.maxShared);
    set("max_num_regs", facts.registersPerMultiprocessor);
    set("warpSize", 32);
    set("sm_clock_rate", facts.clockKilohertz);
    set("mem_clock_rate", facts.memoryKilohertz);
    set("mem_bus_width", facts.memoryBusBits);
    return properties;
  }
  constexpr eval::Int kProgramMemory = 1 << 20; // of a core's own cache, about
  set("multiprocessor_count", std::max(1u, std::thread::hardware_concurrency()));
  set("max_shared_mem", kProgramMemory);
  // Scripts divide them by a program's warps, of which there are 32 at most: one program always
  // fits.
  set("max_num_regs", 32 * vectorRegisters(context->engine->device().target()));
  set("warpSize", 1);
  return properties;
}

// A function of no interesting arguments.
void answer(eval::Module &module, const char *name, std::function<eval::Value()> body) {
  module.define(name, [body](const eval::Arguments &) { return body(); });
}

eval::Ref<eval::Module> makeActive(const Context &context) {
  auto active = eval::make<eval::Module>("triton.runtime.driver.active");
  answer(*active, "get_current_target", [context] { return currentTarget(context); });
  answer(*active, "get_current_device", [] { return eval::Value::integer(0); });
  answer(*active, "get_current_stream", [] { return eval::Value::integer(0); });
  answer(*active, "get_active_torch_device", [context]() -> eval::Value {
    if (!context->torchDevice)
      eval::raise("ModuleNotFoundError", "No module named 'torch'");
    return context->torchDevice();
  });
  answer(*active, "get_benchmarker",
         [context] { return *testingModule(context)->members.find("do_bench"); });
  auto tools = eval::make<eval::Module>("triton.runtime.driver.active.utils");
  answer(*tools, "get_device_properties", [context] { return deviceProperties(context); });
  active->set("utils", tools);
  return active;
}

// A knob that may be read and set; `set` is what setting it does.
struct Knob {
  std::string_view group, name;
  bool (*get)(const ScriptContext &);
  void (*set)(ScriptContext &, bool);
};

constexpr Knob kKnobs[] = {
    {"autotuning", "print", [](const ScriptContext &context) { return context.printAutotuning; },
     [](ScriptContext &context, bool on) { context.printAutotuning = on; }},
    {"runtime", "interpret",
     [](const ScriptContext &context) { return context.engine->device().name() == "interp"; },
     nullptr},
};

class KnobGroup : public eval::Object {
public:
  KnobGroup(std::string name, Context context)
      : name_(std::move(name)), context_(std::move(context)) {}
  std::string typeName() const override { return cat(name_, "_knobs"); }
  std::optional<eval::Value> getAttr(std::string_view name) override {
    const Knob *knob = find(name);
    if (!knob)
      return std::nullopt;
    return eval::Value::boolean(knob->get(*context_));
  }
  bool setAttr(std::string_view name, const eval::Value &value) override {
    const Knob *knob = find(name);
    if (!knob)
      return false;
    if (!knob->set)
      eval::raise("AttributeError", cat("triton.knobs.", name_, ".", name,
                                        " follows from how the script was started: nereid run "
                                        "--device=interp"));
    knob->set(*context_, eval::truthy(value));
    return true;
  }
  std::vector<std::string> attributeNames() const override {
    std::vector<std::string> names;
    for (const Knob &knob : kKnobs)
      if (knob.group == name_)
        names.emplace_back(knob.name);
    return names;
  }

private:
  const Knob *find(std::string_view name) const {
    for (const Knob &knob : kKnobs)
      if (knob.group == name_ && knob.name == name)
        return &knob;
    return nullptr;
  }
  const std::string name_;
  const Context context_;
};

} // namespace

int vectorRegisters(const TargetSpec &target) {
  constexpr int kWide = 32, kNarrow = 16;
  return target.features.find("+avx512f") != std::string::npos ? kWide : kNarrow;
}

eval::Value jitFunctionType() {
  static const eval::Value &type = *new eval::Value(typeFor<KernelObject>("JITFunction"));
  return type;
}

eval::Ref<eval::Module> runtimeModule(const Context &) {
  auto runtime = eval::make<eval::Module>("triton.runtime");
  runtime->set("JITFunction", jitFunctionType());
  runtime->set("KernelInterface", jitFunctionType());
  runtime->set("Config", configType());
  runtime->set("Autotuner", typeFor<Autotuner>("Autotuner"));
  runtime->set("TensorWrapper", tensorWrapperType());
  runtime->set("MockTensor", mockTensorType());
  runtime->set("reinterpret", reinterpretFunction());
  runtime->set("OutOfResources", tritonErrors().outOfResources);
  return runtime;
}

std::vector<std::pair<std::string, eval::Ref<eval::Module>>>
runtimeSubmodules(const Context &context) {
  auto driver = eval::make<eval::Module>("triton.runtime.driver");
  driver->set("active", makeActive(context));
  answer(*driver, "set_active_to_cpu", [] { return eval::Value(); }); // it is, wherever kernels run
  auto inner = eval::make<eval::Module>("triton.runtime.driver.driver");
  inner->set("active", *driver->members.find("active"));
  driver->set("driver", inner);
  auto jit = eval::make<eval::Module>("triton.runtime.jit");
  for (const char *name : {"JITFunction", "KernelInterface"})
    jit->set(name, jitFunctionType());
  jit->set("TensorWrapper", tensorWrapperType());
  jit->set("MockTensor", mockTensorType());
  jit->set("reinterpret", reinterpretFunction());
  auto autotuner = eval::make<eval::Module>("triton.runtime.autotuner");
  autotuner->set("Config", configType());
  autotuner->set("Autotuner", typeFor<Autotuner>("Autotuner"));
  autotuner->set("OutOfResources", tritonErrors().outOfResources);
  auto backends = eval::make<eval::Module>("triton.backends.compiler");
  backends->define("GPUTarget", makeTarget);
  return {{"triton.runtime.driver", driver},
          {"triton.runtime.jit", jit},
          {"triton.runtime.autotuner", autotuner},
          {"triton.runtime.errors", tritonErrorsModule("triton.runtime.errors")},
          {"triton.backends.compiler", backends}};
}

eval::Ref<eval::Module> knobsModule(const Context &context) {
  auto knobs = eval::make<eval::Module>("triton.knobs");
  for (const char *group : {"autotuning", "runtime"})
    knobs->set(group, eval::make<KnobGroup>(group, context));
  return knobs;
}

} // namespace nereid::host
