// Every builtin function, by the file that defines it. builtins.cpp gives them names and
// parameters.
//
// Arguments arrive bound and free of errors (see `guarded` in builtins.cpp).
#pragma once

#include "sema/context.h"

namespace nereid::sema {

#define NEREID_BUILTIN(name) Value name(Context &context, const BoundArguments &arguments)

// program.cpp
NEREID_BUILTIN(applyProgramId);
NEREID_BUILTIN(applyNumPrograms);
NEREID_BUILTIN(applyIsCuda);
NEREID_BUILTIN(applyIsNever);
NEREID_BUILTIN(applyCapabilityAtLeast);
NEREID_BUILTIN(applyNumWarps);
NEREID_BUILTIN(applyNumThreads);
NEREID_BUILTIN(applyNothing);

// creation.cpp
NEREID_BUILTIN(applyArange);
NEREID_BUILTIN(applyFull);
NEREID_BUILTIN(applyZeros);
NEREID_BUILTIN(applyZerosLike);

// cast.cpp
NEREID_BUILTIN(applyCast);
NEREID_BUILTIN(applyToTensor);

// compare.cpp
NEREID_BUILTIN(applyLogicalAnd);
NEREID_BUILTIN(applyLogicalOr);

// memory.cpp
NEREID_BUILTIN(applyLoad);
NEREID_BUILTIN(applyStore);

#undef NEREID_BUILTIN

// A cast to a pointer type; integers must be 64 bits wide.
Value castToPointer(Context &context, const Value &value, const core::Type &type);

} // namespace nereid::sema
