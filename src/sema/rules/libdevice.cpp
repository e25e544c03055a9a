// The math library by its CUDA names (tl.extra.libdevice.*), and the functions that tl has itself.
//
// One table a group: each line is a name and the function of Core's Math operation it stands for,
// or a rule of its own where the name means an ordinary operation (`div_rn`, `isnan`). Arguments
// promote as in a comparison, and then must be fp32 or fp64.
#include "sema/rules/libdevice.h"

#include <array>
#include <utility>

#include "sema/rules/builtins.h"
#include "sema/rules/math.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

// What a line of the table does; `name` is Core's name for the function.
using Meaning = Value (*)(Context &, const BoundArguments &, std::string_view name);

Value failOperand(Context &context, const Value &value, std::string_view wanted) {
  return failAtValue(context, value, DiagKind::TypeMismatch,
                     cat("this function takes ", wanted, ", but this is ", typeText(value)), {},
                     {help("cast first: `x.to(tl.float32)`")});
}

bool isSingleOrDouble(const Value &value) {
  return !value.type.isPointer &&
         (value.type.element == Scalar::F32 || value.type.element == Scalar::F64);
}

std::optional<Value> floatOperand(Context &context, const Value &argument) {
  Value tile = toTile(context, argument);
  if (tile.isError())
    return std::nullopt;
  if (isSingleOrDouble(tile))
    return tile;
  failOperand(context, tile, "`fp32` or `fp64`");
  return std::nullopt;
}

std::optional<Unified> floatOperands(Context &context, const Value &x, const Value &y) {
  auto operands = unify(context, x, y, {.keepsScalars = false});
  if (!operands)
    return std::nullopt;
  if (isSingleOrDouble(operands->x))
    return operands;
  failOperand(context, operands->x, "`fp32` or `fp64`");
  return std::nullopt;
}

Value emitMath(Context &context, std::initializer_list<Value> operands, std::string_view name) {
  return emitOp(context, OpKind::Math, operands, operands.begin()->type,
                withText(std::string(name)));
}

Value unary(Context &context, const BoundArguments &arguments, std::string_view name) {
  auto x = floatOperand(context, arguments[0]);
  return x ? emitMath(context, {*x}, name) : Value::error();
}

Value binary(Context &context, const BoundArguments &arguments, std::string_view name) {
  auto operands = floatOperands(context, arguments[0], arguments[1]);
  return operands ? emitMath(context, {operands->x, operands->y}, name) : Value::error();
}

// x * 2^n: ldexp, scalbn.
Value scaleByPower(Context &context, const BoundArguments &arguments, std::string_view) {
  auto x = floatOperand(context, arguments[0]);
  Value power = toTile(context, arguments[1]);
  return x && !power.isError() ? context.callLibrary("_ldexp", {*x, power}) : Value::error();
}

// jn(n, x): the engines take the order as a float.
Value ofOrder(Context &context, const BoundArguments &arguments, std::string_view name) {
  auto x = floatOperand(context, arguments[1]);
  Value order = toTile(context, arguments[0]);
  if (!x || order.isError())
    return Value::error();
  order = castTo(context, order, x->type.element);
  Value operand = *x;
  if (order.isError() || !broadcastTogether(context, order, operand))
    return Value::error();
  return emitMath(context, {order, operand}, name);
}

Value asUnaryOp(Context &context, const BoundArguments &arguments, OpKind op) {
  auto x = floatOperand(context, arguments[0]);
  return x ? emitOp(context, op, {*x}, x->type) : Value::error();
}

Value asBinaryOp(Context &context, const BoundArguments &arguments, OpKind op) {
  auto operands = floatOperands(context, arguments[0], arguments[1]);
  return operands ? emitBinary(context, op, operands->x, operands->y) : Value::error();
}

template <OpKind op>
Value unaryOp(Context &context, const BoundArguments &arguments, std::string_view) {
  return asUnaryOp(context, arguments, op);
}

template <OpKind op>
Value binaryOp(Context &context, const BoundArguments &arguments, std::string_view) {
  return asBinaryOp(context, arguments, op);
}

Value fusedMultiplyAdd(Context &context, const BoundArguments &arguments, std::string_view) {
  return applyFma(context, arguments);
}

