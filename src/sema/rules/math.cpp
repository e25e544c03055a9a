// Functions of one, two or three numbers.
//
// Unlike the operators, they give a Python scalar its own type first, so `tl.maximum(x, 0.0)` of an
// fp16 tile is fp32. The transcendental ones take fp32 and fp64 only.
#include "sema/rules/math.h"

#include "eval/operators.h"
#include "sema/rules/arithmetic.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/libdevice.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

using syntax::BinaryOp;

Value failElement(Context &context, const Value &value, std::string_view function,
                  std::string_view wanted, std::vector<Help> helps) {
  return context.failAt(context.currentSpan(), DiagKind::TypeMismatch,
                        cat("`", function, "` takes ", wanted, ", but this is ", typeText(value)),
                        {}, originLabels({{&value, cat("this is ", typeText(value))}}),
                        std::move(helps));
}

std::optional<NanRule> nanRule(Context &context, const Value &value) {
  auto mode = constantInt(context, value, "`propagate_nan`");
  if (!mode)
    return std::nullopt;
  return *mode == 0 ? NanRule::Ignore : NanRule::Propagate;
}

// bf16 has no minimum of its own; it takes part as fp32.
Value widenBfloat(Context &context, const Value &value) {
  bool isBfloat = value.isTile() && !value.type.isPointer && value.type.element == Scalar::BF16;
  return isBfloat ? castTo(context, value, Scalar::F32) : value;
}

Value applyExtremum(Context &context, const BoundArguments &arguments, bool isMax) {
  auto nan = nanRule(context, arguments[2]);
  if (!nan)
    return Value::error();
  auto operands =
      unify(context, widenBfloat(context, arguments[0]), widenBfloat(context, arguments[1]),
            {.verb = isMax ? "take the maximum of" : "take the minimum of", .keepsScalars = false});
  return operands ? extremum(context, isMax, *nan, operands->x, operands->y) : Value::error();
}

// Three numbers of one type and shape.
std::optional<std::vector<Value>> unifyThree(Context &context, std::vector<Value> values,
                                             std::string_view verb) {
  UnifyOptions options{.verb = verb, .keepsScalars = false};
  auto first = unifiedType(context, values[0], values[1], options);
  if (!first)
    return std::nullopt;
  Value both = Value::tile({}, tileType(*first));
  both.origin = values[0].origin;
  auto type = unifiedType(context, both, values[2], options);
  if (!type)
    return std::nullopt;
  auto shape =
      sharedShape(context, {{"first", values[0]}, {"second", values[1]}, {"third", values[2]}});
  if (!shape)
    return std::nullopt;
  for (Value &value : values) {
    value = materialize(context, value, *type, *shape, true);
    if (value.isError())
      return std::nullopt;
  }
  return values;
}

Value withoutOverflowCheck(Context &context, BinaryOp op, const BoundArguments &arguments) {
  auto checks = constantBool(context, arguments[2], "`sanitize_overflow`");
  return checks ? arithmeticOperator(context, op, arguments[0], arguments[1], *checks)
                : Value::error();
}

// Division as correctly rounded as `op` says, of floats that share a type.
Value divideFloats(Context &context, const BoundArguments &arguments, OpKind op,
                   std::string_view function, bool onlySingle) {
  auto operands =
      unify(context, arguments[0], arguments[1], {.verb = "divide", .keepsScalars = false});
  if (!operands)
    return Value::error();
  Scalar type = operands->x.type.element;
  if (!isFloat(type) || (onlySingle && type != Scalar::F32))
    return failElement(context, operands->x, function, onlySingle ? "`fp32`" : "floats",
                       {help("cast first: `x.to(tl.float32)`")});
  if (!isFloat8(type) && type != Scalar::F16 && type != Scalar::BF16)
    return emitBinary(context, op, operands->x, operands->y);
  Value wide = emitBinary(context, op, castTo(context, operands->x, Scalar::F32),
                          castTo(context, operands->y, Scalar::F32));
  return castTo(context, wide, type);
}

Value absoluteFloat8(Context &context, const Value &tile) {
  Value bits = castTo(context, tile, Scalar::I8, true);
  Value mask = integerTile(context, Scalar::I8, tile.type.shape, 0x7F);
  return castTo(context, emitBinary(context, OpKind::AndI, bits, mask), tile.type.element, true);
}

} // namespace

Value floatFunction(Context &context, const Value &argument, std::string_view name, OpKind op) {
  Value tile = toTile(context, argument);
  if (tile.isError())
    return tile;
  Scalar type = tile.type.element;
  if (tile.type.isPointer || (type != Scalar::F32 && type != Scalar::F64)) {
    tile.origin = argument.origin;
    return failElement(context, tile, name, "`fp32` or `fp64`",
                       {help("cast first: `x.to(tl.float32)`")});
  }
  return emitOp(context, op, {tile}, tile.type,
                op == OpKind::Math ? withText(std::string(name)) : core::Attributes{});
}

