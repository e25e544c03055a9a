// triton.aggregate and triton.must_use_result: decorators of classes and functions for kernels.
#pragma once

#include "eval/value.h"

namespace nereid::host {

// @triton.aggregate: tells a class's fields and functions to kernels, which alone can make
// instances of it. Returns the class, so that others can derive from it.
eval::Value aggregateDecorator(const eval::Arguments &call);

// @triton.must_use_result, or @triton.must_use_result("message").
eval::Value mustUseResultDecorator(const eval::Arguments &call);

} // namespace nereid::host
