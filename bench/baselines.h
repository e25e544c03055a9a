// What a C++ programmer would write without thinking of vectors: plain loops, compiled with
// -O3 -march=native.
#pragma once

#include <cstdint>

namespace bench {

void addPlain(const float *x, const float *y, float *out, int64_t n);
void softmaxPlain(const float *x, float *out, int64_t rows, int64_t columns);

} // namespace bench
