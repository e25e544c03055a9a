// Atomic operations on memory.
//
// Hardware has no atomic maximum of floats. But floats of one sign order like the integers of their
// bits, so a maximum by a value that is not negative is a signed maximum of bits, and one by a
// negative value is an unsigned minimum: both are issued, under masks that exclude each other.
#include <algorithm>
#include <array>

#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

enum class Rmw : uint8_t { Add, Max, Min, And, Or, Xor, Exchange };

std::string_view nameOf(Rmw op) {
  constexpr std::array<std::string_view, 7> kNames = {"atomic_add", "atomic_max", "atomic_min",
                                                      "atomic_and", "atomic_or",  "atomic_xor",
                                                      "atomic_xchg"};
  return kNames[static_cast<size_t>(op)];
}

// Core's word for `op` on an element type.
std::string_view coreName(Rmw op, Scalar type) {
  switch (op) {
  case Rmw::Add:
    return isFloat(type) ? "fadd" : "add";
  case Rmw::Max:
    return isUnsigned(type) ? "umax" : "max";
  case Rmw::Min:
    return isUnsigned(type) ? "umin" : "min";
  case Rmw::And:
    return "and";
  case Rmw::Or:
    return "or";
  case Rmw::Xor:
    return "xor";
  case Rmw::Exchange:
    return "xchg";
  }
  return {};
}

struct Ordering {
  std::string semantics, scope;
};

std::optional<std::string> readWord(Context &context, const Value &argument, std::string_view what,
                                    std::string_view otherwise,
                                    std::initializer_list<std::string_view> allowed) {
  if (argument.isNone())
    return std::string(otherwise);
  auto text = constantString(context, argument, what);
  if (!text || std::find(allowed.begin(), allowed.end(), *text) != allowed.end())
    return text;
  std::vector<std::string> words;
  for (std::string_view word : allowed)
    words.push_back(cat("`\"", word, "\"`"));
  failAtValue(context, argument, DiagKind::BadOption, cat(what, " cannot be `\"", *text, "\"`"), {},
              {help(cat("one of ", join(words, ", ")))});
  return std::nullopt;
}

std::optional<std::string> readScope(Context &context, const Value &argument) {
  return readWord(context, argument, "`scope`", "gpu", {"gpu", "cta", "sys"});
}

std::optional<Ordering> readOrdering(Context &context, const Value &semantics, const Value &scope) {
  auto order = readWord(context, semantics, "`sem`", "acq_rel",
                        {"acquire", "release", "acq_rel", "relaxed"});
  auto reach = readScope(context, scope);
  if (!order || !reach)
    return std::nullopt;
  return Ordering{*order, *reach};
}

std::optional<Value> readPointer(Context &context, const Value &argument, std::string_view name,
                                 bool writes) {
  if (!isPointer(argument)) {
    failAtValue(context, argument, DiagKind::BadPointer,
                cat("`", name, "` goes through a pointer, but this is ", typeText(argument)));
    return std::nullopt;
  }
  if (writes && argument.type.isConst) {
    failAtValue(context, argument, DiagKind::ConstPointer, "cannot store to a constant pointer",
                cat("this is ", typeText(argument)));
    return std::nullopt;
  }
  return argument;
}

// What the shared check of upstream rejects, by operation.
bool supports(Rmw op, Scalar type) {
  if (bitWidth(type) < 16 || (isInteger(type) && bitWidth(type) == 16))
    return false;
  bool isHalf = bitWidth(type) == 16;
  switch (op) {
  case Rmw::Add:
    return true;
  case Rmw::Max:
  case Rmw::Min:
  case Rmw::Exchange:
    return !isHalf;
  case Rmw::And:
  case Rmw::Or:
  case Rmw::Xor:
    return isInteger(type);
  }
  return false;
}

