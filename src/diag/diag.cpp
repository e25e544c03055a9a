#include "diag/diag.h"

#include <algorithm>

#include "base/check.h"

namespace nereid {
namespace {

struct Kind {
  std::string_view name, code;
  Severity severity;
};

constexpr Kind kKinds[] = {
#define NEREID_DIAGNOSTIC(name, code, severity) {#name, #code, Severity::severity},
#include "diag/kinds.def"
};

const Kind &kindOf(DiagKind kind) {
  size_t index = static_cast<size_t>(kind);
  NEREID_CHECK(index < std::size(kKinds), "a diagnostic of no kind");
  return kKinds[index];
}

// Diagnostics without a place come after all others: they are about the run, not about a line.
uint64_t orderOf(const Diagnostic &diagnostic) {
  Span span = diagnostic.primary.span;
  return span == Span{} ? UINT64_MAX : span.begin;
}

bool sayTheSame(const Diagnostic &a, const Diagnostic &b) {
  return a.kind == b.kind && a.primary.span == b.primary.span && a.headline == b.headline;
}

} // namespace

Severity severityOf(DiagKind kind) {
  return kindOf(kind).severity;
}
std::string_view codeOf(DiagKind kind) {
  return kindOf(kind).code;
}
std::string_view nameOf(DiagKind kind) {
  return kindOf(kind).name;
}

void DiagSink::report(Diagnostic diagnostic) {
  errors_ += severityOf(diagnostic.kind) == Severity::Error;
  diagnostics_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> DiagSink::sorted() const {
  std::vector<const Diagnostic *> order;
  for (const Diagnostic &diagnostic : diagnostics_)
    order.push_back(&diagnostic);
  // Where places are equal, the address says which was reported first.
  std::sort(order.begin(), order.end(), [](const Diagnostic *a, const Diagnostic *b) {
    return std::pair(orderOf(*a), a) < std::pair(orderOf(*b), b);
  });

  std::vector<Diagnostic> result;
  for (const Diagnostic *diagnostic : order) {
    bool repeated = false;
    for (auto earlier = result.rbegin(); earlier != result.rend() && !repeated; ++earlier) {
      if (orderOf(*earlier) != orderOf(*diagnostic))
        break;
      repeated = sayTheSame(*earlier, *diagnostic);
    }
    if (!repeated)
      result.push_back(*diagnostic);
  }
  return result;
}

} // namespace nereid
