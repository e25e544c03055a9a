// copy and operator.
#include <map>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "eval/stack.h"
#include "host/class.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;
using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

namespace {

Value shallowCopy(const Value &value) {
  if (auto *list = value.as<eval::List>(); list && list->typeName() == "list")
    return Value::list(list->items);
  if (auto *dict = value.as<eval::Dict>(); dict && dict->typeName() == "dict")
    return eval::call(eval::getAttr(value, "copy"), {});
  if (auto *set = value.as<eval::Set>(); set && !set->frozen)
    return eval::make<eval::Set>(set->items(), false);
  if (auto method = eval::findAttr(value, "__copy__"))
    return eval::call(*method, {});
  if (auto *instance = value.as<Instance>(); instance && typeid(*instance) == typeid(Instance)) {
    auto copy = eval::make<Instance>(instance->type);
    for (const auto &[name, member] : instance->attributes.entries())
      copy->attributes.set(name, member);
    return copy;
  }
  return value;
}

// Copies what can change, once: objects met again, even inside themselves, are the same copy.
class DeepCopier {
public:
  Value copy(const Value &value) {
    eval::checkStack("in deepcopy");
    if (!value.isObject())
      return value;
    if (auto known = copies_.find(value.object()); known != copies_.end())
      return known->second;
    if (auto *tuple = value.as<eval::Tuple>())
      return tuple->className.empty() ? Value::tuple(copyAll(tuple->items)) : value;
    if (auto *list = value.as<eval::List>(); list && list->typeName() == "list") {
      Value result = remember(value, Value::list({}));
      result.as<eval::List>()->items = copyAll(list->items);
      return result;
    }
    if (auto *dict = value.as<eval::Dict>(); dict && dict->typeName() == "dict") {
      auto result = eval::make<eval::Dict>();
      remember(value, result);
      for (const auto &[key, item] : dict->entries())
        result->set(copy(key), copy(item));
      return result;
    }
    if (auto *set = value.as<eval::Set>(); set && !set->frozen)
      return remember(value, eval::make<eval::Set>(copyAll(set->items()), false));
    if (auto method = eval::findAttr(value, "__deepcopy__"))
      return remember(value, eval::call(*method, {eval::make<eval::Dict>()}));
    if (auto *instance = value.as<Instance>(); instance && typeid(*instance) == typeid(Instance)) {
      auto result = eval::make<Instance>(instance->type);
      remember(value, result);
      for (const auto &[name, member] : instance->attributes.entries())
        result->attributes.set(name, copy(member));
      return result;
    }
    return value;
  }

private:
  Value remember(const Value &original, Value copy) {
    copies_[original.object()] = copy;
    return copy;
  }

  std::vector<Value> copyAll(const std::vector<Value> &items) {
    std::vector<Value> result;
    for (const Value &item : items)
      result.push_back(copy(item));
    return result;
  }

