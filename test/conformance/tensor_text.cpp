#include "tensor_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace nereid::conformance {
namespace {

// SplitMix64: small, and the same everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1) {}
  uint64_t bits() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  double unit() { return double(bits() >> 11) * 0x1p-53; } // in [0, 1)

private:
  uint64_t state_;
};

Status mistake(std::string what) {
  return {StatusCode::InvalidArgument, std::move(what)};
}

std::string_view trim(std::string_view text) {
  size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string> splitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t comma = text.find(',');
    parts.emplace_back(trim(text.substr(0, comma)));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  std::erase(parts, "");
  return parts;
}

// A number in the bits of `element`.
std::optional<uint64_t> parseNumber(Scalar element, const std::string &text) {
  char *end = nullptr;
  bool isHex = startsWith(text, "0x");
  if (text == "True" || text == "False")
    return text == "True";
  if (isHex || !isFloat(element)) {
    uint64_t bits = text[0] == '-' ? uint64_t(std::strtoll(text.c_str(), &end, 0))
                                   : std::strtoull(text.c_str(), &end, 0);
    return *end == '\0' ? std::optional(bits) : std::nullopt;
  }
  double value = std::strtod(text.c_str(), &end);
  return *end == '\0' ? std::optional(encodeFloat(element, value)) : std::nullopt;
}

// "N", "16", "M*N".
std::optional<int64_t> parseSize(std::string_view text,
                                 const std::map<std::string, int64_t> &integers) {
  int64_t product = 1;
  while (true) {
    size_t star = text.find('*');
    std::string factor(trim(text.substr(0, star)));
    char *end = nullptr;
    int64_t number = std::strtoll(factor.c_str(), &end, 10);
    if (auto known = integers.find(factor); known != integers.end())
      number = known->second;
    else if (factor.empty() || *end != '\0')
      return std::nullopt;
    product *= number;
    if (star == std::string_view::npos)
      return product;
    text = text.substr(star + 1);
  }
}

const std::vector<double> kFloatEdges = {
    0.0,     -0.0,     1.0,      -1.0,      INFINITY,     -INFINITY,     NAN,     0.5,
    -0.5,    1.5,      2.5,      -2.5,      0.1,          3.14159,       1e-3,    -1e3,
    0x1p-24, 0x1p-126, 0x1p-149, -0x1p-149, 65504,        65520,         448,     57344,
    3.4e38,  -3.4e38,  16777216, 16777217,  2147483648.0, -2147483648.0, 0x1p-14, 255.5};

uint64_t edge(Scalar element, int64_t index) {
  if (isFloat(element))
    return encodeFloat(element, kFloatEdges[index % kFloatEdges.size()]);
  uint64_t top = uint64_t(1) << (bitWidth(element) - 1);
  const uint64_t edges[] = {0, 1, ~uint64_t(0), top, top - 1, top + 1, 2,  ~uint64_t(1),
                            3, 7, 10,           100, 0x55,    0xAA,    16, ~uint64_t(9)};
  return edges[index % std::size(edges)];
}

// The ends of a float type's own range, where `edges` has those of fp32: the smallest and largest
// subnormals, the smallest normal, the largest number, and what lies beside them.
std::vector<uint64_t> limitsOf(Scalar element) {
  uint64_t sign = uint64_t(1) << (bitWidth(element) - 1);
  uint64_t one = encodeFloat(element, 1.0), normal = smallestNormal(element);
  uint64_t most = encodeFloat(element, INFINITY); // or, of types that saturate, the largest
  while (!std::isfinite(decodeFloat(element, most)))
    --most;
  std::vector<uint64_t> limits;
  for (uint64_t magnitude : {uint64_t(0), uint64_t(1), normal - 1, normal, one - 1, one, one + 1,
                             most - 1, most, most + 1})
    limits.insert(limits.end(), {magnitude, sign | magnitude});
  for (double number : {double(NAN), 2.0, -2.0, 0.5, 3.0, -7.5})
    limits.push_back(encodeFloat(element, number));
  return limits;
}

uint64_t fromNumber(Scalar element, double value) {
  return isFloat(element) ? encodeFloat(element, value) : uint64_t(int64_t(std::floor(value)));
}

