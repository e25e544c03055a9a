// The improvements to tile IR that hold on any machine, in order.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace nereid {

struct PassDescription {
  std::string_view name;    // "canonicalize"
  std::string_view summary; // one line: what it does and why here
};

// The pipeline's passes in order: `nereid passes`.
std::span<const PassDescription> tilePipeline();

struct PipelineOptions {
  std::vector<std::string> disabledPasses;
  bool verifyEach = true;
  // Called after each pass that ran, with its name.
  std::function<void(std::string_view pass, mlir::ModuleOp module)> afterPass;
};

// Runs the pipeline on `module`. Returns what failed, or empty: a failure is our bug.
std::string runTilePipeline(mlir::ModuleOp module, const PipelineOptions &options);

} // namespace nereid
