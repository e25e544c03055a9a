// Tensor descriptors: a tensor's base, shape and strides with the shape of the blocks that are read
// and written. What lies outside the tensor reads as padding and is not written.
//
// As with block pointers nothing of it reaches Core: every access becomes pointers and a mask.
#include "sema/rules/access.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/rectangle.h"

namespace nereid::sema {
namespace {

constexpr size_t kMaxRank = 5;

bool isDescriptor(const Value &value) {
  return value.kind == Value::Kind::Descriptor;
}

Value failNotDescriptor(Context &context, const Value &value) {
  return failAtValue(context, value, DiagKind::BadDescriptor,
                     cat("this takes a tensor descriptor, but got ", typeText(value)), {},
                     {help("make one: `tl.make_tensor_descriptor(ptr, shape=..., strides=..., "
                           "block_shape=...)`")});
}

// Strides as i64; the last one must be, and stays, the constant 1.
std::optional<std::vector<Value>> readStrides(Context &context, const Value &argument) {
  auto elements = elementsOf(argument);
  if (!elements)
    elements = {argument};
  if (elements->empty() || !isConstantInt(elements->back(), 1)) {
    failAtValue(context, argument, DiagKind::BadDescriptor,
                "Tensor descriptor last dim must be 1: the last stride is the constant 1",
                elements->empty() ? "no strides" : cat("this ends in ", typeText(elements->back())),
                {help("pass the literal 1, and transpose the tensor if its last axis is not the "
                      "contiguous one")});
    return std::nullopt;
  }
  return integerScalars(context, argument, "the strides", Scalar::I64, Constants::Stay);
}

bool checkBlock(Context &context, const DescriptorValue &descriptor, const Value &blockArgument) {
  size_t rank = descriptor.blockShape.size();
  if (rank < 1 || rank > kMaxRank || descriptor.shape.size() != rank ||
      descriptor.strides.size() != rank) {
    context.fail(DiagKind::BadDescriptor,
                 cat("a descriptor with ", descriptor.shape.size(), " sizes, ",
                     descriptor.strides.size(), " strides and ", rank, " block sizes"),
                 {}, {help("each needs one entry per axis, of 1 to 5 axes")});
    return false;
  }
  constexpr int64_t kLeastBytes = 16;
  int64_t bytes = descriptor.blockShape.back() * byteSize(descriptor.base.type.element);
  if (bytes >= kLeastBytes)
    return true;
  failAtValue(context, blockArgument, DiagKind::BadDescriptor,
              cat("Descriptor block shape must have at least 16 bytes in the last dimension, but ",
                  shapeText(descriptor.blockShape), " has ", bytes));
  return false;
}

std::optional<bool> readPadding(Context &context, const Value &argument, Scalar element) {
  auto padding = constantString(context, argument, "`padding_option`");
  if (!padding)
    return std::nullopt;
  bool isNan = *padding == "nan";
  if (isNan && !isFloat(element)) {
    failAtValue(context, argument, DiagKind::BadDescriptor,
                cat("padding with NaN for `", languageName(element), "`"), "integers have no NaN");
    return std::nullopt;
  }
  if (isNan || *padding == "zero" || padding->empty())
    return isNan;
  failAtValue(context, argument, DiagKind::BadOption,
              cat("`padding_option` cannot be `\"", *padding, "\"`"), {},
              {help("one of `\"zero\"`, `\"nan\"`")});
  return std::nullopt;
}

// One 32-bit int per axis, widened for the address arithmetic.
std::optional<std::vector<Value>> readOffsets(Context &context, const DescriptorValue &descriptor,
                                              const Value &argument) {
  auto elements = elementsOf(argument);
  if (!elements)
    elements = {argument};
  size_t rank = descriptor.blockShape.size();
  if (elements->size() != rank) {
    failAtValue(context, argument, DiagKind::BadDescriptor,
                cat(elements->size(), " offsets for a descriptor of rank ", rank));
    return std::nullopt;
  }
  for (Value &element : *elements) {
    bool isLong = element.isTile() && bitWidth(element.type.element) == 64;
    if (isIntegerScalar(element) && !isLong) {
      element = castTo(context, element, Scalar::I64);
      continue;
    }
    failAtValue(context, element.origin == Span{} ? argument : element, DiagKind::BadDescriptor,
                cat("an offset of a descriptor is a 32-bit int, but this is ", typeText(element)),
                {}, isLong ? std::vector{help("cast it: `.to(tl.int32)`")} : std::vector<Help>{});
    return std::nullopt;
  }
  return elements;
}

ExpandedRectangle expandBlock(Context &context, const DescriptorValue &descriptor,
                              std::vector<Value> offsets) {
  Rectangle rectangle;
  rectangle.base = descriptor.base;
  rectangle.shape = descriptor.shape;
  rectangle.strides = descriptor.strides;
  rectangle.strides.back() = integerConstant(1); // what a host descriptor passes is checked there
  rectangle.offsets = std::move(offsets);
  rectangle.block = descriptor.blockShape;
  rectangle.checked.assign(descriptor.blockShape.size(), true);
  return expand(context, rectangle);
}

std::string_view paddingName(const DescriptorValue &descriptor) {
  return descriptor.paddingNan ? "nan" : "zero";
}

std::optional<Value> blockValue(Context &context, const Value &value, const Shape &block,
                                Scalar element) {
  Value tile = toTile(context, value);
  if (tile.isError())
    return std::nullopt;
  if (tile.type.shape != block) {
    context.fail(DiagKind::ShapeMismatch,
                 cat("cannot write a tile of shape ", shapeText(tile.type.shape),
                     " through a descriptor of blocks ", shapeText(block)),
                 originLabels({{&value, shapeText(tile.type.shape)}}));
    return std::nullopt;
  }
  Value stored = toMemory(context, tile, element);
  if (stored.isError())
    return std::nullopt;
  return stored;
}

// Rows picked by `rows`, columns y .. y + block[1]: for gather and scatter.
ExpandedRectangle expandRows(Context &context, const DescriptorValue &descriptor, const Value &rows,
                             const Value &column) {
  Shape shape = {rows.type.shape[0], descriptor.blockShape[1]};
  Value columns = lineIndices(context, column, shape[1]);
  Value wideRows = castTo(context, rows, Scalar::I64);
  Value scaled = emitBinary(context, OpKind::MulI, wideRows,
                            longTile(context, descriptor.strides[0], wideRows.type.shape));
  Value offsets = emitBinary(context, OpKind::AddI, stretchAlong(context, scaled, 0, shape),
                             stretchAlong(context, columns, 1, shape));
  Value mask = emitBinary(
      context, OpKind::AndI,
      stretchAlong(context, insideLine(context, wideRows, descriptor.shape[0]), 0, shape),
      stretchAlong(context, insideLine(context, columns, descriptor.shape[1]), 1, shape));
  return {emitBinary(context, OpKind::AddPtr, stretchTo(context, descriptor.base, shape), offsets),
          std::move(mask)};
}

struct RowAccess {
  Value rows, column;
};

std::optional<RowAccess> readRows(Context &context, const Value &object, const Value &rows,
                                  const Value &column) {
  const DescriptorValue &descriptor = *object.descriptor;
  if (descriptor.blockShape.size() != 2 || descriptor.blockShape[0] != 1) {
    failAtValue(context, object, DiagKind::BadDescriptor,
                cat("rows are picked through a descriptor of blocks [1, n], but its blocks are ",
                    shapeText(descriptor.blockShape)));
    return std::nullopt;
  }
  bool isLine = rows.isTile() && rows.type.shape.size() == 1 && !rows.type.isPointer &&
                isInteger(rows.type.element);
  if (!isLine) {
    failAtValue(context, rows, DiagKind::BadDescriptor,
                cat("the rows to pick are a tile of ints of rank 1, but this is ", typeText(rows)));
    return std::nullopt;
  }
  if (!isIntegerScalar(column)) {
    failAtValue(context, column, DiagKind::BadDescriptor,
                cat("the first column is an int, but this is ", typeText(column)));
    return std::nullopt;
  }
  return RowAccess{rows, castTo(context, column, Scalar::I64)};
}

} // namespace

Value loadDescriptor(Context &context, const Value &object, const Value &offsets,
                     const AccessOptions &options) {
  const DescriptorValue &descriptor = *object.descriptor;
  auto at = readOffsets(context, descriptor, offsets);
  if (!at)
    return Value::error();
  ExpandedRectangle tile = expandBlock(context, descriptor, std::move(*at));
  Value other = paddingOf(context, paddingName(descriptor), descriptor.base.type.element,
                          descriptor.blockShape);
  return emitLoad(context, tile.pointers, tile.mask, other, options);
}

Value storeDescriptor(Context &context, const Value &object, const Value &offsets,
                      const Value &value) {
  const DescriptorValue &descriptor = *object.descriptor;
  auto at = readOffsets(context, descriptor, offsets);
  if (!at)
    return Value::error();
  auto stored = blockValue(context, value, descriptor.blockShape, descriptor.base.type.element);
  if (!stored)
    return Value::error();
  ExpandedRectangle target = expandBlock(context, descriptor, std::move(*at));
  emitStore(context, target.pointers, *stored, target.mask, {});
  return nothing();
}

std::optional<BlockTarget> descriptorTarget(Context &context, const Value &object,
                                            const Value &offsets, const Value &value) {
  const DescriptorValue &descriptor = *object.descriptor;
  auto at = readOffsets(context, descriptor, offsets);
  if (!at)
    return std::nullopt;
  auto stored = blockValue(context, value, descriptor.blockShape, descriptor.base.type.element);
  if (!stored)
    return std::nullopt;
  ExpandedRectangle target = expandBlock(context, descriptor, std::move(*at));
  return BlockTarget{std::move(target.pointers), std::move(target.mask), std::move(*stored)};
}

// make_tensor_descriptor(base, shape, strides, block_shape, padding_option="zero")
Value applyMakeTensorDescriptor(Context &context, const BoundArguments &arguments) {
  const Value &base = arguments[0];
  if (!isPointer(base) || !base.type.isScalar())
    return failAtValue(
        context, base, DiagKind::BadPointer,
        cat("the base of a descriptor is one pointer, but this is ", typeText(base)));
  DescriptorValue descriptor;
  descriptor.base = base;
  auto shape = integerScalars(context, arguments[1], "the sizes", Scalar::I32, Constants::Become);
  auto strides = readStrides(context, arguments[2]);
  auto block = shapeArgument(context, arguments[3], "the block shape");
  auto padding = readPadding(context, arguments[4], base.type.element);
  if (!shape || !strides || !block || !padding)
    return Value::error();
  descriptor.shape = std::move(*shape);
  descriptor.strides = std::move(*strides);
  descriptor.blockShape = std::move(*block);
  descriptor.paddingNan = *padding;
  if (!checkBlock(context, descriptor, arguments[3]))
    return Value::error();
  Value result;
  result.kind = Value::Kind::Descriptor;
  result.descriptor = std::make_shared<DescriptorValue>(std::move(descriptor));
  return result;
}

// desc.get_block_shapes()
Value applyBlockShapes(Context &context, const BoundArguments &arguments) {
  return isDescriptor(arguments[0]) ? *valueAttribute(context, arguments[0], "block_shape")
                                    : failNotDescriptor(context, arguments[0]);
}

// load_tensor_descriptor(desc, offsets)
Value applyLoadDescriptor(Context &context, const BoundArguments &arguments) {
  return isDescriptor(arguments[0]) ? loadDescriptor(context, arguments[0], arguments[1], {})
                                    : failNotDescriptor(context, arguments[0]);
}

// store_tensor_descriptor(desc, offsets, value)
Value applyStoreDescriptor(Context &context, const BoundArguments &arguments) {
  return isDescriptor(arguments[0])
             ? storeDescriptor(context, arguments[0], arguments[1], arguments[2])
             : failNotDescriptor(context, arguments[0]);
}

// desc.gather(x_offsets, y_offset)
Value gatherDescriptor(Context &context, const Value &object, const Value &rows,
                       const Value &column) {
  auto access = readRows(context, object, rows, column);
  if (!access)
    return Value::error();
  const DescriptorValue &descriptor = *object.descriptor;
  ExpandedRectangle tile = expandRows(context, descriptor, access->rows, access->column);
  Value other = paddingOf(context, paddingName(descriptor), descriptor.base.type.element,
                          tile.pointers.type.shape);
  return emitLoad(context, tile.pointers, tile.mask, other, {});
}

// desc.scatter(value, x_offsets, y_offset)
Value applyScatter(Context &context, const BoundArguments &arguments) {
  if (!isDescriptor(arguments[0]))
    return failNotDescriptor(context, arguments[0]);
  auto access = readRows(context, arguments[0], arguments[2], arguments[3]);
  if (!access)
    return Value::error();
  const DescriptorValue &descriptor = *arguments[0].descriptor;
  Shape shape = {access->rows.type.shape[0], descriptor.blockShape[1]};
  auto stored = blockValue(context, arguments[1], shape, descriptor.base.type.element);
  if (!stored)
    return Value::error();
  ExpandedRectangle target = expandRows(context, descriptor, access->rows, access->column);
  emitStore(context, target.pointers, *stored, target.mask, {});
  return nothing();
}

} // namespace nereid::sema
