#include "runtime/cuda_context.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace nereid {
namespace {

// The context that is current on a thread, so that most calls need not ask the driver.
thread_local CudaContextHandle currentContext = nullptr;

bool isKernelFault(CudaResult result) {
  constexpr CudaResult kFirst = 700, kLast = 720;
  constexpr CudaResult kLaunchTooLarge = 701, kPeerAlready = 704, kPeerNot = 705, kActive = 708,
                       kTooManyPeers = 711, kHostAlready = 712, kHostNot = 713, kCooperative = 720;
  for (CudaResult harmless : {kLaunchTooLarge, kPeerAlready, kPeerNot, kActive, kTooManyPeers,
                              kHostAlready, kHostNot, kCooperative})
    if (result == harmless)
      return false;
  return result >= kFirst && result <= kLast;
}

std::string_view faultText(CudaResult result) {
  switch (result) {
  case kCudaIllegalAddress:
  case kCudaInvalidAddressSpace:
    return "touched memory that it may not";
  case kCudaMisalignedAddress:
    return "touched memory at an address that is no multiple of the access's size";
  case kCudaAssert:
    return "failed a device_assert";
  default:
    return "was stopped by the GPU";
  }
}

} // namespace

std::string CudaFacts::arch() const {
  int capability = capabilityMajor * 10 + capabilityMinor;
  constexpr int kFirstWithOwnFeatures = 90; // sm_90a: code for this GPU alone, with all it can do
  return cat("sm_", capability, capability >= kFirstWithOwnFeatures ? "a" : "");
}

CudaContext::CudaContext(const CudaDriver &driver, int ordinal)
    : driver_(driver), ordinal_(ordinal), streams_(driver) {}

std::shared_ptr<CudaContext> CudaContext::start(const CudaDriver &driver, int ordinal) {
  std::shared_ptr<CudaContext> context(new CudaContext(driver, ordinal));
  std::promise<Status> known, ready;
  context->known_ = known.get_future();
  context->ready_ = ready.get_future();
  context->thread_ = std::thread(
      [self = context.get(), known = std::move(known), ready = std::move(ready)]() mutable {
        Status learned = self->learn();
        known.set_value(learned);
        ready.set_value(learned.ok() ? self->open() : learned);
      });
  return context;
}

CudaContext::~CudaContext() {
  if (thread_.joinable())
    thread_.join();
  if (context_)
    driver_.cuDevicePrimaryCtxRelease(device_);
}

Status CudaContext::learn() {
  if (CudaResult result = driver_.cuInit(0))
    return Status(StatusCode::Unavailable,
                  result == kCudaNoDevice
                      ? "NVIDIA's driver is here, but no GPU that it can use"
                      : cat("NVIDIA's driver does not start: ", driver_.describe(result)),
                  "`nvidia-smi` shows what the driver sees; --device=cpu runs without");
  driver_.cuDriverGetVersion(&facts_.driverVersion);
  driver_.cuDeviceGetCount(&facts_.devices);
  if (ordinal_ < 0 || ordinal_ >= facts_.devices)
    return Status(StatusCode::Unavailable,
                  cat("there is no GPU ", ordinal_, ": this machine has ", facts_.devices),
                  "GPUs are counted from 0");
  if (CudaResult result = driver_.cuDeviceGet(&device_, ordinal_))
    return Status(StatusCode::Unavailable, driver_.describe(result));
  char name[256] = {};
  size_t bytes = 0;
  driver_.cuDeviceGetName(name, sizeof name - 1, device_);
  driver_.cuDeviceTotalMem(&bytes, device_);
  facts_.name = name;
  facts_.memoryBytes = bytes;
  const struct {
    int *value;
    CudaDeviceAttribute attribute;
  } asked[] = {{&facts_.capabilityMajor, kCudaCapabilityMajor},
               {&facts_.capabilityMinor, kCudaCapabilityMinor},
               {&facts_.multiprocessors, kCudaMultiprocessors},
               {&facts_.maxThreads, kCudaMaxThreadsPerBlock},
               {&facts_.maxShared, kCudaSharedPerBlockOptIn},
               {&facts_.sharedPerMultiprocessor, kCudaSharedPerMultiprocessor},
               {&facts_.registersPerMultiprocessor, kCudaRegistersPerMultiprocessor},
               {&facts_.threadsPerMultiprocessor, kCudaMaxThreadsPerMultiprocessor},
               {&facts_.l2Bytes, kCudaL2Bytes},
               {&facts_.clockKilohertz, kCudaClockRate},
               {&facts_.memoryKilohertz, kCudaMemoryClockRate},
               {&facts_.memoryBusBits, kCudaMemoryBusWidth}};
  for (const auto &[value, attribute] : asked)
    driver_.cuDeviceGetAttribute(value, attribute, device_);
  return {};
}

