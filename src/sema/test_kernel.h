// Kernels for tests: text in, Core or diagnostics out.
//
//   TestKernel kernel(R"(
//   @triton.jit
//   def f(x, n):
//       tl.store(x + n, 1.0)
//   )");
//   kernel.pointer(Scalar::F32).scalar(Scalar::I32);
//   EXPECT_EQ(kernel.core(), "...");
//
// The scope holds `tl`, `triton`, every function of the text under a decorator, and what global()
// adds. The last function of the text is the kernel.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/arena.h"
#include "eval/operators.h"
#include "sema/elaborate.h"
#include "sema/language.h"

namespace nereid::sema {

class TestKernel : public eval::Scope {
public:
  explicit TestKernel(std::string_view text);

  // -- The arguments, in order.
  TestKernel &pointer(Scalar element, bool divisibleBy16 = true, bool isConst = false);
  TestKernel &scalar(Scalar element);
  TestKernel &constant(eval::Value value);
  TestKernel &constant(int64_t value) { return constant(eval::Value::integer(value)); }
  TestKernel &argument(ArgumentSpec spec);
  TestKernel &global(std::string_view name, eval::Value value);

  LaunchOptions launch;
  ElaborateOptions options;

  // Elaborates (once) and verifies. Core as text, or the diagnostics if there are any errors.
  std::string core();
  const std::optional<core::Kernel> &kernel();
  // The diagnostics, one a line: "NR0301 4: headline" with the line of the text.
  std::string errors();
  std::string lintErrors();
  std::vector<Diagnostic> diagnostics();
  // The last diagnostics as the reader sees them.
  std::string rendered();
  const JitFunction &function() const { return *function_; }

  std::optional<eval::Value> lookup(std::string_view name) const override;
  std::vector<std::string> names() const override;

private:
  std::string summary();
  void elaborateOnce();

  SourceMap sources_;
  Arena arena_;
  Span file_;
  DiagSink sink_;
  std::map<std::string, eval::Value, std::less<>> globals_;
  eval::Ref<JitFunction> function_;
  Specialization spec_;
  std::optional<core::Kernel> kernel_;
  bool isElaborated_ = false;
};

} // namespace nereid::sema
