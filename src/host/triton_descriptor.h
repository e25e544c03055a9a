// TensorDescriptor: a tensor with a block shape, made on the host and passed as one argument.
#pragma once

#include "eval/value.h"
#include "host/launch_argument.h"
#include "jit/argument.h"

namespace nereid::host {

// triton.tools.tensor_descriptor.TensorDescriptor. Scripts may change block_shape and the like
// after it is made (an autotuned kernel's pre_hook does); what it holds is checked when it is made
// and again when it is passed.
class TensorDescriptor : public eval::Object {
public:
  eval::Value base;
  eval::Value shape, strides, blockShape; // lists of ints
  eval::Value padding;                    // "zero" or "nan"
  eval::Value roundToTf32;

  std::string typeName() const override { return "TensorDescriptor"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  std::vector<std::string> attributeNames() const override;

  // Raises AssertionError for what no descriptor may be.
  void check() const;
  TensorMemory fill(jit::Argument &argument) const;

private:
  eval::Value *member(std::string_view name);
};

// The type itself, with from_tensor.
eval::Value tensorDescriptorType();

} // namespace nereid::host
