// For tests: tile IR text in, a kernel that runs out.
//
//   CompiledKernel kernel(R"(func.func @k(%x: !tile.ptr<f32>) { ... })");
//   kernel.run({4}, {x.data(), 5});
#pragma once

#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "llvm/TargetParser/Host.h"

#include "backend/cpu/cpu_backend.h"
#include "runtime/cpu_loader.h"

namespace nereid::cpu {

inline TargetSpec hostTarget() {
  std::string features;
  for (auto &feature : llvm::sys::getHostCPUFeatures())
    features += (feature.second ? "+" : "-") + feature.first().str() + ",";
  return {"cpu", llvm::sys::getHostCPUName().str(), features};
}

struct Argument {
  uint64_t word;
  template <typename T> Argument(T *pointer) : word(reinterpret_cast<uint64_t>(pointer)) {}
  Argument(int value) : word(static_cast<uint64_t>(static_cast<int64_t>(value))) {}
  Argument(int64_t value) : word(static_cast<uint64_t>(value)) {}
  Argument(float value) : word(std::bit_cast<uint32_t>(value)) {}
};

class CompiledKernel {
public:
  explicit CompiledKernel(const std::string &text, TargetSpec target = hostTarget()) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    cpuBackend().loadDialects(context);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "the test's tile IR does not parse";
      return;
    }
    EmitObserver observer;
    observer.wants = [](std::string_view) { return true; };
    observer.show = [&](std::string_view stage, std::string_view shown) {
      (stage == "target" ? mlir : stage == "llvm" ? llvm : assembly) = shown;
    };
    auto artifact = cpuBackend().emit(*module, target, observer);
    if (!artifact.ok()) {
      ADD_FAILURE() << artifact.error().what() << "\n" << mlir;
      return;
    }
    scratchBytes = artifact.value().scratchBytes;
    auto loaded = loadObject(artifact.value().code, artifact.value().entry);
    if (!loaded.ok())
      ADD_FAILURE() << loaded.error().what();
    else
      object_ = loaded.value();
  }

  struct Grid {
    uint32_t x = 1, y = 1, z = 1;
  };
  void run(Grid grid, const std::vector<Argument> &arguments, uint64_t flags = 0) {
    ASSERT_TRUE(object_);
    std::vector<uint64_t> words = {grid.x, grid.y, grid.z, flags};
    for (const Argument &argument : arguments)
      words.push_back(argument.word);
    size_t bytes = (sizeof(CpuScratch) + scratchBytes + 63) / 64 * 64;
    void *scratch = aligned_alloc(64, bytes);
    memset(scratch, 0xFF, bytes); // nothing may rely on zeroed scratch
    *static_cast<CpuScratch *>(scratch) = CpuScratch();
    object_->entry(words.data(), scratch, 0, int64_t(grid.x) * grid.y * grid.z);
    stopped = static_cast<CpuScratch *>(scratch)->stop != 0;
    free(scratch);
  }

  std::string mlir, llvm, assembly;
  uint64_t scratchBytes = 0;
  bool stopped = false;

private:
  std::shared_ptr<LoadedObject> object_;
};

} // namespace nereid::cpu
