#include "diag/render.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace nereid {
namespace {

// A source text in which places are found by their words.
class Source {
public:
  Source(std::string path, std::string_view text) : whole_(map.add(std::move(path), text)) {}

  // The span of the `nth` occurrence of `words`.
  Span at(std::string_view words, int nth = 0) const {
    std::string_view text = map.text(whole_);
    size_t found = text.find(words);
    for (; nth > 0; --nth)
      found = text.find(words, found + 1);
    uint32_t begin = whole_.begin + static_cast<uint32_t>(found);
    return {begin, begin + static_cast<uint32_t>(words.size())};
  }

  SourceMap map;

private:
  Span whole_;
};

constexpr std::string_view kSoftmax = "# 1\n# 2\n# 3\n# 4\n# 5\n# 6\n# 7\n"
                                      "    x = tl.load(x_ptr + rows[:, None] * 64)\n"
                                      "    bias = tl.load(b_ptr + few[:, None] * 64)\n"
                                      "\n"
                                      "\n"
                                      "    y = x + bias\n";

Diagnostic shapeMismatch(const Source &source) {
  return {DiagKind::ShapeMismatch,
          "cannot add tiles of shape [128, 64] and [32, 64]",
          {source.at("x + bias"), "axis 0 is 128 on the left and 32 on the right"},
          {{source.at("tl.load(x_ptr + rows[:, None] * 64)"), "[128, 64]"},
           {source.at("tl.load(b_ptr + few[:, None] * 64)"), "[32, 64]"}},
          {{"an axis stretches only if its size is 1"}}};
}

TEST(RenderHuman, FramesEachFactWhereItCameFrom) {
  Source source("softmax.py", kSoftmax);
  EXPECT_EQ(render(shapeMismatch(source), source.map),
            "error[NR0301]: cannot add tiles of shape [128, 64] and [32, 64]\n"
            "   ╭─ softmax.py:12:9\n"
            " 8 │     x = tl.load(x_ptr + rows[:, None] * 64)\n"
            "   │         ─────────────────────────────────── [128, 64]\n"
            " 9 │     bias = tl.load(b_ptr + few[:, None] * 64)\n"
            "   │            ────────────────────────────────── [32, 64]\n"
            "   ┆\n"
            "12 │     y = x + bias\n"
            "   │         ^^^^^^^^ axis 0 is 128 on the left and 32 on the right\n"
            "   ╰─ help: an axis stretches only if its size is 1\n"
            "            more: nereid explain NR0301\n");
}

TEST(RenderHuman, HasAnAsciiForm) {
  Source source("softmax.py", kSoftmax);
  RenderOptions options;
  options.unicode = false;
  EXPECT_EQ(render(shapeMismatch(source), source.map, options),
            "error[NR0301]: cannot add tiles of shape [128, 64] and [32, 64]\n"
            "   |- softmax.py:12:9\n"
            " 8 |     x = tl.load(x_ptr + rows[:, None] * 64)\n"
            "   |         ----------------------------------- [128, 64]\n"
            " 9 |     bias = tl.load(b_ptr + few[:, None] * 64)\n"
            "   |            ---------------------------------- [32, 64]\n"
            "   :\n"
            "12 |     y = x + bias\n"
            "   |         ^^^^^^^^ axis 0 is 128 on the left and 32 on the right\n"
            "   |- help: an axis stretches only if its size is 1\n"
            "            more: nereid explain NR0301\n");
}

TEST(RenderHuman, AlignsASecondHelp) {
  Source source("add.py", "x = tl.laod(p)\n");
  Diagnostic diagnostic{DiagKind::UnknownAttribute,
                        "`tl` has no `laod`",
                        {source.at("laod"), ""},
                        {},
                        {{"did you mean `load`?"}, {"or write it yourself"}}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0202]: `tl` has no `laod`\n"
                                            "   ╭─ add.py:1:8\n"
                                            " 1 │ x = tl.laod(p)\n"
                                            "   │        ^^^^\n"
                                            "   ╰─ help: did you mean `load`?\n"
                                            "      help: or write it yourself\n"
                                            "            more: nereid explain NR0202\n");
}

TEST(RenderHuman, HangsTextsThatShareALine) {
  Source source("a.py", "y = foo(x, bias)\n");
  Diagnostic diagnostic{DiagKind::ShapeMismatch,
                        "shapes differ",
                        {source.at("bias"), "this is [32]"},
                        {{source.at("foo"), "a function"}, {source.at("x"), "this is [64]"}}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0301]: shapes differ\n"
                                            "   ╭─ a.py:1:12\n"
                                            " 1 │ y = foo(x, bias)\n"
                                            "   │     ─── ─  ^^^^ this is [32]\n"
                                            "   │     │   ╰ this is [64]\n"
                                            "   │     ╰ a function\n"
                                            "   ╰─ more: nereid explain NR0301\n");
}

