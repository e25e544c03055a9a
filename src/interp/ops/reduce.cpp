// Reductions, scans, maps: a function of scalars applied across lanes.
//
// A tile of shape [outer, size, inner] is laid out in rows first: row k holds what lies at place k
// of the axis, for all the rest. Then both folds are about rows.
//
//   reduce: the rows' second half is combined into the first, again and again, until one is left:
//           x[i] = f(x[i], x[i + keep]) for i < n / 2, where keep = n - n / 2 rows remain.
//   scan:   row by row, x[k] = f(x[k - 1], x[k]); with `reverse` from the last row up.
//
// The order is fixed, so results are the same in every run. Halving also loses less to rounding
// than adding one after another would: log2(size) roundings per lane instead of size.
//
// A function without control flow runs on all pairs of a level at once; else pair by pair. The
// results are the same.
#include <cstring>
#include <memory>

#include "interp/lane_types.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

struct Axis {
  int64_t outer = 1, size = 1, inner = 1;

  Axis(llvm::ArrayRef<int64_t> shape, size_t axis) : size(shape[axis]) {
    for (size_t i = 0; i < shape.size(); ++i)
      (i < axis ? outer : inner) *= i == axis ? 1 : shape[i];
  }
  int64_t rest() const { return outer * inner; }
};

// Where one source of a fold is: as the operation gave it, and in rows.
struct Folded {
  Slot source, rows;
  size_t laneBytes;
};

std::vector<Folded> foldedSources(ValueRange sources, Preparation &prepare) {
  std::vector<Folded> folded;
  for (Value source : sources)
    folded.push_back({prepare.operand(source), prepare.allocate(prepare.bytesOf(source)),
                      size_t(tile::byteSizeOf(tile::elementOf(source.getType())))});
  return folded;
}

enum class Direction { ToRows, FromRows };

// Between a tile and its rows.
Step arrange(Slot tile, Slot rows, size_t laneBytes, Axis axis, Direction direction) {
  return [=](Machine &machine) {
    std::byte *inTile = machine.lanes<std::byte>(tile), *inRows = machine.lanes<std::byte>(rows);
    size_t run = axis.inner * laneBytes;
    for (int64_t o = 0; o < axis.outer; ++o)
      for (int64_t k = 0; k < axis.size; ++k) {
        std::byte *a = inTile + (o * axis.size + k) * run;
        std::byte *b = inRows + (k * axis.outer + o) * run;
        if (direction == Direction::ToRows)
          std::memcpy(b, a, run);
        else
          std::memcpy(a, b, run);
      }
  };
}

// `function` with the lanes it takes and gives: copies lanes [left, left + width) and
// [right, right + width) of each source in, runs, copies the results to [to, to + width).
class Combine {
public:
  Combine(Region &region, int64_t width, const std::vector<Folded> &sources, Preparation &prepare)
      : function_(std::make_shared<Preparation::Function>(prepare.function(region, width))),
        sources_(sources), width_(width) {
    prepare.release(*function_);
  }

  void operator()(int64_t left, int64_t right, int64_t to, Machine &machine) const {
    size_t count = sources_.size();
    for (size_t i = 0; i < count; ++i) {
      copyIn(i, left, function_->arguments[i], machine);
      copyIn(i, right, function_->arguments[count + i], machine);
    }
    run(function_->steps, machine);
    for (size_t i = 0; i < count; ++i)
      std::memcpy(rows(i, to, machine), machine.lanes<std::byte>(function_->results[i]),
                  width_ * sources_[i].laneBytes);
  }
  int64_t width() const { return width_; }

private:
  std::byte *rows(size_t source, int64_t lane, Machine &machine) const {
    return machine.lanes<std::byte>(sources_[source].rows) + lane * sources_[source].laneBytes;
  }
  void copyIn(size_t source, int64_t lane, Slot argument, Machine &machine) const {
    std::memcpy(machine.lanes<std::byte>(argument), rows(source, lane, machine),
                width_ * sources_[source].laneBytes);
  }

  std::shared_ptr<const Preparation::Function> function_;
  std::vector<Folded> sources_;
  int64_t width_;
};

// Combines `lanes` pairs: lane i with lane i + distance, into lane i.
Step combineLevel(Combine combine, int64_t lanes, int64_t distance) {
  return [=](Machine &machine) {
    for (int64_t i = 0; i < lanes && !machine.stopped(); i += combine.width())
      combine(i, i + distance, i, machine);
  };
}

Step inOrder(Steps steps) {
  return [steps = std::move(steps)](Machine &machine) { run(steps, machine); };
}

