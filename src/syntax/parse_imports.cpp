// import and from ... import.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// dotted_name: NAME ("." NAME)*
std::string_view Parser::dottedName() {
  Span span;
  std::string_view first = expectName("for the module", span);
  if (!at(TokenKind::Dot))
    return first;
  std::string whole(first);
  while (!panic_ && accept(TokenKind::Dot))
    whole += cat('.', expectName("after `.`", span));
  return arena_.copy(whole);
}

// as_name: ["as" NAME]
std::string_view Parser::asName() {
  Span span;
  return accept(TokenKind::As) ? expectName("after `as`", span) : std::string_view();
}

// import: "import" dotted_name as_name ("," dotted_name as_name)*
const Stmt *Parser::importStatement() {
  uint32_t begin = token_.span.begin;
  advance();
  std::vector<ImportAlias> names;
  do {
    uint32_t nameBegin = token_.span.begin;
    std::string_view name = dottedName();
    std::string_view alias = asName();
    names.push_back({name, alias, from(nameBegin)});
  } while (!panic_ && accept(TokenKind::Comma));
  return make<ImportStmt>(from(begin), std::span<const ImportAlias>(arena_.copy(names)));
}

// import_from: "from" ("." | "...")* [dotted_name] "import" ("*" | names | "(" names [","] ")")
const Stmt *Parser::importFromStatement() {
  uint32_t begin = token_.span.begin;
  advance();
  uint32_t level = 0;
  for (; at(TokenKind::Dot) || at(TokenKind::Ellipsis); advance())
    level += at(TokenKind::Dot) ? 1 : 3;
  std::string_view module;
  if (level == 0 || !at(TokenKind::Import))
    module = dottedName();
  if (!accept(TokenKind::Import))
    report({DiagKind::ExpectedToken,
            cat("`from ", module, "` has no `import`"),
            {token_.span, "`import` was needed here"}});

  std::vector<ImportAlias> names;
  if (panic_) {
    // What follows is not known to be names.
  } else if (accept(TokenKind::Star)) {
    names.push_back({"*", {}, previous_.span});
    if (scope_.kind != Scope::Kind::Module)
      complain({DiagKind::MisplacedStatement,
                "`import *` stands inside a function or class",
                {previous_.span, ""},
                {},
                {{"import everything at the top of the file, or import names one by one"}}});
  } else if (at(TokenKind::OpenParen)) {
    openBracket(TokenKind::CloseParen);
    importedNames(names, true);
    closeBracket("names");
  } else {
    importedNames(names, false);
  }
  return make<ImportFromStmt>(from(begin), module, level,
                              std::span<const ImportAlias>(arena_.copy(names)));
}

// names: NAME as_name ("," NAME as_name)*, and between brackets a last comma
void Parser::importedNames(std::vector<ImportAlias> &names, bool parenthesized) {
  do {
    if (parenthesized && !names.empty() && at(TokenKind::CloseParen))
      return;
    Span span;
    std::string_view name = expectName("after `import`", span);
    std::string_view alias = asName();
    names.push_back({name, alias, from(span.begin)});
  } while (!panic_ && accept(TokenKind::Comma));
}

} // namespace nereid::syntax
