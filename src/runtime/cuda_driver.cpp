#include "runtime/cuda_driver.h"

#include <dlfcn.h>

#include "base/text.h"

namespace nereid {
namespace {

constexpr const char *kLibrary = "libcuda.so.1";

Result<const CudaDriver *> findDriver() {
  void *library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Status(StatusCode::Unavailable,
                  cat("there is no NVIDIA driver here: ", kLibrary, " was not found"),
                  "install NVIDIA's driver (nothing else of CUDA is needed), or run with "
                  "--device=cpu");
  static CudaDriver driver;
  std::string missing;
#define NEREID_FIND_CALL(member, symbol, parameters)                                               \
  driver.member = reinterpret_cast<decltype(driver.member)>(dlsym(library, symbol));               \
  if (!driver.member)                                                                              \
  missing = symbol
  NEREID_CUDA_CALLS(NEREID_FIND_CALL);
#undef NEREID_FIND_CALL
#define NEREID_FIND_NEWER_CALL(member, symbol, parameters)                                         \
  driver.member = reinterpret_cast<decltype(driver.member)>(dlsym(library, symbol))
  NEREID_CUDA_NEWER_CALLS(NEREID_FIND_NEWER_CALL);
#undef NEREID_FIND_NEWER_CALL
  if (!missing.empty())
    return Status(StatusCode::Unavailable,
                  cat("NVIDIA's driver here is too old: ", kLibrary, " has no ", missing),
                  "install a driver of CUDA 11.4 or later (version 470), or run with --device=cpu");
  return &driver;
}

} // namespace

std::string CudaDriver::describe(CudaResult error) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(error, &name) != kCudaSuccess || !name)
    return cat("CUDA error ", error);
  if (cuGetErrorString(error, &text) != kCudaSuccess || !text)
    return name;
  return cat(name, ": ", text);
}

Result<const CudaDriver *> loadCudaDriver() {
  static const Result<const CudaDriver *> driver = findDriver();
  return driver;
}

} // namespace nereid
