// Python's numbers differ from C++'s in four ways that matter to kernels and their launch code:
// `//` and `%` round toward minus infinity, `/` of ints is a correctly rounded float, comparing an
// int with a float is exact, and ints do not wrap. The last has a limit here: 128 bits. Real
// programs index memory and multiply shapes, so they stay far below it, and going past it is
// reported, never silent.
#include "eval/number.h"

#include <bit>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;
using Unsigned = unsigned __int128;

namespace {

constexpr Int kIntMax = Int(~Unsigned(0) >> 1);
constexpr Int kIntMin = -kIntMax - 1;

Unsigned magnitude(Int value) {
  return value < 0 ? -Unsigned(value) : Unsigned(value);
}

Int shiftLeft(Int value, Int count) {
  if (count < 0)
    raise("ValueError", "negative shift count");
  if (value == 0)
    return 0;
  if (count > 127)
    raiseTooLarge("result of `<<`");
  Int shifted = Int(Unsigned(value) << int(count));
  if ((shifted >> int(count)) != value)
    raiseTooLarge("result of `<<`");
  return shifted;
}

Int shiftRight(Int value, Int count) {
  if (count < 0)
    raise("ValueError", "negative shift count");
  return count > 127 ? (value < 0 ? -1 : 0) : value >> int(count);
}

Int multiply(Int a, Int b) {
  Int result;
  if (__builtin_mul_overflow(a, b, &result))
    raiseTooLarge("result of `*`");
  return result;
}

Int powerOfInts(Int base, Int exponent) {
  Int result = 1;
  while (exponent > 0) {
    if (exponent & 1) {
      if (__builtin_mul_overflow(result, base, &result))
        raiseTooLarge("result of `**`");
    }
    exponent >>= 1;
    if (exponent && __builtin_mul_overflow(base, base, &base))
      raiseTooLarge("result of `**`");
  }
  return result;
}

double powerOfFloats(double base, double exponent) {
  if (base == 0.0 && exponent < 0.0)
    raise("ZeroDivisionError", "0.0 cannot be raised to a negative power");
  if (base < 0.0 && std::isfinite(base) && std::isfinite(exponent) &&
      exponent != std::floor(exponent))
    raise("ValueError", "negative number cannot be raised to a fractional power: Nereid has no "
                        "complex numbers");
  double result = std::pow(base, exponent);
  if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent))
    raise(exceptionType("OverflowError"),
          {Value::integer(34), Value::string("Numerical result out of range")});
  return result;
}

Value divideFloor(double a, double b) {
  if (b == 0.0)
    raise("ZeroDivisionError", "float floor division by zero");
  double modulo = std::fmod(a, b);
  double quotient = (a - modulo) / b;
  if (modulo != 0.0 && (b < 0) != (modulo < 0))
    quotient -= 1.0;
  if (quotient == 0.0)
    return Value::real(std::copysign(0.0, a / b));
  double floored = std::floor(quotient);
  return Value::real(quotient - floored > 0.5 ? floored + 1.0 : floored);
}