Value absolute(Context &context, const BoundArguments &arguments, std::string_view) {
  return applyAbs(context, arguments);
}

Value infinity(Context &context, const Type &type) {
  return constantTile(context, type,
                      encodeFloat(type.element, std::numeric_limits<double>::infinity()));
}

Value isNan(Context &context, const BoundArguments &arguments, std::string_view) {
  auto x = floatOperand(context, arguments[0]);
  return x ? emitCompare(context, OpKind::CompareF, Predicate::Ne, *x, *x) : Value::error();
}

Value compareMagnitude(Context &context, const BoundArguments &arguments, Predicate predicate) {
  auto x = floatOperand(context, arguments[0]);
  if (!x)
    return Value::error();
  Value magnitude = emitOp(context, OpKind::AbsF, {*x}, x->type);
  return emitCompare(context, OpKind::CompareF, predicate, magnitude, infinity(context, x->type));
}

Value isInfinite(Context &context, const BoundArguments &arguments, std::string_view) {
  return compareMagnitude(context, arguments, Predicate::Eq);
}

Value isFinite(Context &context, const BoundArguments &arguments, std::string_view) {
  return compareMagnitude(context, arguments, Predicate::Lt);
}

// An int32, 1 where the sign bit is set.
Value signBit(Context &context, const BoundArguments &arguments, std::string_view) {
  auto x = floatOperand(context, arguments[0]);
  if (!x)
    return Value::error();
  int width = bitWidth(x->type.element);
  Scalar type = integerOfWidth(width, false);
  Value bits = castTo(context, *x, type, true);
  Value shift = integerTile(context, type, x->type.shape, width - 1);
  return castTo(context, emitBinary(context, OpKind::ShrU, bits, shift), Scalar::I32);
}

// llrint and its kin: round by `name`, then to int64.
Value roundToLong(Context &context, const BoundArguments &arguments, std::string_view name) {
  auto x = floatOperand(context, arguments[0]);
  return x ? castTo(context, emitMath(context, {*x}, name), Scalar::I64) : Value::error();
}

Value integerExponent(Context &context, const BoundArguments &arguments, std::string_view) {
  auto x = floatOperand(context, arguments[0]);
  return x ? castTo(context, emitMath(context, {*x}, "logb"), Scalar::I32) : Value::error();
}

// Between 0 and 1; NaN becomes 0.
Value saturate(Context &context, const BoundArguments &arguments, std::string_view) {
  auto x = floatOperand(context, arguments[0]);
  if (!x)
    return Value::error();
  Value one = constantTile(context, x->type, encodeFloat(x->type.element, 1.0));
  Value raised = emitBinary(context, OpKind::MaxNumF, *x, zeroTile(context, x->type));
  return emitBinary(context, OpKind::MinNumF, raised, one);
}

Value reciprocal(Context &context, const BoundArguments &arguments, std::string_view) {
  auto x = floatOperand(context, arguments[0]);
  if (!x)
    return Value::error();
  Value one = constantTile(context, x->type, encodeFloat(x->type.element, 1.0));
  return emitBinary(context, OpKind::DivExactF, one, *x);
}

Value mulHigh(Context &context, const BoundArguments &arguments, std::string_view) {
  auto operands =
      unify(context, arguments[0], arguments[1], {.verb = "multiply", .keepsScalars = false});
  if (!operands)
    return Value::error();
  Scalar type = operands->x.type.element;
  if (!isInteger(type) || bitWidth(type) < 32)
    return failOperand(context, operands->x, "integers of 32 or 64 bits");
  return emitBinary(context, isSigned(type) ? OpKind::MulHighS : OpKind::MulHighU, operands->x,
                    operands->y);
}

template <Scalar type>
Value bitcastTo(Context &context, const BoundArguments &arguments, std::string_view) {
  return castTo(context, arguments[0], type, true);
}

template <Scalar type>
Value convertTo(Context &context, const BoundArguments &arguments, std::string_view) {
  return castTo(context, arguments[0], type);
}

// The last two letters of a name: rn to nearest, rz toward zero, rd down, ru up.
std::string_view modeOf(std::string_view name) {
  return name.substr(name.size() - 2);
}