// An optional mask as an int1 tile of the pointers' shape, or None.
std::optional<Value> readMask(Context &context, const Value &argument, const Shape &shape) {
  if (argument.isNone())
    return argument;
  Value mask = toTile(context, argument);
  if (mask.isError())
    return std::nullopt;
  if (mask.type.isPointer || mask.type.element != Scalar::I1) {
    failAtValue(context, argument, DiagKind::BadMask,
                cat("a mask is `int1`, but this is ", typeText(mask)), {},
                {help("compare, as in `offsets < n`")});
    return std::nullopt;
  }
  mask = broadcastTo(context, mask, shape);
  if (mask.isError())
    return std::nullopt;
  return mask;
}

std::optional<Value> readValue(Context &context, const Value &argument, const Value &pointer) {
  const Shape &shape = pointer.type.shape;
  if (argument.isTile() && !argument.type.isPointer) {
    size_t axis = 0;
    if (stretchedShape(argument.type.shape, shape, axis) != shape) {
      context.fail(DiagKind::ShapeMismatch,
                   cat("cannot write a tile of shape ", shapeText(argument.type.shape),
                       " through pointers of shape ", shapeText(shape)),
                   originLabels({{&argument, shapeText(argument.type.shape)},
                                 {&pointer, shapeText(shape)}}));
      return std::nullopt;
    }
    Value cast = castTo(context, argument, pointer.type.element);
    if (cast.isError())
      return std::nullopt;
    return stretchTo(context, cast, shape);
  }
  if (!isNumber(argument)) {
    failAtValue(context, argument, DiagKind::TypeMismatch,
                cat("an atomic operation takes a number, but this is ", typeText(argument)));
    return std::nullopt;
  }
  return materialize(context, argument, pointer.type.element, shape, true);
}

Value emitRmw(Context &context, std::string_view op, const Value &pointers, const Value &value,
              const Value &mask, const Ordering &ordering) {
  std::vector<Value> operands = {pointers, value};
  if (!mask.isNone())
    operands.push_back(mask);
  return context.emit(OpKind::AtomicRmw, operands, value.type,
                      withTexts({std::string(op), ordering.semantics, ordering.scope}));
}

Value pointersTo(Context &context, const Value &pointers, Scalar type) {
  Type result = pointers.type;
  result.element = type;
  return emitOp(context, OpKind::PtrCast, {pointers}, result);
}

// Maximum or minimum of floats through their bits.
Value emitFloatExtremum(Context &context, bool isMax, const Value &pointers, const Value &value,
                        const Value &mask, const Ordering &ordering) {
  int width = bitWidth(value.type.element);
  Scalar asSigned = integerOfWidth(width, true), asUnsigned = integerOfWidth(width, false);
  Value signedBits = castTo(context, value, asSigned, true);
  Value unsignedBits = castTo(context, value, asUnsigned, true);
  Value negative = emitCompare(context, OpKind::CompareI, Predicate::LtS, signedBits,
                               zeroTile(context, signedBits.type));
  Value positive = emitBinary(context, OpKind::XorI, negative,
                              integerTile(context, Scalar::I1, negative.type.shape, 1));
  auto under = [&](const Value &sign) {
    return mask.isNone() ? sign : emitBinary(context, OpKind::AndI, mask, sign);
  };
  Value ofPositive =
      emitRmw(context, isMax ? "max" : "min", pointersTo(context, pointers, asSigned), signedBits,
              under(positive), ordering);
  Value ofNegative =
      emitRmw(context, isMax ? "umin" : "umax", pointersTo(context, pointers, asUnsigned),
              unsignedBits, under(negative), ordering);
  Value old = emitSelect(context, positive, ofPositive, castTo(context, ofNegative, asSigned));
  return castTo(context, old, value.type.element, true);
}

Value emitAny(Context &context, Rmw op, const Value &pointers, const Value &value,
              const Value &mask, const Ordering &ordering) {
  Scalar type = value.type.element;
  bool isExtremum = op == Rmw::Max || op == Rmw::Min;
  if (isExtremum && isFloat(type))
    return emitFloatExtremum(context, op == Rmw::Max, pointers, value, mask, ordering);
  return emitRmw(context, coreName(op, type), pointers, value, mask, ordering);
}

