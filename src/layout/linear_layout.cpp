#include "layout/linear_layout.h"

#include <bit>

#include "base/check.h"
#include "base/text.h"

namespace nereid::layout {

LinearLayout LinearLayout::identity(std::vector<int> axisBits) {
  LinearLayout layout(std::move(axisBits));
  for (int bit = 0; bit < layout.tileBits(); ++bit)
    layout.bases(Place::Offset).push_back(Flat(1) << bit);
  return layout;
}

int LinearLayout::tileBits() const {
  int bits = 0;
  for (int axis : axisBits_)
    bits += axis;
  return bits;
}

int LinearLayout::shiftOf(int axis) const {
  int shift = 0;
  for (size_t later = axis + 1; later < axisBits_.size(); ++later)
    shift += axisBits_[later];
  return shift;
}

Flat LinearLayout::apply(Place place, uint32_t number) const {
  const Bases &table = bases(place);
  Flat flat = 0;
  for (size_t bit = 0; bit < table.size(); ++bit)
    if (number >> bit & 1)
      flat ^= table[bit];
  return flat;
}

Flat LinearLayout::apply(const Point &point) const {
  Flat flat = 0;
  for (int place = 0; place < kPlaces; ++place)
    flat ^= apply(static_cast<Place>(place), point.at[place]);
  return flat;
}

static Bases allBases(const LinearLayout &layout) {
  Bases all;
  for (int place = 0; place < kPlaces; ++place) {
    const Bases &some = layout.bases(static_cast<Place>(place));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

int LinearLayout::rank() const {
  return Span(allBases(*this)).rank();
}

bool LinearLayout::isInjective() const {
  return rank() == static_cast<int>(allBases(*this).size());
}

Inverse LinearLayout::invert() const {
  Span span(allBases(*this));
  std::vector<Point> inverse;
  for (int bit = 0; bit < tileBits(); ++bit) {
    auto mask = span.combination(Flat(1) << bit);
    NEREID_CHECK(mask, "a layout that does not hold every element has no inverse");
    Point point;
    for (int place = 0; place < kPlaces; ++place) {
      size_t bits = bases_[place].size();
      point.at[place] = static_cast<uint32_t>(*mask & ((uint64_t(1) << bits) - 1));
      *mask >>= bits;
    }
    inverse.push_back(point);
  }
  return Inverse(std::move(inverse));
}

LinearLayout LinearLayout::compose(const LinearLayout &inner) const {
  LinearLayout composed(axisBits_);
  for (int place = 0; place < kPlaces; ++place)
    for (Flat offset : inner.bases_[place])
      composed.bases_[place].push_back(apply(Place::Offset, offset));
  return composed;
}

// `flat` without the `count` bits from `shift` on.
static Flat dropBits(Flat flat, int shift, int count) {
  Flat low = flat & ((Flat(1) << shift) - 1);
  return (uint64_t(flat) >> (shift + count) << shift) | low;
}

LinearLayout LinearLayout::withoutAxis(int axis) const {
  int shift = shiftOf(axis), count = axisBits_[axis];
  LinearLayout result(axisBits_);
  result.axisBits_.erase(result.axisBits_.begin() + axis);
  for (int place = 0; place < kPlaces; ++place)
    for (Flat base : bases_[place])
      result.bases_[place].push_back(dropBits(base, shift, count));
  return result;
}

LinearLayout LinearLayout::reshaped(std::vector<int> axisBits) const {
  LinearLayout result = *this;
  result.axisBits_ = std::move(axisBits);
  NEREID_CHECK(result.tileBits() == tileBits(), "reshaping changes the number of elements");
  return result;
}

LinearLayout LinearLayout::transposed(const std::vector<int> &permutation) const {
  LinearLayout result(axisBits_);
  for (size_t axis = 0; axis < permutation.size(); ++axis)
    result.axisBits_[axis] = axisBits_[permutation[axis]];
  auto move = [&](Flat flat) {
    Flat moved = 0;
    for (size_t axis = 0; axis < permutation.size(); ++axis) {
      Flat part = (flat & maskOf(permutation[axis])) >> shiftOf(permutation[axis]);
      moved |= part << result.shiftOf(axis);
    }
    return moved;
  };
  for (int place = 0; place < kPlaces; ++place)
    for (Flat base : bases_[place])
      result.bases_[place].push_back(move(base));
  return result;
}

LinearLayout LinearLayout::distinctRegisters() const {
  LinearLayout result = *this;
  std::erase(result.bases(Place::Register), Flat(0));
  return result;
}

uint32_t LinearLayout::distinctRegister(uint32_t number) const {
  uint32_t kept = 0, next = 0;
  const Bases &registers = bases(Place::Register);
  for (size_t bit = 0; bit < registers.size(); ++bit)
    if (registers[bit] != 0)
      kept |= (number >> bit & 1) << next++;
  return kept;
}

std::optional<LinearLayout> LinearLayout::divide(const LinearLayout &inner) const {
  LinearLayout quotient(axisBits_);
  for (int place = 0; place < kPlaces; ++place) {
    const Bases &whole = bases_[place], &part = inner.bases_[place];
    if (part.size() > whole.size() || !std::equal(part.begin(), part.end(), whole.begin()))
      return std::nullopt;
    quotient.bases_[place].assign(whole.begin() + part.size(), whole.end());
  }
  return quotient;
}

int LinearLayout::contiguousBits() const {
  int bits = 0;
  for (Flat base : bases(Place::Register)) {
    if (base != Flat(1) << bits)
      break;
    ++bits;
  }
  return bits;
}

std::string LinearLayout::text() const {
  static constexpr const char *kNames[] = {"register", "lane", "warp", "block", "offset"};
  std::vector<std::string> parts;
  for (int place = 0; place < kPlaces; ++place) {
    std::vector<std::string> numbers;
    for (Flat base : bases_[place])
      numbers.push_back(cat(base));
    if (!numbers.empty())
      parts.push_back(cat(kNames[place], "=[", join(numbers, ","), "]"));
  }
  return join(parts, " ");
}

Point Inverse::apply(Flat flat) const {
  Point point;
  for (size_t bit = 0; bit < bases_.size(); ++bit)
    if (flat >> bit & 1)
      for (int place = 0; place < kPlaces; ++place)
        point.at[place] ^= bases_[bit].at[place];
  return point;
}

// Gaussian elimination, one generator at a time, so that a generator that earlier ones make is
// never used.
Span::Span(const Bases &generators) {
  for (size_t i = 0; i < generators.size(); ++i) {
    Row row{generators[i], uint64_t(1) << i};
    for (const Row &other : rows_)
      if (row.value & std::bit_floor(other.value))
        row = {row.value ^ other.value, row.mask ^ other.mask};
    if (row.value == 0)
      continue;
    Flat leading = std::bit_floor(row.value);
    for (Row &other : rows_)
      if (other.value & leading)
        other = {other.value ^ row.value, other.mask ^ row.mask};
    rows_.push_back(row);
  }
}

std::optional<uint64_t> Span::combination(Flat value) const {
  uint64_t mask = 0;
  for (const Row &row : rows_)
    if (value & std::bit_floor(row.value)) {
      value ^= row.value;
      mask ^= row.mask;
    }
  if (value != 0)
    return std::nullopt;
  return mask;
}

} // namespace nereid::layout
