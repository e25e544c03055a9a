#include "backend/cpu/machine.h"

#include <mutex>

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

#include "base/text.h"

namespace nereid::cpu {
namespace {

bool has(const llvm::TargetMachine &machine, llvm::StringRef feature) {
  return machine.getMCSubtargetInfo()->checkFeatures(("+" + feature).str());
}

// The single executable has its own architecture alone.
void initializeTargets() {
#ifdef NEREID_ALL_TARGETS
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
#else
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
#endif
}

} // namespace

Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetSpec &target) {
  static std::once_flag once;
  std::call_once(once, initializeTargets);
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string name = target.arch;
  if (size_t slash = name.find('/'); slash != name.npos) {
    triple.setArchName(name.substr(0, slash));
    name.erase(0, slash + 1);
  }
  std::string why;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, why);
  if (!found)
    return Status(StatusCode::Unavailable, cat("LLVM has no code generator for ", triple.str()));

  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard; // what carries `contract`, and no more
  std::unique_ptr<llvm::TargetMachine> machine(
      found->createTargetMachine(triple, name, target.features, options, llvm::Reloc::PIC_,
                                 llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (!machine)
    return Status(StatusCode::InvalidArgument, cat("no CPU is called `", target.arch, "`"));
  return machine;
}

Machine machineOf(const llvm::TargetMachine &target) {
  Machine machine;
  bool isX86 = target.getTargetTriple().isX86();
  if (!isX86) {
    machine.vectorRegisters = 32;
    return machine;
  }
  bool isWide = has(target, "avx512f") && has(target, "avx512vl") && has(target, "avx512bw") &&
                has(target, "avx512dq");
  machine.vectorBits = isWide ? 512 : has(target, "avx2") ? 256 : 128;
  machine.vectorRegisters = isWide ? 32 : 16;
  machine.hasScaledExponent = isWide;
  return machine;
}

} // namespace nereid::cpu