// Float to int: `name` ends in the direction. Unsigned results are typed as the signed type.
template <Scalar type>
Value roundTo(Context &context, const BoundArguments &arguments, std::string_view name) {
  auto x = floatOperand(context, arguments[0]);
  if (!x)
    return Value::error();
  std::string_view mode = modeOf(name);
  std::string_view function = mode == "rn" ? "rint" : mode == "rd" ? "floor" : "ceil";
  Value whole = mode == "rz" ? *x : emitMath(context, {*x}, function);
  Value result = castTo(context, whole, type);
  return castTo(context, result, integerOfWidth(bitWidth(type), true), true);
}

Value modeConstant(std::string_view name) {
  return Value::ofConstant(eval::Value::string(std::string(modeOf(name))));
}

// Something to a narrower float, in the direction that `name` ends in: "ll2float_rd".
Value convertDirected(Context &context, const BoundArguments &arguments, std::string_view name) {
  Value x = toTile(context, arguments[0]);
  bool isDouble = startsWith(name, "double");
  if (x.isError() || x.type.isPointer || isFloat(x.type.element) != isDouble)
    return x.isError() ? x : failOperand(context, x, isDouble ? "`fp64`" : "an integer");
  std::string_view function = isDouble                                        ? "_double2float"
                              : name.find("2float") != std::string_view::npos ? "_int2float"
                                                                              : "_int2double";
  return context.callLibrary(function, {x, modeConstant(name)});
}

// Arithmetic in the direction that `name` ends in: "add_rd".
Value directed(Context &context, const BoundArguments &arguments, std::string_view name) {
  std::vector<Value> operands;
  for (const Value &argument : arguments.values) {
    auto operand = floatOperand(context, argument);
    if (!operand)
      return Value::error();
    operands.push_back(*operand);
  }
  for (size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].type.element != operands[0].type.element)
      return failOperand(context, operands[i], quoted(languageName(operands[0].type.element)));
    if (!broadcastTogether(context, operands[0], operands[i]))
      return Value::error();
  }
  operands.push_back(modeConstant(name));
  return context.callLibrary(cat("_", name.substr(0, name.size() - 3), "_directed"), operands);
}

// A function of library.py with the same arguments.
Value library(Context &context, const BoundArguments &arguments, std::string_view name) {
  return context.callLibrary(name, arguments.values);
}

// The same, of one float.
Value ofFloat(Context &context, const BoundArguments &arguments, std::string_view name) {
  auto x = floatOperand(context, arguments[0]);
  return x ? context.callLibrary(name, {*x}) : Value::error();
}

constexpr std::string_view kOne = "x", kTwo = "x, y", kThree = "x, y, z", kFour = "x, y, z, w";

struct Line {
  std::string_view name, signature;
  Meaning meaning;
  std::string_view core = {}; // where it differs from the name
};

// The functions of tl itself.
constexpr std::array kFloatFunctions = {"exp",  "exp2",  "log", "log2",  "sin", "cos",
                                        "sqrt", "rsqrt", "erf", "floor", "ceil"};

