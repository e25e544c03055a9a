// What is wrong with a kernel, as data. Rendering to a terminal, to one line, or to JSON all start
// from this one struct, so a test that checks the data checks every surface.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/source.h"

namespace nereid {

enum class Severity { Error, Warning, Performance };

enum class DiagKind {
#define NEREID_DIAGNOSTIC(name, code, severity) name,
#include "diag/kinds.def"
};

Severity severityOf(DiagKind kind);
std::string_view codeOf(DiagKind kind); // "NR0301"
std::string_view nameOf(DiagKind kind); // "ShapeMismatch"

// A place, and what it has to do with the problem: "this is 128x64".
struct Label {
  Span span;
  std::string text; // empty: just mark it
};

// A change that would help. With `edit`, an editor can apply it.
struct Help {
  std::string text;
  struct Edit {
    Span span;
    std::string replacement;
  };
  std::optional<Edit> edit = std::nullopt;
};

struct Diagnostic {
  DiagKind kind;
  std::string headline;           // one clause, the reader's terms, no full stop
  Label primary;                  // where to look first; a default Span is "no place"
  std::vector<Label> labels = {}; // where each other fact in the headline came from
  std::vector<Help> helps = {};   // at most two; the likeliest first
  std::vector<Label> calls = {};  // the calls that led here, innermost first: "called from here"
};

// Collects diagnostics. Phases append; nobody prints from inside a phase.
class DiagSink {
public:
  void report(Diagnostic diagnostic);
  bool hasErrors() const { return errors_ != 0; }
  size_t errorCount() const { return errors_; }
  bool empty() const { return diagnostics_.empty(); }

  // In source order, stable across phases, without duplicates at one place.
  std::vector<Diagnostic> sorted() const;

private:
  std::vector<Diagnostic> diagnostics_;
  size_t errors_ = 0;
};

} // namespace nereid
