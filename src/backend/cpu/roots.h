// Roots: the operations that make loop nests. Each function writes one of them where the emitter
// stands; results that are tiles are in scratch afterwards, scalars in registers.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

void emitStore(Emitter &e, tile::StoreOp op);
void emitReduce(Emitter &e, tile::ReduceOp op);
void emitScan(Emitter &e, tile::ScanOp op);
void emitMap(Emitter &e, tile::MapOp op);
void emitSort(Emitter &e, tile::SortOp op);
void emitHistogram(Emitter &e, tile::HistogramOp op);
void emitDot(Emitter &e, tile::DotOp op);
void emitAtomicRmw(Emitter &e, tile::AtomicRmwOp op);
void emitAtomicCas(Emitter &e, tile::AtomicCasOp op);
void emitAtomicLoad(Emitter &e, tile::AtomicLoadOp op);
void emitAtomicStore(Emitter &e, tile::AtomicStoreOp op);
void emitPrint(Emitter &e, tile::PrintOp op);
void emitAssert(Emitter &e, tile::AssertOp op);
void emitScalarLoad(Emitter &e, tile::LoadOp op);

// Computes `tile` into scratch, once; later pulls read it from there.
void materialize(Emitter &e, Value tile);

// Computes `tile` into `memory`, without letting later pulls of it read from there.
void copyInto(Emitter &e, Value tile, const Memory &memory);

// Copies a tile of `type` from one place in scratch to another.
void copyTile(Emitter &e, const Memory &from, const Memory &to, Type type);

// How many lanes of these tiles to compute at a time.
int64_t widthFor(Emitter &e, ArrayRef<Value> tiles);

} // namespace nereid::cpu
