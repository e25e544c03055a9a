// The three kernels that everyone writes first, against plain C++ and OpenBLAS.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>

#include "baselines.h"
#include "bench.h"

namespace bench {
namespace {

// Memory as an allocator would hand it out for a tensor: aligned to a cache line.
class Floats {
public:
  explicit Floats(size_t size)
      : data_(static_cast<float *>(std::aligned_alloc(64, size * sizeof(float)))), size_(size) {}
  ~Floats() { std::free(data_); }
  Floats(const Floats &) = delete;
  Floats &operator=(const Floats &) = delete;
  float *data() { return data_; }
  std::span<float> span() { return {data_, size_}; }
  void randomize(unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
    for (size_t i = 0; i < size_; ++i)
      data_[i] = uniform(generator);
  }

private:
  float *data_;
  size_t size_;
};

nereid::Session session(int threads) {
  nereid::SessionOptions options;
  options.threads = threads;
  auto made = nereid::Session::create(options);
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().report().c_str());
    std::exit(1);
  }
  return *made;
}

std::string rate(double amount, double seconds, const char *unit) {
  char text[48];
  std::snprintf(text, sizeof text, "%.1f %s", amount / seconds * 1e-9, unit);
  return text;
}

// The peer runs on as many threads as we do, each with a share of the vector.
void addPeer(Floats &x, Floats &y, Floats &out, int64_t n, int threads) {
  if (threads == 1) {
    addPlain(x.data(), y.data(), out.data(), n);
    return;
  }
  std::vector<std::thread> workers;
  int64_t share = (n / threads + 15) & ~int64_t(15);
  for (int t = 0; t < threads; ++t) {
    int64_t begin = t * share, count = std::min(share, n - begin);
    workers.emplace_back([=, &x, &y, &out] {
      addPlain(x.data() + begin, y.data() + begin, out.data() + begin, count);
    });
  }
  for (std::thread &worker : workers)
    worker.join();
}

void addCase(int shift, int threads) {
  int64_t n = int64_t(1) << shift;
  Floats x(n), y(n), out(n), expected(n);
  x.randomize(1);
  y.randomize(2);
  nereid::Session on = session(threads);
  nereid::Function add = load(on, "examples/vector_add.py", "add_kernel");
  constexpr int kBlock = 1024;
  nereid::Grid grid{nereid::cdiv(n, kBlock), 1, 1};
  auto ours = [&] {
    must(add.launch(grid, x.span(), y.span(), out.span(), n, nereid::named("BLOCK_SIZE", kBlock)));
  };
  auto theirs = [&] { addPeer(x, y, expected, n, threads); };
  ours();
  theirs();
  bool same = true;
  for (int64_t i = 0; i < n; ++i)
    same = same && out.data()[i] == expected.data()[i];
  require(same, "vector add");
  Compared result = compare(ours, theirs);
  std::string detail = "2^" + std::to_string(shift) + " fp32, " + std::to_string(threads) + " thr";
  row("add", detail, result.ours, result.theirs, rate(12.0 * n, result.ours, "GB/s"), result.ratio,
      shift >= 26 ? 1.4 : 1.0);
}

void softmaxCase(int64_t rows, int64_t columns) {
  Floats x(rows * columns), out(rows * columns), expected(rows * columns);
  x.randomize(3);
  nereid::Session on = session(1);
  nereid::Function softmax = load(on, "examples/softmax.py", "softmax_kernel");
  int64_t block = 1;
  while (block < columns)
    block *= 2;
  nereid::Grid grid{static_cast<uint32_t>(rows), 1, 1};
  auto ours = [&] {
    must(softmax.launch(grid, out.span(), x.span(), columns, columns, columns,
                        nereid::named("BLOCK_SIZE", block)));
  };
  auto theirs = [&] { softmaxPlain(x.data(), expected.data(), rows, columns); };
  ours();
  theirs();
  double worst = 0;
  for (int64_t i = 0; i < rows * columns; ++i)
    worst = std::max(worst, std::fabs(double(out.data()[i]) / expected.data()[i] - 1));
  require(worst < 1e-5, "softmax");
  Compared result = compare(ours, theirs);
  std::string detail = std::to_string(rows) + "x" + std::to_string(columns) + " fp32, 1 thr";
  row("softmax", detail, result.ours, result.theirs,
      rate(8.0 * rows * columns, result.ours, "GB/s"), result.ratio, 8.0);
}

