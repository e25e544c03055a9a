// The operators of arithmetic: + - * / // % and the bit operators, on tiles, pointers, constants.
//
// Two constants are Python: `//` floors and ints do not wrap. As soon as a tile takes part, the
// language's own rules hold: `//` and `%` truncate as in C, `/` of two ints is fp32, and a Python
// scalar adapts to the tile beside it. fp8 has no arithmetic of its own on any target; it is done
// in fp32, which is wide enough that rounding back once is exact rounding.
#include "sema/rules/arithmetic.h"

#include <limits>

#include "base/check.h"
#include "eval/operators.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

using syntax::BinaryOp;
using syntax::UnaryOp;

// -- Constants and tuples.

Value repeatTuple(Context &context, const std::vector<Value> &elements, const Value &times) {
  auto count = constantInt(context, times, "how often a tuple repeats");
  if (!count)
    return Value::error();
  constexpr int64_t kMaxElements = 65536;
  if (elements.empty())
    return Value::ofTuple({});
  if (*count > 0 && static_cast<int64_t>(elements.size()) > kMaxElements / *count)
    return context.fail(DiagKind::ValueOutOfRange,
                        cat("a tuple of ", elements.size(), " elements times ", *count,
                            " has more than ", kMaxElements, " elements"));
  std::vector<Value> result;
  for (int64_t i = 0; i < *count; ++i)
    result.insert(result.end(), elements.begin(), elements.end());
  return Value::ofTuple(std::move(result));
}

std::optional<Value> tupleOperator(Context &context, BinaryOp op, const Value &x, const Value &y) {
  if (!x.isTuple() && !y.isTuple())
    return std::nullopt;
  auto left = elementsOf(x), right = elementsOf(y);
  if (op == BinaryOp::Add && left && right) {
    left->insert(left->end(), right->begin(), right->end());
    return Value::ofTuple(std::move(*left));
  }
  if (op == BinaryOp::Mul && left && !right)
    return repeatTuple(context, *left, y);
  if (op == BinaryOp::Mul && right && !left)
    return repeatTuple(context, *right, x);
  return std::nullopt;
}

// -- Names of operators in messages.

std::string_view verbOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "add";
  case BinaryOp::Sub:
    return "subtract";
  case BinaryOp::Mul:
    return "multiply";
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
    return "divide";
  case BinaryOp::Mod:
    return "take the remainder of";
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return "shift";
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    return "combine the bits of";
  default:
    return "compute with";
  }
}

Value failTypes(Context &context, std::string_view verb, const Value &x, const Value &y,
                std::string why, std::vector<Help> helps) {
  return context.failAt(
      context.currentSpan(), DiagKind::TypeMismatch,
      cat("cannot ", verb, " ", typeText(x), " and ", typeText(y)), std::move(why),
      originLabels({{&x, cat("this is ", typeText(x))}, {&y, cat("this is ", typeText(y))}}),
      std::move(helps));
}

// -- Numbers.

OpKind floatOp(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return OpKind::AddF;
  case BinaryOp::Sub:
    return OpKind::SubF;
  case BinaryOp::Mul:
    return OpKind::MulF;
  case BinaryOp::Div:
    return OpKind::DivF;
  case BinaryOp::Mod:
    return OpKind::RemF;
  default:
    NEREID_UNREACHABLE("not an operator on floats");
  }
}

OpKind integerOp(BinaryOp op, bool isUnsigned) {
  switch (op) {
  case BinaryOp::Add:
    return OpKind::AddI;
  case BinaryOp::Sub:
    return OpKind::SubI;
  case BinaryOp::Mul:
    return OpKind::MulI;
  case BinaryOp::FloorDiv:
    return isUnsigned ? OpKind::DivU : OpKind::DivS;
  case BinaryOp::Mod:
    return isUnsigned ? OpKind::RemU : OpKind::RemS;
  case BinaryOp::BitAnd:
    return OpKind::AndI;
  case BinaryOp::BitOr:
    return OpKind::OrI;
  case BinaryOp::BitXor:
    return OpKind::XorI;
  case BinaryOp::ShiftLeft:
    return OpKind::Shl;
  case BinaryOp::ShiftRight:
    return isUnsigned ? OpKind::ShrU : OpKind::ShrS;
  default:
    NEREID_UNREACHABLE("not an operator on integers");
  }
}

Value computeFloat(Context &context, BinaryOp op, const Value &x, const Value &y) {
  Scalar type = x.type.element;
  if (!isFloat8(type))
    return emitBinary(context, floatOp(op), x, y);
  Value wide = emitBinary(context, floatOp(op), castTo(context, x, Scalar::F32),
                          castTo(context, y, Scalar::F32));
  return castTo(context, wide, type);
}

