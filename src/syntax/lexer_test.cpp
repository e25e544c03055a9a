#include "syntax/lexer.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "diag/render.h"

namespace nereid::syntax {
namespace {

// The tokens of `text` in one line: spellings, and names for what has none.
std::string tokensOf(std::string_view text, std::string_view expectedCodes = "") {
  SourceMap sources;
  DiagSink sink;
  Span file = sources.add("test.py", text);
  Lexer lexer(sources.text(file), file, sink);
  std::string result;
  for (Token token = lexer.next(); token.kind != TokenKind::EndOfFile; token = lexer.next()) {
    std::string_view shown = sources.text(token.span);
    if (token.kind == TokenKind::Newline)
      shown = "NEWLINE";
    else if (token.kind == TokenKind::Indent)
      shown = "INDENT";
    else if (token.kind == TokenKind::Dedent)
      shown = "DEDENT";
    result += cat(result.empty() ? "" : " ", token.broken ? "!" : "", shown);
  }
  std::vector<std::string_view> codes;
  for (const Diagnostic &diagnostic : sink.sorted())
    codes.push_back(codeOf(diagnostic.kind));
  EXPECT_EQ(join(codes, " "), expectedCodes) << renderAll(sink, sources);
  return result;
}

TEST(Lexer, MakesBlocksOfIndentation) {
  EXPECT_EQ(tokensOf("if a:\n  b\n  if c:\n      d\n\n  # comment\ne\n"),
            "if a : NEWLINE INDENT b NEWLINE if c : NEWLINE INDENT d NEWLINE DEDENT DEDENT e "
            "NEWLINE");
  EXPECT_EQ(tokensOf("if a:\n  b"), "if a : NEWLINE INDENT b NEWLINE DEDENT");
}

TEST(Lexer, TakesATabForEightColumnsAndForOne) {
  EXPECT_EQ(tokensOf("if a:\n\tb\n\tc\n"), "if a : NEWLINE INDENT b NEWLINE c NEWLINE DEDENT");
  EXPECT_EQ(tokensOf("if a:\n    if b:\n\tc\n", "NR0103"),
            "if a : NEWLINE INDENT if b : NEWLINE INDENT c NEWLINE DEDENT DEDENT");
}

TEST(Lexer, TakesAStrangeIndentationForTheInnermostBlock) {
  EXPECT_EQ(tokensOf("if a:\n        b\n    c\n    d\ne\n", "NR0103"),
            "if a : NEWLINE INDENT b NEWLINE c NEWLINE d NEWLINE DEDENT e NEWLINE");
}

TEST(Lexer, IgnoresLineEndsInsideBracketsAndAfterBackslashes) {
  EXPECT_EQ(tokensOf("a(\n  b,\n\nc)\nd + \\\n  e\n"), "a ( b , c ) NEWLINE d + e NEWLINE");
  EXPECT_EQ(tokensOf("a\r\nb\rc\n"), "a NEWLINE b NEWLINE c NEWLINE");
}

TEST(Lexer, EndsABracketWhereAStatementBegins) {
  EXPECT_EQ(tokensOf("a(b\nreturn c\n"), "a ( b NEWLINE return c NEWLINE");
  EXPECT_EQ(tokensOf("a(b\nfor c in d:\n"), "a ( b NEWLINE for c in d : NEWLINE");
  EXPECT_EQ(tokensOf("a(b\nfor c in d\n)\n"), "a ( b for c in d ) NEWLINE");
}

TEST(Lexer, TakesTheLongestPunctuation) {
  EXPECT_EQ(tokensOf("a**=b//c<<=d->e:=f!=g...h"),
            "a **= b // c <<= d -> e := f != g ... h NEWLINE");
}

TEST(Lexer, SplitsFStringsIntoTextAndFields) {
  EXPECT_EQ(tokensOf("f\"a{b!r:>{c}}d{{}}\""), "f\" a { b ! r : > { c } } d{{}} \" NEWLINE");
  EXPECT_EQ(tokensOf("f'{a['b']}' f'{x:=5}'"), "f' { a [ 'b' ] } ' f' { x : =5 } ' NEWLINE");
  EXPECT_EQ(tokensOf("rf'\\{a}' f'\\N{DASH}'"), "rf' \\ { a } ' f' \\N{DASH} ' NEWLINE");
}

TEST(Lexer, ReportsWhatIsNoTokenOnce) {
  EXPECT_EQ(tokensOf("a ? b ? c\n", "NR0102"), "a !? b !? c NEWLINE");
  EXPECT_EQ(tokensOf("'abc\nd\n", "NR0105"), "!'abc NEWLINE d NEWLINE");
  EXPECT_EQ(tokensOf("0b12 1_ 3rd\n", "NR0106 NR0106 NR0106"), "!0b12 !1_ !3rd NEWLINE");
}

TEST(Lexer, ReadsAgainFromATokenAfterBracketsAreAbandoned) {
  SourceMap sources;
  DiagSink sink;
  Span file = sources.add("test.py", "a(b\n  c");
  Lexer lexer(sources.text(file), file, sink);
  Token token;
  uint32_t end = 0;
  for (int i = 0; i < 4; ++i) {
    end = token.span.end;
    token = lexer.next();
  }
  ASSERT_EQ(sources.text(token.span), "c");
  lexer.abandonBrackets(token, end);
  EXPECT_EQ(lexer.next().kind, TokenKind::Newline);
  EXPECT_EQ(lexer.next().kind, TokenKind::Indent);
  EXPECT_EQ(lexer.next().span, token.span);
}

} // namespace
} // namespace nereid::syntax
