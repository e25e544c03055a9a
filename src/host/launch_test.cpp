#include <gtest/gtest.h>

#include "host/triton_test_script.h"

namespace nereid::host {
namespace {

class LaunchTest : public testing::Test {
protected:
  TritonScript script;
  std::string run(const std::string &text) { return script.run(kAddKernel + text); }
  const RecordingDevice::Launch &last() { return script.device->launches.back(); }
  size_t count() { return script.device->launches.size(); }
};

TEST_F(LaunchTest, PassesPointersAndIntsAndFoldsConstants) {
  EXPECT_EQ(run("add[(4,)](x, y, out, 100, BLOCK=32)\nprint(x.data_ptr())\n"),
            std::to_string(last().words.at(0)) + "\n");
  EXPECT_EQ(last().words.size(), 4u);
  EXPECT_EQ(last().words[3], 100u);
  EXPECT_EQ(last().grid.x, 4u);
  EXPECT_EQ(last().grid.y, 1u);
}

TEST_F(LaunchTest, IntsEqualToOneAreConstants) {
  EXPECT_EQ(run("add[(1,)](x, y, out, 1, BLOCK=32)\n"), "");
  EXPECT_EQ(last().words.size(), 3u);
}

TEST_F(LaunchTest, GridsMayBeListsOfThreeOrCallables) {
  EXPECT_EQ(run("add[[2, 3, 4]](x, y, out, 100, BLOCK=32)\n"
                "add[lambda meta: (triton.cdiv(meta['n'], meta['BLOCK']),)](x, y, out, 100, 32)\n"),
            "");
  ASSERT_EQ(count(), 2u);
  EXPECT_EQ(script.device->launches[0].grid.programs(), 24u);
  EXPECT_EQ(last().grid.x, 4u);
}

TEST_F(LaunchTest, AGridOfNoProgramsIsNoLaunch) {
  EXPECT_EQ(run("print(add[(0,)](x, y, out, 100, BLOCK=32))\n"), "None\n");
  EXPECT_EQ(count(), 0u);
}

TEST_F(LaunchTest, BareIntsAreNoGrids) {
  EXPECT_EQ(run("add[4](x, y, out, 100, BLOCK=32)\n"),
            "TypeError: the grid of `add` is the int 4; a grid is a tuple of one to three ints: "
            "(4,)\n");
  EXPECT_EQ(run("add[lambda meta: 100 / 32](x, y, out, 100, BLOCK=32)\n"),
            "TypeError: the grid callable of `add` returned a float; a grid is a tuple of one to "
            "three ints, or a callable that makes one from the launch's arguments\n");
}

TEST_F(LaunchTest, FloatsInAGridNameTheWayOut) {
  EXPECT_EQ(run("add[(100 / 32,)](x, y, out, 100, BLOCK=32)\n"),
            "TypeError: grid[0] of `add` is 3.125, a float, and must be an int: divide with // or "
            "triton.cdiv\n");
}

TEST_F(LaunchTest, MissingConstantsAreNamed) {
  EXPECT_EQ(run("add[(4,)](x, y, out, 100)\n"),
            "TypeError: add() missing 1 required argument: 'BLOCK' (tl.constexpr parameters are "
            "passed in the launch too: add[grid](..., BLOCK=...))\n");
}

TEST_F(LaunchTest, UnknownKeywordsSuggestNearOnes) {
  std::string error = run("add[(4,)](x, y, out, 100, BLOKC=32)\n");
  EXPECT_NE(error.find("KeyError"), std::string::npos) << error;
  EXPECT_NE(error.find("BLOKC was specified but unrecognised"), std::string::npos) << error;
  EXPECT_NE(error.find("Did you mean: 'BLOCK'?"), std::string::npos) << error;
}

TEST_F(LaunchTest, OptionsAreNoArguments) {
  EXPECT_EQ(run("k = add[(4,)](x, y, out, 100, BLOCK=32, num_warps=8, num_stages=2)\n"
                "print(k.metadata.num_warps, k.metadata.num_stages, k.name)\n"),
            "8 2 add\n");
  EXPECT_EQ(run("add[(4,)](x, y, out, 100, BLOCK=32, num_warps=3)\n"),
            "AssertionError: num_warps must be a power of 2, not 3\n");
}

TEST_F(LaunchTest, AnOptionThatIsAParameterIsBoth) {
  EXPECT_EQ(script.run("@triton.jit\n"
                       "def k(out, num_warps: tl.constexpr):\n"
                       "    tl.store(out, num_warps)\n"
                       "c = k[(1,)](torch.empty(1), num_warps=8)\n"
                       "print(c.metadata.num_warps)\n"),
            "8\n");
}

TEST_F(LaunchTest, DefaultsAreUsed) {
  EXPECT_EQ(script.run("@triton.jit\n"
                       "def k(out, n=7, BLOCK: tl.constexpr = 16):\n"
                       "    tl.store(out + tl.arange(0, BLOCK), n)\n"
                       "k[lambda meta: (meta['BLOCK'], meta['n'])](torch.empty(16))\n"),
            "");
  EXPECT_EQ(last().grid.x, 16u);
  EXPECT_EQ(last().grid.y, 7u);
  EXPECT_EQ(last().words.size(), 2u);
}

TEST_F(LaunchTest, EachKindOfArgumentsIsCompiledOnce) {
  EXPECT_EQ(run("for n in [100, 101, 102, 1]:\n"
                "    add[(4,)](x, y, out, n, BLOCK=32)\n"),
            "");
  // 100, 101 and 102 are alike: none is divisible by 16. 1 is a constant.
  EXPECT_EQ(script.context->engine->counts().compiled, 2);
  EXPECT_EQ(script.context->engine->counts().fromMemory, 2);
}

TEST_F(LaunchTest, WhatNoKernelCanTakeIsATypeError) {
  EXPECT_EQ(run("add[(4,)](x, y, out, 'abc', BLOCK=32)\n"),
            "TypeError: failed to specialize argument of type: str (for the parameter `n`); only a "
            "tl.constexpr parameter can hold one: `n: tl.constexpr`\n");
  EXPECT_EQ(run("add[(4,)](x, y, out, 2**70, BLOCK=32)\n").substr(0, 13), "OverflowError");
}

TEST_F(LaunchTest, AWrongKernelRaisesCompilationError) {
  std::string text = "@triton.jit\n"
                     "def wrong(out):\n"
                     "    tl.store(out, nothing)\n"
                     "try:\n"
                     "    wrong[(1,)](torch.empty(1))\n"
                     "except triton.CompilationError as e:\n"
                     "    print(str(e))\n";
  EXPECT_EQ(script.run(text), "at 2:18:\n"
                              "def wrong(out):\n"
                              "    tl.store(out, nothing)\n"
                              "                  ^\n"
                              "`nothing` is not defined\n");
}

TEST_F(LaunchTest, UncaughtCompilationErrorsShowTheDiagnostic) {
  script.run("@triton.jit\n"
             "def wrong(out):\n"
             "    tl.store(out, nothing)\n"
             "wrong[(1,)](torch.empty(1))\n");
  EXPECT_NE(script.error.find("error[NR0201]: `nothing` is not defined"), std::string::npos)
      << script.error;
  EXPECT_NE(script.error.find("script.py:6:19"), std::string::npos) << script.error;
}

TEST_F(LaunchTest, FaultsSayHowToFindThem) {
  script.device->onLaunch = [](const RecordingDevice::Launch &) {
    return Status(StatusCode::Fault, "program (3, 0, 0) touched unmapped memory");
  };
  run("add[(4,)](x, y, out, 100, BLOCK=32)\n");
  EXPECT_NE(script.error.find("RuntimeError: kernel `add`: program (3, 0, 0) touched unmapped "
                              "memory\nhelp: `nereid run --device=interp script.py`"),
            std::string::npos)
      << script.error;
}

TEST_F(LaunchTest, RunAndWarmupTakeTheGridByKeyword) {
  EXPECT_EQ(run("add.run(x, y, out, 100, BLOCK=32, grid=(4,), warmup=False)\n"), "");
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(run("k = add.warmup(torch.float32, torch.float32, torch.float32, 100, BLOCK=32, "
                "grid=(4,))\nprint(k.metadata.name)\n"),
            "add\n");
  EXPECT_EQ(count(), 1u);
}

TEST_F(LaunchTest, CompiledKernelsLaunchWithAndWithoutTheirConstants) {
  EXPECT_EQ(run("k = add.warmup(x, y, out, 100, BLOCK=32, grid=(4,))\nk._init_handles()\n"
                "k[(4, 1, 1)](x, y, out, 100)\nk[(4, 1, 1)](x, y, out, 100, 32)\n"
                "from triton.runtime import driver\n"
                "facts = driver.active.utils.get_device_properties(0)\n"
                "print(facts['max_num_regs'] // (k.n_regs * facts['warpSize'] * 32))\n"),
            "1\n");
  EXPECT_EQ(count(), 2u);
}

TEST_F(LaunchTest, KernelsOfClosuresSeeEnclosingConstants) {
  EXPECT_EQ(script.run("def make(value):\n"
                       "    C = tl.constexpr(value)\n"
                       "    @triton.jit\n"
                       "    def k(out):\n"
                       "        tl.store(out, C)\n"
                       "    return k\n"
                       "make(3)[(1,)](torch.empty(1))\n"
                       "make(4)[(1,)](torch.empty(1))\n"),
            "");
  EXPECT_EQ(count(), 2u);
}

TEST_F(LaunchTest, CallingAKernelWithoutAGridSaysWhatIsMissing) {
  EXPECT_EQ(run("add(x, y, out, 100, BLOCK=32)\n"),
            "RuntimeError: cannot call the kernel add without a grid: write add[grid](...)\n");
}

TEST_F(LaunchTest, StagesCanBeLookedAt) {
  EXPECT_EQ(run("k = add[(4,)](x, y, out, 100, BLOCK=32)\n"
                "print('tile.load' in k.asm['ttir'], 'def add' in k.asm['source'])\n"),
            "True True\n");
}

TEST_F(LaunchTest, DoNotSpecializeKeepsOneCodeForAllInts) {
  EXPECT_EQ(script.run("@triton.jit(do_not_specialize=['n'])\n"
                       "def k(out, n):\n"
                       "    tl.store(out, n)\n"
                       "for n in [1, 2, 16]:\n"
                       "    k[(1,)](torch.empty(1), n)\n"),
            "");
  EXPECT_EQ(script.context->engine->counts().compiled, 1);
}

TEST_F(LaunchTest, ConstantsThatChangeAfterCompilingAreAnError) {
  EXPECT_EQ(script.run("C = tl.constexpr(3)\n"
                       "@triton.jit\n"
                       "def k(out):\n"
                       "    tl.store(out, C)\n"
                       "k[(1,)](torch.empty(1))\n"
                       "C = tl.constexpr(3)\n"
                       "k[(1,)](torch.empty(1))\n"
                       "C = tl.constexpr(4)\n"
                       "k[(1,)](torch.empty(1))\n"),
            "RuntimeError: Global variable C has changed since we compiled this kernel, from "
            "constexpr[3] to constexpr[4]\n");
  EXPECT_EQ(count(), 2u);
}

TEST_F(LaunchTest, HeuristicsAddArguments) {
  EXPECT_EQ(script.run("@triton.heuristics({'BLOCK': lambda a: triton.next_power_of_2(a['n']),\n"
                       "                    'TWICE': lambda a: a['BLOCK'] * 2})\n"
                       "@triton.jit\n"
                       "def k(out, n, BLOCK: tl.constexpr, TWICE: tl.constexpr):\n"
                       "    tl.store(out + tl.arange(0, TWICE), 1)\n"
                       "k[lambda meta: (meta['TWICE'],)](torch.empty(64), 20)\n"),
            "");
  EXPECT_EQ(last().grid.x, 64u);
}

} // namespace
} // namespace nereid::host