constexpr Line kLibdevice[] = {
    // One float to the same type.
    {"floor", kOne, unary},
    {"ceil", kOne, unary},
    {"trunc", kOne, unary},
    {"rint", kOne, unary},
    {"nearbyint", kOne, unary, "rint"},
    {"round", kOne, unary},
    {"sqrt", kOne, unary},
    {"rsqrt", kOne, unary},
    {"exp", kOne, unary},
    {"exp2", kOne, unary},
    {"exp10", kOne, unary},
    {"expm1", kOne, unary},
    {"log", kOne, unary},
    {"log2", kOne, unary},
    {"log10", kOne, unary},
    {"log1p", kOne, unary},
    {"sin", kOne, unary},
    {"cos", kOne, unary},
    {"tan", kOne, unary},
    {"asin", kOne, unary},
    {"acos", kOne, unary},
    {"atan", kOne, unary},
    {"sinh", kOne, unary},
    {"cosh", kOne, unary},
    {"tanh", kOne, unary},
    {"asinh", kOne, unary},
    {"acosh", kOne, unary},
    {"atanh", kOne, unary},
    {"cbrt", kOne, unary},
    {"erf", kOne, unary},
    {"erfc", kOne, unary},
    {"lgamma", kOne, unary},
    {"tgamma", kOne, unary},
    {"j0", kOne, unary},
    {"j1", kOne, unary},
    {"y0", kOne, unary},
    {"y1", kOne, unary},
    {"logb", kOne, unary},
    {"abs", kOne, absolute},
    {"fabs", kOne, absolute},
    {"saturatef", kOne, saturate},
    {"rcp_rn", kOne, reciprocal},
    {"rcp_rz", kOne, directed},
    {"rcp_rd", kOne, directed},
    {"rcp_ru", kOne, directed},
    {"sqrt_rz", kOne, directed},
    {"sqrt_rd", kOne, directed},
    {"sqrt_ru", kOne, directed},
    {"rcp64h", kOne, library, "_rcp64h"},
    {"sqrt_rn", kOne, unaryOp<OpKind::SqrtExactF>},
    {"rsqrt_rn", kOne, unary, "rsqrt"},
    {"sinpi", kOne, library, "_sinpi"},
    {"cospi", kOne, library, "_cospi"},
    {"rcbrt", kOne, library, "_rcbrt"},
    {"normcdf", kOne, library, "_normcdf"},
    {"normcdfinv", kOne, ofFloat, "_normcdfinv"},
    {"erfinv", kOne, ofFloat, "_erfinv"},
    {"erfcinv", kOne, ofFloat, "_erfcinv"},
    {"erfcx", kOne, ofFloat, "_erfcx"},
    {"cyl_bessel_i0", kOne, ofFloat, "_cyl_bessel_i0"},
    {"cyl_bessel_i1", kOne, ofFloat, "_cyl_bessel_i1"},

    // The fast variants promise less; the ordinary functions keep every promise they make.
    {"fast_sinf", kOne, unary, "sin"},
    {"fast_cosf", kOne, unary, "cos"},
    {"fast_tanf", kOne, unary, "tan"},
    {"fast_logf", kOne, unary, "log"},
    {"fast_log2f", kOne, unary, "log2"},
    {"fast_log10f", kOne, unary, "log10"},
    {"fast_expf", kOne, unary, "exp"},
    {"fast_exp10f", kOne, unary, "exp10"},
    {"fast_tanhf", kOne, unary, "tanh"},
    {"fast_dividef", kTwo, binaryOp<OpKind::DivF>},
    {"fast_powf", kTwo, binary, "pow"},

    // Two and more.
    {"add_rn", kTwo, binaryOp<OpKind::AddF>},
    {"sub_rn", kTwo, binaryOp<OpKind::SubF>},
    {"mul_rn", kTwo, binaryOp<OpKind::MulF>},
    {"div_rn", kTwo, binaryOp<OpKind::DivExactF>},
    {"pow", kTwo, binary},
    {"atan2", kTwo, binary},
    {"hypot", kTwo, binary},
    {"fmod", kTwo, binaryOp<OpKind::RemF>},
    {"remainder", kTwo, binary},
    {"fdim", kTwo, binary},
    {"copysign", kTwo, binary},
    {"nextafter", kTwo, binary},
    {"ldexp", kTwo, scaleByPower},
    {"scalbn", kTwo, scaleByPower},
    {"rhypot", kTwo, library, "_rhypot"},
    {"fma", kThree, fusedMultiplyAdd},
    {"fma_rn", kThree, fusedMultiplyAdd},
    {"norm3d", kThree, library, "_norm3d"},
    {"rnorm3d", kThree, library, "_rnorm3d"},
    {"norm4d", kFour, library, "_norm4d"},
    {"rnorm4d", kFour, library, "_rnorm4d"},
    {"jn", "n, x", ofOrder},
    {"yn", "n, x", ofOrder},
    {"add_rz", kTwo, directed},
    {"add_rd", kTwo, directed},
    {"add_ru", kTwo, directed},
    {"sub_rz", kTwo, directed},
    {"sub_rd", kTwo, directed},
    {"sub_ru", kTwo, directed},
    {"mul_rz", kTwo, directed},
    {"mul_rd", kTwo, directed},
    {"mul_ru", kTwo, directed},
    {"div_rz", kTwo, directed},
    {"div_rd", kTwo, directed},
    {"div_ru", kTwo, directed},
    {"fma_rz", kThree, directed},
    {"fma_rd", kThree, directed},
    {"fma_ru", kThree, directed},

    // Questions.
    {"isnan", kOne, isNan},
    {"isinf", kOne, isInfinite},
    {"finitef", kOne, isFinite},
    {"isfinited", kOne, isFinite},
    {"signbit", kOne, signBit},

    // To integers, and integers.
    {"llrint", kOne, roundToLong, "rint"},
    {"llround", kOne, roundToLong, "round"},
    {"ilogb", kOne, integerExponent},
    {"mulhi", kTwo, mulHigh},
    {"popc", kOne, library, "_popc"},
    {"clz", kOne, library, "_clz"},
    {"ffs", kOne, library, "_ffs"},
    {"brev", kOne, library, "_brev"},
    {"hadd", kTwo, library, "_hadd"},
    {"rhadd", kTwo, library, "_rhadd"},
    {"mul24", kTwo, library, "_mul24"},
    {"sad", kThree, library, "_sad"},
    {"byte_perm", "x, y, s", library, "_byte_perm"},

    // Bits, and conversions.
    {"int_as_float", kOne, bitcastTo<Scalar::F32>},
    {"uint_as_float", kOne, bitcastTo<Scalar::F32>},
    {"float_as_int", kOne, bitcastTo<Scalar::I32>},
    {"float_as_uint", kOne, bitcastTo<Scalar::I32>},
    {"longlong_as_double", kOne, bitcastTo<Scalar::F64>},
    {"double_as_longlong", kOne, bitcastTo<Scalar::I64>},
    {"int2float_rn", kOne, convertTo<Scalar::F32>},
    {"int2float_rz", kOne, convertDirected},
    {"int2float_rd", kOne, convertDirected},
    {"int2float_ru", kOne, convertDirected},
    {"uint2float_rn", kOne, convertTo<Scalar::F32>},
    {"uint2float_rz", kOne, convertDirected},
    {"uint2float_rd", kOne, convertDirected},
    {"uint2float_ru", kOne, convertDirected},
    {"ll2float_rn", kOne, convertTo<Scalar::F32>},
    {"ll2float_rz", kOne, convertDirected},
    {"ll2float_rd", kOne, convertDirected},
    {"ll2float_ru", kOne, convertDirected},
    {"ull2float_rn", kOne, convertTo<Scalar::F32>},
    {"ull2float_rz", kOne, convertDirected},
    {"ull2float_rd", kOne, convertDirected},
    {"ull2float_ru", kOne, convertDirected},
    {"int2double_rn", kOne, convertTo<Scalar::F64>},
    {"uint2double_rn", kOne, convertTo<Scalar::F64>},
    {"ll2double_rn", kOne, convertTo<Scalar::F64>},
    {"ll2double_rz", kOne, convertDirected},
    {"ll2double_rd", kOne, convertDirected},
    {"ll2double_ru", kOne, convertDirected},
    {"ull2double_rn", kOne, convertTo<Scalar::F64>},
    {"ull2double_rz", kOne, convertDirected},
    {"ull2double_rd", kOne, convertDirected},
    {"ull2double_ru", kOne, convertDirected},
    {"double2float_rn", kOne, convertTo<Scalar::F32>},
    {"double2float_rz", kOne, convertDirected},
    {"double2float_rd", kOne, convertDirected},
    {"double2float_ru", kOne, convertDirected},
    {"float2int_rn", kOne, roundTo<Scalar::I32>},
    {"float2int_rz", kOne, roundTo<Scalar::I32>},
    {"float2int_rd", kOne, roundTo<Scalar::I32>},
    {"float2int_ru", kOne, roundTo<Scalar::I32>},
    {"float2uint_rn", kOne, roundTo<Scalar::U32>},
    {"float2uint_rz", kOne, roundTo<Scalar::U32>},
    {"float2uint_rd", kOne, roundTo<Scalar::U32>},
    {"float2uint_ru", kOne, roundTo<Scalar::U32>},
    {"float2ll_rn", kOne, roundTo<Scalar::I64>},
    {"float2ll_rz", kOne, roundTo<Scalar::I64>},
    {"float2ll_rd", kOne, roundTo<Scalar::I64>},
    {"float2ll_ru", kOne, roundTo<Scalar::I64>},
    {"float2ull_rn", kOne, roundTo<Scalar::U64>},
    {"float2ull_rz", kOne, roundTo<Scalar::U64>},
    {"float2ull_rd", kOne, roundTo<Scalar::U64>},
    {"float2ull_ru", kOne, roundTo<Scalar::U64>},
    {"double2int_rn", kOne, roundTo<Scalar::I32>},
    {"double2int_rz", kOne, roundTo<Scalar::I32>},
    {"double2int_rd", kOne, roundTo<Scalar::I32>},
    {"double2int_ru", kOne, roundTo<Scalar::I32>},
    {"double2uint_rn", kOne, roundTo<Scalar::U32>},
    {"double2uint_rz", kOne, roundTo<Scalar::U32>},
    {"double2uint_rd", kOne, roundTo<Scalar::U32>},
    {"double2uint_ru", kOne, roundTo<Scalar::U32>},
    {"double2ll_rn", kOne, roundTo<Scalar::I64>},
    {"double2ll_rz", kOne, roundTo<Scalar::I64>},
    {"double2ll_rd", kOne, roundTo<Scalar::I64>},
    {"double2ll_ru", kOne, roundTo<Scalar::I64>},
    {"double2ull_rn", kOne, roundTo<Scalar::U64>},
    {"double2ull_rz", kOne, roundTo<Scalar::U64>},
    {"double2ull_rd", kOne, roundTo<Scalar::U64>},
    {"double2ull_ru", kOne, roundTo<Scalar::U64>},
    {"hiloint2double", "high, low", library, "_hiloint2double"},
    {"double2hiint", kOne, library, "_double2hiint"},
    {"double2loint", kOne, library, "_double2loint"},
};

