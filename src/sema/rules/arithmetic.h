// What arithmetic, comparison and logic share.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

// binaryOperator, with the debug overflow check only if `checksOverflow`.
Value arithmeticOperator(Context &context, syntax::BinaryOp op, const Value &x, const Value &y,
                         bool checksOverflow);

// not x, of a run-time value.
Value logicalNot(Context &context, const Value &x);

} // namespace nereid::sema
