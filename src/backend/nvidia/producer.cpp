#include "backend/nvidia/producer.h"

#include "llvm/IR/IntrinsicsNVPTX.h"

#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// With two warpgroups of consumers there are 168 registers a thread; what the producer does not
// need goes to them.
constexpr int kConsumerRegisters = 232, kProducerRegisters = 40;

class Producer {
public:
  Producer(Emitter &emitter, ArrayRef<Reg> maps) : e(emitter), w(emitter.w), maps_(maps) {}
  void emit(Block &block);

private:
  bool isFollowed(Operation *op);
  void emitLoop(scf::ForOp loop);
  void emitBranch(scf::IfOp branch);
  void fill(Delivery &delivery);
  void copy(const Box &box, Reg map, Reg base, Reg full);
  Reg valueOf(const Sum &sum); // in 32 bits
  Reg valueOf(Symbol symbol);

  Emitter &e;
  Writer &w;
  ArrayRef<Reg> maps_;
  llvm::DenseMap<const void *, Reg> rounds_; // by the loop's counter
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
  e.scalars[loop.getInductionVar()] = counter;
  rounds_[loop.getInductionVar().getAsOpaquePointer()] = round;
  emit(*loop.getBody());
  for (Delivery &delivery : e.supply->deliveries())
    if (delivery.loop == loop)
      fill(delivery);
  e.scalars = std::move(scalars);
  llvm::BasicBlock *end = w.b.GetInsertBlock();
  counter->addIncoming(w.b.CreateAdd(counter, step), end);
  round->addIncoming(w.b.CreateAdd(round, w.k(1)), end);
  goesOn->addIncoming(w.b.CreateICmpUGT(w.b.CreateSub(upper, counter), step), end);
  w.b.CreateBr(header);
  w.b.SetInsertPoint(exit);
}

void Producer::fill(Delivery &delivery) {
  Reg full = nullptr;
  Reg base = e.supply->rings()[delivery.ring].beginFill(e, full);
  for (auto [box, map] : llvm::zip_equal(delivery.boxes, delivery.maps)) {
    copy(box, maps_[map], base, full);
    base = w.b.CreateAdd(base, w.k(slotBytesOf(box)));
  }
}

void Producer::copy(const Box &box, Reg map, Reg base, Reg full) {
  Regs places;
  for (const Box::Axis &axis : box.axes) {
    places.push_back(valueOf(axis.start));
    // Zeros would be written where the author's program reads what lies before its argument.
    if (axis.mayBeNegative)
      w.assembly(w.b.getVoidTy(), "@$0 trap;", "b", {w.b.CreateICmpSLT(places.back(), w.k(0))},
                 true);
  }
  // A box is 128 bytes wide at most; beside it lies the next.
  uint32_t bytes = tile::byteSizeOf(box.element());
  uint32_t wide = std::min(128 / bytes, box.axes[0].length);
  uint32_t pieces = box.axes[0].length / wide, pieceBytes = wide * bytes * box.axes[1].length;
  std::vector<std::string> names;
  std::string constraints = "r,l,r";
  for (size_t axis = 0; axis < places.size(); ++axis) {
    names.push_back(cat("$", 3 + axis));
    constraints += ",r";
  }
  std::string text = cat("cp.async.bulk.tensor.", places.size(),
                         "d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {",
                         join(names, ", "), "}], [$2];");
  for (uint32_t piece = 0; piece < pieces; ++piece) {
    Regs operands = {w.sharedAddress(w.b.CreateAdd(base, w.k(piece * pieceBytes))), map, full};
    operands.append(places);
    operands[3] = w.b.CreateAdd(places[0], w.k(piece * wide));
    w.assembly(w.b.getVoidTy(), text, constraints + ",~{memory}", operands, true);
  }
}

Reg Producer::valueOf(Symbol symbol) {
  if (symbol.kind == Symbol::Kind::Round)
    return rounds_.lookup(symbol.of);
  if (auto *wrapped = e.supply->affine().remainder(symbol))
    return w.b.CreateSRem(valueOf(wrapped->start), valueOf(wrapped->bound));
  return w.b.CreateSExtOrTrunc(e.scalar(symbol.value()), w.i32());
}

