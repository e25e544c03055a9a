// How a tensor was computed, kept for backward().
//
// A function with a tensor among its arguments that requires a gradient leaves a GradRecord on the
// tensors it returns: its name and its arguments, as the script gave them. What follows
// records back is Python, library/torch_gradients.py, with a rule per function in
// torch_derivatives.py; it reads a record as the attribute `_record` of a tensor. Functions without
// a rule raise there, when a gradient is asked for.
//
//   Value y = resultOf(...);
//   recordResult(state, "mul", {x, other}, {}, y);
#pragma once

#include "host/torch_object.h"

namespace nereid::host {

class GradRecord : public eval::Object {
public:
  GradRecord(std::string function, std::vector<eval::Value> arguments,
             eval::Ref<eval::Dict> keywords, bool isInPlace);
  const std::string function;
  const std::vector<eval::Value> arguments;
  const eval::Ref<eval::Dict> keywords;
  const bool isInPlace;

  // While a rule is applied to what the record holds and to `outputs`, the tensors that have been
  // changed since are stale, and so is what is computed from them. Returns how a message names the
  // first of them, or an empty text.
  std::string markStale(std::span<const eval::Value> outputs);
  void unmarkStale();

  std::string typeName() const override; // "MulBackward0"
  std::vector<std::string> attributeNames() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;

private:
  std::vector<TensorObject *> tensors() const; // among the arguments, and in lists there
  std::vector<uint32_t> versions_;             // of their storages, then
  std::vector<eval::Ref<TensorObject>> marked_;
};

// Does a tensor here, or in a list here, require a gradient?
bool requiresGradient(std::span<const eval::Value> values);

// Notes on the floating-point tensors of `result` where they came from, if gradients are being
// recorded and one is required. Results that are arguments themselves are left alone.
void recordResult(const TorchStateRef &state, std::string_view function,
                  const eval::Arguments &call, const eval::Value &result);

// In a backward(): what was computed from stale tensors is stale.
void passStaleOn(const TorchStateRef &state, std::string_view function, const eval::Arguments &call,
                 const eval::Value &result);

// The same as recordResult for a function that has changed its first argument: what it was goes on
// in the record.
void recordInPlace(const TorchStateRef &state, std::string_view function,
                   const eval::Arguments &call);

} // namespace nereid::host
