// A kernel on every device, through the public interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats.h"

namespace nereid::exhaustive {

// The lanes that one program works on; the lengths of buffers are multiples of it.
constexpr int kBlock = 256;

struct Buffer {
  const Element *element;
  std::vector<uint64_t> patterns;
};

// `text` is a file with one jit function `kernel(inputs..., out)` whose programs each work on
// kBlock lanes; `out` holds `outputs` times as many elements as an input, all zero before.
struct Outcome {
  std::string error; // the report, if it did not run
  std::vector<uint64_t> out;
};
Outcome run(const std::string &device, const std::string &text, const std::vector<Buffer> &inputs,
            const Element &out, int outputs = 1);

// The head of such a file: `i` is the lanes of this program, and `size` how many there are.
std::string kernelHead(const std::string &inputs, size_t size);

// Repeats the last element up to a multiple of kBlock.
std::vector<uint64_t> padded(std::vector<uint64_t> patterns);

} // namespace nereid::exhaustive
