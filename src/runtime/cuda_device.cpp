// A launch passes no copy of its arguments: the words of a launch hold each value in their low
// bytes, and the driver reads as many of them as the parameter's type has (this machine and the GPU
// are both little-endian).
#include "runtime/cuda_device.h"

#include <future>
#include <vector>

#include "artifact/cubin.h"
#include "base/text.h"
#include "runtime/cuda_kernel.h"

namespace nereid {
namespace {

constexpr size_t kFewWords = 64; // arguments of ordinary kernels, kept on the stack

TargetSpec targetOf(const CudaFacts &facts) {
  return {"nvidia", facts.arch(), ""};
}

Status checkGrid(const std::string &kernel, Grid grid) {
  constexpr uint32_t kMostX = 0x7fffffff, kMostYZ = 0xffff;
  if (grid.x <= kMostX && grid.y <= kMostYZ && grid.z <= kMostYZ)
    return {};
  return {StatusCode::InvalidArgument,
          cat("kernel `", kernel, "` was launched on a grid of (", grid.x, ", ", grid.y, ", ",
              grid.z, "); a GPU takes at most (", kMostX, ", ", kMostYZ, ", ", kMostYZ, ")"),
          "put the largest axis of the grid first"};
}

// The driver's linker ignores that warps hand registers on ("setmaxnreg ignored to maintain
// compatibility across compilation units"), and spills then. Such code stays text: loading it
// assembles it whole, and the driver keeps the result in a cache of its own. For the rest the
// linker is better: it works on several kernels at once, and loading does not.
bool mustStayWhole(std::string_view ptx) {
  return ptx.find("setmaxnreg") != ptx.npos;
}

// The driver's assembler, which turns PTX into a cubin that can be kept.
class Linker {
public:
  explicit Linker(CudaContext &context) : context_(context) {}
  ~Linker() {
    if (link_)
      context_.driver().cuLinkDestroy(link_);
  }

  Result<std::string> assemble(const std::string &ptx, const std::string &name) {
    const CudaDriver &driver = context_.driver();
    constexpr size_t kLogBytes = 8192;
    std::string log(kLogBytes, '\0');
    int options[] = {kCudaJitErrorLog, kCudaJitErrorLogBytes};
    void *values[] = {log.data(), reinterpret_cast<void *>(kLogBytes)};
    void *cubin = nullptr;
    size_t bytes = 0;
    CudaResult result = driver.cuLinkCreate(2, options, values, &link_);
    // The size counts the terminating zero: the driver wants text.
    if (!result)
      result = driver.cuLinkAddData(link_, kCudaJitPtx, const_cast<char *>(ptx.c_str()),
                                    ptx.size() + 1, name.c_str(), 0, nullptr, nullptr);
    if (!result)
      result = driver.cuLinkComplete(link_, &cubin, &bytes);
    if (!result)
      return std::string(static_cast<const char *>(cubin), bytes);
    log.resize(log.find('\0') == log.npos ? log.size() : log.find('\0'));
    Status failed = context_.failure(result, cat("assembling kernel `", name, "`"));
    return Status(failed.code(), cat(failed.what(), log.empty() ? "" : "\n", log),
                  failed.nextStep());
  }

private:
  CudaContext &context_;
  CudaLink link_ = nullptr;
};

} // namespace

CudaDevice::CudaDevice(std::shared_ptr<CudaContext> context, const CudaFacts &facts)
    : context_(std::move(context)), memory_(std::make_shared<CudaMemory>(context_)), facts_(facts),
      name_(cat("cuda:", context_->ordinal())), target_(targetOf(facts)) {}

std::string CudaDevice::codeVersion() const {
  return cat("cuda ", facts_.driverVersion);
}

// The code for few programs at the same time: a first launch may well want that one, and what is
// kept on disk has both. What few launches need, `otherwise`, waits until one does.
Result<Artifact> CudaDevice::assemble(Artifact artifact) {
  std::future<Result<std::string>> few;
  if (!artifact.ofFew.empty())
    few = std::async([this, &artifact] { return assembleBytes(artifact.ofFew); });
  Status assembled = assembleCode(artifact);
  if (few.valid()) {
    auto bytes = few.get();
    if (!bytes.ok())
      return bytes.error();
    artifact.ofFew = std::move(bytes).value();
  }
  return assembled.ok() ? Result<Artifact>(std::move(artifact)) : assembled;
}

Result<std::string> CudaDevice::assembleBytes(const std::string &bytes) {
  auto artifact = deserialize(bytes);
  if (!artifact.ok())
    return artifact.error();
  Status assembled = assembleCode(artifact.value());
  return assembled.ok() ? Result<std::string>(serialize(artifact.value())) : assembled;
}

Status CudaDevice::assembleCode(Artifact &artifact) {
  if (isCubin(artifact.code) || mustStayWhole(artifact.code))
    return {};
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  Linker linker(*context_);
  auto cubin = linker.assemble(artifact.code, artifact.entry);
  if (!cubin.ok())
    return cubin.error();
  artifact.code = std::move(cubin).value();
  return {};
}

Result<std::shared_ptr<LoadedKernel>> CudaDevice::load(const Artifact &artifact) {
  auto kernel = CudaKernel::load(context_, artifact);
  if (!kernel.ok())
    return kernel.error();
  return std::shared_ptr<LoadedKernel>(std::move(kernel).value());
}

Status CudaDevice::launch(const LoadedKernel &loaded, Grid grid, std::span<const uint64_t> words) {
  const auto *kernel = static_cast<const CudaKernel *>(&loaded);
  if (grid.programs() == 0)
    return {};
  if (Status fits = checkGrid(*kernel->name(), grid); !fits.ok())
    return fits;
  if (words.size() != kernel->parameterCount())
    return {StatusCode::Internal,
            cat("kernel `", *kernel->name(), "` has ", kernel->parameterCount(),
                " parameters and got ", words.size(), " arguments")};
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  void *few[kFewWords + CudaKernel::Extras::kMost];
  std::vector<void *> many;
  void **parameters = few;
  if (words.size() > kFewWords) {
    many.resize(words.size() + CudaKernel::Extras::kMost);
    parameters = many.data();
  }
  for (size_t i = 0; i < words.size(); ++i)
    parameters[i] = const_cast<uint64_t *>(&words[i]);
  context_->record(kernel->name(), grid);
  CudaKernel::Extras extras;
  auto chosen = kernel->choose(grid, words, extras, parameters);
  if (!chosen.ok())
    return chosen.error();
  kernel = chosen.value();
  // Launches of one graph wait for each other: not what another stream is for.
  bool asGraph = path_ == CudaLaunchPath::Graph && !context_->isCapturing() &&
                 context_->streams().isMainCurrent();
  CudaResult result = asGraph ? kernel->launchAsGraph(extras, parameters)
                              : kernel->launchPlainly(extras, parameters);
  return result ? context_->failure(result, cat("launching kernel `", *kernel->name(), "`"))
                : Status();
}

Result<std::unique_ptr<CudaDevice>> makeCudaDevice(std::shared_ptr<CudaContext> context) {
  auto facts = context->facts();
  if (!facts.ok())
    return facts.error();
  return std::make_unique<CudaDevice>(std::move(context), *facts.value());
}

} // namespace nereid
