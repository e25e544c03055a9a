#include "runtime/cuda_kernel.h"

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "runtime/launch_ranges.h"

namespace nereid {
namespace {

// A NaN is none.
bool isScale(uint64_t word) {
  float value = std::bit_cast<float>(static_cast<uint32_t>(word));
  return value >= kLeastScale && value <= kGreatestScale;
}

} // namespace

Result<std::shared_ptr<CudaKernel>> CudaKernel::load(std::shared_ptr<CudaContext> context,
                                                     const Artifact &artifact) {
  if (Status entered = context->enter(); !entered.ok())
    return entered;
  std::shared_ptr<CudaKernel> kernel(new CudaKernel(std::move(context)));
  if (Status opened = kernel->open(artifact); !opened.ok())
    return opened;
  return kernel;
}

CudaKernel::~CudaKernel() {
  if (!module_ || !context_->enter().ok())
    return;
  const CudaDriver &driver = context_->driver();
  if (exec_)
    driver.cuGraphExecDestroy(exec_);
  if (graph_)
    driver.cuGraphDestroy(graph_);
  driver.cuModuleUnload(module_);
}

Status CudaKernel::open(const Artifact &artifact) {
  const CudaDriver &driver = context_->driver();
  auto facts = context_->facts();
  if (!facts.ok())
    return facts.error();
  name_ = std::make_shared<const std::string>(artifact.entry);
  threads_ = artifact.threadsPerProgram;
  sharedBytes_ = artifact.sharedBytes;
  parameterCount_ = artifact.parameters.size();
  artifact_ = artifact;
  artifact_.code.clear();
  // Before loading, so that what cannot fit is told in our words.
  if (Status fits = checkFits(artifact, *facts.value()); !fits.ok())
    return fits;
  if (CudaResult result = driver.cuModuleLoadData(&module_, artifact.code.c_str()))
    return context_->failure(result, cat("loading kernel `", artifact.entry, "`"));
  if (CudaResult result = driver.cuModuleGetFunction(&function_, module_, artifact.entry.c_str()))
    return context_->failure(result, cat("finding kernel `", artifact.entry, "` in its code"));
  int registers = 0, local = 0, fixedShared = 0;
  driver.cuFuncGetAttribute(&registers, kCudaRegisters, function_);
  driver.cuFuncGetAttribute(&local, kCudaLocalBytes, function_);
  driver.cuFuncGetAttribute(&fixedShared, kCudaStaticShared, function_);
  constexpr unsigned kWithoutAsking = 48 << 10;
  if (sharedBytes_ + fixedShared > kWithoutAsking)
    if (CudaResult result =
            driver.cuFuncSetAttribute(function_, kCudaMaxDynamicShared, int(sharedBytes_)))
      return context_->failure(result, cat("giving kernel `", artifact.entry, "` ", sharedBytes_,
                                           " bytes of shared memory"));
  int resident = 0, perBlock = std::max(1, int(artifact.programsPerBlock));
  driver.cuOccupancyMaxActiveBlocks(&resident, function_, int(threads_) * perBlock,
                                    sharedBytes_ * perBlock);
  resident *= perBlock;
  figures_ = {registers, local, int(sharedBytes_) + fixedShared, resident};
  multiprocessors_ = uint32_t(facts.value()->multiprocessors);
  walkers_ = uint32_t(resident) * multiprocessors_;
  if (resident == 0)
    return {StatusCode::OutOfMemory,
            cat("a program needs ", threads_, " threads of ", registers,
                " registers, which is more than the ", facts.value()->registersPerMultiprocessor,
                " registers of a multiprocessor"),
            "lower num_warps or the block sizes, or set maxnreg"};
  return {};
}

Status CudaKernel::checkFits(const Artifact &artifact, const CudaFacts &facts) {
  if (int(artifact.threadsPerProgram) > facts.maxThreads)
    return {StatusCode::OutOfMemory,
            cat("a program needs ", artifact.threadsPerProgram, " threads, and ", facts.name,
                " runs at most ", facts.maxThreads),
            "lower num_warps"};
  if (int(artifact.sharedBytes) > facts.maxShared)
    return {StatusCode::OutOfMemory,
            cat("a program needs ", artifact.sharedBytes, " bytes of shared memory, and ",
                facts.name, " has ", facts.maxShared),
            "lower the block sizes or num_stages"};
  return {};
}

bool CudaKernel::prepare(Grid grid, std::span<const uint64_t> words, Extras &extras,
                         void **parameters) const {
  bool isCounted = artifact_.walksGrid || !artifact_.tensorMaps.empty(); // in 32 bits
  if (artifact_.tensorMaps.size() > Extras::kMostMaps || (isCounted && grid.programs() > INT32_MAX))
    return false;
  for (const LaunchCondition &condition : artifact_.conditions)
    if (!holds(condition, words))
      return false;
  for (uint32_t scale : artifact_.scales)
    if (!isScale(words[scale]))
      return false;
  if (!artifact_.notNegative.empty() && !areNotNegative(artifact_, grid, words))
    return false;
  void **next = parameters + words.size();
  for (size_t i = 0; i < artifact_.tensorMaps.size(); ++i) {
    if (!encode(context_->driver(), artifact_.tensorMaps[i], words, extras.maps[i]))
      return false;
    *next++ = &extras.maps[i];
  }
  extras.blocks = grid;
  extras.programsPerBlock = 1;
  if (artifact_.programsPerBlock > 0) {
    extras.programsPerBlock = programsPerBlock(grid);
    extras.blocks.x = (grid.x - 1) / extras.programsPerBlock + 1;
    extras.grid[0] = grid.x;
    *next++ = &extras.grid[0];
  }
  if (artifact_.walksGrid) {
    extras.blocks = {std::min(walkers_, uint32_t(grid.programs()))};
    uint32_t sizes[] = {grid.x, grid.y, grid.z};
    for (int axis = 0; axis < 3; ++axis) {
      extras.grid[axis] = sizes[axis];
      *next++ = &extras.grid[axis];
    }
  }
  if (artifact_.drawsPrograms) {
    extras.counter = context_->programCounter();
    *next++ = &extras.counter;
  }
  return true;
}

Result<const CudaKernel *> CudaKernel::choose(Grid grid, std::span<const uint64_t> words,
                                              Extras &extras, void **parameters) const {
  if (!artifact_.ofFew.empty() && grid.programs() <= multiprocessors_) {
    auto few = other(ofFew_, artifact_.ofFew);
    if (!few.ok() || few.value()->prepare(grid, words, extras, parameters))
      return few;
  }
  if (prepare(grid, words, extras, parameters))
    return this;
  auto fallback = other(otherwise_, artifact_.otherwise);
  if (fallback.ok() && !fallback.value()->prepare(grid, words, extras, parameters))
    return Status(StatusCode::Internal, cat("kernel `", *name_, "` has no code for this launch"));
  return fallback;
}

// As many as leave each multiprocessor several blocks, which may differ in length.
uint32_t CudaKernel::programsPerBlock(Grid grid) const {
  constexpr uint64_t kBlocksEach = 8;
  uint32_t count = artifact_.programsPerBlock;
  while (count > 1 && (count > grid.x || grid.programs() / count < kBlocksEach * multiprocessors_))
    count /= 2;
  return count;
}

Result<const CudaKernel *> CudaKernel::other(std::shared_ptr<CudaKernel> &kernel,
                                             const std::string &bytes) const {
  std::lock_guard lock(mutex_);
  if (!kernel) {
    auto artifact = deserialize(bytes);
    if (!artifact.ok())
      return artifact.error();
    auto loaded = load(context_, artifact.value());
    if (!loaded.ok())
      return loaded.error();
    kernel = std::move(loaded).value();
  }
  return static_cast<const CudaKernel *>(kernel.get());
}

CudaNodeParameters CudaKernel::node(const Extras &extras, void **parameters) const {
  CudaNodeParameters node;
  node.function = function_;
  node.gridX = extras.blocks.x;
  node.gridY = extras.blocks.y;
  node.gridZ = extras.blocks.z;
  node.blockX = threads_;
  node.blockY = extras.programsPerBlock;
  node.sharedBytes = sharedBytes_ * extras.programsPerBlock;
  node.parameters = parameters;
  return node;
}

CudaResult CudaKernel::launchPlainly(const Extras &extras, void **parameters) const {
  CudaNodeParameters p = node(extras, parameters);
  return context_->driver().cuLaunchKernel(p.function, p.gridX, p.gridY, p.gridZ, p.blockX,
                                           p.blockY, p.blockZ, p.sharedBytes, context_->stream(),
                                           p.parameters, nullptr);
}

CudaResult CudaKernel::launchAsGraph(const Extras &extras, void **parameters) const {
  const CudaDriver &driver = context_->driver();
  CudaNodeParameters next = node(extras, parameters);
  std::lock_guard lock(mutex_);
  CudaResult result = kCudaSuccess;
  if (exec_) {
    result = driver.cuGraphExecKernelNodeSetParams(exec_, node_, &next);
  } else {
    result = driver.cuGraphCreate(&graph_, 0);
    if (!result)
      result = driver.cuGraphAddKernelNode(&node_, graph_, nullptr, 0, &next);
    if (!result)
      result = driver.cuGraphInstantiate(&exec_, graph_, 0);
  }
  return result ? result : driver.cuGraphLaunch(exec_, context_->stream());
}

} // namespace nereid
