#include "tensor/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

#include <Eigen/Core>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/walk.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

// The bits of a uniform number: as many as the dtype's significand has.
int significandBits(Dtype dtype) {
  switch (dtype) {
  case Dtype::F64:
    return 53;
  case Dtype::F16:
    return 11;
  case Dtype::BF16:
    return 8;
  default:
    return 24;
  }
}

// Goes through x in the order of its memory, handing out T lanes to be filled.
template <typename T, typename FillLanes> void fillLanes(const Tensor &x, FillLanes fillThem) {
  constexpr int64_t kLanes = 1024;
  T lanes[kLanes];
  Walk walk(x.shape(), {&x, 1});
  walk.forEachRun([&](std::byte *const *at, int64_t count) {
    int64_t stride = walk.innerStride(0);
    bool direct = isNative<T>(x.dtype()) && stride == sizeof(T);
    for (int64_t done = 0; done < count; done += kLanes) {
      int64_t now = std::min(kLanes, count - done);
      std::byte *to = at[0] + done * stride;
      fillThem(direct ? reinterpret_cast<T *>(to) : lanes, now);
      if (!direct)
        storeLanes(x.dtype(), lanes, now, to, stride);
    }
  });
}

class UniformSource {
public:
  UniformSource(Dtype dtype, double low, double high, Generator &generator)
      : bits_(significandBits(dtype)), low_(low), high_(high), generator_(generator) {}

  void fill(float *to, int64_t count) {
    // The random words are drawn into the place of the floats that they become.
    auto *words = reinterpret_cast<uint32_t *>(to);
    generator_.fill(words, count);
    uint32_t mask = (uint32_t{1} << bits_) - 1;
    float unit = std::ldexp(1.0f, -bits_);
    float low = static_cast<float>(low_), width = static_cast<float>(high_) - low;
    for (int64_t i = 0; i < count; ++i) {
      uint32_t word;
      std::memcpy(&word, words + i, sizeof word);
      to[i] = static_cast<float>(static_cast<int32_t>(word & mask)) * unit * width + low;
    }
  }

  void fill(double *to, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      to[i] = static_cast<double>(generator_.next64() & ((uint64_t{1} << 53) - 1)) * 0x1p-53 *
                  (high_ - low_) +
              low_;
  }

private:
  int bits_;
  double low_, high_;
  Generator &generator_;
};

// A value as `dtype` would hold it.
float rounded(Dtype dtype, float value) {
  return dtype == Dtype::F16 ? static_cast<float>(Eigen::half(value))
                             : static_cast<float>(Eigen::bfloat16(value));
}

// Box and Muller's method on 16 uniform numbers: the first eight give radii, the others angles.
template <typename T> void normalsFromUniform(T *block, T mean, T deviation) {
  using Half = Eigen::Array<T, 8, 1>;
  Eigen::Map<Half> first(block), second(block + 8);
  Half radius = (T(-2) * (T(1) - first).log()).sqrt() * deviation;
  Half angle = second * T(2 * std::numbers::pi);
  first = radius * angle.cos() + mean;
  second = radius * angle.sin() + mean;
}

// The same for fp16 and bf16, where torch rounds every step to the dtype.
void roundedNormalsFromUniform(Dtype dtype, float *block, float mean, float deviation) {
  auto round = [dtype](float value) { return rounded(dtype, value); };
  for (int j = 0; j < 8; ++j) {
    float radius = round(std::sqrt(round(-2 * round(std::log(round(1 - block[j]))))));
    float angle = round(static_cast<float>(2 * std::numbers::pi * block[j + 8]));
    block[j] = round(round(round(radius * round(std::cos(angle))) * deviation) + mean);
    block[j + 8] = round(round(round(radius * round(std::sin(angle))) * deviation) + mean);
  }
}

void makeNormal(Dtype dtype, float *block, float mean, float deviation) {
  if (dtype == Dtype::F32)
    normalsFromUniform(block, mean, deviation);
  else
    roundedNormalsFromUniform(dtype, block, mean, deviation);
}
void makeNormal(Dtype, double *block, double mean, double deviation) {
  normalsFromUniform(block, mean, deviation);
}

