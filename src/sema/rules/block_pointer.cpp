// Block pointers: a rectangle of memory by base, shape, strides and offsets, moved by `advance`.
//
// See rectangle.cpp for what becomes of it.
#include <algorithm>

#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/rectangle.h"

namespace nereid::sema {
namespace {

Value failCounts(Context &context, const BlockPointerValue &pointer) {
  return context.fail(DiagKind::BadDescriptor,
                      cat("a block pointer with ", pointer.shape.size(), " sizes, ",
                          pointer.strides.size(), " strides, ", pointer.offsets.size(),
                          " offsets, ", pointer.blockShape.size(), " block sizes and ",
                          pointer.order.size(), " entries of `order`"),
                      {}, {help("each needs one entry per axis")});
}

bool isPermutation(std::vector<int64_t> order) {
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] != static_cast<int64_t>(i))
      return false;
  return true;
}

// The axes named by `boundary_check`.
std::optional<std::vector<bool>> checkedAxes(Context &context, const Value &argument, size_t rank) {
  std::vector<bool> checked(rank, false);
  if (argument.isNone())
    return checked;
  auto axes = constantInts(context, argument, "`boundary_check`");
  if (!axes)
    return std::nullopt;
  for (int64_t axis : *axes) {
    bool exists = axis >= 0 && axis < static_cast<int64_t>(rank);
    if (exists && !checked[axis]) {
      checked[axis] = true;
      continue;
    }
    failAtValue(context, argument, DiagKind::BadAxis,
                exists ? cat("`boundary_check` names axis ", axis, " twice")
                       : cat("`boundary_check` names axis ", axis, " of a block of rank ", rank));
    return std::nullopt;
  }
  return checked;
}

Rectangle rectangleOf(const BlockPointerValue &pointer, std::vector<bool> checked) {
  return {pointer.base,    pointer.shape,      pointer.strides,
          pointer.offsets, pointer.blockShape, std::move(checked)};
}

} // namespace

Value loadBlock(Context &context, const BlockAccess &access) {
  const BlockPointerValue &pointer = *access.pointer.blockPointer;
  auto checked = checkedAxes(context, access.boundaryCheck, pointer.blockShape.size());
  auto padding = constantString(context, access.padding, "`padding_option`");
  if (!checked || !padding)
    return Value::error();
  Scalar element = pointer.base.type.element;
  bool isNan = *padding == "nan";
  if (!padding->empty() && *padding != "zero" && !isNan)
    return failAtValue(context, access.padding, DiagKind::BadOption,
                       cat("`padding_option` cannot be `\"", *padding, "\"`"), {},
                       {help("one of `\"zero\"`, `\"nan\"`")});
  if (isNan && !isFloat(element))
    return failAtValue(context, access.padding, DiagKind::BadOption,
                       cat("`padding_option=\"nan\"` for `", languageName(element), "`"),
                       "integers have no NaN", {help("pad with `\"zero\"`")});
  ExpandedRectangle tile = expand(context, rectangleOf(pointer, *checked));
  Value other =
      tile.mask.isNone() ? nothing() : paddingOf(context, *padding, element, pointer.blockShape);
  return emitLoad(context, tile.pointers, tile.mask, other, access.options);
}

Value storeBlock(Context &context, const BlockAccess &access, const Value &value) {
  const BlockPointerValue &pointer = *access.pointer.blockPointer;
  auto checked = checkedAxes(context, access.boundaryCheck, pointer.blockShape.size());
  if (!checked)
    return Value::error();
  if (pointer.base.type.isConst)
    return failAtValue(context, access.pointer, DiagKind::ConstPointer,
                       "cannot store to a constant pointer");
  Value tile = broadcastTo(context, value, pointer.blockShape);
  if (tile.isError())
    return tile;
  Value stored = toMemory(context, tile, pointer.base.type.element);
  if (stored.isError())
    return stored;
  ExpandedRectangle target = expand(context, rectangleOf(pointer, *checked));
  emitStore(context, target.pointers, stored, target.mask, access.options);
  return nothing();
}

// make_block_ptr(base, shape, strides, offsets, block_shape, order)
Value applyMakeBlockPtr(Context &context, const BoundArguments &arguments) {
  const Value &base = arguments[0];
  if (!isPointer(base) || !base.type.isScalar())
    return failAtValue(
        context, base, DiagKind::BadPointer,
        cat("the base of a block pointer is one pointer, but this is ", typeText(base)));
  BlockPointerValue pointer;
  pointer.base = base;
  auto shape = integerScalars(context, arguments[1], "the sizes", Scalar::I64, Constants::Stay);
  auto strides = integerScalars(context, arguments[2], "the strides", Scalar::I64, Constants::Stay);
  auto offsets =
      integerScalars(context, arguments[3], "the offsets", Scalar::I64, Constants::Become);
  auto block = shapeArgument(context, arguments[4], "the block shape");
  auto order = constantInts(context, arguments[5], "`order`");
  if (!shape || !strides || !offsets || !block || !order)
    return Value::error();
  pointer.shape = std::move(*shape);
  pointer.strides = std::move(*strides);
  pointer.offsets = std::move(*offsets);
  pointer.blockShape = std::move(*block);
  pointer.order = std::move(*order);
  size_t rank = pointer.blockShape.size();
  if (rank == 0 || pointer.shape.size() != rank || pointer.strides.size() != rank ||
      pointer.offsets.size() != rank || pointer.order.size() != rank)
    return failCounts(context, pointer);
  if (!isPermutation(pointer.order))
    return failAtValue(context, arguments[5], DiagKind::BadDescriptor,
                       cat("`order` ", shapeText(pointer.order), " does not name each axis once"));
  Value result;
  result.kind = Value::Kind::BlockPointer;
  result.blockPointer = std::make_shared<BlockPointerValue>(std::move(pointer));
  return result;
}

// advance(base, offsets)
Value applyAdvance(Context &context, const BoundArguments &arguments) {
  const Value &base = arguments[0];
  if (base.kind != Value::Kind::BlockPointer)
    return failAtValue(context, base, DiagKind::BadDescriptor,
                       cat("`advance` moves a block pointer, but this is ", typeText(base)), {},
                       {help("pointers move by `+`: `ptrs + BLOCK`")});
  BlockPointerValue moved = *base.blockPointer;
  auto elements = elementsOf(arguments[1]);
  if (!elements)
    elements = {arguments[1]};
  if (elements->size() != moved.offsets.size())
    return failAtValue(
        context, arguments[1], DiagKind::BadDescriptor,
        cat(elements->size(), " offsets for a block pointer of rank ", moved.offsets.size()));
  for (size_t axis = 0; axis < elements->size(); ++axis) {
    const Value &step = (*elements)[axis];
    if (isConstantInt(step, 0))
      continue;
    auto by = integerScalars(context, step, "the offsets", Scalar::I64, Constants::Become);
    if (!by)
      return Value::error();
    moved.offsets[axis] = emitBinary(context, OpKind::AddI, moved.offsets[axis], (*by)[0]);
  }
  Value result;
  result.kind = Value::Kind::BlockPointer;
  result.blockPointer = std::make_shared<BlockPointerValue>(std::move(moved));
  return result;
}

} // namespace nereid::sema
