#include "eval/str_methods.h"

#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/bytes.h"
#include "eval/operators.h"
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

const Str &self(Object &object) {
  return static_cast<Str &>(object);
}

Value text(std::string_view part) {
  return Value::string(std::string(part));
}

// -- Splitting and joining ------------------------------------------------------------------------

std::string_view withoutLeadingSpace(std::string_view rest) {
  for (std::string_view after = rest; !rest.empty() && isSpace(takeCodePoint(after));)
    rest = after;
  return rest;
}

std::string_view withoutTrailingSpace(std::string_view rest) {
  std::string_view stripped = stripSpace(rest);
  size_t leading = rest.size() - withoutLeadingSpace(rest).size();
  return rest.substr(0, stripped.empty() ? 0 : leading + stripped.size());
}

std::vector<Value> splitAtSpace(std::string_view rest, int64_t most) {
  std::vector<Value> parts;
  for (rest = withoutLeadingSpace(rest); !rest.empty(); rest = withoutLeadingSpace(rest)) {
    if (most >= 0 && int64_t(parts.size()) == most) {
      parts.push_back(text(rest));
      break;
    }
    std::string_view word = rest;
    for (std::string_view after = rest; !rest.empty() && !isSpace(takeCodePoint(after));)
      rest = after;
    parts.push_back(text(word.substr(0, word.size() - rest.size())));
  }
  return parts;
}

