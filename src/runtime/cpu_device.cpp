// A launch is a word array, a few flags, and the pool. Everything that a launch of a small kernel
// does not need is kept out of its way: it allocates nothing once its scratch has been made.
#include "runtime/cpu_device.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <vector>

#include "base/text.h"
#include "runtime/cpu_loader.h"
#include "runtime/cpu_print.h"
#include "runtime/fault_guard.h"
#include "runtime/memory_map.h"
#include "runtime/thread_pool.h"

namespace nereid {
namespace {

constexpr size_t kMaxWords = 64; // arguments of ordinary kernels, kept on the stack

class CpuKernel : public LoadedKernel {
public:
  std::shared_ptr<LoadedObject> object;
  LoadedObject::Entry entry = nullptr;
  uint64_t scratchBytes = 0;
  std::vector<size_t> pointers; // which words are addresses
};

// Scratch of one thread: grows to what the largest kernel needs and stays.
class ThreadScratch {
public:
  ~ThreadScratch() { std::free(memory_); }
  CpuScratch *get(uint64_t bytes) {
    if (bytes > size_) {
      std::free(memory_);
      size_ = (bytes + 4095) & ~uint64_t(4095);
      memory_ = std::aligned_alloc(64, size_);
      if (!memory_)
        size_ = 0;
    }
    return static_cast<CpuScratch *>(memory_);
  }

private:
  void *memory_ = nullptr;
  uint64_t size_ = 0;
};

thread_local ThreadScratch threadScratch;

// What the first program that failed left behind.
struct Trouble {
  std::mutex mutex;
  std::atomic<bool> any{false};
  bool outOfMemory = false;
  Fault fault;
  int64_t program = 0;
  FailedAssertion assertion;
};

// The size of the last-level cache in bytes, as the kernel tells it; 32 MiB where it does not.
uint64_t lastLevelCacheBytes() {
  for (int index = 4; index >= 2; --index) {
    std::ifstream file(cat("/sys/devices/system/cpu/cpu0/cache/index", index, "/size"));
    uint64_t amount = 0;
    char unit = 0;
    if (file >> amount >> unit)
      return amount << (unit == 'M' ? 20 : 10);
  }
  return uint64_t(32) << 20;
}

// Memory above which a launch's stores should pass the cache by. On shared hosts the cache that the
// system reports is everyone's; a share of it is what one process can count on.
uint64_t streamingThreshold() {
  static const uint64_t threshold = std::min(lastLevelCacheBytes() / 2, uint64_t(64) << 20);
  return threshold;
}

// Flags from what is known of the pointers: how much memory they reach, and whether two different
// ones may reach the same.
uint64_t flagsFor(const CpuKernel &kernel, std::span<const uint64_t> words) {
  constexpr size_t kMost = 32;
  if (kernel.pointers.size() > kMost)
    return CpuArguments::kMayOverlap;
  Allocation known[kMost];
  uint64_t addresses[kMost];
  size_t count = 0;
  uint64_t total = 0, flags = 0;
  for (size_t index : kernel.pointers) {
    uint64_t address = words[index];
    bool seen = std::find(addresses, addresses + count, address) != addresses + count;
    if (seen)
      continue; // the same expression reaches the same place: fused loops keep that in order
    auto allocation = MemoryMap::find(address);
    bool inside = allocation && allocation->contains(address, 1);
    if (!inside && kernel.pointers.size() > 1)
      flags |= CpuArguments::kMayOverlap; // nothing is known of its extent
    for (size_t i = 0; i < count && inside; ++i)
      if (known[i].begin == allocation->begin && known[i].size == allocation->size)
        flags |= CpuArguments::kMayOverlap;
    addresses[count] = address;
    known[count] = inside ? *allocation : Allocation{};
    total += known[count++].size;
  }
  if (total > streamingThreshold())
    flags |= CpuArguments::kStreamStores;
  return flags;
}

std::string describe(const Fault &fault) {
  char hex[32];
  std::snprintf(hex, sizeof hex, "0x%llx", static_cast<unsigned long long>(fault.address));
  switch (fault.signal) {
  case SIGINT:
    return "was interrupted";
  case SIGFPE:
    return "divided an integer by zero";
  case SIGILL:
    return "ran an instruction that this processor does not have";
  default:
    return cat("touched memory at ", hex, ", which is not mapped");
  }
}

class CpuDevice : public Device {
public:
  explicit CpuDevice(TargetSpec target) : target_(std::move(target)) {}
  std::string_view name() const override { return "cpu"; }
  const TargetSpec &target() const override { return target_; }

