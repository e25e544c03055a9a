// The engines that fuzzers of whole kernels hold against each other.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <nereid/nereid.h>

namespace nereid::fuzz {

// Kernels on "interp" or "cpu"; ends the program if that cannot be had.
inline Session sessionOn(const char *device) {
  SessionOptions options;
  options.device = device;
  auto session = Session::create(options);
  if (!session) {
    std::fprintf(stderr, "%s", session.error().report().c_str());
    std::exit(1);
  }
  return *session;
}

} // namespace nereid::fuzz
