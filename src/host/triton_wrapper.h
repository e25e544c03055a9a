// TensorWrapper: a tensor that kernels see as one of another element type (triton.reinterpret).
#pragma once

#include "eval/value.h"
#include "host/launch_argument.h"

namespace nereid::host {

class TensorWrapper : public eval::Object {
public:
  TensorWrapper(eval::Value base, eval::Value dtype, Scalar element)
      : base_(std::move(base)), dtype_(std::move(dtype)), element_(element) {}
  std::string typeName() const override { return "TensorWrapper"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;

  TensorMemory memory() const;
  const eval::Value &base() const { return base_; }

private:
  const eval::Value base_; // a tensor
  const eval::Value dtype_;
  const Scalar element_;
};

// MockTensor: an aligned pointer that stands for any tensor of a dtype; only for warmup.
class MockTensor : public eval::Object {
public:
  explicit MockTensor(eval::Value dtype) : dtype_(std::move(dtype)) {}
  std::string typeName() const override { return "MockTensor"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;

private:
  const eval::Value dtype_;
};

eval::Value reinterpretFunction(); // triton.reinterpret
eval::Value tensorWrapperType();
eval::Value mockTensorType();

} // namespace nereid::host