  Result<std::shared_ptr<LoadedKernel>> load(const Artifact &artifact) override {
    auto object = loadObject(artifact.code, artifact.entry);
    if (!object.ok())
      return object.error();
    auto kernel = std::make_shared<CpuKernel>();
    kernel->object = std::move(object).value();
    kernel->entry = kernel->object->entry;
    kernel->scratchBytes = sizeof(CpuScratch) + artifact.scratchBytes;
    for (size_t i = 0; i < artifact.parameters.size(); ++i)
      if (!artifact.parameters[i].type.empty() && artifact.parameters[i].type[0] == '*')
        kernel->pointers.push_back(i);
    return std::shared_ptr<LoadedKernel>(kernel);
  }

  Status launch(const LoadedKernel &loaded, Grid grid, std::span<const uint64_t> words) override {
    const auto &kernel = static_cast<const CpuKernel &>(loaded);
    if (grid.programs() == 0)
      return {};
    uint64_t few[CpuArguments::kFirstParameter + kMaxWords];
    std::vector<uint64_t> many;
    uint64_t *arguments = few;
    if (words.size() > kMaxWords) {
      many.resize(CpuArguments::kFirstParameter + words.size());
      arguments = many.data();
    }
    arguments[CpuArguments::kGridX] = grid.x;
    arguments[CpuArguments::kGridY] = grid.y;
    arguments[CpuArguments::kGridZ] = grid.z;
    arguments[CpuArguments::kFlags] = flagsFor(kernel, words);
    std::copy(words.begin(), words.end(), arguments + CpuArguments::kFirstParameter);

    Trouble trouble;
    auto work = [&](int64_t begin, int64_t end) {
      runPrograms(kernel, arguments, begin, end, trouble);
    };
    ThreadPool::shared().run(static_cast<int64_t>(grid.programs()), work);
    return trouble.any ? report(kernel, grid, trouble) : Status();
  }

  Status synchronize() override { return {}; }

private:
  static void runPrograms(const CpuKernel &kernel, const uint64_t *arguments, int64_t begin,
                          int64_t end, Trouble &trouble) {
    if (trouble.any.load(std::memory_order_relaxed))
      return;
    CpuScratch *scratch = threadScratch.get(kernel.scratchBytes);
    if (!scratch) {
      std::lock_guard lock(trouble.mutex);
      trouble.outOfMemory = true;
      trouble.any = true;
      return;
    }
    new (scratch) CpuScratch;
    Fault fault = runGuarded([&] { kernel.entry(arguments, scratch, begin, end); });
    FailedAssertion assertion = scratch->stop ? takeAssertion() : FailedAssertion();
    if (!fault.happened() && !scratch->stop)
      return;
    std::lock_guard lock(trouble.mutex);
    if (trouble.any)
      return;
    trouble.fault = fault;
    trouble.program = scratch->program;
    trouble.assertion = std::move(assertion);
    trouble.any = true;
  }

  static Status report(const CpuKernel &kernel, Grid grid, const Trouble &trouble) {
    if (trouble.outOfMemory)
      return {StatusCode::OutOfMemory,
              cat("it needs ", kernel.scratchBytes,
                  " bytes of working memory a thread, which are not there"),
              "use smaller blocks"};
    int64_t x = trouble.program % grid.x, y = trouble.program / grid.x % grid.y,
            z = trouble.program / (int64_t(grid.x) * grid.y);
    std::string where = cat("program (", x, ", ", y, ", ", z, ")");
    if (!trouble.fault.happened()) {
      FailedAssertion failed = trouble.assertion;
      failed.program = {x, y, z};
      keepFailedAssertion(failed);
      return {StatusCode::Fault, cat(where, " failed a device_assert: ", failed.file, ":",
                                     failed.line, ": ", failed.message)};
    }
    return {StatusCode::Fault, cat(where, " ", describe(trouble.fault))};
  }

  TargetSpec target_;
};

} // namespace

std::unique_ptr<Device> makeCpuDevice(TargetSpec target) {
  return std::make_unique<CpuDevice>(std::move(target));
}

} // namespace nereid
