#include "host/launch_errors.h"

#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/interpreter.h"
#include "host/triton_errors.h"
#include "jit/failed_assertion.h"

namespace nereid::host {

namespace {

const Diagnostic *firstError(const std::vector<Diagnostic> &diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics)
    if (severityOf(diagnostic.kind) == Severity::Error)
      return &diagnostic;
  return nullptr;
}

// The place inside the kernel: of the mistake itself, or of the call that led to it.
Span placeInKernel(const KernelObject &kernel, const Diagnostic &diagnostic) {
  Span whole = kernel.definition->span;
  auto inside = [&](Span span) { return span.begin >= whole.begin && span.end <= whole.end; };
  if (inside(diagnostic.primary.span))
    return diagnostic.primary.span;
  for (const Label &call : diagnostic.calls)
    if (inside(call.span))
      return call.span;
  return kernel.definition->nameSpan;
}

std::string upstreamText(const KernelObject &kernel, const Diagnostic &diagnostic) {
  const SourceMap &sources = *kernel.sources;
  Span place = placeInKernel(kernel, diagnostic);
  LineColumn at = sources.start(place);
  uint32_t first = sources.start(kernel.definition->header).line;
  uint32_t line = at.line >= first ? at.line - first + 1 : 1;
  std::string text = cat("at ", line, ":", at.column - 1, ":\n");
  constexpr uint32_t kMostLines = 12;
  uint32_t from = std::max(first, at.line >= kMostLines ? at.line - kMostLines + 1 : 1);
  for (uint32_t i = from; i <= at.line; ++i)
    text += cat(sources.line(place, i), "\n");
  text += cat(std::string(at.column - 1, ' '), "^\n", diagnostic.headline);
  if (!diagnostic.primary.text.empty())
    text += cat(": ", diagnostic.primary.text);
  return text;
}

eval::Ref<eval::ExceptionType> typeFor(DiagKind kind) {
  const TritonErrors &errors = tritonErrors();
  switch (kind) {
  case DiagKind::StaticAssertFailed:
    return errors.compileTimeAssertionFailure;
  case DiagKind::UnsupportedStatement:
  case DiagKind::UnsupportedExpression:
    return errors.unsupportedLanguageConstruct;
  default:
    return errors.compilationError;
  }
}

} // namespace

void raiseCompilationError(const KernelObject &kernel, const DiagSink &sink) {
  std::vector<Diagnostic> diagnostics = sink.sorted();
  const Diagnostic *error = firstError(diagnostics);
  auto exception = eval::make<KernelFailure>(
      error ? typeFor(error->kind) : tritonErrors().compilationError,
      std::vector{eval::Value::string(error ? upstreamText(kernel, *error)
                                            : cat("`", kernel.name(), "` cannot be compiled"))});
  exception->details = renderAll(sink, *kernel.sources, kernel.context().render);
  exception->diagnostics = std::move(diagnostics);
  throw eval::Raised(exception);
}

void reportWarnings(const KernelObject &kernel, const DiagSink &sink) {
  if (!sink.empty() && kernel.context().warn)
    kernel.context().warn(renderAll(sink, *kernel.sources, kernel.context().render));
}

void raiseLaunchFailed(const KernelObject &kernel, const Status &status) {
  checkInterrupt();
  // A GPU's faults may be another launch's, and name it.
  bool namesKernel = startsWith(status.what(), "kernel `") || startsWith(status.what(), "one of");
  std::string message =
      cat(namesKernel ? "" : cat("kernel `", kernel.name(), "`: "), status.what());
  std::string help = status.nextStep();
  bool isChecked = kernel.context().engine->device().name() == "interp";
  if (help.empty() && status.code() == StatusCode::Fault && !isChecked) {
    const std::string &path = kernel.context().path;
    help = cat("`nereid run --device=interp ", path.empty() ? "FILE" : path,
               "` checks every access and names the line");
  }
  if (!help.empty())
    message += cat("\nhelp: ", help);
  auto exception = eval::make<KernelFailure>(eval::exceptionType("RuntimeError"),
                                             std::vector{eval::Value::string(message)});
  if (kernel.context().takeFaults)
    exception->diagnostics = kernel.context().takeFaults();
  if (std::optional<FailedAssertion> failed = takeFailedAssertion())
    if (auto fault = jit::diagnosticOf(*failed, *kernel.sources, kernel.definition->span))
      exception->diagnostics.push_back(*std::move(fault));
  for (const Diagnostic &fault : exception->diagnostics)
    exception->details += render(fault, *kernel.sources, kernel.context().render);
  throw eval::Raised(exception);
}

} // namespace nereid::host
