#include "interp/interp_backend.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

#include "base/text.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

// "*f32", "i32": what the front end wrote, or what the type tells.
std::string typeText(func::FuncOp function, unsigned position) {
  if (auto given = function.getArgAttrOfType<StringAttr>(position, "tile.type"))
    return given.str();
  Type type = function.getArgumentTypes()[position];
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto pointer = dyn_cast<tile::PtrType>(type))
    stream << "*" << pointer.getPointee();
  else
    stream << type;
  return text;
}

std::string nameText(func::FuncOp function, unsigned position) {
  auto name = function.getArgAttrOfType<StringAttr>(position, "tile.name");
  return name ? name.str() : cat("argument", position);
}

} // namespace

Result<Artifact> emitInterpArtifact(ModuleOp module) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  if (functions.size() != 1)
    return Status(StatusCode::InvalidArgument,
                  cat("a kernel is one function, not ", functions.size()));
  func::FuncOp function = functions.front();

  Artifact artifact;
  artifact.target = {"interp", "", ""};
  artifact.entry = function.getSymName().str();
  artifact.formatVersion = "tile-1";
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    artifact.parameters.push_back({nameText(function, i), typeText(function, i)});
  llvm::raw_string_ostream stream(artifact.code);
  if (failed(writeBytecodeToFile(module, stream)))
    return Status(StatusCode::Internal, "the kernel has no form as bytecode");
  return artifact;
}

} // namespace nereid
