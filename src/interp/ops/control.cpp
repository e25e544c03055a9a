// Branches and loops. Values that a region yields are copied to where the next one reads them.
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "interp/lane_types.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

llvm::SmallVector<Slot> bindNew(Preparation &prepare, ValueRange values) {
  llvm::SmallVector<Slot> slots;
  for (Value value : values)
    slots.push_back(prepare.result(value));
  return slots;
}

Step prepareIf(Operation *op, Preparation &prepare) {
  auto branch = cast<scf::IfOp>(op);
  Slot condition = prepare.operand(branch.getCondition());
  auto results = bindNew(prepare, branch.getResults());
  auto side = [&](Region &region) {
    if (region.empty())
      return Steps();
    return prepare.block(region.front(), [&](Operation *yield, Steps &steps) {
      prepare.copyAll(yield->getOperands(), results, steps);
    });
  };
  Steps yes = side(branch.getThenRegion()), no = side(branch.getElseRegion());
  return [=, yes = std::move(yes), no = std::move(no)](Machine &machine) {
    run(*machine.lanes<bool>(condition) ? yes : no, machine);
  };
}

// How often `for (i = lower; i < upper; i += step)` runs, in numbers that cannot overflow. A step
// that is not positive means nothing; it runs no iteration.
__int128 tripCount(__int128 lower, __int128 upper, __int128 step) {
  return lower < upper && step > 0 ? (upper - lower + step - 1) / step : 0;
}

// The results are the carried values after the last iteration, and lie where those do.
Step prepareFor(Operation *op, Preparation &prepare) {
  auto loop = cast<scf::ForOp>(op);
  Slot lower = prepare.operand(loop.getLowerBound()), upper = prepare.operand(loop.getUpperBound());
  Slot stride = prepare.operand(loop.getStep());
  Slot index = prepare.result(loop.getInductionVar());
  auto carried = bindNew(prepare, loop.getRegionIterArgs());
  Steps initialize;
  prepare.copyAll(loop.getInitArgs(), carried, initialize);
  Steps body = prepare.block(*loop.getBody(), [&](Operation *yield, Steps &steps) {
    prepare.copyAll(yield->getOperands(), carried, steps);
  });
  prepare.release(index);
  for (auto [result, slot] : llvm::zip(loop.getResults(), carried))
    prepare.bind(result, slot);

  bool isUnsigned = loop.getUnsignedCmp();
  return visitInteger(loop.getInductionVar().getType(), [&](auto type) -> Step {
    using T = typename decltype(type)::type;
    return [=, initialize = std::move(initialize), body = std::move(body)](Machine &machine) {
      run(initialize, machine);
      auto read = [&](Slot slot) -> __int128 {
        T bound = *machine.lanes<T>(slot);
        return isUnsigned ? __int128(asUnsigned(bound)) : __int128(asSigned(bound));
      };
      __int128 first = read(lower), step = read(stride);
      __int128 trips = tripCount(first, read(upper), step);
      for (__int128 i = 0; i < trips && !machine.stopped(); ++i) {
        *machine.lanes<T>(index) = truncate<T>(uint64_t(first + i * step));
        run(body, machine);
      }
    };
  });
}

Step prepareWhile(Operation *op, Preparation &prepare) {
  auto loop = cast<scf::WhileOp>(op);
  auto carried = bindNew(prepare, loop.getBeforeArguments());
  auto results = bindNew(prepare, loop.getResults());
  auto bodyArguments = bindNew(prepare, loop.getAfterArguments());
  Slot condition = prepare.allocate(1);
  Steps initialize;
  prepare.copyAll(loop.getInits(), carried, initialize);
  Steps before = prepare.block(*loop.getBeforeBody(), [&](Operation *end, Steps &steps) {
    auto forwarded = cast<scf::ConditionOp>(end);
    prepare.copyAll(forwarded.getCondition(), condition, steps);
    prepare.copyAll(forwarded.getArgs(), results, steps);
  });
  Steps body;
  for (auto [result, slot] : llvm::zip(loop.getResults(), bodyArguments))
    body.push_back(prepare.copy(prepare.operand(result), slot, prepare.bytesOf(result)));
  Steps after = prepare.block(*loop.getAfterBody(), [&](Operation *yield, Steps &steps) {
    prepare.copyAll(yield->getOperands(), carried, steps);
  });
  llvm::move(after, std::back_inserter(body));
  for (Slot slot : llvm::concat<Slot>(carried, bodyArguments))
    prepare.release(slot);
  prepare.release(condition);
  return [=, initialize = std::move(initialize), before = std::move(before),
          body = std::move(body)](Machine &machine) {
    run(initialize, machine);
    while (true) {
      run(before, machine);
      if (machine.stopped() || !*machine.lanes<bool>(condition))
        return;
      run(body, machine);
      if (machine.stopped())
        return;
    }
  };
}

} // namespace

void addControl(SemanticsTable &table) {
  table.set("scf.if", prepareIf);
  table.set("scf.for", prepareFor);
  table.set("scf.while", prepareWhile);
}

} // namespace nereid::interp
