// KernelSource: the parts of a Python function that make it a kernel: its text, the names it sees,
// and the defaults of its parameters.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "eval/value.h"
#include "source/source.h"
#include "syntax/tree.h"

namespace nereid::host {

struct KernelSource {
  const syntax::FunctionDef *definition = nullptr;
  const eval::Scope *scope = nullptr; // globals and, for a nested def, the enclosing variables
  const SourceMap *sources = nullptr;
  std::shared_ptr<const void> owner;                // keeps all three alive
  std::vector<std::optional<eval::Value>> defaults; // one per parameter
};

// What a function that a script defined is made of; nothing: this is no such function.
std::optional<KernelSource> kernelSourceOf(const eval::Value &function);

} // namespace nereid::host
