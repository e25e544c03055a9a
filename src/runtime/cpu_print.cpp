// What compiled kernels print and how they report a failed device_assert.
//
// One line a lane, as Triton's device_print writes it:
//
//   pid (0, 0, 0) idx ( 3)  x: (operand 1) 2.500000
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "artifact/artifact.h"
#include "artifact/cpu_runtime_abi.h"
#include "base/text.h"
#include "runtime/cpu_print.h"
#include "runtime/interrupt.h"

namespace {

// Decimal digits of the largest index below `size`.
int columnWidth(int64_t size) {
  int width = 0;
  for (int64_t limit = 1; limit < size; limit *= 10)
    ++width;
  return width;
}

template <typename... Parts> void append(std::string &line, const char *format, Parts... parts) {
  char text[400]; // the longest %f of a double has 317 characters
  snprintf(text, sizeof text, format, parts...);
  line += text;
}

void appendIndex(std::string &line, const NereidPrintOperand &operand, int64_t lane) {
  std::string places;
  for (int32_t axis = operand.rank - 1; axis >= 0; --axis) {
    std::string place;
    append(place, "%*" PRId64, columnWidth(operand.shape[axis]), lane % operand.shape[axis]);
    places = axis == operand.rank - 1 ? place : place + ", " + places;
    lane /= operand.shape[axis];
  }
  line += " idx (" + places + ")";
}

void appendValue(std::string &line, const NereidPrintOperand &operand, int64_t lane, bool isHex) {
  int bytes = operand.bits / 8;
  const char *from = static_cast<const char *>(operand.values) + lane * bytes;
  if (operand.kind == kNereidPrintFloat) {
    double value = 0;
    float single = 0;
    memcpy(bytes == 8 ? static_cast<void *>(&value) : &single, from, bytes);
    append(line, isHex ? "%a" : "%f", bytes == 8 ? value : static_cast<double>(single));
    return;
  }
  uint64_t bits = 0;
  memcpy(&bits, from, bytes);
  int shift = 64 - operand.bits;
  if (operand.kind == kNereidPrintPointer)
    append(line, "%p", reinterpret_cast<void *>(bits));
  else if (isHex)
    append(line, "0x%0*" PRIx64, 2 * bytes, bits);
  else if (operand.isSigned)
    append(line, "%" PRId64, static_cast<int64_t>(bits << shift) >> shift);
  else
    append(line, "%" PRIu64, bits);
}

int64_t laneCount(const NereidPrintOperand &operand) {
  int64_t lanes = 1;
  for (int32_t axis = 0; axis < operand.rank; ++axis)
    lanes *= operand.shape[axis];
  return lanes;
}

thread_local nereid::FailedAssertion lastAssertion;
thread_local std::optional<nereid::FailedAssertion> ofLastLaunch;

} // namespace

namespace nereid {

FailedAssertion takeAssertion() {
  return std::exchange(lastAssertion, {});
}

void keepFailedAssertion(FailedAssertion assertion) {
  ofLastLaunch = std::move(assertion);
}

std::optional<FailedAssertion> takeFailedAssertion() {
  return std::exchange(ofLastLaunch, std::nullopt);
}

} // namespace nereid

static void printOperands(const int32_t *programId, const char *prefix, int32_t isHex,
                          int32_t operandCount, const NereidPrintOperand *operands) {
  std::string program;
  append(program, "pid (%d, %d, %d)", programId[0], programId[1], programId[2]);
  std::string text;
  if (operandCount == 0)
    text = program + prefix + "\n";
  for (int32_t i = 0; i < operandCount; ++i)
    for (int64_t lane = 0, lanes = laneCount(operands[i]); lane < lanes; ++lane) {
      text += program;
      appendIndex(text, operands[i], lane);
      text += prefix;
      if (operandCount > 1)
        append(text, "(operand %d) ", i);
      appendValue(text, operands[i], lane, isHex != 0);
      text += '\n';
    }
  fwrite(text.data(), 1, text.size(), stdout);
  fflush(stdout);
}

extern "C" void nereid_runtime_print(const int32_t *programId, const char *prefix, int32_t isHex,
                                     int32_t operandCount, const NereidPrintOperand *operands) {
  nereid::pauseInterrupts();
  printOperands(programId, prefix, isHex, operandCount, operands);
  nereid::resumeInterrupts();
}

extern "C" void nereid_runtime_assert(void *scratch, const int32_t *programId, const char *message,
                                      const char *file, int32_t line) {
  nereid::pauseInterrupts();
  lastAssertion = {file, line, message, {}};
  static_cast<nereid::CpuScratch *>(scratch)->stop = 1;
  nereid::resumeInterrupts();
}
