#include "host/autotune_config.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::host {

namespace {

constexpr eval::Int kDefaultWarps = 4, kDefaultStages = 3, kDefaultCtas = 1;

eval::Value makeConfig(const eval::Arguments &call) {
  static const eval::Signature signature(
      "Config", "kwargs, num_warps=, num_stages=, num_ctas=, maxnreg=, pre_hook=, ir_override=");
  auto given = signature.match(call);
  auto *kwargs = given[0]->as<eval::Dict>();
  if (!kwargs)
    eval::raise("TypeError",
                cat("Config() takes a dict of meta-parameters, not ", eval::typeName(*given[0])));
  auto config = eval::make<ConfigObject>();
  config->kwargs = eval::Ref<eval::Dict>(kwargs);
  eval::Value *members[] = {&config->warps,        &config->stages,  &config->ctas,
                            &config->maxRegisters, &config->preHook, &config->irOverride};
  for (size_t i = 0; i < std::size(members); ++i)
    if (given[i + 1])
      *members[i] = *given[i + 1];
  return config;
}

eval::Value callAllKeywords(eval::Object &self, const eval::Arguments &arguments) {
  eval::expectPositional("all_kwargs", arguments, 0, 0);
  auto all = eval::make<eval::Dict>();
  for (auto &[name, value] : static_cast<ConfigObject &>(self).allKeywords())
    all->set(name, value);
  return all;
}

const eval::Method kMethods[] = {{"all_kwargs", callAllKeywords}};

} // namespace

ConfigObject::ConfigObject()
    : kwargs(eval::make<eval::Dict>()), warps(eval::Value::integer(kDefaultWarps)),
      stages(eval::Value::integer(kDefaultStages)), ctas(eval::Value::integer(kDefaultCtas)) {}

eval::Value *ConfigObject::member(std::string_view name) {
  if (name == "num_warps")
    return &warps;
  if (name == "num_stages")
    return &stages;
  if (name == "num_ctas")
    return &ctas;
  if (name == "maxnreg")
    return &maxRegisters;
  if (name == "pre_hook")
    return &preHook;
  if (name == "ir_override")
    return &irOverride;
  return nullptr;
}

std::vector<std::pair<std::string, eval::Value>> ConfigObject::allKeywords() const {
  std::vector<std::pair<std::string, eval::Value>> all;
  for (const auto &[name, value] : kwargs->entries())
    all.emplace_back(eval::toText(name, "the name of a meta-parameter"), value);
  auto add = [&](const char *name, const eval::Value &value) {
    if (!value.isNone())
      all.emplace_back(name, value);
  };
  add("num_warps", warps);
  add("num_ctas", ctas);
  add("num_stages", stages);
  add("maxnreg", maxRegisters);
  add("ir_override", irOverride);
  return all;
}

std::string ConfigObject::str() const {
  std::vector<std::string> parts;
  for (const auto &[name, value] : kwargs->entries())
    parts.push_back(cat(eval::str(name), ": ", eval::str(value)));
  parts.push_back(cat("num_warps: ", eval::str(warps)));
  parts.push_back(cat("num_ctas: ", eval::str(ctas)));
  parts.push_back(cat("num_stages: ", eval::str(stages)));
  parts.push_back(cat("maxnreg: ", eval::str(maxRegisters)));
  if (!irOverride.isNone())
    parts.push_back(cat("ir_override: ", eval::str(irOverride)));
  return join(parts, ", ");
}

std::string ConfigObject::repr() const {
  return cat("<triton.Config ", str(), ">");
}

std::optional<eval::Value> ConfigObject::getAttr(std::string_view name) {
  if (name == "kwargs")
    return eval::Value(kwargs);
  if (const eval::Value *value = member(name))
    return *value;
  return eval::bindMethod(kMethods, *this, name);
}

bool ConfigObject::setAttr(std::string_view name, const eval::Value &value) {
  if (name == "kwargs") {
    auto *dict = value.as<eval::Dict>();
    if (!dict)
      eval::raise("TypeError", cat("kwargs must be a dict, not ", eval::typeName(value)));
    kwargs = eval::Ref<eval::Dict>(dict);
    return true;
  }
  eval::Value *place = member(name);
  if (place)
    *place = value;
  return place != nullptr;
}

std::vector<std::string> ConfigObject::attributeNames() const {
  return {"all_kwargs", "ir_override", "kwargs",    "maxnreg",
          "num_ctas",   "num_stages",  "num_warps", "pre_hook"};
}

bool ConfigObject::equals(const eval::Value &other) const {
  const auto *config = other.as<ConfigObject>();
  if (!config || !eval::same(preHook, config->preHook))
    return false;
  auto mine = allKeywords(), theirs = config->allKeywords();
  if (mine.size() != theirs.size())
    return false;
  for (size_t i = 0; i < mine.size(); ++i)
    if (mine[i].first != theirs[i].first || !eval::same(mine[i].second, theirs[i].second))
      return false;
  return true;
}

size_t ConfigObject::hash() const {
  return std::hash<std::string>()(str());
}

eval::Value configType() {
  return eval::make<eval::Type>("Config", makeConfig, [](const eval::Value &value) {
    return value.as<ConfigObject>() != nullptr;
  });
}

} // namespace nereid::host
