#include "tensor/cast.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <Eigen/Core>

#include "base/check.h"
#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/view.h"
#include "tensor/walk.h"

namespace nereid::tensor {
namespace {

// A float8 in memory. Conversions go through tables and base/scalar.h.
template <Scalar S> struct Float8 {
  uint8_t bits;
};
struct Bool {
  uint8_t byte;
};

template <Scalar S> const std::array<float, 256> &float8Values() {
  static const std::array<float, 256> values = [] {
    std::array<float, 256> table;
    for (int bits = 0; bits < 256; ++bits)
      table[bits] = static_cast<float>(decodeFloat(S, bits));
    return table;
  }();
  return values;
}

// torch does not saturate: from half a step past the largest value on, e4m3fn is NaN and e5m2 is
// infinite.
template <Scalar S> uint8_t encodeFloat8(float value) {
  float magnitude = std::fabs(value);
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  if (S == Scalar::F8E4M3 && magnitude > 464)
    return sign | 0x7F;
  if (S == Scalar::F8E5M2 && magnitude >= 61440)
    return sign | 0x7C;
  if (S == Scalar::F8E4B8 && magnitude >= 248)
    return 0x80;
  if (S == Scalar::F8E5B16 && magnitude >= 61440)
    return 0x80;
  return static_cast<uint8_t>(encodeFloat(S, value));
}

template <typename T, typename S> T convertLoaded(S value) {
  if constexpr (std::is_same_v<S, Bool>)
    return static_cast<T>(value.byte != 0);
  else if constexpr (std::is_floating_point_v<S> && std::is_integral_v<T>)
    return static_cast<T>(truncateToInt(value));
  else if constexpr (std::is_same_v<S, Eigen::half> || std::is_same_v<S, Eigen::bfloat16>)
    return convertLoaded<T>(static_cast<float>(value));
  else
    return static_cast<T>(value);
}
template <typename T, Scalar S> T convertLoaded(Float8<S> value) {
  return convertLoaded<T>(float8Values<S>()[value.bits]);
}

template <typename S> struct Converted {
  template <typename T> static S from(T value) {
    if constexpr (std::is_same_v<S, Bool>)
      return Bool{static_cast<uint8_t>(value != 0)};
    else if constexpr (std::is_same_v<S, Eigen::half> || std::is_same_v<S, Eigen::bfloat16>)
      return S(static_cast<float>(value));
    else if constexpr (std::is_same_v<S, int32_t> && std::is_floating_point_v<T>)
      return value > -2147483649.0 && value < 2147483648.0 ? static_cast<int32_t>(value)
                                                           : std::numeric_limits<int32_t>::min();
    else if constexpr (std::is_integral_v<S> && std::is_floating_point_v<T>)
      return static_cast<S>(truncateToInt(value));
    else
      return static_cast<S>(value);
  }
};
template <Scalar Kind> struct Converted<Float8<Kind>> {
  template <typename T> static Float8<Kind> from(T value) {
    return {encodeFloat8<Kind>(static_cast<float>(value))};
  }
};

template <typename S> struct TypeTag {
  using Type = S;
};

// Calls body with the tag of the C++ type whose objects lie in memory.
template <typename Body> void withElement(Dtype dtype, Body &&body) {
  switch (dtype) {
  case Dtype::I1:
    return body(TypeTag<Bool>{});
  case Dtype::I8:
    return body(TypeTag<int8_t>{});
  case Dtype::I16:
    return body(TypeTag<int16_t>{});
  case Dtype::I32:
    return body(TypeTag<int32_t>{});
  case Dtype::I64:
    return body(TypeTag<int64_t>{});
  case Dtype::U8:
    return body(TypeTag<uint8_t>{});
  case Dtype::U16:
    return body(TypeTag<uint16_t>{});
  case Dtype::U32:
    return body(TypeTag<uint32_t>{});
  case Dtype::U64:
    return body(TypeTag<uint64_t>{});
  case Dtype::F8E4M3:
    return body(TypeTag<Float8<Dtype::F8E4M3>>{});
  case Dtype::F8E5M2:
    return body(TypeTag<Float8<Dtype::F8E5M2>>{});
  case Dtype::F8E4B8:
    return body(TypeTag<Float8<Dtype::F8E4B8>>{});
  case Dtype::F8E5B16:
    return body(TypeTag<Float8<Dtype::F8E5B16>>{});
  case Dtype::F16:
    return body(TypeTag<Eigen::half>{});
  case Dtype::BF16:
    return body(TypeTag<Eigen::bfloat16>{});
  case Dtype::F32:
    return body(TypeTag<float>{});
  case Dtype::F64:
    return body(TypeTag<double>{});
  case Dtype::F8E4B15:
    break;
  }
  NEREID_UNREACHABLE("tensors have no such dtype");
}

template <typename S> constexpr bool isEigenFloat() {
  return std::is_floating_point_v<S> || std::is_same_v<S, Eigen::half> ||
         std::is_same_v<S, Eigen::bfloat16>;
}
template <typename S> using Lanes = Eigen::Map<Eigen::Array<S, Eigen::Dynamic, 1>>;
template <typename S> using ConstLanes = Eigen::Map<const Eigen::Array<S, Eigen::Dynamic, 1>>;

} // namespace

template <typename T>
void loadLanes(Dtype dtype, const std::byte *from, int64_t strideBytes, int64_t count, T *to) {
  withElement(dtype, [&](auto tag) {
    using S = typename decltype(tag)::Type;
    if constexpr (isEigenFloat<S>() && std::is_floating_point_v<T>)
      if (strideBytes == sizeof(S)) {
        Lanes<T>(to, count) =
            ConstLanes<S>(reinterpret_cast<const S *>(from), count).template cast<T>();
        return;
      }
    for (int64_t i = 0; i < count; ++i)
      to[i] = convertLoaded<T>(*reinterpret_cast<const S *>(from + i * strideBytes));
  });
}

template <typename T>
void storeLanes(Dtype dtype, const T *from, int64_t count, std::byte *to, int64_t strideBytes) {
  withElement(dtype, [&](auto tag) {
    using S = typename decltype(tag)::Type;
    if constexpr (isEigenFloat<S>() && std::is_floating_point_v<T>)
      if (strideBytes == sizeof(S)) {
        // float64 reaches the 16-bit floats by way of float32, as in torch.
        if constexpr (sizeof(S) == 2)
          Lanes<S>(reinterpret_cast<S *>(to), count) =
              ConstLanes<T>(from, count).template cast<float>().template cast<S>();
        else
          Lanes<S>(reinterpret_cast<S *>(to), count) =
              ConstLanes<T>(from, count).template cast<S>();
        return;
      }
    for (int64_t i = 0; i < count; ++i)
      *reinterpret_cast<S *>(to + i * strideBytes) = Converted<S>::from(from[i]);
  });
}

template void loadLanes(Dtype, const std::byte *, int64_t, int64_t, int64_t *);
template void loadLanes(Dtype, const std::byte *, int64_t, int64_t, uint64_t *);
template void loadLanes(Dtype, const std::byte *, int64_t, int64_t, float *);
template void loadLanes(Dtype, const std::byte *, int64_t, int64_t, double *);
template void storeLanes(Dtype, const int64_t *, int64_t, std::byte *, int64_t);
template void storeLanes(Dtype, const uint64_t *, int64_t, std::byte *, int64_t);
template void storeLanes(Dtype, const float *, int64_t, std::byte *, int64_t);
template void storeLanes(Dtype, const double *, int64_t, std::byte *, int64_t);

Number loadNumber(const Tensor &x, const std::byte *at) {
  return withCompute(computeOf(x.dtype()), [&](auto value) -> Number {
    loadLanes(x.dtype(), at, 0, 1, &value);
    if (x.dtype() == Dtype::I1)
      return Number(value != 0);
    if constexpr (std::is_floating_point_v<decltype(value)>)
      return Number(static_cast<double>(value));
    else
      return Number(value);
  });
}

Result<Number> item(const Tensor &x) {
  if (x.numel() != 1)
    return Status(StatusCode::InvalidArgument,
                  cat("a Tensor with ", x.numel(), " elements cannot be converted to Scalar"));
  return loadNumber(x, x.data());
}

namespace {

template <size_t Size>
void moveElements(const std::byte *from, int64_t fromStride, std::byte *to, int64_t toStride,
                  int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride, Size);
}

void moveRun(int64_t size, const std::byte *from, int64_t fromStride, std::byte *to,
             int64_t toStride, int64_t count) {
  if (fromStride == size && toStride == size)
    std::memcpy(to, from, count * size);
  else if (size == 1)
    moveElements<1>(from, fromStride, to, toStride, count);
  else if (size == 2)
    moveElements<2>(from, fromStride, to, toStride, count);
  else if (size == 4)
    moveElements<4>(from, fromStride, to, toStride, count);
  else
    moveElements<8>(from, fromStride, to, toStride, count);
}

// Copies runs of one pair of dtypes, through a buffer of the source's compute type if they differ.
class RunCopier {
public:
  RunCopier(Dtype from, Dtype to) : from_(from), to_(to) {}

