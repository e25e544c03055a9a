#include "backend/nvidia/small_programs.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// At 8, the warps of a whole multiprocessor are 8 blocks.
constexpr uint32_t kMostPrograms = 8;
// Memory moves 2.6 KB in the time of a block's start. A few times that, and what a block waits for
// the last of its programs would cost more than the starts (softmax of 1024 floats: 1%).
constexpr int64_t kEnoughBytes = 8 << 10;
// What a loop is taken to have of rounds: programs that go on for long are none of these.
constexpr int64_t kRounds = 4;
// What a launch need not ask for, and a quarter of what most multiprocessors have.
constexpr uint32_t kMostSharedBytes = 48 << 10;

int64_t bytesMovedBy(Operation *op) {
  Type type;
  if (auto load = dyn_cast<tile::LoadOp>(op))
    type = load.getType();
  else if (auto store = dyn_cast<tile::StoreOp>(op))
    type = store.getValue().getType();
  else
    return 0;
  int64_t bytes = tile::laneCount(type) * tile::byteSizeOf(tile::elementOf(type));
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (isa<scf::ForOp, scf::WhileOp>(parent) && bytes <= kEnoughBytes)
      bytes *= kRounds;
  return bytes;
}

} // namespace

uint32_t programsPerBlock(func::FuncOp kernel, const Machine &machine) {
  int64_t bytes = 0;
  bool asksForItsBlock = false;
  kernel.walk([&](Operation *op) {
    bytes += bytesMovedBy(op);
    // What an author wrote may ask which thread it is; a failed assertion names its block.
    asksForItsBlock |= isa<tile::InlineAsmOp, tile::AssertOp>(op);
  });
  // Of more warps, each program needs a barrier of its own, by a number that is not in the code:
  // the assembler then takes all 16 of a block (docs/adr/0015).
  if (machine.warps > 1 || asksForItsBlock)
    return 1;
  uint32_t programs = kMostPrograms;
  while (programs > 1 && programs * bytes > kEnoughBytes)
    programs /= 2;
  return programs;
}

uint32_t fittingInShared(uint32_t programs, uint32_t sharedBytes) {
  while (programs > 1 && programs * sharedBytes > kMostSharedBytes)
    programs /= 2;
  return programs;
}

void emitForEachWarp(Emitter &e, Reg count, llvm::function_ref<void()> program) {
  Writer &w = e.w;
  auto read = [&](llvm::Intrinsic::ID id) { return w.intrinsic(id, {}); };
  llvm::Instruction *start = nullptr;
  Reg place = w.inPrologue([&] {
    Reg number = w.warpOfBlock();
    start = llvm::cast<llvm::Instruction>(
        w.b.CreateFreeze(llvm::PoisonValue::get(w.i32()))); // until it is known what a program uses
    Reg before = w.b.CreateMul(read(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x),
                               read(llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y));
    return w.b.CreateAdd(before, number);
  });
  w.sharedStart = start;
  e.programIds[0] = place;
  e.programCounts[0] = count;
  w.ifThen(w.b.CreateICmpULT(place, count), program);
  llvm::IRBuilder<> builder(start);
  start->replaceAllUsesWith(builder.CreateMul(w.warpOfBlock(), w.k(e.shared.total())));
  start->eraseFromParent();
}

} // namespace nereid::nvidia
