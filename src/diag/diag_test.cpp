#include "diag/diag.h"

#include <gtest/gtest.h>

#include <set>

namespace nereid {
namespace {

TEST(DiagKind, CodesAreUnique) {
  std::set<std::string_view> codes, names;
  size_t count = 0;
  for (DiagKind kind : {
#define NEREID_DIAGNOSTIC(name, code, severity) DiagKind::name,
#include "diag/kinds.def"
       }) {
    codes.insert(codeOf(kind));
    names.insert(nameOf(kind));
    ++count;
  }
  EXPECT_EQ(codes.size(), count);
  EXPECT_EQ(names.size(), count);
}

TEST(DiagKind, KnowsItsCodeNameAndSeverity) {
  EXPECT_EQ(codeOf(DiagKind::ShapeMismatch), "NR0301");
  EXPECT_EQ(nameOf(DiagKind::ShapeMismatch), "ShapeMismatch");
  EXPECT_EQ(severityOf(DiagKind::ScalarizedLoad), Severity::Performance);
}

TEST(DiagSink, SortsByPlaceAndDropsRepetitions) {
  DiagSink sink;
  sink.report({DiagKind::Environment, "nowhere", {}});
  sink.report({DiagKind::UnknownName, "second", {{20, 21}, ""}});
  sink.report({DiagKind::ShapeMismatch, "first", {{10, 12}, ""}});
  sink.report({DiagKind::UnknownName, "second", {{20, 21}, ""}});
  sink.report({DiagKind::UnknownName, "second, said otherwise", {{20, 21}, ""}});

  std::vector<std::string> headlines;
  for (const Diagnostic &diagnostic : sink.sorted())
    headlines.push_back(diagnostic.headline);
  EXPECT_EQ(headlines,
            (std::vector<std::string>{"first", "second", "second, said otherwise", "nowhere"}));
}

TEST(DiagSink, CountsErrorsButNotWarnings) {
  DiagSink sink;
  sink.report({DiagKind::Deprecated, "old", {}});
  EXPECT_FALSE(sink.hasErrors());
  EXPECT_FALSE(sink.empty());
  sink.report({DiagKind::UnknownName, "no `x`", {}});
  EXPECT_EQ(sink.errorCount(), 1u);
}

} // namespace
} // namespace nereid
