#include "layout/conversion.h"

#include <algorithm>

namespace nereid::layout {
namespace {

// Shuffles beyond this many a register cost more than shared memory does.
constexpr int kMaxChoices = 2;

std::optional<Conversion> throughRegisters(const LinearLayout &from, const LinearLayout &to) {
  if (from.bases(Place::Lane) != to.bases(Place::Lane))
    return std::nullopt;
  Span span(from.bases(Place::Register));
  Conversion plan;
  plan.kind = Conversion::Kind::Registers;
  for (uint32_t r = 0; r < to.registers(); ++r) {
    auto source = span.combination(to.apply(Place::Register, r));
    if (!source)
      return std::nullopt;
    plan.sources.push_back(static_cast<uint32_t>(*source));
  }
  return plan;
}

// A place (register, lane) of `from` for an element, as a mask over its register and lane bits.
struct WarpSpan {
  explicit WarpSpan(const LinearLayout &from)
      : registerBits(from.bases(Place::Register).size()), span(gather(from)) {}

  static Bases gather(const LinearLayout &from) {
    Bases all = from.bases(Place::Register);
    const Bases &lanes = from.bases(Place::Lane);
    all.insert(all.end(), lanes.begin(), lanes.end());
    return all;
  }
  // The register and the lane, or nothing.
  std::optional<std::pair<uint32_t, uint32_t>> find(Flat flat) const {
    auto mask = span.combination(flat);
    if (!mask)
      return std::nullopt;
    uint64_t low = (uint64_t(1) << registerBits) - 1;
    return std::pair(uint32_t(*mask & low), uint32_t(*mask >> registerBits));
  }

  size_t registerBits;
  Span span;
};

std::optional<Conversion> throughShuffles(const LinearLayout &from, const LinearLayout &to) {
  WarpSpan places(from);
  Conversion plan;
  plan.kind = Conversion::Kind::Shuffles;
  Bases varying;
  for (Flat base : to.bases(Place::Lane)) {
    auto place = places.find(base);
    if (!place)
      return std::nullopt;
    plan.choicesOfBit.push_back(place->first);
    plan.lanesOfBit.push_back(place->second);
    varying.push_back(place->first);
  }
  if ((1 << Span(varying).rank()) > kMaxChoices)
    return std::nullopt;
  for (uint32_t r = 0; r < to.registers(); ++r) {
    auto place = places.find(to.apply(Place::Register, r));
    if (!place)
      return std::nullopt;
    plan.sources.push_back(place->first);
    plan.sourceLanes.push_back(place->second);
  }
  return plan;
}

} // namespace

Conversion planConversion(const LinearLayout &from, const LinearLayout &to) {
  if (from == to)
    return {.kind = Conversion::Kind::Same};
  if (from.bases(Place::Warp) == to.bases(Place::Warp)) {
    if (auto plan = throughRegisters(from, to))
      return std::move(*plan);
    if (auto plan = throughShuffles(from, to))
      return std::move(*plan);
  }
  return {.kind = Conversion::Kind::SharedMemory};
}

} // namespace nereid::layout
