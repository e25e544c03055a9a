#include "syntax/literals.h"

#include "base/text.h"
#include "syntax/characters.h"

namespace nereid::syntax {
namespace {

class Resolver {
public:
  Resolver(std::string_view text, LiteralForm form, std::vector<LiteralProblem> &problems)
      : text_(text), form_(form), problems_(problems) {}

  std::string resolve() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\\' && !form_.raw)
        escape();
      else if (c == '\r')
        lineEnd();
      else if ((c == '{' || c == '}') && form_.braces)
        brace(c);
      else if (static_cast<unsigned char>(c) >= 0x80 && form_.bytes)
        foreignByte();
      else
        take(1);
    }
    return std::move(value_);
  }

private:
  char peek(size_t distance) const {
    return at_ + distance < text_.size() ? text_[at_ + distance] : '\0';
  }

  void take(size_t size) {
    value_ += text_.substr(at_, size);
    at_ += size;
  }

  void problem(size_t size, std::string headline, std::string help) {
    problems_.push_back(
        {at_, std::min(at_ + size, text_.size()), std::move(headline), std::move(help)});
    take(size);
  }

  // Every line end of the source is \n in the value.
  void lineEnd() {
    at_ += peek(1) == '\n' ? 2 : 1;
    value_ += '\n';
  }

  void brace(char c) {
    if (peek(1) != c)
      return problem(1, cat("a lone `", c, "` stands in this f-string"),
                     cat("write `", c, c, "` for the character itself"));
    value_ += c;
    at_ += 2;
  }

  // One report is enough for all bytes of a word.
  void foreignByte() {
    size_t size = 0;
    while (static_cast<unsigned char>(peek(size)) >= 0x80)
      ++size;
    problem(size, "a bytes literal holds a character beyond ASCII",
            "write its bytes as `\\x..`, or encode a str");
  }

  void escape() {
    static constexpr std::string_view kLetters = "abfnrtv\\'\"";
    static constexpr std::string_view kValues = "\a\b\f\n\r\t\v\\'\"";
    char c = peek(1);
    if (size_t known = kLetters.find(c); known != std::string_view::npos && c != '\0') {
      value_ += kValues[known];
      at_ += 2;
    } else if (c == '\n' || c == '\r') {
      at_ += c == '\r' && peek(2) == '\n' ? 3 : 2;
    } else if (c >= '0' && c <= '7') {
      octal();
    } else if (c == 'x') {
      hexadecimal(2);
    } else if (c == 'u' && !form_.bytes) {
      hexadecimal(4);
    } else if (c == 'U' && !form_.bytes) {
      hexadecimal(8);
    } else if (c == 'N' && !form_.bytes) {
      named();
    } else {
      take(1);
    }
  }

  void append(uint32_t c) {
    if (form_.bytes)
      value_ += static_cast<char>(c);
    else
      appendCharacter(value_, c);
  }

  void octal() {
    uint32_t c = 0;
    ++at_;
    for (int i = 0; i < 3 && peek(0) >= '0' && peek(0) <= '7'; ++i, ++at_)
      c = c * 8 + static_cast<uint32_t>(peek(0) - '0');
    append(c);
  }

  void hexadecimal(size_t digits) {
    uint32_t c = 0;
    for (size_t i = 0; i < digits; ++i) {
      int digit = hexDigit(peek(2 + i));
      if (digit < 0)
        return problem(2 + i, cat("`\\", peek(1), "` has too few hexadecimal digits"),
                       cat("write ", digits, " of them, or `\\\\` for a backslash"));
      c = c << 4 | static_cast<uint32_t>(digit);
    }
    if (c > 0x10FFFF)
      return problem(2 + digits, "there is no such character", "the last one is `\\U0010ffff`");
    append(c);
    at_ += 2 + digits;
  }

  // Nereid does not carry the names of all characters around.
  void named() {
    size_t end = text_.find('}', at_);
    bool good = peek(2) == '{' && end != std::string_view::npos;
    problem(good ? end + 1 - at_ : 2, "Nereid knows no characters by name",
            "write the number of the character: `\\u2022`");
  }

  std::string_view text_;
  LiteralForm form_;
  std::vector<LiteralProblem> &problems_;
  size_t at_ = 0;
  std::string value_;
};

} // namespace

bool needsResolving(std::string_view text, LiteralForm form) {
  for (char c : text) {
    if ((c == '\\' && !form.raw) || c == '\r')
      return true;
    if (form.braces && (c == '{' || c == '}'))
      return true;
    if (form.bytes && static_cast<unsigned char>(c) >= 0x80)
      return true;
  }
  return false;
}

std::string resolveLiteral(std::string_view text, LiteralForm form,
                           std::vector<LiteralProblem> &problems) {
  return Resolver(text, form, problems).resolve();
}

} // namespace nereid::syntax
