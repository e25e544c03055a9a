#include "sema/test_kernel.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "diag/render.h"
#include "syntax/parse.h"

namespace nereid::sema {

TestKernel::TestKernel(std::string_view text) {
  while (startsWith(text, "\n")) // so that line 1 is the first line with text
    text.remove_prefix(1);
  file_ = sources_.add("kernel.py", text);
  const syntax::Module *module = syntax::parse(sources_, file_, arena_, sink_);
  auto triton = eval::make<eval::Module>("triton");
  triton->set("language", languageModule());
  triton->set("cdiv", cdivFunction());
  triton->set("next_power_of_2", nextPowerOf2Function());
  globals_.emplace("triton", triton);
  globals_.emplace("tl", languageModule());
  for (const syntax::Stmt *stmt : module->body)
    if (const auto *definition = syntax::as<syntax::FunctionDef>(stmt)) {
      function_ = eval::make<JitFunction>(definition, this, &sources_, nullptr);
      globals_.insert_or_assign(std::string(definition->name), function_);
    }
}

TestKernel &TestKernel::argument(ArgumentSpec spec) {
  spec_.arguments.push_back(std::move(spec));
  return *this;
}

TestKernel &TestKernel::pointer(Scalar element, bool divisibleBy16, bool isConst) {
  return argument(ArgumentSpec::runtime(
      {.element = element, .isPointer = true, .isConst = isConst, .shape = {}},
      divisibleBy16 ? 16 : 1));
}

TestKernel &TestKernel::scalar(Scalar element) {
  return argument(ArgumentSpec::runtime({.element = element, .shape = {}}));
}

TestKernel &TestKernel::constant(eval::Value value) {
  return argument(ArgumentSpec::constantOf(std::move(value)));
}

TestKernel &TestKernel::global(std::string_view name, eval::Value value) {
  globals_.insert_or_assign(std::string(name), std::move(value));
  return *this;
}

void TestKernel::elaborateOnce() {
  if (isElaborated_)
    return;
  isElaborated_ = true;
  spec_.options = launch;
  kernel_ = elaborate(*function_, spec_, options, sink_);
  if (kernel_)
    EXPECT_EQ(core::verify(*kernel_), "") << core::print(*kernel_);
}

const std::optional<core::Kernel> &TestKernel::kernel() {
  elaborateOnce();
  return kernel_;
}

std::string TestKernel::core() {
  elaborateOnce();
  return kernel_ ? core::print(*kernel_) : rendered();
}

std::string TestKernel::summary() {
  std::string text;
  for (const Diagnostic &diagnostic : sink_.sorted())
    text += cat(codeOf(diagnostic.kind), " ", sources_.start(diagnostic.primary.span).line, ": ",
                diagnostic.headline, "\n");
  return text;
}

std::string TestKernel::errors() {
  elaborateOnce();
  return summary();
}

std::string TestKernel::lintErrors() {
  lint(*function_, options, sink_);
  return summary();
}

std::vector<Diagnostic> TestKernel::diagnostics() {
  elaborateOnce();
  return sink_.sorted();
}

std::string TestKernel::rendered() {
  return renderAll(sink_, sources_, {});
}

std::optional<eval::Value> TestKernel::lookup(std::string_view name) const {
  auto found = globals_.find(name);
  return found == globals_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> TestKernel::names() const {
  std::vector<std::string> result;
  for (const auto &[name, value] : globals_)
    result.push_back(name);
  return result;
}

} // namespace nereid::sema