TEST(RenderHuman, DrawsThePrimaryMarkOverAWiderOne) {
  Source source("a.py", "y = f(x + z)\n");
  Diagnostic diagnostic{DiagKind::ShapeMismatch,
                        "shapes differ",
                        {source.at("x + z"), "here"},
                        {{source.at("f(x + z)"), "in this call"}}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0301]: shapes differ\n"
                                            "   ╭─ a.py:1:7\n"
                                            " 1 │ y = f(x + z)\n"
                                            "   │     ──^^^^^─\n"
                                            "   │     │ ╰ here\n"
                                            "   │     ╰ in this call\n"
                                            "   ╰─ more: nereid explain NR0301\n");
}

TEST(RenderHuman, ShowsBothEndsOfASpanOfSeveralLines) {
  Source source("a.py", "x = f(a,\n      b,\n      c,\n      d)\nz\n");
  Diagnostic diagnostic{DiagKind::WrongArguments,
                        "`f` takes 3 arguments",
                        {source.at("f(a,\n      b,\n      c,\n      d)\n"), "4 are given"}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0208]: `f` takes 3 arguments\n"
                                            "   ╭─ a.py:1:5\n"
                                            " 1 │ x = f(a,\n"
                                            "   │     ^^^^\n"
                                            "   ┆\n"
                                            " 4 │       d)\n"
                                            "   │       ^^ 4 are given\n"
                                            "   ╰─ more: nereid explain NR0208\n");
}

TEST(RenderHuman, PutsMarksUnderTheRightCells) {
  Source source("a.py", "\tx = \"漢字\" + y\x1b[31m\n");
  Diagnostic diagnostic{
      DiagKind::TypeMismatch, "no such sum", {source.at("y"), ""}, {{source.at("\"漢字\""), ""}}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0302]: no such sum\n"
                                            "   ╭─ a.py:1:13\n"
                                            " 1 │     x = \"漢字\" + y\xEF\xBF\xBD[31m\n"
                                            "   │         ──────   ^\n"
                                            "   ╰─ more: nereid explain NR0302\n");
}

TEST(RenderHuman, MarksTheEndOfALineWithACaret) {
  Source source("a.py", "if x\n");
  Span end = source.at("x");
  Diagnostic diagnostic{DiagKind::ExpectedToken, "no `:`", {{end.end, end.end}, "needed here"}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0101]: no `:`\n"
                                            "   ╭─ a.py:1:5\n"
                                            " 1 │ if x\n"
                                            "   │     ^ needed here\n"
                                            "   ╰─ more: nereid explain NR0101\n");
}

TEST(RenderHuman, CutsAWideLineAroundTheMark) {
  std::string filler(200, 'a');
  Source source("a.py", cat(filler, " + here + ", filler, "\n"));
  RenderOptions options;
  options.width = 60;
  Diagnostic diagnostic{DiagKind::TypeMismatch, "no such sum", {source.at("here"), "this"}};
  EXPECT_EQ(render(diagnostic, source.map, options),
            "error[NR0302]: no such sum\n"
            "   ╭─ a.py:1:204\n"
            " 1 │ …aaaaaaaaa + here + aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\n"
            "   │              ^^^^ this\n"
            "   ╰─ more: nereid explain NR0302\n");
}

TEST(RenderHuman, HangsATextThatWouldPassTheEdge) {
  Source source("a.py", "    first = second + third + fourth\n");
  RenderOptions options;
  options.width = 50;
  Diagnostic diagnostic{DiagKind::TypeMismatch,
                        "no such sum",
                        {source.at("second + third + fourth"), "a text of some length"}};
  EXPECT_EQ(render(diagnostic, source.map, options), "error[NR0302]: no such sum\n"
                                                     "   ╭─ a.py:1:13\n"
                                                     " 1 │     first = second + third + fourth\n"
                                                     "   │             ^^^^^^^^^^^^^^^^^^^^^^^\n"
                                                     "   │             ╰ a text of some length\n"
                                                     "   ╰─ more: nereid explain NR0302\n");
}

TEST(RenderHuman, FollowsCallsIntoOtherFiles) {
  Source source("kernel.py", "y = helper(x)\n");
  Span library = source.map.add("library.py", "def helper(x):\n    return x + 1\n");
  Diagnostic diagnostic{
      DiagKind::TypeMismatch, "no such sum", {{library.begin + 26, library.begin + 31}, "here"}};
  diagnostic.calls = {{source.at("helper(x)"), ""}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0302]: no such sum\n"
                                            "   ╭─ library.py:2:12\n"
                                            " 2 │     return x + 1\n"
                                            "   │            ^^^^^ here\n"
                                            "   ├─ kernel.py:1:5\n"
                                            " 1 │ y = helper(x)\n"
                                            "   │     ───────── called from here\n"
                                            "   ╰─ more: nereid explain NR0302\n");
}

TEST(RenderHuman, SaysFactsThatHaveNoPlace) {
  Source source("add.py", "x = tl.load(p)\n");
  Diagnostic diagnostic{DiagKind::OutOfBounds,
                        "load reads past the end of `x`",
                        {source.at("tl.load(p)"), "lane 253 reads x[1021]"},
                        {{Span{}, "`x` holds 1021 elements (argument 1)"}}};
  EXPECT_EQ(render(diagnostic, source.map), "error[NR0501]: load reads past the end of `x`\n"
                                            "   ╭─ add.py:1:5\n"
                                            " 1 │ x = tl.load(p)\n"
                                            "   │     ^^^^^^^^^^ lane 253 reads x[1021]\n"
                                            "   ┆\n"
                                            "   │ `x` holds 1021 elements (argument 1)\n"
                                            "   ╰─ more: nereid explain NR0501\n");
}

