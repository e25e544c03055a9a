// Printing, asserting and promising: at compile time (static_*), at run time (device_*), and to the
// compiler (multiple_of, assume, ...).
#include "eval/operators.h"
#include "sema/language.h"
#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"

namespace nereid::sema {
namespace {

// A tile prints as its type: "int32[constexpr[128]]", "fp32[]".
std::string staticText(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Tile: {
    Type element = value.type.withShape({});
    std::vector<std::string> sizes;
    for (int64_t size : value.type.shape)
      sizes.push_back(cat("constexpr[", size, "]"));
    return cat(core::languageName(element), "[", join(sizes, ", "), "]");
  }
  case Value::Kind::Constant:
    return eval::str(unwrap(value.constant));
  case Value::Kind::Tuple: {
    std::vector<std::string> parts;
    for (const Value &element : value.tuple->elements)
      parts.push_back(staticText(element));
    return cat("(", join(parts, ", "), parts.size() == 1 ? ",)" : ")");
  }
  default:
    return describe(value);
  }
}

// The prefix as upstream prints it: " x: ".
std::string printPrefix(std::string prefix, bool hasOperands) {
  if (!hasOperands)
    return prefix;
  if (!prefix.empty() && prefix.back() != ' ' && prefix.back() != ':')
    prefix += ": ";
  else if (!prefix.empty() && prefix.back() == ':')
    prefix += " ";
  if (prefix.size() > 2 && prefix[0] != ' ')
    prefix = cat(" ", prefix);
  return prefix;
}

Value emitAssert(Context &context, const Value &condition, const std::string &message,
                 const Value &maskArgument) {
  Value truth = castTo(context, toTile(context, condition), Scalar::I1);
  if (truth.isError())
    return truth;
  std::vector<Value> operands = {truth};
  if (!maskArgument.isNone()) {
    Value mask = castTo(context, toTile(context, maskArgument), Scalar::I1);
    if (mask.isError() || !broadcastTogether(context, operands[0], mask))
      return Value::error();
    operands.push_back(mask);
  }
  context.emitVoid(OpKind::Assert, operands, withText(message));
  return nothing();
}

Value hint(Context &context, const BoundArguments &arguments, std::string_view name) {
  const Value &x = arguments[0];
  if (!x.isTile()) // a constant needs no promises; what is wrong with it shows where it is used
    return x;
  auto values = constantInts(context, arguments[1], cat("the values of `", name, "`"));
  if (!values)
    return Value::error();
  size_t rank = std::max<size_t>(1, x.type.shape.size());
  if (values->size() != rank)
    return failAtValue(
        context, arguments[1], DiagKind::WrongArguments,
        cat("`", name, "` of ", typeText(x), " takes ", rank, " values, not ", values->size()),
        "one per axis");
  core::Attributes attrs = withText(std::string(name));
  attrs.integers = *values;
  return emitOp(context, OpKind::Hint, {x}, x.type, std::move(attrs));
}

} // namespace

// static_print(*values, sep=" ", end="\n", file=None, flush=False)
Value applyStaticPrint(Context &context, const BoundArguments &arguments) {
  size_t count = arguments.values.size(); // the last four are sep, end, file and flush
  auto separator = constantString(context, arguments[count - 4], "`sep`");
  auto end = constantString(context, arguments[count - 3], "`end`");
  if (!separator || !end)
    return Value::error();
  std::vector<std::string> parts;
  for (const Value &value : arguments.rest)
    parts.push_back(staticText(value));
  if (context.options().print)
    context.options().print(cat(join(parts, *separator), *end));
  return nothing();
}

// static_assert(cond, msg="")
Value applyStaticAssert(Context &context, const BoundArguments &arguments) {
  const Value &condition = arguments[0];
  if (!condition.isConstant())
    return failAtValue(context, condition, DiagKind::NotConstexpr,
                       cat("`static_assert` needs a constant, but this is ", typeText(condition)),
                       "known only at run time",
                       {help("to check at run time: `tl.device_assert(condition)`")});
  if (eval::truthy(unwrap(condition.constant)))
    return nothing();
  std::string message = staticText(arguments[1]);
  return context.fail(DiagKind::StaticAssertFailed,
                      message.empty() ? "static_assert failed" : message);
}

// device_print(prefix, *args, hex=False)
Value applyDevicePrint(Context &context, const BoundArguments &arguments) {
  auto prefix = constantString(context, arguments[0], "the prefix of `device_print`");
  auto hexadecimal = constantBool(context, arguments.values.back(), "`hex`");
  if (!prefix || !hexadecimal)
    return Value::error();
  std::vector<Value> operands;
  core::Attributes attrs;
  for (const Value &argument : arguments.rest) {
    Value tile = toTile(context, argument);
    if (tile.isError())
      return tile;
    attrs.integers.push_back(!tile.type.isPointer && isSigned(tile.type.element));
    operands.push_back(std::move(tile));
  }
  attrs.text = printPrefix(*prefix, !operands.empty());
  attrs.integer = *hexadecimal;
  context.emitVoid(OpKind::Print, operands, std::move(attrs));
  return nothing();
}

// device_assert(cond, msg="", mask=None): live only in debug launches
Value applyDeviceAssert(Context &context, const BoundArguments &arguments) {
  if (!context.launch().debug)
    return nothing();
  return emitAssert(context, arguments[0], staticText(arguments[1]), arguments[2]);
}

// expect_zero(x, mask)
Value applyExpectZero(Context &context, const BoundArguments &arguments) {
  if (!context.launch().debug)
    return arguments[0];
  Value isZero =
      compareOperator(context, syntax::CompareOp::Equal, arguments[0], integerConstant(0));
  if (isZero.isError() || emitAssert(context, isZero, "expected zero", arguments[1]).isError())
    return Value::error();
  return arguments[0];
}

// assume(cond)
Value applyAssume(Context &context, const BoundArguments &arguments) {
  const Value &condition = arguments[0];
  if (condition.isConstant()) {
    if (!eval::truthy(unwrap(condition.constant)))
      context.warn(DiagKind::Suspicious, "this assumption is known to be false");
    return nothing();
  }
  Value truth = toCondition(context, condition);
  if (truth.isError())
    return truth;
  context.emitVoid(OpKind::Assume, std::span(&truth, 1));
  return nothing();
}

// multiple_of(x, values), max_contiguous(x, values), max_constancy(x, values)
Value applyMultipleOf(Context &context, const BoundArguments &arguments) {
  return hint(context, arguments, "multiple_of");
}

Value applyMaxContiguous(Context &context, const BoundArguments &arguments) {
  return hint(context, arguments, "max_contiguous");
}

Value applyMaxConstancy(Context &context, const BoundArguments &arguments) {
  return hint(context, arguments, "max_constancy");
}

// debug_barrier()
Value applyDebugBarrier(Context &context, const BoundArguments &) {
  context.emitVoid(OpKind::Barrier, {});
  return nothing();
}

} // namespace nereid::sema
