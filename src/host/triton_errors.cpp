#include "host/triton_errors.h"

namespace nereid::host {

const TritonErrors &tritonErrors() {
  static const TritonErrors &errors = *[] {
    auto derive = [](const char *name, const eval::Ref<eval::ExceptionType> &base) {
      return eval::make<eval::ExceptionType>(name, base.get());
    };
    auto *made = new TritonErrors;
    made->tritonError = derive("TritonError", eval::exceptionType("Exception"));
    made->compilationError = derive("CompilationError", made->tritonError);
    made->compileTimeAssertionFailure =
        derive("CompileTimeAssertionFailure", made->compilationError);
    made->unsupportedLanguageConstruct =
        derive("UnsupportedLanguageConstruct", made->compilationError);
    made->outOfResources = derive("OutOfResources", made->tritonError);
    made->interpreterError = derive("InterpreterError", made->tritonError);
    made->autotunerError = derive("AutotunerError", made->tritonError);
    made->ptxasError = derive("PTXASError", made->tritonError);
    return made;
  }();
  return errors;
}

eval::Ref<eval::Module> tritonErrorsModule(std::string name) {
  auto module = eval::make<eval::Module>(std::move(name));
  const TritonErrors &errors = tritonErrors();
  for (const auto &type :
       {errors.tritonError, errors.compilationError, errors.compileTimeAssertionFailure,
        errors.unsupportedLanguageConstruct, errors.outOfResources, errors.interpreterError,
        errors.autotunerError, errors.ptxasError})
    module->set(type->name, type);
  return module;
}

} // namespace nereid::host
