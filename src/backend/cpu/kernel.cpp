#include "backend/cpu/kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "backend/cpu/address.h"
#include "backend/cpu/block.h"
#include "backend/cpu/carried.h"
#include "backend/cpu/ordering.h"
#include "backend/cpu/plan.h"
#include "backend/cpu/shelf.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

func::FuncOp createEntry(Emitter &e, func::FuncOp kernel, StringRef name) {
  Writer &w = e.w;
  w.loc = kernel.getLoc();
  w.builder.setInsertionPointToEnd(e.module.getBody());
  auto type = w.builder.getFunctionType({w.ptrType(), w.ptrType(), w.i64Type(), w.i64Type()}, {});
  auto entry = w.make<func::FuncOp>(name, type);
  // Nothing a kernel stores to can be its arguments' words or its scratch.
  for (unsigned argument : {0u, 1u})
    entry.setArgAttr(argument, "llvm.noalias", w.builder.getUnitAttr());
  w.builder.setInsertionPointToEnd(entry.addEntryBlock());
  return entry;
}

Value loadWord(Emitter &e, Value arguments, int64_t word, Type type) {
  return e.w.load(type, e.w.offsetBy(arguments, e.w.i64(word), 8), 8);
}

void loadParameters(Emitter &e, func::FuncOp kernel, Value arguments) {
  Writer &w = e.w;
  for (BlockArgument parameter : kernel.getArguments()) {
    int64_t word = CpuArguments::kFirstParameter + parameter.getArgNumber();
    Type type = parameter.getType();
    Type stored = isa<tile::PtrType>(type) ? w.ptrType() : storedType(w, type);
    Value value = loadWord(e, arguments, word, stored);
    e.scalars[parameter] = isa<tile::PtrType>(type) ? value : fromStored(e, value, type);
  }
}

// The ids of a program as i32, counted up rather than divided: x, y, z of the next one.
Values nextIds(Emitter &e, ValueRange ids) {
  Writer &w = e.w;
  Value zero = w.i32(0), one = w.i32(1);
  auto wraps = [&](Value id, int axis) {
    return w.compareI(arith::CmpIPredicate::eq, id, e.programCount[axis]);
  };
  Value x = w.addI(ids[0], one), xWraps = wraps(x, 0);
  Value y = w.addI(ids[1], w.select(xWraps, one, zero)), yWraps = wraps(y, 1);
  Value z = w.addI(ids[2], w.select(yWraps, one, zero));
  return {w.select(xWraps, zero, x), w.select(yWraps, zero, y), z};
}

Values firstIds(Emitter &e, Value begin) {
  Writer &w = e.w;
  // An empty grid runs no program, but comes here.
  auto wide = [&](int axis) {
    return w.maxS(w.resizeU(e.programCount[axis], w.i64Type()), w.i64(1));
  };
  Value x = w.fold<arith::RemUIOp>(begin, wide(0)), rows = w.fold<arith::DivUIOp>(begin, wide(0));
  Value y = w.fold<arith::RemUIOp>(rows, wide(1)), z = w.fold<arith::DivUIOp>(rows, wide(1));
  auto narrow = [&](Value v) { return w.resizeU(v, w.i32Type()); };
  return {narrow(x), narrow(y), narrow(z)};
}

// The body once for arguments that do not overlap, and once for those that may, if that matters.
void emitVersions(Emitter &e, func::FuncOp kernel) {
  Writer &w = e.w;
  auto version = [&](bool mayOverlap) {
    RegionScope scope(e);
    e.mayOverlap = mayOverlap;
    emitBlock(e, kernel.getBody().front());
    return Values();
  };
  if (!overlapMatters(e, kernel)) {
    version(false);
    return;
  }
  Value flag = w.andI(e.launchFlags, w.i64(CpuArguments::kMayOverlap));
  w.ifElse(
      w.compareI(arith::CmpIPredicate::ne, flag, w.i64(0)), [&] { return version(true); },
      [&] { return version(false); });
}

void emitPrograms(Emitter &e, func::FuncOp kernel, func::FuncOp entry) {
  Writer &w = e.w;
  Value arguments = entry.getArgument(0), scratch = entry.getArgument(1);
  loadParameters(e, kernel, arguments);
  for (int axis = 0; axis < 3; ++axis)
    e.programCount[axis] = loadWord(e, arguments, axis, w.i32Type());
  e.launchFlags = loadWord(e, arguments, CpuArguments::kFlags, w.i64Type());
  e.callScratch = scratch;
  e.scratchBase = w.offsetBy(scratch, w.i64(sizeof(CpuScratch)), 1);

  prepareShelves(e, kernel);
  Value begin = entry.getArgument(2), end = entry.getArgument(3);
  w.loop(begin, end, 1, firstIds(e, begin), [&](Value program, ValueRange ids) {
    // Volatile: a report of a fault reads it from a signal handler.
    w.store(program, scratch, 8, /*isVolatile=*/true);
    llvm::copy(ids, e.programId);
    auto body = [&] { emitVersions(e, kernel); };
    if (e.canStop) {
      Value stop = w.load(w.i64Type(), w.offsetBy(scratch, w.i64(1), 8), 8);
      w.ifThen(w.compareI(arith::CmpIPredicate::eq, stop, w.i64(0)), body);
    } else {
      body();
    }
    return nextIds(e, ids);
  });
  // What passed the cache by is seen before the launch is.
  if (e.hasStreamed)
    w.make<LLVM::FenceOp>(LLVM::AtomicOrdering::seq_cst, StringRef());
  w.make<func::ReturnOp>();
}

} // namespace

Result<EmittedKernel> emitKernel(ModuleOp module, const Machine &machine) {
  auto kernels = module.getOps<func::FuncOp>();
  NEREID_CHECK(!kernels.empty(), "a module without a kernel");
  func::FuncOp kernel = *kernels.begin();
  Plan plan(kernel);
  Emitter e(module, machine, plan);
  kernel.walk([&](Operation *op) {
    e.canStop |= isa<tile::AssertOp>(op);
    e.mayStream &= !isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp,
                        tile::AtomicStoreOp, tile::BarrierOp>(op);
  });

  // A name no library function has; nor may the tile IR be mistaken for one while it is read.
  std::string name = cat("nereid.kernel.", kernel.getSymName().str());
  kernel.setSymName("nereid.tile");
  func::FuncOp entry = createEntry(e, kernel, name);
  emitPrograms(e, kernel, entry);
  kernel.erase();
  return EmittedKernel{name, static_cast<uint64_t>(e.scratch.size())};
}

} // namespace nereid::cpu
