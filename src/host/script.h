// runScript: a whole Python script, from its file to its exit code.
//
//   ScriptOptions options;
//   options.print = [](std::string_view text) { fwrite(text.data(), 1, text.size(), stdout); };
//   options.modules["triton"] = ...;
//   ScriptOutcome outcome = runScript("softmax.py", options, sources, sink);
//   std::fputs(outcome.traceback.c_str(), stderr);
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "host/interpreter.h"

namespace nereid::host {

struct ScriptOptions {
  std::vector<std::string> arguments;               // what follows the script on the command line
  std::function<void(std::string_view)> print;      // the script's standard output
  std::function<void(std::string_view)> printError; // the script's standard error
  std::function<void()> flush; // what print(flush=True) and sys.stdout.flush() do
  ModuleRegistry modules;      // native modules it may import, besides Python's own
};

struct ScriptOutcome {
  int exitCode = 0;
  // What Python would print about an exception that nobody caught; else empty. The sink has the
  // same as a diagnostic: show one or the other.
  std::string traceback;
};

// Exit codes: 0, what sys.exit() says, 1 after an exception or a diagnostic, 130 after Ctrl-C.
// Diagnostics: BadFile, mistakes of syntax, NotInSubset, ScriptRaised.
ScriptOutcome runScript(const std::string &path, const ScriptOptions &options,
                        const std::shared_ptr<SourceMap> &sources, DiagSink &sink);

// The same for a text that is already in memory; `path` names it, and its imports are looked for
// beside it.
ScriptOutcome runScriptText(const std::string &path, std::string_view text,
                            const ScriptOptions &options, const std::shared_ptr<SourceMap> &sources,
                            DiagSink &sink);

// An exception that nobody caught, as a diagnostic.
Diagnostic diagnosticOf(const eval::Exception &exception, const SourceMap &sources);

} // namespace nereid::host
