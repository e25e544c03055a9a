// Memory of a device that is not the host's: what a tensor's storage needs to live there.
//
//   uint64_t address = memory.allocate(bytes).value();
//   memory.upload(address, host, bytes);         // `host` may be reused at once
//   ... launches ...
//   memory.download(host, address, bytes);       // waits for what was enqueued before
//   memory.release(address);                     // launches under way may still use it
//
// Thread-safe. Everything is in order with the device's launches.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace nereid {

class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;
  virtual Result<uint64_t> allocate(uint64_t bytes) = 0; // at least 256-byte aligned; bytes > 0
  virtual void release(uint64_t address) = 0;
  virtual Status upload(uint64_t to, const void *from, uint64_t bytes) = 0;
  virtual Status download(void *to, uint64_t from, uint64_t bytes) = 0;
  virtual Status fillWithZeros(uint64_t to, uint64_t bytes) = 0;
  virtual Status copy(uint64_t to, uint64_t from, uint64_t bytes) = 0; // both here
};

} // namespace nereid
