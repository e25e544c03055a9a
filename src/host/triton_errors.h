// The exception types of the package triton.
#pragma once

#include "eval/error.h"

namespace nereid::host {

struct TritonErrors {
  eval::Ref<eval::ExceptionType> tritonError;                  // Exception
  eval::Ref<eval::ExceptionType> compilationError;             // TritonError
  eval::Ref<eval::ExceptionType> compileTimeAssertionFailure;  // CompilationError
  eval::Ref<eval::ExceptionType> unsupportedLanguageConstruct; // CompilationError
  eval::Ref<eval::ExceptionType> outOfResources;               // TritonError
  eval::Ref<eval::ExceptionType> interpreterError;             // TritonError
  eval::Ref<eval::ExceptionType> autotunerError;               // TritonError
  eval::Ref<eval::ExceptionType> ptxasError;                   // TritonError
};

// One of each for the process.
const TritonErrors &tritonErrors();

// The modules triton.errors, triton.compiler.errors and triton.runtime.errors in one.
eval::Ref<eval::Module> tritonErrorsModule(std::string name);

} // namespace nereid::host
