// A script's value as an argument of a kernel: the table of the language's launch rules.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "jit/argument.h"
#include "tensor/storage.h"

namespace nereid::host {

// Memory that a script may hand to a kernel: a tensor, or an object that acts like one.
struct TensorMemory {
  uint64_t address = 0;
  Scalar element = Scalar::F32;
  // Of a tensor on the GPU: what the address is in. The host's copy is then out of date.
  std::shared_ptr<tensor::Storage> onGpu;
  int gpu = -1;               // which; -1: the CPU's
  bool isAddressOnly = false; // of some object's data_ptr(): nobody knows where it is
};

// Where the memory of a launch's arguments is.
struct LaunchMemory {
  std::vector<std::shared_ptr<tensor::Storage>> onGpu;
  std::string_view onCpu; // the name of a parameter that got a tensor of the CPU's; empty: none
  int gpu = -1;           // of the first tensor that is on one
  std::string_view firstOnGpu, onOtherGpu; // names of parameters, likewise
  int otherGpu = -1;
  void add(const TensorMemory &memory, std::string_view parameter);
};

// Nothing: `value` is no tensor, nor an object with data_ptr() and dtype.
std::optional<TensorMemory> tensorMemory(const eval::Value &value);

// The element type that a torch.dtype or a tl dtype stands for.
std::optional<Scalar> elementTypeOf(const eval::Value &dtype);

// Fills `argument`, which may hold an earlier launch's, from `value` for a parameter with this
// rule, and notes in `memory` where it points. Raises TypeError, naming the parameter, for what no
// kernel can take.
void toArgument(const eval::Value &value, const jit::ParameterRule &rule, jit::Argument &argument,
                LaunchMemory &memory);

} // namespace nereid::host
