// CompiledKernel: one specialization of a kernel, as a script holds it: what a launch returns.
#pragma once

#include "host/kernel.h"

namespace nereid::host {

class CompiledKernel : public eval::Object {
public:
  CompiledKernel(eval::Ref<KernelObject> kernel, std::shared_ptr<const jit::Compiled> compiled,
                 int gpu)
      : kernel_(std::move(kernel)), compiled_(std::move(compiled)), gpu_(gpu) {}
  std::string typeName() const override { return "CompiledKernel"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  // kernel[grid](...): a launch with this one's constants and options. Takes the arguments with or
  // without the constants among them.
  eval::Value getItem(const eval::Value &grid) override;

  const jit::Compiled &compiled() const { return *compiled_; }

private:
  eval::Value assembly();       // `.asm`: the text of each stage of compiling, by upstream's names
  eval::Value metadata() const; // `.metadata`
  eval::Value launch(const eval::Value &grid, std::span<const eval::Value> arguments) const;

  const eval::Ref<KernelObject> kernel_;
  const std::shared_ptr<const jit::Compiled> compiled_;
  const int gpu_;        // -1: it is code of the CPU's engine
  eval::Value assembly_; // made when first asked for
};

} // namespace nereid::host
