// triton.runtime, triton.knobs and triton.backends, as far as scripts look into them.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/script_context.h"

namespace nereid::host {

eval::Value jitFunctionType(); // triton.JITFunction: for isinstance()

// How many vector registers a program may use: what stands in for a GPU's registers per thread.
int vectorRegisters(const TargetSpec &target);

eval::Ref<eval::Module> runtimeModule(const std::shared_ptr<ScriptContext> &context);
// By dotted name: triton.runtime.driver, triton.runtime.jit, triton.backends.compiler, ...
std::vector<std::pair<std::string, eval::Ref<eval::Module>>>
runtimeSubmodules(const std::shared_ptr<ScriptContext> &context);

// triton.knobs: what a script may switch while it runs.
eval::Ref<eval::Module> knobsModule(const std::shared_ptr<ScriptContext> &context);

} // namespace nereid::host
