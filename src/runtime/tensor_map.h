// Descriptions of tensors that a GPU's kernel reads in boxes, made at launch from its arguments.
//
//   EncodedMap map;
//   if (!encode(driver, artifact.tensorMaps[0], words, map)) ...  // other code must run
//
// Takes the host some 50 ns a map, so that nothing is kept.
#pragma once

#include <span>

#include "artifact/artifact.h"
#include "runtime/cuda_driver.h"

namespace nereid {

struct alignas(64) EncodedMap {
  uint8_t bytes[128];
};

int64_t evaluate(const LaunchSum &sum, std::span<const uint64_t> words);
bool holds(const LaunchCondition &condition, std::span<const uint64_t> words);
// False: the tensor is not as the hardware wants it (its base not on 16 bytes, strides that are no
// positive multiples of 16, no elements, ...), or the driver does not know maps.
bool encode(const CudaDriver &driver, const TensorMap &map, std::span<const uint64_t> words,
            EncodedMap &encoded);

} // namespace nereid
