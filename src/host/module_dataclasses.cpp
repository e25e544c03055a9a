// dataclasses: __init__, __repr__, __eq__, ordering and frozen instances from a class's
// annotations.
#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::Keyword;
using eval::raise;
using eval::Ref;
using eval::Value;
using syntax::CompareOp;

namespace {

// field(...), and afterwards one field of a class.
class Field : public eval::Object {
public:
  std::string name;
  std::string annotation;
  std::optional<Value> defaultValue;
  Value factory;
  bool inInit = true, inRepr = true, inCompare = true, keywordOnly = false;
  std::string typeName() const override { return "Field"; }
  std::optional<Value> getAttr(std::string_view attribute) override {
    if (attribute == "name")
      return Value::string(name);
    if (attribute == "type")
      return Value::string(annotation);
    if (attribute == "default" && defaultValue)
      return defaultValue;
    return std::nullopt;
  }
  bool hasDefault() const { return defaultValue || !factory.isNone(); }
  Value makeDefault() const { return defaultValue ? *defaultValue : eval::call(factory, {}); }
};

using Fields = std::vector<Ref<Field>>;

struct Options {
  bool init = true, repr = true, eq = true, order = false, frozen = false, keywordOnly = false;
};

Value makeField(const Arguments &call) {
  static const eval::Signature signature(
      "field", "*, default=, default_factory=, init=, repr=, hash=, compare=, metadata=, kw_only=");
  auto arguments = signature.match(call);
  auto field = eval::make<Field>();
  if (arguments[0])
    field->defaultValue = *arguments[0];
  if (arguments[1])
    field->factory = *arguments[1];
  if (arguments[0] && arguments[1])
    raise("ValueError", "cannot specify both default and default_factory");
  auto flag = [&](size_t at, bool otherwise) {
    return arguments[at] ? eval::truthy(*arguments[at]) : otherwise;
  };
  field->inInit = flag(2, true);
  field->inRepr = flag(3, true);
  field->inCompare = flag(5, true);
  field->keywordOnly = flag(7, false);
  return field;
}

// The fields of the bases, then those the class itself annotates; a repeated name stays in place.
Fields collectFields(Class &type, const Options &options) {
  Fields fields;
  for (size_t i = type.body.order.size(); i-- > 1;)
    if (const Value *known = type.body.order[i]->members.find("__dataclass_fields__"))
      for (const Value &field : eval::items(*known))
        fields.push_back(Ref<Field>(field.as<Field>()));
  const Value *annotations = type.body.members.find("__annotations__");
  auto *dict = annotations ? annotations->as<eval::Dict>() : nullptr;
  if (!dict)
    return fields;
  for (const auto &[key, annotation] : dict->entries()) {
    const std::string &name = *key.asString(), &text = *annotation.asString();
    if (text.find("ClassVar") != std::string::npos)
      continue;
    const Value *value = type.body.members.find(name);
    Ref<Field> field(value ? value->as<Field>() : nullptr);
    if (!field) {
      field = eval::make<Field>();
      field->keywordOnly = options.keywordOnly;
      if (value)
        field->defaultValue = *value;
    }
    if (value && (value->as<eval::List>() || value->as<eval::Dict>() || value->as<eval::Set>()))
      raise("ValueError", cat("mutable default ", eval::repr(eval::typeOf(*value)), " for field ",
                              name, " is not allowed: use default_factory"));
    field->name = name;
    field->annotation = text;
    if (field->defaultValue)
      type.body.members.set(name, *field->defaultValue);
    else
      type.body.members.erase(key);
    auto same = std::find_if(fields.begin(), fields.end(),
                             [&](const Ref<Field> &other) { return other->name == name; });
    if (same != fields.end())
      *same = field;
    else
      fields.push_back(field);
  }
  return fields;
}

Instance &instanceOf(const Arguments &call) {
  auto *instance = call.positional.empty() ? nullptr : call.positional[0].as<Instance>();
  if (!instance)
    raise("TypeError", "this method needs an instance of a dataclass");
  return *instance;
}

Value valueOf(const Instance &instance, const Field &field) {
  const Value *value = instance.attributes.find(field.name);
  return value ? *value
               : eval::getAttr(Value(Ref<eval::Object>(const_cast<Instance *>(&instance))),
                               field.name);
}

std::vector<Value> valuesOf(const Instance &instance, const Fields &fields, bool Field::*included) {
  std::vector<Value> values;
  for (const Ref<Field> &field : fields)
    if ((*field).*included)
      values.push_back(valueOf(instance, *field));
  return values;
}

Value initialize(const std::string &name, const Fields &fields, const Arguments &call) {
  Instance &instance = instanceOf(call);
  std::string function = cat(name, ".__init__");
  std::vector<std::optional<Value>> values(fields.size());
  size_t next = 1, positional = 1;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i]->inInit || fields[i]->keywordOnly)
      continue;
    ++positional;
    if (next < call.positional.size())
      values[i] = call.positional[next++];
  }
  if (next < call.positional.size())
    raise("TypeError", cat(function, "() takes ", positional, " positional arguments but ",
                           call.positional.size(), " were given"));
  for (const Keyword &keyword : call.keywords) {
    size_t at = 0;
    while (at < fields.size() && !(fields[at]->name == keyword.name && fields[at]->inInit))
      ++at;
    if (at == fields.size())
      raise("TypeError",
            cat(function, "() got an unexpected keyword argument '", keyword.name, "'"));
    if (values[at])
      raise("TypeError", cat(function, "() got multiple values for argument '", keyword.name, "'"));
    values[at] = keyword.value;
  }
  std::vector<std::string> missing;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!values[i] && fields[i]->hasDefault())
      values[i] = fields[i]->makeDefault();
    if (values[i])
      instance.attributes.set(fields[i]->name, *values[i]);
    else if (fields[i]->inInit)
      missing.push_back(cat("'", fields[i]->name, "'"));
  }
  if (!missing.empty())
    raise("TypeError", cat(function, "() missing ", missing.size(), " required positional argument",
                           missing.size() == 1 ? "" : "s", ": ",
                           join(missing, missing.size() == 2 ? " and " : ", ")));
  instance.special("__post_init__", {});
  return Value();
}

