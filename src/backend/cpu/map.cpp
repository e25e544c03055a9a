// tile.map: a scalar function on every lane, or on every `pack` of neighbours.
#include "backend/cpu/combine.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {

void emitMap(Emitter &e, tile::MapOp op) {
  Writer &w = e.w;
  ArrayRef<int64_t> shape = tile::shapeOf(op.getResult(0).getType());
  int64_t lanes = tile::laneCount(op.getResult(0).getType()), pack = op.getPack();
  SmallVector<Memory> results;
  for (Value result : op.getResults())
    results.push_back(allocateTile(e, result.getType()));
  auto write = [&](const Index &index, size_t result, Value value) {
    storeLanes(e, results[result], shape, index, Lanes::of(value));
  };

  if (pack == 1 && isVectorizable(op.getBody())) {
    SmallVector<Value> sources(op.getSources());
    Nest(e, shape, widthFor(e, sources), sources).forEach([&](const Index &index) {
      Values arguments;
      for (Value source : sources)
        arguments.push_back(vectorAt(e, source, index));
      for (auto [i, value] : llvm::enumerate(applyRegion(e, op.getBody(), arguments)))
        write(index, i, value);
    });
  } else {
    PullScope scope(e);
    w.loop(w.i64(0), w.i64(lanes), pack, [&](Value first) {
      PullScope inner(e);
      SmallVector<Index> places(pack);
      for (int64_t i = 0; i < pack; ++i) {
        places[i].axes.resize(shape.size());
        delinearize(w, AxisIndex::at(w.addI(first, w.i64(i))), shape, places[i].axes, 1);
      }
      Values arguments;
      for (Value source : op.getSources())
        for (const Index &place : places)
          arguments.push_back(vectorAt(e, source, place));
      for (auto [i, value] : llvm::enumerate(applyRegion(e, op.getBody(), arguments)))
        write(places[i % pack], i / pack, value);
    });
  }
  for (auto [result, memory] : llvm::zip_equal(op.getResults(), results))
    e.memories[result] = memory;
}

} // namespace nereid::cpu
