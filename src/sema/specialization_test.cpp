#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Specialization, FlattensTuplesAndDescriptors) {
  TestKernel kernel(R"(
@triton.jit
def k(pair, desc):
    tl.store(pair[0], pair[1][1])
)");
  ArgumentSpec pair, inner, descriptor;
  pair.kind = inner.kind = ArgumentSpec::Kind::Tuple;
  inner.elements = {ArgumentSpec::constantOf({}),
                    ArgumentSpec::runtime({.element = Scalar::F32, .shape = {}})};
  pair.elements = {
      ArgumentSpec::runtime({.element = Scalar::F32, .isPointer = true, .shape = {}}, 16), inner};
  descriptor.kind = ArgumentSpec::Kind::Descriptor;
  descriptor.type = {.element = Scalar::F16, .shape = {}};
  descriptor.blockShape = {16, 32};
  kernel.argument(pair).argument(descriptor);
  EXPECT_EQ(kernel.core(),
            "kernel k(%0 pair[0]: *f32 {16}, %1 pair[1][1]: f32, %2 desc.base: *f16 {16}, "
            "%3 desc.shape[0]: i32, %4 desc.shape[1]: i32, %5 desc.strides[0]: i64, "
            "%6 desc.strides[1]: i64)\n"
            "  Store %0, %1 {\"\", \"\"}\n");
}

TEST(Specialization, FoldsConstants) {
  TestKernel kernel(R"(
@triton.jit
def k(p, stride, bias):
    if bias is None:
        tl.store(p + stride, stride)
)");
  kernel.pointer(Scalar::I32).constant(1).constant(eval::Value::none());
  EXPECT_EQ(kernel.core(), "kernel k(%0 p: *i32 {16})\n"
                           "  %1 = Constant 1 : i32\n"
                           "  %2 = AddPtr %0, %1 : *i32\n"
                           "  %3 = Constant 1 : i32\n"
                           "  Store %2, %3 {\"\", \"\"}\n");
}

TEST(Parameters, ReadAnnotations) {
  TestKernel kernel(R"(
@triton.jit
def k(a, B: tl.constexpr, c: tl.const, d: "*fp16", e: tl.int64, f: int, g: "*ki32", h: "tl.constexpr" = 3, i: Whatever = 1):
    pass
)");
  std::vector<ParameterInfo> infos = parametersOf(kernel.function());
  ASSERT_EQ(infos.size(), 9u);
  EXPECT_FALSE(infos[0].isConstexpr || infos[0].declared || infos[0].hasDefault);
  EXPECT_TRUE(infos[1].isConstexpr);
  EXPECT_TRUE(infos[2].isConst);
  EXPECT_EQ(core::print(*infos[3].declared), "*f16");
  EXPECT_EQ(core::print(*infos[4].declared), "i64");
  EXPECT_EQ(core::print(*infos[5].declared), "i32");
  EXPECT_TRUE(infos[6].isConst && infos[6].declared->isConst);
  EXPECT_TRUE(infos[7].isConstexpr && infos[7].hasDefault);
  EXPECT_FALSE(infos[8].declared);
  EXPECT_EQ(infos[8].name, "i");
}

TEST(Parameters, ConstPointersAreNotStoredThrough) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    tl.store(p, 1.0)
)");
  kernel.pointer(Scalar::F32, true, /*isConst=*/true);
  EXPECT_EQ(kernel.errors().substr(0, 9), "NR0316 3:");
}

} // namespace
} // namespace nereid::sema
