// triton.Config: one choice of meta-parameters and options for an autotuned kernel.
#pragma once

#include <string>
#include <vector>

#include "eval/value.h"

namespace nereid::host {

class ConfigObject : public eval::Object {
public:
  ConfigObject();
  eval::Ref<eval::Dict> kwargs;
  eval::Value warps, stages, ctas, maxRegisters, preHook, irOverride; // None: not given

  std::string typeName() const override { return "Config"; }
  std::string repr() const override;
  std::string str() const override; // "BLOCK: 128, num_warps: 4, ..."
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  std::vector<std::string> attributeNames() const override;
  bool equals(const eval::Value &other) const override;
  size_t hash() const override;

  // Meta-parameters, then the options that are given: what a launch gets as keyword arguments.
  std::vector<std::pair<std::string, eval::Value>> allKeywords() const;

private:
  eval::Value *member(std::string_view name);
};

// The type; calling it makes a Config.
eval::Value configType();

} // namespace nereid::host
