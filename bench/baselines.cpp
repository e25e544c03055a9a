#include "baselines.h"

#include <algorithm>
#include <cmath>

namespace bench {

void addPlain(const float *__restrict x, const float *__restrict y, float *__restrict out,
              int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = x[i] + y[i];
}

void softmaxPlain(const float *x, float *out, int64_t rows, int64_t columns) {
  for (int64_t r = 0; r < rows; ++r) {
    const float *in = x + r * columns;
    float *to = out + r * columns;
    float largest = -INFINITY;
    for (int64_t c = 0; c < columns; ++c)
      largest = std::max(largest, in[c]);
    float sum = 0;
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = expf(in[c] - largest);
      sum += to[c];
    }
    for (int64_t c = 0; c < columns; ++c)
      to[c] /= sum;
  }
}

} // namespace bench
