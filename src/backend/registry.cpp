// Every backend of this build. The interpreter is an engine of compiler/, which looks it up itself.
#include <array>

#include "backend/backend.h"
#include "backend/cpu/cpu_backend.h"

namespace nereid {
namespace {

constexpr std::array<std::string_view, 1> kNames = {"cpu"};

} // namespace

const Backend *findBackend(std::string_view name) {
  if (name == "cpu")
    return &cpuBackend();
  return nullptr;
}

std::span<const std::string_view> backendNames() {
  return kNames;
}

} // namespace nereid
