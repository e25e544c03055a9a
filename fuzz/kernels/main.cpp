// Differential fuzzing: each random kernel runs on the interpreter and natively, and must store the
// same bits.
//
//   fuzz_kernels [--minutes=N | --kernels=N] [--seed=N]
//
// A kernel on which they differ, or that one of them refuses, is written to a file, and the exit
// status is 1. The same seed gives the same kernels.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include <nereid/nereid.h>

#include "base/text.h"
#include "generate.h"
#include "session.h"

namespace {

using nereid::fuzz::GeneratedKernel;

constexpr int kPrograms = 3, kSlots = 8;

struct Outputs {
  std::vector<int32_t> ints;
  std::vector<float> floats;
};

// What the kernel stores on a device, or why it does not run there.
std::string run(nereid::Session &session, const GeneratedKernel &kernel, uint64_t seed, int n,
                Outputs &outputs) {
  auto function = session.loadText(kernel.text, "kernel", "fuzzed.py");
  if (!function)
    return function.error().report();
  std::mt19937_64 random(seed);
  size_t inputs = static_cast<size_t>(kernel.lanes) * kPrograms;
  std::vector<int32_t> a(inputs);
  std::vector<float> x(inputs);
  for (size_t i = 0; i < inputs; ++i) {
    a[i] = static_cast<int32_t>(random() % 4 == 0 ? random() : random() % 200) - 100;
    x[i] = static_cast<float>(random() % 33) - 16;
  }
  outputs.ints.assign(inputs * kSlots, 7);
  outputs.floats.assign(inputs * kSlots, 7);
  // Multiply and add round apart, so that engines agree bit for bit.
  nereid_launch_options options = {};
  options.no_fp_fusion = 1;
  nereid_argument arguments[] = {nereid::Argument(a).raw(), nereid::Argument(x).raw(),
                                 nereid::Argument(outputs.ints).raw(),
                                 nereid::Argument(outputs.floats).raw(), nereid::Argument(n).raw()};
  auto error = function->launchWith(options, {kPrograms, 1, 1}, arguments);
  return error ? error->report() : std::string();
}

std::string compare(const Outputs &expected, const Outputs &actual) {
  for (size_t i = 0; i < expected.ints.size(); ++i)
    if (expected.ints[i] != actual.ints[i])
      return nereid::cat("ints[", i, "]: interp ", expected.ints[i], ", cpu ", actual.ints[i]);
  for (size_t i = 0; i < expected.floats.size(); ++i)
    if (std::memcmp(&expected.floats[i], &actual.floats[i], sizeof(float)) != 0) {
      char text[96];
      std::snprintf(text, sizeof text, "floats[%zu]: interp %g, cpu %g", i, expected.floats[i],
                    actual.floats[i]);
      return text;
    }
  return {};
}

int keep(const GeneratedKernel &kernel, uint64_t seed, const std::string &what) {
  std::string path = nereid::cat("fuzzed-", seed, ".py");
  std::ofstream(path) << "# seed " << seed << "\n" << kernel.text;
  std::printf("seed %llu: %s\nthe kernel is in %s\n", static_cast<unsigned long long>(seed),
              what.c_str(), path.c_str());
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  double minutes = 0;
  long kernels = 200;
  uint64_t seed = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--minutes=", 10) == 0)
      minutes = std::atof(argv[i] + 10);
    else if (std::strncmp(argv[i], "--kernels=", 10) == 0)
      kernels = std::atol(argv[i] + 10);
    else if (std::strncmp(argv[i], "--seed=", 7) == 0)
      seed = std::strtoull(argv[i] + 7, nullptr, 10);
    else
      return std::fprintf(stderr, "fuzz_kernels: no option %s\n", argv[i]), 2;
  }
  nereid::Session interp = nereid::fuzz::sessionOn("interp"), cpu = nereid::fuzz::sessionOn("cpu");
  auto start = std::chrono::steady_clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  long done = 0, failures = 0;
  for (; minutes > 0 ? elapsed() < minutes * 60 : done < kernels; ++done, ++seed) {
    std::mt19937_64 random(seed);
    GeneratedKernel kernel = nereid::fuzz::generateKernel(random);
    int n = static_cast<int>(random() % (kernel.lanes + 3));
    Outputs expected, actual;
    std::string wrong = run(interp, kernel, seed, n, expected);
    if (wrong.empty())
      wrong = run(cpu, kernel, seed, n, actual);
    if (wrong.empty())
      wrong = compare(expected, actual);
    if (!wrong.empty())
      failures += keep(kernel, seed, wrong);
    if (failures >= 5)
      break;
  }
  std::printf("%ld kernels, %ld disagreements, %.1f s\n", done, failures, elapsed());
  return failures ? 1 : 0;
}
