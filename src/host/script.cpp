#include "host/script.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "eval/operators.h"
#include "host/launch_errors.h"
#include "host/traceback.h"

namespace nereid::host {

using eval::Exception;
using eval::Raised;
using eval::Value;

namespace {

// Why the file is no script, or nothing and its text.
std::string readText(const std::string &path, std::string &text) {
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    return cat("`", path, "` does not exist");
  if (std::filesystem::is_directory(status))
    return cat("`", path, "` is a directory");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return cat("cannot read `", path, "`: ", std::strerror(errno));
  text.assign((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad())
    return cat("cannot read `", path, "`: ", std::strerror(errno));
  if (text.find('\0') != std::string::npos)
    return cat("`", path, "` is not a text: it holds zero bytes");
  return "";
}

std::string directoryOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

bool derives(const Exception &exception, std::string_view type) {
  return exception.type->derivesFrom(eval::exceptionType(type).get());
}

// sys.exit(code): an int is the code, None means 0, anything else is printed.
int exitCodeOf(const Exception &exit, const Interpreter &interpreter) {
  if (exit.args.empty() || exit.args[0].isNone())
    return 0;
  const Value &code = exit.args[0];
  if (code.isInt() || code.isBool())
    return int(code.asInt() & 0xFF);
  interpreter.printError(eval::str(code) + "\n");
  return 1;
}

// The module that an import did not find; empty if this is no such exception.
std::string missingModule(const Exception &exception) {
  const Value *name = exception.attributes.find("name");
  bool isMissing = derives(exception, "ModuleNotFoundError") && name && name->asString();
  return isMissing ? *name->asString() : "";
}

constexpr const char *kUsePython =
    "the Python package runs such scripts: `pip install nereid`, then `python -m nereid script.py`";

} // namespace

Diagnostic diagnosticOf(const Exception &exception, const SourceMap &sources) {
  Diagnostic diagnostic{};
  diagnostic.kind = DiagKind::ScriptRaised;
  if (exception.type.get() == notInSubsetType().get()) {
    diagnostic.kind = DiagKind::NotInSubset;
    diagnostic.headline = cat("scripts cannot use ", exception.message());
    diagnostic.helps.push_back({kUsePython});
  } else if (std::string module = missingModule(exception); !module.empty()) {
    diagnostic.kind = DiagKind::NotInSubset;
    diagnostic.headline = cat("there is no module `", module, "` for scripts run here");
    diagnostic.helps.push_back({kUsePython});
  } else {
    std::string line = formatException(exception);
    diagnostic.headline = line.substr(0, line.find('\n'));
  }
  for (const Exception::Frame &frame : exception.traceback) {
    if (!sources.contains(frame.span))
      continue;
    if (diagnostic.primary.span == Span())
      diagnostic.primary = {frame.span, "raised here"};
    else
      diagnostic.calls.push_back({frame.span, cat("called from here")});
  }
  return diagnostic;
}

// What is wrong with a kernel is reported as such, with the way from the script to it.
static void report(const Exception &exception, const SourceMap &sources, DiagSink &sink) {
  Diagnostic raised = diagnosticOf(exception, sources);
  const auto *failure = dynamic_cast<const KernelFailure *>(&exception);
  if (!failure || failure->diagnostics.empty())
    return sink.report(std::move(raised));
  for (Diagnostic diagnostic : failure->diagnostics) {
    if (raised.primary.span != Span())
      diagnostic.calls.push_back({raised.primary.span, "launched from here"});
    diagnostic.calls.insert(diagnostic.calls.end(), raised.calls.begin(), raised.calls.end());
    sink.report(std::move(diagnostic));
  }
}

ScriptOutcome runScript(const std::string &path, const ScriptOptions &options,
                        const std::shared_ptr<SourceMap> &sources, DiagSink &sink) {
  std::string text;
  std::string problem = readText(path, text);
  if (!problem.empty()) {
    sink.report({.kind = DiagKind::BadFile, .headline = problem, .primary = {}});
    return {1, ""};
  }
  return runScriptText(path, text, options, sources, sink);
}

ScriptOutcome runScriptText(const std::string &path, std::string_view text,
                            const ScriptOptions &options, const std::shared_ptr<SourceMap> &sources,
                            DiagSink &sink) {
  InterpreterOptions interpreterOptions;
  interpreterOptions.arguments = {path};
  interpreterOptions.arguments.insert(interpreterOptions.arguments.end(), options.arguments.begin(),
                                      options.arguments.end());
  interpreterOptions.print = options.print;
  interpreterOptions.printError = options.printError;
  interpreterOptions.flush = options.flush;
  interpreterOptions.modules = options.modules;
  interpreterOptions.directory = directoryOf(path);
  Interpreter interpreter(sources, std::move(interpreterOptions));
  try {
    bool ran = bool(interpreter.runMain(path, text, sink));
    return {ran ? 0 : 1, ""};
  } catch (const Raised &raised) {
    const Exception &exception = *raised.exception;
    if (derives(exception, "SystemExit"))
      return {exitCodeOf(exception, interpreter), ""};
    report(exception, *sources, sink);
    int code = derives(exception, "KeyboardInterrupt") ? 130 : 1;
    return {code, formatTraceback(exception, *sources)};
  }
}

} // namespace nereid::host
