#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "host/triton_test_script.h"

namespace nereid::host {
namespace {

// The kernel's grid is n / BLOCK, so the device can tell configurations apart.
const char *const kTuned = R"(
@triton.autotune(configs=[triton.Config({'BLOCK': b}, num_warps=w) for b in (16, 32, 64) for w in (4, 8)],
                 key=['n'])
@triton.jit
def fill(out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, 1.0, mask=i < n)
out = torch.empty(64)
grid = lambda meta: (triton.cdiv(meta['n'], meta['BLOCK']),)
)";

class AutotuneTest : public testing::Test {
protected:
  AutotuneTest() {
    // Blocks of 32 (two programs) are fast, all others slow.
    script.device->onLaunch = [](const RecordingDevice::Launch &launch) {
      std::this_thread::sleep_for(std::chrono::microseconds(launch.grid.x == 2 ? 500 : 10000));
      return Status();
    };
  }
  TritonScript script;
  std::string run(const std::string &text) { return script.run(kTuned + text); }
  size_t count() { return script.device->launches.size(); }
};

TEST_F(AutotuneTest, TheFastestConfigurationIsLaunched) {
  EXPECT_EQ(run("fill[grid](out, 64)\nprint(fill.best_config.kwargs['BLOCK'])\n"), "32\n");
  EXPECT_EQ(script.device->launches.back().grid.x, 2u);
}

TEST_F(AutotuneTest, ConfigurationsCanBeReplaced) {
  EXPECT_EQ(run("fill.configs = [c for c in fill.configs if c.kwargs['BLOCK'] == 64][:1]\n"
                "fill[grid](out, 64)\nprint(len(fill.configs), fill.configs[0].num_warps)\n"),
            "1 4\n");
  ASSERT_EQ(count(), 1u);
  EXPECT_EQ(script.device->launches[0].grid.x, 1u);
}

TEST_F(AutotuneTest, KnownKindsAreNotTimedAgain) {
  // A launch on seven programs stands between the two.
  EXPECT_EQ(run("fill[grid](out, 64)\n"
                "fill.fn[(7,)](out, 64, BLOCK=16)\n"
                "fill[grid](out, 64)\nprint(len(fill.cache))\n"),
            "1\n");
  EXPECT_EQ(script.device->launches[count() - 2].grid.x, 7u);
  EXPECT_EQ(script.device->launches[count() - 1].grid.x, 2u);
  EXPECT_EQ(script.device->launches[count() - 3].grid.x, 2u);
}

TEST_F(AutotuneTest, OptionsThatDoNotChangeTheCodeAreTimedOnce) {
  EXPECT_EQ(run("fill[grid](out, 64)\n"
                "t = fill.configs_timings\n"
                "print(len(t), len({str(v) for v in t.values()}))\n"),
            "6 3\n");
  // Three kinds of code; the final launch uses the first configuration of the fastest.
  constexpr int kOfComparison = 2; // kernels of library/triton_agreement.py
  EXPECT_EQ(script.context->engine->counts().compiled, 3 + kOfComparison);
}

TEST_F(AutotuneTest, ConflictingMetaParametersAreRefused) {
  EXPECT_EQ(run("fill[grid](out, 64, BLOCK=16)\n"),
            "ValueError: Conflicting meta-parameters: BLOCK. Make sure that you don't re-define "
            "auto-tuned symbols.\n");
}

TEST_F(AutotuneTest, PruningKeepsWhatItSays) {
  std::string text = R"(
def early(configs, named, **kwargs):
    print(sorted(named), sorted(kwargs))
    return [c for c in configs if c.kwargs['BLOCK'] > 16]
def model(out, n, BLOCK, num_warps, num_stages, num_ctas):
    return -BLOCK
@triton.autotune(configs=[triton.Config({'BLOCK': b}) for b in (16, 32, 64)], key=['n'],
                 prune_configs_by={'early_config_prune': early, 'perf_model': model, 'top_k': 0.5})
@triton.jit
def fill(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, BLOCK), 1.0)
fill[(1,)](torch.empty(64), n=64)
print(fill.best_config)
)";
  EXPECT_EQ(script.run(text),
            "['out'] ['n']\n"
            "BLOCK: 64, num_warps: 4, num_ctas: 1, num_stages: 3, maxnreg: None\n");
}