Value failType(Context &context, Rmw op, const Value &pointer) {
  Scalar type = pointer.type.element;
  bool small = isInteger(type) && bitWidth(type) < 32;
  return context.fail(DiagKind::BadAtomic,
                      cat("`", nameOf(op), "` does not support ", languageName(type)),
                      originLabels({{&pointer, cat("this is ", typeText(pointer))}}),
                      {help(small ? "use 32-bit elements" : "use fp32 elements")});
}

// desc.atomic_add(offsets, value) and its kin.
Value rmwDescriptor(Context &context, const BoundArguments &arguments, Rmw op) {
  auto target = descriptorTarget(context, arguments[0], arguments[1], arguments[2]);
  if (!target)
    return Value::error();
  if (!supports(op, target->value.type.element))
    return failType(context, op, target->pointers);
  emitAny(context, op, target->pointers, target->value, target->mask, {"relaxed", "gpu"});
  return nothing();
}

Value rmw(Context &context, const BoundArguments &arguments, Rmw op) {
  if (arguments[0].kind == Value::Kind::Descriptor)
    return rmwDescriptor(context, arguments, op);
  auto pointer = readPointer(context, arguments[0], nameOf(op), true);
  if (!pointer)
    return Value::error();
  if (!supports(op, pointer->type.element))
    return failType(context, op, *pointer);
  auto ordering = readOrdering(context, arguments[3], arguments[4]);
  auto value = readValue(context, arguments[1], *pointer);
  auto mask = readMask(context, arguments[2], pointer->type.shape);
  if (!ordering || !value || !mask)
    return Value::error();
  return emitAny(context, op, *pointer, *value, *mask, *ordering);
}

// An operand of atomic_cas: a tile must have the element type already, a number takes it.
std::optional<Value> casOperand(Context &context, const Value &argument, const Value &pointer) {
  if (!argument.isTile())
    return readValue(context, argument, pointer);
  if (argument.type.withShape({}) == tileType(pointer.type.element))
    return readValue(context, argument, pointer);
  context.fail(DiagKind::BadAtomic,
               cat("`atomic_cas` compares ", quoted(languageName(pointer.type.element)),
                   ", but this is ", typeText(argument)),
               originLabels({{&argument, cat("this is ", typeText(argument))},
                             {&pointer, cat("this is ", typeText(pointer))}}),
               {help("cast it to the type of the elements: `.to(ptr.dtype.element_ty)`")});
  return std::nullopt;
}

} // namespace

// atomic_add(pointer, val, mask=None, sem=None, scope=None) and its kin
Value applyAtomicAdd(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::Add);
}

Value applyAtomicMax(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::Max);
}

Value applyAtomicMin(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::Min);
}

Value applyAtomicAnd(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::And);
}

Value applyAtomicOr(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::Or);
}

Value applyAtomicXor(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::Xor);
}

Value applyAtomicXchg(Context &context, const BoundArguments &arguments) {
  return rmw(context, arguments, Rmw::Exchange);
}

// atomic_cas(pointer, cmp, val, sem=None, scope=None)
Value applyAtomicCas(Context &context, const BoundArguments &arguments) {
  auto pointer = readPointer(context, arguments[0], "atomic_cas", true);
  if (!pointer)
    return Value::error();
  if (bitWidth(pointer->type.element) < 16)
    return context.fail(DiagKind::BadAtomic,
                        cat("`atomic_cas` does not support ", languageName(pointer->type.element)),
                        originLabels({{&*pointer, cat("this is ", typeText(*pointer))}}),
                        {help("use elements of 16, 32 or 64 bits")});
  auto ordering = readOrdering(context, arguments[3], arguments[4]);
  auto expected = casOperand(context, arguments[1], *pointer);
  auto desired = casOperand(context, arguments[2], *pointer);
  if (!ordering || !expected || !desired)
    return Value::error();
  return emitOp(context, OpKind::AtomicCas, {*pointer, *expected, *desired}, desired->type,
                withTexts({ordering->semantics, ordering->scope}));
}

