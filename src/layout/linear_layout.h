// LinearLayout: where the elements of a tile live, as a linear map over bits.
//
// A GPU's program holds a tile in the registers of its threads. Which element is where is a
// function from a place (register, lane, warp) to a place in the tile, and every layout worth
// having is linear over bits: the element at a place is the exclusive or of what each set bit of
// the place contributes (arXiv 2505.23819). So a layout is a short table, one entry a bit. A 4 x 4
// tile held by 4 lanes, two neighbours of a row in each lane's registers 0 and 1, rows 2 and 3 in 2
// and 3:
//
//   register bit 0 -> (0, 1)      lane bit 0 -> (0, 2)       row 0:  lane 0: r0 r1   lane 1: r0 r1
//   register bit 1 -> (2, 0)      lane bit 1 -> (1, 0)       row 1:  lane 2: r0 r1   lane 3: r0 r1
//
// Places in the tile are written flat: row-major, the last axis in the low bits. Then reshaping a
// tile changes no layout, transposing permutes bits, and one integer says it all. An entry of zero
// means that both values of the bit hold the same element: the tile is there more than once.
//
// Sizes are powers of two. A layout is a value; nothing here fails on shapes that the language
// admits, and misuse ends in NEREID_CHECK.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nereid::layout {

// The kinds of place. Block counts the thread blocks of a cluster; Offset addresses shared memory;
// Portion counts the parts of a tile that threads go through one after another.
enum class Place : uint8_t { Register, Lane, Warp, Block, Offset, Portion };
constexpr int kPlaces = 6;

using Flat = uint32_t;
using Bases = std::vector<Flat>; // what bit 0, 1, ... of a place contributes

// One number of each kind of place.
struct Point {
  std::array<uint32_t, kPlaces> at = {};
  uint32_t &operator[](Place place) { return at[static_cast<int>(place)]; }
  uint32_t operator[](Place place) const { return at[static_cast<int>(place)]; }
  friend bool operator==(const Point &, const Point &) = default;
};

class LinearLayout {
public:
  LinearLayout() = default;
  // Bits of each axis' size, the slowest axis first; no place has bits yet.
  explicit LinearLayout(std::vector<int> axisBits) : axisBits_(std::move(axisBits)) {}

  // Offset i holds element i.
  static LinearLayout identity(std::vector<int> axisBits);

  const std::vector<int> &axisBits() const { return axisBits_; }
  int tileBits() const;
  // Where axis' bits stand in a flat place: from this bit on.
  int shiftOf(int axis) const;
  // The flat place of bit `bit` of `axis`.
  Flat unit(int axis, int bit) const { return Flat(1) << (shiftOf(axis) + bit); }
  Flat maskOf(int axis) const { return ((Flat(1) << axisBits_[axis]) - 1) << shiftOf(axis); }

  Bases &bases(Place place) { return bases_[static_cast<int>(place)]; }
  const Bases &bases(Place place) const { return bases_[static_cast<int>(place)]; }
  uint32_t sizeOf(Place place) const { return uint32_t(1) << bases(place).size(); }
  uint32_t registers() const { return sizeOf(Place::Register); }

  // Which element is at `point`.
  Flat apply(const Point &point) const;
  Flat apply(Place place, uint32_t number) const;

  // The elements that the places reach are 2^rank.
  int rank() const;
  bool isSurjective() const { return rank() == tileBits(); } // every element is somewhere
  bool isInjective() const;                                  // no element is twice

  // A place that holds each element: apply(invert().apply(x)) = x. Of several, the one that leaves
  // later places (Lane before Warp, ...) at zero. Requires isSurjective().
  class Inverse invert() const;

  // this after `inner`: for layouts whose tile is this one's Offset.
  LinearLayout compose(const LinearLayout &inner) const;

  // The layout of a tile that lacks `axis` (as reducing leaves it), or of one with an axis of size
  // one in its place; registers that then hold the same as others are kept.
  LinearLayout withoutAxis(int axis) const;
  // Elements keep their flat place; `axisBits` add up to the same.
  LinearLayout reshaped(std::vector<int> axisBits) const;
  // Result axis i is this one's axis permutation[i].
  LinearLayout transposed(const std::vector<int> &permutation) const;

  // Without register bits that add nothing.
  LinearLayout distinctRegisters() const;
  // Which register of that layout is `number` of this one.
  uint32_t distinctRegister(uint32_t number) const;
  // The quotient: what is left of this layout when `inner`, whose bases begin every place's here,
  // is taken away; nothing if it is no such part.
  std::optional<LinearLayout> divide(const LinearLayout &inner) const;

  // How many low flat bits registers 0, 1, 2, ... count up: 2^n neighbours in a row.
  int contiguousBits() const;

  std::string text() const; // "register=[1,2,64] lane=[4,8,16,32,0]"

  friend bool operator==(const LinearLayout &, const LinearLayout &) = default;

private:
  std::vector<int> axisBits_;
  std::array<Bases, kPlaces> bases_;
};

// A linear map back: what each bit of a flat place contributes to the point.
class Inverse {
public:
  explicit Inverse(std::vector<Point> bases) : bases_(std::move(bases)) {}
  Point apply(Flat flat) const;

private:
  std::vector<Point> bases_;
};

// Writes numbers as exclusive ors of given ones.
class Span {
public:
  explicit Span(const Bases &generators);
  // Which generators make `value`, as a mask; nothing if none do. Earlier generators are preferred.
  std::optional<uint64_t> combination(Flat value) const;
  int rank() const { return static_cast<int>(rows_.size()); }

private:
  struct Row {
    Flat value;
    uint64_t mask;
  };
  std::vector<Row> rows_; // each with a leading bit of its own
};

} // namespace nereid::layout
