#include "backend/common/parameters.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid {

static std::string parameterType(func::FuncOp kernel, BlockArgument parameter) {
  if (auto type = kernel.getArgAttrOfType<StringAttr>(parameter.getArgNumber(), "tile.type"))
    return type.str();
  std::string text;
  llvm::raw_string_ostream out(text);
  Type type = parameter.getType();
  if (auto pointer = dyn_cast<tile::PtrType>(type))
    out << '*' << pointer.getPointee();
  else
    out << type;
  return text;
}

std::vector<KernelParameter> parametersOf(func::FuncOp kernel) {
  std::vector<KernelParameter> parameters;
  for (BlockArgument parameter : kernel.getArguments()) {
    auto name = kernel.getArgAttrOfType<StringAttr>(parameter.getArgNumber(), "tile.name");
    parameters.push_back({name ? name.str() : "", parameterType(kernel, parameter)});
  }
  return parameters;
}

} // namespace nereid
