// conformance: runs the cases of conformance files on every device.
//
//   conformance [--device=interp,cpu,cuda] [--filter=TEXT] [--disable-pass=NAME] [--verbose]
//   PATH...
//
// `cpu:ARCH` is the CPU with the instructions of a lesser one: cpu:x86-64-v3 has no AVX-512.
//
// Each case runs on the interpreter, which defines what is right, and is checked against what the
// case expects; then on each other device, which must also agree with the interpreter. A PATH is a
// file or a folder of them. Exit code 0: all passed. --coverage prints which operations the cases
// hold, of which element types, at which edges and along which axes; --gaps, which of those that
// coverage_demands.cpp asks for they do not, which fails; --record writes each case and its result
// for other engines.
// --warps and --stages hold for every case, whatever it says: they change no result.
// --assembly=FOLDER --for=nvidia:sm_90a runs nothing but the interpreter, and writes the assembly
// that each case's kernel has there, that for few programs and for unusual arguments too.
//
// On a GPU, cases are skipped (and said to be) that compiled code need not survive: a fault there
// would end every case after it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "coverage.h"
#include "diag/render.h"
#include "host/interpreter.h"
#include "host/torch_module.h"
#include "host/triton_module.h"
#include "interp/interp_device.h"
#include "record.h"
#include "run_case.h"
#include "runtime/cpu_device.h"
#include "runtime/cuda_device.h"

