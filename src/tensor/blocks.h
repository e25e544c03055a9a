// computeBlocks: elementwise work, a block of lanes at a time, in a compute type.
//
// The engine under every elementwise function. It walks the output and the inputs together and
// hands out blocks of at most kBlockLanes lanes as plain arrays of T: pointers into the tensors
// where they hold T densely, else a buffer, converted on the way in and out. Nothing of the size
// of a tensor is ever materialised.
//
//   computeBlocks<float>(out, {a, b}, [](const float *const *in, float *to, int64_t count) {
//     lanes(to, count) = lanes(in[0], count) + lanes(in[1], count);
//   });
#pragma once

#include <functional>
#include <initializer_list>
#include <span>

#include <Eigen/Core>

#include "tensor/tensor.h"

namespace nereid::tensor {

constexpr int64_t kBlockLanes = 1024;

template <typename T>
using BlockBody = std::function<void(const T *const *inputs, T *output, int64_t count)>;

// Inputs broadcast to the output's shape; a Number is the same in every lane. At most three
// inputs. The output may be one of the inputs; if it overlaps one otherwise, that one is copied.
template <typename T>
Status computeBlocks(const Tensor &output, std::span<const Operand> inputs,
                     const BlockBody<T> &body);

// An array of lanes in place.
template <typename T> auto lanes(T *data, int64_t count) {
  using Array = Eigen::Array<std::remove_const_t<T>, Eigen::Dynamic, 1>;
  if constexpr (std::is_const_v<T>)
    return Eigen::Map<const Array>(data, count);
  else
    return Eigen::Map<Array>(data, count);
}

// The output for an elementwise operation on `operands`: broadcast shape, layout as theirs.
Result<Tensor> allocateOutput(Dtype dtype, std::span<const Operand> operands);

} // namespace nereid::tensor
