// Reading and writing through tiles of pointers, after a call's arguments have been understood.
//
// Shared by load/store on pointers, block pointers and tensor descriptors, which all come down to
// one tile of pointers, one mask and one value for the lanes that are masked off.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

struct AccessOptions {
  std::string cache;    // "", ".ca", ".cg", ...
  std::string eviction; // "", "evict_first", "evict_last"
  bool isVolatile = false;
};

// `mask` and `other` may be None constants (absent); they and the pointers have been broadcast.
Value emitLoad(Context &context, const Value &pointers, const Value &mask, const Value &other,
               const AccessOptions &options);
// `value` has been cast to the pointee and broadcast.
void emitStore(Context &context, const Value &pointers, const Value &value, const Value &mask,
               const AccessOptions &options);

// What a statement such as a store gives as an expression.
Value nothing();

// -- block_pointer.cpp, descriptor.cpp: load and store called on those.
struct BlockAccess {
  const Value &pointer;
  const Value &boundaryCheck;
  const Value &padding;
  AccessOptions options;
};
Value loadBlock(Context &context, const BlockAccess &access);
Value storeBlock(Context &context, const BlockAccess &access, const Value &value);
Value loadDescriptor(Context &context, const Value &descriptor, const Value &offsets,
                     const AccessOptions &options);
Value storeDescriptor(Context &context, const Value &descriptor, const Value &offsets,
                      const Value &value);

// A rectangle of pointers: base + sum over d of (offset[d] + 0 .. block[d]-1) * stride[d], and
// which of them lie inside `shape` along the axes in `checked`. All scalars are i64.
struct Rectangle {
  Value base;
  std::vector<Value> shape, strides, offsets;
  Shape block;
  std::vector<bool> checked;
};
struct ExpandedRectangle {
  Value pointers;
  Value mask; // a None constant if nothing is checked
};
ExpandedRectangle expand(Context &context, const Rectangle &rectangle);

// The value of masked-off lanes: zero, NaN, or (for "") nothing, a None constant.
Value paddingOf(Context &context, std::string_view padding, Scalar element, const Shape &shape);

} // namespace nereid::sema
