// How a launch finds its code. The front end always runs for a new specialization (it takes about
// a millisecond); what it yields, Core, has every global, helper and constant folded in, so the
// hash of Core's text is a cache key that cannot be out of date. Nothing tracks dependencies.
#include "jit/engine.h"

#include <chrono>

#include "base/check.h"
#include "base/hash.h"
#include "base/text.h"

namespace nereid::jit {

std::vector<ParameterRule> rulesOf(const sema::JitFunction &function) {
  std::vector<ParameterRule> rules;
  for (sema::ParameterInfo &info : sema::parametersOf(function))
    rules.push_back({std::move(info), true, true});
  return rules;
}

Engine::Engine(std::unique_ptr<Device> device, EngineOptions options)
    : device_(std::move(device)), options_(std::move(options)),
      cache_(options_.cacheDirectory, options_.cacheLimit) {}

Divisors Engine::divisors() const {
  const TargetSpec &target = options_.shownTarget ? *options_.shownTarget : device_->target();
  return target.backend == "nvidia" ? Divisors::FourToSixteen : Divisors::Sixteen;
}

// The places that compiled code holds: a device_assert that fails names its line. Core's text
// leaves places out, so that a comment changes no key; these must change it.
static void addAssertedPlaces(const core::Block &block, const SourceMap &sources,
                              std::string &places) {
  for (const core::Stmt &stmt : block.body) {
    if (stmt.op == core::OpKind::Assert)
      places += cat(sources.path(stmt.span), ":", sources.start(stmt.span).line, "\n");
    for (const core::Block &region : stmt.regions)
      addAssertedPlaces(region, sources, places);
  }
}

static std::string cacheKey(const core::Kernel &core, const SourceMap &sources,
                            const Device &device, const CompileOptions &options) {
  std::string places;
  addAssertedPlaces(core.body, sources, places);
  const TargetSpec &target = device.target();
  std::string launch;
  if (codeDependsOnLaunch(target))
    launch = cat(options.launch.warps, ",", options.launch.stages, ",", options.launch.maxRegisters,
                 "\n");
  return sha256Hex(cat(compilerVersion(), "\n", target.backend, "\n", target.arch, "\n",
                       target.features, "\n", device.codeVersion(), "\n",
                       join(options.disabledPasses, ","), "\n", launch, places, core::print(core)));
}

// The device's answer as a diagnostic of `kernel`: it does not fit, or something is wrong with the
// machine.
static void reportDevice(const Status &status, const Kernel &kernel, DiagSink &sink) {
  Diagnostic diagnostic{.kind = status.code() == StatusCode::OutOfMemory ? DiagKind::TargetLacks
                                                                         : DiagKind::Environment,
                        .headline = status.what(),
                        .primary = {kernel.function().definition->nameSpan, "this kernel"}};
  if (!status.nextStep().empty())
    diagnostic.helps.push_back({status.nextStep()});
  sink.report(std::move(diagnostic));
}

std::shared_ptr<const Compiled> Engine::compile(Kernel &kernel, const Bound &bound,
                                                DiagSink &sink) {
  {
    std::lock_guard lock(kernel.mutex_);
    auto known = kernel.specializations_.find(bound.key);
    if (known != kernel.specializations_.end()) {
      ++counts_.fromMemory;
      return known->second;
    }
  }
  // Two threads may build the same specialization at once; the first to finish is kept.
  auto built = build(kernel, bound, sink);
  if (!built)
    return nullptr;
  std::lock_guard lock(kernel.mutex_);
  return kernel.specializations_.emplace(bound.key, std::move(built)).first->second;
}

std::shared_ptr<const Compiled> Engine::build(const Kernel &kernel, const Bound &bound,
                                              DiagSink &sink) {
  auto start = std::chrono::steady_clock::now();
  WorkScope work(cat("compiling kernel ", kernel.function().definition->name));
  auto compiled = std::make_shared<Compiled>();
  compiled->spec = bound.spec;

  const TargetSpec &target = device_->target();
  sema::ElaborateOptions elaborate;
  elaborate.target = factsOf(target);
  elaborate.print = options_.compile.print;
  elaborate.portable = options_.compile.portable;
  std::unique_lock frontEnd(frontEnd_);
  auto core = sema::elaborate(kernel.function(), bound.spec, elaborate, sink);
  frontEnd.unlock();
  if (!core)
    return nullptr;

  CompileOptions options = options_.compile;
  options.launch = bound.spec.options;
  if (options_.shownTarget) {
    nereid::compile(kernel.function(), bound.spec, *options_.shownTarget, options, sink);
    if (sink.hasErrors())
      return nullptr;
    options.onStage = nullptr;
  }
  std::string key = cacheKey(*core, *kernel.function().sources, *device_, options);
  std::optional<Artifact> artifact;
  bool onDisk = !codeHoldsPlaces(target);
  if (auto bytes = onDisk ? cache_.get(key) : std::nullopt) {
    auto read = deserialize(*bytes);
    if (read.ok())
      artifact = std::move(read).value();
  }
  compiled->fromDisk = artifact.has_value();
  if (!artifact) {
    artifact = compileCore(*core, *kernel.function().sources, target, options, sink);
    if (!artifact)
      return nullptr;
    auto assembled = device_->assemble(std::move(*artifact));
    if (!assembled.ok()) {
      reportDevice(assembled.error(), kernel, sink);
      return nullptr;
    }
    artifact = std::move(assembled).value();
    if (onDisk)
      cache_.put(key, serialize(*artifact));
  }
  ++(compiled->fromDisk ? counts_.fromDisk : counts_.compiled);

  auto loaded = device_->load(*artifact);
  if (!loaded.ok()) {
    reportDevice(loaded.error(), kernel, sink);
    return nullptr;
  }
  compiled->loaded = std::move(loaded).value();
  artifact->code.clear();
  compiled->artifact = std::move(*artifact);
  std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  compiled->milliseconds = elapsed.count();
  return compiled;
}

std::vector<std::pair<std::string, std::string>>
Engine::stages(const Kernel &kernel, const Compiled &compiled, DiagSink &sink) const {
  std::vector<std::pair<std::string, std::string>> texts;
  CompileOptions options = options_.compile;
  options.print = nullptr; // it has been printed when the kernel was compiled
  options.show = {Stage::Core,   Stage::TileIr, Stage::Optimized,
                  Stage::Target, Stage::Llvm,   Stage::Assembly};
  options.onStage = [&](std::string_view stage, std::string_view text) {
    texts.emplace_back(stage, text);
  };
  nereid::compile(kernel.function(), compiled.spec, device_->target(), options, sink);
  return texts;
}

} // namespace nereid::jit
