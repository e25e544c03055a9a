// An NVIDIA GPU as a device.
//
//   auto driver = loadCudaDriver();
//   auto device = makeCudaDevice(CudaContext::start(*driver.value(), 0));
//   auto kernel = device.value()->load(artifact);             // PTX, or a cubin made by assemble()
//   device.value()->launch(*kernel.value(), {1024}, words);   // enqueued
//   Status status = device.value()->synchronize();            // where faults are reported
//
// Parameters of a kernel have their own width (PTX .u64 for pointers, .u32 for i32, .f32, ...), in
// order; one program of the grid is one block of threads. Launches go to the
// context's current stream. Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "runtime/cuda_context.h"
#include "runtime/cuda_memory.h"
#include "runtime/device.h"

namespace nereid {

// How launches reach the GPU. A graph of one kernel node whose parameters are set anew takes the
// driver half the time of a plain launch, and the GPU 0.3 us more to begin.
enum class CudaLaunchPath { Graph, Plain };

class CudaDevice : public Device {
public:
  CudaDevice(std::shared_ptr<CudaContext> context, const CudaFacts &facts);

  std::string_view name() const override { return name_; }
  const TargetSpec &target() const override { return target_; }
  std::string codeVersion() const override;
  Result<Artifact> assemble(Artifact artifact) override;
  Result<std::shared_ptr<LoadedKernel>> load(const Artifact &artifact) override;
  Status launch(const LoadedKernel &kernel, Grid grid, std::span<const uint64_t> words) override;
  Status synchronize() override { return context_->synchronize(); }

  const CudaFacts &facts() const { return facts_; }
  const std::shared_ptr<CudaContext> &context() const { return context_; }
  const std::shared_ptr<CudaMemory> &memory() const { return memory_; }
  CudaLaunchPath launchPath() const { return path_; }
  void setLaunchPath(CudaLaunchPath path) { path_ = path; }

private:
  Status assembleCode(Artifact &artifact);
  Result<std::string> assembleBytes(const std::string &bytes); // of an artifact

  const std::shared_ptr<CudaContext> context_;
  const std::shared_ptr<CudaMemory> memory_;
  const CudaFacts facts_;
  const std::string name_;
  const TargetSpec target_;
  CudaLaunchPath path_ = CudaLaunchPath::Graph;
};

// Waits until the GPU is known, not until its context is there.
Result<std::unique_ptr<CudaDevice>> makeCudaDevice(std::shared_ptr<CudaContext> context);

} // namespace nereid
