// Random small kernels whose results are known to be the same on every engine: integers wrap,
// floats are only combined in ways that round the same everywhere, divisors are never zero.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace nereid::fuzz {

struct GeneratedKernel {
  std::string text;     // a file with one kernel, `kernel(a_ptr, x_ptr, ints_ptr, floats_ptr, n)`
  int64_t lanes = 0;    // elements of the tile, of a and x, and per stored value
  int storedInts = 0;   // how many int32 tiles it stores, one after another
  int storedFloats = 0; // how many float32 tiles
};

GeneratedKernel generateKernel(std::mt19937_64 &random);

} // namespace nereid::fuzz
