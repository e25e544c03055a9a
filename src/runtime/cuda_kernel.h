// A kernel on a GPU: its module, and the ways to launch it.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "runtime/cuda_context.h"
#include "runtime/device.h"
#include "runtime/tensor_map.h"

namespace nereid {

class CudaKernel : public LoadedKernel {
public:
  // Loads `artifact`'s code and checks that a program fits the GPU. OutOfMemory: it does not, with
  // the numbers and what to lower.
  static Result<std::shared_ptr<CudaKernel>> load(std::shared_ptr<CudaContext> context,
                                                  const Artifact &artifact);
  ~CudaKernel() override;

  // What a launch passes after the arguments, and on how many blocks it runs.
  struct Extras {
    static constexpr size_t kMostMaps = 8;
    EncodedMap maps[kMostMaps];
    uint32_t grid[3];
    CudaAddress counter;
    Grid blocks;
    uint32_t programsPerBlock;
    // Of pointers to them.
    static constexpr size_t kMost = kMostMaps + 4;
  };
  // The code for such a launch: this, or another that is assembled and loaded when first asked for.
  // Fills `extras` and appends them to `parameters`, which has room.
  Result<const CudaKernel *> choose(Grid grid, std::span<const uint64_t> words, Extras &extras,
                                    void **parameters) const;
  // Both enqueue one launch. `parameters` points to each parameter's value.
  CudaResult launchPlainly(const Extras &extras, void **parameters) const;
  CudaResult launchAsGraph(const Extras &extras, void **parameters) const;

  const std::shared_ptr<const std::string> &name() const { return name_; }
  size_t parameterCount() const { return parameterCount_; }
  KernelFigures figures() const override { return figures_; }

private:
  explicit CudaKernel(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  Status open(const Artifact &artifact);
  Status checkFits(const Artifact &artifact, const CudaFacts &facts);
  // False: the arguments are not as this code wants them.
  bool prepare(Grid grid, std::span<const uint64_t> words, Extras &extras, void **parameters) const;
  Result<const CudaKernel *> other(std::shared_ptr<CudaKernel> &kernel,
                                   const std::string &artifact) const;
  uint32_t programsPerBlock(Grid grid) const;
  CudaNodeParameters node(const Extras &extras, void **parameters) const;

  const std::shared_ptr<CudaContext> context_;
  std::shared_ptr<const std::string> name_;
  CudaModule module_ = nullptr;
  CudaFunction function_ = nullptr;
  unsigned threads_ = 1, sharedBytes_ = 0;
  size_t parameterCount_ = 0;
  Artifact artifact_;                          // without its code
  uint32_t walkers_ = 0, multiprocessors_ = 0; // blocks that the GPU runs at once
  KernelFigures figures_;

  mutable std::mutex mutex_; // guards what follows
  mutable std::shared_ptr<CudaKernel> otherwise_, ofFew_;
  mutable CudaGraph graph_ = nullptr;
  mutable CudaGraphNode node_ = nullptr;
  mutable CudaGraphExec exec_ = nullptr;
};

} // namespace nereid
