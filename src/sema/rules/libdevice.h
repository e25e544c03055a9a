// Builtins that come from tables: the functions of the math library.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

// exp, log, sqrt, ...: fp32 or fp64 only. `name` is Core's name of the function for OpKind::Math.
Value floatFunction(Context &context, const Value &argument, std::string_view name, OpKind op);

// tl.exp, tl.log, ...
std::vector<BuiltinSpec> floatFunctionSpecs();
// tl.extra.libdevice.*, and the same functions where older kernels look for them: tl.math.*
std::vector<BuiltinSpec> libdeviceSpecs();

} // namespace nereid::sema