namespace nereid::conformance {
namespace {

struct Options {
  std::vector<std::string> devices = {"interp", "cpu"};
  std::string filter;
  std::vector<std::string> disabledPasses;
  bool isVerbose = false;
  int warps = 0, stages = 0; // 0: as each case says
  bool coverage = false, gaps = false;
  std::string record;
  std::string assembly; // a folder
  std::optional<TargetSpec> target;
  std::vector<std::string> paths;
};

struct Totals {
  int passed = 0, failed = 0, skipped = 0;
};

// The code that most launches run, and those that others do.
void writeAssembly(const Artifact &artifact, const std::string &folder, int &count) {
  std::ofstream(cat(folder, "/", count++, ".s")) << artifact.code;
  for (const std::string *bytes : {&artifact.ofFew, &artifact.otherwise})
    if (!bytes->empty())
      writeAssembly(deserialize(*bytes).value(), folder, count);
}

Engine makeEngine(const std::string &name, const Options &options) {
  jit::EngineOptions engineOptions;
  engineOptions.compile.disabledPasses = options.disabledPasses;
  if (options.target) {
    engineOptions.shownTarget = options.target;
    engineOptions.compile.onArtifact = [folder = options.assembly,
                                        backend = options.target->backend,
                                        count = std::make_shared<int>()](const Artifact &artifact) {
      if (artifact.target.backend == backend)
        writeAssembly(artifact, folder, *count);
    };
  }
  Engine engine;
  size_t colon = name.find(':');
  engine.name = name.substr(0, colon);
  engine.warps = options.warps;
  engine.stages = options.stages;
  if (name == "interp") {
    auto device = makeInterpDevice();
    InterpDevice *interp = device.get();
    auto printed = std::make_shared<std::string>();
    interp->setPrint([printed](std::string_view text) { *printed += text; });
    engine.printed = printed.get();
    engine.takeFaults = [interp, printed] { return interp->takeDiagnostics(); };
    engine.engine = std::make_unique<jit::Engine>(std::move(device), engineOptions);
  } else if (name == "cuda") {
    auto driver = loadCudaDriver();
    auto device = driver.ok() ? makeCudaDevice(CudaContext::start(*driver.value(), 0))
                              : Result<std::unique_ptr<CudaDevice>>(driver.error());
    if (!device.ok()) {
      std::fprintf(stderr, "conformance: %s\n", device.error().what().c_str());
      std::exit(2);
    }
    engine.memory = device.value()->memory();
    engine.engine = std::make_unique<jit::Engine>(std::move(device).value(), engineOptions);
  } else {
    TargetSpec target = colon == std::string::npos ? hostCpuTarget()
                                                   : TargetSpec{"cpu", name.substr(colon + 1), ""};
    engine.engine = std::make_unique<jit::Engine>(makeCpuDevice(target), engineOptions);
  }
  return engine;
}

// What does not hold of `outcome`, by the case's own expectations; empty: all does.
std::string unmetExpectation(const Case &which, const Outcome &outcome, const Engine &engine) {
  using Kind = Expectation::Kind;
  if (!outcome.mistake.empty())
    return outcome.mistake;
  std::vector<std::string> wanted;
  for (const Expectation &expectation : which.expectations)
    if (expectation.kind == Kind::Diagnostic &&
        (expectation.device.empty() || expectation.device == engine.name))
      wanted.push_back(expectation.name);
  if (outcome.codes != wanted)
    return outcome.codes.empty() ? cat("expected ", join(wanted, ", "), ", and nothing was wrong")
                                 : cat("\n", outcome.diagnostics);
  if (!wanted.empty())
    return {};
  for (const Expectation &expectation : which.expectations) {
    if (expectation.kind == Kind::Printed && engine.printed && outcome.printed != expectation.text)
      return cat("printed \"", outcome.printed, "\"");
    if (expectation.kind != Kind::Tensor)
      continue;
    auto got = outcome.after.find(expectation.name);
    if (got == outcome.after.end())
      return cat("there is no tensor `", expectation.name, "`");
    Result<Tensor> tensor = Status(StatusCode::InvalidArgument, cat("`", expectation.text, "`?"));
    if (auto other = outcome.before.find(expectation.text); other != outcome.before.end())
      tensor = other->second;
    else if (startsWith(expectation.text, "["))
      tensor = parseValues(got->second.element, expectation.text);
    if (!tensor.ok())
      return tensor.error().what();
    std::string differs = difference(got->second, tensor.value(), expectation.tolerance);
    if (!differs.empty())
      return expectation.name + differs;
  }
  return {};
}

// Where `outcome` is not what the interpreter got.
std::string disagreement(const Case &which, const Outcome &outcome, const Outcome &reference) {
  double tolerance = 0;
  for (const Expectation &expectation : which.expectations)
    tolerance = std::max(tolerance, expectation.tolerance);
  if (!outcome.codes.empty() || !reference.codes.empty())
    return {}; // what a launch leaves behind that failed says nothing
  for (const auto &[name, tensor] : reference.after) {
    std::string differs = difference(outcome.after.at(name), tensor, tolerance);
    if (!differs.empty())
      return cat(name, differs, " (the interpreter's)");
  }
  return {};
}

// Why a case does not run on a device; empty: it does. What is not asked of the CPU's compiled code
// is not asked of a GPU's.
std::string reasonToSkip(const Case &which, const Engine &engine) {
  bool isGpu = engine.memory != nullptr;
  for (const auto &[device, reason] : which.skips)
    if (device == engine.name || (isGpu && device == "cpu"))
      return reason;
  for (const Expectation &expectation : which.expectations)
    if (isGpu && expectation.kind == Expectation::Kind::Diagnostic &&
        expectation.device == "interp")
      return "the interpreter stops it, compiled code need not";
  return {};
}

// The files of a path, sorted.
std::vector<std::string> filesOf(const std::string &path) {
  if (!std::filesystem::is_directory(path))
    return {path};
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.path().extension() == ".py")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

// A file's module, which holds its kernels.
class KernelFile {
public:
  KernelFile(const std::string &path, std::string_view text, DiagSink &sink) {
    auto context = std::make_shared<host::ScriptContext>();
    context->engine = std::make_shared<jit::Engine>(makeInterpDevice(), jit::EngineOptions());
    host::InterpreterOptions options;
    options.modules = host::torchModules();
    options.modules.merge(host::tritonModules(context));
    interpreter_ = std::make_unique<host::Interpreter>(sources_, options);
    module_ = interpreter_->runMain(path, text, sink);
  }
  const SourceMap &sources() const { return *sources_; }
  bool ok() const { return bool(module_); }
  // Null if there is none by `name`.
  eval::Ref<sema::JitFunction> kernel(std::string_view name) const {
    const eval::Value *value = module_->members.find(name);
    return value ? eval::Ref<sema::JitFunction>(value->as<sema::JitFunction>()) : nullptr;
  }

private:
  std::shared_ptr<SourceMap> sources_ = std::make_shared<SourceMap>();
  std::unique_ptr<host::Interpreter> interpreter_;
  eval::Ref<eval::Module> module_;
};

class Runner {
public:
  explicit Runner(Options options) : options_(std::move(options)) {
    for (const std::string &name : options_.devices)
      engines_.push_back(makeEngine(name, options_));
    reference_ = makeEngine("interp", options_);
    if (!options_.record.empty())
      record_.open(options_.record);
  }

  void runFile(const std::string &path) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    if (!stream)
      return fail(path, "cannot be read");
    std::string content = text.str();
    CaseFile cases = parseCases(content);
    for (const std::string &mistake : cases.mistakes)
      fail(path, mistake);
    DiagSink sink;
    try {
      KernelFile file(path, content, sink);
      if (!file.ok())
        return fail(path, renderAll(sink, file.sources(), {.unicode = false}));
      for (const Case &which : cases.cases)
        runCaseEverywhere(path, which, file.kernel(which.kernel));
    } catch (const eval::Raised &raised) {
      fail(path, "the file raised an exception");
    }
  }

  int finish() {
    if (options_.coverage)
      std::printf("%s", coverage_.table().c_str());
    if (options_.gaps)
      for (const std::string &gap : coverage_.gaps())
        fail("gap", gap);
    std::printf("%d passed, %d failed, %d skipped\n", totals_.passed, totals_.failed,
                totals_.skipped);
    return totals_.failed == 0 ? 0 : 1;
  }

private:
  void fail(const std::string &where, const std::string &why) {
    ++totals_.failed;
    std::printf("FAILED %s: %s\n", where.c_str(), why.c_str());
  }

