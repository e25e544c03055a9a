// Every builtin function, by the file that defines it. builtins.cpp gives them names and
// parameters.
//
// Arguments arrive bound and free of errors: the table holds each rule `guarded`.
#pragma once

#include <algorithm>

#include "sema/rules/emit.h"

namespace nereid::sema {

#define NEREID_BUILTIN(name) Value name(Context &context, const BoundArguments &arguments)

// program.cpp
NEREID_BUILTIN(applyProgramId);
NEREID_BUILTIN(applyNumPrograms);
NEREID_BUILTIN(applyCurrentTarget);
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

// shape.cpp
NEREID_BUILTIN(applyBroadcast);
NEREID_BUILTIN(applyBroadcastTo);
NEREID_BUILTIN(applyTrans);
NEREID_BUILTIN(applyPermute);
NEREID_BUILTIN(applyReshape);
NEREID_BUILTIN(applyRavel);
NEREID_BUILTIN(applyItem);
NEREID_BUILTIN(applyExpandDims);
NEREID_BUILTIN(applySqueeze);
NEREID_BUILTIN(applyUnsqueeze);
NEREID_BUILTIN(applyJoin);
NEREID_BUILTIN(applyInterleave);
NEREID_BUILTIN(applySplit);
NEREID_BUILTIN(applyCat);
NEREID_BUILTIN(applyFlip);
NEREID_BUILTIN(applyGather);

// select.cpp
NEREID_BUILTIN(applyWhere);

// math.cpp
NEREID_BUILTIN(applyMinimum);
NEREID_BUILTIN(applyMaximum);
NEREID_BUILTIN(applyClamp);
NEREID_BUILTIN(applyFma);
NEREID_BUILTIN(applyUmulhi);
NEREID_BUILTIN(applyFdiv);
NEREID_BUILTIN(applyDivRn);
NEREID_BUILTIN(applyAbs);
NEREID_BUILTIN(applyCdiv);
NEREID_BUILTIN(applyAdd);
NEREID_BUILTIN(applySub);
NEREID_BUILTIN(applyMul);

// reduce.cpp
NEREID_BUILTIN(applyReduce);
NEREID_BUILTIN(applySum);
NEREID_BUILTIN(applyMax);
NEREID_BUILTIN(applyMin);
NEREID_BUILTIN(applyArgmax);
NEREID_BUILTIN(applyArgmin);
NEREID_BUILTIN(applyXorSum);
NEREID_BUILTIN(applyReduceOr);

// scan.cpp
NEREID_BUILTIN(applyAssociativeScan);
NEREID_BUILTIN(applyCumsum);
NEREID_BUILTIN(applyCumprod);
NEREID_BUILTIN(applySort);
NEREID_BUILTIN(applyTopk);
NEREID_BUILTIN(applyHistogram);

// dot.cpp
NEREID_BUILTIN(applyDot);

// atomic.cpp
NEREID_BUILTIN(applyAtomicAdd);
NEREID_BUILTIN(applyAtomicMax);
NEREID_BUILTIN(applyAtomicMin);
NEREID_BUILTIN(applyAtomicAnd);
NEREID_BUILTIN(applyAtomicOr);
NEREID_BUILTIN(applyAtomicXor);
NEREID_BUILTIN(applyAtomicXchg);
NEREID_BUILTIN(applyAtomicCas);
NEREID_BUILTIN(applyAtomicLoad);
NEREID_BUILTIN(applyAtomicStore);
NEREID_BUILTIN(applyAtomicPoll);

// block_pointer.cpp
NEREID_BUILTIN(applyMakeBlockPtr);
NEREID_BUILTIN(applyAdvance);

// descriptor.cpp
NEREID_BUILTIN(applyMakeTensorDescriptor);
NEREID_BUILTIN(applyBlockShapes);
NEREID_BUILTIN(applyLoadDescriptor);
NEREID_BUILTIN(applyStoreDescriptor);
NEREID_BUILTIN(applyScatter);

// elementwise.cpp
NEREID_BUILTIN(applyGlobalTimer);
NEREID_BUILTIN(applySmid);
NEREID_BUILTIN(applyInlineAsm);
NEREID_BUILTIN(applyMapElementwise);

// extern.cpp
NEREID_BUILTIN(applyExternElementwise);

// debug.cpp
NEREID_BUILTIN(applyStaticPrint);
NEREID_BUILTIN(applyStaticAssert);
NEREID_BUILTIN(applyDevicePrint);
NEREID_BUILTIN(applyDeviceAssert);
NEREID_BUILTIN(applyExpectZero);
NEREID_BUILTIN(applyAssume);
NEREID_BUILTIN(applyMultipleOf);
NEREID_BUILTIN(applyMaxContiguous);
NEREID_BUILTIN(applyMaxConstancy);
NEREID_BUILTIN(applyDebugBarrier);

#undef NEREID_BUILTIN

using BuiltinRule = Value (*)(Context &, const BoundArguments &);

// `rule`, silent if an argument is an Error: the mistake was reported where it was made.
template <BuiltinRule rule> Value guarded(Context &context, const BoundArguments &arguments) {
  auto isBad = [](const Value &value) { return hasError(value); };
  if (std::any_of(arguments.values.begin(), arguments.values.end(), isBad) ||
      std::any_of(arguments.rest.begin(), arguments.rest.end(), isBad))
    return Value::error();
  return rule(context, arguments);
}

// A cast to a pointer type; integers must be 64 bits wide.
Value castToPointer(Context &context, const Value &value, const core::Type &type);

} // namespace nereid::sema
