#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Elaborator, AddsVectors) {
  TestKernel kernel(R"(
@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)
)");
  for (int i = 0; i < 3; ++i)
    kernel.pointer(Scalar::F32);
  kernel.scalar(Scalar::I32).constant(1024);
  EXPECT_EQ(
      kernel.core(),
      "kernel add(%0 x_ptr: *f32 {16}, %1 y_ptr: *f32 {16}, %2 out_ptr: *f32 {16}, %3 n: i32)\n"
      "  %4 = ProgramId <0> : i32\n"
      "  %5 = Constant 1024 : i32\n"
      "  %6 = MulI %4, %5 : i32\n"
      "  %7 = Range [0, 1024] : i32[1024]\n"
      "  %8 = Splat %6 : i32[1024]\n"
      "  %9 = AddI %8, %7 : i32[1024]\n"
      "  %10 = Splat %3 : i32[1024]\n"
      "  %11 = CompareI %9, %10 <2> : i1[1024]\n"
      "  %12 = Splat %0 : *f32[1024]\n"
      "  %13 = AddPtr %12, %9 : *f32[1024]\n"
      "  %14 = Load %13, %11 {\"\", \"\"} : f32[1024]\n"
      "  %15 = Splat %1 : *f32[1024]\n"
      "  %16 = AddPtr %15, %9 : *f32[1024]\n"
      "  %17 = Load %16, %11 {\"\", \"\"} : f32[1024]\n"
      "  %18 = Splat %2 : *f32[1024]\n"
      "  %19 = AddPtr %18, %9 : *f32[1024]\n"
      "  %20 = AddF %14, %17 : f32[1024]\n"
      "  Store %19, %20, %11 {\"\", \"\"}\n");
}

} // namespace
} // namespace nereid::sema
