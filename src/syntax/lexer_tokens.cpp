// Single tokens: names, numbers, punctuation, and characters that begin no token.

#include <array>
#include <utility>

#include "base/text.h"
#include "syntax/characters.h"
#include "syntax/lexer.h"

namespace nereid::syntax {
namespace {

struct Spelled {
  std::string_view spelling;
  TokenKind kind;
};

constexpr Spelled kKeywords[] = {
#define NEREID_KEYWORD(name, spelling) {spelling, TokenKind::name},
#define NEREID_PUNCTUATION(name, spelling)
#include "syntax/tokens.def"
};

constexpr Spelled kPunctuation[] = {
#define NEREID_KEYWORD(name, spelling)
#define NEREID_PUNCTUATION(name, spelling) {spelling, TokenKind::name},
#include "syntax/tokens.def"
};

// Where in a table the spellings begin that start with a given character; 255: nowhere.
template <size_t size>
constexpr std::array<uint8_t, 128> indexByFirst(const Spelled (&table)[size]) {
  std::array<uint8_t, 128> first = {};
  first.fill(255);
  for (size_t i = size; i-- > 0;)
    first[static_cast<size_t>(table[i].spelling[0])] = static_cast<uint8_t>(i);
  return first;
}
constexpr auto kFirstKeyword = indexByFirst(kKeywords);
constexpr auto kFirstMark = indexByFirst(kPunctuation);

TokenKind keywordOrName(std::string_view word) {
  if (static_cast<unsigned char>(word[0]) < 0x80)
    for (size_t i = kFirstKeyword[static_cast<size_t>(word[0])];
         i < std::size(kKeywords) && kKeywords[i].spelling[0] == word[0]; ++i)
      if (kKeywords[i].spelling == word)
        return kKeywords[i].kind;
  return TokenKind::Name;
}

// Characters that look like Python but are not: typed by word processors, or copied from papers.
struct LookAlike {
  std::string_view found, meant;
};
constexpr LookAlike kLookAlikes[] = {
    {"“", "\""}, {"”", "\""}, {"„", "\""},     {"‘", "'"},      {"’", "'"},     {"´", "'"},
    {"×", "*"},  {"·", "*"},  {"÷", "/"},      {"−", "-"},      {"–", "-"},     {"—", "-"},
    {"≤", "<="}, {"≥", ">="}, {"≠", "!="},     {"…", "..."},    {"（", "("},    {"）", ")"},
    {"，", ","}, {"：", ":"}, {"；", ";"},     {"\u00A0", " "}, {"\u200B", ""}, {"\u3000", " "},
    {"→", "->"}, {"＝", "="}, {"\u2003", " "},
};

std::string helpFor(std::string_view found) {
  if (found == "?")
    return "write a choice as `a if condition else b`";
  if (found == "$")
    return "a name is made of letters, digits and `_`";
  if (found == "`")
    return "quote a string with `\"` or `'`";
  for (const LookAlike &alike : kLookAlikes)
    if (alike.found == found)
      return alike.meant.empty()  ? "delete it"
             : alike.meant == " " ? "replace it with a plain blank"
                                  : cat("write `", alike.meant, "`");
  return {};
}

// A blank or control character, which cannot be shown in a message.
bool isInvisible(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0xA0) || (c >= 0x2000 && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x206F) || c == 0x3000 ||
         c == 0xFEFF || c >= 0xE0000;
}

std::string codePointName(uint32_t c) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string digits;
  for (int shift = c > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
    digits += kDigits[(c >> shift) & 15];
  return cat("U+", digits);
}

} // namespace

// Reads one token. Blanks before it have been skipped, and there is text left.
Token Lexer::lexToken() {
  char c = text_[position_];
  if (isDigit(c) || (c == '.' && isDigit(at(position_ + 1))))
    return lexNumber();
  if (isNameStart(c) || c == '"' || c == '\'') {
    size_t prefix = stringPrefixSize();
    char quote = at(position_ + prefix);
    if (quote == '"' || quote == '\'') {
      bool format = text_.substr(position_, prefix).find_first_of("fF") != std::string_view::npos;
      return format ? lexFString(prefix) : lexString(prefix);
    }
    return lexName();
  }
  Token token;
  if (static_cast<unsigned char>(c) < 0x80 && lexPunctuation(token))
    return token;
  if (nameSize(text_.substr(position_, 4)) != 0)
    return lexName();
  return lexForeign();
}

