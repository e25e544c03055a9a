// import: native modules by name, then .py files beside the script.
//
// A name is looked for among what the caller registered, among Python's own modules written here,
// and as a file: `a.b` is a/b.py or a/b/__init__.py under the script's directory, or under another
// that the script puts into sys.path. What is found nowhere becomes an AbsentModule, or, inside
// `try`, raises.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "diag/render.h"
#include "host/absent_module.h"
#include "host/library.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

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

// Where files are looked for: sys.path, if the script has got hold of it.
std::vector<std::string> Interpreter::directories() const {
  auto sys = modules_.find("sys");
  if (sys == modules_.end())
    return {options_.directory};
  std::vector<std::string> directories;
  if (std::optional<Value> path = eval::findAttr(sys->second, "path"))
    if (auto *list = path->as<eval::List>())
      for (const Value &directory : list->items)
        if (const std::string *text = directory.asString())
          directories.push_back(*text);
  return directories;
}

Value Interpreter::importFile(const std::string &name) {
  std::string below;
  for (char c : name)
    below += c == '.' ? '/' : c;
  for (const std::string &directory : directories()) {
    if (directory.empty())
      continue;
    std::string path = cat(directory, "/", below);
    if (isRegularFile(path + "/__init__.py"))
      return runFile(name, path + "/__init__.py", true);
    if (isRegularFile(path + ".py"))
      return runFile(name, path + ".py", false);
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
      return attachNamespace(name);
  }
  if (std::optional<std::string_view> text = libraryText(name))
    return runText(name, cat("<", name, ">"), *text, false);
  raiseNoModule(name);
}

// A folder without __init__.py is a package of nothing but its modules.
Value Interpreter::attachNamespace(const std::string &name) {
  Value module = eval::make<eval::Module>(name);
  modules_[name] = module;
  attachToParent(name, module);
  return module;
}

Value Interpreter::runFile(const std::string &name, const std::string &path, bool isPackage) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file)
    raise("ImportError", cat("cannot read `", path, "`"));
  return runText(name, path, text, isPackage);
}

Value Interpreter::runText(const std::string &name, const std::string &path, std::string_view text,
                           bool isPackage) {
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

// Does an exception raised here reach a handler of the script?
static bool isInsideTry(const Frame *frame) {
  for (; frame; frame = frame->caller)
    if (frame->handlers > 0)
      return true;
  return false;
}

// The name that an import did not find, or nothing if something else went wrong.
static std::optional<std::string> missingName(const eval::Exception &exception) {
  const Value *name = exception.attributes.find("name");
  bool isMissing = exception.type->derivesFrom(eval::exceptionType("ModuleNotFoundError").get());
  return isMissing && name && name->asString() ? std::optional(*name->asString()) : std::nullopt;
}

// The module, or what stands for one that is not here.
Value Runner::importOrDefer(std::string_view name) {
  try {
    return interpreter_.importModule(name);
  } catch (const eval::Raised &raised) {
    std::optional<std::string> missing = missingName(*raised.exception);
    bool isPart = missing && (name == *missing || name.starts_with(cat(*missing, ".")));
    if (!isPart || isInsideTry(&frame_))
      throw;
    return eval::make<AbsentModule>(std::string(name), *missing);
  }
}

// Puts an absent `a.b` into a module `a` that is here, so that `a.b` says what is wrong.
static void attachAbsent(const Value &package, std::string_view name, const Value &module) {
  auto *absent = module.as<AbsentModule>();
  size_t end = name.find('.');
  bool isWithin = package.as<eval::Module>() && end != name.npos;
  if (!absent || !isWithin || name.find('.', end + 1) != name.npos)
    return;
  eval::setAttr(package, name.substr(end + 1), module);
}

void Runner::executeImport(const ImportStmt &stmt) {
  for (const ImportAlias &alias : stmt.names) {
    frame_.position = alias.span;
    Value module = importOrDefer(alias.name);
    std::string_view name = alias.alias;
    if (name.empty()) { // `import a.b` binds a
      name = alias.name.substr(0, alias.name.find('.'));
      Value package = importOrDefer(name);
      attachAbsent(package, alias.name, module);
      module = package;
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
  Value module = importOrDefer(name);
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
  if (auto *absent = module.as<AbsentModule>())
    raiseNoModule(absent->module); // which names it would bind, nobody knows
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
