#include "host/kernel_compiled.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "eval/operators.h"
#include "host/launch.h"
#include "host/launch_errors.h"
#include "host/triton_runtime.h"

namespace nereid::host {

namespace {

struct StageName {
  std::string_view upstream;
  std::string_view ours;
};

// Upstream's stages, and what comes closest to each here. `ptx` is there for kernels on a GPU;
// asking for what there is not is a KeyError.
constexpr StageName kStageNames[] = {
    {"ttir", "tile"}, {"ttgir", "optimized"}, {"llir", "llvm"}, {"asm", "asm"}, {"core", "core"}};

// The memory that a running program has to itself: a GPU's shared memory, a CPU's scratch.
eval::Int programMemory(const Artifact &artifact) {
  bool isGpu = artifact.target.backend == "nvidia";
  return isGpu ? artifact.sharedBytes : sizeof(CpuScratch) + artifact.scratchBytes;
}

std::string hashOf(const KernelObject &kernel, const jit::Compiled &compiled) {
  const TargetSpec &target = compiled.artifact.target;
  return sha256Hex(cat(cacheKeyOf(kernel), target.backend, target.arch, compiled.artifact.entry,
                       compiled.artifact.formatVersion));
}

} // namespace

eval::Value CompiledKernel::assembly() {
  if (!assembly_.isNone())
    return assembly_;
  DiagSink sink;
  auto stages = kernel_->context().engineFor(gpu_).stages(kernel_->compiled(), *compiled_, sink);
  if (sink.hasErrors())
    raiseCompilationError(*kernel_, sink);
  auto texts = eval::make<eval::Dict>();
  texts->set("source", eval::Value::string(kernel_->sourceText()));
  for (const StageName &name : kStageNames)
    for (auto &[stage, text] : stages)
      if (stage == name.ours)
        texts->set(gpu_ >= 0 && name.ours == "asm" ? "ptx" : name.upstream,
                   eval::Value::string(text));
  assembly_ = texts;
  return assembly_;
}

eval::Value CompiledKernel::metadata() const {
  const Artifact &artifact = compiled_->artifact;
  const sema::LaunchOptions &options = compiled_->spec.options;
  auto target = eval::make<eval::Module>("GPUTarget");
  target->set("backend", eval::Value::string(artifact.target.backend));
  target->set("arch", eval::Value::string(artifact.target.arch));
  target->set("warp_size", eval::Value::integer(32));
  auto metadata = eval::make<eval::Module>("KernelMetadata");
  metadata->set("name", eval::Value::string(kernel_->name()));
  metadata->set("hash", eval::Value::string(hashOf(*kernel_, *compiled_)));
  metadata->set("target", target);
  metadata->set("num_warps", eval::Value::integer(options.warps));
  metadata->set("num_stages", eval::Value::integer(options.stages));
  metadata->set("num_ctas", eval::Value::integer(options.ctas));
  metadata->set("shared", eval::Value::integer(programMemory(artifact)));
  metadata->set("tmem_size", eval::Value::integer(0));
  metadata->set("global_scratch_size", eval::Value::integer(0));
  return metadata;
}

eval::Value CompiledKernel::launch(const eval::Value &grid,
                                   std::span<const eval::Value> arguments) const {
  const std::vector<jit::ParameterRule> &rules = kernel_->rules();
  auto isConstant = [](const jit::ParameterRule &rule) { return rule.info.isConstexpr; };
  size_t constants = std::count_if(rules.begin(), rules.end(), isConstant);
  bool areLeftOut = arguments.size() + constants == rules.size();
  const sema::Specialization &spec = compiled_->spec;
  std::vector<eval::Keyword> keywords;
  size_t next = 0;
  for (size_t i = 0; i < rules.size(); ++i)
    if (next < arguments.size() && !(areLeftOut && isConstant(rules[i])))
      keywords.push_back({rules[i].info.name, arguments[next++]});
    else if (i < spec.arguments.size() && isConstant(rules[i]))
      keywords.push_back({rules[i].info.name, spec.arguments[i].constant});
  if (next < arguments.size())
    eval::raise("TypeError", cat(kernel_->name(), "() takes ", rules.size(), " arguments but ",
                                 arguments.size(), " were given"));
  auto choose = [&](std::string_view option, int value) {
    if (kernel_->findParameter(option) == KernelObject::kNone)
      keywords.push_back({option, eval::Value::integer(value)});
  };
  choose("num_warps", spec.options.warps);
  choose("num_stages", spec.options.stages);
  return eval::call(gridLauncher(kernel_, grid), eval::Arguments{{}, keywords});
}

eval::Value CompiledKernel::getItem(const eval::Value &grid) {
  eval::Ref<CompiledKernel> self(this);
  return eval::Value(
      eval::make<eval::NativeFunction>("launcher", [self, grid](const eval::Arguments &call) {
        return self->launch(grid, call.positional);
      }));
}

std::optional<eval::Value> CompiledKernel::getAttr(std::string_view name) {
  if (name == "asm")
    return assembly();
  if (name == "metadata")
    return metadata();
  if (name == "name")
    return eval::Value::string(kernel_->name());
  if (name == "hash")
    return eval::Value::string(hashOf(*kernel_, *compiled_));
  if (name == "src")
    return eval::Value(kernel_);
  if (name == "n_regs")
    return eval::Value::integer(gpu_ >= 0 ? compiled_->loaded->figures().registers
                                          : vectorRegisters(compiled_->artifact.target));
  if (name == "n_spills") // upstream counts 4-byte words of local memory
    return eval::Value::integer(compiled_->loaded->figures().localBytes / 4);
  if (name == "_init_handles") // tutorials call it before they ask for registers: loaded it is
    return eval::Value(eval::make<eval::NativeFunction>(
        "_init_handles", [](const eval::Arguments &) { return eval::Value::none(); }));
  if (name == "n_max_threads")
    return eval::Value::integer(compiled_->artifact.threadsPerProgram);
  return std::nullopt;
}

std::vector<std::string> CompiledKernel::attributeNames() const {
  return {"asm", "hash", "metadata", "n_max_threads", "n_regs", "n_spills", "name", "src"};
}

} // namespace nereid::host
