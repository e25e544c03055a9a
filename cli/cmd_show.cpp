#include <cstdio>

#include "base/text.h"
#include "compiler/backends.h"
#include "compiler/compile.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/lint_file.h"
#include "machine_report.h"
#include "options.h"
#include "run_setup.h"
#include "terminal.h"
#include "verbs.h"

namespace nereid::cli {
namespace {

// "*fp32", "i32", "*fp16:16" (aligned), "i32:4" (divisible by that), or a constant: 1024, 0.5,
// True, None, fp16 (a dtype), "text".
sema::ArgumentSpec parseSpec(std::string_view text) {
  int divisor = 1;
  for (auto [suffix, known] : {std::pair(":16", 16), {":8", 8}, {":4", 4}})
    if (text.ends_with(suffix)) {
      divisor = known;
      text.remove_suffix(std::string_view(suffix).size());
    }
  core::Type type;
  type.isPointer = !text.empty() && text[0] == '*';
  std::string_view name = type.isPointer ? text.substr(1) : text;
  if (auto scalar = scalarFromSignature(name)) {
    type.element = *scalar;
    return sema::ArgumentSpec::runtime(type, divisor);
  }
  using eval::Value;
  if (text == "None")
    return sema::ArgumentSpec::constantOf(Value::none());
  if (text == "True" || text == "False")
    return sema::ArgumentSpec::constantOf(Value::boolean(text == "True"));
  if (text.find_first_not_of("0123456789+-_xXabcdefABCDEF.eE") == text.npos) {
    bool isFloat = text.find_first_of(".") != text.npos;
    bool negative = text[0] == '-';
    Value number = eval::parseNumber(negative ? text.substr(1) : text, isFloat);
    if (negative)
      number = eval::unary(syntax::UnaryOp::Minus, number);
    return sema::ArgumentSpec::constantOf(number);
  }
  if (startsWith(text, "tl."))
    if (auto scalar = scalarFromLanguageName(text.substr(3)))
      return sema::ArgumentSpec::constantOf(eval::make<sema::Dtype>(*scalar));
  return sema::ArgumentSpec::constantOf(Value::string(std::string(text)));
}

// "nvidia:sm_90a"; without an architecture, the newest that runs.
TargetSpec targetNamed(const std::string &name) {
  size_t colon = name.find(':');
  std::string backend = name.substr(0, colon);
  std::string arch = colon == name.npos ? "" : name.substr(colon + 1);
  return {backend, arch.empty() && backend == "nvidia" ? "sm_90a" : arch, ""};
}

// The code of a kernel that `code` names; a text says that it has none.
Result<Artifact> codeOf(const Artifact &artifact, const std::string &code) {
  if (code == "most")
    return artifact;
  const std::string &bytes = code == "few" ? artifact.ofFew : artifact.otherwise;
  if (bytes.empty())
    return Status(
        StatusCode::NotFound,
        cat(artifact.entry, " has no code of its own for launches ",
            code == "few" ? "of few programs" : "that the tensor memory accelerator cannot serve"));
  return deserialize(bytes);
}

int complain(const std::string &what, const std::string &help) {
  std::fprintf(stderr, "error: nereid show: %s\nhelp: %s\n", what.c_str(), help.c_str());
  return kFailure;
}

std::string signatureHelp(const std::vector<sema::ParameterInfo> &parameters) {
  std::vector<std::string> parts;
  for (const sema::ParameterInfo &parameter : parameters)
    parts.push_back(cat(parameter.name, parameter.isConstexpr ? "=64" : "=*fp32:16"));
  return cat("--spec ", join(parts, ","),
             "   (types *fp32 i32 fp16 ..., :16 for aligned; "
             "constants 64 0.5 True tl.float16)");
}

int showKernel(const std::string &path, const std::string &name,
               const std::vector<std::string> &specs, const TargetSpec &target,
               const CompileOptions &compile, const RenderOptions &render) {
  DiagSink sink;
  host::FileKernels file = host::findKernels(path, sink);
  const sema::JitFunction *function = !name.empty()          ? file.find(name)
                                      : file.kernels.empty() ? nullptr
                                                             : file.kernels[0].get();
  if (!sink.hasErrors() && !function) {
    std::vector<std::string> names;
    for (const auto &kernel : file.kernels)
      names.emplace_back(kernel->definition->name);
    return complain(cat(path, " has no kernel `", name, "`"),
                    names.empty() ? "kernels are functions under @triton.jit"
                                  : cat("it has ", join(names, ", ")));
  }
  if (function) {
    auto parameters = sema::parametersOf(*function);
    sema::Specialization spec;
    spec.arguments.resize(parameters.size());
    spec.options = compile.launch;
    size_t given = 0;
    for (const std::string &word : specs) {
      size_t equals = word.find('=');
      std::string_view key = std::string_view(word).substr(0, equals);
      size_t i = 0;
      while (i < parameters.size() && parameters[i].name != key)
        ++i;
      if (equals == word.npos || i == parameters.size())
        return complain(cat("`", word, "` names no parameter"), signatureHelp(parameters));
      try {
        spec.arguments[i] = parseSpec(std::string_view(word).substr(equals + 1));
      } catch (const eval::Raised &) { // a number that is none
        return complain(cat("`", word, "` gives no type or constant"), signatureHelp(parameters));
      }
      ++given;
    }
    if (given < parameters.size())
      return complain(cat(given, " of ", parameters.size(), " parameters are specialized"),
                      signatureHelp(parameters));
    nereid::compile(*function, spec, target, compile, sink);
  }
  std::fputs(renderAll(sink, *file.sources, render).c_str(), stderr);
  return sink.hasErrors() ? kFailure : kSuccess;
}

} // namespace

int showCommand(const Words &words) {
  Options options("show", "Shows a kernel at stages of its compilation: for a specialization that "
                          "you give, or for those that a script's launches use.");
  std::string path, kernel, format = "human", printAfter, targetName, code = "most";
  int warps = 4, stages = 3;
  std::vector<std::string> specs, arguments;
  RunSetup setup;
  options.operand("FILE", path, "the script");
  options.rest("arguments ...", arguments, "sys.argv of the script, if it is run");
  bool wanted[std::size_t(Stage::Artifact)] = {};
  const char *helps[] = {"the syntax tree",
                         "Core: everything resolved",
                         "tile IR as lowered",
                         "tile IR after its passes",
                         "the last MLIR before LLVM",
                         "LLVM IR",
                         "assembly"};
  for (size_t i = 0; i < std::size(wanted); ++i)
    options.flag(cat("--", nameOf(static_cast<Stage>(i))), wanted[i], helps[i]);
  bool wantsPtx = false, wantsResources = false, wantsInstructions = false;
  options.flag("--ptx", wantsPtx, "of a GPU: its assembly");
  options.flag("--resources", wantsResources,
               "of a GPU: registers, spills, shared memory, resident programs");
  options.flag("--sass", wantsInstructions, "of a GPU: the instructions of the machine");
  options.choice("--code", {"most", "few", "otherwise"}, code,
                 "of a GPU: the code of most launches, of those of few programs, or of those that "
                 "the tensor memory accelerator cannot serve");
  options.text("--kernel", "NAME", kernel, "the kernel to show; the file's first by default");
  options.list("--spec", "NAME=TYPE,...", specs,
               "each parameter's type or constant; without it the script is run");
  options.choice("--device", {"cpu", "interp"}, setup.device, "what to compile for");
  options.text("--for", "BACKEND:ARCH", targetName,
               "what to show the code of, here or not: nvidia:sm_90a and the like");
  options.number("--warps", warps, "num_warps, with --spec");
  options.number("--stages", stages, "num_stages, with --spec");
  options.list("--disable-pass", "NAME", setup.compile.disabledPasses, "leave a pass out");
  options.text("--print-after", "PASS", printAfter, "also show tile IR after a pass");
  if (auto exit = options.parse(words))
    return *exit;

  CompileOptions &compile = setup.compile;
  for (size_t i = 0; i < std::size(wanted); ++i)
    if (wanted[i])
      compile.show.push_back(static_cast<Stage>(i));
  bool isOther = code != "most";
  if (isOther && (wanted[int(Stage::Target)] || wanted[int(Stage::Llvm)]))
    return complain(cat("--code=", code, " goes with --ptx, --asm, --sass and --resources"),
                    "earlier stages are shown of the code of most launches");
  // Its assembly is not seen on its way, but in the artifact.
  bool wantsText =
      wantsPtx ||
      (isOther && (wanted[int(Stage::Assembly)] || !(wantsResources || wantsInstructions)));
  if (isOther)
    std::erase(compile.show, Stage::Assembly);
  bool isOfMachine = wantsResources || wantsInstructions || wantsText;
  if (compile.show.empty() && printAfter.empty() && !isOfMachine)
    compile.show = {Stage::Core, Stage::Optimized};
  compile.printAfter = printAfter;
  bool several = compile.show.size() + wantsText + wantsResources + wantsInstructions > 1;
  auto print = [several](std::string_view stage, std::string_view text) {
    if (several)
      std::printf("-- %.*s\n", int(stage.size()), stage.data());
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (!text.empty() && text.back() != '\n')
      std::fputc('\n', stdout);
  };
  compile.onStage = print;
  if (isOfMachine)
    compile.onArtifact = [=](const Artifact &artifact) {
      if (artifact.target.backend != "nvidia" && !targetName.empty())
        return; // what runs here while the other is shown
      if (artifact.target.backend != "nvidia")
        return print("machine", cat("no machine code of a GPU: this is for ",
                                    artifact.target.backend, "; --for=nvidia:sm_90a shows it"));
      auto shown = codeOf(artifact, code);
      if (!shown.ok())
        return print("code", shown.error().what());
      if (wantsText)
        print(wantsPtx ? "ptx" : "asm", shown.value().code);
      if (wantsResources)
        print("resources", resourcesOf(shown.value()));
      if (wantsInstructions)
        print("sass", instructionsOf(shown.value()));
    };
  std::optional<TargetSpec> target;
  if (!targetName.empty()) {
    target = targetNamed(targetName);
    if (!backendNamed(target->backend))
      return complain(cat("there is no backend `", target->backend, "`"),
                      "a target is BACKEND:ARCHITECTURE, such as nvidia:sm_90a");
  }
  if (specs.empty()) {
    setup.useCache = false; // a kernel found on disk would show nothing
    setup.shownTarget = target;
    RunRoom room = makeRoom(setup, path, std::move(arguments));
    return runInRoom(room, path, setup.format);
  }
  if (!target)
    target = setup.device == "interp" ? interpreterTarget() : hostCpuTarget();
  compile.launch.warps = warps;
  compile.launch.stages = stages;
  return showKernel(path, kernel, specs, *target, compile, renderOptions(format));
}

} // namespace nereid::cli
