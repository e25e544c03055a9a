#include "host/lint_file_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "eval/operators.h"
#include "host/lint_file_values.h"
#include "sema/habits.h"
#include "sema/syntax_scan.h"
#include "syntax/parse.h"

namespace nereid::host {

using namespace syntax;
using eval::Value;

namespace {

// A function without @triton.jit: something to call, of which nothing else is known.
class PlainFunction : public eval::Object {
public:
  explicit PlainFunction(std::string name) : name_(std::move(name)) {}
  std::string typeName() const override { return "function"; }
  std::string repr() const override { return cat("<function ", name_, ">"); }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "__name__")
      return Value::string(name_);
    return std::nullopt;
  }
  bool isCallable() const override { return true; }
  Value call(const eval::Arguments &) override { return unknownValue(); }

private:
  const std::string name_;
};

// A .py file beside the one that is read.
class SiblingModule : public eval::Module {
public:
  SiblingModule(std::string name, const StaticScope &scope) : Module(std::move(name)) {
    isOpen_ = scope.isOpen();
    for (const auto &[member, value] : scope.values())
      set(member, value);
  }
  std::optional<Value> getAttr(std::string_view name) override {
    std::optional<Value> known = Module::getAttr(name);
    return known || !isOpen_ ? known : unknownValue();
  }
  bool isOpen() const { return isOpen_; }

private:
  bool isOpen_ = false;
};

// numpy, torch, time, ...: Python's, whatever is in it.
class HostPackage : public eval::Module {
public:
  using Module::Module;
  std::optional<Value> getAttr(std::string_view) override { return unknownValue(); }
};

// @triton.jit(noinline=True)
bool saysNoInline(const FunctionDef &definition) {
  for (const Expr *decorator : definition.decorators)
    if (const auto *call = as<CallExpr>(decorator))
      for (const Argument &argument : call->arguments) {
        const auto *value = as<ConstantExpr>(argument.value);
        if (argument.keyword == "noinline" && value && value->value == ConstantExpr::Value::True)
          return true;
      }
  return false;
}

// The attribute, unknown where it is not there: running the file would say so.
Value attributeOf(const Value &object, std::string_view name) {
  if (isUnknown(object))
    return object;
  std::optional<Value> found = eval::findAttr(object, name);
  return found ? *found : unknownValue();
}

