// The common type of two operands is a short list of precedences, and everything surprising about
// it is in that list's order: an fp16 beside a bf16 gives fp16, a bf16 beside an int *tile* gives
// fp32, and a division of anything floating is done in fp32 at least.
#include "sema/rules/promote.h"

#include <cmath>
#include <limits>

#include "base/check.h"
#include "eval/operators.h"
#include "sema/rules/broadcast.h"

namespace nereid::sema {
namespace {

using eval::Int;

// BOOLEAN < INTEGRAL < FLOATING: a Python scalar of no higher kind than the tile adapts to it.
int kindOf(Scalar type) {
  return type == Scalar::I1 ? 0 : isInteger(type) ? 1 : 2;
}

uint64_t wrap(Int number, Scalar type) {
  int width = bitWidth(type);
  auto bits = static_cast<uint64_t>(number);
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

uint64_t encodeInteger(Int number, Scalar type) {
  if (type == Scalar::I1)
    return number != 0;
  if (isInteger(type))
    return wrap(number, type);
  // Straight to float, so that an int beyond 53 bits is rounded once.
  if (type == Scalar::F32)
    return encodeFloat(type, static_cast<float>(number));
  return encodeFloat(type, static_cast<double>(number));
}

uint64_t encodeReal(double number, Scalar type) {
  if (type == Scalar::I1)
    return number != 0;
  if (isFloat(type))
    return encodeFloat(type, number);
  // Toward zero. Out of range nothing is promised; zero keeps it deterministic.
  double limit = std::ldexp(1.0, 64);
  if (!(std::fabs(number) < limit))
    return 0;
  return wrap(static_cast<Int>(number), type);
}

// The types as which a tile of T and a Python scalar of natural type S take part.
Scalar scalarBeside(Scalar tile, Scalar natural) {
  return kindOf(natural) <= kindOf(tile) ? tile : natural;
}

std::optional<Scalar> naturalTypeOf(Context &context, const Value &number) {
  auto type = naturalType(unwrap(number.constant));
  if (!type)
    failAtValue(context, number, DiagKind::ValueOutOfRange,
                cat(typeText(number), " does not fit in 64 bits"));
  return type;
}

std::optional<Scalar> operandType(Context &context, const Value &value,
                                  const UnifyOptions &options) {
  if (value.isTile() && !value.type.isPointer)
    return value.type.element;
  if (isNumber(value))
    return naturalTypeOf(context, value);
  failAtValue(context, value, DiagKind::TypeMismatch,
              cat("cannot ", options.verb, " ", typeText(value)), "a number or a tile goes here");
  return std::nullopt;
}

struct Bounds {
  Int low, high;
  bool hold(Int value) const { return value >= low && value <= high; }
};

Bounds boundsOf(Scalar type) {
  int width = bitWidth(type);
  if (!isSigned(type))
    return {0, (Int(1) << width) - 1};
  return {-(Int(1) << (width - 1)), (Int(1) << (width - 1)) - 1};
}

std::string whatHolds(Scalar type, bool isNegative) {
  std::string_view name = languageName(type);
  if (isNegative && !isSigned(type))
    return cat("`", name, "` holds no negative numbers");
  Bounds bounds = boundsOf(type);
  return cat("`", name, "` holds ", eval::str(eval::Value::integer(bounds.low)), " to ",
             eval::str(eval::Value::integer(bounds.high)));
}

// A scalar that adapts must be a value of the type it adapts to.
bool checkAdapts(Context &context, const Value &scalar, const Value &tile, Scalar type) {
  const eval::Value &number = unwrap(scalar.constant);
  if (!isInteger(type) || number.isFloat())
    return true;
  if (boundsOf(type).hold(number.asInt()))
    return true;
  std::string_view name = languageName(type);
  std::string why = whatHolds(type, number.asInt() < 0);
  context.failAt(context.currentSpan(), DiagKind::ValueOutOfRange,
                 cat(typeText(scalar), " is out of range for `", name, "`"), why,
                 originLabels({{&tile, cat("this is ", typeText(tile))}}),
                 {help("cast the tile to a wider signed type first, as in `x.to(tl.int64)`")});
  return false;
}

void reportNoPromotion(Context &context, const Value &x, const Value &y, CommonType::WhyNot whyNot,
                       std::string_view verb) {
  auto labels =
      originLabels({{&x, cat("this is ", typeText(x))}, {&y, cat("this is ", typeText(y))}});
  if (whyNot == CommonType::WhyNot::SignednessDiffers) {
    context.failAt(context.currentSpan(), DiagKind::TypeMismatch,
                   cat("cannot ", verb, " ", typeText(x), " and ", typeText(y),
                       ": one is signed and the other is not"),
                   "the result would depend on which of the two is meant", std::move(labels),
                   {help("cast one side to the other's type, as in `x.to(tl.int64)`")});
    return;
  }
  context.fail(DiagKind::TypeMismatch,
               cat("cannot ", verb, " ", typeText(x), " and ", typeText(y),
                   ": fp8 and integers share no type"),
               std::move(labels), {help("cast the integers first, as in `n.to(tl.float32)`")});
}

// What the type holds for `number`, as Python would print it; nothing where that is what it was
// given for, or close to it.
std::optional<std::string> heldInstead(const eval::Value &number, Scalar type) {
  uint64_t bits = encodeNumber(number, type, false);
  if (isFloat(type)) {
    double given = number.isFloat() ? number.asFloat() : static_cast<double>(number.asInt());
    double held = decodeFloat(type, bits);
    bool isKept = std::isfinite(held) && std::fabs(held) >= std::fabs(given) / 2;
    if (!std::isfinite(given) || isKept)
      return std::nullopt;
    return eval::str(eval::Value::real(held));
  }
  bool isFraction = number.isFloat() && number.asFloat() != std::trunc(number.asFloat());
  bool isHuge = number.isFloat() && !(std::fabs(number.asFloat()) < std::ldexp(1.0, 64));
  Int given = isHuge ? 0 : number.isFloat() ? static_cast<Int>(number.asFloat()) : number.asInt();
  if (!isFraction && !isHuge && (given == -1 || boundsOf(type).hold(given)))
    return std::nullopt;
  Int held = static_cast<Int>(bits);
  if (isSigned(type) && held > boundsOf(type).high)
    held -= Int(1) << bitWidth(type);
  return eval::str(eval::Value::integer(held));
}

} // namespace

void warnIfCut(Context &context, const Value &number, Scalar type) {
  const eval::Value &value = unwrap(number.constant);
  if (type == Scalar::I1 || !naturalType(value))
    return;
  std::optional<std::string> held = heldInstead(value, type);
  if (!held)
    return;
  bool isNegative = value.isFloat() ? value.asFloat() < 0 : value.asInt() < 0;
  std::string why = isInteger(type) && !value.isFloat()
                        ? whatHolds(type, isNegative)
                        : cat("`", languageName(type), "` does not hold this number");
  context.warn(DiagKind::Suspicious,
               cat(typeText(number), " becomes `", *held, "` in `", languageName(type), "`"),
               {help("write the value that is meant, or a type that holds this one")},
               {number.origin, std::move(why)});
}

std::optional<Scalar> naturalType(const eval::Value &number) {
  if (number.isBool())
    return Scalar::I1;
  if (number.isFloat()) {
    double magnitude = std::fabs(number.asFloat());
    bool single = magnitude == 0 || !std::isfinite(magnitude) ||
                  (magnitude >= std::numeric_limits<float>::min() &&
                   magnitude <= std::numeric_limits<float>::max());
    return single ? Scalar::F32 : Scalar::F64;
  }
  Int value = number.asInt();
  Int one = 1;
  if (value >= -(one << 31) && value < one << 31)
    return Scalar::I32;
  if (value >= 0 && value < one << 32)
    return Scalar::U32;
  if (value >= -(one << 63) && value < one << 63)
    return Scalar::I64;
  if (value >= 0 && value < one << 64)
    return Scalar::U64;
  return std::nullopt;
}

uint64_t encodeNumber(const eval::Value &number, Scalar type, bool throughNatural) {
  if (!number.isFloat())
    return encodeInteger(number.asInt(), type);
  double value = number.asFloat();
  if (throughNatural && naturalType(number) == Scalar::F32)
    value = static_cast<float>(value);
  return encodeReal(value, type);
}

CommonType commonType(Scalar a, Scalar b, bool isDivision) {
  auto either = [&](Scalar type) { return a == type || b == type; };
  if (either(Scalar::F64))
    return {Scalar::F64};
  if (isDivision && (isFloat(a) || isFloat(b)))
    return {Scalar::F32};
  if (either(Scalar::F32))
    return {Scalar::F32};
  if (either(Scalar::F16))
    return {Scalar::F16};
  if (either(Scalar::BF16))
    return {a == b ? Scalar::BF16 : Scalar::F32};
  if (isFloat8(a) && isFloat8(b))
    return {a == b ? a : Scalar::F16};
  if (isFloat(a) || isFloat(b))
    return {Scalar::F16, CommonType::WhyNot::Float8WithInteger};

  if (isDivision && isSigned(a) != isSigned(b))
    return {a, CommonType::WhyNot::SignednessDiffers};
  int widthA = bitWidth(a), widthB = bitWidth(b);
  if (isSigned(a) == isSigned(b))
    return {widthA >= widthB ? a : b};
  Scalar unsignedOne = isSigned(a) ? b : a, signedOne = isSigned(a) ? a : b;
  return {bitWidth(unsignedOne) >= bitWidth(signedOne) ? unsignedOne : signedOne};
}

std::optional<Scalar> unifiedType(Context &context, const Value &x, const Value &y,
                                  const UnifyOptions &options) {
  auto typeX = operandType(context, x, options);
  if (!typeX)
    return std::nullopt;
  auto typeY = operandType(context, y, options);
  if (!typeY)
    return std::nullopt;

  bool adapts = options.keepsScalars && isNumber(x) != isNumber(y);
  const Value &scalar = isNumber(x) ? x : y;
  const Value &tile = isNumber(x) ? y : x;
  if (adapts) {
    Scalar &scalarType = isNumber(x) ? *typeX : *typeY;
    scalarType = scalarBeside(tile.type.element, scalarType);
  }
  CommonType promoted = commonType(*typeX, *typeY, options.isDivision);
  if (!promoted.ok()) {
    reportNoPromotion(context, x, y, promoted.whyNot, options.verb);
    return std::nullopt;
  }
  if (adapts && !checkAdapts(context, scalar, tile, promoted.type))
    return std::nullopt;
  return promoted.type;
}

Value materialize(Context &context, const Value &value, Scalar type, const Shape &shape,
                  bool throughNatural) {
  if (value.isTile()) {
    Value cast = castTo(context, value, type);
    return cast.isError() ? cast : stretchTo(context, cast, shape);
  }
  NEREID_CHECK(isNumber(value), "only numbers and tiles become tiles");
  if (!naturalTypeOf(context, value))
    return Value::error();
  uint64_t bits = encodeNumber(unwrap(value.constant), type, throughNatural);
  return constantTile(context, tileType(type, shape), bits);
}

std::optional<Unified> unify(Context &context, const Value &x, const Value &y,
                             const UnifyOptions &options) {
  auto type = unifiedType(context, x, y, options);
  if (!type)
    return std::nullopt;
  auto shape = sharedShape(context, x, y, options.verb);
  if (!shape)
    return std::nullopt;
  Value left = materialize(context, x, *type, *shape, !options.keepsScalars);
  Value right = materialize(context, y, *type, *shape, !options.keepsScalars);
  if (left.isError() || right.isError())
    return std::nullopt;
  return Unified{std::move(left), std::move(right)};
}

Value toTile(Context &context, const Value &value) {
  if (value.isTile() || value.isError())
    return value;
  if (isNumber(value)) {
    auto type = naturalTypeOf(context, value);
    if (!type)
      return Value::error();
    Value tile = materialize(context, value, *type, {}, true);
    tile.origin = value.origin;
    return tile;
  }
  return failAtValue(context, value, DiagKind::NotATile,
                     cat("cannot compute with ", typeText(value)), "a number or a tile goes here");
}

} // namespace nereid::sema
