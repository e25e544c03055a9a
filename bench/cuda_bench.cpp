// What the CUDA runtime costs, measured without the compiler: a vector add written in PTX by hand.
// Needs a GPU; every result is checked. `nereid_cuda_bench [--fault]`: the flag ends the run with a
// kernel that writes where it may not, to see how that is reported.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/cuda_device.h"
#include "runtime/cuda_timer.h"

using namespace nereid;

namespace {

constexpr const char *kAdd = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 x, .param .u64 y, .param .u64 out, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .b64 %rd<8>;
  .reg .f32 %f<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.u32 %p, %r4, %r5;
  @%p bra done;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.u64 %rd3, [out];
  mul.wide.u32 %rd4, %r4, 4;
  add.u64 %rd5, %rd1, %rd4;
  add.u64 %rd6, %rd2, %rd4;
  add.u64 %rd7, %rd3, %rd4;
  ld.global.f32 %f1, [%rd5];
  ld.global.f32 %f2, [%rd6];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
done:
  ret;
}
)";

constexpr uint32_t kThreads = 256;

[[noreturn]] void stop(const std::string &what) {
  std::fprintf(stderr, "error: %s\n", what.c_str());
  std::exit(1);
}
template <typename T> T must(Result<T> result) {
  if (!result.ok())
    stop(result.error().what());
  return std::move(result).value();
}
void must(const Status &status) {
  if (!status.ok())
    stop(status.what());
}

double now() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Prints the microseconds since the last line.
class Steps {
public:
  void say(const char *what) {
    double time = now();
    std::printf("%-42s %10.1f us\n", what, time - last_);
    std::fflush(stdout);
    last_ = now();
  }

private:
  double last_ = now();
};

Artifact addArtifact() {
  Artifact artifact;
  artifact.entry = "add";
  artifact.code = kAdd;
  artifact.parameters = {{"x", "*f32"}, {"y", "*f32"}, {"out", "*f32"}, {"n", "i32"}};
  artifact.threadsPerProgram = kThreads;
  return artifact;
}

struct Operands {
  uint64_t x, y, out;
  uint32_t n;
};

Status add(CudaDevice &device, const LoadedKernel &kernel, const Operands &on) {
  uint64_t words[] = {on.x, on.y, on.out, on.n};
  return device.launch(kernel, {(on.n + kThreads - 1) / kThreads}, words);
}

Operands makeOperands(CudaMemory &memory, uint32_t n) {
  std::vector<float> x(n), y(n);
  for (uint32_t i = 0; i < n; ++i) {
    x[i] = float(i % 1000);
    y[i] = float(i % 7);
  }
  uint64_t bytes = uint64_t(n) * 4;
  Operands made{must(memory.allocate(bytes)), must(memory.allocate(bytes)),
                must(memory.allocate(bytes)), n};
  must(memory.upload(made.x, x.data(), bytes));
  must(memory.upload(made.y, y.data(), bytes));
  must(memory.fillWithZeros(made.out, bytes));
  return made;
}

void check(CudaMemory &memory, const Operands &on, float factor = 1) {
  std::vector<float> out(on.n);
  must(memory.download(out.data(), on.out, uint64_t(on.n) * 4));
  for (uint32_t i = 0; i < on.n; ++i)
    if (out[i] != float(i % 1000) * factor + float(i % 7))
      stop("the sum is wrong at " + std::to_string(i));
}

// The first half of each launch's arguments is the last one's result, so that a launch with an
// earlier launch's arguments would be seen.
void checkOrder(CudaDevice &device, const LoadedKernel &kernel) {
  CudaMemory &memory = *device.memory();
  constexpr uint32_t kMost = 4000;
  Operands on = makeOperands(memory, kMost);
  std::vector<float> ones(kMost, 1), sums(kMost);
  must(memory.upload(on.y, ones.data(), kMost * 4));
  must(memory.fillWithZeros(on.x, kMost * 4));
  uint64_t from = on.x, to = on.out;
  for (uint32_t n = 1; n <= kMost; ++n) {
    must(add(device, kernel, {from, on.y, to, kMost}));
    std::swap(from, to);
  }
  must(memory.download(sums.data(), from, kMost * 4));
  for (float sum : sums)
    if (sum != float(kMost))
      stop("launches ran with arguments that are not theirs");
}

