// The functions that compiled CPU kernels call besides the C math library. The runtime defines
// them; the CPU backend declares them by these names and types.
//
// Both may be called from any number of threads at once.
#pragma once

#include <cstdint>

extern "C" {

enum NereidPrintKind { kNereidPrintInteger, kNereidPrintFloat, kNereidPrintPointer };

// How one operand of tl.device_print is stored.
struct NereidPrintOperand {
  const void *values; // row-major, one element a lane, as in memory
  int32_t kind;       // NereidPrintKind
  int32_t bits;       // of an element: integers 8 to 64 (int1: 8), floats 32 or 64, pointers 64
  int32_t isSigned;
  int32_t rank;
  const int64_t *shape; // `rank` sizes
};

// Prints one line for every lane of each operand, or one line if there is no operand.
void nereid_runtime_print(const int32_t *programId, const char *prefix, int32_t isHex,
                          int32_t operandCount, const NereidPrintOperand *operands);

// A device_assert was false in program `programId` (x, y, z). `scratch` is the CpuScratch of the
// call: the function sets its `stop`.
void nereid_runtime_assert(void *scratch, const int32_t *programId, const char *message,
                           const char *file, int32_t line);
}