// atomic_load(pointer, mask=None, sem=None, scope=None)
Value applyAtomicLoad(Context &context, const BoundArguments &arguments) {
  auto pointer = readPointer(context, arguments[0], "atomic_load", false);
  if (!pointer)
    return Value::error();
  auto order = readWord(context, arguments[2], "`sem`", "acquire", {"acquire", "relaxed"});
  auto scope = readScope(context, arguments[3]);
  auto mask = readMask(context, arguments[1], pointer->type.shape);
  if (!order || !scope || !mask)
    return Value::error();
  if (pointer->type.isConst) { // in Core atomics go through pointers that may be written
    Type writable = pointer->type;
    writable.isConst = false;
    pointer = emitOp(context, OpKind::PtrCast, {*pointer}, writable);
  }
  std::vector<Value> operands = {*pointer};
  if (!mask->isNone())
    operands.push_back(*mask);
  Scalar element = pointer->type.element;
  Type stored = pointer->type.withElement(element == Scalar::I1 ? Scalar::I8 : element);
  Value loaded = context.emit(OpKind::AtomicLoad, operands, stored, withTexts({*order, *scope}));
  return castTo(context, loaded, element);
}

// atomic_store(pointer, val, mask=None, sem=None, scope=None)
Value applyAtomicStore(Context &context, const BoundArguments &arguments) {
  auto pointer = readPointer(context, arguments[0], "atomic_store", true);
  if (!pointer)
    return Value::error();
  auto order = readWord(context, arguments[3], "`sem`", "release", {"release", "relaxed"});
  auto scope = readScope(context, arguments[4]);
  auto value = readValue(context, arguments[1], *pointer);
  auto mask = readMask(context, arguments[2], pointer->type.shape);
  if (!order || !scope || !value || !mask)
    return Value::error();
  std::vector<Value> operands = {*pointer, toMemory(context, *value, pointer->type.element)};
  if (!mask->isNone())
    operands.push_back(*mask);
  context.emitVoid(OpKind::AtomicStore, operands, withTexts({*order, *scope}));
  return nothing();
}

// atomic_poll(pointer, expected_value, sem=None, scope=None, timeout_ns=None)
Value applyAtomicPoll(Context &context, const BoundArguments &arguments) {
  auto pointer = readPointer(context, arguments[0], "atomic_poll", false);
  if (!pointer)
    return Value::error();
  Scalar element = pointer->type.element;
  if (!isInteger(element) || bitWidth(element) < 16)
    return failAtValue(context, arguments[0], DiagKind::BadAtomic,
                       cat("`atomic_poll` waits for integers of 16, 32 or 64 bits, but this is ",
                           typeText(*pointer)));
  auto order = readWord(context, arguments[2], "`sem`", "acquire", {"acquire", "relaxed"});
  auto scope = readScope(context, arguments[3]);
  auto expected = readValue(context, arguments[1], *pointer);
  if (!order || !scope || !expected)
    return Value::error();
  Value timeout = arguments[4];
  if (!timeout.isNone()) {
    auto nanoseconds = constantInt(context, timeout, "`timeout_ns`");
    if (!nanoseconds)
      return Value::error();
    if (*nanoseconds < 0)
      return failAtValue(context, timeout, DiagKind::ValueOutOfRange,
                         cat("`timeout_ns` is ", *nanoseconds, ", which is negative"), {},
                         {help("0 tries once, and None waits forever")});
    if (*nanoseconds > 0 && !context.options().target.isCuda)
      return failAtValue(
          context, timeout, DiagKind::TargetLacks,
          "a CPU has no clock that kernels can read, so it cannot wait with a timeout", {},
          {help("0 tries once; without `timeout_ns` it waits until the value is "
                "there")});
  }
  return context.callLibrary("_poll",
                             {*pointer, *expected, Value::ofConstant(eval::Value::string(*order)),
                              Value::ofConstant(eval::Value::string(*scope)), timeout});
}

} // namespace nereid::sema
