// The arguments of calls and the parameters of functions, and what must not be among them.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// NAME. `what` completes "a name was needed ...".
std::string_view Parser::expectName(std::string_view what, Span &span) {
  if (at(TokenKind::Name)) {
    advance();
    span = previous_.span;
    return nameOf(span);
  }
  span = caretAfterPrevious();
  Span found = atLineEnd() ? span : token_.span;
  if (isKeyword(token_.kind)) {
    report({DiagKind::ExpectedToken,
            cat(describe(token_), " is a word of the language and cannot be a name"),
            {found, cat("a name was needed ", what)}});
    // It was meant as a name, so go on as if it were one.
    advance();
    span = previous_.span;
    if (!atExpression())
      panic_ = false;
    return textOf(span);
  }
  report({DiagKind::ExpectedToken,
          atLineEnd() ? cat("a name is missing ", what)
                      : cat(describe(token_), " cannot stand where a name was needed"),
          {found, cat("a name was needed ", what)}});
  return "";
}

// arguments: [argument ("," argument)* [","]]
std::span<const Argument> Parser::arguments() {
  std::vector<Argument> list;
  while (!at(TokenKind::CloseParen) && !atLineEnd() && !atHeaderEnd()) {
    uint32_t begin = token_.span.begin;
    list.push_back(argument());
    bool wasAlone = list.size() == 1;
    if (list.back().kind == Argument::Kind::Positional && atComprehension()) {
      auto clauses = comprehensionClauses();
      list.back().value = make<ComprehensionExpr>(from(begin), ComprehensionExpr::Type::Generator,
                                                  list.back().value, nullptr, clauses);
      if (!wasAlone || at(TokenKind::Comma))
        complain({DiagKind::BadArguments,
                  "a generator beside other arguments has no brackets of its own",
                  {from(begin), ""},
                  {},
                  {{"put it in `(` and `)`"}}});
    }
    if (!at(TokenKind::Comma))
      break;
    calm();
    advance();
  }
  checkArguments(list);
  return arena_.copy(list);
}

// argument: NAME "=" expression | "*" expression | "**" expression | named_expression
Argument Parser::argument() {
  Argument argument = {Argument::Kind::Positional, {}, {}, nullptr};
  if (accept(TokenKind::Star)) {
    argument.kind = Argument::Kind::Star;
    argument.value = expression();
    return argument;
  }
  if (accept(TokenKind::StarStar)) {
    argument.kind = Argument::Kind::DoubleStar;
    argument.value = expression();
    return argument;
  }
  bool isWord = at(TokenKind::Name) || isKeyword(token_.kind);
  if (isWord && peek(1).kind == TokenKind::Equal) {
    argument.kind = Argument::Kind::Keyword;
    argument.keyword = expectName("before `=`", argument.keywordSpan);
    advance();
    argument.value = expression();
    return argument;
  }
  argument.value = namedExpression();
  if (at(TokenKind::Equal)) {
    complain({DiagKind::BadArguments,
              "only a plain name can stand before the `=` of an argument",
              {argument.value->span, ""},
              {},
              {{"compare with `==`", Help::Edit{token_.span, "=="}}}});
    advance();
    argument.value = errorExpr(argument.value->span, {argument.value, expression()});
  }
  return argument;
}

// Arguments by position come first, and no name twice.
void Parser::checkArguments(const std::vector<Argument> &arguments) {
  const Argument *named = nullptr, *unpacked = nullptr;
  std::vector<PlacedName> names;
  for (const Argument &argument : arguments) {
    if (as<ErrorExpr>(argument.value))
      continue;
    bool byPosition =
        argument.kind == Argument::Kind::Positional || argument.kind == Argument::Kind::Star;
    const Argument *earlier =
        argument.kind == Argument::Kind::Positional && named ? named : unpacked;
    if (byPosition && earlier) {
      bool isNamed = earlier->kind == Argument::Kind::Keyword;
      complain({DiagKind::BadArguments,
                cat("an argument by position follows one ", isNamed ? "by name" : "with `**`"),
                {argument.value->span, "this has no name"},
                {{isNamed ? earlier->keywordSpan : earlier->value->span,
                  isNamed ? "this has one" : "this may hold any names"}}});
      break;
    }
    if (argument.kind == Argument::Kind::Keyword) {
      named = named ? named : &argument;
      names.push_back({argument.keyword, argument.keywordSpan});
    } else if (argument.kind == Argument::Kind::DoubleStar) {
      unpacked = unpacked ? unpacked : &argument;
    }
  }
  reportRepeated(std::move(names), "argument");
}

void Parser::reportRepeated(std::vector<PlacedName> names, std::string_view what) {
  std::sort(names.begin(), names.end(), [](const PlacedName &a, const PlacedName &b) {
    return a.name != b.name ? a.name < b.name : a.span.begin < b.span.begin;
  });
  for (size_t i = 1; i < names.size(); ++i) {
    if (names[i].name != names[i - 1].name || names[i].name.empty())
      continue;
    complain({DiagKind::BadArguments,
              cat("the ", what, " `", names[i].name, "` is given twice"),
              {names[i].span, "again here"},
              {{names[i - 1].span, "first here"}}});
  }
}

