// The compiler's table of contents: read compile() and compileCore() to know what happens to a
// kernel, in order. Each step is a folder; each line says what is true after it.
#include "compiler/compile.h"

#include <algorithm>
#include <chrono>

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include "backend/backend.h"
#include "base/check.h"
#include "base/text.h"
#include "compiler/backends.h"
#include "compiler/reproducer.h"
#include "ir/tile.h"
#include "lower/lower.h"
#include "passes/pipeline.h"
#include "syntax/parse.h"

namespace nereid {
namespace {

constexpr std::string_view kStageNames[] = {"tree",   "core", "tile", "optimized",
                                            "target", "llvm", "asm",  "artifact"};

// Shows the stages that were asked for and knows where to stop.
class StageSink {
public:
  explicit StageSink(const CompileOptions &options) : options_(options) {}

  bool wants(Stage stage) const {
    return options_.onStage &&
           std::find(options_.show.begin(), options_.show.end(), stage) != options_.show.end();
  }
  void show(Stage stage, std::string_view text) const { options_.onStage(nameOf(stage), text); }
  void show(Stage stage, mlir::ModuleOp module) const {
    if (wants(stage))
      show(stage, print(module));
  }
  bool stopAfter(Stage stage) const { return options_.stopAfter == stage; }

  static std::string print(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    return text;
  }

private:
  const CompileOptions &options_;
};

// What MLIR complains about while it is alive: after sema every such complaint is our bug.
class ComplaintCollector {
public:
  explicit ComplaintCollector(mlir::MLIRContext &context)
      : handler_(&context, [this](mlir::Diagnostic &diagnostic) {
          complaints += cat(diagnostic.str(), "\n");
          return mlir::success();
        }) {}
  std::string complaints;

private:
  mlir::ScopedDiagnosticHandler handler_;
};

void reportInternal(const core::Kernel &kernel, std::string_view during, std::string_view what,
                    mlir::ModuleOp module, DiagSink &sink) {
  std::string folder = writeReproducer({{"kernel.core", core::print(kernel)},
                                        {"before.mlir", StageSink::print(module)},
                                        {"error.txt", cat(during, ": ", what)}});
  sink.report({.kind = DiagKind::Internal,
               .headline = cat("Nereid broke one of its own rules ", during,
                               "; this is our bug, not yours"),
               .primary = {kernel.span, std::string(what.substr(0, what.find('\n')))},
               .helps = {{folder.empty() ? std::string("please send us this script")
                                         : cat("please send us the folder ", folder)}}});
}

// What the launch says about the machine code, where the backend finds it.
void attachLaunch(mlir::ModuleOp module, const sema::LaunchOptions &launch) {
  mlir::Builder builder(module.getContext());
  module->setDiscardableAttr("tile.num_warps", builder.getI32IntegerAttr(launch.warps));
  module->setDiscardableAttr("tile.num_stages", builder.getI32IntegerAttr(launch.stages));
  module->setDiscardableAttr("tile.max_registers", builder.getI32IntegerAttr(launch.maxRegisters));
}

EmitObserver observerOf(const StageSink &stages) {
  EmitObserver observer;
  observer.wants = [&stages](std::string_view name) {
    auto stage = stageFromName(name);
    return stage && stages.wants(*stage);
  };
  observer.show = [&stages](std::string_view name, std::string_view text) {
    stages.show(*stageFromName(name), text);
  };
  return observer;
}

} // namespace

std::string_view nameOf(Stage stage) {
  return kStageNames[static_cast<int>(stage)];
}

std::optional<Stage> stageFromName(std::string_view name) {
  for (size_t i = 0; i < std::size(kStageNames); ++i)
    if (kStageNames[i] == name)
      return static_cast<Stage>(i);
  return std::nullopt;
}

sema::TargetFacts factsOf(const TargetSpec &target) {
  sema::TargetFacts facts;
  if (target.backend != "nvidia")
    return facts;
  facts.isCuda = true;
  llvm::StringRef digits =
      llvm::StringRef(target.arch).drop_front(std::min<size_t>(3, target.arch.size()));
  digits.take_while(llvm::isDigit).getAsInteger(10, facts.capability);
  facts.hasTf32 = facts.capability >= 80;
  return facts;
}

bool codeHoldsPlaces(const TargetSpec &target) {
  return target.backend == "interp";
}

bool codeDependsOnLaunch(const TargetSpec &target) {
  return target.backend == "nvidia";
}

TargetSpec hostCpuTarget() {
  TargetSpec target{"cpu", llvm::sys::getHostCPUName().str(), ""};
  std::vector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.push_back(cat(feature.getValue() ? "+" : "-", std::string_view(feature.getKey())));
  std::sort(features.begin(), features.end());
  target.features = join(features, ",");
  return target;
}

TargetSpec interpreterTarget() {
  return {"interp", "", ""};
}

std::optional<Artifact> compile(const sema::JitFunction &function, const sema::Specialization &spec,
                                const TargetSpec &target, const CompileOptions &options,
                                DiagSink &sink) {
  StageSink stages(options);

  // What the author wrote: parsed long ago, with the rest of its file.
  if (stages.wants(Stage::Tree))
    stages.show(Stage::Tree, syntax::print(function.definition));
  if (stages.stopAfter(Stage::Tree))
    return std::nullopt;

  // What it means for these argument types and constants. After this no name is unresolved, no
  // shape unknown, and nothing is left to fold.
  sema::ElaborateOptions elaborate;
  elaborate.target = factsOf(target);
  elaborate.print = options.print;
  elaborate.portable = options.portable;
  auto kernel = sema::elaborate(function, spec, elaborate, sink);
  if (!kernel)
    return std::nullopt;
  if (stages.wants(Stage::Core))
    stages.show(Stage::Core, core::print(*kernel));
  if (stages.stopAfter(Stage::Core))
    return std::nullopt;

  CompileOptions launched = options;
  launched.launch = spec.options;
  return compileCore(*kernel, *function.sources, target, launched, sink);
}

std::optional<Artifact> compileCore(const core::Kernel &kernel, const SourceMap &sources,
                                    const TargetSpec &target, const CompileOptions &options,
                                    DiagSink &sink) {
  StageSink stages(options);
  const Backend *backend = backendNamed(target.backend);
  NEREID_CHECK(backend, cat("no backend is called ", target.backend));
  if (Status accepted = backend->accepts(target); !accepted.ok()) {
    sink.report({.kind = DiagKind::TargetLacks,
                 .headline = accepted.what(),
                 .primary = {kernel.span, ""},
                 .helps = {{accepted.nextStep()}}});
    return std::nullopt;
  }

  // One context a compilation: it shares nothing, so any number may run at once.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  tile::loadDialects(context);
  backend->loadDialects(context);
  ComplaintCollector collector(context);

  // From here on the kernel is MLIR, and every error is ours, not the author's.
  mlir::OwningOpRef<mlir::ModuleOp> module = lowerToTileIr(kernel, sources, context);
  if (mlir::failed(mlir::verify(*module))) {
    reportInternal(kernel, "when lowering to tile IR", collector.complaints, *module, sink);
    return std::nullopt;
  }
  stages.show(Stage::TileIr, *module);
  if (stages.stopAfter(Stage::TileIr))
    return std::nullopt;

  // Improvements that hold on any machine.
  PipelineOptions pipeline;
  pipeline.disabledPasses = options.disabledPasses;
  if (!options.printAfter.empty())
    pipeline.afterPass = [&](std::string_view pass, mlir::ModuleOp after) {
      if (pass == options.printAfter && options.onStage)
        options.onStage(cat("after ", pass), StageSink::print(after));
    };
  if (std::string failure = runTilePipeline(*module, pipeline); !failure.empty()) {
    reportInternal(kernel, cat("in pass ", failure), collector.complaints, *module, sink);
    return std::nullopt;
  }
  stages.show(Stage::Optimized, *module);
  if (stages.stopAfter(Stage::Optimized))
    return std::nullopt;

  // One machine's business.
  if (codeDependsOnLaunch(target))
    attachLaunch(*module, options.launch);
  Result<Artifact> artifact = backend->emit(*module, target, observerOf(stages));
  if (artifact.ok()) {
    artifact.value().formatVersion = std::string(compilerVersion());
    if (options.onArtifact)
      options.onArtifact(artifact.value());
    return std::move(artifact).value();
  }
  const Status &error = artifact.error();
  if (error.code() == StatusCode::Internal) {
    reportInternal(kernel, cat("when compiling for ", target.backend),
                   cat(error.what(), "\n", collector.complaints), *module, sink);
    return std::nullopt;
  }
  sink.report({.kind = DiagKind::TargetLacks,
               .headline = error.what(),
               .primary = {kernel.span, ""},
               .helps = {{error.nextStep()}}});
  return std::nullopt;
}

} // namespace nereid
