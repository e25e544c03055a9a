// Three steps: characters are taken apart, marks behind a letter are put in order, and what has a
// character of its own is put together again. The tables are read when the first name needs them.
#include "syntax/normal_form.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "syntax/characters.h"

namespace nereid::syntax {
namespace {

using Codes = std::vector<uint32_t>;

constexpr std::string_view kPacked =
#include "syntax/normal_form.def"
    ;

// Hangul syllables: a first consonant, a vowel and perhaps a last consonant, in this order.
constexpr uint32_t kSyllables = 0xAC00, kFirsts = 0x1100, kVowels = 0x1161, kLasts = 0x11A7;
constexpr uint32_t kFirstCount = 19, kVowelCount = 21, kLastCount = 28;
constexpr uint32_t kSyllableCount = kFirstCount * kVowelCount * kLastCount;

bool isIn(uint32_t code, uint32_t first, uint32_t count) {
  return code >= first && code - first < count;
}

// The numbers of scripts/normal_form.py.
class Reader {
public:
  uint32_t next() {
    uint32_t number = 0;
    for (int shift = 0;; shift += 7) {
      uint32_t byte = nextByte();
      number |= (byte & 0x7F) << shift;
      if (byte < 0x80)
        return number;
    }
  }
  uint32_t nextFrom(uint32_t base) { // counted from `base`, up or down
    uint32_t number = next();
    return number & 1 ? base - (number + 1) / 2 : base + number / 2;
  }

private:
  static uint32_t digit(char c) {
    return c >= 'a'   ? uint32_t(c - 'a') + 26
           : c >= 'A' ? uint32_t(c - 'A')
           : c >= '0' ? uint32_t(c - '0') + 52
           : c == '+' ? 62
                      : 63;
  }
  uint32_t nextByte() {
    while (count_ < 8) {
      bits_ = bits_ << 6 | digit(kPacked[at_++]);
      count_ += 6;
    }
    count_ -= 8;
    return bits_ >> count_ & 0xFF;
  }

  size_t at_ = 0;
  uint32_t bits_ = 0;
  int count_ = 0;
};

struct Tables {
  std::unordered_map<uint32_t, Codes> apart;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> together;
  std::unordered_map<uint32_t, uint32_t> classes; // of marks; 0 for all others

  Tables() {
    Reader in;
    uint32_t first = 0;
    for (uint32_t i = in.next(); i > 0; --i) {
      first += in.next();
      uint32_t more = in.next(), to = in.nextFrom(first);
      for (uint32_t k = 0; k <= more; ++k)
        apart[first + k] = {to + k};
    }
    first = 0;
    for (uint32_t i = in.next(); i > 0; --i) {
      first += in.next();
      Codes &to = apart[first];
      for (uint32_t k = in.next(); k > 0; --k)
        to.push_back(in.nextFrom(first));
    }
    first = 0;
    for (uint32_t i = in.next(); i > 0; --i) {
      first += in.next();
      uint32_t left = in.nextFrom(first), right = in.next();
      apart[first] = {left, right};
      together[{left, right}] = first;
    }
    first = 0;
    for (uint32_t i = in.next(); i > 0; --i) {
      first += in.next();
      uint32_t more = in.next(), order = in.next();
      for (uint32_t k = 0; k <= more; ++k)
        classes[first + k] = order;
    }
  }

  uint32_t classOf(uint32_t code) const {
    auto found = classes.find(code);
    return found == classes.end() ? 0 : found->second;
  }
};

void takeApart(const Tables &tables, uint32_t code, Codes &to) {
  if (isIn(code, kSyllables, kSyllableCount)) {
    uint32_t at = code - kSyllables;
    to.push_back(kFirsts + at / (kVowelCount * kLastCount));
    to.push_back(kVowels + at / kLastCount % kVowelCount);
    if (at % kLastCount)
      to.push_back(kLasts + at % kLastCount);
    return;
  }
  auto found = tables.apart.find(code);
  if (found == tables.apart.end())
    return to.push_back(code);
  for (uint32_t part : found->second)
    takeApart(tables, part, to);
}

void orderMarks(const Tables &tables, Codes &codes) {
  auto isLess = [&](uint32_t a, uint32_t b) { return tables.classOf(a) < tables.classOf(b); };
  for (auto at = codes.begin(); at != codes.end();) {
    auto end = std::find_if(at, codes.end(), [&](uint32_t c) { return tables.classOf(c) == 0; });
    for (auto mark = at; mark != end; ++mark) // those of one class stay as they are
      std::rotate(std::upper_bound(at, mark, *mark, isLess), mark, mark + 1);
    at = end == codes.end() ? end : end + 1;
  }
}

// The character for both; 0 if there is none.
uint32_t pairOf(const Tables &tables, uint32_t a, uint32_t b) {
  if (isIn(a, kFirsts, kFirstCount) && isIn(b, kVowels, kVowelCount))
    return kSyllables + ((a - kFirsts) * kVowelCount + (b - kVowels)) * kLastCount;
  bool isOpen = isIn(a, kSyllables, kSyllableCount) && (a - kSyllables) % kLastCount == 0;
  if (isOpen && isIn(b, kLasts + 1, kLastCount - 1))
    return a + (b - kLasts);
  auto found = tables.together.find({a, b});
  return found == tables.together.end() ? 0 : found->second;
}

Codes putTogether(const Tables &tables, const Codes &codes) {
  Codes result;
  size_t letter = 0; // where the last character that is no mark stands in `result`
  bool hasLetter = false;
  for (uint32_t code : codes) {
    uint32_t order = tables.classOf(code);
    uint32_t before = result.empty() ? 0 : tables.classOf(result.back());
    bool isNext = hasLetter && letter + 1 == result.size();
    // A mark of the same class, or a letter, in between keeps them apart.
    bool isFree = hasLetter && (isNext || (before != 0 && before < order));
    if (uint32_t both = isFree ? pairOf(tables, result[letter], code) : 0) {
      result[letter] = both;
      continue;
    }
    if (order == 0) {
      letter = result.size();
      hasLetter = true;
    }
    result.push_back(code);
  }
  return result;
}

} // namespace

std::string normalForm(std::string_view name) {
  static const Tables &tables = *new Tables;
  Codes codes;
  while (!name.empty()) {
    uint32_t code = 0;
    size_t size = decodeCharacter(name, code);
    if (size == 0)
      break;
    takeApart(tables, code, codes);
    name.remove_prefix(size);
  }
  orderMarks(tables, codes);
  std::string result;
  for (uint32_t code : putTogether(tables, codes))
    appendCharacter(result, code);
  return result;
}

} // namespace nereid::syntax
