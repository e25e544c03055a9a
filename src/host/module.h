// ScriptModule: one .py file that a script runs, with all that its code points into.
//
// Functions share it, so a kernel keeps its text, tree and globals alive after the interpreter that
// ran the file is gone. Its globals are emptied then, and calling its functions raises.
#pragma once

#include <memory>
#include <string>

#include "base/arena.h"
#include "eval/value.h"
#include "host/names.h"
#include "source/source.h"

namespace nereid::host {

class Interpreter;

// A module's globals as names for kernels.
class GlobalScope : public eval::Scope {
public:
  explicit GlobalScope(const eval::Dict &globals) : globals_(globals) {}
  std::optional<eval::Value> lookup(std::string_view name) const override;
  std::vector<std::string> names() const override;

private:
  const eval::Dict &globals_;
};

struct ScriptModule : std::enable_shared_from_this<ScriptModule> {
  ScriptModule(std::string name, std::shared_ptr<SourceMap> sources)
      : sources(std::move(sources)), object(eval::make<eval::Module>(std::move(name))),
        scope(object->members) {}

  const std::shared_ptr<SourceMap> sources;
  const eval::Ref<eval::Module> object; // what `import` gives; its members are the globals
  const GlobalScope scope;
  std::string package; // where relative imports start: "" outside packages
  Span text;
  Arena arena;
  const syntax::Module *tree = nullptr;
  NameTable names;
  Interpreter *interpreter = nullptr; // null once it is gone

  eval::Dict &globals() const { return object->members; }
};

} // namespace nereid::host