// Recomputes in 64 bits and asserts that the result is one of the narrower type's values.
void checkOverflow(Context &context, BinaryOp op, const Value &x, const Value &y) {
  Scalar type = x.type.element;
  int width = bitWidth(type);
  if (width >= 64 || width == 1)
    return;
  Value wide = emitBinary(context, integerOp(op, false), castTo(context, x, Scalar::I64),
                          castTo(context, y, Scalar::I64));
  int64_t low = isSigned(type) ? -(int64_t(1) << (width - 1)) : 0;
  int64_t high = (int64_t(1) << (isSigned(type) ? width - 1 : width)) - 1;
  const Shape &shape = wide.type.shape;
  Value notAbove = emitCompare(context, OpKind::CompareI, Predicate::LeS, wide,
                               integerTile(context, Scalar::I64, shape, high));
  Value notBelow = emitCompare(context, OpKind::CompareI, Predicate::GeS, wide,
                               integerTile(context, Scalar::I64, shape, low));
  std::string_view name = op == BinaryOp::Add ? "add" : op == BinaryOp::Sub ? "sub" : "mul";
  Value fits = emitBinary(context, OpKind::AndI, notAbove, notBelow);
  context.emitVoid(OpKind::Assert, std::span(&fits, 1),
                   withText(cat("int", width, " overflow detected for operation ", name)));
}

Value computeInteger(Context &context, BinaryOp op, const Value &x, const Value &y,
                     bool checksOverflow) {
  bool wraps = op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul;
  if (wraps && checksOverflow && context.launch().debug && context.launch().sanitizeOverflow)
    checkOverflow(context, op, x, y);
  return emitBinary(context, integerOp(op, isUnsigned(x.type.element)), x, y);
}

Value divide(Context &context, const Unified &operands) {
  if (isFloat(operands.x.type.element))
    return computeFloat(context, BinaryOp::Div, operands.x, operands.y);
  return emitBinary(context, OpKind::DivF, castTo(context, operands.x, Scalar::F32),
                    castTo(context, operands.y, Scalar::F32));
}

Value failFloats(Context &context, BinaryOp op, const Value &x, const Value &y) {
  if (op == BinaryOp::FloorDiv)
    return failTypes(context, "floor-divide", x, y, "`//` takes integers",
                     {help("for floats: `tl.floor(x / y)`")});
  return failTypes(context, verbOf(op), x, y, "bit operators take integers",
                   {help("to work on the bits of a float: `x.to(tl.int32, bitcast=True)`")});
}

bool isBitOp(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor ||
         op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight;
}

// >> keeps the sign if the tile that owns the operator is signed: the left one, or the right one
// where the left is a Python scalar. Its type, not the common type, decides.
Value shiftRight(Context &context, const Value &x, const Value &y, const Unified &operands) {
  Scalar owner = x.isTile() ? x.type.element : y.type.element;
  return emitBinary(context, isSigned(owner) ? OpKind::ShrS : OpKind::ShrU, operands.x, operands.y);
}

void warnWideShift(Context &context, const Value &amount, Scalar type) {
  if (!amount.isConstant() || !unwrap(amount.constant).isInt())
    return;
  eval::Int by = unwrap(amount.constant).asInt();
  if (by >= bitWidth(type))
    context.warn(DiagKind::Suspicious,
                 cat("a shift by ", eval::str(unwrap(amount.constant)), " of `", languageName(type),
                     "`, which has only ", bitWidth(type), " bits"));
}

Value numberOperator(Context &context, BinaryOp op, const Value &x, const Value &y,
                     bool checksOverflow) {
  bool isDivision = op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
  UnifyOptions options{.verb = verbOf(op), .isDivision = isDivision};
  auto type = unifiedType(context, x, y, options);
  if (!type)
    return Value::error();
  if (isFloat(*type) && (isBitOp(op) || op == BinaryOp::FloorDiv))
    return failFloats(context, op, x, y);
  auto operands = unify(context, x, y, options);
  if (!operands)
    return Value::error();
  if (op == BinaryOp::Div)
    return divide(context, *operands);
  if (op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight)
    warnWideShift(context, y, *type);
  if (op == BinaryOp::ShiftRight)
    return shiftRight(context, x, y, *operands);
  return isFloat(*type) ? computeFloat(context, op, operands->x, operands->y)
                        : computeInteger(context, op, operands->x, operands->y, checksOverflow);
}

// -- Pointers.

// An integer as an offset in elements: signed, of 32 or 64 bits.
Value offsetOf(Context &context, const Value &value, bool negate, const Shape &shape) {
  if (value.isConstant()) {
    eval::Int number = unwrap(value.constant).asInt();
    number = negate ? -number : number;
    bool narrow = number >= INT32_MIN && number <= INT32_MAX;
    return integerTile(context, narrow ? Scalar::I32 : Scalar::I64, shape,
                       static_cast<int64_t>(number));
  }
  Scalar from = value.type.element;
  bool wide = bitWidth(from) == 64 || (isUnsigned(from) && bitWidth(from) == 32);
  Value offset = castTo(context, value, wide ? Scalar::I64 : Scalar::I32);
  if (negate)
    offset = emitBinary(context, OpKind::SubI, zeroTile(context, offset.type), offset);
  return stretchTo(context, offset, shape);
}

