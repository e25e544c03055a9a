#include "host/triton_module.h"

#include <map>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/autotune.h"
#include "host/heuristics.h"
#include "host/kernel.h"
#include "host/torch_module.h"
#include "host/triton_aggregate.h"
#include "host/triton_descriptor.h"
#include "host/triton_errors.h"
#include "host/triton_extern.h"
#include "host/triton_runtime.h"
#include "host/triton_testing.h"
#include "host/triton_wrapper.h"

namespace nereid::host {

namespace {

constexpr const char *kVersion = "3.9.0"; // of the language whose scripts run here

using Modules = std::map<std::string, eval::Ref<eval::Module>>;

// -- Decorators ---

std::vector<eval::Value> listOf(const eval::Value *value) {
  if (!value || value->isNone())
    return {};
  return eval::items(*value);
}

eval::Value makeJit(const eval::Value &function, const JitOptions &options,
                    const std::shared_ptr<ScriptContext> &context) {
  if (auto *kernel = function.as<KernelObject>())
    return eval::Ref<eval::Object>(kernel);
  std::optional<KernelSource> source = kernelSourceOf(function);
  if (!source)
    eval::raise("TypeError", cat("@triton.jit decorates a function that is defined with `def` in "
                                 "a script, not ",
                                 eval::typeName(function)));
  return makeKernel(std::move(*source), options, function, context);
}

eval::Value jit(const eval::Arguments &call, const std::shared_ptr<ScriptContext> &context) {
  static const eval::Signature signature(
      "jit", "fn=, *, version=, repr=, launch_metadata=, do_not_specialize=, "
             "do_not_specialize_on_alignment=, debug=, noinline=");
  enum { Fn, Version, Repr, Metadata, NoSpecialize, NoAlignment, Debug, NoInline };
  auto given = signature.match(call);
  JitOptions options;
  options.doNotSpecialize = listOf(given[NoSpecialize]);
  options.doNotSpecializeOnAlignment = listOf(given[NoAlignment]);
  options.debug = given[Debug] && eval::truthy(*given[Debug]);
  options.noinline = given[NoInline] && eval::truthy(*given[NoInline]);
  if (given[Fn] && !given[Fn]->isNone())
    return makeJit(*given[Fn], options, context);
  return eval::make<eval::NativeFunction>("jit", [=](const eval::Arguments &decorated) {
    static const eval::Signature decorator("jit", "fn");
    return makeJit(*decorator.match(decorated)[0], options, context);
  });
}

eval::Value constexprFunction(const eval::Arguments &call) {
  static const eval::Signature signature("constexpr_function", "fn");
  return eval::make<sema::ConstexprFunction>(*signature.match(call)[0]);
}

// Scratch memory of kernels is Nereid's own business; a script's allocator is never needed.
eval::Value setAllocator(const eval::Arguments &call) {
  static const eval::Signature signature("set_allocator", "allocator");
  signature.match(call);
  return {};
}

// -- Modules ---

template <typename T> bool isA(const eval::Value &value) {
  return value.as<T>() != nullptr;
}

void addFunctions(eval::Module &triton, const std::shared_ptr<ScriptContext> &context) {
  triton.define("jit", [context](const eval::Arguments &call) { return jit(call, context); });
  triton.define("autotune", autotuneDecorator);
  triton.define("heuristics", heuristicsDecorator);
  triton.define("constexpr_function", constexprFunction);
  triton.define("aggregate", aggregateDecorator);
  triton.define("must_use_result", mustUseResultDecorator);
  triton.define("set_allocator", setAllocator);
  triton.set("Config", configType());
  triton.set("cdiv", sema::cdivFunction());
  triton.set("next_power_of_2", sema::nextPowerOf2Function());
  triton.set("reinterpret", reinterpretFunction());
  triton.set("TensorWrapper", tensorWrapperType());
  triton.set("MockTensor", mockTensorType());
  triton.set("JITFunction", jitFunctionType());
  triton.set("KernelInterface", jitFunctionType());
  const TritonErrors &errors = tritonErrors();
  for (const auto &type : {errors.tritonError, errors.compilationError, errors.outOfResources,
                           errors.interpreterError})
    triton.set(type->name, type);
  triton.set("__version__", eval::Value::string(kVersion));
}

// The module with a dotted name, and those it lies in, made where they are missing.
eval::Module &moduleNamed(Modules &modules, const std::string &name) {
  eval::Ref<eval::Module> &module = modules[name];
  if (module)
    return *module;
  module = eval::make<eval::Module>(name);
  size_t dot = name.rfind('.');
  if (dot != std::string::npos)
    moduleNamed(modules, name.substr(0, dot)).set(name.substr(dot + 1), module);
  return *module;
}

void place(Modules &modules, const std::string &name, const eval::Ref<eval::Module> &module) {
  modules[name] = module;
  size_t dot = name.rfind('.');
  if (dot != std::string::npos)
    moduleNamed(modules, name.substr(0, dot)).set(name.substr(dot + 1), module);
}

// `triton.language` and what is in it are sema's; they belong to every script. Some modules have
// several names, and `triton.language.core` is `triton.language` itself.
void placeLanguage(Modules &modules, const std::string &name,
                   const eval::Ref<eval::Module> &module) {
  bool isNew = true;
  for (const auto &[otherName, other] : modules)
    isNew = isNew && other.get() != module.get();
  modules.emplace(name, module);
  if (!isNew)
    return;
  for (const auto &[member, value] : module->members.entries())
    if (auto *inner = value.as<eval::Module>())
      placeLanguage(modules, cat(name, ".", *member.asString()), eval::Ref<eval::Module>(inner));
}

void addTools(Modules &modules) {
  moduleNamed(modules, "triton.tools.tensor_descriptor")
      .set("TensorDescriptor", tensorDescriptorType());
  place(modules, "triton.errors", tritonErrorsModule("triton.errors"));
  eval::Module &compiler = moduleNamed(modules, "triton.compiler");
  eval::Ref<eval::Module> compilerErrors = tritonErrorsModule("triton.compiler.errors");
  place(modules, "triton.compiler.errors", compilerErrors);
  for (const auto &[name, type] : compilerErrors->members.entries())
    compiler.set(*name.asString(), type);
}

} // namespace

ModuleRegistry tritonModules(std::shared_ptr<ScriptContext> context) {
  if (!context->torchDevice)
    context->torchDevice = torchCpuDevice;
  Modules modules;
  eval::Module &triton = moduleNamed(modules, "triton");
  addFunctions(triton, context);
  const eval::Ref<eval::Module> &language = scriptLanguageModule();
  triton.set("language", language);
  placeLanguage(modules, "triton.language", language);
  place(modules, "triton.testing", testingModule(context));
  place(modules, "triton.runtime", runtimeModule(context));
  for (const auto &[name, module] : runtimeSubmodules(context))
    place(modules, name, module);
  addTools(modules);
  place(modules, "triton.knobs", knobsModule(context));
  ModuleRegistry registry;
  for (const auto &[name, module] : modules)
    registry[name] = [module](Interpreter &) { return module; };
  registry["triton"] = [module = eval::Ref<eval::Module>(&triton), context](Interpreter &script) {
    context->importModule = [&script](const std::string &name) {
      return eval::Value(script.importModule(name));
    };
    return module;
  };
  return registry;
}

} // namespace nereid::host
