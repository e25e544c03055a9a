// For tests of scripts: what a script prints, on either stream, and how it ends.
#pragma once

#include <string>

#include "host/script.h"

namespace nereid::host {

struct ScriptRun {
  std::string output;
  std::string errors; // standard error, then the traceback
  int exitCode = 0;
  std::vector<Diagnostic> diagnostics;
};

inline ScriptRun runText(std::string_view text, const std::string &path = "script.py",
                         ModuleRegistry modules = {}) {
  ScriptRun run;
  ScriptOptions options;
  options.print = [&](std::string_view part) { run.output += part; };
  options.printError = [&](std::string_view part) { run.errors += part; };
  options.modules = std::move(modules);
  DiagSink sink;
  ScriptOutcome outcome = runScriptText(path, text, options, std::make_shared<SourceMap>(), sink);
  run.errors += outcome.traceback;
  run.exitCode = outcome.exitCode;
  run.diagnostics = sink.sorted();
  return run;
}

} // namespace nereid::host
