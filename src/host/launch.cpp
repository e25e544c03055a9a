// What happens between `add[grid](x, y, out, n, BLOCK=1024)` and the device, in order:
//
//   match     x -> x_ptr, ..., BLOCK=1024 -> BLOCK; num_warps -> an option     (launch_match.h)
//   convert   a tensor -> an address of fp32, 1000 -> an int                   (launch_argument.h)
//   bind      what is compiled in, what is passed, and one key for the former  (jit/argument.h)
//   compile   by key: known, or on disk, or made now                           (jit/engine.h)
//   grid      (1, 1, 1) or what the callable says about the arguments          (launch_grid.h)
//   run                                                                        (runtime/device.h)
#include "host/launch.h"

#include "base/hash.h"
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/kernel_compiled.h"
#include "host/launch_argument.h"
#include "host/launch_errors.h"
#include "host/launch_grid.h"
#include "host/launch_match.h"

namespace nereid::host {

// Under warmup a dtype stands for an aligned tensor of it.
static bool fillMock(const eval::Value &value, const jit::ParameterRule &rule,
                     jit::Argument &argument) {
  if (rule.info.isConstexpr || !value.isObject() || value.as<sema::Dtype>())
    return false;
  std::optional<Scalar> element = elementTypeOf(value);
  if (element)
    argument = jit::Argument::pointer(0, *element);
  return element.has_value();
}

// The GPU of a launch, or -1: it is where its tensors are; one without tensors is where the
// script's others were.
static int gpuOf(const KernelObject &kernel, const LaunchMemory &memory) {
  if (!memory.onGpu.empty() && !memory.onCpu.empty())
    eval::raise("ValueError",
                cat("Pointer argument cannot be accessed from Triton (cpu tensor?): `",
                    memory.onCpu, "` of ", kernel.name(),
                    "() is in the CPU's memory and other arguments are on the GPU"));
  if (memory.otherGpu >= 0)
    eval::raise("ValueError",
                cat("the tensors of a launch must be on one GPU: `", memory.firstOnGpu, "` of ",
                    kernel.name(), "() is on cuda:", memory.gpu, ", `", memory.onOtherGpu,
                    "` on cuda:", memory.otherGpu));
  if (!memory.onGpu.empty())
    return memory.gpu;
  const auto &source = kernel.context().gpu;
  return memory.onCpu.empty() && source && source->inUse() ? source->current() : -1;
}

static void bindArguments(KernelObject &kernel, const MatchedLaunch &matched, bool warmup,
                          BoundLaunch &launch) {
  jit::Bound &bound = launch.bound;
  LaunchMemory memory;
  std::vector<jit::Argument> arguments = kernel.takeArguments();
  const std::vector<jit::ParameterRule> &rules = kernel.rules();
  for (size_t i = 0; i < rules.size(); ++i)
    if (matched.slots[i] && !(warmup && fillMock(*matched.slots[i], rules[i], arguments[i])))
      toArgument(*matched.slots[i], rules[i], arguments[i], memory);
  launch.gpu = gpuOf(kernel, memory);
  jit::Divisors divisors = kernel.context().engineFor(launch.gpu).divisors();
  std::string error = jit::bind(rules, arguments, matched.options, bound, divisors);
  kernel.giveBackArguments(std::move(arguments));
  if (error.empty()) {
    launch.memory = std::move(memory.onGpu);
    if (launch.gpu >= 0)
      bound.key += cat("@", launch.gpu); // a kernel keeps its code for all engines
    return;
  }
  bool isTooLarge = error.find("which no integer type") != std::string::npos;
  eval::raise(isTooLarge ? "OverflowError" : "TypeError", cat(kernel.name(), "(): ", error));
}

BoundLaunch bindKernel(KernelObject &kernel, const LaunchCall &call) {
  MatchedLaunch matched;
  matchLaunch(kernel, call, matched);
  BoundLaunch launch;
  bindArguments(kernel, matched, call.warmup, launch);
  launch.grid = call.warmup ? Grid{0, 0, 0} : evaluateGrid(kernel, call.grid, matched.slots);
  return launch;
}

std::shared_ptr<const jit::Compiled> compileBound(KernelObject &kernel, const BoundLaunch &launch,
                                                  DiagSink &sink) {
  return kernel.context().engineFor(launch.gpu).compile(kernel.compiled(), launch.bound, sink);
}

PreparedLaunch prepareLaunch(BoundLaunch launch, std::shared_ptr<const jit::Compiled> compiled) {
  return {std::move(compiled), launch.grid, std::move(launch.bound.words), launch.gpu,
          std::move(launch.memory)};
}

void makeCurrent(const KernelObject &kernel, const PreparedLaunch &launch) {
  for (const auto &storage : launch.memory)
    if (auto current = storage->addressOn(kernel.context().gpu->find(launch.gpu)->memory);
        !current.ok())
      raiseLaunchFailed(kernel, current.error());
}

void runPrepared(const KernelObject &kernel, const PreparedLaunch &launch) {
  if (launch.grid.programs() == 0)
    return;
  makeCurrent(kernel, launch);
  if (launch.gpu >= 0)
    kernel.context().gpu->noteLaunch(*kernel.context().gpu->find(launch.gpu));
  Status status = kernel.context()
                      .engineFor(launch.gpu)
                      .device()
                      .launch(*launch.compiled->loaded, launch.grid, launch.words);
  if (!status.ok())
    raiseLaunchFailed(kernel, status);
}

eval::Value launchKernel(KernelObject &kernel, const LaunchCall &call) {
  kernel.checkGlobals();
  BoundLaunch launch = bindKernel(kernel, call);
  // A launch of no programs needs no code.
  if (!call.warmup && launch.grid.programs() == 0)
    return {};
  DiagSink sink;
  auto compiled = compileBound(kernel, launch, sink);
  if (!compiled)
    raiseCompilationError(kernel, sink);
  reportWarnings(kernel, sink);
  PreparedLaunch prepared = prepareLaunch(std::move(launch), std::move(compiled));
  runPrepared(kernel, prepared);
  return eval::make<CompiledKernel>(eval::Ref<KernelObject>(&kernel), std::move(prepared.compiled),
                                    prepared.gpu);
}

std::string cacheKeyOf(const KernelObject &kernel) {
  LineColumn start = kernel.sources->start(kernel.definition->span);
  return sha256Hex(cat(kernel.sourceText(), "\n", start.line));
}

} // namespace nereid::host
