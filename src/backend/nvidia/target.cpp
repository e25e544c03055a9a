#include "backend/nvidia/target.h"

#include <mutex>

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"

#include "base/text.h"

namespace nereid::nvidia {
namespace {

struct Chip {
  int capability;
  int ptxVersion; // the first that knows it; drivers read their own and older ones
  uint32_t sharedKilobytes;
  int threads; // that a multiprocessor holds
};

constexpr Chip kChips[] = {{75, 63, 64, 1024},   {80, 71, 163, 2048},  {86, 71, 99, 1536},
                           {87, 74, 163, 1536},  {89, 78, 99, 1536},   {90, 80, 227, 2048},
                           {100, 86, 227, 2048}, {103, 88, 227, 2048}, {120, 87, 99, 1536}};

const Chip *chipOf(int capability) {
  for (const Chip &chip : kChips)
    if (chip.capability == capability)
      return &chip;
  return nullptr;
}

} // namespace

Result<Machine> machineOf(const TargetSpec &target) {
  llvm::StringRef name = target.arch;
  Machine machine;
  machine.isExact = name.consume_back("a");
  if (!name.consume_front("sm_") || name.getAsInteger(10, machine.capability) ||
      !chipOf(machine.capability))
    return Status(StatusCode::InvalidArgument, cat("no NVIDIA chip is called `", target.arch, "`"),
                  "those known are sm_75, sm_80, sm_86, sm_87, sm_89, sm_90a, sm_100a, sm_103a and "
                  "sm_120a");
  return machine;
}

int Machine::maxThreads() const {
  return chipOf(capability)->threads;
}

uint32_t Machine::maxSharedBytes() const {
  return chipOf(capability)->sharedKilobytes * 1024;
}

Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetSpec &target,
                                                                 int leastPtx) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  auto machine = machineOf(target);
  if (!machine.ok())
    return machine.error();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string why;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, why);
  if (!found)
    return Status(StatusCode::Unavailable, "this build's LLVM writes no code for NVIDIA GPUs");
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard; // what carries `contract`, and no more
  std::string features =
      cat("+ptx", std::max(leastPtx, chipOf(machine.value().capability)->ptxVersion));
  std::unique_ptr<llvm::TargetMachine> created(
      found->createTargetMachine(triple, target.arch, features, options, std::nullopt, std::nullopt,
                                 llvm::CodeGenOptLevel::Aggressive));
  if (!created)
    return Status(StatusCode::InvalidArgument, cat("no NVIDIA chip is called `", target.arch, "`"));
  return created;
}

} // namespace nereid::nvidia
