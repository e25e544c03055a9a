#include "api/moved_memory.h"

#include <cstddef>
#include <cstring>

namespace nereid::api {

MovedMemory::MovedMemory(std::shared_ptr<DeviceMemory> memory,
                         std::span<const nereid_argument> arguments)
    : memory_(std::move(memory)), arguments_(arguments.begin(), arguments.end()) {}

MovedMemory::~MovedMemory() {
  for (const Block &block : blocks_)
    memory_->release(block.there);
}

Result<uint64_t> MovedMemory::placeOf(const void *host, size_t bytes) {
  for (const Block &block : blocks_)
    if (block.host == host && block.bytes >= bytes)
      return block.there;
  auto there = memory_->allocate(bytes);
  if (!there.ok())
    return there.error();
  blocks_.push_back({host, bytes, there.value()});
  if (Status sent = memory_->upload(there.value(), host, bytes); !sent.ok())
    return sent;
  return there;
}

Status MovedMemory::moveOut() {
  for (nereid_argument &argument : arguments_) {
    if (argument.kind != NEREID_POINTER || argument.bytes == 0)
      continue;
    auto there = placeOf(argument.pointer, argument.bytes);
    if (!there.ok())
      return there.error();
    argument.pointer = reinterpret_cast<const void *>(there.value());
  }
  return {};
}

Status MovedMemory::bringBack() {
  std::vector<std::byte> bytes;
  for (const Block &block : blocks_) {
    bytes.resize(block.bytes);
    if (Status got = memory_->download(bytes.data(), block.there, block.bytes); !got.ok())
      return got;
    // What a kernel only read may be memory that the caller may not write.
    if (std::memcmp(block.host, bytes.data(), block.bytes) != 0)
      std::memcpy(const_cast<void *>(block.host), bytes.data(), block.bytes);
  }
  return {};
}

} // namespace nereid::api
