#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"
#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Atomic, AddsInTheTypeOfMemory) {
  EXPECT_EQ(coreOf("tl.atomic_add(i, 1)"),
            "  %0 = Constant 1 : i32\n"
            "  %1 = AtomicRmw i, %0 {\"add\", \"acq_rel\", \"gpu\"} : i32\n");
  EXPECT_EQ(opsOf("tl.atomic_add(p + r, r, mask=c)"), "Splat AddPtr IntToFloatS AtomicRmw");
  EXPECT_EQ(typeOf("tl.atomic_add(h + r, 1.0, sem='relaxed')"), "fp16[8]");
}

TEST(Atomic, FloatExtremaGoByTheSign) {
  EXPECT_EQ(opsOf("tl.atomic_max(p, 1.0)"),
            "Constant Bitcast Bitcast Constant CompareI Constant XorI PtrCast AtomicRmw PtrCast "
            "AtomicRmw Bitcast Select Bitcast");
  EXPECT_EQ(opsOf("tl.atomic_max(i, 1)"), "Constant AtomicRmw");
}

TEST(Atomic, ComparesWithoutConverting) {
  EXPECT_EQ(typeOf("tl.atomic_cas(i, 0, 1)"), "int32");
  EXPECT_EQ(errorsOf("tl.atomic_cas(i, m, 1)"),
            "NR0315: `atomic_cas` compares `int32`, but this is `int64`\n");
}

TEST(Atomic, LoadsStoresAndPolls) {
  EXPECT_EQ(opsOf("tl.atomic_load(i)"), "AtomicLoad");
  EXPECT_EQ(opsOf("tl.atomic_store(i, 1)"), "Constant AtomicStore");
  EXPECT_EQ(typeOf("tl.atomic_poll(i, 1)"), "int1");
  EXPECT_EQ(errorsOf("tl.atomic_load(i, sem='release')"),
            "NR0317: `sem` cannot be `\"release\"`\n");
}

TEST(Atomic, RefusesTypesThatHardwareLacks) {
  EXPECT_EQ(errorsOf("tl.atomic_max(h, 1.0)"), "NR0315: `atomic_max` does not support fp16\n");
  EXPECT_EQ(errorsOf("tl.atomic_or(p, 1)"), "NR0315: `atomic_or` does not support fp32\n");
  EXPECT_EQ(errorsOf("tl.atomic_add(b, 1)"), "NR0315: `atomic_add` does not support int1\n");
  EXPECT_EQ(errorsOf("tl.atomic_add(n, 1)"),
            "NR0303: `atomic_add` goes through a pointer, but this is `int32`\n");
  EXPECT_EQ(errorsOf("tl.atomic_add(i, 1, sem='strong')"),
            "NR0317: `sem` cannot be `\"strong\"`\n");
  EXPECT_EQ(errorsOf("tl.atomic_add(i, r)"),
            "NR0301: cannot write a tile of shape [8] through pointers of shape []\n");
}

TEST(Debug, StaticPrintShowsTypes) {
  TestKernel kernel("@triton.jit\ndef f(n):\n"
                    "    tl.static_print('n:', n, 3, tl.arange(0, 8), sep='|')\n");
  kernel.scalar(Scalar::I32);
  std::string printed;
  kernel.options.print = [&](std::string_view text) { printed += text; };
  kernel.kernel();
  EXPECT_EQ(printed, "n:|int32[]|3|int32[constexpr[8]]\n");
}

TEST(Debug, StaticAssertFailsWithItsMessage) {
  EXPECT_EQ(errorsOf("tl.static_assert(x.numel == 64)"), "");
  EXPECT_EQ(errorsOf("tl.static_assert(x.numel == 3, 'odd tile')"), "NR0403: odd tile\n");
  EXPECT_EQ(errorsOf("tl.static_assert(n == 3)"),
            "NR0401: `static_assert` needs a constant, but this is `int1`\n");
}

TEST(Debug, PrintsAndAssertsAtRunTime) {
  EXPECT_EQ(coreOf("tl.device_print('n', n)"), "  Print n [1] \" n: \"\n");
  EXPECT_EQ(opsOf("tl.device_assert(n > 0)"), "Constant CompareI") << "only when debugging";
}

TEST(Debug, Promises) {
  EXPECT_EQ(opsOf("tl.multiple_of(r, 8)"), "Hint");
  EXPECT_EQ(opsOf("tl.assume(n > 0)"), "Constant CompareI Assume");
  EXPECT_EQ(opsOf("tl.debug_barrier()"), "Barrier");
  EXPECT_EQ(errorsOf("tl.multiple_of(x, 8)"),
            "NR0208: `multiple_of` of `fp32[8, 8]` takes 2 values, not 1\n");
}

TEST(Program, Axes) {
  EXPECT_EQ(coreOf("tl.program_id(1)"), "  %0 = ProgramId <1> : i32\n");
  EXPECT_EQ(errorsOf("tl.program_id(3)"), "NR0306: program_id axis must be 0, 1, or 2 but got 3\n");
}

} // namespace
} // namespace nereid::sema