  void skip(const std::string &where, const Engine &engine, const std::string &reason) {
    ++totals_.skipped;
    std::printf("skipped %s on %s: %s\n", where.c_str(), engine.name.c_str(), reason.c_str());
  }

  void runCaseEverywhere(const std::string &path, const Case &which,
                         eval::Ref<sema::JitFunction> function) {
    std::string where = cat(path, ":", which.line, " ", which.kernel, " ", which.name);
    if (where.find(options_.filter) == std::string::npos)
      return;
    if (!function)
      return fail(where, "there is no such kernel");
    if (which.expectations.empty())
      return fail(where, "the case expects nothing");
    int seeds = 1;
    for (const auto &[name, value] : which.words)
      if (name == "seeds")
        seeds = std::atoi(value.c_str());
    for (int seed = 0; seed < seeds; ++seed) {
      Outcome reference = runCase(which, function, seed, reference_);
      if (seed == 0)
        keep(path, which, *function, reference);
      for (Engine &engine : engines_)
        runOn(engine, seeds > 1 ? cat(where, " seed ", seed) : where, which, function, seed,
              reference);
    }
  }

  void keep(const std::string &path, const Case &which, const sema::JitFunction &function,
            const Outcome &reference) {
    if (record_.is_open())
      record_ << recordOf(path, which, reference);
    if (options_.target && !reference.compiled)
      std::printf("no assembly of %s:%d: %s\n", path.c_str(), which.line,
                  join(reference.codes, ", ").c_str());
    if (!(options_.coverage || options_.gaps) || !reference.compiled || !reference.codes.empty())
      return;
    DiagSink sink;
    if (auto kernel = sema::elaborate(function, reference.compiled->spec, {}, sink))
      coverage_.add(*kernel, reference.before);
  }

  void runOn(Engine &engine, const std::string &where, const Case &which,
             eval::Ref<sema::JitFunction> function, int seed, const Outcome &reference) {
    if (std::string reason = reasonToSkip(which, engine); !reason.empty())
      return skip(where, engine, reason);
    Outcome outcome = engine.name == "interp" ? reference : runCase(which, function, seed, engine);
    if (!outcome.lacks.empty())
      return skip(where, engine, outcome.lacks);
    std::string problem = unmetExpectation(which, outcome, engine);
    if (problem.empty())
      problem = disagreement(which, outcome, reference);
    if (!problem.empty())
      return fail(cat(where, " on ", engine.name), problem);
    ++totals_.passed;
    if (options_.isVerbose)
      std::printf("passed %s on %s\n", where.c_str(), engine.name.c_str());
  }

  Options options_;
  std::vector<Engine> engines_;
  Engine reference_;
  Totals totals_;
  Coverage coverage_;
  std::ofstream record_;
};

std::vector<std::string> splitAtCommas(const std::string &text) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

bool parse(int count, char **words, Options &options) {
  for (int i = 1; i < count; ++i) {
    std::string word = words[i], value = word.substr(std::min(word.find('=') + 1, word.size()));
    if (startsWith(word, "--device="))
      options.devices = splitAtCommas(value);
    else if (startsWith(word, "--filter="))
      options.filter = value;
    else if (startsWith(word, "--disable-pass="))
      options.disabledPasses = splitAtCommas(value);
    else if (word == "--verbose")
      options.isVerbose = true;
    else if (startsWith(word, "--warps="))
      options.warps = std::atoi(value.c_str());
    else if (startsWith(word, "--stages="))
      options.stages = std::atoi(value.c_str());
    else if (word == "--coverage")
      options.coverage = true;
    else if (word == "--gaps")
      options.gaps = true;
    else if (startsWith(word, "--record="))
      options.record = value;
    else if (startsWith(word, "--assembly="))
      options.assembly = value;
    else if (startsWith(word, "--for=") && value.find(':') != value.npos)
      options.target = {value.substr(0, value.find(':')), value.substr(value.find(':') + 1), ""};
    else if (startsWith(word, "--"))
      return false;
    else
      options.paths.push_back(word);
  }
  if (options.target.has_value() == options.assembly.empty())
    return false;
  if (options.target)
    options.devices.clear();
  for (const std::string &device : options.devices)
    if (device != "interp" && device != "cpu" && !startsWith(device, "cpu:") && device != "cuda")
      return false;
  return !options.paths.empty();
}

} // namespace
} // namespace nereid::conformance

int main(int count, char **words) {
  using namespace nereid::conformance;
  Options options;
  if (!parse(count, words, options)) {
    std::fprintf(stderr, "usage: conformance [--device=interp,cpu,cuda] [--filter=TEXT] "
                         "[--disable-pass=NAME,...] [--verbose] [--coverage] [--gaps] "
                         "[--warps=N] [--stages=N] [--record=FILE] [--assembly=FOLDER "
                         "--for=BACKEND:ARCH] PATH...\n");
    return 2;
  }
  std::vector<std::string> paths = options.paths;
  Runner runner(std::move(options));
  for (const std::string &path : paths)
    for (const std::string &file : filesOf(path))
      runner.runFile(file);
  return runner.finish();
}