Status CudaContext::open() {
  CudaResult result = driver_.cuDevicePrimaryCtxRetain(&context_, device_);
  if (!result)
    result = driver_.cuCtxSetCurrent(context_);
  if (!result)
    result = streams_.open();
  if (result)
    return Status(
        StatusCode::Unavailable,
        cat("GPU ", ordinal_, " (", facts_.name, ") cannot be used: ", driver_.describe(result)),
        "`nvidia-smi` shows whether another program holds it");
  return {};
}

Result<const CudaFacts *> CudaContext::facts() const {
  if (const Status &status = known_.get(); !status.ok())
    return status;
  return &facts_;
}

Status CudaContext::enter() {
  if (currentContext && currentContext == context_ && !isBroken_.load(std::memory_order_relaxed))
    return {};
  if (const Status &status = ready_.get(); !status.ok())
    return status;
  if (isBroken_) {
    std::lock_guard lock(mutex_);
    return broken_;
  }
  if (CudaResult result = driver_.cuCtxSetCurrent(context_))
    return failure(result, "using the GPU");
  currentContext = context_;
  return {};
}

Status CudaContext::synchronize() {
  if (Status entered = enter(); !entered.ok())
    return entered;
  if (CudaResult result = streams_.synchronize())
    return failure(result, "waiting for the GPU");
  std::lock_guard lock(mutex_);
  launched_ = 0;
  return {};
}

CudaAddress CudaContext::programCounter() {
  if (isCapturing_ || !streams_.isMainCurrent())
    return 0;
  std::lock_guard lock(mutex_);
  CudaAddress made = 0;
  if (!programCounter_ && !driver_.cuMemAlloc(&made, sizeof(uint32_t))) {
    if (driver_.cuMemsetD8Async(made, 0, sizeof(uint32_t), streams_.main()))
      driver_.cuMemFree(made);
    else
      programCounter_ = made;
  }
  return programCounter_;
}

void CudaContext::record(const std::shared_ptr<const std::string> &kernel, Grid grid) {
  std::lock_guard lock(mutex_);
  launches_[launched_++ % kRemembered] = {kernel, grid, place_.load(std::memory_order_relaxed)};
}

void CudaContext::setPlaceText(std::function<std::string(uint64_t)> text) {
  std::lock_guard lock(mutex_);
  placeText_ = std::move(text);
}

std::string CudaContext::suspects() const {
  uint64_t count = std::min<uint64_t>(launched_, kRemembered);
  std::vector<std::string> texts;
  for (uint64_t i = launched_; i-- > launched_ - count;) {
    const Launch &launch = launches_[i % kRemembered];
    std::string text = cat("kernel `", *launch.kernel, "` on grid (", launch.grid.x, ", ",
                           launch.grid.y, ", ", launch.grid.z, ")");
    std::string place = placeText_ && launch.place ? placeText_(launch.place) : std::string();
    if (!place.empty())
      text += cat(", launched at ", place, ",");
    if (texts.empty() || texts.back() != text)
      texts.push_back(std::move(text));
  }
  if (texts.empty())
    return "a kernel";
  if (texts.size() == 1 && launched_ <= kRemembered)
    return texts.front();
  return cat("one of the last ", launched_, " launches (latest first: ", join(texts, ", "),
             launched_ > kRemembered ? ", ..." : "", ")");
}

Status CudaContext::failure(CudaResult result, std::string_view doing) {
  if (!isKernelFault(result))
    return {result == kCudaOutOfMemory ? StatusCode::OutOfMemory : StatusCode::Internal,
            cat(doing, ": ", driver_.describe(result))};
  std::lock_guard lock(mutex_);
  if (broken_.ok())
    broken_ = Status(StatusCode::Fault,
                     cat(suspects(), " ", faultText(result), " (", driver_.describe(result), ")"),
                     "`nereid run --device=interp FILE` checks every access and names the line");
  isBroken_ = true;
  return broken_;
}

} // namespace nereid
