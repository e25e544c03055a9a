#include "runtime/tensor_map.h"

namespace nereid {
namespace {

constexpr size_t kMostAxes = 5;
constexpr uint64_t kAlignment = 16;
// Places are counted in 32 bits. With strides of 64 bytes, that is more than any GPU's memory.
constexpr int64_t kMostPlaces = INT32_MAX, kLeastStride = 64, kStrideLimit = int64_t(1) << 40;

// CUtensorMapDataType, CUtensorMapSwizzle and the rest, as far as they are used.
constexpr int kUnsigned8 = 0, kUnsigned16 = 1, kUnsigned32 = 2;
constexpr int kNotInterleaved = 0, kPromoteTo256 = 3, kFillZeros = 0;

int typeOf(uint32_t bytes) {
  return bytes == 1 ? kUnsigned8 : bytes == 2 ? kUnsigned16 : kUnsigned32;
}

int swizzleOf(uint32_t bytes) {
  return bytes == 128 ? 3 : bytes == 64 ? 2 : bytes == 32 ? 1 : 0;
}

} // namespace

int64_t evaluate(const LaunchSum &sum, std::span<const uint64_t> words) {
  uint64_t value = 0;
  for (const LaunchTerm &term : sum) {
    uint64_t product = static_cast<uint64_t>(term.factor);
    for (uint32_t parameter : term.parameters)
      product *= words[parameter];
    value += product;
  }
  return static_cast<int64_t>(value);
}

bool holds(const LaunchCondition &condition, std::span<const uint64_t> words) {
  int64_t value = evaluate(condition.sum, words);
  return value >= 0 && static_cast<uint64_t>(value) % condition.multiple == 0;
}

bool encode(const CudaDriver &driver, const TensorMap &map, std::span<const uint64_t> words,
            EncodedMap &encoded) {
  uint64_t extents[kMostAxes], strides[kMostAxes];
  uint32_t box[kMostAxes], steps[kMostAxes];
  size_t rank = map.axes.size();
  if (!driver.cuTensorMapEncodeTiled || rank > kMostAxes || words[map.base] % kAlignment != 0)
    return false;
  for (size_t i = 0; i < rank; ++i) {
    const TensorMap::Axis &axis = map.axes[i];
    int64_t extent = axis.extent.empty() ? kMostPlaces : evaluate(axis.extent, words);
    int64_t stride = evaluate(axis.strideBytes, words);
    bool isWhole = i == 0 || (stride >= kLeastStride && stride % kAlignment == 0);
    if (extent <= 0 || extent > kMostPlaces || !isWhole || stride >= kStrideLimit)
      return false;
    extents[i] = static_cast<uint64_t>(extent);
    if (i > 0)
      strides[i - 1] = static_cast<uint64_t>(stride);
    box[i] = axis.box;
    steps[i] = 1;
  }
  CudaResult result = driver.cuTensorMapEncodeTiled(
      &encoded, typeOf(map.elementBytes), static_cast<uint32_t>(rank),
      reinterpret_cast<void *>(words[map.base]), extents, strides, box, steps, kNotInterleaved,
      swizzleOf(map.swizzleBytes), kPromoteTo256, kFillZeros);
  return result == kCudaSuccess;
}

} // namespace nereid