// scipy-openblas32 prefixes its symbols.
using Sgemm = void (*)(int, int, int, int, int, int, float, const float *, int, const float *, int,
                       float, float *, int);

Sgemm findSgemm(const std::string &path, int threads) {
  void *library = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return nullptr;
  auto setThreads =
      reinterpret_cast<void (*)(int)>(dlsym(library, "scipy_openblas_set_num_threads"));
  if (setThreads)
    setThreads(threads);
  auto config = reinterpret_cast<const char *(*)()>(dlsym(library, "scipy_openblas_get_config"));
  auto core = reinterpret_cast<const char *(*)()>(dlsym(library, "scipy_openblas_get_corename"));
  static bool told = false;
  if (!told && config && core)
    std::printf("peer of matmul: %s, kernels for %s\n", config(), core());
  told = true;
  return reinterpret_cast<Sgemm>(dlsym(library, "scipy_cblas_sgemm"));
}

struct Tile {
  int m, n, k;
};

// What the autotuner of examples/matmul.py does: the fastest of its configurations.
Tile tune(const std::function<void(Tile)> &run) {
  const Tile tiles[] = {{128, 128, 32}, {128, 64, 64},  {64, 64, 32},
                        {64, 128, 32},  {128, 256, 64}, {32, 32, 32}};
  Tile best = tiles[0];
  double bestSeconds = 1e9;
  for (Tile tile : tiles) {
    run(tile);
    for (int i = 0; i < 3; ++i) {
      double seconds = secondsOf([&] { run(tile); });
      if (seconds < bestSeconds) {
        bestSeconds = seconds;
        best = tile;
      }
    }
  }
  return best;
}

void matmulCase(int64_t size, int threads, const std::string &openblas) {
  Floats a(size * size), b(size * size), c(size * size), expected(size * size);
  a.randomize(4);
  b.randomize(5);
  nereid::Session on = session(threads);
  nereid::Function matmul = load(on, "examples/matmul.py", "matmul_kernel");
  auto run = [&](Tile tile) {
    nereid::Grid grid{nereid::cdiv(size, tile.m) * nereid::cdiv(size, tile.n), 1, 1};
    must(matmul.launch(grid, a.span(), b.span(), c.span(), size, size, size, size, 1, size, 1, size,
                       1, nereid::named("BLOCK_M", tile.m), nereid::named("BLOCK_N", tile.n),
                       nereid::named("BLOCK_K", tile.k), nereid::named("GROUP_M", 8)));
  };
  Tile best = tune(run);
  std::string detail = std::to_string(size) + "^3 fp32, " + std::to_string(threads) + " thr, " +
                       std::to_string(best.m) + "x" + std::to_string(best.n) + "x" +
                       std::to_string(best.k);
  auto ours = [&] { run(best); };
  double flops = 2.0 * size * size * size;
  Sgemm sgemm = findSgemm(openblas, threads);
  if (!sgemm) {
    double seconds = secondsOf(ours);
    row("matmul", detail, seconds, 0, rate(flops, seconds, "GFLOP/s"), 0, 0);
    return;
  }
  int n = static_cast<int>(size);
  constexpr int kRowMajor = 101, kNoTranspose = 111;
  auto theirs = [&] {
    sgemm(kRowMajor, kNoTranspose, kNoTranspose, n, n, n, 1.0f, a.data(), n, b.data(), n, 0.0f,
          expected.data(), n);
  };
  ours();
  theirs();
  double worst = 0;
  for (int64_t i = 0; i < size * size; ++i)
    worst = std::max(worst, std::fabs(double(c.data()[i]) - expected.data()[i]));
  require(worst < 1e-5 * std::sqrt(double(size)) * 10, "matmul");
  Compared result = compare(ours, theirs);
  row("matmul", detail, result.ours, result.theirs, rate(flops, result.ours, "GFLOP/s"),
      result.ratio, 0.9);
}

} // namespace

void cpuCases(const Setting &setting) {
  if (wanted(setting, "add"))
    for (int threads : {1, 2})
      for (int shift : {24, 26})
        addCase(shift, threads);
  if (wanted(setting, "softmax")) {
    softmaxCase(4096, 1000);
    softmaxCase(4096, 4096);
  }
  if (wanted(setting, "matmul"))
    for (int64_t size : {512, 1000, 1024, 2048})
      matmulCase(size, 1, setting.openblas);
}

} // namespace bench
