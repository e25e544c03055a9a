// What a launch costs, and what compiling costs. Compile times are of a fresh process each: the
// first kernel pays for starting the compiler, and that is what a person waits for.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

namespace bench {
namespace {

nereid::Session session() {
  nereid::SessionOptions options;
  options.threads = 1;
  auto made = nereid::Session::create(options);
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().report().c_str());
    std::exit(1);
  }
  return *made;
}

// Seconds of `work` in a child process, which must do all its own setting up.
double secondsInFreshProcess(const Work &work) {
  int ends[2];
  require(pipe(ends) == 0, "pipe");
  pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    double seconds = secondsOf(work);
    bool written = write(ends[1], &seconds, sizeof seconds) == sizeof seconds;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  double seconds = 0;
  bool got = read(ends[0], &seconds, sizeof seconds) == sizeof seconds;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  require(got && status == 0, "a compilation in a fresh process");
  return seconds;
}

double coldCompile(const Work &work) {
  std::vector<double> seconds;
  for (int i = 0; i < 7; ++i)
    seconds.push_back(secondsInFreshProcess(work));
  return median(seconds);
}

void compileAdd(int block) {
  nereid::Session on = session();
  std::vector<float> x(16);
  must(load(on, "examples/vector_add.py", "add_kernel")
           .prepare(x, x, x, 1 << 20, nereid::named("BLOCK_SIZE", block)));
}

void compileSoftmax() {
  nereid::Session on = session();
  std::vector<float> x(16);
  must(load(on, "examples/softmax.py", "softmax_kernel")
           .prepare(x, x, 1000, 1000, 1000, nereid::named("BLOCK_SIZE", 1024)));
}

void compileMatmul() {
  nereid::Session on = session();
  std::vector<float> x(16);
  must(load(on, "examples/matmul.py", "matmul_kernel")
           .prepare(x, x, x, 1024, 1024, 1024, 1024, 1, 1024, 1, 1024, 1,
                    nereid::named("BLOCK_M", 128), nereid::named("BLOCK_N", 64),
                    nereid::named("BLOCK_K", 64), nereid::named("GROUP_M", 8)));
}

void compileCases() {
  auto say = [](const char *name, double seconds, double barMs) {
    std::printf("compile    %-26s %10.1f ms  (bar %.0f ms: %s)\n", name, seconds * 1e3, barMs,
                seconds * 1e3 <= barMs ? "met" : "missed");
    std::fflush(stdout);
  };
  double small = coldCompile([] { compileAdd(1024); });
  double large = coldCompile([] { compileAdd(65536); });
  say("vector add", small, 30);
  say("softmax", coldCompile(compileSoftmax), 60);
  say("matmul 128x64x64", coldCompile(compileMatmul), 60);
  std::printf("compile    BLOCK_SIZE 65536 / 1024     ratio %.2f  (bar 1.50: %s)\n", large / small,
              large <= 1.5 * small ? "met" : "missed");
}

void launchCase() {
  nereid::Session on = session();
  nereid::Function add = load(on, "examples/vector_add.py", "add_kernel");
  std::vector<float> x(1024, 1.0f), y(1024, 2.0f), out(1024);
  auto launch = [&] {
    must(add.launch({1, 1, 1}, x, y, out, 1024, nereid::named("BLOCK_SIZE", 1024)));
  };
  launch();
  require(out[7] == 3.0f, "a launch");
  constexpr int kLaunches = 20000;
  std::vector<double> seconds;
  for (int round = 0; round < 9; ++round)
    seconds.push_back(secondsOf([&] {
                        for (int i = 0; i < kLaunches; ++i)
                          launch();
                      }) /
                      kLaunches);
  double each = median(seconds) * 1e6;
  std::printf("launch     one program, from C++      %10.2f us  (bar 2.00 us: %s)\n", each,
              each <= 2 ? "met" : "missed");
}

} // namespace

void launchCases(const Setting &setting) {
  // Compilations first: a fork of a process that has compiled before would not be cold.
  if (wanted(setting, "compile"))
    compileCases();
  if (wanted(setting, "launch"))
    launchCase();
}

} // namespace bench
