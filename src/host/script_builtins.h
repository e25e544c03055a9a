// The builtins that need a running script: print, super, property, globals, and the refusals.
#pragma once

#include "host/interpreter.h"

namespace nereid::host {

// Python's builtins (eval::builtins()) and these.
eval::Ref<eval::Module> makeScriptBuiltins(Interpreter &interpreter);

// What print(..., sep=, end=) writes.
std::string printedText(const eval::Arguments &arguments);

} // namespace nereid::host
