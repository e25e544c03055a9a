#include "host/lint_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "host/lint_file_reader.h"

namespace nereid::host {

const sema::JitFunction *FileKernels::find(std::string_view name) const {
  const sema::JitFunction *found = nullptr;
  for (const auto &kernel : kernels)
    if (kernel->definition->name == name)
      found = kernel.get();
  return found;
}

// Why the file has no text, or nothing and its text.
static std::string readText(const std::string &path, std::string &text) {
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return cat("`", path, "` does not exist");
  if (std::filesystem::is_directory(status))
    return cat("`", path, "` is a directory");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return cat("cannot read `", path, "`: ", std::strerror(errno));
  text.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return {};
}

FileKernels findKernelsInText(const std::string &path, std::string_view text, DiagSink &sink) {
  auto reader = std::make_shared<FileReader>(std::filesystem::path(path).parent_path().string());
  reader->readMain(path, text, sink);
  return {reader->sources(), reader->kernels(), reader};
}

FileKernels findKernels(const std::string &path, DiagSink &sink) {
  std::string text;
  std::string problem = readText(path, text);
  if (problem.empty())
    return findKernelsInText(path, text, sink);
  sink.report({.kind = DiagKind::BadFile, .headline = problem, .primary = {}});
  return {std::make_shared<SourceMap>(), {}, nullptr};
}

static LintResult lintKernels(FileKernels kernels, DiagSink sink,
                              const sema::ElaborateOptions &options) {
  for (const auto &kernel : kernels.kernels)
    sema::lint(*kernel, options, sink);
  return {std::move(kernels), std::move(sink)};
}

LintResult lintFile(const std::string &path, const sema::ElaborateOptions &options) {
  DiagSink sink;
  FileKernels kernels = findKernels(path, sink);
  return lintKernels(std::move(kernels), std::move(sink), options);
}

LintResult lintText(const std::string &path, std::string_view text,
                    const sema::ElaborateOptions &options) {
  DiagSink sink;
  FileKernels kernels = findKernelsInText(path, text, sink);
  return lintKernels(std::move(kernels), std::move(sink), options);
}

} // namespace nereid::host
