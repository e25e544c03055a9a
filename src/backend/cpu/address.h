// Addresses: the lanes of pointer tiles, and what is read and written through them.
//
// A pointer tile asked at an index with one Along axis is usually Affine: then a load is one vector
// load. The rules assume what Triton's own axis analysis assumes: lane indices do not wrap around
// between the lanes of one tile.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// The lanes of a tile of integers used to form an address: like at(), but a sign or zero extension
// of an Affine stays Affine.
Lanes offsetAt(Emitter &e, Value tile, const Index &index);
// Moves pointers by `offset` elements of `unit` bytes.
Lanes movePointers(Emitter &e, const Lanes &pointers, const Lanes &offset, int64_t unit,
                   int64_t width);

// Reads `element`s. Lanes whose mask is false touch no memory and hold `other` (zero if null). No
// mask: all are read.
Lanes readLanes(Emitter &e, const Lanes &pointers, Type element, const Lanes *mask,
                const Lanes *other, int64_t width, bool isVolatile = false);
void writeLanes(Emitter &e, const Lanes &pointers, const Lanes &value, Type element,
                const Lanes *mask, int64_t width, bool streams = false);

// A uniform truth: true, false, or neither.
std::optional<bool> knownTruth(const Lanes &mask);

// Registers <-> what memory holds: i1 is a byte, pointers are i64.
Value toStored(Emitter &e, Value value, Type element);
Value fromStored(Emitter &e, Value stored, Type element);

} // namespace nereid::cpu