std::string represent(const Instance &instance, const Fields &fields) {
  std::vector<std::string> parts;
  for (const Ref<Field> &field : fields)
    if (field->inRepr)
      parts.push_back(cat(field->name, "=", eval::repr(valueOf(instance, *field))));
  return cat(instance.type->body.qualifiedName, "(", join(parts, ", "), ")");
}

void defineComparison(Class &type, std::string_view name, CompareOp op, const Fields &fields) {
  type.define(name, [op, fields](const Arguments &call) {
    Instance &left = instanceOf(call);
    auto *right = call.positional.size() > 1 ? call.positional[1].as<Instance>() : nullptr;
    if (!right || right->type.get() != left.type.get())
      return Value::notImplemented();
    return Value::boolean(eval::compareSequences(op, valuesOf(left, fields, &Field::inCompare),
                                                 valuesOf(*right, fields, &Field::inCompare)));
  });
}

void freeze(Class &type) {
  for (const char *name : {"__setattr__", "__delattr__"})
    type.define(name, [](const Arguments &call) -> Value {
      instanceOf(call);
      std::string field = call.positional.size() > 1 ? eval::str(call.positional[1]) : "";
      raise("AttributeError", cat("cannot assign to field '", field, "'"));
    });
}

Value decorate(const Value &value, const Options &options) {
  auto *type = value.as<Class>();
  if (!type)
    raise("TypeError", "dataclass() should decorate a class");
  Fields fields = collectFields(*type, options);
  bool optionalSeen = false;
  for (const Ref<Field> &field : fields) {
    if (!field->inInit || field->keywordOnly)
      continue;
    if (optionalSeen && !field->hasDefault())
      raise("TypeError", cat("non-default argument '", field->name, "' follows default argument"));
    optionalSeen = optionalSeen || field->hasDefault();
  }
  std::vector<Value> positions; // of class patterns in a match statement
  for (const Ref<Field> &field : fields)
    if (field->inInit && !field->keywordOnly)
      positions.push_back(Value::string(field->name));
  if (!type->body.members.find("__match_args__"))
    type->body.members.set("__match_args__", Value::tuple(std::move(positions)));
  std::vector<Value> known(fields.begin(), fields.end());
  type->body.members.set("__dataclass_fields__", Value::tuple(std::move(known)));
  auto has = [&](std::string_view name) { return type->body.members.find(name) != nullptr; };
  if (options.init && !has("__init__"))
    type->define("__init__", [name = type->body.name, fields](const Arguments &call) {
      return initialize(name, fields, call);
    });
  if (options.repr && !has("__repr__"))
    type->define("__repr__", [fields](const Arguments &call) {
      return Value::string(represent(instanceOf(call), fields));
    });
  if (options.eq && !has("__eq__"))
    defineComparison(*type, "__eq__", CompareOp::Equal, fields);
  if (options.order) {
    defineComparison(*type, "__lt__", CompareOp::Less, fields);
    defineComparison(*type, "__le__", CompareOp::LessEqual, fields);
    defineComparison(*type, "__gt__", CompareOp::Greater, fields);
    defineComparison(*type, "__ge__", CompareOp::GreaterEqual, fields);
  }
  if (options.frozen) {
    freeze(*type);
    if (options.eq && !has("__hash__"))
      type->define("__hash__", [fields](const Arguments &call) {
        Value values = Value::tuple(valuesOf(instanceOf(call), fields, &Field::inCompare));
        return Value::integer(int64_t(eval::hashOf(values)));
      });
  }
  return value;
}

