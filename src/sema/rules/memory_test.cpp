#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"
#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Load, BroadcastsMaskAndOther) {
  EXPECT_EQ(opsOf("tl.load(p + r, mask=c)"), "Splat AddPtr Load");
  EXPECT_EQ(opsOf("tl.load(p + r, mask=c, other=0)"), "Splat AddPtr Constant Load");
  EXPECT_EQ(opsOf("tl.load(p + r, mask=n > 0)"), "Splat AddPtr Constant CompareI Splat Load");
  EXPECT_EQ(typeOf("tl.load(p + r, mask=c[:, None])"), "fp32[8, 8]") << "pointers may grow";
  EXPECT_EQ(typeOf("tl.load(p, mask=n > 0, other=n)"), "fp32");
}

TEST(Load, OfInt1ReadsABooleanByte) {
  EXPECT_EQ(opsOf("tl.load(b + r)"), "Splat AddPtr Load Constant CompareI");
  EXPECT_EQ(typeOf("tl.load(b + r, mask=c, other=True)"), "int1[8]");
}

TEST(Load, PassesItsOptionsOn) {
  EXPECT_EQ(coreOf("tl.load(p, cache_modifier='.cg', eviction_policy='evict_last', "
                   "volatile=True)"),
            "  %0 = Load p <1> {\".cg\", \"evict_last\"} : f32\n");
}

TEST(Load, RefusesWhatItCannotMean) {
  EXPECT_EQ(errorsOf("tl.load(r)"), "NR0303: cannot load through `int32[8]`\n");
  EXPECT_EQ(errorsOf("tl.load(p + r, mask=r)"),
            "NR0304: a mask is `int1`, but this is `int32[8]`\n");
  EXPECT_EQ(errorsOf("tl.load(p + r, other=0.0)"), "NR0304: `other` without a `mask`\n");
  EXPECT_EQ(errorsOf("tl.load(p, mask=c)"), "NR0301: one pointer, but the mask is `int1[8]`\n");
  EXPECT_EQ(errorsOf("tl.load(p + r, mask=tl.arange(0, 16) < n)"),
            "NR0301: the pointer has shape [8] and the mask [16]\n");
  EXPECT_EQ(errorsOf("tl.load(p, cache_modifier='.xx')"),
            "NR0317: `cache_modifier` cannot be `\".xx\"`\n");
  EXPECT_EQ(errorsOf("tl.load(p, eviction_policy=n)"),
            "NR0401: `eviction_policy` must be known at compile time, but this is `int32`\n");
}

TEST(Store, CastsToThePointee) {
  EXPECT_EQ(opsOf("tl.store(p + r, 1)"), "Splat AddPtr Constant Store");
  EXPECT_EQ(opsOf("tl.store(h + r, r, mask=c)"), "Splat AddPtr IntToFloatS Store");
  EXPECT_EQ(opsOf("tl.store(p + r, n)"), "Splat AddPtr IntToFloatS Splat Store");
  EXPECT_EQ(opsOf("tl.store(b + r, r)"), "Splat AddPtr Constant CompareI ExtU Store")
      << "memory holds 0 or 1";
}

TEST(Store, RefusesIntsThatNoTypeHolds) {
  EXPECT_EQ(errorsOf("tl.store(p, 2 ** 70)"),
            "NR0320: `1180591620717411303424` does not fit in 64 bits\n");
}

TEST(Store, KeepsThePointersShape) {
  EXPECT_EQ(errorsOf("tl.store(p, r)"),
            "NR0301: cannot store a tile of shape [8] through one pointer\n");
  EXPECT_EQ(errorsOf("tl.store(p + r, x)"),
            "NR0301: cannot store a tile of shape [8, 8] through pointers of shape [8]\n");
  EXPECT_EQ(errorsOf("tl.store(p + r, 1.0, mask=c[:, None])"),
            "NR0301: cannot store with a mask of shape [8, 1] through pointers of shape [8]\n");
  EXPECT_EQ(errorsOf("tl.store(n, p)"), "NR0303: cannot store through `int32`\n");
}

