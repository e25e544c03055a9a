#include "run_setup.h"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "host/torch_module.h"
#include "host/triton_module.h"
#include "interp/interp_device.h"
#include "runtime/cpu_device.h"
#include "runtime/cuda_driver.h"
#include "runtime/interrupt.h"
#include "runtime/thread_pool.h"
#include "terminal.h"

namespace nereid::cli {
namespace {

void printOut(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void printError(std::string_view text) {
  std::fflush(stdout); // keeps the order in which a person meant them
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void addInterpreter(host::ScriptContext &context, const jit::EngineOptions &options) {
  auto device = makeInterpDevice();
  InterpDevice *checked = device.get();
  checked->setPrint(printOut);
  context.takeFaults = [checked] { return checked->takeDiagnostics(); };
  context.engine = std::make_shared<jit::Engine>(std::move(device), options);
}

// What `device` asks for: null for the CPU and the interpreter, which keep tensors on 'cuda' too.
std::shared_ptr<host::GpuSource> makeGpuSource(const RunSetup &setup, const std::string &path,
                                               const jit::EngineOptions &options) {
  bool isAsked = setup.device == "cuda";
  if (!isAsked && setup.device != "auto")
    return nullptr;
  auto source = std::make_shared<host::GpuSource>(
      loadCudaDriver(), setup.gpu < 0 ? std::nullopt : std::optional(setup.gpu), options);
  // A script that speaks of 'cuda' will use it: the driver starts while we parse and compile.
  std::string text;
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) { // what else it is, the run will say
    std::ifstream file(path);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  if (isAsked || text.find("cuda") != std::string::npos)
    source->begin();
  if (isAsked && !source->find())
    printError(cat("note: kernels run on the CPU: ", source->reason().what(), "\n"));
  return source;
}

} // namespace

RunRoom makeRoom(const RunSetup &setup, const std::string &path,
                 std::vector<std::string> arguments) {
  if (setup.threads > 0)
    ThreadPool::shared().limit(setup.threads);
  jit::EngineOptions engine;
  engine.compile = setup.compile;
  engine.compile.print = printOut;
  engine.shownTarget = setup.shownTarget;
  if (setup.useCache)
    engine.cacheDirectory = cacheDirectory();

  RunRoom room;
  room.render = renderOptions(setup.format);
  room.context = std::make_shared<host::ScriptContext>();
  host::ScriptContext &context = *room.context;
  context.print = printOut;
  context.warn = printError;
  context.render = room.render;
  context.path = path;
  context.printAutotuning = setup.printAutotuning;
  context.gpu = makeGpuSource(setup, path, engine);
  context.torchDevice = [gpu = context.gpu] {
    return gpu && gpu->find() ? host::torchCudaDevice() : host::torchCpuDevice();
  };
  if (setup.device == "interp")
    addInterpreter(context, engine);
  else
    context.engine = std::make_shared<jit::Engine>(makeCpuDevice(hostCpuTarget()), engine);

  room.options.arguments = std::move(arguments);
  room.options.print = printOut;
  room.options.printError = printError;
  room.options.flush = [] { std::fflush(stdout); };
  room.options.modules = host::torchModules(context.gpu);
  room.options.modules.merge(host::tritonModules(room.context));
  return room;
}

// Waits for what GPUs still do for a script that ended well: it may print, and fail. Returns
// whether all is well.
static bool finishGpus(const host::ScriptContext &context) {
  bool allWell = true;
  if (context.gpu)
    context.gpu->forEachInUse([&](host::Gpu &gpu) {
      Status done = gpu.device.synchronize();
      if (!done.ok())
        printError(cat("error: ", done.what(), "\nhelp: ", done.nextStep(), "\n"));
      allWell = allWell && done.ok();
    });
  return allWell;
}

int runInRoom(const RunRoom &room, const std::string &path, const std::string &format) {
  struct sigaction interrupt = {};
  interrupt.sa_handler = [](int) { interruptLaunches(); };
  interrupt.sa_flags = SA_RESTART | SA_NODEFER; // it may leave by a jump
  sigaction(SIGINT, &interrupt, nullptr);
  auto sources = std::make_shared<SourceMap>();
  DiagSink sink;
  host::ScriptOutcome outcome = host::runScript(path, room.options, sources, sink);
  std::fflush(stdout);
  // A traceback is what a person knows; tools get the diagnostic.
  if (format == "human" && !outcome.traceback.empty())
    printError(outcome.traceback);
  else if (!sink.empty())
    printError(renderAll(sink, *sources, room.render));
  if (outcome.exitCode == 0 && !finishGpus(*room.context))
    return 1;
  return outcome.exitCode;
}

} // namespace nereid::cli
