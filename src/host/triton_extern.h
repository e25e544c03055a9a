// @tl.core.extern: how libraries declare functions of a machine's own library.
//
//   @core.extern
//   def fabs(arg0, _semantic=None):
//       return core.extern_elementwise("", "", [arg0], {
//           (core.dtype("fp32"), ): ("__nv_fabsf", core.dtype("fp32"))
//       }, is_pure=True, _semantic=_semantic)
#pragma once

#include "eval/value.h"

namespace nereid::host {

// A function that kernels call; its body may read any global and hold dictionaries of constants.
eval::Value externDecorator(const eval::Arguments &call);

// `triton.language` with the decorators that need scripts' functions: `extern`, `_aggregate`.
const eval::Ref<eval::Module> &scriptLanguageModule();

} // namespace nereid::host
