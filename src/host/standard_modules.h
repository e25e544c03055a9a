// The modules of Python's library that scripts may import, as far as scripts around kernels use
// them. None reaches files, processes or the network.
#pragma once

#include "host/interpreter.h"

namespace nereid::host {

ModuleRegistry standardModules();

eval::Ref<eval::Module> sysModule(Interpreter &interpreter);
eval::Ref<eval::Module> timeModule(Interpreter &interpreter);
eval::Ref<eval::Module> itertoolsModule(Interpreter &interpreter);
eval::Ref<eval::Module> functoolsModule(Interpreter &interpreter);
eval::Ref<eval::Module> typingModule(Interpreter &interpreter);
eval::Ref<eval::Module> collectionsModule(Interpreter &interpreter);
eval::Ref<eval::Module> dataclassesModule(Interpreter &interpreter);
eval::Ref<eval::Module> enumModule(Interpreter &interpreter);
eval::Ref<eval::Module> osModule(Interpreter &interpreter);
eval::Ref<eval::Module> osPathModule(Interpreter &interpreter);
eval::Ref<eval::Module> randomModule(Interpreter &interpreter);
eval::Ref<eval::Module> copyModule(Interpreter &interpreter);
eval::Ref<eval::Module> operatorModule(Interpreter &interpreter);
eval::Ref<eval::Module> stringModule(Interpreter &interpreter);
eval::Ref<eval::Module> statisticsModule(Interpreter &interpreter);
eval::Ref<eval::Module> warningsModule(Interpreter &interpreter);
eval::Ref<eval::Module> loggingModule(Interpreter &interpreter);
eval::Ref<eval::Module> abcModule(Interpreter &interpreter);

// Python's list of fields of a named tuple, "x y" or ["x", "y"], as a class to make them with.
eval::Value makeNamedTuple(std::string name, std::vector<std::string> fields,
                           std::vector<eval::Value> defaults, const eval::Dict *members);

} // namespace nereid::host
