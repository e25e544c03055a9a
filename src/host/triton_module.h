// The package `triton` as a script imports it.
#pragma once

#include <memory>

#include "host/interpreter.h"
#include "host/script_context.h"

namespace nereid::host {

// Every module of the package by its dotted name ("triton", "triton.language.math",
// "triton.testing", ...). Made for one script: the kernels it defines run on the context's engine.
//
//   options.modules.merge(tritonModules(context));
ModuleRegistry tritonModules(std::shared_ptr<ScriptContext> context);

} // namespace nereid::host
