// Loads a Triton kernel from a .py file, compiles it, and runs it on C++ data.
//
// Build: see CMakeLists.txt beside this file.   Run: ./vector_add ../vector_add.py
#include <cstdio>
#include <vector>

#include <nereid/nereid.h>

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "examples/vector_add.py";
  auto session = nereid::Session::create();
  if (!session) {
    std::fprintf(stderr, "%s", session.error().report().c_str());
    return 1;
  }
  auto add = session->load(path, "add_kernel");
  if (!add) {
    std::fprintf(stderr, "%s", add.error().report().c_str());
    return 1;
  }

  const int n = 98432, block = 1024;
  std::vector<float> x(n), y(n), out(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = static_cast<float>(2 * i);
  }
  nereid::Grid grid{nereid::cdiv(n, block), 1, 1};

  // On vectors, and again on raw pointers.
  if (auto error = add->launch(grid, x, y, out, n, nereid::named("BLOCK_SIZE", block))) {
    std::fprintf(stderr, "%s", error->report().c_str());
    return 1;
  }
  if (auto error = add->launch(grid, x.data(), out.data(), out.data(), n,
                               nereid::named("BLOCK_SIZE", block))) {
    std::fprintf(stderr, "%s", error->report().c_str());
    return 1;
  }
  for (int i = 0; i < n; ++i)
    if (out[i] != 4.0f * static_cast<float>(i)) {
      std::fprintf(stderr, "out[%d] is %g\n", i, out[i]);
      return 1;
    }
  std::printf("vector add of %d elements from C++: correct\n", n);

  // A wrong call is a value that says what is wrong.
  auto error = add->launch(grid, x, y, out, nereid::named("BLOCK_SIZE", block));
  std::printf("and without n: %s\n", error ? error->message().c_str() : "no error?");
  return error ? 0 : 1;
}