TEST_F(AutotuneTest, RestoredAndResetValuesSurviveTuning) {
  // The device does nothing, so the pre_hook of the configurations writes instead.
  std::string text = R"(
def touch(args):
    args['acc'].fill_(5.0)
    args['kept'].fill_(7.0)
@triton.autotune(configs=[triton.Config({'B': b}, pre_hook=touch) for b in (16, 32)], key=[],
                 reset_to_zero=['acc'], restore_value=['kept'])
@triton.jit
def k(acc, kept, B: tl.constexpr):
    tl.store(acc + tl.arange(0, B), 1.0)
acc, kept = torch.ones(32), torch.ones(32)
k[(1,)](acc, kept)
print(acc[0].item(), kept[0].item())
)";
  EXPECT_EQ(script.run(text), "5.0 7.0\n");
}

TEST_F(AutotuneTest, HooksRunAroundEveryRun) {
  std::string text = R"(
calls = []
@triton.autotune(configs=[triton.Config({'B': b}) for b in (16, 32)], key=[],
                 pre_hook=lambda args, reset_only=False: calls.append(('pre', reset_only)),
                 post_hook=lambda args, exception: calls.append(('post', exception)))
@triton.jit
def k(out, B: tl.constexpr):
    tl.store(out + tl.arange(0, B), 1.0)
k[(1,)](torch.ones(32))
print(calls[0], calls[1], calls[-1], calls.count(('pre', False)) == calls.count(('post', None)))
)";
  EXPECT_EQ(script.run(text), "('pre', False) ('post', None) ('pre', True) True\n");
}

TEST_F(AutotuneTest, TheScriptsOwnBenchmarkDecides) {
  std::string text = R"(
def bench(fn, quantiles):
    fn()
    order.append(quantiles)
    return [3.0, 1.0, 2.0] if len(order) == 2 else [4.0, 1.0, 2.0]
order = []
@triton.autotune(configs=[triton.Config({'B': b}) for b in (16, 32, 64)], key=[], do_bench=bench)
@triton.jit
def k(out, B: tl.constexpr):
    tl.store(out + tl.arange(0, B), 1.0)
k[(1,)](torch.ones(64))
print(order[0], k.best_config.kwargs)
)";
  EXPECT_EQ(script.run(text), "(0.5, 0.2, 0.8) {'B': 32}\n");
}

TEST_F(AutotuneTest, ConfigurationsThatFailAnAssertionAreInfinite) {
  std::string text = R"(
@triton.autotune(configs=[triton.Config({'B': b}) for b in (16, 32)], key=[])
@triton.jit
def k(out, B: tl.constexpr):
    tl.static_assert(B == 32)
    tl.store(out + tl.arange(0, B), 1.0)
k[(1,)](torch.ones(64))
print(k.best_config.kwargs, sorted(v[0] for v in k.configs_timings.values())[1])
)";
  EXPECT_EQ(script.run(text), "{'B': 32} inf\n");
}

TEST_F(AutotuneTest, OneConfigurationIsNotTimed) {
  std::string text = R"(
@triton.autotune(configs=[triton.Config({'B': 16})], key=[])
@triton.heuristics({'C': lambda args: args['B'] * 2})
@triton.jit
def k(out, B: tl.constexpr, C: tl.constexpr):
    tl.store(out + tl.arange(0, C), 1.0)
k[lambda meta: (meta['C'],)](torch.ones(64))
)";
  EXPECT_EQ(script.run(text), "");
  ASSERT_EQ(count(), 1u);
  EXPECT_EQ(script.device->launches[0].grid.x, 32u);
}

TEST_F(AutotuneTest, PrintsWhatItDoesWhenAsked) {
  script.context->printAutotuning = true;
  std::string printed = run("fill[grid](out, 64)\n");
  EXPECT_NE(printed.find("Autotuning kernel fill with config BLOCK: 16, num_warps: 4"),
            std::string::npos)
      << printed;
  EXPECT_NE(printed.find("with key as (64, 'torch.float32'),\n"), std::string::npos) << printed;
  EXPECT_NE(printed.find("best config selected: BLOCK: 32, num_warps: 4"), std::string::npos);
}

} // namespace
} // namespace nereid::host
