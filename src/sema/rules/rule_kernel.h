// What the tests of rules ask of one kernel body: the type of an expression, the operations it
// becomes, the mistakes found. Names that every body may use:
//   p h i b: pointers to fp32, fp16, int32, int1    n m: an int32 and an int64
//   r: arange(0, 8)    x: a fp32[8, 8] tile         y: an fp16[8, 8] tile    c: an int1[8] tile
//
//   EXPECT_EQ(typeOf("x + 1"), "fp32[8, 8]");
//   EXPECT_EQ(opsOf("n + m"), "ExtS AddI");
//   EXPECT_EQ(errorsOf("x + p"), "NR0302 ...");
#pragma once

#include <string>
#include <string_view>

namespace nereid::sema {

// As the language prints it; the errors, if there are any.
std::string typeOf(std::string_view expression);

// The names of the operations that the statements become, those of the prologue left out.
std::string opsOf(std::string_view statements);

// Core of the statements, one operation a line; the names above stand for their values, all others
// are numbered from %0.
std::string coreOf(std::string_view statements);

// One diagnostic a line: "NR0301: headline".
std::string errorsOf(std::string_view statements);

} // namespace nereid::sema
