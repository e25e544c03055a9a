// Shapes: where each lane of the result comes from.
//
// All but gather only move lanes, so each is told by its map: result lane -> source lane, worked
// out once when the kernel is prepared.
#include <numeric>

#include "interp/lanewise.h"
#include "interp/report.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

using Shape = llvm::ArrayRef<int64_t>;
using Place = llvm::SmallVector<int64_t>; // one index per axis

int64_t lanesIn(Shape shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

Place placeOf(int64_t lane, Shape shape) {
  Place place(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; lane /= shape[axis])
    place[axis] = lane % shape[axis];
  return place;
}

int64_t laneOf(const Place &place, Shape shape) {
  int64_t lane = 0;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    lane = lane * shape[axis] + place[axis];
  return lane;
}

// result[i] = source[from[i]]
Step moveLanes(Operation *op, Preparation &prepare, std::vector<uint32_t> from) {
  Slot source = prepare.operand(op->getOperand(0)), result = prepare.result(op->getResult(0));
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=, from = std::move(from)](Machine &machine) {
      const T *lanes = machine.lanes<T>(source);
      T *to = machine.lanes<T>(result);
      for (size_t i = 0; i < from.size(); ++i)
        to[i] = lanes[from[i]];
    };
  });
}

// moveLanes by a function of places: source place = f(result place).
template <typename F> Step movePlaces(Operation *op, Preparation &prepare, F sourcePlace) {
  Shape from = tile::shapeOf(op->getOperand(0).getType());
  Shape to = tile::shapeOf(op->getResult(0).getType());
  std::vector<uint32_t> lanes(lanesIn(to));
  for (size_t i = 0; i < lanes.size(); ++i)
    lanes[i] = laneOf(sourcePlace(placeOf(i, to)), from);
  return moveLanes(op, prepare, std::move(lanes));
}

Step prepareRange(Operation *op, Preparation &prepare) {
  auto range = cast<tile::RangeOp>(op);
  std::vector<std::byte> lanes(prepare.bytesOf(range.getResult()));
  auto *numbers = reinterpret_cast<uint32_t *>(lanes.data());
  std::iota(numbers, numbers + prepare.lanesOf(range.getResult()), uint32_t(range.getStart()));
  prepare.bindConstant(range.getResult(), std::move(lanes));
  return {};
}

Step prepareSplat(Operation *op, Preparation &prepare) {
  Slot source = prepare.operand(op->getOperand(0)), result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      T *to = machine.lanes<T>(result);
      std::fill(to, to + lanes, *machine.lanes<T>(source));
    };
  });
}

Step prepareBroadcast(Operation *op, Preparation &prepare) {
  Shape from = tile::shapeOf(op->getOperand(0).getType());
  return movePlaces(op, prepare, [=](Place place) {
    for (size_t axis = 0; axis < place.size(); ++axis)
      if (from[axis] == 1)
        place[axis] = 0;
    return place;
  });
}

// Row-major order kept: the same lanes.
Step prepareSameLanes(Operation *op, Preparation &prepare) {
  prepare.alias(op->getResult(0), op->getOperand(0));
  return {};
}

Step prepareTranspose(Operation *op, Preparation &prepare) {
  auto permutation = cast<tile::TransposeOp>(op).getPermutation();
  return movePlaces(op, prepare, [=](const Place &place) {
    Place source(place.size());
    for (size_t axis = 0; axis < place.size(); ++axis)
      source[permutation[axis]] = place[axis];
    return source;
  });
}

Step prepareFlip(Operation *op, Preparation &prepare) {
  auto flip = cast<tile::FlipOp>(op);
  uint32_t axis = flip.getAxis();
  int64_t size = tile::shapeOf(flip.getResult().getType())[axis];
  return movePlaces(op, prepare, [=](Place place) {
    place[axis] = size - 1 - place[axis];
    return place;
  });
}

// Runs of `run` lanes, in turn from a and from b.
Step interleaveRuns(Operation *op, Preparation &prepare, int64_t run) {
  Slot a = prepare.operand(op->getOperand(0)), b = prepare.operand(op->getOperand(1));
  Slot result = prepare.result(op->getResult(0));
  int64_t lanes = prepare.lanesOf(op->getOperand(0));
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      const T *fromA = machine.lanes<T>(a), *fromB = machine.lanes<T>(b);
      T *to = machine.lanes<T>(result);
      for (int64_t i = 0; i < lanes; i += run) {
        std::copy(fromA + i, fromA + i + run, to + 2 * i);
        std::copy(fromB + i, fromB + i + run, to + 2 * i + run);
      }
    };
  });
}

Step prepareJoin(Operation *op, Preparation &prepare) {
  return interleaveRuns(op, prepare, 1);
}

Step prepareCat(Operation *op, Preparation &prepare) {
  Shape shape = tile::shapeOf(op->getOperand(0).getType());
  return interleaveRuns(op, prepare, lanesIn(shape.drop_front(cast<tile::CatOp>(op).getAxis())));
}

Step prepareSplit(Operation *op, Preparation &prepare) {
  Slot source = prepare.operand(op->getOperand(0));
  Slot a = prepare.result(op->getResult(0)), b = prepare.result(op->getResult(1));
  int64_t lanes = prepare.lanesOf(op->getResult(0));
  return visitSize(resultElement(op), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=](Machine &machine) {
      const T *from = machine.lanes<T>(source);
      T *toA = machine.lanes<T>(a), *toB = machine.lanes<T>(b);
      for (int64_t i = 0; i < lanes; ++i) {
        toA[i] = from[2 * i];
        toB[i] = from[2 * i + 1];
      }
    };
  });
}

// result[.., i, ..] = source[.., index[.., i, ..], ..]
Step prepareGather(Operation *op, Preparation &prepare) {
  auto gather = cast<tile::GatherOp>(op);
  Slot source = prepare.operand(gather.getSource()), index = prepare.operand(gather.getIndex());
  Slot result = prepare.result(gather.getResult());
  Shape from = tile::shapeOf(gather.getSource().getType());
  Shape to = tile::shapeOf(gather.getResult().getType());
  uint32_t axis = gather.getAxis();
  int64_t size = from[axis];
  return visitSize(resultElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    return visitInteger(operandElement(op, 1), [&](auto indexType) -> Step {
      using Index = typename decltype(indexType)::type;
      return [=](Machine &machine) {
        const T *lanes = machine.lanes<T>(source);
        const Index *indices = machine.lanes<Index>(index);
        T *results = machine.lanes<T>(result);
        for (int64_t i = 0; i < lanesIn(to); ++i) {
          int64_t picked = asSigned(indices[i]);
          if (picked < 0 || picked >= size)
            return machine.stop(indexOutOfRange(op, i, picked, size, machine));
          Place place = placeOf(i, to);
          place[axis] = picked;
          results[i] = lanes[laneOf(place, from)];
        }
      };
    });
  });
}

} // namespace

void addShape(SemanticsTable &table) {
  table.set("tile.range", prepareRange);
  table.set("tile.splat", prepareSplat);
  table.set("tile.broadcast", prepareBroadcast);
  table.set("tile.expand_dims", prepareSameLanes);
  table.set("tile.reshape", prepareSameLanes);
  table.set("tile.transpose", prepareTranspose);
  table.set("tile.join", prepareJoin);
  table.set("tile.split", prepareSplit);
  table.set("tile.cat", prepareCat);
  table.set("tile.flip", prepareFlip);
  table.set("tile.gather", prepareGather);
}

} // namespace nereid::interp
