#define Eigen EigenAvx512
#define NEREID_GEMM gemmAvx512
#include "tensor/gemm_kernel.inc"
