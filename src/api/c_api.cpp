// The C interface: every call is translated to the engine's terms here, and every way of failing to
// an error object. Nothing may throw past this file.
#include "nereid/nereid_c.h"

#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "api/launch.h"
#include "api/moved_memory.h"
#include "base/text.h"
#include "compiler/compile.h"
#include "diag/render.h"
#include "eval/error.h"
#include "host/lint_file.h"
#include "interp/interp_device.h"
#include "jit/engine.h"
#include "runtime/cpu_device.h"
#include "runtime/cuda_device.h"
#include "runtime/thread_pool.h"

using namespace nereid;

struct nereid_error {
  std::string message;
  std::string report;
};

struct nereid_session {
  std::unique_ptr<jit::Engine> engine;
  InterpDevice *checked = nullptr;      // the engine's device, where it is the interpreter
  std::shared_ptr<DeviceMemory> memory; // a GPU's; null: the device works in the host's
};

struct nereid_function {
  nereid_session *session;
  host::FileKernels file; // keeps the kernel's tree and scope alive
  std::unique_ptr<jit::Kernel> kernel;
};

namespace {

nereid_error *makeError(std::string message, std::string report = {}) {
  if (report.empty())
    report = cat("error: ", message, "\n");
  return new nereid_error{std::move(message), std::move(report)};
}

nereid_error *errorOf(const DiagSink &sink, const SourceMap &sources) {
  std::string message = "nothing was reported";
  for (const Diagnostic &diagnostic : sink.sorted())
    if (severityOf(diagnostic.kind) == Severity::Error) {
      message = diagnostic.headline;
      break;
    }
  return makeError(message, renderAll(sink, sources));
}

nereid_error *errorOf(const Status &status, nereid_function &function) {
  std::string message =
      cat("kernel `", function.kernel->function().definition->name, "`: ", status.what());
  std::string report = cat("error: ", message, "\n");
  if (!status.nextStep().empty())
    report += cat("help: ", status.nextStep(), "\n");
  if (function.session->checked)
    for (const Diagnostic &fault : function.session->checked->takeDiagnostics())
      report += render(fault, *function.file.sources);
  return makeError(std::move(message), std::move(report));
}

// Runs `body` so that nothing it throws passes into C.
template <typename Body> nereid_error *guarded(Body body) {
  try {
    return body();
  } catch (const eval::Raised &raised) {
    return makeError(raised.exception->message());
  } catch (const std::bad_alloc &) {
    return makeError("out of memory");
  } catch (const std::exception &exception) {
    return makeError(exception.what());
  }
}

nereid_error *finishLoading(nereid_session *session, host::FileKernels file, const char *path,
                            const char *name, const DiagSink &sink, nereid_function **function) {
  if (sink.hasErrors())
    return errorOf(sink, *file.sources);
  eval::Ref<sema::JitFunction> found;
  std::vector<std::string> names;
  for (const auto &kernel : file.kernels) {
    names.emplace_back(kernel->definition->name);
    if (kernel->definition->name == name)
      found = kernel;
  }
  if (!found)
    return makeError(cat(path, " has no @triton.jit function `", name, "`",
                         names.empty() ? "" : cat("; it has ", join(names, ", "))));
  auto made = std::make_unique<nereid_function>();
  made->session = session;
  made->kernel = std::make_unique<jit::Kernel>(found, jit::rulesOf(*found));
  made->file = std::move(file);
  *function = made.release();
  return nullptr;
}

// Binds and compiles; on success `compiled` and `bound` are what a launch needs.
nereid_error *prepare(nereid_function &function, const nereid_argument *arguments, size_t count,
                      const nereid_launch_options *options, jit::Bound &bound,
                      std::shared_ptr<const jit::Compiled> &compiled) {
  std::vector<jit::Argument> slots;
  std::string wrong = api::matchArguments(*function.kernel, {arguments, count}, slots);
  if (wrong.empty())
    wrong = jit::bind(function.kernel->rules(), slots, api::launchOptions(options), bound,
                      function.session->engine->divisors());
  if (!wrong.empty())
    return makeError(cat("kernel `", function.kernel->function().definition->name, "`: ", wrong));
  DiagSink sink;
  compiled = function.session->engine->compile(*function.kernel, bound, sink);
  return compiled ? nullptr : errorOf(sink, *function.file.sources);
}

nereid_error *startGpu(const std::string &device, const jit::EngineOptions &options,
                       nereid_session &session) {
  size_t colon = device.find(':');
  int ordinal = colon == std::string::npos ? 0 : std::atoi(device.c_str() + colon + 1);
  auto driver = loadCudaDriver();
  auto gpu = driver.ok() ? makeCudaDevice(CudaContext::start(*driver.value(), ordinal))
                         : Result<std::unique_ptr<CudaDevice>>(driver.error());
  if (!gpu.ok()) {
    const Status &status = gpu.error();
    return makeError(status.what(),
                     cat("error: ", status.what(), "\nhelp: ", status.nextStep(), "\n"));
  }
  session.memory = gpu.value()->memory();
  session.engine = std::make_unique<jit::Engine>(std::move(gpu).value(), options);
  return nullptr;
}

// One launch; on a GPU, arguments of known size are there while it lasts.
nereid_error *launch(nereid_function &function, Grid grid,
                     std::span<const nereid_argument> arguments,
                     const nereid_launch_options *options) {
  jit::Bound bound;
  std::shared_ptr<const jit::Compiled> compiled;
  if (auto *error = prepare(function, arguments.data(), arguments.size(), options, bound, compiled))
    return error;
  Status status = function.session->engine->device().launch(*compiled->loaded, grid, bound.words);
  return status.ok() ? nullptr : errorOf(status, function);
}

nereid_error *launchOnGpu(nereid_function &function, Grid grid,
                          std::span<const nereid_argument> arguments,
                          const nereid_launch_options *options) {
  api::MovedMemory moved(function.session->memory, arguments);
  if (Status out = moved.moveOut(); !out.ok())
    return errorOf(out, function);
  if (auto *error = launch(function, grid, moved.arguments(), options))
    return error;
  Status back = moved.bringBack();
  return back.ok() ? nullptr : errorOf(back, function);
}

} // namespace

