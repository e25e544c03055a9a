// Syntax x specialization -> Core: every name resolved, every shape known, every constant folded,
// every call inlined, or a diagnostic that says which of these cannot be and why.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "eval/value.h"
#include "sema/core.h"
#include "sema/language.h"

namespace nereid::sema {

// What a call site fixes about one parameter.
struct ArgumentSpec {
  enum class Kind : uint8_t {
    Runtime,    // passed at launch: `type`, `divisor`
    Constant,   // folded in: `constant` (constexpr parameters, None, an int equal to 1, functions)
    Tuple,      // `elements`, each specialized on its own
    Descriptor, // a host tensor descriptor: `type.element`, `blockShape`, `paddingNan`
    Unknown,    // nereid lint: whatever makes the code right
  };
  Kind kind = Kind::Unknown;
  core::Type type;
  int divisor = 1; // a power of two, at most 16, that divides the value or address
  eval::Value constant;
  std::vector<ArgumentSpec> elements;
  std::string tupleClass; // named tuples: the class and its fields
  std::vector<std::string> tupleFields;
  std::vector<int64_t> blockShape; // Descriptor: also passes base, shape (i32) and strides (i64)
  bool paddingNan = false;

  static ArgumentSpec runtime(core::Type type, int divisor = 1);
  static ArgumentSpec constantOf(eval::Value value);
};

// Launch options that change what code means or which code is best.
struct LaunchOptions {
  int warps = 4;
  int stages = 3;
  int ctas = 1;
  int maxRegisters = 0; // 0: the target decides
  bool allowContraction = true;
  bool debug = false; // device_assert and overflow checks are live
  bool sanitizeOverflow = true;
};

// What the target decides about the language.
struct TargetFacts {
  bool isCuda = false;  // tl.target_info
  int capability = 0;   // 90 for sm_90
  bool hasTf32 = false; // default precision of a float32 dot
  int minDotK = 1;      // smallest K of dot for 16-bit operands (others scale)
};

struct Specialization {
  std::vector<ArgumentSpec> arguments; // one per parameter of the function, in order
  LaunchOptions options;
};

struct ElaborateOptions {
  TargetFacts target;
  std::function<void(std::string_view)> print; // static_print; may be empty
  bool portable = false; // warn (NR0251) about what upstream Triton would refuse
};

// Returns nothing if `sink` received an error. Reads `function` and the values its scope holds,
// changes neither; several threads may elaborate at once.
std::optional<core::Kernel> elaborate(const JitFunction &function, const Specialization &spec,
                                      const ElaborateOptions &options, DiagSink &sink);

// Reports every mistake that can be seen in `function` without knowing its arguments.
void lint(const JitFunction &function, const ElaborateOptions &options, DiagSink &sink);

// The parameters of `function` with what their annotations say.
struct ParameterInfo {
  std::string_view name;
  bool isConstexpr = false;
  bool isConst = false;               // tl.const
  std::optional<core::Type> declared; // a dtype annotation, "*fp32" included
  bool hasDefault = false;
  Span span;
};
std::vector<ParameterInfo> parametersOf(const JitFunction &function);

} // namespace nereid::sema
