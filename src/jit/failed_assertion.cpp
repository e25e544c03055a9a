#include "jit/failed_assertion.h"

#include "base/text.h"

namespace nereid::jit {

// The line without the blanks around it. Compiled code knows no more of the place.
static std::optional<Span> lineOf(const SourceMap &sources, Span kernel, int32_t number) {
  if (number < 1 || static_cast<uint32_t>(number) > sources.lineCount(kernel))
    return std::nullopt;
  std::string_view line = sources.line(kernel, static_cast<uint32_t>(number));
  size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
  if (first == std::string_view::npos)
    return std::nullopt;
  auto begin =
      static_cast<int64_t>(kernel.begin) + (line.data() + first - sources.text(kernel).data());
  return Span{static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + last + 1 - first)};
}

std::optional<Diagnostic> diagnosticOf(const FailedAssertion &assertion, const SourceMap &sources,
                                       Span kernel) {
  if (sources.path(kernel) != assertion.file)
    return std::nullopt;
  std::optional<Span> place = lineOf(sources, kernel, assertion.line);
  if (!place)
    return std::nullopt;
  const auto &[x, y, z] = assertion.program;
  return Diagnostic{.kind = DiagKind::DeviceAssertFailed,
                    .headline = assertion.message.empty()
                                    ? "device_assert failed"
                                    : cat("device_assert failed: ", assertion.message),
                    .primary = {*place, cat("program (", x, ", ", y, ", ", z, ")")}};
}

} // namespace nereid::jit
