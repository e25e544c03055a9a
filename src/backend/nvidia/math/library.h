// Functions of the C math library that are more than a few instructions.
#pragma once

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

// A call of the C function by that name (backend/common/library_name.h) on f32 or f64 operands.
// What the library lacks is a failure of the emitter that names it.
Reg callLibrary(Emitter &e, StringRef name, ArrayRef<Reg> operands, llvm::Type *result);

} // namespace nereid::nvidia