TEST(Store, RefusesConstantPointers) {
  TestKernel kernel("@triton.jit\ndef f(q):\n    tl.store(q, 1.0)\n");
  kernel.pointer(Scalar::F32, true, true);
  EXPECT_EQ(kernel.errors(), "NR0316 3: cannot store to a constant pointer\n");
}

// -- Block pointers.

constexpr std::string_view kBlock =
    "q = tl.make_block_ptr(p, (n, 64), (64, 1), (n, 0), (4, 8), (1, 0))\n";

std::string withBlock(std::string_view statements) {
  return std::string(kBlock) + std::string(statements);
}

TEST(BlockPointer, LoadsASeparableRectangle) {
  EXPECT_EQ(coreOf(withBlock("tl.load(q, boundary_check=(0,), padding_option='zero')")),
            "  %0 = ExtS n : i64\n"
            "  %1 = ExtS n : i64\n"
            "  %2 = Constant 0 : i64\n"
            "  %3 = Range [0, 4] : i32[4]\n"
            "  %4 = ExtS %3 : i64[4]\n"
            "  %5 = Splat %1 : i64[4]\n"
            "  %6 = AddI %5, %4 : i64[4]\n"
            "  %7 = Constant 64 : i64[4]\n"
            "  %8 = MulI %6, %7 : i64[4]\n"
            "  %9 = ExpandDims %8 <1> : i64[4, 1]\n"
            "  %10 = Broadcast %9 : i64[4, 8]\n"
            "  %11 = Constant 0 : i64[4]\n"
            "  %12 = CompareI %6, %11 <5> : i1[4]\n"
            "  %13 = Splat %0 : i64[4]\n"
            "  %14 = CompareI %6, %13 <2> : i1[4]\n"
            "  %15 = AndI %12, %14 : i1[4]\n"
            "  %16 = ExpandDims %15 <1> : i1[4, 1]\n"
            "  %17 = Broadcast %16 : i1[4, 8]\n"
            "  %18 = Range [0, 8] : i32[8]\n"
            "  %19 = ExtS %18 : i64[8]\n"
            "  %20 = Splat %2 : i64[8]\n"
            "  %21 = AddI %20, %19 : i64[8]\n"
            "  %22 = ExpandDims %21 <0> : i64[1, 8]\n"
            "  %23 = Broadcast %22 : i64[4, 8]\n"
            "  %24 = AddI %10, %23 : i64[4, 8]\n"
            "  %25 = Splat p : *f32[4, 8]\n"
            "  %26 = AddPtr %25, %24 : *f32[4, 8]\n"
            "  %27 = Constant 0x0 : f32[4, 8]\n"
            "  %28 = Load %26, %17, %27 {\"\", \"\"} : f32[4, 8]\n");
}

TEST(BlockPointer, AdvancesOnlyWhereItMoves) {
  EXPECT_EQ(opsOf(withBlock("q = tl.advance(q, (0, 8))")), "ExtS ExtS Constant Constant AddI");
  EXPECT_EQ(opsOf(withBlock("q = q.advance((0, 0))")), "ExtS ExtS Constant");
  EXPECT_EQ(typeOf("tl.make_block_ptr(h, (n,), (1,), (0,), (8,), (0,)).dtype.element_ty"), "fp16");
}

TEST(BlockPointer, StoresWithItsPointeesType) {
  EXPECT_EQ(errorsOf(withBlock("tl.store(q, 0, boundary_check=(0, 1))")), "");
  EXPECT_EQ(errorsOf(withBlock("tl.store(q, x)")), "NR0301: cannot broadcast [8, 8] to [4, 8]\n");
}

