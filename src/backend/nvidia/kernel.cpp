#include "backend/nvidia/kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

#include "backend/nvidia/combined_atomics.h"
#include "backend/nvidia/feed/producer.h"
#include "backend/nvidia/small_programs.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr uint64_t kMapBytes = 128;

// A parameter as the launcher passes it: an address in global memory, an integer, a float. What is
// narrower than a byte is one.
llvm::Type *parameterType(Writer &w, Type type) {
  if (isa<tile::PtrType>(type))
    return w.b.getPtrTy(1);
  return type.isInteger(1) ? w.i8() : registerType(w, type);
}

// What a launch decides about blocks, and passes after the kernel's own parameters.
struct Blocks {
  bool walkGrid, drawPrograms;
  uint32_t programs; // beside each other, at most
};

llvm::Function *createEntry(Emitter &e, func::FuncOp kernel, StringRef name, Blocks blocks) {
  Writer &w = e.w;
  SmallVector<llvm::Type *> types;
  for (BlockArgument parameter : kernel.getArguments())
    types.push_back(parameterType(w, parameter.getType()));
  size_t firstMap = types.size(), maps = e.supply ? e.supply->maps().size() : 0;
  types.append(maps, w.b.getPtrTy());
  if (blocks.walkGrid)
    types.append(3, w.i32());
  if (blocks.drawPrograms)
    types.push_back(w.i64());
  if (blocks.programs > 1)
    types.push_back(w.i32());
  auto *type = llvm::FunctionType::get(w.b.getVoidTy(), types, false);
  auto *entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, w.module);
  entry->setCallingConv(llvm::CallingConv::PTX_Kernel);
  // Read where the launch has put them: the hardware takes no copy in a thread's own memory.
  auto *map = llvm::ArrayType::get(w.i8(), kMapBytes);
  llvm::LLVMContext &context = w.module.getContext();
  for (size_t i = firstMap; i < firstMap + maps; ++i) {
    entry->addParamAttr(i, llvm::Attribute::getWithByValType(context, map));
    entry->addParamAttr(i, llvm::Attribute::getWithAlignment(context, llvm::Align(64)));
    entry->addParamAttr(i, llvm::Attribute::get(context, "nvvm.grid_constant"));
  }
  int extraWarps = e.w.hasProducer ? kProducerWarps : 0;
  if (blocks.programs > 1)
    entry->addFnAttr("nvvm.maxntid", cat("32,", blocks.programs));
  else
    entry->addFnAttr("nvvm.reqntid", cat(32 * (e.machine.warps + extraWarps)));
  if (e.machine.maxRegisters > 0)
    entry->addFnAttr("nvvm.maxnreg", cat(e.machine.maxRegisters));
  int resident = e.supply ? int(e.w.hasProducer && e.machine.warps == 8) : e.residency.programs();
  if (resident > 0)
    entry->addFnAttr("nvvm.minctasm", cat(resident));
  entry->addFnAttr(llvm::Attribute::NoUnwind);
  entry->addFnAttr(llvm::Attribute::Convergent);
  return entry;
}

void readParameters(Emitter &e, func::FuncOp kernel, llvm::Function *entry) {
  Writer &w = e.w;
  for (BlockArgument parameter : kernel.getArguments()) {
    Reg value = entry->getArg(parameter.getArgNumber());
    if (isa<tile::PtrType>(parameter.getType()))
      value = w.b.CreatePtrToInt(value, w.i64());
    else
      value = fromStored(w, w.toBits(value), parameter.getType());
    e.scalars[parameter] = value;
  }
}

// `extras` are the parameters that a launch passes after the kernel's own.
void emitBody(Emitter &e, func::FuncOp kernel, CombinedAtomics *combined, ArrayRef<Reg> extras) {
  Block &body = kernel.getBody().front();
  if (combined)
    return combined->emit(extras);
  if (!e.supply && !extras.empty()) // the number of programs along the first axis
    return emitForEachWarp(e, extras[0], [&] { emitBlock(e, body); });
  if (!e.supply)
    return emitBlock(e, body);
  for (Ring &ring : e.supply->rings())
    ring.create(e);
  auto maps = extras.take_front(e.supply->maps().size());
  if (e.supply->hasProducer())
    emitWithProducer(e, kernel, maps, extras.drop_front(maps.size()));
  else
    emitSelfSupplied(e, kernel, maps);
}

