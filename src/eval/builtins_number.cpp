#include <cmath>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/operators.h"
#include "eval/unicode.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::UnaryOp;

namespace {

Value absolute(const Arguments &call) {
  expectPositional("abs", call, 1, 1);
  const Value &value = call.positional[0];
  if (auto method = findAttr(value, "__abs__"))
    return eval::call(*method, {});
  raise("TypeError", cat("bad operand type for abs(): '", typeName(value), "'"));
}

Value roundValue(const Arguments &call) {
  static const Signature signature("round", "number, ndigits=");
  auto arguments = signature.match(call);
  const Value &value = *arguments[0];
  bool toWhole = !arguments[1] || arguments[1]->isNone();
  if (!value.isNumber()) {
    auto method = findAttr(value, "__round__");
    if (!method)
      raise("TypeError", cat("type ", typeName(value), " doesn't define __round__ method"));
    return toWhole ? eval::call(*method, {}) : eval::call(*method, {*arguments[1]});
  }
  int digits = toWhole ? 0 : int(std::clamp<Int>(toInt(*arguments[1]), -1000, 1000));
  if (!value.isFloat())
    return Value::integer(roundInt(value.asInt(), digits));
  if (!toWhole)
    return Value::real(roundFloat(value.asFloat(), digits));
  return Value::integer(intFromFloat(std::nearbyint(value.asFloat())));
}

// A str, list, ...: what has no quotient.
bool isBuiltinData(const Value &value) {
  return value.as<Str>() || value.as<List>() || value.as<Tuple>() || value.as<Dict>() ||
         value.as<Set>() || value.as<Range>();
}

Value divideWithRest(const Arguments &call) {
  expectPositional("divmod", call, 2, 2);
  const Value &a = call.positional[0], &b = call.positional[1];
  if (a.isNumber() && b.isNumber() && (a.isFloat() || b.isFloat()) && b.asFloat() == 0.0)
    raise("ZeroDivisionError", "float divmod()");
  bool builtin = !(a.isObject() && !isBuiltinData(a)) && !(b.isObject() && !isBuiltinData(b));
  if (builtin && !(a.isNumber() && b.isNumber()))
    raise("TypeError", cat("unsupported operand type(s) for divmod(): '", typeName(a), "' and '",
                           typeName(b), "'"));
  return Value::tuple({binary(BinaryOp::FloorDiv, a, b), binary(BinaryOp::Mod, a, b)});
}

Value power(const Arguments &call) {
  static const Signature signature("pow", "base, exp, mod=");
  auto arguments = signature.match(call);
  if (!arguments[2] || arguments[2]->isNone())
    return binary(BinaryOp::Pow, *arguments[0], *arguments[1]);
  for (size_t i = 0; i < 3; ++i)
    if (!arguments[i]->isInt() && !arguments[i]->isBool())
      raise("TypeError", "pow() 3rd argument not allowed unless all arguments are integers");
  return Value::integer(
      powerModulo(arguments[0]->asInt(), arguments[1]->asInt(), arguments[2]->asInt()));
}

template <char form> Value inBase(const Arguments &call) {
  expectPositional(form == 'x' ? "hex" : form == 'o' ? "oct" : "bin", call, 1, 1);
  return Value::string(format(Value::integer(toInt(call.positional[0])), cat('#', form)));
}

Value characterOf(const Arguments &call) {
  expectPositional("chr", call, 1, 1);
  Int code = toInt(call.positional[0]);
  if (code != Int(int32_t(code)))
    raise("OverflowError", "Python int too large to convert to C int");
  if (code < 0 || code > 0x10FFFF)
    raise("ValueError", "chr() arg not in range(0x110000)");
  std::string text;
  appendCodePoint(text, uint32_t(code));
  return Value::string(std::move(text));
}

Value codeOfCharacter(const Arguments &call) {
  expectPositional("ord", call, 1, 1);
  const std::string *text = call.positional[0].asString();
  if (!text)
    raise("TypeError",
          cat("ord() expected string of length 1, but ", typeName(call.positional[0]), " found"));
  if (size_t size = countCodePoints(*text); size != 1)
    raise("TypeError", cat("ord() expected a character, but string of length ", size, " found"));
  std::string_view rest = *text;
  return Value::integer(takeCodePoint(rest));
}

} // namespace

void addNumberBuiltins(Module &module) {
  module.define("abs", absolute);
  module.define("round", roundValue);
  module.define("divmod", divideWithRest);
  module.define("pow", power);
  module.define("hex", inBase<'x'>);
  module.define("oct", inBase<'o'>);
  module.define("bin", inBase<'b'>);
  module.define("chr", characterOf);
  module.define("ord", codeOfCharacter);
}

} // namespace nereid::eval
