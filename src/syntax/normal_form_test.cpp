// Against Unicode's own examples, and what CPython makes of these names.
#include "syntax/normal_form.h"

#include <gtest/gtest.h>

namespace nereid::syntax {
namespace {

TEST(NormalForm, IsTheOneOfPython) {
  constexpr std::pair<const char *, const char *> kNames[] = {
      {"x", "x"},
      {"\uFB01x", "fix"},                // a ligature
      {"\U0001D465\U0001D7CF", "x1"},    // mathematical letters and digits
      {"\uFF41\uFF3F\uFF11", "a_1"},     // full width
      {"e\u0301", "\u00E9"},             // two characters, and the one for both
      {"\u212B", "\u00C5"},              // Angstrom
      {"a\u0323\u0307", "\u1EA1\u0307"}, // marks in order
      {"a\u0307\u0323", "\u1EA1\u0307"}, // and in another
      {"s\u0323\u0307", "\u1E69"},       // two marks on one letter
      {"\u1112\u1161\u11AB", "\uD55C"},  // Hangul
      {"\uD55C\uAE00", "\uD55C\uAE00"},
      {"\u0958", "\u0915\u093C"}, // never written as one
      {"\u03D5", "\u03C6"},       // a variant of phi
      {"\uF900", "\u8C48"},       // a compatibility ideograph
      {"\u00E9\u4E2D_1", "\u00E9\u4E2D_1"},
  };
  for (const auto &[written, name] : kNames)
    EXPECT_EQ(normalForm(written), name) << written;
}

} // namespace
} // namespace nereid::syntax