TEST(RenderHuman, NeedsNoPlaceAtAll) {
  SourceMap sources;
  Diagnostic diagnostic{DiagKind::Environment, "no GPU driver", {}, {}, {{"install one"}}};
  EXPECT_EQ(render(diagnostic, sources), "error[NR0806]: no GPU driver\n"
                                         "   ╰─ help: install one\n"
                                         "            more: nereid explain NR0806\n");
}

TEST(RenderHuman, WrapsALongHelp) {
  SourceMap sources;
  RenderOptions options;
  options.width = 44;
  Diagnostic diagnostic{
      DiagKind::Environment, "no GPU driver", {}, {}, {{"install one, or run this on the CPU"}}};
  EXPECT_EQ(render(diagnostic, sources, options), "error[NR0806]: no GPU driver\n"
                                                  "   ╰─ help: install one, or run this on the\n"
                                                  "            CPU\n"
                                                  "            more: nereid explain NR0806\n");
}

TEST(RenderHuman, ColoursOnlyWhenAsked) {
  Source source("a.py", "x\n");
  RenderOptions options;
  options.color = true;
  Diagnostic diagnostic{DiagKind::Deprecated, "old", {source.at("x"), "this"}};
  EXPECT_EQ(render(diagnostic, source.map, options),
            "\x1b[1;33mwarning[NR0250]\x1b[0m\x1b[1m: old\x1b[0m\n"
            "   \x1b[34m╭─\x1b[0m a.py:1:1\n"
            "\x1b[34m 1 \x1b[0m\x1b[34m│\x1b[0m x\n"
            "   \x1b[34m│\x1b[0m \x1b[1;33m^\x1b[0m \x1b[1;33mthis\x1b[0m\n"
            "   \x1b[34m╰─\x1b[0m more: nereid explain NR0250\n");
}

TEST(RenderShort, IsOneLineWithTheLastColumnIncluded) {
  Source source("softmax.py", kSoftmax);
  RenderOptions options;
  options.format = DiagFormat::Short;
  EXPECT_EQ(render(shapeMismatch(source), source.map, options),
            "softmax.py:12:9-16: error[NR0301]: "
            "cannot add tiles of shape [128, 64] and [32, 64]\n");
}

TEST(RenderShort, StandsInForFramesOnNarrowTerminals) {
  Source source("a.py", "xy\n");
  RenderOptions options;
  options.width = 30;
  Diagnostic diagnostic{DiagKind::ScalarizedLoad, "slow load", {source.at("xy\n"), ""}};
  EXPECT_EQ(render(diagnostic, source.map, options), "a.py:1:1-3: slow[NR0601]: slow load\n");
}

TEST(RenderJson, CarriesPlacesAndEscapesText) {
  Source source("a\"b.py", "x = 1\ny = x\n");
  RenderOptions options;
  options.format = DiagFormat::Json;
  Diagnostic diagnostic{DiagKind::UnknownName,
                        "no \"x\"\n\x01\xFF",
                        {source.at("x\n"), "here"},
                        {{Span{}, "nowhere"}},
                        {{"write z", Help::Edit{source.at("y"), "z"}}}};
  EXPECT_EQ(render(diagnostic, source.map, options),
            "{\"code\":\"NR0201\",\"name\":\"UnknownName\",\"severity\":\"error\","
            "\"headline\":\"no \\\"x\\\"\\n\\u0001\\ufffd\","
            "\"primary\":{\"path\":\"a\\\"b.py\",\"start\":{\"line\":2,\"column\":5},"
            "\"end\":{\"line\":3,\"column\":1},\"text\":\"here\"},"
            "\"labels\":[{\"text\":\"nowhere\"}],"
            "\"helps\":[{\"text\":\"write z\",\"edit\":{\"path\":\"a\\\"b.py\","
            "\"start\":{\"line\":2,\"column\":1},\"end\":{\"line\":2,\"column\":2},"
            "\"replacement\":\"z\"}}],\"calls\":[]}\n");
}

TEST(RenderAll, ExplainsEachKindOnce) {
  Source source("a.py", "x\ny\n");
  DiagSink sink;
  sink.report({DiagKind::UnknownName, "no `y`", {source.at("y"), ""}});
  sink.report({DiagKind::UnknownName, "no `x`", {source.at("x"), ""}});
  EXPECT_EQ(renderAll(sink, source.map), "error[NR0201]: no `x`\n"
                                         "   ╭─ a.py:1:1\n"
                                         " 1 │ x\n"
                                         "   │ ^\n"
                                         "   ╰─ more: nereid explain NR0201\n"
                                         "\n"
                                         "error[NR0201]: no `y`\n"
                                         "   ╭─ a.py:2:1\n"
                                         " 2 │ y\n"
                                         "   │ ^\n"
                                         "\n");
}

} // namespace
} // namespace nereid
