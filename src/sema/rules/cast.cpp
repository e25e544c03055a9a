// x.to(type): every conversion between element types.
//
// Core has one operation for each kind of conversion; this file chooses it. fp8 meets no integers:
// the author says through which float. (Upstream goes from fp16 and bf16 to most types through
// fp32; that step is exact, so it is left out.)
#include "base/check.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

enum class Rounding : uint8_t { Nearest = 0, TowardZero = 1 };

Value convert(Context &context, OpKind op, const Value &value, Scalar type,
              Rounding rounding = Rounding::Nearest) {
  return emitOp(context, op, {value}, value.type.withElement(type),
                withInteger(static_cast<int64_t>(rounding)));
}

Value toBoolean(Context &context, const Value &value) {
  if (isFloat8(value.type.element))
    return toBoolean(context, convert(context, OpKind::FloatToFloat, value, Scalar::F32));
  OpKind op = isFloat(value.type.element) ? OpKind::CompareF : OpKind::CompareI;
  return emitCompare(context, op, Predicate::Ne, value, zeroTile(context, value.type));
}

Value integerToInteger(Context &context, const Value &value, Scalar type) {
  Scalar from = value.type.element;
  int widthFrom = bitWidth(from), widthTo = bitWidth(type);
  if (widthFrom == widthTo)
    return convert(context, OpKind::Bitcast, value, type);
  if (widthFrom > widthTo)
    return convert(context, OpKind::TruncI, value, type);
  return convert(context, isUnsigned(from) ? OpKind::ExtU : OpKind::ExtS, value, type);
}

Value failCast(Context &context, const Value &value, Scalar type, std::string why,
               std::vector<Help> helps) {
  return context.failAt(context.currentSpan(), DiagKind::BadCast,
                        cat("cannot cast ", typeText(value), " to ", quoted(languageName(type))),
                        std::move(why), originLabels({{&value, cat("this is ", typeText(value))}}),
                        std::move(helps));
}

Value numberToNumber(Context &context, const Value &value, Scalar type, Rounding rounding) {
  Scalar from = value.type.element;
  if (type == Scalar::I1)
    return toBoolean(context, value);
  if (isInteger(from) && isInteger(type))
    return integerToInteger(context, value, type);
  if (isFloat(from) && isFloat(type))
    return convert(context, OpKind::FloatToFloat, value, type, rounding);
  if (isFloat8(from) || isFloat8(type))
    return failCast(context, value, type, "fp8 and integers convert only through another float",
                    {help("go through fp32: `x.to(tl.float32).to(...)`")});
  if (isInteger(from))
    return convert(context, isUnsigned(from) ? OpKind::IntToFloatU : OpKind::IntToFloatS, value,
                   type);
  return convert(context, isUnsigned(type) ? OpKind::FloatToIntU : OpKind::FloatToIntS, value,
                 type);
}

Value pointerToNumber(Context &context, const Value &value, Scalar type) {
  if (type == Scalar::U64 || type == Scalar::I64 || type == Scalar::I1) {
    Value address = convert(context, OpKind::PtrToInt, value, Scalar::I64);
    return type == Scalar::I64 ? address : castTo(context, address, type);
  }
  return failCast(context, value, type, "an address needs 64 bits",
                  {help("cast to `tl.int64` first")});
}

// "rtne", "rtz" or nothing; only where the target is a narrower float.
std::optional<Rounding> roundingOf(Context &context, const Value &value, Scalar type,
                                   const std::optional<std::string> &rounding) {
  if (!rounding || rounding->empty())
    return Rounding::Nearest;
  Scalar from = value.type.element;
  bool narrows = isFloat(from) && isFloat(type) && bitWidth(type) < bitWidth(from);
  if (*rounding != "rtne" && *rounding != "rtz") {
    context.fail(DiagKind::BadOption, cat("unknown rounding `", *rounding, "`"), {},
                 {help("`\"rtne\"` rounds to the nearest, ties to even; `\"rtz\"` toward zero")});
    return std::nullopt;
  }
  if (!narrows) {
    context.fail(DiagKind::BadOption,
                 cat("a cast from ", typeText(value), " to ", quoted(languageName(type)),
                     " takes no `fp_downcast_rounding`"),
                 {}, {help("only casts to a narrower float round; leave it out")});
    return std::nullopt;
  }
  return *rounding == "rtz" ? Rounding::TowardZero : Rounding::Nearest;
}

