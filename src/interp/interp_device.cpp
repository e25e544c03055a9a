#include "interp/interp_device.h"

#include <cstdio>
#include <cstring>
#include <mutex>

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "base/text.h"
#include "interp/interp_backend.h"
#include "interp/prepare.h"
#include "interp/report.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

using namespace interp;

// A kernel ready to run: its IR, which reports refer to, and the steps made of it.
class InterpKernel : public LoadedKernel {
public:
  InterpKernel() : context_(MLIRContext::Threading::DISABLED) { tile::loadDialects(context_); }

  Status load(const Artifact &artifact);
  std::optional<nereid::Diagnostic> run(Grid grid, std::span<const uint64_t> arguments,
                                        const Machine::Print &print) const;
  size_t parameterCount() const { return parameters_.size(); }

private:
  struct Parameter {
    Slot slot;
    size_t bytes = 0;
    bool isBit = false; // an i1: one bit of the word counts
    std::optional<PointerArgument> pointer;
  };

  Status parse(const std::string &code);
  Status prepare(func::FuncOp function);

  MLIRContext context_;
  OwningOpRef<ModuleOp> module_;
  Preparation preparation_;
  Steps steps_;
  std::vector<Parameter> parameters_;
};

Status InterpKernel::parse(const std::string &code) {
  std::string problem;
  ScopedDiagnosticHandler handler(&context_, [&](mlir::Diagnostic &diagnostic) {
    if (problem.empty())
      problem = diagnostic.str();
    return success();
  });
  module_ = parseSourceString<ModuleOp>(code, ParserConfig(&context_), "artifact");
  if (module_ && succeeded(verify(*module_)))
    return {};
  return {StatusCode::InvalidArgument, cat("the artifact holds no valid tile IR: ", problem)};
}

// The types that lanes have (lane_types.h), as scalars and as tiles of a static shape.
bool isKnownType(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (tile && !tile.hasStaticShape())
    return false;
  Type element = tile::elementOf(type);
  if (auto pointer = dyn_cast<tile::PtrType>(element))
    element = pointer.getPointee();
  if (auto integer = dyn_cast<IntegerType>(element))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType, Float8E5M2FNUZType, Float16Type,
             BFloat16Type, Float32Type, Float64Type>(element);
}

// Empty, or a type in the function that no lane has.
std::string unknownType(func::FuncOp function) {
  std::string unknown;
  function.walk([&](Operation *op) {
    auto look = [&](Type type) {
      if (!isKnownType(type)) {
        llvm::raw_string_ostream stream(unknown = "");
        stream << "values of type " << type;
      }
    };
    llvm::for_each(op->getResultTypes(), look);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), look);
  });
  return unknown;
}

Status InterpKernel::load(const Artifact &artifact) {
  if (Status status = parse(artifact.code); !status.ok())
    return status;
  auto function = module_->lookupSymbol<func::FuncOp>(artifact.entry);
  if (!function || function.isExternal())
    return {StatusCode::InvalidArgument,
            cat("the artifact holds no kernel named `", artifact.entry, "`")};
  if (!function.getBody().hasOneBlock())
    return {StatusCode::InvalidArgument, "a kernel is one block, with structured control flow"};
  if (std::string unknown = unknownType(function); !unknown.empty())
    return {StatusCode::Unavailable, cat("the interpreter cannot run ", unknown)};
  return prepare(function);
}

Status InterpKernel::prepare(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    Type type = argument.getType();
    if (!tile::shapeOf(type).empty())
      return {StatusCode::InvalidArgument, "a kernel takes scalars and pointers"};
    unsigned position = argument.getArgNumber();
    Parameter parameter{preparation_.result(argument), preparation_.bytesOf(argument),
                        type.isInteger(1), std::nullopt};
    if (auto pointer = dyn_cast<tile::PtrType>(type)) {
      auto name = function.getArgAttrOfType<StringAttr>(position, "tile.name");
      parameter.pointer = PointerArgument{name ? name.str() : cat("argument ", position + 1),
                                          position, spanOf(argument.getLoc()),
                                          uint64_t(tile::byteSizeOf(pointer.getPointee()))};
    }
    parameters_.push_back(std::move(parameter));
  }
  steps_ = preparation_.block(function.getBody().front(), [](Operation *, Steps &) {});
  if (!preparation_.refused().empty())
    return {StatusCode::Unavailable, cat("the interpreter cannot run ", preparation_.refused())};
  return {};
}

