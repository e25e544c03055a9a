// Expectations are what CPython 3.11 prints.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "eval/number.h"
#include "eval/operators.h"

namespace nereid::eval {
namespace {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

Value I(Int value) {
  return Value::integer(value);
}
Value F(double value) {
  return Value::real(value);
}
Value S(std::string text) {
  return Value::string(std::move(text));
}
Value L(std::vector<Value> items) {
  return Value::list(std::move(items));
}
Value T(std::vector<Value> items) {
  return Value::tuple(std::move(items));
}

std::string evaluate(BinaryOp op, const Value &a, const Value &b) {
  try {
    return repr(binary(op, a, b));
  } catch (const Raised &raised) {
    return raised.exception->type->name + ": " + raised.exception->message();
  }
}

template <typename Body> std::string outcome(Body body) {
  try {
    return repr(body());
  } catch (const Raised &raised) {
    return raised.exception->type->name + ": " + raised.exception->message();
  }
}

Value method(const Value &object, std::string_view name, std::vector<Value> arguments = {}) {
  return call(getAttr(object, name), Arguments{arguments, {}});
}

Value builtin(std::string_view name, std::vector<Value> arguments) {
  return call(*builtins().members.find(name), Arguments{arguments, {}});
}

TEST(Arithmetic, FloorsTowardMinusInfinity) {
  EXPECT_EQ(evaluate(BinaryOp::FloorDiv, I(-7), I(2)), "-4");
  EXPECT_EQ(evaluate(BinaryOp::Mod, I(-7), I(2)), "1");
  EXPECT_EQ(evaluate(BinaryOp::Mod, I(7), I(-2)), "-1");
  EXPECT_EQ(evaluate(BinaryOp::FloorDiv, F(-7.5), I(2)), "-4.0");
  EXPECT_EQ(evaluate(BinaryOp::Mod, F(-7.5), I(2)), "0.5");
  EXPECT_EQ(evaluate(BinaryOp::Mod, F(-4), I(2)), "0.0");
  EXPECT_EQ(evaluate(BinaryOp::Mod, F(4), I(-2)), "-0.0");
}

TEST(Arithmetic, NamesWhatDividesByZero) {
  EXPECT_EQ(evaluate(BinaryOp::Div, I(1), I(0)), "ZeroDivisionError: division by zero");
  EXPECT_EQ(evaluate(BinaryOp::Div, F(1), I(0)), "ZeroDivisionError: float division by zero");
  EXPECT_EQ(evaluate(BinaryOp::FloorDiv, I(1), I(0)),
            "ZeroDivisionError: integer division or modulo by zero");
  EXPECT_EQ(evaluate(BinaryOp::Mod, I(1), I(0)), "ZeroDivisionError: integer modulo by zero");
  EXPECT_EQ(evaluate(BinaryOp::Mod, F(1), I(0)), "ZeroDivisionError: float modulo");
  EXPECT_EQ(evaluate(BinaryOp::Pow, I(0), I(-1)),
            "ZeroDivisionError: 0.0 cannot be raised to a negative power");
}

TEST(Arithmetic, DividesLargeIntsWithOneRounding) {
  Int large = (Int(1) << 100) + 1;
  EXPECT_EQ(evaluate(BinaryOp::Div, I(large), I(3)), "4.2255020007607644e+29");
  EXPECT_EQ(evaluate(BinaryOp::Div, I((Int(1) << 53) + 1), I(1)), "9007199254740992.0");
  EXPECT_EQ(evaluate(BinaryOp::Div, I((Int(1) << 54) + 3), I(2)), "9007199254740994.0");
  EXPECT_EQ(evaluate(BinaryOp::Div, I(-1), I(3)), "-0.3333333333333333");
}

TEST(Arithmetic, ReportsWhatPassesTheLimitOfInts) {
  EXPECT_EQ(evaluate(BinaryOp::Pow, I(2), I(126)), "85070591730234615865843651857942052864");
  EXPECT_EQ(evaluate(BinaryOp::Pow, I(2), I(127)),
            "OverflowError: result of `**` is too large: Nereid's ints hold 128 bits");
  EXPECT_EQ(evaluate(BinaryOp::ShiftLeft, I(1), I(127)),
            "OverflowError: result of `<<` is too large: Nereid's ints hold 128 bits");
  EXPECT_EQ(evaluate(BinaryOp::ShiftLeft, I(-1), I(127)),
            "-170141183460469231731687303715884105728");
  EXPECT_EQ(evaluate(BinaryOp::ShiftLeft, I(1), I(-1)), "ValueError: negative shift count");
  EXPECT_EQ(evaluate(BinaryOp::ShiftRight, I(-5), I(1000)), "-1");
}

TEST(Arithmetic, KeepsBoolsWhereTheyStay) {
  EXPECT_EQ(evaluate(BinaryOp::BitAnd, Value::boolean(true), Value::boolean(false)), "False");
  EXPECT_EQ(evaluate(BinaryOp::Add, Value::boolean(true), Value::boolean(true)), "2");
  EXPECT_EQ(repr(unary(UnaryOp::Invert, Value::boolean(true))), "-2");
  EXPECT_EQ(repr(unary(UnaryOp::Minus, F(0.0))), "-0.0");
}

TEST(Arithmetic, PowersModulo) {
  EXPECT_EQ(outcome([] { return I(powerModulo(3, 200, 7)); }), "2");
  EXPECT_EQ(outcome([] { return I(powerModulo(3, -1, 7)); }), "5");
  EXPECT_EQ(outcome([] { return I(powerModulo(2, -1, 4)); }),
            "ValueError: base is not invertible for the given modulus");
  EXPECT_EQ(outcome([] { return I(powerModulo(-3, 3, -7)); }), "-6");
}

TEST(Comparison, IsExactAcrossIntAndFloat) {
  EXPECT_FALSE(equal(I((Int(1) << 53) + 1), F(9007199254740992.0)));
  EXPECT_TRUE(truthy(compare(CompareOp::Greater, I((Int(1) << 53) + 1), F(9007199254740992.0))));
  EXPECT_TRUE(truthy(compare(CompareOp::Less, I((Int(1) << 126)), F(1e300))));
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(truthy(compare(CompareOp::LessEqual, I(1), F(nan))));
  EXPECT_TRUE(truthy(compare(CompareOp::NotEqual, F(nan), F(nan))));
}

TEST(Comparison, OrdersSequencesAndRefusesStrangers) {
  EXPECT_TRUE(truthy(compare(CompareOp::Less, L({I(1), I(2)}), L({I(1), I(3)}))));
  EXPECT_TRUE(truthy(compare(CompareOp::Less, T({I(1)}), T({I(1), I(0)}))));
  EXPECT_TRUE(truthy(compare(CompareOp::In, S("b"), S("abc"))));
  EXPECT_EQ(outcome([] { return compare(CompareOp::Less, I(1), S("a")); }),
            "TypeError: '<' not supported between instances of 'int' and 'str'");
  EXPECT_EQ(outcome([] { return compare(CompareOp::In, I(1), I(2)); }),
            "TypeError: argument of type 'int' is not iterable");
}

TEST(Floats, PrintTheShortestDigitsThatReadBack) {
  EXPECT_EQ(formatFloat(0.1), "0.1");
  EXPECT_EQ(formatFloat(1e16), "1e+16");
  EXPECT_EQ(formatFloat(123456789012345680.0), "1.2345678901234568e+17");
  EXPECT_EQ(formatFloat(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(formatFloat(0.0001), "0.0001");
  EXPECT_EQ(formatFloat(0.00001), "1e-05");
  EXPECT_EQ(formatFloat(-0.0), "-0.0");
  EXPECT_EQ(formatFloat(5e-324), "5e-324");
  EXPECT_EQ(formatFloat(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Format, FollowsTheMiniLanguage) {
  EXPECT_EQ(format(F(3.14159), ".2f"), "3.14");
  EXPECT_EQ(format(F(1234567.891), ",.1f"), "1,234,567.9");
  EXPECT_EQ(format(I(1234567), "_d"), "1_234_567");
  EXPECT_EQ(format(I(42), "08b"), "00101010");
  EXPECT_EQ(format(I(255), "#06x"), "0x00ff");
  EXPECT_EQ(format(I(-5), "+4d"), "  -5");
  EXPECT_EQ(format(I(1234), "010,d"), "00,001,234");
  EXPECT_EQ(format(S("ab"), "*^6"), "**ab**");
  EXPECT_EQ(format(F(0.25), ".1%"), "25.0%");
  EXPECT_EQ(format(F(123456), ".3"), "1.23e+05");
  EXPECT_EQ(format(F(100), ".3"), "1e+02");
  EXPECT_EQ(format(F(100), ".4"), "100.0");
  EXPECT_EQ(format(F(1e-7), "g"), "1e-07");
  EXPECT_EQ(format(F(1), "#.3g"), "1.00");
  EXPECT_EQ(outcome([] { return S(format(I(1), "q")); }),
            "ValueError: Unknown format code 'q' for object of type 'int'");
  EXPECT_EQ(outcome([] { return S(format(L({}), "d")); }),
            "TypeError: unsupported format string passed to list.__format__");
}

TEST(Format, KnowsPercentPatterns) {
  EXPECT_EQ(formatPercent("%5.2f|%-6s|%03d", T({F(3.14159), S("ab"), I(7)})), " 3.14|ab    |007");
  EXPECT_EQ(formatPercent("%x %#o %%", T({I(255), I(8)})), "ff 0o10 %");
  EXPECT_EQ(outcome([] { return S(formatPercent("%d", S("x"))); }),
            "TypeError: %d format: a real number is required, not str");
  EXPECT_EQ(outcome([] { return S(formatPercent("%d %d", T({I(1)}))); }),
            "TypeError: not enough arguments for format string");
}

TEST(Round, GoesToEvenAndIsExactInDecimal) {
  EXPECT_EQ(repr(builtin("round", {F(2.5)})), "2");
  EXPECT_EQ(repr(builtin("round", {F(2.675), I(2)})), "2.67");
  EXPECT_EQ(repr(builtin("round", {F(0.5)})), "0");
  EXPECT_EQ(repr(builtin("round", {I(1250), I(-2)})), "1200");
  EXPECT_EQ(repr(builtin("round", {I(-1350), I(-2)})), "-1400");
}

TEST(Str, CountsCodePoints) {
  Value text = S("a\u00fc\u20ac");
  EXPECT_EQ(length(text), 3);
  EXPECT_EQ(repr(getItem(text, I(-1))), "'\u20ac'");
  EXPECT_EQ(repr(getItem(text, make<Slice>(Value::none(), Value::none(), I(-1)))),
            "'\u20ac\u00fca'");
  EXPECT_EQ(ascii(text), "'a\\xfc\\u20ac'");
}

TEST(Str, HasItsMethods) {
  EXPECT_EQ(repr(method(S(" a  b c "), "split")), "['a', 'b', 'c']");
  EXPECT_EQ(repr(method(S("a,b,,c"), "split", {S(","), I(2)})), "['a', 'b', ',c']");
  EXPECT_EQ(repr(method(S("a b c"), "rsplit", {Value::none(), I(1)})), "['a b', 'c']");
  EXPECT_EQ(repr(method(S("ab"), "center", {I(5), S("*")})), "'**ab*'");
  EXPECT_EQ(repr(method(S("-5"), "zfill", {I(4)})), "'-005'");
  EXPECT_EQ(repr(method(S("x=1"), "partition", {S("=")})), "('x', '=', '1')");
  EXPECT_EQ(repr(method(S("hello world"), "title")), "'Hello World'");
  EXPECT_EQ(repr(method(S("abc"), "replace", {S(""), S("-")})), "'-a-b-c-'");
  EXPECT_EQ(repr(method(S("{0:>4}|{}"), "count", {S("{")})), "2");
  EXPECT_EQ(repr(method(S("{:>4}|{!r}"), "format", {I(5), S("x")})), "\"   5|'x'\"");
  EXPECT_EQ(outcome([] { return method(S(","), "join", {L({I(1)})}); }),
            "TypeError: sequence item 0: expected str instance, int found");
}

TEST(List, ChangesInPlace) {
  Value list = L({I(3), I(1), I(2)});
  Value alias = list;
  method(list, "sort");
  EXPECT_EQ(repr(alias), "[1, 2, 3]");
  setItem(list, make<Slice>(I(1), I(2), Value::none()), L({I(7), I(8), I(9)}));
  EXPECT_EQ(repr(alias), "[1, 7, 8, 9, 3]");
  binaryInPlace(BinaryOp::Add, list, T({I(0)}));
  EXPECT_EQ(repr(alias), "[1, 7, 8, 9, 3, 0]");
  EXPECT_EQ(outcome([&] { return getItem(list, I(6)); }), "IndexError: list index out of range");
  EXPECT_EQ(outcome([&] { return method(list, "remove", {S("x")}); }),
            "ValueError: list.remove(x): x not in list");
  method(list, "append", {list});
  EXPECT_EQ(repr(list), "[1, 7, 8, 9, 3, 0, [...]]");
  method(list, "clear");
}

TEST(Dict, KeepsInsertionOrderAndMergesEqualKeys) {
  auto dict = make<Dict>();
  for (int i = 0; i < 1000; ++i)
    dict->set(I(i), I(i * i));
  for (int i = 0; i < 1000; i += 2)
    dict->erase(I(i));
  dict->set(F(1.0), S("one"));
  dict->set(Value::boolean(true), S("uno"));
  EXPECT_EQ(dict->size(), 500u);
  EXPECT_EQ(repr(dict->entries()[0].first), "1");
  EXPECT_EQ(repr(dict->entries()[0].second), "'uno'");
  EXPECT_EQ(repr(dict->entries()[499].first), "999");
  EXPECT_EQ(outcome([&] { return getItem(dict, S("x")); }), "KeyError: 'x'");
  EXPECT_EQ(outcome([&] { return getItem(dict, L({})); }), "TypeError: unhashable type: 'list'");
}

TEST(Set, IteratesInTheOrderOfCPythonsTable) {
  auto set = make<Set>(std::vector<Value>{I(33), I(1), I(17), I(9), I(3), I(8)}, false);
  EXPECT_EQ(repr(set), "{33, 1, 3, 8, 9, 17}");
  EXPECT_EQ(repr(binary(BinaryOp::BitAnd, set, make<Set>(std::vector<Value>{I(9), I(1)}, false))),
            "{9, 1}");
}

TEST(Hash, AgreesForEqualNumbers) {
  EXPECT_EQ(hashOf(I(7)), hashOf(F(7.0)));
  EXPECT_EQ(int64_t(hashOf(F(0.1))), 230584300921369408);
  EXPECT_EQ(int64_t(hashOf(I(-1))), -2);
  EXPECT_EQ(int64_t(hashOf(T({I(1), I(2), I(3)}))), 529344067295497451);
}

TEST(Numbers, ReadTextStrictly) {
  EXPECT_EQ(repr(builtin("int", {S(" -1_000 ")})), "-1000");
  EXPECT_EQ(repr(builtin("int", {S("ff"), I(16)})), "255");
  EXPECT_EQ(repr(builtin("int", {S("0x1F"), I(0)})), "31");
  EXPECT_EQ(repr(builtin("float", {S("1e-3")})), "0.001");
  EXPECT_EQ(repr(builtin("float", {S("-Infinity")})), "-inf");
  EXPECT_EQ(outcome([] { return builtin("int", {S("12a")}); }),
            "ValueError: invalid literal for int() with base 10: '12a'");
  EXPECT_EQ(outcome([] { return builtin("float", {S("1..2")}); }),
            "ValueError: could not convert string to float: '1..2'");
  EXPECT_EQ(outcome([] { return builtin("int", {F(std::nan(""))}); }),
            "ValueError: cannot convert float NaN to integer");
  EXPECT_EQ(repr(parseNumber("0xFF", false)), "255");
  EXPECT_EQ(repr(parseNumber("1_024", false)), "1024");
  EXPECT_EQ(repr(parseNumber("999999999999999999", false)), "999999999999999999");
  EXPECT_EQ(repr(parseNumber("9999999999999999999", false)), "9999999999999999999");
  EXPECT_EQ(outcome([] { return parseNumber("", false); }).substr(0, 10), "ValueError");
  EXPECT_EQ(outcome([] { return parseNumber("1" + std::string(40, '0'), false); }),
            "OverflowError: int is too large: Nereid's ints hold 128 bits");
}

TEST(Attributes, SuggestTheNearestName) {
  try {
    getAttr(L({}), "apend");
    FAIL() << "a list has no `apend`";
  } catch (const Raised &raised) {
    EXPECT_EQ(raised.exception->message(), "'list' object has no attribute 'apend'");
    EXPECT_EQ(raised.exception->suggestion, "Did you mean: 'append'?");
  }
}

TEST(Nesting, EndsInAnExceptionOrNothingButNeverOverflows) {
  Value deep = L({});
  for (int i = 0; i < 1000000; ++i)
    deep = L({deep});
  EXPECT_EQ(outcome([&] { return S(repr(deep)); }).substr(0, 14), "RecursionError");
}

TEST(Errors, AnswerToTheirBases) {
  EXPECT_TRUE(exceptionType("KeyError")->derivesFrom(exceptionType("LookupError").get()));
  EXPECT_FALSE(exceptionType("KeyError")->derivesFrom(exceptionType("ValueError").get()));
  Value error = call(exceptionType("ValueError"), {S("bad"), I(3)});
  EXPECT_EQ(repr(error), "ValueError('bad', 3)");
  EXPECT_EQ(str(error), "('bad', 3)");
}

} // namespace
} // namespace nereid::eval
