#include <gtest/gtest.h>

#include "sema/rules/rule_kernel.h"

namespace nereid::sema {
namespace {

TEST(InlineAsm, NeedsATargetThatHasIt) {
  EXPECT_EQ(errorsOf("tl.inline_asm_elementwise('add.f32 $0, $1, $2;', '=f,f,f', [x, x], "
                     "tl.float32, is_pure=True, pack=1)"),
            "NR0701: the assembly `add.f32 $0, $1, $2;` needs an NVIDIA GPU; this target is a "
            "CPU\n");
  EXPECT_EQ(errorsOf("tl.inline_asm_elementwise('', '=r,r', [r], tl.int32, True, 3)"),
            "NR0320: `pack` is a power of 2 up to 128, but this is 3\n");
}

TEST(InlineAsm, AMoveIsNoAssembly) {
  EXPECT_EQ(opsOf("tl.inline_asm_elementwise('mov.f32 $0, $1;', '=r,r', [x], tl.float32, True, 1)"),
            "");
  EXPECT_EQ(opsOf("tl.inline_asm_elementwise('mov.b32 $0, $1;', '=r,r', [x], tl.int32, True, 1)"),
            "Bitcast");
  EXPECT_EQ(opsOf("tl.inline_asm_elementwise('', '=r,0', [x], tl.int32, True, 1)"), "Bitcast");
}

TEST(MapElementwise, RunsAFunctionPerLane) {
  EXPECT_EQ(typeOf("tl.map_elementwise(widen, r, n)"), "fp32[8]");
  EXPECT_EQ(typeOf("tl.map_elementwise(identity, x)"), "fp32[8, 8]");
}

} // namespace
} // namespace nereid::sema
