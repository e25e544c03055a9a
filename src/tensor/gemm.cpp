#define NEREID_GEMM gemmBaseline
#include "tensor/gemm_kernel.inc"

namespace nereid::tensor {

Gemm bestGemm() {
#if defined(__x86_64__)
  static const Gemm best = [] {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
      return gemmAvx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return gemmAvx2;
    return gemmBaseline;
  }();
  return best;
#else
  return gemmBaseline;
#endif
}

} // namespace nereid::tensor