std::optional<nereid::Diagnostic> InterpKernel::run(Grid grid, std::span<const uint64_t> arguments,
                                                    const Machine::Print &print) const {
  std::vector<PointerArgument> pointers;
  for (size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i].pointer) {
      pointers.push_back(*parameters_[i].pointer);
      pointers.back().address = arguments[i];
    }
  Machine machine(preparation_.places, preparation_.bytes, grid, MemoryGuard(std::move(pointers)),
                  print);
  for (uint64_t program = 0; program < grid.programs() && !machine.stopped(); ++program) {
    machine.setProgram(program);
    for (size_t i = 0; i < parameters_.size(); ++i) {
      uint64_t word = parameters_[i].isBit ? arguments[i] & 1 : arguments[i];
      std::memcpy(machine.lanes<std::byte>(parameters_[i].slot), &word, parameters_[i].bytes);
    }
    interp::run(steps_, machine);
  }
  return machine.diagnostic();
}

class Interpreter : public InterpDevice {
public:
  std::string_view name() const override { return "interp"; }
  const TargetSpec &target() const override { return target_; }

  Result<std::shared_ptr<LoadedKernel>> load(const Artifact &artifact) override;
  Status launch(const LoadedKernel &kernel, Grid grid,
                std::span<const uint64_t> arguments) override;
  Status synchronize() override { return {}; }

  std::vector<nereid::Diagnostic> takeDiagnostics() override {
    std::lock_guard lock(mutex_);
    return std::exchange(diagnostics_, {});
  }
  void setPrint(std::function<void(std::string_view)> print) override {
    std::lock_guard lock(mutex_);
    print_ = std::move(print);
  }

private:
  TargetSpec target_ = {"interp", "", ""};
  std::mutex mutex_;
  std::vector<nereid::Diagnostic> diagnostics_;
  std::function<void(std::string_view)> print_ = [](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  };
};

Result<std::shared_ptr<LoadedKernel>> Interpreter::load(const Artifact &artifact) {
  if (artifact.target.backend != target_.backend)
    return Status(StatusCode::InvalidArgument,
                  cat("an artifact for ", artifact.target.backend, ", not for the interpreter"));
  auto kernel = std::make_shared<InterpKernel>();
  if (Status status = kernel->load(artifact); !status.ok())
    return status;
  return std::shared_ptr<LoadedKernel>(std::move(kernel));
}

// Where the place of a fault is known only as a span, the line is left to who has the sources.
std::string inOneLine(const nereid::Diagnostic &diagnostic) {
  std::string text = cat(codeOf(diagnostic.kind), ": ", diagnostic.headline);
  return diagnostic.primary.text.empty() ? text : cat(text, ": ", diagnostic.primary.text);
}

Status Interpreter::launch(const LoadedKernel &kernel, Grid grid,
                           std::span<const uint64_t> arguments) {
  const auto &loaded = static_cast<const InterpKernel &>(kernel);
  if (arguments.size() != loaded.parameterCount())
    return {StatusCode::InvalidArgument, cat("the kernel takes ", loaded.parameterCount(),
                                             " arguments, not ", arguments.size())};
  auto print = [this](std::string_view text) {
    std::lock_guard lock(mutex_);
    print_(text);
  };
  std::optional<nereid::Diagnostic> fault = loaded.run(grid, arguments, print);
  if (!fault)
    return launchesInterrupted() ? Status(StatusCode::Fault, "it was interrupted") : Status();
  Status status(StatusCode::Fault, inOneLine(*fault));
  std::lock_guard lock(mutex_);
  diagnostics_.push_back(std::move(*fault));
  return status;
}

} // namespace

std::unique_ptr<InterpDevice> makeInterpDevice() {
  return std::make_unique<Interpreter>();
}

} // namespace nereid
