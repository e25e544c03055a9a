#include "run_setup.h"

#include <csignal>
#include <cstdio>

#include "base/text.h"
#include "host/torch_module.h"
#include "host/triton_module.h"
#include "interp/interp_device.h"
#include "runtime/cpu_device.h"
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

} // namespace

RunRoom makeRoom(const RunSetup &setup, const std::string &path,
                 std::vector<std::string> arguments) {
  if (setup.threads > 0)
    ThreadPool::shared().limit(setup.threads);
  if (setup.device == "cuda")
    std::fprintf(stderr, "note: this version of Nereid runs kernels on the CPU only\n");

  jit::EngineOptions engine;
  engine.compile = setup.compile;
  engine.compile.print = printOut;
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
  context.torchDevice = host::torchCpuDevice;
  if (setup.device == "interp")
    addInterpreter(context, engine);
  else
    context.engine = std::make_shared<jit::Engine>(makeCpuDevice(hostCpuTarget()), engine);

  room.options.arguments = std::move(arguments);
  room.options.print = printOut;
  room.options.printError = printError;
  room.options.flush = [] { std::fflush(stdout); };
  room.options.modules = host::torchModules();
  room.options.modules.merge(host::tritonModules(room.context));
  return room;
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
  return outcome.exitCode;
}

} // namespace nereid::cli
