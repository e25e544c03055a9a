#include "host/standard_modules.h"

#include "eval/arguments.h"
#include "eval/operators.h"

namespace nereid::host {

ModuleRegistry standardModules() {
  ModuleRegistry modules;
  modules["math"] = [](Interpreter &) { return eval::mathModule(); };
  modules["builtins"] = [](Interpreter &interpreter) {
    auto module = eval::make<eval::Module>("builtins");
    for (const auto &[name, value] : interpreter.builtins().members.entries())
      module->members.set(name, value);
    return module;
  };
  modules["sys"] = sysModule;
  modules["time"] = timeModule;
  modules["itertools"] = itertoolsModule;
  modules["functools"] = functoolsModule;
  modules["typing"] = typingModule;
  modules["typing_extensions"] = typingModule;
  modules["collections"] = collectionsModule;
  modules["collections.abc"] = typingModule;
  modules["dataclasses"] = dataclassesModule;
  modules["enum"] = enumModule;
  modules["os"] = osModule;
  modules["os.path"] = osPathModule;
  modules["random"] = randomModule;
  modules["copy"] = copyModule;
  modules["operator"] = operatorModule;
  modules["string"] = stringModule;
  modules["statistics"] = statisticsModule;
  modules["warnings"] = warningsModule;
  modules["logging"] = loggingModule;
  modules["abc"] = abcModule;
  modules["importlib"] = [](Interpreter &interpreter) {
    auto module = eval::make<eval::Module>("importlib");
    module->define("import_module", [self = &interpreter](const eval::Arguments &call) {
      eval::expectPositional("import_module", call, 1, 1);
      return self->importModule(eval::toText(call.positional[0], "import_module() argument"));
    });
    return module;
  };
  return modules;
}

} // namespace nereid::host
