// Random tensors, with the values of torch's CPU generator: the same seed gives the same numbers.
//
// float32 and float64 uniform numbers are torch's bit for bit; normal numbers may differ in the
// last places, where torch's vectorized log and cos do. Without manual_seed a generator starts
// from a seed of the machine's, as torch's does.
//
//   Generator &generator = defaultGenerator();
//   generator.seed(0);
//   Tensor x = randn({98432}, Dtype::F32, generator).value();
#pragma once

#include <array>
#include <optional>

#include "tensor/tensor.h"

namespace nereid::tensor {

// A Mersenne Twister (MT19937). Not thread-safe.
class Generator {
public:
  Generator(); // from a seed of the machine's
  explicit Generator(uint64_t seed) { this->seed(seed); }

  void seed(uint64_t seed);
  uint64_t initialSeed() const { return seed_; }

  uint32_t next32() {
    if (used_ == kWords)
      refill();
    return temper(state_[used_++]);
  }
  uint64_t next64() { // the high half comes first
    uint64_t high = next32();
    return high << 32 | next32();
  }
  // `count` times next32(), faster.
  void fill(uint32_t *to, int64_t count);
  // A float64 normal number; they are made in pairs, and the second waits for the next call.
  double nextNormal();

private:
  static constexpr int kWords = 624;
  static uint32_t temper(uint32_t word);
  void refill();
  std::array<uint32_t, kWords> state_;
  int used_ = kWords;
  uint64_t seed_ = 0;
  std::optional<double> waitingNormal_;
};

// The one that torch.manual_seed seeds.
Generator &defaultGenerator();

Result<Tensor> rand(const Dims &shape, Dtype dtype, Generator &generator);
Result<Tensor> randn(const Dims &shape, Dtype dtype, Generator &generator);
Result<Tensor> randint(int64_t low, int64_t high, const Dims &shape, Dtype dtype,
                       Generator &generator);
Result<Tensor> randperm(int64_t count, Dtype dtype, Generator &generator);

// x.uniform_(low, high), x.normal_(mean, deviation), x.random_(low, high), x.bernoulli_(p).
Status fillUniform(const Tensor &x, double low, double high, Generator &generator);
Status fillNormal(const Tensor &x, double mean, double deviation, Generator &generator);
Status fillRandom(const Tensor &x, int64_t low, uint64_t range, Generator &generator);
Status fillBernoulli(const Tensor &x, double probability, Generator &generator);

} // namespace nereid::tensor
