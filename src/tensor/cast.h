// Reading and writing elements, converting dtypes, copying.
//
// Lanes are how the rest of the folder touches memory: a run of elements of any dtype, a fixed
// stride apart, read as or written from the compute type T (int64_t, uint64_t, float, double).
// Conversions are torch's: floats round to nearest even, float to int truncates, ints wrap,
// anything to bool asks whether it is nonzero, float8_e4m3fn overflows to NaN and float8_e5m2 to
// infinity.
//
//   float row[16];
//   loadLanes<float>(Dtype::F16, x.data(), x.stride(0) * 2, 16, row);
#pragma once

#include "tensor/tensor.h"

namespace nereid::tensor {

template <typename T>
void loadLanes(Dtype dtype, const std::byte *from, int64_t strideBytes, int64_t count, T *to);
template <typename T>
void storeLanes(Dtype dtype, const T *from, int64_t count, std::byte *to, int64_t strideBytes);

// Whether elements of `dtype` are T in memory, so that no conversion is needed.
template <typename T> constexpr bool isNative(Dtype dtype) {
  if constexpr (std::is_same_v<T, float>)
    return dtype == Dtype::F32;
  else if constexpr (std::is_same_v<T, double>)
    return dtype == Dtype::F64;
  else
    return dtype == (std::is_signed_v<T> ? Dtype::I64 : Dtype::U64);
}

// One element.
Number loadNumber(const Tensor &x, const std::byte *at);
// x.item(): the element of a tensor that has just one.
Result<Number> item(const Tensor &x);

// `to` takes the elements of `from`, broadcast and converted. They may overlap.
Status copyInto(const Tensor &to, const Tensor &from);
Status fill(const Tensor &to, const Number &value);

Result<Tensor> clone(const Tensor &x);             // laid out as x is, where x has no gaps
Result<Tensor> cloneForHost(const Tensor &x);      // the same, and no GPU has a copy of it
Result<Tensor> contiguous(const Tensor &x);        // x itself, if it is
Result<Tensor> cast(const Tensor &x, Dtype dtype); // x itself, if it is of that dtype

} // namespace nereid::tensor
