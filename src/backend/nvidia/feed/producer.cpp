#include "backend/nvidia/feed/producer.h"

#include "llvm/IR/IntrinsicsNVPTX.h"

#include "backend/nvidia/feed/filler.h"
#include "backend/nvidia/feed/grid_walk.h"
#include "backend/nvidia/feed/refill.h"
#include "backend/nvidia/products/rotation.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

class Producer {
public:
  Producer(Emitter &emitter, ArrayRef<Reg> maps)
      : e(emitter), w(emitter.w), filler_(emitter, maps) {}
  void emit(Block &block);

private:
  bool isFollowed(Operation *op);
  void emitLoop(scf::ForOp loop);
  void emitBranch(scf::IfOp branch);

  Emitter &e;
  Writer &w;
  Filler filler_;
};

// A loop or a branch in which something is brought.
bool Producer::isFollowed(Operation *op) {
  return llvm::any_of(e.supply->deliveries(),
                      [&](Delivery &delivery) { return op->isAncestor(delivery.loop); });
}

void Producer::emit(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (e.supply->isNeeded(&op))
      emitOperation(e, &op);
    else if (auto loop = dyn_cast<scf::ForOp>(op); loop && isFollowed(loop))
      emitLoop(loop);
    else if (auto branch = dyn_cast<scf::IfOp>(op); branch && isFollowed(branch))
      emitBranch(branch);
  }
}

void Producer::emitBranch(scf::IfOp branch) {
  llvm::BasicBlock *then = w.newBlock("then"), *otherwise = w.newBlock("else");
  llvm::BasicBlock *after = w.newBlock("after");
  w.b.CreateCondBr(e.scalar(branch.getCondition()), then, otherwise);
  for (auto [start, block] :
       {std::pair(then, branch.thenBlock()), std::pair(otherwise, branch.elseBlock())}) {
    w.b.SetInsertPoint(start);
    llvm::DenseMap<Value, Reg> scalars = e.scalars;
    if (block)
      emit(*block);
    e.scalars = std::move(scalars);
    w.b.CreateBr(after);
  }
  w.b.SetInsertPoint(after);
}

void Producer::emitLoop(scf::ForOp loop) {
  Reg lower = e.scalar(loop.getLowerBound()), upper = e.scalar(loop.getUpperBound());
  Reg step = e.scalar(loop.getStep());
  Reg isAny =
      loop.getUnsignedCmp() ? w.b.CreateICmpULT(lower, upper) : w.b.CreateICmpSLT(lower, upper);
  filler_.beginLoop(loop);
  filler_.fillKept(loop);
  llvm::BasicBlock *before = w.b.GetInsertBlock(), *header = w.newBlock("bring");
  llvm::BasicBlock *body = w.newBlock("round"), *exit = w.newBlock("brought");
  w.b.CreateBr(header);
  w.b.SetInsertPoint(header);
  llvm::PHINode *counter = w.b.CreatePHI(lower->getType(), 2), *round = w.b.CreatePHI(w.i32(), 2),
                *goesOn = w.b.CreatePHI(w.i1(), 2);
  counter->addIncoming(lower, before);
  round->addIncoming(w.k(0), before);
  goesOn->addIncoming(isAny, before);
  w.b.CreateCondBr(goesOn, body, exit);
  w.b.SetInsertPoint(body);
  llvm::DenseMap<Value, Reg> scalars = e.scalars;
  filler_.beginRound(loop, counter, round);
  emit(*loop.getBody());
  filler_.fill(loop);
  e.scalars = std::move(scalars);
  llvm::BasicBlock *end = w.b.GetInsertBlock();
  counter->addIncoming(w.b.CreateAdd(counter, step), end);
  round->addIncoming(w.b.CreateAdd(round, w.k(1)), end);
  goesOn->addIncoming(w.b.CreateICmpUGT(w.b.CreateSub(upper, counter), step), end);
  w.b.CreateBr(header);
  w.b.SetInsertPoint(exit);
}

void takeRegisters(Emitter &e, const char *direction, int count) {
  e.w.assembly(e.w.b.getVoidTy(), cat("setmaxnreg.", direction, ".sync.aligned.u32 ", count, ";"),
               "", {}, true);
}

// Of the rings, by the first thread. Others must have met it before they wait for slots.
void initialize(Emitter &e, ArrayRef<Reg> maps) {
  Writer &w = e.w;
  w.ifThen(w.b.CreateICmpEQ(w.threadId(), w.k(0)), [&] {
    fetchMaps(w, maps);
    for (Ring &ring : e.supply->rings())
      ring.initialize(e);
    w.assembly(w.b.getVoidTy(), "fence.mbarrier_init.release.cluster;", "~{memory}", {}, true);
  });
  if (e.supply->isBackward() && !e.supply->walksGrid())
    e.programIds[0] = w.inPrologue([&] {
      Reg count = w.intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, {});
      Reg number = w.intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, {});
      return w.b.CreateSub(w.b.CreateSub(count, w.k(1)), number);
    });
}

} // namespace

bool canTakeRegisters(Emitter &e) {
  return e.supply->hasProducer() && e.machine.warps == 8 && e.machine.maxRegisters == 0;
}

void emitWithProducer(Emitter &e, func::FuncOp kernel, ArrayRef<Reg> maps, ArrayRef<Reg> grid) {
  Writer &w = e.w;
  Block &body = kernel.getBody().front();
  initialize(e, maps);
  w.intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {w.k(0)});
  llvm::BasicBlock *computes = w.newBlock("consumers"), *brings = w.newBlock("producer");
  llvm::BasicBlock *end = w.newBlock("end");
  bool moveRegisters = canTakeRegisters(e) && needsLargeShare(e, kernel);
  w.b.CreateCondBr(w.b.CreateICmpULT(w.warpId(), w.k(e.machine.warps)), computes, brings);

  llvm::DenseMap<Value, Reg> parameters = e.scalars;
  w.b.SetInsertPoint(computes);
  if (moveRegisters)
    takeRegisters(e, "inc", kConsumerRegisters);
  Ring *tickets = e.supply->tickets();
  auto compute = [&] { emitBlock(e, body); };
  if (tickets)
    followTickets(e, grid, *tickets, compute);
  else
    walkGrid(e, grid, compute);
  w.b.CreateBr(end);

  w.b.SetInsertPoint(brings);
  if (moveRegisters)
    takeRegisters(e, "dec", kProducerRegisters);
  e.scalars = std::move(parameters);
  w.ifThen(w.b.CreateICmpEQ(w.threadId(), w.k(32 * e.machine.warps)), [&] {
    auto bring = [&] { Producer(e, maps).emit(body); };
    if (tickets)
      drawTickets(e, grid, *tickets, bring);
    else
      walkGrid(e, grid, bring);
  });
  w.b.CreateBr(end);
  w.b.SetInsertPoint(end);
}

void emitSelfSupplied(Emitter &e, func::FuncOp kernel, ArrayRef<Reg> maps) {
  initialize(e, maps);
  Refill refill(e, maps);
  refill.open();
  e.supply->refill = &refill;
  emitBlock(e, kernel.getBody().front());
  e.supply->refill = nullptr;
}

} // namespace nereid::nvidia
