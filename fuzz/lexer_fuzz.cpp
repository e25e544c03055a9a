// Any bytes: the lexer ends, its tokens lie in the text and in order, and Indent and Dedent are
// balanced.

#include "base/check.h"
#include "syntax/lexer.h"

using namespace nereid;
using namespace nereid::syntax;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  SourceMap sources;
  DiagSink sink;
  Span file = sources.add("fuzz.py", {reinterpret_cast<const char *>(bytes), size});
  Lexer lexer(sources.text(file), file, sink);
  uint32_t end = file.begin;
  int depth = 0;
  // No byte makes more than a token, a Newline, and its share of indentation.
  for (size_t count = 0;; ++count) {
    NEREID_CHECK(count <= 4 * size + 4, "the lexer makes tokens without end");
    Token token = lexer.next();
    NEREID_CHECK(token.span.begin <= token.span.end && token.span.end <= file.end,
                 "a token is outside the text");
    bool isText = token.kind != TokenKind::Newline && token.kind != TokenKind::Indent &&
                  token.kind != TokenKind::Dedent;
    NEREID_CHECK(!isText || token.span.begin >= end, "tokens overlap");
    end = isText ? token.span.end : end;
    depth += token.kind == TokenKind::Indent;
    depth -= token.kind == TokenKind::Dedent;
    NEREID_CHECK(depth >= 0, "more blocks end than begin");
    if (token.kind == TokenKind::EndOfFile)
      break;
  }
  NEREID_CHECK(depth == 0, "a block never ends");
  return 0;
}
