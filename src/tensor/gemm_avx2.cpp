#define Eigen EigenAvx2
#define NEREID_GEMM gemmAvx2
#include "tensor/gemm_kernel.inc"
