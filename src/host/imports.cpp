// import: native modules by name, then .py files beside the script.
//
// A name is looked for among what the caller registered, among Python's own modules written here,
// and as a file: `a.b` is a/b.py or a/b/__init__.py under the script's directory. Nothing else on
// the machine is searched.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "diag/render.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

[[noreturn]] void raiseNoModule(std::string_view name) {
  auto exception = eval::make<eval::Exception>(
      eval::exceptionType("ModuleNotFoundError"),
      std::vector<Value>{Value::string(cat("No module named '", name, "'"))});
  exception->attributes.set("name", Value::string(std::string(name)));
  exception->suggestion = "Nereid runs scripts without Python: it has torch, triton and the small "
                          "modules of the standard library, and .py files beside the script. For "
                          "any other package run the script under Python";
  throw eval::Raised(exception);
}

std::string parentOf(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? "" : std::string(name.substr(0, dot));
}

std::string_view lastOf(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

bool isRegularFile(const std::string &path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

} // namespace

Value Interpreter::importModule(std::string_view name) {
  Value module;
  if (name == "os.path") // os itself asks for it
    return importOne("os.path");
  for (size_t end = 0; end != name.size();) {
    end = std::min(name.find('.', end + 1), name.size());
    module = importOne(std::string(name.substr(0, end)));
  }
  return module;
}

// `name`, whose parent package is already there.
Value Interpreter::importOne(const std::string &name) {
  if (auto known = modules_.find(name); known != modules_.end())
    return known->second;
  for (const ModuleRegistry *registry : {&options_.modules, &standard_})
    if (auto native = registry->find(name); native != registry->end()) {
      Value module = native->second(*this);
      modules_[name] = module;
      attachToParent(name, module);
      return module;
    }
  std::string parent = parentOf(name);
  if (!parent.empty()) {
    // A native package may hold its submodules as attributes.
    auto package = modules_.find(parent);
    if (package != modules_.end() && !package->second.isNone())
      if (std::optional<Value> member = eval::findAttr(package->second, lastOf(name));
          member && member->as<eval::Module>())
        return *member;
  }
  return importFile(name);
}

void Interpreter::attachToParent(const std::string &name, const Value &module) {
  auto package = modules_.find(parentOf(name));
  if (package != modules_.end())
    eval::setAttr(package->second, lastOf(name), module);
}

Value Interpreter::importFile(const std::string &name) {
  if (options_.directory.empty())
    raiseNoModule(name);
  std::string path = options_.directory + "/";
  for (char c : name)
    path += c == '.' ? '/' : c;
  if (isRegularFile(path + "/__init__.py"))
    return runFile(name, path + "/__init__.py", true);
  if (isRegularFile(path + ".py"))
    return runFile(name, path + ".py", false);
  raiseNoModule(name);
}

Value Interpreter::runFile(const std::string &name, const std::string &path, bool isPackage) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file)
    raise("ImportError", cat("cannot read `", path, "`"));
  DiagSink sink;
  std::shared_ptr<ScriptModule> module = load(name, path, text, sink);
  if (!module) {
    auto exception = eval::make<eval::Exception>(
        eval::exceptionType("SyntaxError"),
        std::vector<Value>{Value::string(cat("`", path, "` is not Python"))});
    exception->details = renderAll(sink, *sources_);
    throw eval::Raised(exception);
  }
  module->package = isPackage ? name : parentOf(name);
  module->globals().set("__package__", Value::string(module->package));
  modules_[name] = module->object; // before it runs: modules may import each other
  try {
    execute(*module);
  } catch (const eval::Raised &) {
    modules_.erase(name);
    throw;
  }
  attachToParent(name, module->object);
  return module->object;
}

// -- The statements -------------------------------------------------------------------------------

void Runner::executeImport(const ImportStmt &stmt) {
  for (const ImportAlias &alias : stmt.names) {
    frame_.position = alias.span;
    Value module = interpreter_.importModule(alias.name);
    std::string_view name = alias.alias;
    if (name.empty()) { // `import a.b` binds a
      name = alias.name.substr(0, alias.name.find('.'));
      module = interpreter_.importModule(name);
    }
    store(name, alias.span.begin, module);
  }
}

// The dotted name of the module after `from`, its leading dots resolved.
std::string Runner::absoluteName(const ImportFromStmt &stmt) const {
  if (stmt.level == 0)
    return std::string(stmt.module);
  std::string package = frame_.module.package;
  if (package.empty() && frame_.module.object->name == "__main__")
    raise("ImportError", "attempted relative import with no known parent package");
  for (uint32_t level = 1; level < stmt.level; ++level) {
    if (package.empty())
      raise("ImportError", "attempted relative import beyond top-level package");
    package = parentOf(package);
  }
  if (stmt.module.empty())
    return package;
  return package.empty() ? std::string(stmt.module) : cat(package, ".", stmt.module);
}

void Runner::executeImportFrom(const ImportFromStmt &stmt) {
  frame_.position = stmt.span;
  std::string name = absoluteName(stmt);
  if (name == "__future__")
    return;
  Value module = interpreter_.importModule(name);
  for (const ImportAlias &alias : stmt.names) {
    frame_.position = alias.span;
    if (alias.name == "*") {
      importAll(module);
      continue;
    }
    std::optional<Value> member = eval::findAttr(module, alias.name);
    if (!member)
      member = importSubmodule(name, alias.name);
    store(alias.alias.empty() ? alias.name : alias.alias, alias.span.begin, *member);
  }
}

// `from package import name`, where name is a module of the package.
Value Runner::importSubmodule(const std::string &package, std::string_view name) {
  try {
    return interpreter_.importModule(cat(package, ".", name));
  } catch (const eval::Raised &raised) {
    const Value *missing = raised.exception->attributes.find("name");
    bool isThis = missing && missing->asString() && *missing->asString() == cat(package, ".", name);
    if (!isThis)
      throw;
  }
  auto exception =
      eval::make<eval::Exception>(eval::exceptionType("ImportError"),
                                  std::vector<Value>{Value::string(cat("cannot import name '", name,
                                                                       "' from '", package, "'"))});
  Value module = interpreter_.importModule(package);
  std::vector<std::string> near = nearestWords(name, module.object()->attributeNames());
  if (!near.empty())
    exception->suggestion = cat("Did you mean: '", near[0], "'?");
  throw eval::Raised(exception);
}

void Runner::importAll(const Value &module) {
  std::optional<Value> listed = eval::findAttr(module, "__all__");
  std::vector<std::string> names;
  if (listed)
    for (const Value &name : eval::items(*listed))
      names.push_back(eval::toText(name, "item in __all__"));
  else
    for (std::string &name : module.object()->attributeNames())
      if (!name.starts_with('_'))
        names.push_back(std::move(name));
  for (const std::string &name : names)
    frame_.module.globals().set(name, eval::getAttr(module, name));
}

} // namespace nereid::host
