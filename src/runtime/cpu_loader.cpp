// The one file of this folder that knows LLVM. One LLJIT serves the process; each object gets a
// library of its own, since two kernels may have one name.
#include "runtime/cpu_loader.h"

#include <atomic>
#include <bit>
#include <cmath>

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include "artifact/cpu_runtime_abi.h"
#include "base/text.h"

namespace nereid {
namespace {

namespace orc = llvm::orc;

Status statusOf(llvm::Error error) {
  return Status(StatusCode::Internal, llvm::toString(std::move(error)))
      .during("loading a compiled kernel");
}

struct Symbol {
  const char *name;
  void *address;
};

template <typename Function> Symbol symbol(const char *name, Function *function) {
  return {name, reinterpret_cast<void *>(function)};
}

// Bessel functions of an order that kernels pass as a float.
template <typename T> T besselJ(T order, T x) {
  return static_cast<T>(::jn(static_cast<int>(order), x));
}

template <typename T> T besselY(T order, T x) {
  return static_cast<T>(::yn(static_cast<int>(order), x));
}

// A function of one argument in both precisions: "exp" and "expf".
#define NEREID_UNARY(name)                                                                         \
  symbol(#name, static_cast<double (*)(double)>(::name)), symbol(#name "f", ::name##f)
#define NEREID_BINARY(name)                                                                        \
  symbol(#name, static_cast<double (*)(double, double)>(::name)), symbol(#name "f", ::name##f)

// What LLVM calls to round to bfloat16 where the processor cannot, which libgcc 12 does not have.
__bf16 truncateToBfloat16(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  bool isNan = (bits & 0x7FFFFFFF) > 0x7F800000;
  uint32_t rounded = isNan ? bits | 0x400000 : bits + 0x7FFF + (bits >> 16 & 1);
  return std::bit_cast<__bf16>(static_cast<uint16_t>(rounded >> 16));
}

const Symbol kSymbols[] = {
    symbol("__truncsfbf2", truncateToBfloat16),
    NEREID_UNARY(exp),
    NEREID_UNARY(exp2),
    NEREID_UNARY(exp10),
    NEREID_UNARY(expm1),
    NEREID_UNARY(log),
    NEREID_UNARY(log2),
    NEREID_UNARY(log10),
    NEREID_UNARY(log1p),
    NEREID_UNARY(logb),
    NEREID_UNARY(sin),
    NEREID_UNARY(cos),
    NEREID_UNARY(tan),
    NEREID_UNARY(asin),
    NEREID_UNARY(acos),
    NEREID_UNARY(atan),
    NEREID_UNARY(sinh),
    NEREID_UNARY(cosh),
    NEREID_UNARY(tanh),
    NEREID_UNARY(asinh),
    NEREID_UNARY(acosh),
    NEREID_UNARY(atanh),
    NEREID_UNARY(cbrt),
    NEREID_UNARY(sqrt),
    NEREID_UNARY(erf),
    NEREID_UNARY(erfc),
    NEREID_UNARY(lgamma),
    NEREID_UNARY(tgamma),
    NEREID_UNARY(j0),
    NEREID_UNARY(j1),
    NEREID_UNARY(y0),
    NEREID_UNARY(y1),
    NEREID_UNARY(floor),
    NEREID_UNARY(ceil),
    NEREID_UNARY(trunc),
    NEREID_UNARY(round),
    NEREID_UNARY(rint),
    NEREID_UNARY(nearbyint),
    NEREID_UNARY(fabs),
    NEREID_UNARY(roundeven),
    NEREID_BINARY(pow),
    NEREID_BINARY(fmod),
    NEREID_BINARY(atan2),
    NEREID_BINARY(hypot),
    NEREID_BINARY(fmin),
    NEREID_BINARY(fmax),
    NEREID_BINARY(fdim),
    NEREID_BINARY(copysign),
    NEREID_BINARY(remainder),
    NEREID_BINARY(nextafter),
    symbol("jn", besselJ<double>),
    symbol("jnf", besselJ<float>),
    symbol("yn", besselY<double>),
    symbol("ynf", besselY<float>),
    symbol("fma", static_cast<double (*)(double, double, double)>(::fma)),
    symbol("fmaf", ::fmaf),
    symbol("memcpy", ::memcpy),
    symbol("memset", ::memset),
    symbol("memmove", ::memmove),
    symbol("nereid_runtime_print", nereid_runtime_print),
    symbol("nereid_runtime_assert", nereid_runtime_assert),
};

struct Process {
  std::unique_ptr<orc::LLJIT> jit;
  orc::SymbolMap symbols;
  std::atomic<uint64_t> loaded = 0;
};

llvm::Expected<std::unique_ptr<Process>> createProcess() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  auto process = std::make_unique<Process>();
  process->jit = std::move(*jit);
  for (const Symbol &known : kSymbols)
    process->symbols[process->jit->mangleAndIntern(known.name)] = {
        orc::ExecutorAddr::fromPtr(known.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  return process;
}

// Never destroyed: kernels may outlive main's locals.
llvm::Expected<std::unique_ptr<Process>> &processOrError() {
  static auto *process = new llvm::Expected<std::unique_ptr<Process>>(createProcess());
  return *process;
}

class OrcObject : public LoadedObject {
public:
  OrcObject(Process &process, orc::JITDylib &library) : process_(process), library_(library) {}
  ~OrcObject() override {
    llvm::consumeError(process_.jit->getExecutionSession().removeJITDylib(library_));
  }

private:
  Process &process_;
  orc::JITDylib &library_;
};

} // namespace

Result<std::shared_ptr<LoadedObject>> loadObject(std::string_view object,
                                                 const std::string &entry) {
  auto &processor = processOrError();
  if (!processor)
    return Status(StatusCode::Internal, "the process cannot load compiled code");
  Process &process = **processor;
  auto library = process.jit->createJITDylib(cat("kernel", process.loaded++));
  if (!library)
    return statusOf(library.takeError());
  auto loaded = std::make_shared<OrcObject>(process, *library);
  if (auto error = library->define(orc::absoluteSymbols(process.symbols)))
    return statusOf(std::move(error));
  auto bytes = llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, entry);
  if (auto error = process.jit->addObjectFile(*library, std::move(bytes)))
    return statusOf(std::move(error));
  auto address = process.jit->lookup(*library, entry);
  if (!address)
    return statusOf(address.takeError());
  loaded->entry = address->toPtr<LoadedObject::Entry>();
  return std::shared_ptr<LoadedObject>(std::move(loaded));
}

} // namespace nereid
