// A script's value as an argument of a kernel: the table of the language's launch rules.
#pragma once

#include <optional>
#include <string_view>

#include "jit/argument.h"

namespace nereid::host {

// Memory that a script may hand to a kernel: a tensor, or an object that acts like one.
struct TensorMemory {
  uint64_t address = 0;
  Scalar element = Scalar::F32;
};

// Nothing: `value` is no tensor, nor an object with data_ptr() and dtype.
std::optional<TensorMemory> tensorMemory(const eval::Value &value);

// The element type that a torch.dtype or a tl dtype stands for.
std::optional<Scalar> elementTypeOf(const eval::Value &dtype);

// Fills `argument`, which may hold an earlier launch's, from `value` for a parameter with this
// rule. Raises TypeError, naming the parameter, for what no kernel can take.
void toArgument(const eval::Value &value, const jit::ParameterRule &rule, jit::Argument &argument);

} // namespace nereid::host
