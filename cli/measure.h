// What this machine can do at most, measured: the roof that kernels are held against.
#pragma once

namespace nereid::cli {

struct MachineLimits {
  double copyGigabytes = 0; // bytes read and written a second by a large copy, all cores
  double fmaGigaflops = 0;  // float32 operations a second, all cores, two per multiply-add
  int threads = 1;
};

// Takes about half a second.
MachineLimits measureMachine();

} // namespace nereid::cli
