// The host's memory of a launch's arguments, in the memory of a GPU while the launch lasts.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "nereid/nereid_c.h"
#include "runtime/device_memory.h"

namespace nereid::api {

// Copies of the arguments whose size is known; the others are passed on as they are. Arguments that
// are the same memory become the same copy.
class MovedMemory {
public:
  MovedMemory(std::shared_ptr<DeviceMemory> memory, std::span<const nereid_argument> arguments);
  ~MovedMemory();
  MovedMemory(const MovedMemory &) = delete;
  MovedMemory &operator=(const MovedMemory &) = delete;

  // Copies to the GPU; arguments() are then addresses there.
  Status moveOut();
  // Waits for the launch and copies what it changed back.
  Status bringBack();
  std::span<const nereid_argument> arguments() const { return arguments_; }

private:
  struct Block {
    const void *host;
    size_t bytes;
    uint64_t there;
  };
  Result<uint64_t> placeOf(const void *host, size_t bytes);

  const std::shared_ptr<DeviceMemory> memory_;
  std::vector<nereid_argument> arguments_;
  std::vector<Block> blocks_;
};

} // namespace nereid::api
