// A port of torch's rules, in two passes over the elements that will be shown. The first pass
// decides on one format for all of them: whole numbers as "1.", scientific notation if magnitudes
// span more than a factor of 1000 or are extreme, else fixed point; and how wide the widest is. The
// second prints, dim by dim, leaving out the middle of long dims.
#include "tensor/print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/text.h"
#include "tensor/cast.h"
#include "tensor/dtype.h"

namespace nereid::tensor {
namespace {

std::string pythonNonFinite(double value) {
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

// f"{value:.{digits}f}" or with "e".
std::string formatDouble(double value, int digits, char form) {
  if (!std::isfinite(value))
    return pythonNonFinite(value);
  char text[512];
  const char *format = form == 'e' ? "%.*e" : "%.*f";
  std::snprintf(text, sizeof text, format, digits, value);
  return text;
}

std::string formatInteger(__int128 value) {
  return value > INT64_MAX ? cat(static_cast<uint64_t>(value)) : cat(static_cast<int64_t>(value));
}

class ElementFormat {
public:
  ElementFormat(Dtype dtype, const PrintOptions &options)
      : options_(options), isFloat_(isFloat(dtype)) {}

  // First pass: every element that will be shown, then settle().
  void see(const Number &element) {
    if (!isFloat_) {
      width_ = std::max(width_, formatNumber(element).size());
      return;
    }
    double value = element.real;
    if (!std::isfinite(value) || value == 0)
      return;
    smallest_ = std::min(smallest_, std::fabs(value));
    largest_ = std::max(largest_, std::fabs(value));
    wholes_ = wholes_ && value == std::ceil(value);
    seen_.push_back(value);
  }

  void settle() {
    if (!seen_.empty()) {
      scientific_ = largest_ / smallest_ > 1000 || largest_ > 1e8 || (!wholes_ && smallest_ < 1e-4);
      for (double value : seen_)
        width_ = std::max(width_, widthOf(value));
      seen_.clear();
    }
    if (options_.scientific)
      scientific_ = *options_.scientific;
  }

  size_t width() const { return width_; }

  std::string format(const Number &element) const {
    std::string text = isFloat_ ? formatFloat(element.real) : formatNumber(element);
    return text.size() < width_ ? std::string(width_ - text.size(), ' ') + text : text;
  }

private:
  size_t widthOf(double value) const {
    if (scientific_)
      return formatDouble(value, options_.precision, 'e').size();
    if (wholes_)
      return formatDouble(value, 0, 'f').size() + 1; // the point
    return formatDouble(value, options_.precision, 'f').size();
  }
  std::string formatFloat(double value) const {
    if (scientific_)
      return formatDouble(value, options_.precision, 'e');
    if (wholes_)
      return formatDouble(value, 0, 'f') + (std::isfinite(value) ? "." : "");
    return formatDouble(value, options_.precision, 'f');
  }

  const PrintOptions &options_;
  bool isFloat_, wholes_ = true, scientific_ = false;
  double smallest_ = std::numeric_limits<double>::infinity(), largest_ = 0;
  size_t width_ = 1;
  std::vector<double> seen_;
};

class Printer {
public:
  Printer(const Tensor &x, const PrintOptions &options)
      : x_(x), options_(options), format_(x.dtype(), options),
        summarize_(x.numel() > options.threshold) {}

  std::string print(int64_t indent) {
    if (x_.numel() == 0)
      return "[]";
    visit(0, x_.data());
    format_.settle();
    return printDim(0, x_.data(), indent);
  }

private:
  // The indices shown along a dim; -1 stands for "...".
  Dims shown(int64_t d) const {
    int64_t size = x_.size(d), edge = options_.edgeItems;
    Dims indices;
    bool cut = summarize_ && size > 2 * edge;
    for (int64_t i = 0; i < (cut ? edge : size); ++i)
      indices.push_back(i);
    if (cut) {
      indices.push_back(-1);
      for (int64_t i = size - edge; i < size; ++i)
        indices.push_back(i);
    }
    return indices;
  }

  const std::byte *step(int64_t d, const std::byte *at, int64_t index) const {
    return at + index * x_.stride(d) * x_.elementSize();
  }

  void visit(int64_t d, const std::byte *at) {
    if (d == x_.dim())
      return format_.see(loadNumber(x_, at));
    for (int64_t index : shown(d))
      if (index >= 0)
        visit(d + 1, step(d, at, index));
  }

  std::string printDim(int64_t d, const std::byte *at, int64_t indent) const {
    if (d == x_.dim())
      return format_.format(loadNumber(x_, at));
    if (d == x_.dim() - 1)
      return printVector(at, indent);
    std::vector<std::string> parts;
    for (int64_t index : shown(d))
      parts.push_back(index < 0 ? "..." : printDim(d + 1, step(d, at, index), indent + 1));
    std::string separator = cat(",", std::string(x_.dim() - d - 1, '\n'),
                                std::string(static_cast<size_t>(indent) + 1, ' '));
    return cat("[", join(parts, separator), "]");
  }

  std::string printVector(const std::byte *at, int64_t indent) const {
    int64_t elementWidth = static_cast<int64_t>(format_.width()) + 2;
    int64_t perLine = std::max<int64_t>(1, (options_.lineWidth - indent) / elementWidth);
    std::string text = "[";
    int64_t inLine = 0;
    for (int64_t index : shown(x_.dim() - 1)) {
      if (text.size() > 1)
        text += inLine == perLine ? cat(",\n", std::string(static_cast<size_t>(indent) + 1, ' '))
                                  : ", ";
      inLine = inLine == perLine ? 1 : inLine + 1;
      text += index < 0 ? " ..." : format_.format(loadNumber(x_, step(x_.dim() - 1, at, index)));
    }
    return text + "]";
  }

  const Tensor &x_;
  const PrintOptions &options_;
  ElementFormat format_;
  bool summarize_;
};

// Says the dtype unless it is what the text implies, and the size of an empty tensor.
std::vector<std::string> suffixesFor(const Tensor &x, const std::string &more) {
  std::vector<std::string> suffixes;
  bool implied = x.dtype() == kDefaultFloat || x.dtype() == Dtype::I64 || x.dtype() == Dtype::I1;
  if (x.numel() == 0) {
    if (x.dim() != 1)
      suffixes.push_back(cat("size=(", join(x.shape(), ", "), x.dim() == 1 ? "," : "", ")"));
    implied = x.dtype() == kDefaultFloat;
  }
  if (!implied)
    suffixes.push_back(cat("dtype=torch.", torchName(x.dtype())));
  if (!more.empty())
    suffixes.push_back(more);
  return suffixes;
}

} // namespace

std::string formatNumber(const Number &number) {
  if (number.kind == Number::Kind::Bool)
    return number.integer ? "True" : "False";
  if (!number.isFloat())
    return formatInteger(number.integer);
  if (!std::isfinite(number.real))
    return pythonNonFinite(number.real);
  // The shortest digits that read back, in Python's choice of notation.
  char digits[64];
  double magnitude = std::fabs(number.real);
  bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
  auto form = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  std::string text(digits, std::to_chars(digits, digits + sizeof digits, number.real, form).ptr);
  bool whole = text.find_first_of(".e") == std::string::npos;
  return whole ? text + ".0" : text;
}

std::string toText(const Tensor &x, const PrintStyle &style) {
  int64_t indent = static_cast<int64_t>(style.prefix.size());
  std::string text = style.prefix + Printer(x, style.options).print(indent);
  // torch counts from the newline, or from one before the text, and adds one.
  size_t newline = text.rfind('\n');
  int64_t before = newline == std::string::npos ? -1 : static_cast<int64_t>(newline);
  int64_t lastLine = static_cast<int64_t>(text.size()) - before + 1;
  for (const std::string &suffix : suffixesFor(x, style.suffix)) {
    int64_t length = static_cast<int64_t>(suffix.size());
    if (lastLine + length + 2 > style.options.lineWidth) {
      text += cat(",\n", std::string(static_cast<size_t>(indent), ' '), suffix);
      lastLine = indent + length;
    } else {
      text += cat(", ", suffix);
      lastLine += length + 2;
    }
  }
  return text + ")";
}

} // namespace nereid::tensor
