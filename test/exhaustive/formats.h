// The element types of the language, and what a number becomes in each: a reference written apart
// from the compiler's own, by table and search instead of by bits, to test it against.
//
//   const Element &half = elementNamed("float16");
//   half.decode(0x3C00);  // 1.0L
//   half.encode(1.0L);    // 0x3C00
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nereid/nereid_c.h>

namespace nereid::exhaustive {

enum class Kind { Bool, Signed, Unsigned, Float };

struct Element {
  std::string name;   // "float16", as in tl.float16
  nereid_type memory; // what a buffer of it is declared as: a type of its size
  Kind kind;
  int bits; // in memory
  // Of a float.
  int mantissaBits = 0, bias = 0;
  // How the largest exponent is used: infinities and NaNs; one NaN; numbers like any other; the
  // same, and minus zero is NaN.
  enum class Top { Ieee, OneNan, Numbers, MinusZeroNan } top = Top::Ieee;

  bool isFloat() const { return kind == Kind::Float; }
  bool isFloat8() const { return isFloat() && bits == 8; }
  bool isBitcast() const { return isFloat8(); } // buffers hold it as uint8

  bool isNan(uint64_t pattern) const;
  long double decode(uint64_t pattern) const; // exact; NaN for any NaN

  // The nearest value, ties to even; fp8 saturates. Integers: toward zero, the nearest end of the
  // range for what is outside of it, and 0 for NaN.
  uint64_t encode(long double value) const;
  uint64_t encodeTowardZero(long double value) const; // of a finite float value

  // Equal, or both NaN.
  bool same(uint64_t a, uint64_t b) const { return a == b || (isNan(a) && isNan(b)); }

private:
  const std::vector<long double> &magnitudes() const; // of patterns 0, 1, ..., the largest finite
  uint64_t nearest(long double magnitude) const;
};

const std::vector<Element> &elements();
const Element &elementNamed(const std::string &name);

// What x.to(to) is, by the language; x is `pattern` in `from`.
uint64_t castTo(const Element &to, const Element &from, uint64_t pattern);

} // namespace nereid::exhaustive