// A contiguous tensor of at least 16 elements: uniform numbers all over, turned into normal ones
// in blocks of 16. What is left over at the end belongs to a last block of 16 fresh numbers.
template <typename T>
void fillNormalBlocks(const Tensor &x, double mean, double deviation, Generator &generator) {
  constexpr int64_t kBlock = 16;
  UniformSource uniform(x.dtype(), 0, 1, generator);
  fillLanes<T>(x, [&](T *lanes, int64_t count) { uniform.fill(lanes, count); });
  auto convert = [&](int64_t start, bool fresh) {
    T block[kBlock];
    std::byte *at = x.data() + start * x.elementSize();
    if (fresh)
      uniform.fill(block, kBlock);
    else
      loadLanes(x.dtype(), at, x.elementSize(), kBlock, block);
    makeNormal(x.dtype(), block, static_cast<T>(mean), static_cast<T>(deviation));
    storeLanes(x.dtype(), block, kBlock, at, x.elementSize());
  };
  int64_t start = 0;
  for (; start + kBlock <= x.numel(); start += kBlock)
    convert(start, false);
  if (start < x.numel())
    convert(x.numel() - kBlock, true);
}

Status requireFloat(const Tensor &x, std::string_view what) {
  if (isFloat(x.dtype()) && !isFloat8(x.dtype()))
    return {};
  return Status(StatusCode::Unavailable,
                cat("\"", what, "\" not implemented for '", messageName(x.dtype()), "'"));
}

} // namespace

Generator::Generator() {
  std::random_device device;
  seed(static_cast<uint64_t>(device()) << 32 | device());
}

void Generator::seed(uint64_t seed) {
  seed_ = seed;
  state_[0] = static_cast<uint32_t>(seed);
  for (int i = 1; i < kWords; ++i)
    state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + static_cast<uint32_t>(i);
  used_ = kWords;
  waitingNormal_.reset();
}

uint32_t Generator::temper(uint32_t word) {
  word ^= word >> 11;
  word ^= word << 7 & 0x9D2C5680u;
  word ^= word << 15 & 0xEFC60000u;
  return word ^ word >> 18;
}

void Generator::refill() {
  constexpr int kShift = 397;
  auto twist = [](uint32_t upper, uint32_t lower) {
    uint32_t mixed = (upper & 0x80000000u) | (lower & 0x7FFFFFFFu);
    return mixed >> 1 ^ (0u - (lower & 1) & 0x9908B0DFu);
  };
  uint32_t *s = state_.data();
  int i = 0;
  for (; i < kWords - kShift; ++i)
    s[i] = s[i + kShift] ^ twist(s[i], s[i + 1]);
  for (; i < kWords - 1; ++i)
    s[i] = s[i + kShift - kWords] ^ twist(s[i], s[i + 1]);
  s[i] = s[kShift - 1] ^ twist(s[i], s[0]);
  used_ = 0;
}

void Generator::fill(uint32_t *to, int64_t count) {
  while (count > 0) {
    if (used_ == kWords)
      refill();
    int64_t now = std::min<int64_t>(count, kWords - used_);
    for (int64_t i = 0; i < now; ++i)
      to[i] = temper(state_[used_ + i]);
    used_ += static_cast<int>(now);
    to += now;
    count -= now;
  }
}

double Generator::nextNormal() {
  if (waitingNormal_) {
    double value = *waitingNormal_;
    waitingNormal_.reset();
    return value;
  }
  auto uniform = [this] {
    return static_cast<double>(next64() & ((uint64_t{1} << 53) - 1)) * 0x1p-53;
  };
  double turn = uniform(), level = uniform();
  double radius = std::sqrt(-2 * std::log1p(-level));
  double angle = 2 * std::numbers::pi * turn;
  waitingNormal_ = radius * std::sin(angle);
  return radius * std::cos(angle);
}