std::vector<Value> splitAtSpaceFromRight(std::string_view rest, int64_t most) {
  // Only a limited split differs from the one from the left.
  std::vector<Value> words = splitAtSpace(rest, -1);
  if (most < 0 || int64_t(words.size()) <= most)
    return words;
  std::string_view head = withoutTrailingSpace(rest);
  std::vector<Value> parts;
  for (int64_t i = 0; i < most; ++i) {
    const std::string &word = *words[words.size() - 1 - size_t(i)].asString();
    head = withoutTrailingSpace(head.substr(0, head.size() - word.size()));
    parts.push_back(text(word));
  }
  parts.push_back(text(head));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::vector<Value> splitAt(std::string_view rest, std::string_view separator, int64_t most) {
  if (separator.empty())
    raise("ValueError", "empty separator");
  std::vector<Value> parts;
  while (most < 0 || int64_t(parts.size()) < most) {
    size_t at = rest.find(separator);
    if (at == std::string_view::npos)
      break;
    parts.push_back(text(rest.substr(0, at)));
    rest.remove_prefix(at + separator.size());
  }
  parts.push_back(text(rest));
  return parts;
}

std::vector<Value> splitAtFromRight(std::string_view rest, std::string_view separator,
                                    int64_t most) {
  if (separator.empty())
    raise("ValueError", "empty separator");
  std::vector<Value> parts;
  while (most < 0 || int64_t(parts.size()) < most) {
    size_t at = rest.rfind(separator);
    if (at == std::string_view::npos)
      break;
    parts.push_back(text(rest.substr(at + separator.size())));
    rest = rest.substr(0, at);
  }
  parts.push_back(text(rest));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

template <bool fromRight> Value split(Object &object, const Arguments &call) {
  static const Signature signature(fromRight ? "rsplit" : "split", "sep=, maxsplit=");
  auto arguments = signature.match(call);
  int64_t most = arguments[1] ? toInt64(*arguments[1], "maxsplit") : -1;
  const std::string &whole = self(object).text;
  if (!arguments[0] || arguments[0]->isNone())
    return Value::list(fromRight ? splitAtSpaceFromRight(whole, most) : splitAtSpace(whole, most));
  const std::string *separator = arguments[0]->asString();
  if (!separator)
    raise("TypeError", cat("must be str or None, not ", typeName(*arguments[0])));
  return Value::list(fromRight ? splitAtFromRight(whole, *separator, most)
                               : splitAt(whole, *separator, most));
}

Value splitLines(Object &object, const Arguments &call) {
  static const Signature signature("splitlines", "keepends=");
  auto arguments = signature.match(call);
  bool keep = arguments[0] && truthy(*arguments[0]);
  std::string_view rest = self(object).text;
  std::vector<Value> lines;
  while (!rest.empty()) {
    size_t end = std::min(rest.find_first_of("\n\r\v\f"), rest.size());
    size_t after = end;
    if (after < rest.size())
      after += rest.substr(after, 2) == "\r\n" ? 2 : 1;
    lines.push_back(text(rest.substr(0, keep ? after : end)));
    rest.remove_prefix(after);
  }
  return Value::list(std::move(lines));
}

Value joinItems(Object &object, const Arguments &call) {
  expectPositional("str.join", call, 1, 1);
  const Value &iterable = call.positional[0];
  if (!iterable.isObject())
    raise("TypeError", "can only join an iterable");
  std::string result;
  size_t index = 0;
  for (const Value &item : items(iterable)) {
    const std::string *part = item.asString();
    if (!part)
      raise("TypeError",
            cat("sequence item ", index, ": expected str instance, ", typeName(item), " found"));
    if (index++ > 0)
      result += self(object).text;
    result += *part;
  }
  return Value::string(std::move(result));
}

template <bool fromRight> Value partition(Object &object, const Arguments &call) {
  expectPositional(fromRight ? "str.rpartition" : "str.partition", call, 1, 1);
  const std::string &separator = toText(call.positional[0], "separator");
  if (separator.empty())
    raise("ValueError", "empty separator");
  std::string_view whole = self(object).text;
  size_t at = fromRight ? whole.rfind(separator) : whole.find(separator);
  if (at == std::string_view::npos)
    return fromRight ? Value::tuple({text(""), text(""), text(whole)})
                     : Value::tuple({text(whole), text(""), text("")});
  return Value::tuple(
      {text(whole.substr(0, at)), text(separator), text(whole.substr(at + separator.size()))});
}

// -- Trimming and filling -------------------------------------------------------------------------

enum class Side { Both, Left, Right };

template <Side side> Value strip(Object &object, const Arguments &call) {
  constexpr const char *kName = side == Side::Both   ? "strip"
                                : side == Side::Left ? "lstrip"
                                                     : "rstrip";
  expectPositional(kName, call, 0, 1);
  std::string_view rest = self(object).text;
  const std::string *set = nullptr;
  if (!call.positional.empty() && !call.positional[0].isNone()) {
    set = call.positional[0].asString();
    if (!set)
      raise("TypeError", cat(kName, " arg must be None or str"));
  }
  auto goes = [&](std::string_view point) {
    std::string_view copy = point;
    return set ? set->find(point) != std::string::npos : isSpace(takeCodePoint(copy));
  };
  while (side != Side::Right && !rest.empty()) {
    std::string_view after = rest;
    takeCodePoint(after);
    if (!goes(rest.substr(0, rest.size() - after.size())))
      break;
    rest = after;
  }
  while (side != Side::Left && !rest.empty()) {
    size_t start = rest.size() - 1;
    while (start > 0 && (rest[start] & 0xC0) == 0x80)
      --start;
    if (!goes(rest.substr(start)))
      break;
    rest = rest.substr(0, start);
  }
  return text(rest);
}

template <bool prefix> Value removeAffix(Object &object, const Arguments &call) {
  expectPositional(prefix ? "str.removeprefix" : "str.removesuffix", call, 1, 1);
  const std::string &affix = toText(call.positional[0], "argument");
  std::string_view whole = self(object).text;
  if (prefix && whole.starts_with(affix))
    return text(whole.substr(affix.size()));
  if (!prefix && whole.ends_with(affix))
    return text(whole.substr(0, whole.size() - affix.size()));
  return text(whole);
}

template <char align> Value justify(Object &object, const Arguments &call) {
  constexpr const char *kName = align == '<' ? "ljust" : align == '>' ? "rjust" : "center";
  expectPositional(kName, call, 1, 2);
  int64_t width = int64_t(toInt(call.positional[0]));
  std::string fill = " ";
  if (call.positional.size() == 2) {
    fill = toText(call.positional[1], "The fill character");
    if (countCodePoints(fill) != 1)
      raise("TypeError", "The fill character must be exactly one character long");
  }
  int64_t missing = width - *self(object).length();
  if (missing <= 0)
    return text(self(object).text);
  checkRepeat(fill.size(), missing);
  if (align != '^')
    return Value::string(pad(self(object).text, size_t(width), align, fill));
  // Where the padding is odd, CPython puts the extra one left only if the width is odd too.
  int64_t left = missing / 2 + (missing & width & 1);
  std::string padded = pad(self(object).text, size_t(width - missing + left), '>', fill);
  return Value::string(pad(padded, size_t(width), '<', fill));
}

Value zeroFill(Object &object, const Arguments &call) {
  expectPositional("str.zfill", call, 1, 1);
  int64_t width = int64_t(toInt(call.positional[0]));
  std::string_view whole = self(object).text;
  int64_t missing = width - *self(object).length();
  if (missing <= 0)
    return text(whole);
  checkRepeat(1, missing);
  size_t sign = !whole.empty() && (whole[0] == '-' || whole[0] == '+') ? 1 : 0;
  return text(cat(whole.substr(0, sign), std::string(size_t(missing), '0'), whole.substr(sign)));
}

Value expandTabs(Object &object, const Arguments &call) {
  static const Signature signature("expandtabs", "tabsize=");
  auto arguments = signature.match(call);
  int64_t tab = arguments[0] ? toInt64(*arguments[0], "tabsize") : 8;
  checkRepeat(self(object).text.size(), tab);
  std::string result;
  int64_t column = 0;
  for (char c : self(object).text) {
    if (c == '\t') {
      int64_t spaces = tab > 0 ? tab - column % tab : 0;
      result.append(size_t(spaces), ' ');
      column += spaces;
      continue;
    }
    result += c;
    column = c == '\n' || c == '\r' ? 0 : column + ((c & 0xC0) != 0x80);
  }
  return Value::string(std::move(result));
}

// -- Searching ------------------------------------------------------------------------------------

const std::string &part(const Value &value) {
  if (const std::string *text = value.asString())
    return *text;
  raise("TypeError", cat("must be str, not ", typeName(value)));
}

// The part of a text that optional start and end arguments select, and where it begins.
struct Window {
  std::string_view part;
  size_t startByte;
  int64_t startIndex;
  bool valid; // false if start is past the end: not even "" is found
};

Window window(const Str &string, const Arguments &call) {
  auto bound = [&](size_t at) {
    return call.positional.size() > at ? call.positional[at] : Value::none();
  };
  int64_t length = *string.length();
  Slice::Indices at = Slice(bound(1), bound(2), Value::none()).indices(length);
  bool valid = at.count > 0 || !(bound(1).isInt() && bound(1).asInt() > length);
  size_t begin = string.isAscii ? size_t(at.start) : offsetOfCodePoint(string.text, at.start);
  std::string_view rest = std::string_view(string.text).substr(begin);
  size_t size = string.isAscii ? size_t(at.count) : offsetOfCodePoint(rest, at.count);
  return {rest.substr(0, size), begin, at.start, valid};
}

int64_t search(Object &object, const Arguments &call, std::string_view name, bool fromRight) {
  expectPositional(name, call, 1, 3);
  const std::string &wanted = part(call.positional[0]);
  Window in = window(self(object), call);
  size_t at = fromRight ? in.part.rfind(wanted) : in.part.find(wanted);
  if (!in.valid || at == std::string_view::npos)
    return -1;
  return in.startIndex + int64_t(countCodePoints(in.part.substr(0, at)));
}

template <bool fromRight> Value find(Object &object, const Arguments &call) {
  return Value::integer(search(object, call, fromRight ? "rfind" : "find", fromRight));
}

template <bool fromRight> Value index(Object &object, const Arguments &call) {
  int64_t at = search(object, call, fromRight ? "rindex" : "index", fromRight);
  if (at < 0)
    raise("ValueError", "substring not found");
  return Value::integer(at);
}

Value count(Object &object, const Arguments &call) {
  expectPositional("count", call, 1, 3);
  const std::string &wanted = part(call.positional[0]);
  Window in = window(self(object), call);
  if (!in.valid)
    return Value::integer(0);
  if (wanted.empty())
    return Value::integer(Int(countCodePoints(in.part) + 1));
  Int found = 0;
  for (size_t at = in.part.find(wanted); at != std::string_view::npos;
       at = in.part.find(wanted, at + wanted.size()))
    ++found;
  return Value::integer(found);
}

template <bool atStart> Value touches(Object &object, const Arguments &call) {
  constexpr const char *kName = atStart ? "startswith" : "endswith";
  expectPositional(kName, call, 1, 3);
  Window in = window(self(object), call);
  auto matches = [&](const Value &affix) {
    const std::string *part = affix.asString();
    if (!part)
      raise("TypeError",
            cat(kName, " first arg must be str or a tuple of str, not ", typeName(affix)));
    return in.valid && (atStart ? in.part.starts_with(*part) : in.part.ends_with(*part));
  };
  if (auto *several = call.positional[0].as<Tuple>())
    return Value::boolean(std::any_of(several->items.begin(), several->items.end(), matches));
  return Value::boolean(matches(call.positional[0]));
}

Value replace(Object &object, const Arguments &call) {
  expectPositional("replace", call, 2, 3);
  const std::string &from = toText(call.positional[0], "replace() argument 1");
  const std::string &to = toText(call.positional[1], "replace() argument 2");
  int64_t most = call.positional.size() > 2 ? toInt64(call.positional[2], "count") : -1;
  std::string_view rest = self(object).text;
  std::string result;
  for (int64_t done = 0; most < 0 || done < most; ++done) {
    if (from.empty()) {
      result += to;
      if (rest.empty())
        return Value::string(std::move(result));
      std::string_view before = rest;
      takeCodePoint(rest);
      result += before.substr(0, before.size() - rest.size());
      continue;
    }
    size_t at = rest.find(from);
    if (at == std::string_view::npos)
      break;
    result += rest.substr(0, at);
    result += to;
    rest.remove_prefix(at + from.size());
  }
  result += rest;
  return Value::string(std::move(result));
}

// -- Case and classes -----------------------------------------------------------------------------

enum class Case { Upper, Lower, Title, Capitalize, Swap };

template <Case form> Value changeCase(Object &object, const Arguments &call) {
  expectPositional("case", call, 0, 0);
  std::string result;
  bool afterLetter = false, first = true;
  for (std::string_view rest = self(object).text; !rest.empty();) {
    uint32_t c = takeCodePoint(rest);
    bool upper = form == Case::Upper || (form == Case::Title && !afterLetter) ||
                 (form == Case::Capitalize && first) || (form == Case::Swap && isLower(c));
    afterLetter = isUpper(c) || isLower(c);
    first = false;
    if (upper && c == 0xDF)
      result += form == Case::Upper || form == Case::Swap ? "SS" : "Ss";
    else
      appendCodePoint(result, upper ? toUpper(c) : toLower(c));
  }
  return Value::string(std::move(result));
}

template <bool (*holds)(uint32_t)> Value all(Object &object, const Arguments &call) {
  expectPositional("test", call, 0, 0);
  std::string_view rest = self(object).text;
  bool result = !rest.empty();
  while (result && !rest.empty())
    result = holds(takeCodePoint(rest));
  return Value::boolean(result);
}

bool isAlphanumeric(uint32_t c) {
  return isAlpha(c) || isDigit(c);
}

template <bool (*wanted)(uint32_t), bool (*other)(uint32_t)>
Value isCased(Object &object, const Arguments &call) {
  expectPositional("test", call, 0, 0);
  bool any = false;
  for (std::string_view rest = self(object).text; !rest.empty();) {
    uint32_t c = takeCodePoint(rest);
    if (other(c))
      return Value::boolean(false);
    any = any || wanted(c);
  }
  return Value::boolean(any);
}

Value isIdentifier(Object &object, const Arguments &call) {
  expectPositional("isidentifier", call, 0, 0);
  std::string_view rest = self(object).text;
  bool good = !rest.empty() && !isDigit(uint32_t(rest[0]));
  while (good && !rest.empty()) {
    uint32_t c = takeCodePoint(rest);
    good = isAlphanumeric(c) || c == '_';
  }
  return Value::boolean(good);
}

Value isAsciiText(Object &object, const Arguments &call) {
  expectPositional("isascii", call, 0, 0);
  return Value::boolean(self(object).isAscii);
}

Value formatMethod(Object &object, const Arguments &call) {
  return Value::string(formatFields(self(object).text, call));
}

Value encode(Object &object, const Arguments &call) {
  return encodeText(self(object).text, call);
}

constexpr Method kMethods[] = {
    {"encode", encode},
    {"split", split<false>},
    {"rsplit", split<true>},
    {"splitlines", splitLines},
    {"join", joinItems},
    {"partition", partition<false>},
    {"rpartition", partition<true>},
    {"strip", strip<Side::Both>},
    {"lstrip", strip<Side::Left>},
    {"rstrip", strip<Side::Right>},
    {"removeprefix", removeAffix<true>},
    {"removesuffix", removeAffix<false>},
    {"ljust", justify<'<'>},
    {"rjust", justify<'>'>},
    {"center", justify<'^'>},
    {"zfill", zeroFill},
    {"expandtabs", expandTabs},
    {"find", find<false>},
    {"rfind", find<true>},
    {"index", index<false>},
    {"rindex", index<true>},
    {"count", count},
    {"startswith", touches<true>},
    {"endswith", touches<false>},
    {"replace", replace},
    {"upper", changeCase<Case::Upper>},
    {"lower", changeCase<Case::Lower>},
    {"casefold", changeCase<Case::Lower>},
    {"title", changeCase<Case::Title>},
    {"capitalize", changeCase<Case::Capitalize>},
    {"swapcase", changeCase<Case::Swap>},
    {"isdigit", all<isDigit>},
    {"isdecimal", all<isDigit>},
    {"isnumeric", all<isDigit>},
    {"isalpha", all<isAlpha>},
    {"isalnum", all<isAlphanumeric>},
    {"isspace", all<isSpace>},
    {"isupper", isCased<isUpper, isLower>},
    {"islower", isCased<isLower, isUpper>},
    {"isidentifier", isIdentifier},
    {"isascii", isAsciiText},
    {"format", formatMethod},
};

} // namespace

MethodTable strMethods() {
  return kMethods;
}

} // namespace nereid::eval
