// What people get wrong, and what they probably meant. Each function here reports exactly one
// mistake, at a place where the grammar has run out of ways to go on.

#include "base/text.h"
#include "syntax/characters.h"
#include "syntax/parser.h"

namespace nereid::syntax {
namespace {

struct Habit {
  std::string_view written, meant;
};

// Words of other languages that begin a statement there.
constexpr Habit kForeignWords[] = {
    {"elseif", "elif"},  {"elsif", "elif"},   {"function", "def"}, {"func", "def"},
    {"fn", "def"},       {"fun", "def"},      {"catch", "except"}, {"throw", "raise"},
    {"foreach", "for"},  {"switch", "match"}, {"until", "while"},  {"include", "import"},
    {"using", "import"}, {"delete", "del"},   {"struct", "class"}, {"unless", "if not"},
};

constexpr std::string_view kDeclarations[] = {"let",   "var",    "const", "auto", "int",
                                              "float", "double", "bool",  "long", "unsigned"};

// What to say about a statement that begins with two words, the first being `first`.
std::string helpForWords(std::string_view first) {
  for (const Habit &habit : kForeignWords)
    if (habit.written == first)
      return cat("write `", habit.meant, "`");
  for (std::string_view declaration : kDeclarations)
    if (declaration == first)
      return "Python declares no variables: write `name = value`";
  if (first == "print" || first == "exec")
    return cat("`", first, "` is a function: write `", first, "(...)`");
  std::vector<std::string> keywords;
  for (TokenKind kind : {TokenKind::Assert, TokenKind::Class, TokenKind::Def, TokenKind::Del,
                         TokenKind::Elif, TokenKind::Except, TokenKind::For, TokenKind::From,
                         TokenKind::Global, TokenKind::If, TokenKind::Import, TokenKind::Raise,
                         TokenKind::Return, TokenKind::While, TokenKind::With, TokenKind::Yield})
    keywords.emplace_back(spelling(kind));
  std::vector<std::string> near = nearestWords(first, keywords);
  return near.empty() ? std::string() : cat("did you mean `", near[0], "`?");
}

} // namespace

// Whether exactly this text stands before the current token.
bool Parser::precededBy(std::string_view text) const {
  size_t end = lastEnd_ - file_.begin;
  return end >= text.size() && text_.substr(end - text.size(), text.size()) == text;
}

// What the tokens before the current one explain: operators of other languages, which reach the
// parser as two tokens of ours, and quotes inside strings. Returns whether it was one of these, and
// then has made `diagnostic` about it.
bool Parser::mistakeBehind(Diagnostic &diagnostic) const {
  struct Foreign {
    std::string_view first, second, help;
  };
  static constexpr Foreign kOperators[] = {
      {"&", "&", "write `and`"},
      {"|", "|", "write `or`"},
      {"==", "=", "write `==`; `is` compares identity"},
      {"!=", "=", "write `!=`; `is not` compares identity"},
      {"=", ">", "write `>=`, or `lambda x: ...` for a function"},
      {"=", "<", "write `<=`"},
      {"?", ".", "write `x.y if x is not None else None`"},
      {"?", "?", "write `a if a is not None else b`"},
  };
  std::string_view found = textOf(token_.span);
  bool adjacent = token_.span.begin == lastEnd_;
  for (const Foreign &op : kOperators) {
    if (!adjacent || found != op.second || !precededBy(op.first))
      continue;
    Span span = {lastEnd_ - static_cast<uint32_t>(op.first.size()), token_.span.end};
    diagnostic.headline = cat("there is no operator `", op.first, op.second, "`");
    diagnostic.primary = {span, ""};
    diagnostic.helps = {{std::string(op.help)}};
    return true;
  }
  if (adjacent && previous_.kind == TokenKind::String && at(TokenKind::Name)) {
    char quote = text_[lastEnd_ - 1 - file_.begin];
    diagnostic.headline = cat("the string ends before ", describe(token_));
    diagnostic.primary = {{lastEnd_ - 1, lastEnd_}, "at this quote"};
    diagnostic.helps = {{cat("write `\\", quote, "` for a quote inside the string")}};
    return true;
  }
  for (std::string_view step : {"++", "--"}) {
    if (!precededBy(step))
      continue;
    diagnostic.headline = cat("there is no operator `", step, "`");
    diagnostic.primary = {{lastEnd_ - 2, lastEnd_}, ""};
    std::string_view before = text_.substr(0, lastEnd_ - 2 - file_.begin);
    size_t nameBegin = before.find_last_of(" \t\r\n([{=+-") + 1;
    diagnostic.helps = {{cat("write `", before.substr(nameBegin), " ", step.substr(0, 1), "= 1`")}};
    return true;
  }
  return false;
}

// The current token stands where an expression was needed.
void Parser::reportMissingExpression() {
  bool gone = atLineEnd() || at(TokenKind::Indent) || at(TokenKind::Dedent);
  Span found = gone ? caretAfterPrevious() : token_.span;
  std::string after;
  if (lastEnd_ == previous_.span.end && previous_.span.end > previous_.span.begin)
    after = cat(" after ", describe(previous_));
  Diagnostic diagnostic{
      DiagKind::ExpectedToken, {}, {found, cat("an expression was needed", after)}};

  if (mistakeBehind(diagnostic))
    return report(std::move(diagnostic));
  if (gone) {
    diagnostic.headline = cat("an expression is missing", after);
    diagnostic.primary.text = "the line ends here";
  } else if (at(TokenKind::Bang)) {
    diagnostic.headline = "there is no operator `!`";
    diagnostic.primary.text.clear();
    diagnostic.helps = {{"write `not`", Help::Edit{token_.span, "not "}}};
  } else if (at(TokenKind::SlashSlash) || at(TokenKind::Slash)) {
    diagnostic.headline = cat(describe(token_), " cannot stand here");
    if (token_.startsLine)
      diagnostic.helps = {{"a comment begins with `#`"}};
  } else if (at(TokenKind::CloseParen) || at(TokenKind::CloseSquare) || at(TokenKind::CloseBrace)) {
    bool stray = !closesOuterBracket(token_.kind);
    diagnostic.headline = stray ? cat(describe(token_), " closes nothing")
                                : cat("an expression is missing before ", describe(token_));
    if (stray)
      diagnostic.primary.text.clear();
  } else if (isKeyword(token_.kind)) {
    diagnostic.headline = cat("the keyword ", describe(token_), " cannot stand in an expression");
  } else {
    diagnostic.headline = cat(describe(token_), " cannot stand here");
  }
  report(std::move(diagnostic));
}

// The current token stands where the statement, which begins at `statement`, should have ended.
void Parser::reportTrailing(Span statement) {
  Diagnostic diagnostic{DiagKind::ExpectedToken,
                        cat(describe(token_), " cannot stand here"),
                        {token_.span, "the line should have ended before this"}};
  std::string_view text = textOf(statement);
  std::string_view first = text.substr(0, nameSize(text));
  bool isOneWord = first.size() == text.size();

  if (mistakeBehind(diagnostic))
    return report(std::move(diagnostic));
  if (at(TokenKind::CloseParen) || at(TokenKind::CloseSquare) || at(TokenKind::CloseBrace)) {
    diagnostic.headline = cat(describe(token_), " closes nothing");
    diagnostic.primary.text.clear();
    diagnostic.helps = {{"delete it, or open it before", Help::Edit{token_.span, ""}}};
  } else if (at(TokenKind::Colon)) {
    diagnostic.headline = "a `:` ends this line, but no word at its beginning asks for a block";
    diagnostic.primary.text.clear();
    diagnostic.helps = {{"begin the line with `if`, `for`, `while`, `def`, ..."}};
  } else if (at(TokenKind::ColonEqual)) {
    diagnostic.headline = "a `:=` stands outside an expression";
    diagnostic.primary.text.clear();
    diagnostic.helps = {{"write `=`", Help::Edit{token_.span, "="}}};
  } else if (at(TokenKind::Bang) || at(TokenKind::Error)) {
    diagnostic.headline = cat("there is no operator ", describe(token_));
    diagnostic.primary.text.clear();
  } else if (isOneWord && (atExpression() || isKeyword(token_.kind))) {
    if (std::string help = helpForWords(first); !help.empty()) {
      diagnostic.headline = cat("`", first, "` begins no statement");
      diagnostic.primary = {
          {statement.begin, statement.begin + static_cast<uint32_t>(first.size())}, ""};
      diagnostic.helps = {{std::move(help)}};
    }
  }
  report(std::move(diagnostic));
}

// The header that began with `keyword` does not go on with a colon.
void Parser::reportMissingColon(std::string_view keyword, Span keywordSpan) {
  Span here = caretAfterPrevious();
  Diagnostic diagnostic{DiagKind::ExpectedToken,
                        cat("this `", keyword, "` has no `:`"),
                        {atLineEnd() ? here : token_.span, "a `:` was needed here"},
                        {{keywordSpan, ""}}};
  bool isCondition = keyword == "if" || keyword == "elif" || keyword == "while";
  if (at(TokenKind::Equal) && isCondition) {
    diagnostic.headline = "an `=` assigns, but a condition compares";
    diagnostic.primary = {token_.span, ""};
    diagnostic.helps = {{"write `==`", Help::Edit{token_.span, "=="}}};
  } else if (mistakeBehind(diagnostic)) {
    diagnostic.labels.clear();
  } else if (at(TokenKind::OpenBrace)) {
    diagnostic.helps = {{"write `:` and indent what belongs to it; braces make a dict or a set"}};
  } else if (atName("then") || atName("do")) {
    diagnostic.helps = {{"write `:`", Help::Edit{token_.span, ":"}}};
  } else if (keyword == "else" && !atLineEnd()) {
    diagnostic.helps = {{"`else` has no condition; `elif` has one"}};
  } else {
    diagnostic.helps = {{"write `:`", Help::Edit{here, ":"}}};
  }
  report(std::move(diagnostic));
}

// `clause` is an else, elif, except or finally, and follows nothing that it could belong to.
void Parser::reportStrayClause(const Token &clause) {
  std::string_view owner = clause.kind == TokenKind::Elif   ? "`if`"
                           : clause.kind == TokenKind::Else ? "`if`, `for`, `while` or `try`"
                                                            : "`try`";
  report({DiagKind::ExpectedToken,
          cat(describe(clause), " belongs to no ", owner),
          {clause.span, ""},
          {},
          {{cat("indent it like the ", owner, " it belongs to")}}});
}

} // namespace nereid::syntax
