#include <cstdio>

#include "base/text.h"
#include "compiler/compile.h"
#include "host/lint_file.h"
#include "options.h"
#include "terminal.h"
#include "verbs.h"

namespace nereid::cli {

int lintCommand(const Words &words) {
  Options options("lint", "Checks every kernel of a file without running it.");
  std::string path, format = "human";
  sema::ElaborateOptions elaborate;
  options.operand("FILE", path, "a Python file with @triton.jit functions");
  options.choice("--format", {"human", "short", "json"}, format, "how diagnostics look");
  options.flag("--portable", elaborate.portable, "warn of what upstream Triton would refuse");
  options.epilogue("Exit status 1 if there are errors. Warnings alone leave it 0.");
  if (auto exit = options.parse(words))
    return *exit;

  host::LintResult result = host::lintFile(path, elaborate);
  std::string text = renderAll(result.sink, *result.kernels.sources, renderOptions(format));
  std::fputs(text.c_str(), format == "human" ? stderr : stdout);
  size_t errors = result.sink.errorCount(), kernels = result.kernels.kernels.size();
  if (format == "human" && errors == 0)
    std::printf("%s: %zu kernel%s, no mistakes found\n", path.c_str(), kernels,
                kernels == 1 ? "" : "s");
  return errors == 0 ? kSuccess : kFailure;
}

} // namespace nereid::cli