Value dataclass(const Arguments &call) {
  static const eval::Signature signature(
      "dataclass", "cls=, /, *, init=, repr=, eq=, order=, unsafe_hash=, frozen=, match_args=, "
                   "kw_only=, slots=");
  auto arguments = signature.match(call);
  auto flag = [&](size_t at, bool otherwise) {
    return arguments[at] ? eval::truthy(*arguments[at]) : otherwise;
  };
  Options options{flag(1, true),  flag(2, true),  flag(3, true),
                  flag(4, false), flag(6, false), flag(8, false)};
  if (arguments[0])
    return decorate(*arguments[0], options);
  return eval::make<eval::NativeFunction>("dataclass", [options](const Arguments &inner) {
    eval::expectPositional("dataclass", inner, 1, 1);
    return decorate(inner.positional[0], options);
  });
}

// The fields of a dataclass or an instance of one.
Fields fieldsOf(const Value &value, std::string_view function) {
  const ClassBody *body = classBodyOf(value);
  if (!body)
    body = classBodyOf(eval::typeOf(value));
  const Value *known = body ? body->find("__dataclass_fields__") : nullptr;
  if (!known)
    raise("TypeError", cat(function, "() should be called on dataclass instances"));
  Fields fields;
  for (const Value &field : eval::items(*known))
    fields.push_back(Ref<Field>(field.as<Field>()));
  return fields;
}

bool isDataclassInstance(const Value &value) {
  auto *instance = value.as<Instance>();
  return instance && instance->type->body.find("__dataclass_fields__");
}

Value asDict(const Value &value) {
  if (isDataclassInstance(value)) {
    auto dict = eval::make<eval::Dict>();
    for (const Ref<Field> &field : fieldsOf(value, "asdict"))
      dict->set(field->name, asDict(valueOf(*value.as<Instance>(), *field)));
    return dict;
  }
  if (auto *list = value.as<eval::List>()) {
    std::vector<Value> items;
    for (const Value &item : list->items)
      items.push_back(asDict(item));
    return Value::list(std::move(items));
  }
  return value;
}

Value replace(const Arguments &call) {
  if (call.positional.size() != 1 || !isDataclassInstance(call.positional[0]))
    raise("TypeError", "replace() should be called on dataclass instances");
  auto *instance = call.positional[0].as<Instance>();
  std::vector<Keyword> keywords(call.keywords.begin(), call.keywords.end());
  Fields fields = fieldsOf(call.positional[0], "replace");
  for (const Ref<Field> &field : fields) {
    bool given = std::any_of(call.keywords.begin(), call.keywords.end(),
                             [&](const Keyword &keyword) { return keyword.name == field->name; });
    if (!given && field->inInit)
      keywords.push_back({field->name, valueOf(*instance, *field)});
  }
  return eval::call(instance->type, Arguments{{}, keywords});
}

} // namespace

Ref<eval::Module> dataclassesModule(Interpreter &) {
  auto module = eval::make<eval::Module>("dataclasses");
  module->define("dataclass", dataclass);
  module->define("field", makeField);
  module->define("replace", replace);
  module->define("fields", [](const Arguments &call) {
    eval::expectPositional("fields", call, 1, 1);
    Fields fields = fieldsOf(call.positional[0], "fields");
    return Value::tuple(std::vector<Value>(fields.begin(), fields.end()));
  });
  module->define("asdict", [](const Arguments &call) {
    eval::expectPositional("asdict", call, 1, 1);
    fieldsOf(call.positional[0], "asdict");
    return asDict(call.positional[0]);
  });
  module->define("astuple", [](const Arguments &call) {
    eval::expectPositional("astuple", call, 1, 1);
    std::vector<Value> values;
    for (const Ref<Field> &field : fieldsOf(call.positional[0], "astuple"))
      values.push_back(eval::getAttr(call.positional[0], field->name));
    return Value::tuple(std::move(values));
  });
  module->define("is_dataclass", [](const Arguments &call) {
    eval::expectPositional("is_dataclass", call, 1, 1);
    const ClassBody *body = classBodyOf(call.positional[0]);
    return Value::boolean(isDataclassInstance(call.positional[0]) ||
                          (body && body->find("__dataclass_fields__")));
  });
  return module;
}

} // namespace nereid::host