// Places fit 32 bits, and what adds up to them may overflow on the way.
Reg Producer::valueOf(const Sum &sum) {
  Reg value = w.k(0);
  for (const Term &term : sum.terms()) {
    Reg product = w.k(term.factor);
    for (Symbol symbol : term.symbols)
      product = w.b.CreateMul(product, valueOf(symbol));
    value = w.b.CreateAdd(value, product);
  }
  return value;
}

// Runs `program` for the block's programs, one or one after another.
void walkGrid(Emitter &e, ArrayRef<Reg> grid, llvm::function_ref<void()> program) {
  if (grid.empty())
    return program();
  Writer &w = e.w;
  Reg all = w.b.CreateMul(w.b.CreateMul(grid[0], grid[1]), grid[2]);
  Reg first = w.intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, {});
  Reg blocks = w.intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, {});
  llvm::BasicBlock *before = w.b.GetInsertBlock(), *header = w.newBlock("programs");
  llvm::BasicBlock *body = w.newBlock("program"), *exit = w.newBlock("end");
  w.b.CreateBr(header);
  w.b.SetInsertPoint(header);
  llvm::PHINode *number = w.b.CreatePHI(w.i32(), 2);
  number->addIncoming(first, before);
  w.b.CreateCondBr(w.b.CreateICmpULT(number, all), body, exit);
  w.b.SetInsertPoint(body);
  Reg rest = w.b.CreateUDiv(number, grid[0]);
  e.programIds = {w.b.CreateURem(number, grid[0]), w.b.CreateURem(rest, grid[1]),
                  w.b.CreateUDiv(rest, grid[1])};
  e.programCounts = {grid[0], grid[1], grid[2]};
  e.shared.forget();
  program();
  number->addIncoming(w.b.CreateAdd(number, blocks), w.b.GetInsertBlock());
  w.b.CreateBr(header);
  w.b.SetInsertPoint(exit);
}

void takeRegisters(Emitter &e, const char *direction, int count) {
  if (e.machine.warps == 8 && e.machine.maxRegisters == 0)
    e.w.assembly(e.w.b.getVoidTy(), cat("setmaxnreg.", direction, ".sync.aligned.u32 ", count, ";"),
                 "", {}, true);
}

} // namespace

void emitWithProducer(Emitter &e, func::FuncOp kernel, ArrayRef<Reg> maps, ArrayRef<Reg> grid) {
  Writer &w = e.w;
  Block &body = kernel.getBody().front();
  w.ifThen(w.b.CreateICmpEQ(w.threadId(), w.k(0)), [&] {
    for (Ring &ring : e.supply->rings())
      ring.initialize(e);
    w.assembly(w.b.getVoidTy(), "fence.mbarrier_init.release.cluster;", "~{memory}", {}, true);
  });
  w.intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {w.k(0)});
  if (e.supply->isBackward())
    e.programIds[0] = w.inPrologue([&] {
      Reg count = w.intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, {});
      Reg number = w.intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, {});
      return w.b.CreateSub(w.b.CreateSub(count, w.k(1)), number);
    });
  llvm::BasicBlock *computes = w.newBlock("consumers"), *brings = w.newBlock("producer");
  llvm::BasicBlock *end = w.newBlock("end");
  w.b.CreateCondBr(w.b.CreateICmpULT(w.warpId(), w.k(e.machine.warps)), computes, brings);

  llvm::DenseMap<Value, Reg> parameters = e.scalars;
  w.b.SetInsertPoint(computes);
  takeRegisters(e, "inc", kConsumerRegisters);
  walkGrid(e, grid, [&] { emitBlock(e, body); });
  w.b.CreateBr(end);

  w.b.SetInsertPoint(brings);
  takeRegisters(e, "dec", kProducerRegisters);
  e.scalars = std::move(parameters);
  w.ifThen(w.b.CreateICmpEQ(w.threadId(), w.k(32 * e.machine.warps)),
           [&] { walkGrid(e, grid, [&] { Producer(e, maps).emit(body); }); });
  w.b.CreateBr(end);
  w.b.SetInsertPoint(end);
}

} // namespace nereid::nvidia