Value bitcastTo(Context &context, const Value &value, Scalar type) {
  Scalar from = value.type.element;
  if (bitWidth(from) == bitWidth(type))
    return convert(context, OpKind::Bitcast, value, type);
  return context.failAt(
      context.currentSpan(), DiagKind::BadCast,
      cat("cannot bitcast ", typeText(value), " to ", quoted(languageName(type))),
      cat(bitWidth(from), " bits to ", bitWidth(type), " bits"),
      originLabels({{&value, cat("this is ", typeText(value))}}),
      {help("a bitcast keeps the width; to convert the value leave out `bitcast=True`")});
}

// The constant itself where that is exact or rounds once, as if it had been a tile before.
Value castConstant(Context &context, const Value &value, Scalar type, bool bitcast,
                   const std::optional<std::string> &rounding) {
  auto natural = naturalType(unwrap(value.constant));
  if (!natural || bitcast || rounding) {
    Value tile = toTile(context, value);
    return tile.isError() ? tile : castTo(context, tile, type, bitcast, rounding);
  }
  warnIfCut(context, value, type);
  return materialize(context, value, type, {}, true);
}

} // namespace

Value castTo(Context &context, const Value &value, Scalar type, bool bitcast,
             std::optional<std::string> rounding) {
  if (value.isError())
    return value;
  if (isNumber(value))
    return castConstant(context, value, type, bitcast, rounding);
  Value tile = toTile(context, value);
  if (tile.isError())
    return tile;
  if (tile.type.isPointer)
    return pointerToNumber(context, tile, type);
  if (tile.type.element == type) // generic code asks for roundings that it may not need
    return tile;
  auto mode = roundingOf(context, tile, type, rounding);
  if (!mode)
    return Value::error();
  return bitcast ? bitcastTo(context, tile, type) : numberToNumber(context, tile, type, *mode);
}

Value castToPointer(Context &context, const Value &value, const Type &type) {
  Value tile = toTile(context, value);
  if (tile.isError())
    return tile;
  Type result = type.withShape(tile.type.shape);
  if (tile.type == result)
    return tile;
  if (tile.type.isPointer)
    return emitOp(context, OpKind::PtrCast, {tile}, result);
  if (isInteger(tile.type.element) && bitWidth(tile.type.element) == 64)
    return emitOp(context, OpKind::IntToPtr, {castTo(context, tile, Scalar::I64)}, result);
  return context.fail(DiagKind::BadCast, cat("cannot cast ", typeText(tile), " to ", quoted(type)),
                      originLabels({{&value, cat("this is ", typeText(tile))}}),
                      {help("an address is an `int64`: `x.to(tl.int64)` first")});
}

// cast(input, dtype, fp_downcast_rounding=None, bitcast=False), x.to(...)
Value applyCast(Context &context, const BoundArguments &arguments) {
  auto type = constantType(context, arguments[1], "the type to cast to");
  auto bitcast = constantBool(context, arguments[3], "`bitcast`");
  if (!type || !bitcast)
    return Value::error();
  if (type->isPointer)
    return castToPointer(context, arguments[0], *type);
  std::optional<std::string> rounding;
  if (!arguments[2].isNone()) {
    rounding = constantString(context, arguments[2], "`fp_downcast_rounding`");
    if (!rounding)
      return Value::error();
  }
  return castTo(context, arguments[0], type->element, *bitcast, rounding);
}

// to_tensor(x)
Value applyToTensor(Context &context, const BoundArguments &arguments) {
  return toTile(context, arguments[0]);
}

} // namespace nereid::sema
