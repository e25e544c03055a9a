#include "host/triton_test_script.h"

#include "host/script.h"
#include "host/torch_module.h"
#include "host/triton_module.h"

namespace nereid::host {

namespace {

struct RecordedKernel : LoadedKernel {
  std::string entry;
};

} // namespace

Result<std::shared_ptr<LoadedKernel>> RecordingDevice::load(const Artifact &artifact) {
  auto kernel = std::make_shared<RecordedKernel>();
  kernel->entry = artifact.entry;
  return std::shared_ptr<LoadedKernel>(kernel);
}

Status RecordingDevice::launch(const LoadedKernel &kernel, Grid grid,
                               std::span<const uint64_t> arguments) {
  launches.push_back({static_cast<const RecordedKernel &>(kernel).entry,
                      grid,
                      {arguments.begin(), arguments.end()}});
  return onLaunch ? onLaunch(launches.back()) : Status();
}

TritonScript::TritonScript() : context(std::make_shared<ScriptContext>()) {
  auto owned = std::make_unique<RecordingDevice>();
  device = owned.get();
  context->engine = std::make_shared<jit::Engine>(std::move(owned), jit::EngineOptions{});
  context->path = "script.py";
  context->render.unicode = false;
}

std::string TritonScript::run(const std::string &text) {
  std::string printed;
  ScriptOptions options;
  options.print = [&](std::string_view part) { printed += part; };
  context->print = options.print;
  options.modules = torchModules(context->gpu);
  options.modules.merge(tritonModules(context));
  auto sources = std::make_shared<SourceMap>();
  DiagSink sink;
  ScriptOutcome outcome = runScriptText(
      directory + "/script.py",
      "import torch\nimport triton\nimport triton.language as tl\n" + text, options, sources, sink);
  error = outcome.traceback;
  while (!error.empty() && error.back() == '\n')
    error.pop_back();
  if (outcome.traceback.empty() && sink.hasErrors())
    error = renderAll(sink, *sources, context->render);
  size_t lastLine = error.rfind('\n');
  if (!error.empty())
    printed += error.substr(lastLine == std::string::npos ? 0 : lastLine + 1) + "\n";
  return printed;
}

const char *const kAddKernel = R"(
@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)
x = torch.ones(100)
y = torch.ones(100)
out = torch.empty(100)
)";

} // namespace nereid::host
