// The parser's hold on its tokens, and its way in.

#include "syntax/parser.h"

#include <algorithm>

#include "syntax/normal_form.h"
#include "syntax/parse.h"

namespace nereid::syntax {

const Module *parse(const SourceMap &sources, Span file, Arena &arena, DiagSink &sink) {
  return Parser(sources.text(file), file, arena, sink).module();
}

// The token `distance` after the current one. Never looks beyond the end of the line, which the
// lexer could not take back.
const Token &Parser::peek(size_t distance) {
  if (distance == 0)
    return token_;
  while (lookahead_.size() - lookaheadBegin_ < distance) {
    const Token &last = lookahead_.size() == lookaheadBegin_ ? token_ : lookahead_.back();
    if (last.kind == TokenKind::Newline || last.kind == TokenKind::EndOfFile)
      return last;
    lookahead_.push_back(lexer_.next());
  }
  return lookahead_[lookaheadBegin_ + distance - 1];
}

void Parser::advance() {
  previous_ = token_;
  bool isText = !atLineEnd() && !at(TokenKind::Indent) && !at(TokenKind::Dedent);
  if (isText)
    lastEnd_ = token_.span.end;
  if (lookaheadBegin_ < lookahead_.size()) {
    token_ = lookahead_[lookaheadBegin_++];
    return;
  }
  lookahead_.clear();
  lookaheadBegin_ = 0;
  token_ = lexer_.next();
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind))
    return false;
  advance();
  return true;
}

bool Parser::atName(std::string_view name) const {
  return at(TokenKind::Name) && textOf(token_.span) == name;
}

std::string_view Parser::textOf(Span span) const {
  return text_.substr(span.begin - file_.begin, span.end - span.begin);
}

std::string_view Parser::nameOf(Span span) {
  std::string_view name = textOf(span);
  auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(name.begin(), name.end(), isAscii))
    return name;
  std::string normal = normalForm(name);
  return normal == name ? name : arena_.copy(normal);
}

const Expr *Parser::errorExpr(Span span, const Exprs &parts) {
  return make<ErrorExpr>(span, ExprList(arena_.copy(parts)));
}

} // namespace nereid::syntax