// Reads parameters one by one and watches their order.
class Parser::ParameterList {
public:
  ParameterList(Parser &parser, bool isLambda) : parser_(parser), isLambda_(isLambda) {}

  // parameter: NAME [":" expression] ["=" expression] | "*" [NAME ...] | "**" NAME | "/"
  void add() {
    Span mark = parser_.token_.span;
    if (parser_.accept(TokenKind::Slash))
      return slash(mark);
    Parameter parameter = {kind_, {}, {}, nullptr, nullptr};
    if (parser_.accept(TokenKind::StarStar)) {
      parameter.kind = Parameter::Kind::DoubleStar;
    } else if (parser_.accept(TokenKind::Star)) {
      bool isBare = parser_.at(TokenKind::Comma) || parser_.at(close());
      if (kind_ == Parameter::Kind::KeywordOnly)
        complain(mark, "a second `*` in one parameter list");
      kind_ = Parameter::Kind::KeywordOnly;
      bareStar_ = isBare ? mark : Span();
      if (isBare)
        return;
      parameter.kind = Parameter::Kind::Star;
    }
    finish(parameter);
  }

  std::vector<Parameter> done() {
    if (bareStar_ != Span())
      complain(bareStar_, "no name follows this `*`");
    std::vector<PlacedName> names;
    for (const Parameter &parameter : list_)
      names.push_back({parameter.name, parameter.span});
    parser_.reportRepeated(std::move(names), "parameter");
    return std::move(list_);
  }

  TokenKind close() const { return isLambda_ ? TokenKind::Colon : TokenKind::CloseParen; }

private:
  void complain(Span span, std::string headline) {
    parser_.complain({DiagKind::BadArguments, std::move(headline), {span, ""}});
  }

  void slash(Span mark) {
    if (list_.empty())
      complain(mark, "nothing stands before this `/`");
    else if (seenSlash_ || kind_ == Parameter::Kind::KeywordOnly ||
             list_.back().kind == Parameter::Kind::DoubleStar)
      complain(mark, seenSlash_ ? "a second `/` in one parameter list"
                                : "`/` follows `*` in this parameter list");
    else
      for (Parameter &parameter : list_)
        parameter.kind = Parameter::Kind::PositionalOnly;
    seenSlash_ = true;
  }

  void finish(Parameter parameter) {
    if (parser_.at(TokenKind::OpenParen))
      parser_.report({DiagKind::ExpectedToken,
                      "a parameter is a plain name, not a tuple",
                      {parser_.token_.span, ""},
                      {},
                      {{"take the whole tuple, and unpack it in the body"}}});
    parameter.name = parser_.expectName("for a parameter", parameter.span);
    bool isStar = parameter.kind == Parameter::Kind::Star;
    bool endsHeader = parser_.at(TokenKind::Colon) && parser_.peek(1).kind == TokenKind::Newline;
    if (!isLambda_ && !endsHeader && parser_.accept(TokenKind::Colon))
      parameter.annotation = isStar && parser_.at(TokenKind::Star) ? parser_.starredExpression()
                                                                   : parser_.expression();
    Span equal = parser_.token_.span;
    if (parser_.accept(TokenKind::Equal)) {
      parameter.defaultValue = parser_.expression();
      if (isStar || parameter.kind == Parameter::Kind::DoubleStar)
        complain(equal, cat("`", isStar ? "*" : "**", parameter.name, "` has a default value"));
    }
    if (!list_.empty() && list_.back().kind == Parameter::Kind::DoubleStar)
      complain(parameter.span, cat("`", parameter.name, "` follows the `**` parameter"));
    checkDefault(parameter);
    if (parameter.kind != Parameter::Kind::DoubleStar)
      bareStar_ = Span();
    list_.push_back(parameter);
  }

  void checkDefault(const Parameter &parameter) {
    if (parameter.kind != Parameter::Kind::Normal)
      return;
    if (as<ErrorExpr>(parameter.defaultValue))
      return;
    if (parameter.defaultValue)
      firstDefault_ = firstDefault_ == Span() ? parameter.span : firstDefault_;
    else if (firstDefault_ != Span())
      parser_.complain({DiagKind::BadArguments,
                        cat("the parameter `", parameter.name, "` has no default value"),
                        {parameter.span, ""},
                        {{firstDefault_, "this one, before it, has one"}}});
  }

  Parser &parser_;
  bool isLambda_;
  std::vector<Parameter> list_;
  Parameter::Kind kind_ = Parameter::Kind::Normal; // of a plain name from here on
  bool seenSlash_ = false;
  Span bareStar_; // a `*` that no name has followed yet
  Span firstDefault_;
};

// parameters: [parameter ("," parameter)* [","]], up to `)`, or to `:` for a lambda
std::span<const Parameter> Parser::parameters(bool isLambda) {
  ParameterList list(*this, isLambda);
  while (!at(list.close()) && !atLineEnd() && !atHeaderEnd()) {
    list.add();
    if (!at(TokenKind::Comma) || (isLambda && panicsHere()))
      break;
    calm();
    advance();
  }
  return arena_.copy(list.done());
}

} // namespace nereid::syntax
