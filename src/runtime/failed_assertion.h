// What a device_assert in compiled code says when it fails.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace nereid {

struct FailedAssertion {
  std::string file; // where it stands
  int32_t line = 0;
  std::string message;
  std::array<int64_t, 3> program = {};
};

// For the launch that has just failed on this thread; forgotten then. Nothing where it failed of
// something else.
std::optional<FailedAssertion> takeFailedAssertion();

} // namespace nereid