Generator &defaultGenerator() {
  static Generator generator;
  return generator;
}

Result<Tensor> rand(const Dims &shape, Dtype dtype, Generator &generator) {
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(dtype, shape));
  NEREID_ATTEMPT_STATUS(fillUniform(x, 0, 1, generator));
  return x;
}

Result<Tensor> randn(const Dims &shape, Dtype dtype, Generator &generator) {
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(dtype, shape));
  NEREID_ATTEMPT_STATUS(fillNormal(x, 0, 1, generator));
  return x;
}

Result<Tensor> randint(int64_t low, int64_t high, const Dims &shape, Dtype dtype,
                       Generator &generator) {
  if (low >= high)
    return invalid(
        cat("random_ expects 'from' to be less than 'to', but got from=", low, " >= to=", high));
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(dtype, shape));
  uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  NEREID_ATTEMPT_STATUS(fillRandom(x, low, range, generator));
  return x;
}

Result<Tensor> randperm(int64_t count, Dtype dtype, Generator &generator) {
  if (count < 0)
    return invalid(cat("n must be non-negative, got ", count));
  NEREID_ATTEMPT(Tensor order, Tensor::allocate(Dtype::I64, {count}));
  auto *items = order.as<int64_t>();
  for (int64_t i = 0; i < count; ++i)
    items[i] = i;
  for (int64_t i = 0; i + 1 < count; ++i) {
    uint64_t left = static_cast<uint64_t>(count - i);
    uint64_t random = count < UINT32_MAX / 20 ? generator.next32() : generator.next64();
    std::swap(items[i], items[i + static_cast<int64_t>(random % left)]);
  }
  return cast(order, dtype);
}

Status fillUniform(const Tensor &x, double low, double high, Generator &generator) {
  NEREID_ATTEMPT_STATUS(requireFloat(x, "check_uniform_bounds"));
  if (!(low <= high))
    return invalid(cat("uniform_ expects to return a [from, to) range, but found from > to"));
  UniformSource source(x.dtype(), low, high, generator);
  if (x.dtype() == Dtype::F64)
    fillLanes<double>(x, [&](double *lanes, int64_t count) { source.fill(lanes, count); });
  else
    fillLanes<float>(x, [&](float *lanes, int64_t count) { source.fill(lanes, count); });
  return {};
}

Status fillNormal(const Tensor &x, double mean, double deviation, Generator &generator) {
  NEREID_ATTEMPT_STATUS(requireFloat(x, "normal_kernel_cpu"));
  if (!(deviation >= 0))
    return invalid("normal expects std >= 0.0");
  if (x.numel() >= 16 && x.isContiguous()) {
    if (x.dtype() == Dtype::F64)
      fillNormalBlocks<double>(x, mean, deviation, generator);
    else
      fillNormalBlocks<float>(x, mean, deviation, generator);
    return {};
  }
  fillLanes<double>(x, [&](double *lanes, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      lanes[i] = generator.nextNormal() * deviation + mean;
  });
  return {};
}

Status fillRandom(const Tensor &x, int64_t low, uint64_t range, Generator &generator) {
  auto next = [&]() -> uint64_t {
    uint64_t random = range >> 32 || range == 0 ? generator.next64() : generator.next32();
    return range == 0 ? random : random % range;
  };
  fillLanes<int64_t>(x, [&](int64_t *lanes, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      lanes[i] = static_cast<int64_t>(static_cast<uint64_t>(low) + next());
  });
  return {};
}

Status fillBernoulli(const Tensor &x, double probability, Generator &generator) {
  if (!(probability >= 0 && probability <= 1))
    return invalid("bernoulli_ expects p to be in [0, 1]");
  UniformSource source(Dtype::F64, 0, 1, generator);
  fillLanes<double>(x, [&](double *lanes, int64_t count) {
    source.fill(lanes, count);
    for (int64_t i = 0; i < count; ++i)
      lanes[i] = lanes[i] < probability;
  });
  return {};
}

} // namespace nereid::tensor
