#include "host/interpreter.h"

#include "base/text.h"
#include "eval/operators.h"
#include "eval/stack.h"
#include "host/generator.h"
#include "host/runner.h"
#include "host/script_builtins.h"
#include "host/standard_modules.h"
#include "runtime/interrupt.h"
#include "syntax/parse.h"

namespace nereid::host {

using eval::raise;
using eval::Ref;
using eval::Value;

void checkInterrupt() {
  if (launchesInterrupted()) [[unlikely]] {
    takeInterrupt();
    raise(eval::exceptionType("KeyboardInterrupt"), {});
  }
}

Ref<eval::ExceptionType> notInSubsetType() {
  static auto *type = new Ref<eval::ExceptionType>(
      eval::make<eval::ExceptionType>("NotInSubset", eval::exceptionType("BaseException").get()));
  return *type;
}

void raiseNotInSubset(std::string what) {
  raise(notInSubsetType(), {Value::string(std::move(what))});
}

FrameEntry::FrameEntry(Interpreter &interpreter, Frame &frame) : interpreter_(interpreter) {
  if (interpreter.depth_ >= kRecursionLimit || eval::stackIsLow()) [[unlikely]]
    raise("RecursionError", "maximum recursion depth exceeded");
  checkInterrupt();
  ++interpreter.depth_;
  frame.caller = std::exchange(interpreter.frame_, &frame);
}

FrameEntry::~FrameEntry() {
  --interpreter_.depth_;
  interpreter_.frame_ = interpreter_.frame_->caller;
}

Interpreter::Interpreter(std::shared_ptr<SourceMap> sources, InterpreterOptions options)
    : sources_(std::move(sources)), options_(std::move(options)),
      builtins_(makeScriptBuiltins(*this)), standard_(standardModules()) {}

// Globals hold functions that hold their module, and classes methods that hold their class:
// emptying them breaks the circles.
Interpreter::~Interpreter() {
  for (const auto &module : loaded_) {
    module->interpreter = nullptr;
    module->globals().clear();
  }
  for (const Value &type : classes_) {
    if (ClassBody *body = classBodyOf(type))
      body->members.clear();
    if (auto *plain = type.as<Class>())
      plain->enumMembers = {};
  }
}

void Interpreter::print(std::string_view text) const {
  if (options_.print)
    options_.print(text);
}

void Interpreter::printError(std::string_view text) const {
  if (options_.printError)
    options_.printError(text);
}

void Interpreter::flush() const {
  if (options_.flush)
    options_.flush();
}

std::shared_ptr<ScriptModule> Interpreter::load(std::string name, const std::string &path,
                                                std::string_view text, DiagSink &sink) {
  auto module = std::make_shared<ScriptModule>(std::move(name), sources_);
  size_t errorsBefore = sink.errorCount();
  module->text = sources_->add(path, text);
  module->tree = syntax::parse(*sources_, module->text, module->arena, sink);
  if (sink.errorCount() != errorsBefore)
    return nullptr;
  module->names = resolveNames(*module->tree, module->text);
  module->interpreter = this;
  module->globals().set("__name__", Value::string(module->object->name));
  module->globals().set("__file__", Value::string(path));
  module->globals().set("__doc__", Value::none());
  loaded_.push_back(module);
  return module;
}

void Interpreter::execute(ScriptModule &module) {
  Frame frame(module, module.names.frame(module.tree));
  try {
    FrameEntry entry(*this, frame);
    Runner(*this, frame).execute(module.tree->body);
  } catch (const eval::Raised &raised) {
    Runner::trace(frame, *raised.exception);
    throw;
  }
}

Ref<eval::Module> Interpreter::runMain(const std::string &path, std::string_view text,
                                       DiagSink &sink) {
  std::shared_ptr<ScriptModule> module = load("__main__", path, text, sink);
  if (!module)
    return {};
  modules_["__main__"] = module->object;
  execute(*module);
  return module->object;
}

Value Interpreter::callFunction(FunctionObject &function, const eval::Arguments &arguments) {
  const FrameLayout &layout = function.layout();
  if (function.definition() && function.definition()->isAsync)
    raiseNotInSubset(cat("`", layout.name, "` is an async function"));
  if (layout.yields && function.lambda())
    raiseNotInSubset("a lambda with `yield` in it");
  if (layout.yields)
    return eval::make<Generator>(Ref<FunctionObject>(&function), arguments);
  Frame frame(*function.module(), layout);
  function.openFrame(frame, arguments);
  Ref<FunctionObject> keep(&function);
  try {
    FrameEntry entry(*this, frame);
    Runner runner(*this, frame);
    if (const syntax::LambdaExpr *lambda = function.lambda())
      return runner.evaluate(lambda->body);
    runner.execute(function.definition()->body);
    return std::move(frame.returnValue);
  } catch (const eval::Raised &raised) {
    Runner::trace(frame, *raised.exception);
    throw;
  }
}

} // namespace nereid::host
