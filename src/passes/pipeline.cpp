#include "passes/pipeline.h"

#include <algorithm>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "base/text.h"
#include "passes/hear_hints.h"

using namespace mlir;

namespace nereid {
namespace {

struct Entry {
  PassDescription description;
  std::unique_ptr<Pass> (*create)();
};

// The pipeline, in order. Each line says why it stands where it does.
constexpr Entry kPipeline[] = {
    // First of all: a promise whose result is dropped would be simplified away.
    {{"hear-hints", "lets promises hold for later uses of what they were made about"},
     createHearHintsPass},

    // Sema leaves trivial arithmetic behind on purpose: x * 1, casts of constants, ifs whose
    // condition folds. Early, so that what follows sees only what the kernel really does.
    {{"canonicalize", "folds constants and simplifies operations locally"},
     [] { return createCanonicalizerPass(); }},

    // Each use of an expression in the source was elaborated anew: the same range, the same
    // `offsets < n`. Merged before motion, so that each is moved once.
    {{"cse", "computes equal expressions once"}, [] { return createCSEPass(); }},

    // Last: a loop's address arithmetic is in its simplest form now, and what does not depend on
    // the loop leaves it.
    {{"licm", "moves what a loop does not change in front of it"},
     [] { return createLoopInvariantCodeMotionPass(); }},
};

// The first error that MLIR reports while this stands.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler_(context, [this](Diagnostic &diagnostic) {
          if (text_.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
            text_ = diagnostic.str();
          return success();
        }) {}
  const std::string &text() const { return text_; }

private:
  std::string text_;
  ScopedDiagnosticHandler handler_;
};

std::string runOne(const Entry &entry, ModuleOp module, const PipelineOptions &options) {
  FirstError error(module.getContext());
  PassManager manager(module.getContext());
  manager.enableVerifier(options.verifyEach);
  manager.addPass(entry.create());
  if (failed(manager.run(module)))
    return cat(entry.description.name, ": ", error.text());
  return {};
}

} // namespace

std::span<const PassDescription> tilePipeline() {
  static const std::vector<PassDescription> descriptions = [] {
    std::vector<PassDescription> all;
    for (const Entry &entry : kPipeline)
      all.push_back(entry.description);
    return all;
  }();
  return descriptions;
}

std::string runTilePipeline(ModuleOp module, const PipelineOptions &options) {
  const auto &disabled = options.disabledPasses;
  for (const Entry &entry : kPipeline) {
    std::string_view name = entry.description.name;
    if (std::find(disabled.begin(), disabled.end(), name) != disabled.end())
      continue;
    if (std::string failure = runOne(entry, module, options); !failure.empty())
      return failure;
    if (options.afterPass)
      options.afterPass(name, module);
  }
  return {};
}

} // namespace nereid