  void copy(const std::byte *from, int64_t fromStride, std::byte *to, int64_t toStride,
            int64_t count) {
    if (from_ == to_)
      return moveRun(byteSize(to_), from, fromStride, to, toStride, count);
    withCompute(computeOf(from_), [&](auto zero) {
      decltype(zero) lanes[kLanes];
      for (int64_t done = 0; done < count; done += kLanes) {
        int64_t now = std::min<int64_t>(kLanes, count - done);
        loadLanes(from_, from + done * fromStride, fromStride, now, lanes);
        storeLanes(to_, lanes, now, to + done * toStride, toStride);
      }
    });
  }

private:
  static constexpr int64_t kLanes = 1024;
  Dtype from_, to_;
};

// A dim, other than the inner one, along which the source lies densely while it is strided along
// the inner one: a transposition. Copying it run by run would touch a new cache line for every
// element; in tiles each line is used up while it is at hand.
std::optional<size_t> transposedDim(const Walk &walk, int64_t sourceElement) {
  if (std::abs(walk.innerStride(1)) <= sourceElement)
    return std::nullopt;
  for (size_t d = 0; d + 1 < walk.shape().size(); ++d)
    if (walk.strides(1)[d] == sourceElement && walk.shape()[d] > 1)
      return d;
  return std::nullopt;
}

void copyTiled(const Walk &walk, size_t dim, RunCopier copier, const Tensor &to,
               const Tensor &from) {
  constexpr int64_t kTileRows = 32, kTileColumns = 64;
  Dims outer = walk.shape();
  int64_t rows = outer[dim], columns = outer.back();
  int64_t toRow = walk.strides(0)[dim], fromRow = walk.strides(1)[dim];
  int64_t toColumn = walk.innerStride(0), fromColumn = walk.innerStride(1);
  // The other dims are walked from the outside.
  outer[dim] = outer.back() = 1;
  int64_t count = numelOf(outer);
  for (int64_t flat = 0; flat < count; ++flat) {
    std::byte *toBase = to.data(), *fromBase = from.data();
    int64_t rest = flat;
    for (size_t d = outer.size(); d-- > 0;) {
      int64_t index = rest % outer[d];
      rest /= outer[d];
      toBase += index * walk.strides(0)[d];
      fromBase += index * walk.strides(1)[d];
    }
    for (int64_t row0 = 0; row0 < rows; row0 += kTileRows)
      for (int64_t column0 = 0; column0 < columns; column0 += kTileColumns)
        for (int64_t row = row0; row < std::min(rows, row0 + kTileRows); ++row)
          copier.copy(fromBase + row * fromRow + column0 * fromColumn, fromColumn,
                      toBase + row * toRow + column0 * toColumn, toColumn,
                      std::min(kTileColumns, columns - column0));
  }
}

// Copies between tensors of one shape that do not overlap.
void copyElements(const Tensor &to, const Tensor &from) {
  if (to.numel() == 0)
    return;
  const Tensor pair[] = {to, from};
  Walk walk(to.shape(), pair);
  RunCopier copier(from.dtype(), to.dtype());
  if (auto dim = transposedDim(walk, from.elementSize()))
    return copyTiled(walk, *dim, copier, to, from);
  walk.forEachRun([&](std::byte *const *at, int64_t count) {
    copier.copy(at[1], walk.innerStride(1), at[0], walk.innerStride(0), count);
  });
}

Result<Tensor> copyOf(const Tensor &x, Dtype dtype) {
  NEREID_ATTEMPT(Tensor result,
                 Tensor::allocate(dtype, x.shape(), layoutOrder(x.shape(), {&x, 1})));
  copyElements(result, x);
  return result;
}

// The copy as bytes where a GPU has them; false if that cannot be, and nothing was done.
bool copyOnDevice(const Tensor &to, const Tensor &from) {
  if (to.dtype() != from.dtype() || !to.isContiguous() || !from.isContiguous())
    return false;
  int64_t size = to.elementSize();
  return to.storage()->copyOnDevice(to.offset() * size, *from.storage(), from.offset() * size,
                                    to.numel() * size);
}

} // namespace

