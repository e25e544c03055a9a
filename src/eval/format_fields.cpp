// str.format: replacement fields by position, name, attribute and item, with nested fields in the
// specification.
#include "base/text.h"
#include "eval/operators.h"
#include "eval/str_methods.h"
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

class FieldFormatter {
public:
  explicit FieldFormatter(const Arguments &arguments) : arguments_(arguments) {}

  std::string run(std::string_view pattern, int depth) {
    if (depth > 2)
      raise("ValueError", "Max string recursion exceeded");
    std::string result;
    for (size_t at = 0; at < pattern.size();) {
      char c = pattern[at++];
      bool doubled = at < pattern.size() && pattern[at] == c;
      if ((c == '{' || c == '}') && doubled) {
        result += c;
        ++at;
      } else if (c == '}') {
        raise("ValueError", "Single '}' encountered in format string");
      } else if (c == '{') {
        size_t end = closing(pattern, at);
        result += field(pattern.substr(at, end - at), depth);
        at = end + 1;
      } else {
        result += c;
      }
    }
    return result;
  }

private:
  static size_t closing(std::string_view pattern, size_t at) {
    if (at == pattern.size())
      raise("ValueError", "Single '{' encountered in format string");
    int depth = 1;
    for (; at < pattern.size(); ++at) {
      depth += pattern[at] == '{' ? 1 : pattern[at] == '}' ? -1 : 0;
      if (depth == 0)
        return at;
    }
    raise("ValueError", "expected '}' before end of string");
  }

  std::string field(std::string_view content, int depth) {
    size_t colon = content.find_first_of(":!");
    // A ':' inside brackets belongs to the key.
    if (size_t bracket = content.find('['); bracket < colon) {
      size_t close = content.find(']', bracket);
      colon = close == std::string_view::npos ? colon : content.find_first_of(":!", close);
    }
    std::string_view name = content.substr(0, std::min(colon, content.size()));
    std::string_view rest =
        colon == std::string_view::npos ? std::string_view() : content.substr(colon);
    Value value = lookUp(name);
    if (!rest.empty() && rest[0] == '!') {
      if (rest.size() < 2)
        raise("ValueError", "end of string while looking for conversion specifier");
      value = convert(value, rest[1]);
      rest.remove_prefix(2);
      if (!rest.empty() && rest[0] != ':')
        raise("ValueError", "expected ':' after conversion specifier");
    }
    std::string spec = rest.empty() ? "" : run(rest.substr(1), depth + 1);
    return eval::format(value, spec);
  }

  static Value convert(const Value &value, char conversion) {
    if (conversion == 'r')
      return Value::string(repr(value));
    if (conversion == 's')
      return Value::string(str(value));
    if (conversion == 'a')
      return Value::string(ascii(value));
    raise("ValueError", cat("Unknown conversion specifier ", conversion));
  }

  Value lookUp(std::string_view name) {
    size_t end = std::min(name.find_first_of(".["), name.size());
    Value value = first(name.substr(0, end));
    name.remove_prefix(end);
    while (!name.empty()) {
      if (name[0] == '.') {
        size_t stop = std::min(name.find_first_of(".[", 1), name.size());
        if (stop == 1)
          raise("ValueError", "Empty attribute in format string");
        value = getAttr(value, name.substr(1, stop - 1));
        name.remove_prefix(stop);
        continue;
      }
      size_t close = name.find(']');
      if (name[0] != '[' || close == std::string_view::npos)
        raise("ValueError", "Missing ']' in format string");
      std::string_view key = name.substr(1, close - 1);
      value = getItem(value, isIndex(key) ? Value::integer(position(key))
                                          : Value::string(std::string(key)));
      name.remove_prefix(close + 1);
    }
    return value;
  }

  static bool isIndex(std::string_view text) {
    bool digits = !text.empty() && text.size() < 10;
    for (char c : text)
      digits = digits && isDigit(uint32_t(c));
    return digits;
  }

  static size_t position(std::string_view digits) {
    size_t value = 0;
    for (char c : digits)
      value = value * 10 + size_t(c - '0');
    return value;
  }

  Value first(std::string_view name) {
    if (name.empty() || isIndex(name)) {
      bool isAutomatic = name.empty();
      if (numbering_ != Numbering::Unknown && (numbering_ == Numbering::Automatic) != isAutomatic)
        raise("ValueError", isAutomatic ? "cannot switch from manual field specification to "
                                          "automatic field numbering"
                                        : "cannot switch from automatic field numbering to "
                                          "manual field specification");
      numbering_ = isAutomatic ? Numbering::Automatic : Numbering::Manual;
      size_t at = isAutomatic ? next_++ : position(name);
      if (at >= arguments_.positional.size())
        raise("IndexError",
              cat("Replacement index ", at, " out of range for positional args tuple"));
      return arguments_.positional[at];
    }
    for (const Keyword &keyword : arguments_.keywords)
      if (keyword.name == name)
        return keyword.value;
    raise(exceptionType("KeyError"), {Value::string(std::string(name))});
  }

  enum class Numbering { Unknown, Automatic, Manual };
  const Arguments &arguments_;
  Numbering numbering_ = Numbering::Unknown;
  size_t next_ = 0;
};

} // namespace

std::string formatFields(std::string_view pattern, const Arguments &arguments) {
  return FieldFormatter(arguments).run(pattern, 1);
}

} // namespace nereid::eval
