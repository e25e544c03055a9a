// Two small loops, each cloned for the vector widths that a processor may have; the best one is
// picked when the program starts.
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include "runtime/thread_pool.h"

#if defined(__x86_64__)
#define NEREID_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define NEREID_CLONES
#endif

namespace nereid::cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// 16 independent chains of 16-wide vectors: enough to hide the latency of a multiply-add.
constexpr int kChains = 256;

NEREID_CLONES void multiplyAdd(float *values, int64_t steps) {
  float chain[kChains];
  std::memcpy(chain, values, sizeof chain);
  for (int64_t step = 0; step < steps; ++step)
#pragma clang loop vectorize(enable)
    for (int i = 0; i < kChains; ++i)
      chain[i] = __builtin_fmaf(chain[i], 0.999f, 0.001f);
  std::memcpy(values, chain, sizeof chain);
}

double measureFma() {
  ThreadPool &pool = ThreadPool::shared();
  constexpr int64_t kSteps = 200000;
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    auto start = Clock::now();
    pool.run(pool.threads(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        float values[kChains] = {1.0f};
        multiplyAdd(values, kSteps);
        volatile float keep = values[0];
        (void)keep;
      }
    });
    best = std::max(best, 2.0 * kChains * kSteps * pool.threads() / secondsSince(start) * 1e-9);
  }
  return best;
}

double measureCopy() {
  ThreadPool &pool = ThreadPool::shared();
  constexpr size_t kBytes = size_t(128) << 20;
  std::vector<char> from(kBytes, 1), to(kBytes, 2);
  constexpr int64_t kPieces = 64;
  double best = 0;
  for (int round = 0; round < 4; ++round) {
    auto start = Clock::now();
    pool.run(kPieces, [&](int64_t begin, int64_t end) {
      size_t piece = kBytes / kPieces;
      std::memcpy(to.data() + begin * piece, from.data() + begin * piece, (end - begin) * piece);
    });
    best = std::max(best, 2.0 * kBytes / secondsSince(start) * 1e-9);
  }
  return best;
}

} // namespace

MachineLimits measureMachine() {
  return {measureCopy(), measureFma(), ThreadPool::shared().threads()};
}

} // namespace nereid::cli
