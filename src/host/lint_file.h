// Kernels of a file that is read but not run.
//
// Finds every function under @triton.jit, also below other decorators and inside functions, classes
// and branches, and gives it the names around it as far as they can be told: imports of the
// language and of .py files beside this one, functions, constants, and simple arithmetic on them.
// All other names are sema::Unknown, about which the checks are silent. No code of the file runs.
//
//   LintResult result = lintFile("softmax.py", {});
//   std::string text = renderAll(result.sink, *result.kernels.sources);
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "sema/elaborate.h"
#include "sema/language.h"

namespace nereid::host {

struct FileKernels {
  std::shared_ptr<SourceMap> sources;
  // In the order of the text. Valid only as long as `owner`, which holds trees and scopes.
  std::vector<eval::Ref<sema::JitFunction>> kernels;
  std::shared_ptr<const void> owner;

  // The kernel with this name, the last one if there are several; or null.
  const sema::JitFunction *find(std::string_view name) const;
};

// Mistakes of syntax, and a file that cannot be read, go to `sink`; the kernels are those that were
// understood all the same.
FileKernels findKernels(const std::string &path, DiagSink &sink);
FileKernels findKernelsInText(const std::string &path, std::string_view text, DiagSink &sink);

struct LintResult {
  FileKernels kernels;
  DiagSink sink;
};
LintResult lintFile(const std::string &path, const sema::ElaborateOptions &options);
LintResult lintText(const std::string &path, std::string_view text,
                    const sema::ElaborateOptions &options);

} // namespace nereid::host