std::optional<Value> intBinary(BinaryOp op, Int a, Int b) {
  Int result;
  switch (op) {
  case BinaryOp::Add:
    if (__builtin_add_overflow(a, b, &result))
      raiseTooLarge("result of `+`");
    return Value::integer(result);
  case BinaryOp::Sub:
    if (__builtin_sub_overflow(a, b, &result))
      raiseTooLarge("result of `-`");
    return Value::integer(result);
  case BinaryOp::Mul:
    return Value::integer(multiply(a, b));
  case BinaryOp::Div:
    if (b == 0)
      raise("ZeroDivisionError", "division by zero");
    return Value::real(trueDivide(a, b));
  case BinaryOp::FloorDiv:
    if (b == 0)
      raise("ZeroDivisionError", "integer division or modulo by zero");
    return Value::integer(floorDivide(a, b));
  case BinaryOp::Mod:
    if (b == 0)
      raise("ZeroDivisionError", "integer modulo by zero");
    return Value::integer(floorModulo(a, b));
  case BinaryOp::Pow:
    if (b < 0)
      return Value::real(powerOfFloats(double(a), double(b)));
    return Value::integer(powerOfInts(a, b));
  case BinaryOp::ShiftLeft:
    return Value::integer(shiftLeft(a, b));
  case BinaryOp::ShiftRight:
    return Value::integer(shiftRight(a, b));
  case BinaryOp::BitAnd:
    return Value::integer(a & b);
  case BinaryOp::BitOr:
    return Value::integer(a | b);
  case BinaryOp::BitXor:
    return Value::integer(a ^ b);
  case BinaryOp::MatMul:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> floatBinary(BinaryOp op, double a, double b) {
  switch (op) {
  case BinaryOp::Add:
    return Value::real(a + b);
  case BinaryOp::Sub:
    return Value::real(a - b);
  case BinaryOp::Mul:
    return Value::real(a * b);
  case BinaryOp::Div:
    if (b == 0.0)
      raise("ZeroDivisionError", "float division by zero");
    return Value::real(a / b);
  case BinaryOp::FloorDiv:
    return divideFloor(a, b);
  case BinaryOp::Mod:
    if (b == 0.0)
      raise("ZeroDivisionError", "float modulo");
    return Value::real(floorModulo(a, b));
  case BinaryOp::Pow:
    return Value::real(powerOfFloats(a, b));
  default:
    return std::nullopt;
  }
}

// -1, 0 or 1 as `a` is below, equal to or above `b`, which is not NaN.
int compareExactly(Int a, double b) {
  if (b >= 0x1p127)
    return -1;
  if (b < -0x1p127)
    return 1;
  Int whole = Int(b);
  if (a != whole)
    return a < whole ? -1 : 1;
  double fraction = b - double(whole);
  return fraction > 0 ? -1 : fraction < 0 ? 1 : 0;
}

template <typename T> bool holds(CompareOp op, T a, T b) {
  switch (op) {
  case CompareOp::Equal:
    return a == b;
  case CompareOp::NotEqual:
    return a != b;
  case CompareOp::Less:
    return a < b;
  case CompareOp::LessEqual:
    return a <= b;
  case CompareOp::Greater:
    return a > b;
  case CompareOp::GreaterEqual:
    return a >= b;
  default:
    return false;
  }
}

} // namespace

void raiseTooLarge(std::string_view what) {
  raise("OverflowError", cat(what, " is too large: Nereid's ints hold 128 bits"));
}

Int floorDivide(Int a, Int b) {
  if (b == -1) {
    if (a == kIntMin)
      raiseTooLarge("result of `//`");
    return -a;
  }
  Int quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

Int floorModulo(Int a, Int b) {
  if (b == -1)
    return 0;
  Int remainder = a % b;
  return (remainder != 0 && (remainder < 0) != (b < 0)) ? remainder + b : remainder;
}

double floorModulo(double a, double b) {
  double modulo = std::fmod(a, b);
  if (modulo == 0.0)
    return std::copysign(0.0, b);
  return (b < 0) != (modulo < 0) ? modulo + b : modulo;
}

double trueDivide(Int a, Int b) {
  constexpr Int kExact = Int(1) << 53;
  if (a >= -kExact && a <= kExact && b >= -kExact && b <= kExact)
    return double(a) / double(b);
  // Long division until the quotient has more bits than a double keeps; what is left only decides
  // ties, so one sticky bit stands for it.
  Unsigned quotient = magnitude(a) / magnitude(b);
  Unsigned remainder = magnitude(a) % magnitude(b);
  int shift = 0;
  while (quotient < (Unsigned(1) << 64) && a != 0) {
    remainder <<= 1;
    bool bit = remainder >= magnitude(b);
    if (bit)
      remainder -= magnitude(b);
    quotient = quotient << 1 | Unsigned(bit);
    ++shift;
  }
  if (remainder != 0)
    quotient |= 1;
  double result = std::ldexp(double(quotient), -shift);
  return (a < 0) != (b < 0) ? -result : result;
}

Int intFromFloat(double value) {
  if (std::isnan(value))
    raise("ValueError", "cannot convert float NaN to integer");
  if (std::isinf(value))
    raise("OverflowError", "cannot convert float infinity to integer");
  if (value >= 0x1p127 || value < -0x1p127)
    raiseTooLarge("float converted to an int");
  return Int(value);
}

Int powerModulo(Int base, Int exponent, Int modulus) {
  if (modulus == 0)
    raise("ValueError", "pow() 3rd argument cannot be 0");
  if (exponent < 0) {
    // The inverse by Euclid: base * inverse = 1 (modulo modulus).
    Int a = floorModulo(base, modulus), b = modulus, x = 1, y = 0;
    while (b != 0) {
      Int quotient = floorDivide(a, b);
      a = std::exchange(b, a - quotient * b);
      x = std::exchange(y, x - quotient * y);
    }
    if (a != 1 && a != -1)
      raise("ValueError", "base is not invertible for the given modulus");
    if (exponent == kIntMin)
      raiseTooLarge("exponent of pow()");
    return powerModulo(a == 1 ? x : -x, -exponent, modulus);
  }
  Int result = floorModulo(Int(1), modulus);
  base = floorModulo(base, modulus);
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      result = floorModulo(multiply(result, base), modulus);
    if (exponent > 1)
      base = floorModulo(multiply(base, base), modulus);
  }
  return result;
}

std::optional<Value> numberBinary(BinaryOp op, const Value &left, const Value &right) {
  if (left.isFloat() || right.isFloat())
    return floatBinary(op, left.asFloat(), right.asFloat());
  if (left.isBool() && right.isBool()) {
    if (op == BinaryOp::BitAnd)
      return Value::boolean(left.asBool() && right.asBool());
    if (op == BinaryOp::BitOr)
      return Value::boolean(left.asBool() || right.asBool());
    if (op == BinaryOp::BitXor)
      return Value::boolean(left.asBool() != right.asBool());
  }
  return intBinary(op, left.asInt(), right.asInt());
}

Value numberUnary(UnaryOp op, const Value &operand) {
  switch (op) {
  case UnaryOp::Plus:
    return operand.isBool() ? Value::integer(operand.asInt()) : operand;
  case UnaryOp::Minus:
    if (operand.isFloat())
      return Value::real(-operand.asFloat());
    if (operand.asInt() == kIntMin)
      raiseTooLarge("result of `-`");
    return Value::integer(-operand.asInt());
  case UnaryOp::Invert:
    if (operand.isFloat())
      raise("TypeError", "bad operand type for unary ~: 'float'");
    return Value::integer(~operand.asInt());
  case UnaryOp::Not:
    return Value::boolean(!truthy(operand));
  }
  return operand;
}

bool numberCompare(CompareOp op, const Value &left, const Value &right) {
  if (left.isFloat() && right.isFloat())
    return holds(op, left.asFloat(), right.asFloat());
  if (!left.isFloat() && !right.isFloat())
    return holds(op, left.asInt(), right.asInt());
  if (std::isnan(left.isFloat() ? left.asFloat() : right.asFloat()))
    return op == CompareOp::NotEqual;
  int order = left.isFloat() ? -compareExactly(right.asInt(), left.asFloat())
                             : compareExactly(left.asInt(), right.asFloat());
  return holds(op, order, 0);
}

bool numberEqual(const Value &left, const Value &right) {
  return numberCompare(CompareOp::Equal, left, right);
}

// CPython's: a number hashes to its value modulo the prime 2^61 - 1, so that equal ints and floats
// hash alike. https://docs.python.org/3/library/stdtypes.html#hashing-of-numeric-types
size_t numberHash(const Value &value) {
  constexpr uint64_t kModulus = (uint64_t(1) << 61) - 1;
  int64_t hash;
  if (!value.isFloat()) {
    hash = int64_t(magnitude(value.asInt()) % kModulus);
    if (value.asInt() < 0)
      hash = -hash;
  } else {
    double number = value.asFloat();
    if (std::isnan(number))
      return 0;
    if (std::isinf(number))
      return size_t(number > 0 ? 314159 : -314159);
    int exponent;
    double mantissa = std::frexp(std::fabs(number), &exponent);
    uint64_t x = 0;
    while (mantissa != 0.0) {
      x = ((x << 28) & kModulus) | x >> 33;
      mantissa *= 268435456.0; // 2^28
      exponent -= 28;
      uint64_t digit = uint64_t(mantissa);
      mantissa -= double(digit);
      x += digit;
      if (x >= kModulus)
        x -= kModulus;
    }
    int rotation = exponent >= 0 ? exponent % 61 : 60 - ((-1 - exponent) % 61);
    x = ((x << rotation) & kModulus) | x >> (61 - rotation);
    hash = number < 0 ? -int64_t(x) : int64_t(x);
  }
  return size_t(hash == -1 ? -2 : hash);
}

} // namespace nereid::eval
