#include <gtest/gtest.h>

#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

TEST(Lint, FindsMistakesThatNoArgumentMendsInEveryBranch) {
  TestKernel kernel(R"(
@triton.jit
def k(p, n, FLAG: tl.constexpr, B: tl.constexpr):
    if FLAG:
        x = tl.laod(p)
    else:
        x = tl.load(p, masks=n)
    y = undefined
    tl.store(p + tl.arange(0, 48), x)
    z = tl.zeros((16,), tl.float32) + tl.zeros((32,), tl.float32)
)");
  EXPECT_EQ(kernel.lintErrors(),
            "NR0202 4: `tl` has no `laod`\n"
            "NR0208 6: `tl.load` has no parameter `masks`\n"
            "NR0201 7: `undefined` is not defined\n"
            "NR0307 8: arange's range must be a power of 2, but `arange(0, 48)` has 48 lanes\n"
            "NR0301 9: cannot add tiles of shape [16] and [32]\n");
}

TEST(Lint, SaysNothingAboutWhatMayBeRight) {
  TestKernel kernel(R"(
@triton.jit
def helper(a, b):
    return a, b

@triton.jit
def k(p, bias, n, dtype, fn, pair, desc, FLAG: tl.constexpr, B: tl.constexpr, D: tl.constexpr = 16):
    if FLAG:
        x = tl.load(p + tl.arange(0, B))
        extra = 1
    else:
        x = fn(tl.zeros((B, D), dtype))
    if FLAG:
        tl.store(p, extra)
    a, b = helper(x, pair[0])
    total = 0
    for i in tl.static_range(D):
        total = total + a
        kept = i
    for i in range(0, n, B):
        total += desc.load([i, 0])
    for name in fn.names:
        tl.store(p, name)
    for i in range(0, n, flatten=True, num_stages=2):
        if dtype == 1:
            total += 1
        else:
            raise ValueError(f"no such type: {dtype}")
    while total > kept:
        total -= 1
    y = x if bias is None else x + tl.load(bias)
    tl.store(p + tl.arange(0, B)[:, None], y, mask=total < n)
    tl.static_assert(B % 128 == 0)
    return pair
)");
  EXPECT_EQ(kernel.lintErrors(), "");
}

TEST(Lint, BranchesThatNobodyMayTakeDeclareAndAssertNothing) {
  TestKernel kernel(R"(
@triton.jit
def k(p, KIND: tl.constexpr):
    if KIND == "one":
        size: tl.constexpr = 1
    if KIND == "two":
        size: tl.constexpr = 2
    else:
        tl.static_assert(False, "no such kind")
    tl.store(p, size)
)");
  EXPECT_EQ(kernel.lintErrors(), "");
}

TEST(Lint, SeesThroughArgumentsByGuessingThem) {
  TestKernel kernel(R"(
@triton.jit
def k(x_ptr, n, B: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    ptrs = x_ptr + offsets
    x = tl.load(ptrs, mask=offsets < n)
    total = 0
    for i in range(n):
        total += x.to(tl.float32)
    tl.store(x_ptr, x[0])
)");
  EXPECT_EQ(kernel.lintErrors(),
            "NR0309 8: `total` is int32 before the loop and fp32[64] after a round\n"
            "NR0305 9: a tile is indexed by `:` and `None` only, but this is `0`\n");
}

TEST(Lint, DoesNotGuessWhereAFlagDecides) {
  TestKernel kernel(R"(
@triton.jit
def k(counts, x_ptr, USE: tl.constexpr):
    if USE:
        n = tl.load(counts)
    else:
        n = counts
    offsets = tl.arange(0, 16)
    tl.store(x_ptr + offsets, 1, mask=offsets < counts if not USE else offsets < n)
)");
  EXPECT_EQ(kernel.lintErrors(), "");
}

TEST(Lint, IsSilentAboutWhatOnlyARunWouldTell) {
  std::string_view text = R"(
@triton.jit
def k(p):
    x = settings.block
    y = tl.zeros((x, helper(3)), settings)
    tl.store(p, y + settings)
)";
  TestKernel kernel(text), elaborated(text);
  eval::Value unknown = eval::make<Unknown>();
  kernel.global("settings", unknown).global("helper", unknown);
  elaborated.global("settings", unknown).global("helper", unknown).pointer(Scalar::F32);
  EXPECT_EQ(kernel.lintErrors(), "");
  EXPECT_EQ(elaborated.errors().substr(0, 9), "NR0204 3:");
}

TEST(Lint, BelievesDeclaredTypes) {
  TestKernel kernel(R"(
@triton.jit
def k(a: "*fp32", b: "*fp32"):
    tl.store(a + b, 1.0)
)");
  EXPECT_EQ(kernel.lintErrors(), "NR0302 3: cannot add `pointer<fp32>` and `pointer<fp32>`\n");
}

} // namespace
} // namespace nereid::sema
