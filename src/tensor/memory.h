// Where the bytes of tensors lie: apart from everything else in the process.
//
// A native kernel that forgets its mask writes past its tensor. On a GPU that hits another tensor
// or a page that does not exist; here it must not hit the heap of the program that compiles the
// kernel and runs the script. So tensors have regions of their own, with pages around them that
// nothing can touch: a stray write damages tensors, or is a fault that names its program.
//
//   std::byte *bytes = allocateBytes(4096);  // 64-byte aligned, zero; null: there is no memory
//   freeBytes(bytes, 4096);
//
// Thread-safe. Large amounts come straight from the system and go back to it, so memory that is
// never touched costs nothing; small ones are kept for the next tensor of about that size.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nereid::tensor {

std::byte *allocateBytes(uint64_t size);
void freeBytes(std::byte *bytes, uint64_t size);

} // namespace nereid::tensor
