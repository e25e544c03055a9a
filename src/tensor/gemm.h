// gemm: out = a * b on floats, with the widest vector instructions that this machine has.
//
// Eigen picks its instructions when it is compiled, so gemm_kernel.inc is compiled three times:
// for any x86-64, for AVX2 with FMA and for AVX-512. bestGemm() asks the processor once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/scalar.h"

namespace nereid::tensor {

// A matrix of which one of the two strides is 1.
struct MatrixPart {
  const std::byte *data;
  int64_t rows, columns, rowStride, columnStride;
};

// For Scalar::F32 and Scalar::F64. `out` is dense and row-major and overlaps neither operand.
using Gemm = void (*)(Scalar type, const MatrixPart &a, const MatrixPart &b, std::byte *out);

void gemmBaseline(Scalar type, const MatrixPart &a, const MatrixPart &b, std::byte *out);
void gemmAvx2(Scalar type, const MatrixPart &a, const MatrixPart &b, std::byte *out);
void gemmAvx512(Scalar type, const MatrixPart &a, const MatrixPart &b, std::byte *out);

Gemm bestGemm();

} // namespace nereid::tensor