template <size_t line> Value applyLine(Context &context, const BoundArguments &arguments) {
  constexpr const Line &entry = kLibdevice[line];
  return entry.meaning(context, arguments, entry.core.empty() ? entry.name : entry.core);
}

template <size_t index> Value applyFloat(Context &context, const BoundArguments &arguments) {
  return floatFunction(context, arguments[0], kFloatFunctions[index], OpKind::Math);
}

template <size_t... indices>
std::vector<BuiltinSpec> makeLibdevice(std::index_sequence<indices...>) {
  // BuiltinSpec holds views; the names that are composed here live as long as the process.
  static const std::vector<std::string> homes = [] {
    std::vector<std::string> names;
    for (const Line &line : kLibdevice)
      for (std::string_view home : {"extra.libdevice.", "math."})
        names.push_back(cat(home, line.name));
    return names;
  }();
  std::vector<BuiltinSpec> specs;
  (..., [&] {
    constexpr const Line &line = kLibdevice[indices];
    for (size_t home = 0; home < 2; ++home)
      specs.push_back(
          {homes[2 * indices + home], line.signature, guarded<applyLine<indices>>, false});
  }());
  return specs;
}

template <size_t... indices>
std::vector<BuiltinSpec> makeFloatFunctions(std::index_sequence<indices...>) {
  return {{kFloatFunctions[indices], kOne, guarded<applyFloat<indices>>, true}...};
}

// tl.sqrt_rn(x)
Value applySqrtRn(Context &context, const BoundArguments &arguments) {
  return floatFunction(context, arguments[0], "sqrt_rn", OpKind::SqrtExactF);
}

} // namespace

std::vector<BuiltinSpec> floatFunctionSpecs() {
  auto specs = makeFloatFunctions(std::make_index_sequence<kFloatFunctions.size()>());
  specs.push_back({"sqrt_rn", kOne, guarded<applySqrtRn>, true});
  return specs;
}

std::vector<BuiltinSpec> libdeviceSpecs() {
  return makeLibdevice(std::make_index_sequence<std::size(kLibdevice)>());
}

} // namespace nereid::sema
