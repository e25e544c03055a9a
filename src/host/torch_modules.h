// The submodules that torch_module.cpp puts together.
#pragma once

#include "host/torch_object.h"

namespace nereid::host {

// torch.testing: assert_close.
eval::Ref<eval::Module> makeTorchTesting();

// torch.cuda: the GPU of `state`. Without one nothing is available, synchronizing is no work,
// streams and events exist, and what is asked of a device is answered for the CPU.
eval::Ref<eval::Module> makeTorchCuda(const TorchStateRef &state);
void defineTorchStreams(eval::Module &cuda, const TorchStateRef &state);

// torch.backends, torch.version, torch.library and the like: switches that may be set and read.
eval::Ref<eval::Module> makeTorchBackends();

// torch.autograd: Function, for scripts to derive from. backward() and grad() are Python, in
// library/torch_gradients.py.
eval::Ref<eval::Module> makeTorchAutograd(const TorchStateRef &state);
// torch.compile, torch.amp, ...: decorators that change nothing here.
void defineTorchDecorators(eval::Module &torch);

// torch.nn: Module, for scripts to derive from, and layers. `nn` has its functional already.
void defineTorchLayers(eval::Module &nn, const TorchStateRef &state);

// A bag of switches: whatever is set can be read again.
class SwitchesObject : public eval::Object {
public:
  explicit SwitchesObject(std::string name) : name_(std::move(name)) {}
  eval::Dict values;
  std::string typeName() const override { return name_; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  std::vector<std::string> attributeNames() const override;

private:
  const std::string name_;
};

// A context manager, usable as a decorator too, as torch.no_grad() is.
class ContextObject : public eval::Object {
public:
  ContextObject(std::string name, std::function<void()> enter = {},
                std::function<void()> leave = {})
      : name_(std::move(name)), enter_(std::move(enter)), leave_(std::move(leave)) {}
  std::string typeName() const override { return name_; }
  eval::Value enter() override;
  bool exit(const eval::Value &exceptionOrNone) override;
  eval::Value call(const eval::Arguments &arguments) override; // decorates a function
  bool isCallable() const override { return true; }

private:
  const std::string name_;
  const std::function<void()> enter_, leave_;
};

} // namespace nereid::host
