// Every kernel of up to three operations over tiles of 1, 2 or 4 rows and columns: each runs on the
// interpreter and natively, and must store the same bits.
//
//   fuzz_small [--operations=3] [--every=1]
//
// A kernel loads a tile, applies the operations one after another, and stores the last value. Small
// shapes are where axes of size one, tiles of one lane and tails of vectors meet; nothing is left
// to chance, so that what passed once passes always. --every=N takes each N-th kernel.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <nereid/nereid.h>

#include "base/text.h"
#include "session.h"

namespace {

// Of the last value v, the loaded tile a, and the lanes' numbers `at`; R and C are the shape.
const char *const kOperations[] = {
    "v + a",
    "v - at",
    "v * a",
    "v ^ at",
    "tl.minimum(v, a)",
    "tl.where(v > a, v, at)",
    "v.to(tl.int8).to(tl.int32)",
    "(v.to(tl.float32) * 0.5).to(tl.int32)",
    "tl.sum(v, 0, keep_dims=True) + at",
    "tl.max(v, 1)[:, None] - a",
    "tl.argmax(v, 1, keep_dims=True) * 3 + v",
    "tl.cumsum(v, 1)",
    "tl.cumsum(v, 0, reverse=True)",
    "tl.flip(v, 0)",
    "tl.sort(v)",
    "tl.trans(tl.reshape(v, (C, R)))",
    "tl.broadcast_to(tl.xor_sum(v, 0)[None, :], (R, C))",
};
constexpr int kCount = sizeof kOperations / sizeof kOperations[0];

struct Small {
  int rows, columns;
  std::vector<int> operations;

  std::string text() const {
    std::string result = nereid::cat(
        "import triton\nimport triton.language as tl\n\n@triton.jit\ndef kernel(x, out):\n",
        "    R: tl.constexpr = ", rows, "\n    C: tl.constexpr = ", columns,
        "\n    at = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]\n",
        "    a = tl.load(x + at)\n    v = a\n");
    for (int operation : operations)
      result += nereid::cat("    v = ", kOperations[operation], "\n");
    return result + "    tl.store(out + at, v)\n";
  }
};

// What the kernel stores, or why it does not run.
std::string run(const nereid::Session &session, const std::string &text, int lanes,
                std::vector<int32_t> &out) {
  auto function = session.loadText(text, "kernel", "small.py");
  if (!function)
    return function.error().report();
  std::vector<int32_t> x(static_cast<size_t>(lanes));
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<int32_t>(i * 2654435761u % 1000) - 300;
  out.assign(x.size(), 7);
  auto error = function->launch({1, 1, 1}, x, out);
  return error ? error->report() : std::string();
}

// The sequences of `length` operations, as numbers in base kCount.
std::vector<int> sequence(long number, int length) {
  std::vector<int> operations(static_cast<size_t>(length));
  for (int &operation : operations) {
    operation = static_cast<int>(number % kCount);
    number /= kCount;
  }
  return operations;
}

class Enumeration {
public:
  void take(const Small &small) {
    ++kernels_;
    std::string text = small.text();
    std::vector<int32_t> wanted, got;
    int lanes = small.rows * small.columns;
    std::string wrong = run(interp_, text, lanes, wanted);
    if (wrong.empty())
      wrong = run(cpu_, text, lanes, got);
    if (wrong.empty() && wanted == got)
      return;
    ++disagreements_;
    std::printf("%s\n%s\n", text.c_str(), wrong.empty() ? "the devices differ" : wrong.c_str());
  }
  int finish() const {
    std::printf("%ld kernels, %ld disagreements\n", kernels_, disagreements_);
    return disagreements_ ? 1 : 0;
  }

private:
  nereid::Session interp_ = nereid::fuzz::sessionOn("interp"),
                  cpu_ = nereid::fuzz::sessionOn("cpu");
  long kernels_ = 0, disagreements_ = 0;
};

} // namespace

int main(int argc, char **argv) {
  int operations = 3;
  long every = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--operations=", 13) == 0)
      operations = std::atoi(argv[i] + 13);
    else if (std::strncmp(argv[i], "--every=", 8) == 0)
      every = std::max(1L, std::atol(argv[i] + 8));
    else
      return std::fprintf(stderr, "fuzz_small: no option %s\n", argv[i]), 2;
  }
  Enumeration all;
  long number = 0, sequences = 1;
  for (int length = 1; length <= operations; ++length) {
    sequences *= kCount;
    for (long i = 0; i < sequences; ++i)
      for (int rows : {1, 2, 4})
        for (int columns : {1, 2, 4})
          if (number++ % every == 0)
            all.take({rows, columns, sequence(i, length)});
  }
  return all.finish();
}