Token Lexer::lexName() {
  size_t begin = position_;
  position_ += nameSize(text_.substr(begin));
  return make(keywordOrName(text_.substr(begin, position_ - begin)), begin);
}

bool Lexer::lexPunctuation(Token &token) {
  char c = text_[position_];
  size_t first = kFirstMark[static_cast<size_t>(c)];
  if (first == 255)
    return false;
  bool inField = !frames_.empty() && frames_.back().kind == Frame::Kind::Field;
  for (size_t i = first; i < std::size(kPunctuation) && kPunctuation[i].spelling[0] == c; ++i) {
    auto [spelling, kind] = kPunctuation[i];
    bool matches =
        spelling.size() < 2 || (at(position_ + 1) == spelling[1] &&
                                (spelling.size() < 3 || at(position_ + 2) == spelling[2]));
    if (!matches)
      continue;
    // `f"{x:=5}"` is x in the format "=5".
    if (inField && kind == TokenKind::ColonEqual)
      continue;
    size_t begin = position_;
    position_ += spelling.size();
    token = make(kind, begin);
    trackBracket(kind);
    return true;
  }
  return false;
}

// Keeps frames_ in step with the brackets read.
void Lexer::trackBracket(TokenKind kind) {
  switch (kind) {
  case TokenKind::OpenParen:
    frames_.push_back({Frame::Kind::Bracket, ')'});
    break;
  case TokenKind::OpenSquare:
    frames_.push_back({Frame::Kind::Bracket, ']'});
    break;
  case TokenKind::OpenBrace:
    frames_.push_back({Frame::Kind::Bracket, '}'});
    break;
  case TokenKind::CloseParen:
    trackClosing(')');
    break;
  case TokenKind::CloseSquare:
    trackClosing(']');
    break;
  case TokenKind::CloseBrace:
    trackClosing('}');
    break;
  case TokenKind::Colon:
    if (!frames_.empty() && frames_.back().kind == Frame::Kind::Field)
      frames_.push_back({Frame::Kind::Format, '}'});
    break;
  default:
    break;
  }
}

// Pops down to the bracket that `close` closes. If there is none, it is astray. A closing bracket
// never reaches out of an f-string's braces.
void Lexer::trackClosing(char close) {
  constexpr size_t kFarthest = 256; // deeper than the parser goes along
  size_t lowest = frames_.size() < kFarthest ? 0 : frames_.size() - kFarthest;
  for (size_t i = frames_.size(); i-- > lowest;) {
    const Frame &frame = frames_[i];
    if (frame.kind == Frame::Kind::FString || frame.kind == Frame::Kind::Format)
      break;
    if (frame.close == close) {
      frames_.resize(i);
      return;
    }
  }
}

// A character that begins no token. One report a line is enough.
Token Lexer::lexForeign() {
  size_t begin = position_;
  uint32_t value;
  size_t size = decodeCharacter(text_.substr(begin), value);
  if (size == 0 || value == 0) { // checkEncoding has reported it
    ++position_;
    Token token = make(TokenKind::Error, begin);
    token.broken = true;
    return token;
  }
  std::string_view found = text_.substr(begin, size);
  while (startsWith(text_.substr(position_), found))
    position_ += size;
  Token token = make(TokenKind::Error, begin);
  token.broken = true;
  if (std::exchange(reportedForeign_, true))
    return token;

  std::string what = found == "\\"        ? "a `\\` that does not end its line has no meaning"
                     : isInvisible(value) ? cat("the invisible character ", codePointName(value),
                                                " has no meaning here")
                                          : cat("`", found, "` has no meaning here");
  Diagnostic diagnostic{DiagKind::BadCharacter, what, {token.span, ""}};
  if (std::string help = helpFor(found); !help.empty())
    diagnostic.helps.push_back({help});
  report(std::move(diagnostic));
  return token;
}

} // namespace nereid::syntax