// PTX knows letters of ASCII alone; Python's names may have others.
std::string entryName(StringRef name) {
  std::string entry;
  for (char c : name)
    entry += llvm::isAlnum(c) || c == '_' ? std::string(1, c) : cat("_", int(uint8_t(c)), "_");
  return entry;
}

std::string kilobytes(uint32_t bytes) {
  return cat((bytes + 1023) / 1024, " KB");
}

} // namespace

Result<EmittedKernel> emitKernel(ModuleOp module, llvm::Module &target, const Machine &machine,
                                 OperandSource source) {
  func::FuncOp kernel = *module.getOps<func::FuncOp>().begin();
  Emitter e(target, machine, kernel);
  std::optional<Supply> supply;
  std::optional<CombinedAtomics> combined;
  if (source == OperandSource::ThreadsOfMany) {
    combined.emplace(e, kernel);
    if (combined->isEmpty())
      return EmittedKernel{};
  } else if (source != OperandSource::Threads) {
    supply.emplace(e, kernel, source);
    if (supply->isEmpty())
      return EmittedKernel{};
    e.supply = &*supply;
    e.w.hasProducer = supply->hasProducer();
  }
  std::string name = entryName(kernel.getSymName());
  Blocks blocks = {combined || (supply && supply->walksGrid()), supply && supply->tickets(),
                   source == OperandSource::Threads ? programsPerBlock(kernel, machine) : 1};
  llvm::Function *entry = createEntry(e, kernel, name, blocks);
  llvm::LLVMContext &context = target.getContext();
  e.w.prologue = llvm::BasicBlock::Create(context, "entry", entry);
  llvm::BasicBlock *body = llvm::BasicBlock::Create(context, "body", entry);
  e.w.b.SetInsertPoint(e.w.prologue);
  readParameters(e, kernel, entry);
  e.w.b.CreateBr(body);
  e.w.b.SetInsertPoint(body);
  Regs extras;
  for (llvm::Argument &argument : drop_begin(entry->args(), kernel.getNumArguments()))
    extras.push_back(&argument);
  emitBody(e, kernel, combined ? &*combined : nullptr, extras);
  e.w.b.CreateRetVoid();
  dropNeedlessBarriers(e);

  if (!e.failure.ok())
    return e.failure;
  uint32_t bytes = e.shared.total(), limit = machine.maxSharedBytes();
  if (bytes > limit)
    return Status(StatusCode::OutOfMemory,
                  cat("`", name, "` needs ", kilobytes(bytes), " of shared memory, and sm_",
                      machine.capability, " has ", kilobytes(limit), " for a program"),
                  "smaller tiles, or a smaller num_stages, need less");
  EmittedKernel emitted;
  emitted.entry = name;
  emitted.sharedBytes = bytes;
  emitted.threads = 32 * machine.warps;
  emitted.walksGrid = blocks.walkGrid;
  emitted.drawsPrograms = blocks.drawPrograms;
  emitted.programsPerBlock = blocks.programs > 1 ? fittingInShared(blocks.programs, bytes) : 0;
  kernel.walk([&](tile::DotOp dot) {
    bool isFloat8Mma = e.layouts.planDot(dot).kind == DotPlan::Kind::Mma &&
                       e.layouts.planDot(dot).elementBits == 8 &&
                       isa<FloatType>(tile::elementOf(dot.getA().getType()));
    if (isFloat8Mma)
      emitted.leastPtx = 84;
  });
  if (supply) {
    emitted.threads += supply->hasProducer() ? 32 * kProducerWarps : 0;
    emitted.maps.assign(supply->maps().begin(), supply->maps().end());
    emitted.conditions.assign(supply->conditions().begin(), supply->conditions().end());
    emitted.ranges = supply->ranges();
    emitted.notNegative.assign(supply->notNegative().begin(), supply->notNegative().end());
  }
  return emitted;
}

} // namespace nereid::nvidia