// Of the host, for each of many launches: `launch` does the i-th.
template <typename Launch> double launchTime(CudaDevice &device, Launch launch) {
  constexpr int kLaunches = 500, kRounds = 9;
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    must(device.synchronize());
    double start = now();
    for (int i = 0; i < kLaunches; ++i)
      launch(i);
    times.push_back((now() - start) / kLaunches);
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

// With nothing of ours around it.
double driverLaunchTime(CudaDevice &device, Operands on) {
  const CudaDriver &driver = device.context()->driver();
  CudaModule module = nullptr;
  CudaFunction function = nullptr;
  if (driver.cuModuleLoadData(&module, kAdd) ||
      driver.cuModuleGetFunction(&function, module, "add"))
    stop("the driver does not load the kernel");
  void *parameters[] = {&on.x, &on.y, &on.out, &on.n};
  double time = launchTime(device, [&](int) {
    if (driver.cuLaunchKernel(function, 1, 1, 1, kThreads, 1, 1, 0, device.context()->stream(),
                              parameters, nullptr))
      stop("the driver does not launch the kernel");
  });
  must(device.synchronize());
  driver.cuModuleUnload(module);
  return time;
}

void measureLaunches(CudaDevice &device, const LoadedKernel &kernel, const LoadedKernel &other) {
  Operands on = makeOperands(*device.memory(), 64);
  std::printf("launch, the driver's own call %22.2f us\n", driverLaunchTime(device, on));
  for (CudaLaunchPath path : {CudaLaunchPath::Plain, CudaLaunchPath::Graph}) {
    const char *name = path == CudaLaunchPath::Plain ? "cuLaunchKernel" : "graph node";
    device.setLaunchPath(path);
    checkOrder(device, kernel);
    std::printf("launch, %-33s %10.2f us\n", name,
                launchTime(device, [&](int) { must(add(device, kernel, on)); }));
    std::printf("launch, two kernels in turn, %-13s %9.2f us\n", name,
                launchTime(device, [&](int i) { must(add(device, i % 2 ? other : kernel, on)); }));
    std::vector<double> times;
    for (int i = 0; i < 101; ++i) {
      double start = now();
      must(add(device, kernel, on));
      must(device.synchronize());
      times.push_back(now() - start);
    }
    std::nth_element(times.begin(), times.begin() + 50, times.end());
    std::printf("launch and synchronize, %-17s %10.2f us\n", name, times[50]);
  }
}

void measureBandwidth(CudaDevice &device, const LoadedKernel &kernel) {
  constexpr uint32_t kCount = 1u << 28;
  Operands on = makeOperands(*device.memory(), kCount);
  CudaTimer timer(device.context(), device.memory());
  for (int i = 0; i < 20; ++i) {
    must(timer.clearCache());
    must(timer.mark());
    must(add(device, kernel, on));
    must(timer.mark());
  }
  std::vector<double> times = must(timer.takeIntervals());
  std::nth_element(times.begin(), times.begin() + 10, times.end());
  std::printf("vector add of 2^28, 4 bytes a thread %15.0f GB/s\n",
              12.0 * kCount / times[10] / 1e6);
  double start = now();
  check(*device.memory(), on);
  std::printf("download and check of 1 GiB %24.1f ms\n", (now() - start) / 1e3);

  Operands few = makeOperands(*device.memory(), 1 << 20);
  must(timer.beginCapture());
  for (int i = 0; i < 100; ++i)
    must(add(device, kernel, few));
  must(timer.endCapture());
  must(timer.mark());
  must(timer.replay());
  must(timer.mark());
  std::printf("vector add of 2^20 in a graph of 100 %15.2f us each\n",
              must(timer.takeIntervals())[0] * 10);
  check(*device.memory(), few);
}

void measureCopies(CudaMemory &memory) {
  constexpr uint64_t kBytes = uint64_t(512) << 20;
  std::vector<char> host(kBytes, 1);
  uint64_t address = must(memory.allocate(kBytes));
  for (int round = 0; round < 2; ++round) {
    double start = now();
    must(memory.upload(address, host.data(), kBytes));
    double middle = now();
    must(memory.download(host.data(), address, kBytes));
    double end = now();
    std::printf("copy of 512 MiB: to the GPU %6.1f GB/s, back %6.1f GB/s\n",
                double(kBytes) / (middle - start) / 1e3, double(kBytes) / (end - middle) / 1e3);
  }
  double start = now();
  for (int i = 0; i < 1000; ++i)
    memory.release(must(memory.allocate(4 << 20)));
  std::printf("allocate and release 4 MiB %25.3f us\n", (now() - start) / 1000);
}

} // namespace

int main(int count, char **words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Steps steps;
  const CudaDriver *driver = must(loadCudaDriver());
  steps.say("dlopen");
  auto context = CudaContext::start(*driver, 0);
  auto device = must(makeCudaDevice(context));
  steps.say("cuInit and the GPU's facts");
  must(context->enter());
  steps.say("its context");
  Artifact cubin = must(device->assemble(addArtifact()));
  steps.say("assemble vector add (cuLink)");
  auto kernel = must(device->load(cubin));
  steps.say("load its cubin");
  auto other = must(device->load(cubin));
  steps.say("load it again");
  KernelFigures figures = kernel->figures();
  std::printf("%s, %s, driver %d, %d GPUs: %d registers, %d local bytes, %d resident programs\n",
              device->facts().name.c_str(), device->target().arch.c_str(),
              device->facts().driverVersion, device->facts().devices, figures.registers,
              figures.localBytes, figures.residentPrograms);
  Operands small = makeOperands(*device->memory(), 100'003);
  steps.say("allocate and upload 400 KB, three times");
  must(add(*device, *kernel, small));
  check(*device->memory(), small);
  steps.say("first launch, download and check");
  measureLaunches(*device, *kernel, *other);
  measureCopies(*device->memory());
  measureBandwidth(*device, *kernel);
  if (count > 1 && std::strcmp(words[1], "--fault") == 0) {
    must(add(*device, *kernel, {small.x, small.y, 64, 1000}));
    Status fault = device->synchronize();
    std::printf("fault: %s\n", fault.what().c_str());
    std::printf("again: %s\n", device->launch(*kernel, {1}, {}).what().c_str());
  }
  return 0;
}