bool isOffset(const Value &value) {
  if (value.isConstant())
    return unwrap(value.constant).isInt() || unwrap(value.constant).isBool();
  return value.isTile() && !value.type.isPointer && isInteger(value.type.element);
}

Value failPointer(Context &context, BinaryOp op, const Value &x, const Value &y) {
  if (isPointer(x) && isPointer(y))
    return failTypes(context, verbOf(op), x, y, "a pointer moves by a number of elements",
                     {help("to compute with addresses: `p.to(tl.int64)`")});
  const Value &other = isPointer(x) ? y : x;
  bool isFloatOffset = other.isTile() && isFloat(other.type.element);
  std::vector<Help> helps;
  if (isFloatOffset)
    helps.push_back(help("make the offset an integer: `offset.to(tl.int32)`"));
  else
    helps.push_back(help("pointers know `+` and `-`; for more, cast: `p.to(tl.int64)`"));
  return failTypes(context, verbOf(op), x, y,
                   isFloatOffset ? "a pointer moves by whole elements" : "", std::move(helps));
}

Value pointerOperator(Context &context, BinaryOp op, const Value &x, const Value &y) {
  bool adds = op == BinaryOp::Add && (isPointer(x) ? isOffset(y) : isOffset(x));
  bool subtracts = op == BinaryOp::Sub && isPointer(x) && isOffset(y);
  if (!adds && !subtracts)
    return failPointer(context, op, x, y);
  const Value &pointer = isPointer(x) ? x : y;
  auto shape = sharedShape(context, x, y, verbOf(op));
  if (!shape)
    return Value::error();
  Value offset = offsetOf(context, isPointer(x) ? y : x, subtracts, *shape);
  return emitBinary(context, OpKind::AddPtr, stretchTo(context, pointer, *shape), offset);
}

bool takesPart(const Value &value) {
  return value.isTile() || isNumber(value);
}

std::string_view symbolOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Pow:
    return "**";
  case BinaryOp::MatMul:
    return "@";
  default:
    return "";
  }
}

Value failOperator(Context &context, BinaryOp op, const Value &x, const Value &y) {
  std::vector<Help> helps;
  if (op == BinaryOp::Pow)
    helps.push_back(help("for tiles: `x * x`, or `tl.exp2(y * tl.log2(x))`, or "
                         "`tl.extra.libdevice.pow(x, y)`"));
  else
    helps.push_back(help("for a matrix product: `tl.dot(x, y)`"));
  return context.fail(
      DiagKind::UnsupportedExpression, cat("tiles have no operator `", symbolOf(op), "`"),
      originLabels({{&x, cat("this is ", typeText(x))}, {&y, cat("this is ", typeText(y))}}),
      std::move(helps));
}

} // namespace

Value arithmeticOperator(Context &context, BinaryOp op, const Value &x, const Value &y,
                         bool checksOverflow) {
  if (hasError(x) || hasError(y))
    return Value::error();
  if (x.isConstant() && y.isConstant())
    return evaluate(context,
                    [&] { return eval::binary(op, unwrap(x.constant), unwrap(y.constant)); });
  if (auto tuple = tupleOperator(context, op, x, y))
    return *tuple;
  if (!takesPart(x) || !takesPart(y))
    return failTypes(context, verbOf(op), x, y, "", {});
  if (op == BinaryOp::Pow || op == BinaryOp::MatMul)
    return failOperator(context, op, x, y);
  if (isPointer(x) || isPointer(y))
    return pointerOperator(context, op, x, y);
  return numberOperator(context, op, x, y, checksOverflow);
}

Value binaryOperator(Context &context, BinaryOp op, const Value &x, const Value &y) {
  return arithmeticOperator(context, op, x, y, true);
}

Value unaryOperator(Context &context, UnaryOp op, const Value &x) {
  if (hasError(x))
    return Value::error();
  if (x.isConstant())
    return evaluate(context, [&] { return eval::unary(op, unwrap(x.constant)); });
  if (op == UnaryOp::Not)
    return logicalNot(context, x);
  bool numeric = x.isTile() && !x.type.isPointer;
  bool floating = numeric && isFloat(x.type.element);
  std::string_view verb = op == UnaryOp::Minus    ? "negate"
                          : op == UnaryOp::Invert ? "invert the bits of"
                                                  : "apply unary `+` to";
  if (!numeric || op == UnaryOp::Plus || (floating && op == UnaryOp::Invert))
    return context.fail(DiagKind::TypeMismatch, cat("cannot ", verb, " ", typeText(x)),
                        originLabels({{&x, cat("this is ", typeText(x))}}));
  if (op == UnaryOp::Invert)
    return emitBinary(context, OpKind::XorI, x,
                      integerTile(context, x.type.element, x.type.shape, -1));
  if (!floating)
    return emitBinary(context, OpKind::SubI, zeroTile(context, x.type), x);
  if (isFloat8(x.type.element))
    return castTo(context, unaryOperator(context, op, castTo(context, x, Scalar::F32)),
                  x.type.element);
  return emitOp(context, OpKind::NegF, {x}, x.type);
}

} // namespace nereid::sema
