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
Value gatherDescriptor(Context &context, const Value &descriptor, const Value &rows,
                       const Value &column);

// Where an atomic operation through a descriptor goes.
struct BlockTarget {
  Value pointers, mask, value;
};
std::optional<BlockTarget> descriptorTarget(Context &context, const Value &descriptor,
                                            const Value &offsets, const Value &value);

// `value` as the bytes of memory hold it: cast to the pointee; int1 becomes an int8 of 0 or 1.
Value toMemory(Context &context, const Value &value, Scalar pointee);

} // namespace nereid::sema
