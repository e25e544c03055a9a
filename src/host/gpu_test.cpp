// Tensors on 'cuda' and launches on them, on a GPU that is this process (fake_cuda_driver.h): the
// kernels are compiled for sm_90a, and what "runs" is a C++ function of the same name.
#include <gtest/gtest.h>

#include "host/gpu.h"
#include "host/triton_test_script.h"
#include "runtime/fake_cuda_driver.h"

namespace nereid::host {
namespace {

template <typename T> T valueAt(void **parameters, size_t i) {
  return *static_cast<T *>(parameters[i]);
}

class GpuTest : public testing::Test {
protected:
  FakeGpu &gpu = FakeGpu::reset();
  TritonScript script;

  GpuTest() {
    script.context->gpu =
        std::make_shared<GpuSource>(&gpu.driver(), std::nullopt, jit::EngineOptions());
    gpu.kernels["add"] = [](Grid, void **parameters) {
      auto *x = valueAt<const float *>(parameters, 0), *y = valueAt<const float *>(parameters, 1);
      auto *out = valueAt<float *>(parameters, 2);
      for (int i = 0; i < valueAt<int>(parameters, 3); ++i)
        out[i] = x[i] + y[i];
    };
  }

  // What a script made may live on, and its GPU may still be starting: not into the next test.
  ~GpuTest() override {
    if (Gpu *started = script.context->gpu->inUse())
      (void)started->device.context()->enter();
  }

