// Every backend of this build. The interpreter is an engine of compiler/, which looks it up itself.
#include <array>

#include "backend/backend.h"
#include "backend/cpu/cpu_backend.h"
#include "backend/nvidia/nvidia_backend.h"

namespace nereid {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"cpu", "nvidia"};

} // namespace

const Backend *findBackend(std::string_view name) {
  if (name == "cpu")
    return &cpuBackend();
  if (name == "nvidia")
    return &nvidiaBackend();
  return nullptr;
}

std::span<const std::string_view> backendNames() {
  return kNames;
}

} // namespace nereid