TEST(BlockPointer, RefusesWhatDoesNotFit) {
  EXPECT_EQ(errorsOf(withBlock("tl.load(q, mask=n > 0)")),
            "NR0304: a load through a block pointer takes no mask\n");
  EXPECT_EQ(errorsOf(withBlock("tl.load(q, boundary_check=(2,))")),
            "NR0306: `boundary_check` names axis 2 of a block of rank 2\n");
  EXPECT_EQ(errorsOf(withBlock("tl.load(q, boundary_check=(0, 0))")),
            "NR0306: `boundary_check` names axis 0 twice\n");
  EXPECT_EQ(errorsOf(withBlock("tl.load(q, boundary_check=(0,), padding_option='one')")),
            "NR0317: `padding_option` cannot be `\"one\"`\n");
  EXPECT_EQ(errorsOf("tl.advance(p, (0,))"),
            "NR0319: `advance` moves a block pointer, but this is `pointer<fp32>`\n");
  EXPECT_EQ(errorsOf("tl.make_block_ptr(p, (n, n), (n,), (0, 0), (8, 8), (1, 0))"),
            "NR0319: a block pointer with 2 sizes, 1 strides, 2 offsets, 2 block sizes and 2 "
            "entries of `order`\n");
}

// -- Tensor descriptors.

std::string withDescriptor(std::string_view statements) {
  return "d = tl.make_tensor_descriptor(p, [n, 64], [64, 1], [4, 8])\n" + std::string(statements);
}

TEST(Descriptor, ReadsAndWritesBlocks) {
  EXPECT_EQ(errorsOf(withDescriptor("v = d.load([0, n])\nd.store([0, n], v * 2)\n"
                                    "d.atomic_add([0, 0], v)")),
            "");
  EXPECT_EQ(errorsOf(withDescriptor("d.load([0, m])")),
            "NR0319: an offset of a descriptor is a 32-bit int, but this is `int64`\n");
  EXPECT_EQ(errorsOf(withDescriptor("d.load([0])")),
            "NR0319: 1 offsets for a descriptor of rank 2\n");
  EXPECT_EQ(errorsOf(withDescriptor("d.store([0, 0], x)")),
            "NR0301: cannot write a tile of shape [8, 8] through a descriptor of blocks [4, 8]\n");
}

TEST(Descriptor, AnswersForItsParts) {
  EXPECT_EQ(typeOf("tl.make_tensor_descriptor(p, [n, 64], [64, 1], [4, 8]).block_shape"), "(4, 8)");
  EXPECT_EQ(typeOf("tl.make_tensor_descriptor(p, [n, 64], [64, 1], [4, 8]).shape"),
            "(int32, int32)");
  EXPECT_EQ(typeOf("tl.make_tensor_descriptor(h, [n, 64], [64, 1], [4, 8]).dtype"), "fp16");
}

TEST(Descriptor, PicksRows) {
  std::string rows = "d = tl.make_tensor_descriptor(p, [n, 64], [64, 1], [1, 8])\n";
  EXPECT_EQ(errorsOf(rows + "v = d.gather(r, n)\nd.scatter(v, r, n)"), "");
  EXPECT_EQ(errorsOf(withDescriptor("d.gather(r, 0)")),
            "NR0319: rows are picked through a descriptor of blocks [1, n], but its blocks are "
            "[4, 8]\n");
}

TEST(Descriptor, ChecksWhatItIsMadeOf) {
  EXPECT_EQ(errorsOf("tl.make_tensor_descriptor(p, [n, n], [1, n], [4, 8])"),
            "NR0319: Tensor descriptor last dim must be 1: the last stride is the constant 1\n");
  EXPECT_EQ(errorsOf("tl.make_tensor_descriptor(p, [n, n], [n, 1], [4, 2])"),
            "NR0319: Descriptor block shape must have at least 16 bytes in the last dimension, "
            "but [4, 2] has 8\n");
  EXPECT_EQ(errorsOf("tl.make_tensor_descriptor(i, [n, n], [n, 1], [4, 8], 'nan')"),
            "NR0319: padding with NaN for `int32`\n");
}

} // namespace
} // namespace nereid::sema