Value followPath(Value module, std::string_view path) {
  while (!path.empty()) {
    size_t dot = std::min(path.find('.'), path.size());
    module = attributeOf(module, path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return module;
}

std::string_view firstPart(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

std::string_view afterFirstPart(std::string_view dotted) {
  size_t dot = dotted.find('.');
  return dot == std::string_view::npos ? "" : dotted.substr(dot + 1);
}

std::optional<std::string> readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

} // namespace

FileReader::FileReader(std::string directory) : directory_(std::move(directory)) {}

void FileReader::readMain(const std::string &path, std::string_view text, DiagSink &sink) {
  isMain_ = true;
  scopes_.emplace_back(nullptr);
  read(path, text, scopes_.back(), sink);
}

void FileReader::read(const std::string &path, std::string_view text, StaticScope &scope,
                      DiagSink &sink) {
  Span file = sources_->add(path, text);
  const Module *tree = parse(*sources_, file, arena_, sink);
  scope.bind("__name__", unknownValue());
  scope.bind("__file__", unknownValue());
  visit(tree->body, {&scope, &scope});
  for (std::string_view name : sema::assignedNames(tree->body))
    scope.bindIfNew(name, unknownValue());
}

void FileReader::bind(std::string_view name, const Value &value, const Place &place) {
  if (place.bindsNothing)
    return;
  if (place.isRare)
    place.scope->bindIfNew(name, value);
  else
    place.scope->bind(name, value);
}

void FileReader::visit(StmtList body, const Place &place) {
  for (const Stmt *stmt : body)
    visit(stmt, place);
}

void FileReader::assign(const Expr *target, const Value &value, const Place &place) {
  if (const auto *name = as<NameExpr>(target)) {
    bind(name->name, value, place);
    return;
  }
  ExprList targets;
  if (const auto *tuple = as<TupleExpr>(target))
    targets = tuple->elements;
  else if (const auto *list = as<ListExpr>(target))
    targets = list->elements;
  const auto *values = value.as<eval::Tuple>();
  bool fits = values && values->items.size() == targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    assign(targets[i], fits ? values->items[i] : unknownValue(), place);
}

void FileReader::visit(const Stmt *stmt, const Place &place) {
  if (const auto *definition = as<FunctionDef>(stmt))
    return visitFunction(*definition, place);
  if (const auto *type = as<ClassDef>(stmt)) {
    bind(type->name, unknownValue(), place);
    return visit(type->body, {place.scope, place.functions, place.isRare, true});
  }
  if (const auto *import = as<ImportStmt>(stmt))
    return visitImport(*import, place);
  if (const auto *import = as<ImportFromStmt>(stmt))
    return visitImportFrom(*import, place);
  if (const auto *assignment = as<AssignStmt>(stmt)) {
    Value value = staticValue(assignment->value, *place.scope);
    for (const Expr *target : assignment->targets)
      assign(target, value, place);
    return;
  }
  if (const auto *assignment = as<AnnAssignStmt>(stmt)) {
    if (assignment->value)
      assign(assignment->target, staticValue(assignment->value, *place.scope), place);
    return;
  }
  if (const auto *attempt = as<TryStmt>(stmt))
    return visitTry(*attempt, place);
  // Whatever else binds a name gives it a value that only a run tells.
  const Stmt *const one[] = {stmt};
  visitBodies(stmt, place);
  bool isBranch = as<IfStmt>(stmt) || as<WithStmt>(stmt) || as<WhileStmt>(stmt);
  if (isBranch || place.bindsNothing)
    return;
  for (std::string_view name : sema::assignedNames(one))
    place.scope->forget(name);
}

void FileReader::visitBodies(const Stmt *stmt, const Place &place) {
  if (const auto *branch = as<IfStmt>(stmt)) {
    visit(branch->body, place);
    visit(branch->orElse, place);
  } else if (const auto *loop = as<ForStmt>(stmt)) {
    visit(loop->body, place);
    visit(loop->orElse, place);
  } else if (const auto *loop = as<WhileStmt>(stmt)) {
    visit(loop->body, place);
    visit(loop->orElse, place);
  } else if (const auto *with = as<WithStmt>(stmt)) {
    for (const WithStmt::Item &item : with->items)
      if (item.target)
        assign(item.target, unknownValue(), place);
    visit(with->body, place);
  } else if (const auto *broken = as<ErrorStmt>(stmt)) {
    visit(broken->body, place);
  }
}

void FileReader::visitTry(const TryStmt &stmt, const Place &place) {
  visit(stmt.body, place);
  Place rare = place;
  rare.isRare = true;
  for (const TryStmt::Handler &handler : stmt.handlers) {
    if (!handler.name.empty())
      bind(handler.name, unknownValue(), rare);
    visit(handler.body, rare);
  }
  visit(stmt.orElse, place);
  visit(stmt.finally, place);
}

void FileReader::visitFunction(const FunctionDef &definition, const Place &place) {
  bool isJit = false, isExtern = false, isDecorated = !definition.decorators.empty();
  for (const Expr *decorator : definition.decorators) {
    isJit = isJit || isJitDecorator(decorator, *place.scope);
    isExtern = isExtern || isExternDecorator(decorator, *place.scope);
  }
  if (isJit || isExtern) {
    auto kernel = eval::make<sema::JitFunction>(&definition, place.functions, sources_.get(),
                                                std::shared_ptr<const void>());
    kernel->isExtern = isExtern;
    kernel->noinline = saysNoInline(definition);
    if (isMain_ && !isExtern)
      kernels_.push_back(kernel);
    bind(definition.name, kernel, place);
    return;
  }
  bind(definition.name,
       isDecorated ? unknownValue()
                   : Value(eval::make<PlainFunction>(std::string(definition.name))),
       place);
  StaticScope &inside = scopes_.emplace_back(place.functions);
  for (const Parameter &parameter : definition.parameters)
    inside.bind(parameter.name, unknownValue());
  visit(definition.body, {&inside, &inside});
  for (std::string_view name : sema::assignedNames(definition.body))
    inside.bindIfNew(name, unknownValue());
}

// -- Imports ---

// import a.b binds a; import a.b as c binds a.b.
void FileReader::visitImport(const ImportStmt &stmt, const Place &place) {
  for (const ImportAlias &alias : stmt.names) {
    Value module = importModule(alias.alias.empty() ? firstPart(alias.name) : alias.name);
    bind(alias.alias.empty() ? firstPart(alias.name) : alias.alias, module, place);
  }
}

void FileReader::visitImportFrom(const ImportFromStmt &stmt, const Place &place) {
  // Relative imports are looked for beside the file, as if it were not in a package.
  Value module = stmt.module.empty() ? Value() : importModule(stmt.module);
  for (const ImportAlias &alias : stmt.names) {
    if (alias.name != "*") {
      Value value =
          stmt.module.empty() ? importModule(alias.name) : attributeOf(module, alias.name);
      bind(alias.alias.empty() ? alias.name : alias.alias, value, place);
      continue;
    }
    auto *known = module.as<eval::Module>();
    auto *sibling = module.as<SiblingModule>();
    if (!known || (sibling && sibling->isOpen()) || known == staticTritonModule().get())
      place.scope->open();
    if (known)
      for (const auto &[name, value] : known->members.entries())
        if (!startsWith(*name.asString(), "_"))
          bind(*name.asString(), value, place);
  }
}

Value FileReader::importModule(std::string_view name) {
  std::string_view root = firstPart(name);
  if (root == "triton")
    return followPath(staticTritonModule(), afterFirstPart(name));
  if (root == "math")
    return followPath(eval::mathModule(), afterFirstPart(name));
  return importSibling(std::string(name));
}

Value FileReader::importSibling(const std::string &name) {
  auto known = siblings_.find(name);
  if (known != siblings_.end())
    return known->second;
  siblings_[name] = unknownValue(); // while it is read: imports in a circle
  std::string path = name;
  std::replace(path.begin(), path.end(), '.', '/');
  std::filesystem::path base = std::filesystem::path(directory_) / path;
  std::filesystem::path file = base.string() + ".py";
  std::optional<std::string> text = readFile(file);
  if (!text) {
    file = base / "__init__.py";
    text = readFile(file);
  }
  if (!text)
    return sema::isHostPackage(name) ? Value(eval::make<HostPackage>(name)) : unknownValue();
  bool wasMain = std::exchange(isMain_, false);
  DiagSink ignored; // its mistakes are told when it is checked itself
  StaticScope &scope = scopes_.emplace_back(nullptr);
  read(file.string(), *text, scope, ignored);
  isMain_ = wasMain;
  return siblings_[name] = eval::make<SiblingModule>(name, scope);
}

} // namespace nereid::host
