#include "host/frame.h"

#include "host/function.h"

namespace nereid::host {

using eval::Value;

const Value &unbound() {
  struct Unbound : eval::Object {
    std::string typeName() const override { return "unbound"; }
  };
  static const Value *value = new Value(eval::make<Unbound>());
  return *value;
}

Frame::Frame(ScriptModule &module, const FrameLayout &layout)
    : module(module), layout(layout), slots(layout.slotNames.size(), unbound()) {
  for (uint32_t slot : layout.cells)
    slots[slot] = eval::make<Cell>(unbound());
}

std::optional<Value> GlobalScope::lookup(std::string_view name) const {
  if (const Value *value = globals_.find(name))
    return *value;
  return std::nullopt;
}

std::vector<std::string> GlobalScope::names() const {
  std::vector<std::string> all;
  for (const auto &[name, value] : globals_.entries())
    if (const std::string *text = name.asString())
      all.push_back(*text);
  return all;
}

} // namespace nereid::host
