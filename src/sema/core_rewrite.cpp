#include "sema/core_rewrite.h"

namespace nereid::core {

static void replaceAll(std::vector<ValueId> &values, const Substitution &substitution) {
  for (ValueId &value : values)
    if (auto found = substitution.find(value); found != substitution.end())
      value = found->second;
}

void replaceUses(Block &block, const Substitution &substitution) {
  if (substitution.empty())
    return;
  for (Stmt &stmt : block.body) {
    replaceAll(stmt.operands, substitution);
    for (Block &region : stmt.regions)
      replaceUses(region, substitution);
  }
  replaceAll(block.yields, substitution);
}

} // namespace nereid::core