Value extremum(Context &context, bool isMax, NanRule nan, const Value &x, const Value &y) {
  Scalar type = x.type.element;
  if (isFloat8(type)) {
    Value wide = extremum(context, isMax, nan, castTo(context, x, Scalar::F32),
                          castTo(context, y, Scalar::F32));
    return castTo(context, wide, type);
  }
  if (type == Scalar::I1)
    return emitBinary(context, isMax ? OpKind::OrI : OpKind::AndI, x, y);
  if (isInteger(type)) {
    OpKind ofSigned = isMax ? OpKind::MaxS : OpKind::MinS;
    OpKind ofUnsigned = isMax ? OpKind::MaxU : OpKind::MinU;
    return emitBinary(context, isSigned(type) ? ofSigned : ofUnsigned, x, y);
  }
  OpKind ignoring = isMax ? OpKind::MaxNumF : OpKind::MinNumF;
  OpKind propagating = isMax ? OpKind::MaxNanF : OpKind::MinNanF;
  return emitBinary(context, nan == NanRule::Ignore ? ignoring : propagating, x, y);
}

Value ceilDivide(Context &context, const Value &x, const Value &divisor) {
  Value less = binaryOperator(context, BinaryOp::Sub, divisor, integerConstant(1));
  Value sum = less.isError() ? less : binaryOperator(context, BinaryOp::Add, x, less);
  return sum.isError() ? sum : binaryOperator(context, BinaryOp::FloorDiv, sum, divisor);
}

// minimum(x, y, propagate_nan=0), maximum(x, y, propagate_nan=0)
Value applyMinimum(Context &context, const BoundArguments &arguments) {
  return applyExtremum(context, arguments, false);
}

Value applyMaximum(Context &context, const BoundArguments &arguments) {
  return applyExtremum(context, arguments, true);
}

// clamp(x, min, max, propagate_nan=0): a NaN becomes `min`, unless it propagates
Value applyClamp(Context &context, const BoundArguments &arguments) {
  auto nan = nanRule(context, arguments[3]);
  if (!nan)
    return Value::error();
  auto values = unifyThree(context,
                           {widenBfloat(context, arguments[0]), widenBfloat(context, arguments[1]),
                            widenBfloat(context, arguments[2])},
                           "clamp");
  if (!values)
    return Value::error();
  Value raised = extremum(context, true, *nan, (*values)[0], (*values)[1]);
  return extremum(context, false, *nan, raised, (*values)[2]);
}

// fma(x, y, z)
Value applyFma(Context &context, const BoundArguments &arguments) {
  auto values = unifyThree(context, {arguments[0], arguments[1], arguments[2]}, "multiply and add");
  if (!values)
    return Value::error();
  const auto &[x, y, z] = std::tie((*values)[0], (*values)[1], (*values)[2]);
  if (isInteger(x.type.element))
    return emitBinary(context, OpKind::AddI, emitBinary(context, OpKind::MulI, x, y), z);
  return emitOp(context, OpKind::FmaF, {x, y, z}, x.type);
}

// umulhi(x, y)
Value applyUmulhi(Context &context, const BoundArguments &arguments) {
  auto operands =
      unify(context, arguments[0], arguments[1], {.verb = "multiply", .keepsScalars = false});
  if (!operands)
    return Value::error();
  Scalar type = operands->x.type.element;
  if (!isInteger(type) || bitWidth(type) < 32)
    return failElement(context, operands->x, "umulhi", "integers of 32 or 64 bits", {});
  return emitBinary(context, OpKind::MulHighU, operands->x, operands->y);
}

// fdiv(x, y, ieee_rounding=False, approx=False)
Value applyFdiv(Context &context, const BoundArguments &arguments) {
  auto exact = constantBool(context, arguments[2], "`ieee_rounding`");
  if (!exact)
    return Value::error();
  return divideFloats(context, arguments, *exact ? OpKind::DivExactF : OpKind::DivF, "fdiv", false);
}

// div_rn(x, y)
Value applyDivRn(Context &context, const BoundArguments &arguments) {
  return divideFloats(context, arguments, OpKind::DivExactF, "div_rn", true);
}

// abs(x)
Value applyAbs(Context &context, const BoundArguments &arguments) {
  Value tile = toTile(context, arguments[0]);
  if (tile.isError())
    return tile;
  if (tile.type.isPointer)
    return failElement(context, tile, "abs", "numbers", {});
  Scalar type = tile.type.element;
  if (isFloat8(type))
    return absoluteFloat8(context, tile);
  if (isFloat(type))
    return emitOp(context, OpKind::AbsF, {tile}, tile.type);
  return isSigned(type) ? emitOp(context, OpKind::AbsI, {tile}, tile.type) : tile;
}

// cdiv(x, div)
Value applyCdiv(Context &context, const BoundArguments &arguments) {
  return ceilDivide(context, arguments[0], arguments[1]);
}

// add(x, y, sanitize_overflow=True) and its kin
Value applyAdd(Context &context, const BoundArguments &arguments) {
  return withoutOverflowCheck(context, BinaryOp::Add, arguments);
}

Value applySub(Context &context, const BoundArguments &arguments) {
  return withoutOverflowCheck(context, BinaryOp::Sub, arguments);
}

Value applyMul(Context &context, const BoundArguments &arguments) {
  return withoutOverflowCheck(context, BinaryOp::Mul, arguments);
}

} // namespace nereid::sema
