// The parts of number formatting that format(), f-strings and `%` share.
#pragma once

#include <string>
#include <string_view>

namespace nereid::eval {

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct FormatSpec {
  std::string fill = " ";
  char align = 0; // '<', '>', '^', '=', or 0: the type's own
  char sign = 0;  // '+', '-', ' ', or 0
  bool noNegativeZero = false;
  bool alternate = false;
  bool zero = false;
  int width = -1;
  char grouping = 0; // ',', '_', or 0
  int precision = -1;
  char type = 0;
};

// Raises ValueError where the text is no specification. `type` decides what a leading 0 means.
FormatSpec parseFormatSpec(std::string_view text, std::string_view type);

// A number in pieces: sign, prefix ("0x"), whole digits (which are grouped), the rest (".5e+10").
struct NumberText {
  bool negative = false;
  std::string prefix;
  std::string whole;
  std::string rest;
  int groupSize = 3;
};
std::string layOut(const NumberText &text, const FormatSpec &spec);

// The digits of a finite, non-negative number in form e, f or g (or upper case).
std::string floatDigits(double size, char type, int precision, bool alternate);
std::string formatReal(double value, const FormatSpec &spec);

} // namespace nereid::eval
