// KernelObject: a function under @triton.jit, as a script holds it.
//
// It is launched by `kernel[grid](...)`, and is a sema::JitFunction, so kernels can call it too.
// Specializations are compiled at the first launch that needs them and kept by the kernel.
//
//   eval::Ref<KernelObject> add = makeKernel(source, {}, context);
//   add->launch({grid, positional, keywords});
#pragma once

#include "host/kernel_globals.h"
#include "host/kernel_source.h"
#include "host/launch_call.h"
#include "host/script_context.h"
#include "jit/engine.h"
#include "sema/language.h"

namespace nereid::host {

// The arguments of @triton.jit.
struct JitOptions {
  std::vector<eval::Value> doNotSpecialize;            // names or indices
  std::vector<eval::Value> doNotSpecializeOnAlignment; // the same
  bool debug = false;
  bool noinline = false;
  eval::Value repr; // names the kernel; None: its own name
};

class KernelObject : public sema::JitFunction, public Launchable {
public:
  // `globals` is the source's scope, which records.
  KernelObject(KernelSource source, const GlobalRecorder &globals, const JitOptions &options,
               eval::Value function, std::shared_ptr<ScriptContext> context);

  // -- For scripts
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  std::vector<std::string> attributeNames() const override;
  eval::Value getItem(const eval::Value &grid) override;
  BoundLaunch bind(const LaunchCall &call) override;
  eval::Value launch(const LaunchCall &call) override;
  KernelObject &kernel() override { return *this; }

  // -- For what launches, tunes and shows it
  const std::string &name() const { return name_; }
  jit::Kernel &compiled() { return compiled_; }
  const std::vector<jit::ParameterRule> &rules() const { return compiled_.rules(); }
  const ScriptContext &context() const { return *context_; }
  const std::vector<std::optional<eval::Value>> &defaults() const { return defaults_; }
  const std::vector<eval::Value> &parameterNames() const { return parameterNames_; } // strs
  size_t parameterCount() const { return parameterNames_.size(); }
  static constexpr size_t kNone = ~size_t(0);
  size_t findParameter(std::string_view name) const; // kNone: there is none
  size_t starParameter() const { return star_; }     // `*args`, or kNone
  bool debug() const { return debug_; }
  // Raises RuntimeError if a constant that the kernel was compiled with has changed.
  void checkGlobals() const { globals_.check(); }
  std::string sourceText() const;

  // Every argument vector the kernel has used, for the next launch to fill again.
  std::vector<jit::Argument> takeArguments();
  void giveBackArguments(std::vector<jit::Argument> arguments);

private:
  eval::Value parameterObjects() const;

  const std::shared_ptr<ScriptContext> context_;
  const GlobalRecorder &globals_;
  const std::string name_;
  const eval::Value function_; // the plain function: `.fn`
  const std::vector<std::optional<eval::Value>> defaults_;
  std::vector<eval::Value> parameterNames_;
  size_t star_ = kNone;
  const bool debug_;
  jit::Kernel compiled_;
  std::vector<jit::Argument> spareArguments_;
  eval::Dict attributes_; // what a script set
};

// Raises ValueError if `options` name no parameter.
eval::Ref<KernelObject> makeKernel(KernelSource source, const JitOptions &options,
                                   eval::Value function, std::shared_ptr<ScriptContext> context);

} // namespace nereid::host