Status copyInto(const Tensor &to, const Tensor &from) {
  NEREID_ATTEMPT(Tensor source, expand(from, to.shape()));
  if (to.numel() == 0)
    return {};
  if (source.storage() == to.storage()) {
    bool same = source.data() == to.data() && source.strides() == to.strides();
    if (same && source.dtype() == to.dtype())
      return {};
    NEREID_ATTEMPT(Tensor apart, copyOf(source, source.dtype()));
    source = apart;
  }
  if (!copyOnDevice(to, source))
    copyElements(to, source);
  return {};
}

Status fill(const Tensor &to, const Number &value) {
  if (to.numel() == 0)
    return {};
  // One element, converted, broadcast over the rest.
  NEREID_ATTEMPT(Tensor element, Tensor::allocate(to.dtype(), {}));
  withCompute(value.isFloat() && isFloat(to.dtype()) ? Compute::Double
              : value.isFloat()                      ? Compute::Float
                                                     : computeOf(to.dtype()),
              [&](auto zero) {
                auto number = value.as<decltype(zero)>();
                storeLanes(to.dtype(), &number, 1, element.data(), 0);
              });
  int64_t size = to.elementSize();
  bool zero = true;
  for (int64_t i = 0; i < size; ++i)
    zero = zero && element.data()[i] == std::byte{0};
  if (zero && to.isContiguous() &&
      to.storage()->clearOnDevice(to.offset() * size, to.numel() * size))
    return {};
  const Tensor pair[] = {to, element.withView(to.shape(), Dims(to.dim(), 0), 0)};
  Walk walk(to.shape(), pair);
  walk.forEachRun([&](std::byte *const *at, int64_t count) {
    if (zero && walk.innerStride(0) == size)
      std::memset(at[0], 0, count * size);
    else
      moveRun(size, at[1], 0, at[0], walk.innerStride(0), count);
  });
  return {};
}

Result<Tensor> clone(const Tensor &x) {
  if (!x.isContiguous() || x.numel() == 0)
    return copyOf(x, x.dtype());
  NEREID_ATTEMPT(Tensor result, Tensor::allocate(x.dtype(), x.shape()));
  if (!copyOnDevice(result, x))
    copyElements(result, x);
  return result;
}

Result<Tensor> cloneForHost(const Tensor &x) {
  return copyOf(x, x.dtype());
}

Result<Tensor> contiguous(const Tensor &x) {
  if (x.isContiguous())
    return x;
  NEREID_ATTEMPT(Tensor result, Tensor::allocate(x.dtype(), x.shape()));
  copyElements(result, x);
  return result;
}

Result<Tensor> cast(const Tensor &x, Dtype dtype) {
  return x.dtype() == dtype ? Result<Tensor>(x) : copyOf(x, dtype);
}

} // namespace nereid::tensor