// What follows the colon: how the lanes are chosen.
Status fill(Tensor &tensor, std::string_view how, uint64_t seed) {
  Scalar element = tensor.element;
  Random random(seed);
  size_t open = how.find('(');
  std::string kind(how.substr(0, open));
  std::vector<std::string> given;
  if (open != std::string_view::npos)
    given = splitAtCommas(how.substr(open + 1, how.rfind(')') - open - 1));
  int64_t run = given.empty() ? 1 : std::max(1, std::atoi(given[0].c_str()));
  std::vector<uint64_t> limits;
  if ((kind == "limits" || kind == "numbers") && isFloat(element))
    limits = limitsOf(element);
  if (kind == "numbers")
    std::erase_if(limits, [&](uint64_t bits) { return std::isnan(decodeFloat(element, bits)); });
  for (int64_t i = 0; i < tensor.size(); ++i) {
    if (kind == "iota")
      tensor.setBits(i, fromNumber(element, double(i)));
    else if (kind == "edges")
      tensor.setBits(i, edge(element, given.empty() ? i : i / run));
    else if (kind == "limits" || kind == "numbers")
      tensor.setBits(i, limits.empty() ? edge(element, i / run) : limits[i / run % limits.size()]);
    else if (kind == "patterns")
      tensor.setBits(i, uint64_t(i));
    else if (kind == "bits" || (kind == "random" && given.empty() && !isFloat(element)))
      tensor.setBits(i, random.bits());
    else if (kind == "random" && given.empty())
      tensor.setBits(i, fromNumber(element, 2 * random.unit() - 1));
    else if (kind == "random" && given.size() == 2) {
      double low = std::atof(given[0].c_str()), high = std::atof(given[1].c_str());
      tensor.setBits(i, fromNumber(element, low + (high - low) * random.unit()));
    } else if (kind == "fill" && given.size() == 1 && parseNumber(element, given[0]))
      tensor.setBits(i, *parseNumber(element, given[0]));
    else
      return mistake(cat("`", how, "` fills no tensor"));
  }
  return {};
}

std::string numberText(Scalar element, uint64_t bits) {
  char text[64];
  if (isFloat(element))
    std::snprintf(text, sizeof text, "%.9g (0x%llx)", decodeFloat(element, bits),
                  static_cast<unsigned long long>(bits));
  else if (isSigned(element))
    std::snprintf(text, sizeof text, "%lld",
                  static_cast<long long>(int64_t(bits << (64 - bitWidth(element))) >>
                                         (64 - bitWidth(element))));
  else
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(bits));
  return text;
}

bool isClose(Scalar element, uint64_t got, uint64_t wanted, double tolerance) {
  if (got == wanted)
    return true;
  if (!isFloat(element))
    return false;
  double a = decodeFloat(element, got), b = decodeFloat(element, wanted);
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (tolerance == 0)
    return false;
  return a == b || std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

} // namespace

uint64_t smallestNormal(Scalar element) {
  uint64_t one = encodeFloat(element, 1.0);
  int mantissaBits = -std::ilogb(decodeFloat(element, one + 1) - 1);
  return uint64_t(1) << mantissaBits;
}

uint64_t Tensor::bits(int64_t index) const {
  uint64_t word = 0;
  int size = byteSize(element);
  std::memcpy(&word, bytes.data() + index * size, size);
  return word;
}

void Tensor::setBits(int64_t index, uint64_t word) {
  int size = byteSize(element);
  if (element == Scalar::I1)
    word &= 1;
  std::memcpy(bytes.data() + index * size, &word, size);
}

bool isTensorText(std::string_view text) {
  size_t bracket = text.find('[');
  return bracket != std::string_view::npos && scalarFromShortName(text.substr(0, bracket));
}

Result<Tensor> parseValues(Scalar element, std::string_view text) {
  std::vector<std::string> parts = splitAtCommas(text.substr(1, text.rfind(']') - 1));
  Tensor tensor{element, {}};
  tensor.bytes.resize(parts.size() * byteSize(element));
  for (size_t i = 0; i < parts.size(); ++i) {
    auto bits = parseNumber(element, parts[i]);
    if (!bits)
      return mistake(cat("`", parts[i], "` is no ", shortName(element)));
    tensor.setBits(i, *bits);
  }
  return tensor;
}

Result<Tensor> parseTensor(std::string_view text, const std::map<std::string, int64_t> &integers,
                           uint64_t seed) {
  size_t open = text.find('['), close = text.find(']');
  if (close == std::string_view::npos)
    return mistake(cat("`", text, "` lacks its bracket"));
  Scalar element = *scalarFromShortName(text.substr(0, open));
  std::string_view inside = text.substr(open + 1, close - open - 1), after = text.substr(close + 1);
  if (inside.find(',') != std::string_view::npos)
    return parseValues(element, text.substr(open, close - open + 1));
  auto size = parseSize(inside, integers);
  if (!size)
    return mistake(cat("`", inside, "` is no size"));
  Tensor tensor{element, {}};
  tensor.bytes.resize(*size * byteSize(element));
  if (startsWith(after, ":"))
    if (Status status = fill(tensor, after.substr(1), seed); !status.ok())
      return status;
  return tensor;
}

std::string difference(const Tensor &got, const Tensor &wanted, double tolerance) {
  if (got.size() != wanted.size())
    return cat(" has ", got.size(), " elements, not ", wanted.size());
  int64_t differing = 0;
  std::string first;
  for (int64_t i = 0; i < got.size(); ++i) {
    if (isClose(got.element, got.bits(i), wanted.bits(i), tolerance))
      continue;
    if (differing++ == 0)
      first = cat("[", i, "] is ", numberText(got.element, got.bits(i)), ", not ",
                  numberText(wanted.element, wanted.bits(i)));
  }
  return differing > 1 ? cat(first, ", and ", differing - 1, " more") : first;
}

} // namespace nereid::conformance
