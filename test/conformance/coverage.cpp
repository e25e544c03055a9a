#include "coverage.h"

#include "base/text.h"

namespace nereid::conformance {
namespace {

std::string_view nameOf(core::Predicate predicate) {
  static constexpr std::string_view kNames[] = {"==", "!=", "<",  "<=", ">",  ">=", "<",
                                                "<=", ">",  ">=", "<",  "<=", ">",  ">="};
  return kNames[static_cast<size_t>(predicate)];
}

std::string operationOf(const core::Stmt &stmt) {
  std::string name(core::nameOf(stmt.op));
  switch (stmt.op) {
  case core::OpKind::Math:
    return cat(name, " ", stmt.attrs.text);
  case core::OpKind::AtomicRmw:
    return cat(name, " ", stmt.attrs.texts.empty() ? "" : stmt.attrs.texts.front());
  case core::OpKind::CompareI:
  case core::OpKind::CompareF:
    return cat(name, " ", nameOf(static_cast<core::Predicate>(stmt.attrs.integer)));
  default:
    return name;
  }
}

} // namespace

void Coverage::add(const core::Kernel &kernel) {
  addBlock(kernel, kernel.body);
}

void Coverage::addBlock(const core::Kernel &kernel, const core::Block &block) {
  for (const core::Stmt &stmt : block.body) {
    if (!stmt.operands.empty() || !stmt.results.empty()) {
      core::ValueId value = stmt.operands.empty() ? stmt.results.front() : stmt.operands.front();
      types_[operationOf(stmt)].insert(kernel.type(value).element);
      for (uint32_t frame = stmt.frame; frame != 0; frame = kernel.frames[frame].parent)
        types_[cat("function ", kernel.frames[frame].function)].insert(kernel.type(value).element);
    }
    for (const core::Block &region : stmt.regions)
      addBlock(kernel, region);
  }
}

std::string Coverage::table() const {
  std::string text;
  size_t pairs = 0;
  for (const auto &[operation, types] : types_) {
    std::vector<std::string> names;
    for (Scalar type : types)
      names.emplace_back(shortName(type));
    pairs += types.size();
    text += cat(operation, ": ", join(names, " "), "\n");
  }
  return text + cat(types_.size(), " operations, ", pairs, " operations x element types\n");
}

} // namespace nereid::conformance