  std::map<const eval::Object *, Value> copies_;
};

// itemgetter(1, 2) and attrgetter("a.b"): what they get, from one argument.
Value getter(std::string name, std::vector<Value> keys,
             Value (*get)(const Value &, const Value &)) {
  if (keys.empty())
    raise("TypeError", cat(name, " expected 1 argument, got 0"));
  return eval::make<eval::NativeFunction>(name, [name, keys, get](const Arguments &call) {
    eval::expectPositional(name, call, 1, 1);
    if (keys.size() == 1)
      return get(call.positional[0], keys[0]);
    std::vector<Value> all;
    for (const Value &key : keys)
      all.push_back(get(call.positional[0], key));
    return Value::tuple(std::move(all));
  });
}

Value getPath(const Value &object, const Value &path) {
  Value value = object;
  std::string_view rest = eval::toText(path, "attribute name");
  while (!rest.empty()) {
    size_t dot = std::min(rest.find('.'), rest.size());
    value = eval::getAttr(value, rest.substr(0, dot));
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return value;
}

void defineOperators(eval::Module &module) {
  const std::pair<const char *, BinaryOp> kBinary[] = {
      {"add", BinaryOp::Add},           {"sub", BinaryOp::Sub},
      {"mul", BinaryOp::Mul},           {"truediv", BinaryOp::Div},
      {"floordiv", BinaryOp::FloorDiv}, {"mod", BinaryOp::Mod},
      {"pow", BinaryOp::Pow},           {"matmul", BinaryOp::MatMul},
      {"lshift", BinaryOp::ShiftLeft},  {"rshift", BinaryOp::ShiftRight},
      {"and_", BinaryOp::BitAnd},       {"or_", BinaryOp::BitOr},
      {"xor", BinaryOp::BitXor}};
  for (const auto &[name, op] : kBinary)
    module.define(name, [name = std::string(name), op = op](const Arguments &call) {
      eval::expectPositional(name, call, 2, 2);
      return eval::binary(op, call.positional[0], call.positional[1]);
    });
  const std::pair<const char *, CompareOp> kCompare[] = {
      {"eq", CompareOp::Equal},     {"ne", CompareOp::NotEqual}, {"lt", CompareOp::Less},
      {"le", CompareOp::LessEqual}, {"gt", CompareOp::Greater},  {"ge", CompareOp::GreaterEqual},
      {"is_", CompareOp::Is},       {"is_not", CompareOp::IsNot}};
  for (const auto &[name, op] : kCompare)
    module.define(name, [name = std::string(name), op = op](const Arguments &call) {
      eval::expectPositional(name, call, 2, 2);
      return eval::compare(op, call.positional[0], call.positional[1]);
    });
  const std::pair<const char *, UnaryOp> kUnary[] = {{"neg", UnaryOp::Minus},
                                                     {"pos", UnaryOp::Plus},
                                                     {"invert", UnaryOp::Invert},
                                                     {"not_", UnaryOp::Not}};
  for (const auto &[name, op] : kUnary)
    module.define(name, [name = std::string(name), op = op](const Arguments &call) {
      eval::expectPositional(name, call, 1, 1);
      return eval::unary(op, call.positional[0]);
    });
}

} // namespace

Ref<eval::Module> copyModule(Interpreter &) {
  auto module = eval::make<eval::Module>("copy");
  module->define("copy", [](const Arguments &call) {
    eval::expectPositional("copy", call, 1, 1);
    return shallowCopy(call.positional[0]);
  });
  module->define("deepcopy", [](const Arguments &call) {
    eval::expectPositional("deepcopy", call, 1, 2);
    return DeepCopier().copy(call.positional[0]);
  });
  return module;
}

Ref<eval::Module> operatorModule(Interpreter &) {
  auto module = eval::make<eval::Module>("operator");
  defineOperators(*module);
  module->define("getitem", [](const Arguments &call) {
    eval::expectPositional("getitem", call, 2, 2);
    return eval::getItem(call.positional[0], call.positional[1]);
  });
  module->define("setitem", [](const Arguments &call) {
    eval::expectPositional("setitem", call, 3, 3);
    eval::setItem(call.positional[0], call.positional[1], call.positional[2]);
    return Value();
  });
  module->define("contains", [](const Arguments &call) {
    eval::expectPositional("contains", call, 2, 2);
    return Value::boolean(eval::contains(call.positional[0], call.positional[1]));
  });
  module->define("truth", [](const Arguments &call) {
    eval::expectPositional("truth", call, 1, 1);
    return Value::boolean(eval::truthy(call.positional[0]));
  });
  module->define("index", [](const Arguments &call) {
    eval::expectPositional("index", call, 1, 1);
    return Value::integer(eval::toInt(call.positional[0]));
  });
  module->define("itemgetter", [](const Arguments &call) {
    return getter("itemgetter", {call.positional.begin(), call.positional.end()}, eval::getItem);
  });
  module->define("attrgetter", [](const Arguments &call) {
    return getter("attrgetter", {call.positional.begin(), call.positional.end()}, getPath);
  });
  return module;
}

} // namespace nereid::host
