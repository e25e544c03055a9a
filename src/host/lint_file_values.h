// What an expression outside kernels is, as far as it can be told without running the file.
#pragma once

#include "host/lint_file_scope.h"
#include "syntax/tree.h"

namespace nereid::host {

// The value, or unknownValue(). Knows literals, names, attributes, arithmetic on numbers, and calls
// of tl.constexpr, tl.pointer_type, triton.cdiv and triton.next_power_of_2.
eval::Value staticValue(const syntax::Expr *expr, const StaticScope &scope);

// Is this decorator @triton.jit, with or without arguments? @tl.core.extern? And
// @triton.constexpr_function?
bool isJitDecorator(const syntax::Expr *decorator, const StaticScope &scope);
bool isExternDecorator(const syntax::Expr *decorator, const StaticScope &scope);
bool isConstexprFunctionDecorator(const syntax::Expr *decorator, const StaticScope &scope);

// The module `triton` as such files see it: the language is real, the rest is unknown.
const eval::Ref<eval::Module> &staticTritonModule();

} // namespace nereid::host
