// Source text in, Artifact out. The one header the rest of the product needs of the compiler; no
// LLVM type crosses it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "artifact/artifact.h"
#include "diag/diag.h"
#include "sema/core.h"
#include "sema/elaborate.h"

namespace nereid {

// A point where the compiler can stop or show its work.
enum class Stage { Tree, Core, TileIr, Optimized, Target, Llvm, Assembly, Artifact };
std::string_view nameOf(Stage stage); // "tree", "core", "tile", "optimized", ...
std::optional<Stage> stageFromName(std::string_view name);

struct CompileOptions {
  Stage stopAfter = Stage::Artifact;
  std::vector<Stage> show;                 // stages whose text `onStage` gets
  std::vector<std::string> disabledPasses; // by name: `nereid passes`
  std::string printAfter;                  // also show the IR after this pass
  bool timePasses = false;
  std::function<void(std::string_view stage, std::string_view text)> onStage;
  std::function<void(const Artifact &)> onArtifact; // what the backend has made
  std::function<void(std::string_view)> print;      // static_print
  bool portable = false;
  sema::LaunchOptions launch; // of the specialization: compile() takes them from there
};

// What makes two compilations the same; part of every cache key. Changes whenever the code that
// Nereid generates may change.
std::string_view compilerVersion();

// The facts of `target` that the language can see.
sema::TargetFacts factsOf(const TargetSpec &target);

// Whether code for `target` holds places in the source, as the interpreter's does: then Core's
// text, which holds none, does not stand for it, and it may not be cached by it.
bool codeHoldsPlaces(const TargetSpec &target);

// Whether code for `target` depends on CompileOptions::launch: then the cache key does too.
bool codeDependsOnLaunch(const TargetSpec &target);

// This machine as a target of the CPU backend: its name and features as LLVM spells them.
TargetSpec hostCpuTarget();
TargetSpec interpreterTarget();

// Elaborates and compiles. Returns nothing if `sink` received an error or options.stopAfter came
// first. Several threads may compile at once, each with its own sink.
std::optional<Artifact> compile(const sema::JitFunction &function, const sema::Specialization &spec,
                                const TargetSpec &target, const CompileOptions &options,
                                DiagSink &sink);

// The second half alone, for a kernel whose Core is known (the cache looks in between).
std::optional<Artifact> compileCore(const core::Kernel &kernel, const SourceMap &sources,
                                    const TargetSpec &target, const CompileOptions &options,
                                    DiagSink &sink);

} // namespace nereid
