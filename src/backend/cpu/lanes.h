// Lanes and Index: what the emitter asks of a tile, and what it gets.
//
// A loop nest asks a tile for `width` lanes at a time. The Index says which: one AxisIndex per axis
// of the tile. For the second row of a 4x64 tile, columns 16 to 31, at width 16:
//
//   [ {first = 1}, {first = 16, kind = Along} ]
//
// and the answer for `row * 64 + column` is Affine{first = 64, step = 1, place = 16}: no vector was
// built. That is how addresses are found to be contiguous: by asking for them. What a loop counts
// stays apart in `place`, so that all arithmetic on `first` leaves the loop, and an address is a
// base and the loop's own counter.
#pragma once

#include "backend/cpu/writer.h"

namespace nereid::cpu {

struct AxisIndex {
  enum class Kind {
    Uniform, // every lane at `first`
    Along,   // lane i at first + i
    Vector,  // lane i at vector[i]
    Unknown, // a loop that is not open yet gives it
  };
  Kind kind = Kind::Uniform;
  Value first;            // i64; null is 0
  Value vector;           // i32 lanes
  bool isAligned = false; // Along: `first` is a multiple of the width

  bool operator==(const AxisIndex &) const = default;

  static AxisIndex at(Value first) { return {Kind::Uniform, first, {}, false}; }
  static AxisIndex along(Value first, bool isAligned) {
    return {Kind::Along, first, {}, isAligned};
  }
  static AxisIndex of(Value vector) { return {Kind::Vector, {}, vector, false}; }
  static AxisIndex unknown() { return {Kind::Unknown, {}, {}, false}; }
};

struct Index {
  SmallVector<AxisIndex, 4> axes;
  int64_t width = 1; // lanes; at 1 every axis is Uniform

  bool operator==(const Index &) const = default;
  AxisIndex &operator[](size_t axis) { return axes[axis]; }
  const AxisIndex &operator[](size_t axis) const { return axes[axis]; }
  bool isUniform() const {
    return llvm::all_of(axes, [](auto &a) { return a.kind == AxisIndex::Kind::Uniform; });
  }
  bool isKnown() const {
    return llvm::none_of(axes, [](auto &a) { return a.kind == AxisIndex::Kind::Unknown; });
  }
};

// Some lanes of a tile. Pointers are `!llvm.ptr`s when Uniform or Affine; as a Vector they are a
// base and offsets, `unit` bytes each.
struct Lanes {
  enum class Kind { Uniform, Affine, Vector };
  Kind kind = Kind::Uniform;
  Value first;  // Uniform: of every lane; Affine: at place 0; Vector of pointers: the base
  Value step;   // Affine: from lane to lane, in the type of `first` (i64 bytes for pointers)
  Value place;  // Affine: i64, null is 0; lane i is first + (place + i) * step
  Value vector; // Vector: the lanes
  int64_t unit = 1;

  bool isUniform() const { return kind == Kind::Uniform; }
  bool isAffine() const { return kind == Kind::Affine; }
  bool isVector() const { return kind == Kind::Vector; }

  static Lanes uniform(Value value) { return {Kind::Uniform, value, {}, {}, {}, 1}; }
  static Lanes affine(Value first, Value step, Value place = {}) {
    return {Kind::Affine, first, step, place, {}, 1};
  }
  // What an operation gave: uniform if it is a scalar.
  static Lanes of(Value value) {
    if (mlir::isa<mlir::VectorType>(value.getType()))
      return {Kind::Vector, {}, {}, {}, value, 1};
    return uniform(value);
  }
  static Lanes pointers(Value base, Value offsets, int64_t unit) {
    return {Kind::Vector, base, {}, {}, offsets, unit};
  }
};

// The same lanes with lane 0 in `first`: an Affine's place is added to it.
Lanes settled(Writer &w, const Lanes &lanes);
// The lanes of anything but pointers as one value: a vector, or a scalar at width 1.
Value asVector(Writer &w, const Lanes &lanes, int64_t width);
// Pointers as a Vector: base and offsets.
Lanes asPointerVector(Writer &w, const Lanes &pointers, int64_t width);
// Pointers as i64 addresses.
Lanes asAddresses(Writer &w, const Lanes &pointers, int64_t width);

// `first` as an i64 that is never null.
Value firstOf(Writer &w, const AxisIndex &axis);
// The index as i32 lanes.
Value vectorOf(Writer &w, const AxisIndex &axis, int64_t width);

} // namespace nereid::cpu
