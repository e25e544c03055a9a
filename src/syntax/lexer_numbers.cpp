// Number literals. What is written like a number but is none (`0778`, `1.0f`, `3rd`) becomes one
// broken token, so that it gets one message.

#include "base/text.h"
#include "syntax/characters.h"
#include "syntax/lexer.h"

namespace nereid::syntax {

// number: prefixed | decimal
Token Lexer::lexNumber() {
  size_t begin = position_;
  char marker = static_cast<char>(at(begin + 1) | 0x20);
  int base = marker == 'x' ? 16 : marker == 'o' ? 8 : marker == 'b' ? 2 : 10;
  bool prefixed = at(begin) == '0' && base != 10;
  std::string help = prefixed ? lexPrefixedNumber(base) : lexDecimalNumber();
  if (help.empty())
    help = trailingText(begin);
  else
    skipWord();

  Token token = make(TokenKind::Number, begin);
  if (help.empty())
    return token;
  token.broken = true;
  report({DiagKind::BadNumber,
          cat("`", text_.substr(begin, position_ - begin), "` is not a number"),
          {token.span, ""},
          {},
          {{std::move(help)}}});
  return token;
}

// prefixed: "0x" ["_"] digits | "0o" ["_"] digits | "0b" ["_"] digits
// Like lexDecimalNumber, returns what to do if this is no number, or an empty text.
std::string Lexer::lexPrefixedNumber(int base) {
  size_t begin = position_;
  position_ += 2;
  position_ += at(position_) == '_';
  if (!lexDigits(base)) {
    bool empty = position_ - begin <= 2;
    return empty ? cat("write at least one digit after `", text_.substr(begin, 2), "`")
                 : "put an underscore only between two digits";
  }
  if (isDigit(at(position_)))
    return cat("the digits after `", text_.substr(begin, 2), "` go from 0 to ", base - 1);
  return {};
}

// decimal: digits ["." [digits]] [exponent] ["j"] | "." digits [exponent] ["j"]
// exponent: "e" ["+" | "-"] digits
std::string Lexer::lexDecimalNumber() {
  size_t begin = position_;
  bool good = at(position_) == '.' || lexDigits(10);
  size_t wholeEnd = position_;
  if (at(position_) == '.') {
    ++position_;
    if (isDigit(at(position_)) || at(position_) == '_')
      good = lexDigits(10) && good;
  }
  if ((at(position_) | 0x20) == 'e') {
    size_t sign = at(position_ + 1) == '+' || at(position_ + 1) == '-';
    if (isDigit(at(position_ + 1 + sign))) {
      position_ += 1 + sign;
      good = lexDigits(10) && good;
    }
  }
  if ((at(position_) | 0x20) == 'j')
    ++position_;
  if (!good)
    return "put an underscore only between two digits";

  std::string_view digits = text_.substr(begin, wholeEnd - begin);
  size_t firstNonZero = digits.find_first_not_of("0_");
  bool isInteger = wholeEnd == position_;
  if (isInteger && digits[0] == '0' && firstNonZero != std::string_view::npos)
    return cat("drop the leading zero, or write `0o", digits.substr(firstNonZero),
               "` if it is octal");
  return {};
}

void Lexer::skipWord() {
  while (isDigit(at(position_)) || nameSize(text_.substr(position_, 4)) != 0)
    position_ += isDigit(at(position_)) ? 1 : nameSize(text_.substr(position_));
}

// What to do about what follows the number from `begin` without a blank, after taking it in. Of
// all names, only a keyword may stand there: `1if x else 2`.
std::string Lexer::trailingText(size_t begin) {
  bool isFloat = text_.substr(begin, position_ - begin).find('.') != std::string_view::npos;
  if (isFloat && at(position_) == '.' && isDigit(at(position_ + 1))) {
    ++position_;
    skipWord();
    return "write one `.` in a number";
  }
  std::string_view rest = text_.substr(position_);
  std::string_view name = rest.substr(0, nameSize(rest));
  for (std::string_view keyword : {"and", "else", "for", "if", "in", "is", "not", "or"})
    if (name == keyword)
      return {};
  if (name.empty())
    return {};
  position_ += name.size();
  if (name == "f" || name == "F" || name == "L" || name == "l" || name == "u" || name == "U")
    return cat("drop the `", name, "`: ", isFloat ? "a float" : "a number", " has no suffix");
  return "a name cannot begin with a digit";
}

// Digits of the base with single underscores between them. Returns whether that is what is there.
bool Lexer::lexDigits(int base) {
  bool good = true, lastWasDigit = false;
  for (;; ++position_) {
    int digit = hexDigit(at(position_));
    if (digit >= 0 && digit < base) {
      lastWasDigit = true;
    } else if (at(position_) == '_') {
      good = good && lastWasDigit;
      lastWasDigit = false;
    } else {
      return good && lastWasDigit;
    }
  }
}

} // namespace nereid::syntax
