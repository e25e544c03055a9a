#include "base/text.h"
#include "eval/arguments.h"
#include "eval/builtins.h"
#include "eval/operators.h"

namespace nereid::eval {

namespace {

Value len(const Arguments &call) {
  expectPositional("len", call, 1, 1);
  return Value::integer(length(call.positional[0]));
}

Value getAttribute(const Arguments &call) {
  expectPositional("getattr", call, 2, 3);
  const Value &name = call.positional[1];
  if (!name.asString())
    raise("TypeError", "attribute name must be string, not '" + typeName(name) + "'");
  if (call.positional.size() == 2)
    return getAttr(call.positional[0], *name.asString());
  try {
    std::optional<Value> value = findAttr(call.positional[0], *name.asString());
    return value ? *value : call.positional[2];
  } catch (const Raised &raised) { // from a property
    if (!raised.exception->type->derivesFrom(exceptionType("AttributeError").get()))
      throw;
    return call.positional[2];
  }
}

Value hasAttribute(const Arguments &call) {
  expectPositional("hasattr", call, 2, 2);
  const Value &name = call.positional[1];
  if (!name.asString())
    raise("TypeError", "attribute name must be string, not '" + typeName(name) + "'");
  try {
    return Value::boolean(findAttr(call.positional[0], *name.asString()).has_value());
  } catch (const Raised &raised) {
    if (!raised.exception->type->derivesFrom(exceptionType("AttributeError").get()))
      throw;
    return Value::boolean(false);
  }
}

Value setAttribute(const Arguments &call) {
  expectPositional("setattr", call, 3, 3);
  setAttr(call.positional[0], toText(call.positional[1], "attribute name"), call.positional[2]);
  return Value::none();
}

Value deleteAttribute(const Arguments &call) {
  expectPositional("delattr", call, 2, 2);
  deleteAttr(call.positional[0], toText(call.positional[1], "attribute name"));
  return Value::none();
}

Value formatValue(const Arguments &call) {
  expectPositional("format", call, 1, 2);
  return Value::string(
      format(call.positional[0], call.positional.size() == 2
                                     ? toText(call.positional[1], "format() argument 2")
                                     : std::string()));
}

Value idOf(const Arguments &call) {
  expectPositional("id", call, 1, 1);
  const Value &value = call.positional[0];
  // Small values have no address: equal ones are the same.
  size_t id = value.isObject() ? reinterpret_cast<uintptr_t>(value.object())
                               : hashOf(value) * 64 + size_t(value.kind());
  return Value::integer(Int(id));
}

} // namespace

void addObjectBuiltins(Module &module) {
  module.define("len", len);
  module.define("getattr", getAttribute);
  module.define("hasattr", hasAttribute);
  module.define("setattr", setAttribute);
  module.define("delattr", deleteAttribute);
  module.define("format", formatValue);
  module.define("id", idOf);
  module.define("repr", [](const Arguments &call) {
    expectPositional("repr", call, 1, 1);
    return Value::string(repr(call.positional[0]));
  });
  module.define("ascii", [](const Arguments &call) {
    expectPositional("ascii", call, 1, 1);
    return Value::string(ascii(call.positional[0]));
  });
  module.define("callable", [](const Arguments &call) {
    expectPositional("callable", call, 1, 1);
    return Value::boolean(isCallable(call.positional[0]));
  });
  module.define("hash", [](const Arguments &call) {
    expectPositional("hash", call, 1, 1);
    return Value::integer(int64_t(hashOf(call.positional[0])));
  });
  module.define("isinstance", [](const Arguments &call) {
    expectPositional("isinstance", call, 2, 2);
    return Value::boolean(isInstance(call.positional[0], call.positional[1]));
  });
  module.define("issubclass", [](const Arguments &call) {
    expectPositional("issubclass", call, 2, 2);
    return Value::boolean(isSubclass(call.positional[0], call.positional[1]));
  });
}

} // namespace nereid::eval
