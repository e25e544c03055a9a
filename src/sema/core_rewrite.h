// The one rewriting that sema does on Core it has built: using another value instead.
#pragma once

#include <map>

#include "sema/core.h"

namespace nereid::core {

using Substitution = std::map<ValueId, ValueId>;

// Replaces every use (not definition) in `block` and the regions inside it.
void replaceUses(Block &block, const Substitution &substitution);

} // namespace nereid::core
