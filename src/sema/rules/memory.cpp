// load and store through tiles of pointers.
//
// Pointer, mask and value meet in one shape. A load may grow the pointers to the mask's shape, a
// store may not: two lanes would write one place. A pointee of int1 occupies a byte, so what is
// loaded is an int8 that is then compared with zero.
#include <algorithm>
#include <array>

#include "eval/value.h"
#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"

namespace nereid::sema {
namespace {

constexpr std::array<std::string_view, 5> kLoadCaches = {"", ".ca", ".cg", ".cs", ".cv"};
constexpr std::array<std::string_view, 5> kStoreCaches = {"", ".wb", ".cg", ".cs", ".wt"};
constexpr std::array<std::string_view, 4> kEvictions = {"", "evict_last", "evict_first",
                                                        "evict_normal"};

template <size_t n>
std::optional<std::string> word(Context &context, const Value &value, std::string_view what,
                                const std::array<std::string_view, n> &allowed) {
  auto text = constantString(context, value, what);
  if (!text)
    return std::nullopt;
  if (std::find(allowed.begin(), allowed.end(), *text) != allowed.end())
    return text;
  std::vector<std::string> words;
  for (std::string_view one : allowed)
    if (!one.empty())
      words.push_back(cat("`\"", one, "\"`"));
  failAtValue(context, value, DiagKind::BadOption, cat(what, " cannot be `\"", *text, "\"`"), {},
              {help(cat("one of ", join(words, ", ")))});
  return std::nullopt;
}

template <size_t n>
std::optional<AccessOptions> readOptions(Context &context, const Value &cache,
                                         const Value &eviction,
                                         const std::array<std::string_view, n> &caches) {
  auto cacheWord = word(context, cache, "`cache_modifier`", caches);
  auto evictionWord = word(context, eviction, "`eviction_policy`", kEvictions);
  if (!cacheWord || !evictionWord)
    return std::nullopt;
  return AccessOptions{.cache = *cacheWord, .eviction = *evictionWord};
}

Value failPointer(Context &context, const Value &value, std::string_view verb) {
  std::vector<Help> helps;
  if (value.isTile())
    helps.push_back(help("a pointer is a parameter that a tensor is passed for, plus offsets: "
                         "`x_ptr + offsets`"));
  return failAtValue(context, value, DiagKind::BadPointer,
                     cat("cannot ", verb, " through ", typeText(value)), "this is not a pointer",
                     std::move(helps));
}

// A mask as a tile of int1 or None; not yet broadcast.
Value readMask(Context &context, const Value &mask) {
  if (mask.isNone())
    return mask;
  Value tile = toTile(context, mask);
  if (tile.isError())
    return tile;
  if (!tile.type.isPointer && tile.type.element == Scalar::I1)
    return tile;
  return failAtValue(context, mask, DiagKind::BadMask,
                     cat("a mask is `int1`, but this is ", typeText(tile)), {},
                     {help("compare, as in `offsets < n`, or write `mask != 0`")});
}

bool checkScalarAccess(Context &context, const Value &pointer, const Value &argument,
                       std::string_view what) {
  if (argument.isNone() || !argument.isTile() || argument.type.isScalar() ||
      !pointer.type.isScalar())
    return true;
  context.failAt(
      context.currentSpan(), DiagKind::ShapeMismatch,
      cat("one pointer, but the ", what, " is ", quoted(argument.type)),
      "a scalar pointer reaches one element",
      originLabels({{&argument, shapeText(argument.type.shape)}, {&pointer, "one pointer"}}),
      {help("make the pointer a tile: `ptr + tl.arange(0, n)`")});
  return false;
}

Value fromMemory(Context &context, const Value &loaded, Scalar pointee) {
  return pointee == Scalar::I1 ? castTo(context, loaded, Scalar::I1) : loaded;
}

Scalar memoryType(Scalar pointee) {
  return pointee == Scalar::I1 ? Scalar::I8 : pointee;
}

std::vector<std::string> texts(const AccessOptions &options) {
  return {options.cache, options.eviction};
}

Value loadPointers(Context &context, Value pointer, const Value &maskArgument,
                   const Value &otherArgument, const AccessOptions &options) {
  if (!isPointer(pointer))
    return failPointer(context, pointer, "load");
  Value mask = readMask(context, maskArgument);
  if (mask.isError())
    return mask;
  if (mask.isNone() && !otherArgument.isNone())
    return failAtValue(context, otherArgument, DiagKind::BadMask, "`other` without a `mask`",
                       "no lane would ever take it",
                       {help("`other` is what masked-off lanes get: `tl.load(p, mask=m, "
                             "other=0.0)`")});
  Value other = otherArgument;
  if (other.isTile() && !checkScalarAccess(context, pointer, other, "`other`"))
    return Value::error();
  if (!checkScalarAccess(context, pointer, mask, "mask"))
    return Value::error();

  auto shape = sharedShape(context, {{"pointer", pointer}, {"mask", mask}, {"`other`", other}});
  if (!shape)
    return Value::error();
  pointer = stretchTo(context, pointer, *shape);
  if (!mask.isNone())
    mask = stretchTo(context, mask, *shape);
  if (!other.isNone()) {
    if (!other.isTile() && !isNumber(other))
      return toTile(context, other); // reports
    other = materialize(context, other, memoryType(pointer.type.element), *shape, true);
    if (other.isError())
      return other;
  }
  return emitLoad(context, pointer, mask, other, options);
}

Value failConstant(Context &context, const Value &pointer) {
  return failAtValue(
      context, pointer, DiagKind::ConstPointer, "cannot store to a constant pointer",
      cat("this is ", typeText(pointer)),
      {help("the parameter is annotated `tl.const`; leave that out to write through it")});
}

Value failStoreShape(Context &context, const Value &pointer, const Value &argument,
                     std::string_view what) {
  return context.failAt(
      context.currentSpan(), DiagKind::ShapeMismatch,
      cat("cannot store ", what, " of shape ", shapeText(argument.type.shape), " through ",
          pointer.type.isScalar() ? std::string("one pointer")
                                  : cat("pointers of shape ", shapeText(pointer.type.shape))),
      "the pointers of a store keep their shape",
      originLabels(
          {{&argument, shapeText(argument.type.shape)},
           {&pointer, pointer.type.isScalar() ? "one pointer" : shapeText(pointer.type.shape)}}),
      {help("give the pointers an offset for every element: `ptr + tl.arange(0, n)`")});
}

bool stretchesTo(const Value &value, const Shape &shape) {
  size_t axis = 0;
  return stretchedShape(value.type.shape, shape, axis) == shape;
}

Value storePointers(Context &context, const Value &pointer, const Value &value,
                    const Value &maskArgument, const AccessOptions &options) {
  Value mask = readMask(context, maskArgument);
  if (mask.isError())
    return mask;
  const Shape &shape = pointer.type.shape;
  if (value.isTile() && !stretchesTo(value, shape))
    return failStoreShape(context, pointer, value, "a tile");
  if (mask.isTile() && !stretchesTo(mask, shape))
    return failStoreShape(context, pointer, mask, "with a mask");
  if (mask.isTile())
    mask = stretchTo(context, mask, shape);
  Value stored = pointer.type.element == Scalar::I1 || value.isTile()
                     ? stretchTo(context, toMemory(context, value, pointer.type.element), shape)
                     : materialize(context, value, pointer.type.element, shape, true);
  if (stored.isError())
    return stored;
  emitStore(context, pointer, stored, mask, options);
  return nothing();
}

} // namespace

Value toMemory(Context &context, const Value &value, Scalar pointee) {
  Value stored = castTo(context, value, pointee);
  // Through int1, so that memory holds 0 or 1 only.
  return pointee == Scalar::I1 && !stored.isError() ? castTo(context, stored, Scalar::I8) : stored;
}

Value nothing() {
  return Value::ofConstant(eval::Value::none());
}

Value emitLoad(Context &context, const Value &pointers, const Value &mask, const Value &other,
               const AccessOptions &options) {
  std::vector<Value> operands = {pointers};
  if (!mask.isNone())
    operands.push_back(mask);
  if (!other.isNone())
    operands.push_back(other);
  Scalar pointee = pointers.type.element;
  core::Attributes attrs = withTexts(texts(options));
  attrs.integer = options.isVolatile;
  Value loaded = context.emit(OpKind::Load, operands,
                              pointers.type.withElement(memoryType(pointee)), std::move(attrs));
  return fromMemory(context, loaded, pointee);
}

void emitStore(Context &context, const Value &pointers, const Value &value, const Value &mask,
               const AccessOptions &options) {
  std::vector<Value> operands = {pointers, value};
  if (!mask.isNone())
    operands.push_back(mask);
  context.emitVoid(OpKind::Store, operands, withTexts(texts(options)));
}

// load(pointer, mask=None, other=None, boundary_check=None, padding_option="", cache_modifier="",
//      eviction_policy="", volatile=False)
Value applyLoad(Context &context, const BoundArguments &arguments) {
  auto options = readOptions(context, arguments[5], arguments[6], kLoadCaches);
  auto isVolatile = constantBool(context, arguments[7], "`volatile`");
  if (!options || !isVolatile)
    return Value::error();
  options->isVolatile = *isVolatile;
  const Value &pointer = arguments[0];
  if (pointer.kind == Value::Kind::Descriptor)
    return loadDescriptor(context, pointer, arguments[1], *options);
  if (pointer.kind != Value::Kind::BlockPointer)
    return loadPointers(context, pointer, arguments[1], arguments[2], *options);
  if (!arguments[1].isNone() || !arguments[2].isNone())
    return failAtValue(context, arguments[1].isNone() ? arguments[2] : arguments[1],
                       DiagKind::BadMask, "a load through a block pointer takes no mask", {},
                       {help("name the axes to check: `boundary_check=(0, 1)`")});
  return loadBlock(context, {pointer, arguments[3], arguments[4], *options});
}

// store(pointer, value, mask=None, boundary_check=None, cache_modifier="", eviction_policy="")
Value applyStore(Context &context, const BoundArguments &arguments) {
  auto options = readOptions(context, arguments[4], arguments[5], kStoreCaches);
  if (!options)
    return Value::error();
  const Value &pointer = arguments[0];
  if (pointer.kind == Value::Kind::Descriptor)
    return storeDescriptor(context, pointer, arguments[1], arguments[2]);
  if (pointer.kind == Value::Kind::BlockPointer) {
    if (!arguments[2].isNone())
      return failAtValue(context, arguments[2], DiagKind::BadMask,
                         "a store through a block pointer takes no mask", {},
                         {help("name the axes to check: `boundary_check=(0, 1)`")});
    Value none = nothing();
    return storeBlock(context, {pointer, arguments[3], none, *options}, arguments[1]);
  }
  if (!isPointer(pointer))
    return failPointer(context, pointer, "store");
  if (pointer.type.isConst)
    return failConstant(context, pointer);
  const Value &value = arguments[1];
  if (!value.isTile() && !isNumber(value))
    return toTile(context, value); // reports
  return storePointers(context, pointer, value, arguments[2], *options);
}

} // namespace nereid::sema
