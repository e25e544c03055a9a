// Operations that move lanes by more than renaming: join, split, cat, flip, gather.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// The lanes of `tile`, the result of one of them, at `index`.
Lanes rearrangedLanes(Emitter &e, Value tile, const Index &index);

} // namespace nereid::cpu