const char *nereid_version(void) {
  static const std::string version(compilerVersion());
  return version.c_str();
}

nereid_error *nereid_session_create(const nereid_session_options *options,
                                    nereid_session **session) {
  return guarded([&]() -> nereid_error * {
    std::string device = options && options->device ? options->device : "cpu";
    jit::EngineOptions engine;
    if (options && options->cache_directory)
      engine.cacheDirectory = options->cache_directory;
    if (options && options->threads > 0)
      ThreadPool::shared().limit(options->threads);
    auto made = std::make_unique<nereid_session>();
    if (device == "cpu") {
      made->engine = std::make_unique<jit::Engine>(makeCpuDevice(hostCpuTarget()), engine);
    } else if (device == "interp") {
      auto interp = makeInterpDevice();
      made->checked = interp.get();
      made->engine = std::make_unique<jit::Engine>(std::move(interp), engine);
    } else if (device == "cuda" || startsWith(device, "cuda:")) {
      if (auto *error = startGpu(device, engine, *made))
        return error;
    } else {
      return makeError(cat("there is no device `", device, "`; there are cpu, interp and cuda"));
    }
    *session = made.release();
    return nullptr;
  });
}

void nereid_session_free(nereid_session *session) {
  delete session;
}

nereid_error *nereid_session_load(nereid_session *session, const char *path, const char *name,
                                  nereid_function **function) {
  return guarded([&] {
    DiagSink sink;
    host::FileKernels file = host::findKernels(path, sink);
    return finishLoading(session, std::move(file), path, name, sink, function);
  });
}

nereid_error *nereid_session_load_text(nereid_session *session, const char *path, const char *text,
                                       const char *name, nereid_function **function) {
  return guarded([&] {
    DiagSink sink;
    host::FileKernels file = host::findKernelsInText(path, text, sink);
    return finishLoading(session, std::move(file), path, name, sink, function);
  });
}

void nereid_function_free(nereid_function *function) {
  delete function;
}

nereid_error *nereid_function_prepare(nereid_function *function, const nereid_argument *arguments,
                                      size_t count, const nereid_launch_options *options) {
  return guarded([&] {
    jit::Bound bound;
    std::shared_ptr<const jit::Compiled> compiled;
    return prepare(*function, arguments, count, options, bound, compiled);
  });
}

nereid_error *nereid_function_launch(nereid_function *function, nereid_grid grid,
                                     const nereid_argument *arguments, size_t count,
                                     const nereid_launch_options *options) {
  return guarded([&]() -> nereid_error * {
    Grid programs{grid.x, grid.y, grid.z};
    if (function->session->memory)
      return launchOnGpu(*function, programs, {arguments, count}, options);
    api::KnownMemory known({arguments, count});
    return launch(*function, programs, {arguments, count}, options);
  });
}

nereid_error *nereid_session_synchronize(nereid_session *session) {
  return guarded([&]() -> nereid_error * {
    Status status = session->engine->device().synchronize();
    return status.ok() ? nullptr : makeError(status.what());
  });
}

const char *nereid_error_message(const nereid_error *error) {
  return error->message.c_str();
}
const char *nereid_error_report(const nereid_error *error) {
  return error->report.c_str();
}
void nereid_error_free(nereid_error *error) {
  delete error;
}
