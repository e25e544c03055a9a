// Interpreter: runs the Python around kernels.
//
// It walks the syntax tree. The language is Python's, less what host scripts have no need of:
// async, metaclasses, and every way to reach files, processes or the network.
// What is left out raises NotInSubset, saying so.
//
//   Interpreter interpreter(sources, options);
//   interpreter.runMain("softmax.py", text, sink);   // raises eval::Raised
//
// One thread runs one interpreter. Values it made may be read after it is gone, but functions not
// called.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "eval/error.h"
#include "host/class.h"
#include "host/frame.h"

namespace nereid::host {

class Interpreter;

constexpr int kRecursionLimit = 1000; // calls of script functions inside each other

// Makes a native module when it is first imported.
using ModuleFactory = std::function<eval::Ref<eval::Module>(Interpreter &)>;
// By dotted name: "torch", "triton.language".
using ModuleRegistry = std::map<std::string, ModuleFactory, std::less<>>;

struct InterpreterOptions {
  std::vector<std::string> arguments;               // sys.argv
  std::function<void(std::string_view)> print;      // sys.stdout; may be empty
  std::function<void(std::string_view)> printError; // sys.stderr; may be empty
  std::function<void()> flush;                      // of sys.stdout; may be empty
  ModuleRegistry modules;                           // besides Python's own, and before them
  std::string directory; // where `import` looks for .py files; empty: nowhere
};

class Interpreter {
public:
  Interpreter(std::shared_ptr<SourceMap> sources, InterpreterOptions options);
  ~Interpreter();
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  // Runs `text` as the module __main__ and returns it. Mistakes of syntax go to `sink` and nothing
  // runs (null).
  eval::Ref<eval::Module> runMain(const std::string &path, std::string_view text, DiagSink &sink);

  // The module with a dotted name, imported if it has not been; raises ModuleNotFoundError.
  eval::Value importModule(std::string_view name);

  eval::Value callFunction(FunctionObject &function, const eval::Arguments &arguments);

  void print(std::string_view text) const;
  void printError(std::string_view text) const;
  void flush() const;
  const InterpreterOptions &options() const { return options_; }
  const SourceMap &sources() const { return *sources_; }
  Frame *frame() const { return frame_; } // the innermost call of script code; null outside any

  // The exception whose handler is running: what a bare `raise` raises again.
  const eval::Value &handled() const { return handled_; }
  void setHandled(eval::Value exception) { handled_ = std::move(exception); }

  // The builtins that scripts see: Python's, and print, open, super, ...
  const eval::Value *builtin(std::string_view name) const { return builtins_->members.find(name); }
  const eval::Module &builtins() const { return *builtins_; }

private:
  friend class Runner;
  friend class FrameEntry;

  std::shared_ptr<ScriptModule> load(std::string name, const std::string &path,
                                     std::string_view text, DiagSink &sink);
  void execute(ScriptModule &module);
  eval::Value importOne(const std::string &name);
  eval::Value importFile(const std::string &name);
  eval::Value runFile(const std::string &name, const std::string &path, bool isPackage);
  eval::Value runText(const std::string &name, const std::string &path, std::string_view text,
                      bool isPackage);
  eval::Value attachNamespace(const std::string &name);
  std::vector<std::string> directories() const;
  void attachToParent(const std::string &name, const eval::Value &module);

  const std::shared_ptr<SourceMap> sources_;
  const InterpreterOptions options_;
  eval::Ref<eval::Module> builtins_;
  const ModuleRegistry standard_;
  std::map<std::string, eval::Value, std::less<>> modules_; // sys.modules
  std::vector<std::shared_ptr<ScriptModule>> loaded_;
  std::vector<eval::Value> classes_; // every class made, to break their circles at the end
  Frame *frame_ = nullptr;
  int depth_ = 0;
  eval::Value handled_;
};

// A call that has begun: the frame is the innermost one, and the recursion limit is kept.
class FrameEntry {
public:
  FrameEntry(Interpreter &interpreter, Frame &frame);
  ~FrameEntry();

private:
  Interpreter &interpreter_;
};

// Raises KeyboardInterrupt if there was an interrupt (runtime/interrupt.h) since the last time. A
// running script asks at each loop turn and call, and when a launch ends early.
void checkInterrupt();

// Raises NotInSubset: "`what` is not part of ...". Not an Exception, so no script swallows it.
[[noreturn]] void raiseNotInSubset(std::string what);
eval::Ref<eval::ExceptionType> notInSubsetType();

} // namespace nereid::host