  std::string run(const std::string &text) {
    return script.run(std::string(kAddKernel) +
                      "a = torch.arange(6, dtype=torch.float32, device='cuda')\n"
                      "b = torch.full((6,), 10.0, device='cuda')\n"
                      "c = torch.empty(6, device='cuda')\n" +
                      text);
  }
};

TEST_F(GpuTest, LaunchesOnCudaTensorsRunThereAndComeBackWhenLookedAt) {
  EXPECT_EQ(run("add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "add[(1,)](c, b, c, 6, BLOCK=8)\n"
                "print(c.device)\nprint(c.tolist())\n"),
            "cuda:0\n[20.0, 21.0, 22.0, 23.0, 24.0, 25.0]\n");
  EXPECT_EQ(gpu.launches.size(), 2u);
  EXPECT_TRUE(script.device->launches.empty());
  EXPECT_EQ(gpu.countOf("cuMemcpyDtoHAsync"), 1);
  EXPECT_EQ(gpu.countOf("cuMemcpyHtoDAsync"), 2); // `c` was never looked at: it is zero there too
}

TEST_F(GpuTest, TorchAndKernelsSeeEachOthersResults) {
  EXPECT_EQ(run("add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "d = c * 2\n"
                "c.zero_()\n"
                "add[(1,)](d, c, c, 6, BLOCK=8)\n"
                "c[0] = -1\n"
                "add[(1,)](c, b, c, 6, BLOCK=8)\n"
                "print(c.cpu().tolist(), d.is_cuda)\n"),
            "[9.0, 32.0, 34.0, 36.0, 38.0, 40.0] True\n");
}

TEST_F(GpuTest, CopiesOnTheOtherSideAreTheirOwn) {
  EXPECT_EQ(run("host = c.cpu()\n"
                "add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "print(host.tolist(), c.sum().item())\n"),
            "[0.0, 0.0, 0.0, 0.0, 0.0, 0.0] 75.0\n");
}

TEST_F(GpuTest, ViewsPointIntoTheSameMemory) {
  EXPECT_EQ(run("x = torch.zeros(2, 8, device='cuda')\n"
                "print(x[1].data_ptr() - x.data_ptr())\n"
                "add[(1,)](a, b, x[1], 6, BLOCK=8)\n"
                "print(x.sum(1).tolist())\n"),
            "32\n[0.0, 75.0]\n");
}

TEST_F(GpuTest, LaunchesOnCpuTensorsStayOnTheCpu) {
  EXPECT_EQ(run("add[(1,)](a.cpu(), b.cpu(), c.cpu(), 6, BLOCK=8)\n"), "");
  EXPECT_TRUE(gpu.launches.empty());
  EXPECT_EQ(script.device->launches.size(), 1u);
}

TEST_F(GpuTest, ALaunchOnBothIsAnError) {
  std::string error = run("add[(1,)](a, b.cpu(), c, 6, BLOCK=8)\n");
  EXPECT_NE(error.find("ValueError: Pointer argument cannot be accessed from Triton (cpu tensor?): "
                       "`y`"),
            std::string::npos)
      << error;
}

TEST_F(GpuTest, ScriptsSeeTheGpu) {
  EXPECT_EQ(run("print(torch.cuda.is_available(), torch.cuda.get_device_name())\n"
                "print(torch.cuda.get_device_capability())\n"
                "target = triton.runtime.driver.active.get_current_target()\n"
                "print(target.backend, target.arch, target.warp_size)\n"),
            "True Fake GPU\n(9, 0)\ncuda 90 32\n");
}

TEST_F(GpuTest, PeaksAreComputedFromItsFigures) {
  EXPECT_EQ(
      run("peak = triton.testing.get_max_tensorcore_tflops\n"
          "print(round(peak(torch.float16, 1980000), 1), round(peak(torch.int8, 1980000), 1))\n"
          "print(round(triton.testing.get_max_simd_tflops(torch.float32, 1980000), 2))\n"
          "try:\n  peak(torch.float64, 1)\nexcept RuntimeError as e:\n  print(e)\n"),
      "535.3 1070.5\n33.45\ndtype not supported\n");
}

TEST_F(GpuTest, FaultsAreReportedWhereTheyAreNoticedAndNameTheLaunch) {
  gpu.fault = kCudaIllegalAddress;
  run("add[(3,)](a, b, c, 6, BLOCK=8)\nprint(c.sum())\n");
  EXPECT_NE(script.error.find("RuntimeError: kernel `add` on grid (3, 1, 1), launched at "
                              "./script.py:16, touched memory that it may not"),
            std::string::npos)
      << script.error;
}

TEST_F(GpuTest, DoBenchTakesTheGpusTime) {
  // An event of the fake is the number of launches before it: a run takes as many milliseconds.
  EXPECT_EQ(run("def f():\n"
                "  add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "  add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "print(triton.testing.do_bench(f, warmup=4, rep=8, return_mode='all'))\n"),
            "[2.0, 2.0, 2.0, 2.0]\n");
  EXPECT_GT(gpu.countOf("cuMemsetD8Async"), 4);
  EXPECT_EQ(gpu.countOf("cuLaunchKernel"), 8); // timed ones begin as soon as the GPU is free
}

TEST_F(GpuTest, TuningTimesConfigurationsThereAndKeepsArgumentsInOrder) {
  EXPECT_EQ(run("tuned = triton.autotune([triton.Config({'BLOCK': 8}), triton.Config({'BLOCK': "
                "16})], key=['n'], reset_to_zero=['out'])(add)\n"
                "tuned[(1,)](a, b, c, 6)\n"
                "print(c.tolist(), sorted(t[0] for t in tuned.configs_timings.values()))\n"),
            "[10.0, 11.0, 12.0, 13.0, 14.0, 15.0] [1.0, 1.0]\n");
}

TEST_F(GpuTest, TensorsAndLaunchesMayBeOnSeveralGpus) {
  gpu.devices = 2;
  EXPECT_EQ(run("x, y, z = [t.to('cuda:1') for t in (a, b, c)]\n"
                "print(torch.cuda.device_count(), x.device, x.get_device(), (x + y).device)\n"
                "add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "add[(1,)](x, y, z, 3, BLOCK=8)\n"
                "print(c.tolist(), z.tolist())\n"
                "with torch.cuda.device(1):\n"
                "  print(torch.cuda.current_device(), torch.empty(1, device='cuda').device)\n"
                "torch.cuda.set_device('cuda:1')\n"
                "print(torch.ones(2).cuda().device, torch.ones(2).cuda(0).device)\n"
                "z.copy_(c)\nprint(z.device, z.tolist())\n"),
            "2 cuda:1 1 cuda:1\n"
            "[10.0, 11.0, 12.0, 13.0, 14.0, 15.0] [10.0, 11.0, 12.0, 0.0, 0.0, 0.0]\n"
            "1 cuda:1\ncuda:1 cuda:0\n"
            "cuda:1 [10.0, 11.0, 12.0, 13.0, 14.0, 15.0]\n");
  EXPECT_EQ(gpu.countOf("cuModuleLoadData"), 2); // one for each
}

TEST_F(GpuTest, TensorsOfTwoGpusDoNotMix) {
  gpu.devices = 2;
  EXPECT_NE(run("print(a + b.to('cuda:1'))\n").find("at least two devices, cuda:0 and cuda:1!"),
            std::string::npos);
  EXPECT_NE(run("add[(1,)](a, b.to('cuda:1'), c, 6, BLOCK=8)\n")
                .find("the tensors of a launch must be on one GPU: `x` of add() is on cuda:0, `y` "
                      "on cuda:1"),
            std::string::npos);
  EXPECT_NE(run("torch.empty(2, device='cuda:2')\n")
                .find("invalid device ordinal: there is no cuda:2, this script sees 2 GPUs"),
            std::string::npos);
}

TEST_F(GpuTest, LaunchesGoToTheCurrentStream) {
  EXPECT_EQ(run("side = torch.cuda.Stream()\n"
                "side.wait_stream(torch.cuda.current_stream())\n"
                "with torch.cuda.stream(side):\n"
                "  add[(1,)](a, b, c, 6, BLOCK=8)\n"
                "  print(torch.cuda.current_stream() == side)\n"
                "  done = side.record_event()\n"
                "torch.cuda.current_stream().wait_event(done)\n"
                "add[(1,)](c, b, c, 6, BLOCK=8)\n"
                "torch.cuda.synchronize()\n"
                "print(c.tolist(), done.query(), side.query())\n"),
            "True\n[20.0, 21.0, 22.0, 23.0, 24.0, 25.0] True True\n");
  ASSERT_EQ(gpu.launches.size(), 2u);
  EXPECT_NE(gpu.launches[0].stream, gpu.launches[1].stream);
  EXPECT_FALSE(gpu.launches[0].fromGraph);
}

TEST_F(GpuTest, CopiesAreInOrderWithEveryStream) {
  EXPECT_EQ(run("side = torch.cuda.Stream()\n"
                "with torch.cuda.stream(side):\n"
                "  add[(1,)](a, b, c, 6, BLOCK=8)\n"),
            "");
  EXPECT_GT(gpu.countOf("cuStreamWaitEvent"), 0); // `side` waits for the uploads of a and b
}

TEST_F(GpuTest, WithoutAGpuTensorsOnCudaAreTheCpus) {
  gpu.fail["cuInit"] = kCudaNoDevice;
  EXPECT_EQ(run("add[(1,)](a, b, c, 6, BLOCK=8)\nprint(torch.cuda.is_available())\n"), "False\n");
  EXPECT_EQ(script.device->launches.size(), 1u);
}

} // namespace
} // namespace nereid::host