Step prepareReduce(Operation *op, Preparation &prepare) {
  auto reduce = cast<tile::ReduceOp>(op);
  Axis axis(tile::shapeOf(op->getOperand(0).getType()), reduce.getAxis());
  std::vector<Folded> sources = foldedSources(op->getOperands(), prepare);
  bool isWide = Preparation::isLanewise(reduce.getCombine());

  Steps steps;
  for (const Folded &source : sources)
    steps.push_back(arrange(source.source, source.rows, source.laneBytes, axis, Direction::ToRows));
  for (int64_t rows = axis.size; rows > 1;) {
    int64_t pairs = rows / 2, keep = rows - pairs;
    int64_t lanes = pairs * axis.rest();
    Combine combine(reduce.getCombine(), isWide ? lanes : 1, sources, prepare);
    steps.push_back(combineLevel(combine, lanes, keep * axis.rest()));
    rows = keep;
  }
  for (auto [source, result] : llvm::zip(sources, op->getResults()))
    steps.push_back(prepare.copy(source.rows, prepare.result(result), prepare.bytesOf(result)));
  for (const Folded &source : sources)
    prepare.release(source.rows);
  return inOrder(std::move(steps));
}

Step prepareScan(Operation *op, Preparation &prepare) {
  auto scan = cast<tile::ScanOp>(op);
  Axis axis(tile::shapeOf(op->getOperand(0).getType()), scan.getAxis());
  std::vector<Folded> sources = foldedSources(op->getOperands(), prepare);
  int64_t width = Preparation::isLanewise(scan.getCombine()) ? axis.rest() : 1;
  Combine combine(scan.getCombine(), width, sources, prepare);
  bool isReverse = scan.getReverse();

  Steps steps;
  for (const Folded &source : sources)
    steps.push_back(arrange(source.source, source.rows, source.laneBytes, axis, Direction::ToRows));
  steps.push_back([=](Machine &machine) {
    for (int64_t k = 1; k < axis.size; ++k) {
      int64_t row = isReverse ? axis.size - 1 - k : k;
      int64_t carry = isReverse ? row + 1 : row - 1;
      for (int64_t i = 0; i < axis.rest() && !machine.stopped(); i += width)
        combine(carry * axis.rest() + i, row * axis.rest() + i, row * axis.rest() + i, machine);
    }
  });
  for (auto [source, result] : llvm::zip(sources, op->getResults()))
    steps.push_back(
        arrange(prepare.result(result), source.rows, source.laneBytes, axis, Direction::FromRows));
  for (const Folded &source : sources)
    prepare.release(source.rows);
  return inOrder(std::move(steps));
}

// Every pack-th lane of a tile from `first`, `count` of them, to or from a tile of those alone.
void copyStrided(std::byte *packed, const std::byte *strided, size_t laneBytes, int64_t count,
                 int64_t pack) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(packed + i * laneBytes, strided + i * pack * laneBytes, laneBytes);
}
void copyToStrided(std::byte *strided, const std::byte *packed, size_t laneBytes, int64_t count,
                   int64_t pack) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(strided + i * pack * laneBytes, packed + i * laneBytes, laneBytes);
}

struct Mapped {
  Slot slot;
  size_t laneBytes;
};

// Groups of `pack` neighbouring lanes: argument s * pack + j is lane j of a group of source s.
Step prepareMap(Operation *op, Preparation &prepare) {
  auto map = cast<tile::MapOp>(op);
  int64_t pack = map.getPack();
  int64_t groups = prepare.lanesOf(op->getResult(0)) / pack;
  int64_t width = Preparation::isLanewise(map.getBody()) ? groups : 1;
  auto laneBytes = [](Value value) {
    return size_t(tile::byteSizeOf(tile::elementOf(value.getType())));
  };
  std::vector<Mapped> sources, results;
  for (Value source : op->getOperands())
    sources.push_back({prepare.operand(source), laneBytes(source)});
  for (Value result : op->getResults())
    results.push_back({prepare.result(result), laneBytes(result)});
  auto body = std::make_shared<Preparation::Function>(prepare.function(map.getBody(), width));
  prepare.release(*body);
  return [=](Machine &machine) {
    for (int64_t group = 0; group < groups && !machine.stopped(); group += width) {
      for (size_t i = 0; i < body->arguments.size(); ++i) {
        const Mapped &from = sources[i / pack];
        int64_t lane = group * pack + i % pack;
        copyStrided(machine.lanes<std::byte>(body->arguments[i]),
                    machine.lanes<std::byte>(from.slot) + lane * from.laneBytes, from.laneBytes,
                    width, pack);
      }
      run(body->steps, machine);
      for (size_t i = 0; i < body->results.size(); ++i) {
        const Mapped &to = results[i / pack];
        int64_t lane = group * pack + i % pack;
        copyToStrided(machine.lanes<std::byte>(to.slot) + lane * to.laneBytes,
                      machine.lanes<std::byte>(body->results[i]), to.laneBytes, width, pack);
      }
    }
  };
}

} // namespace

void addReductions(SemanticsTable &table) {
  table.set("tile.reduce", prepareReduce);
  table.set("tile.scan", prepareScan);
  table.set("tile.map", prepareMap);
}

} // namespace nereid::interp
