// Classes of named tuples, for collections.namedtuple and typing.NamedTuple.
#include <algorithm>

#include "base/text.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

// A named tuple, with the methods that its class adds.
class NamedTuple : public eval::Tuple {
public:
  using Tuple::Tuple;
  std::optional<Value> getAttr(std::string_view name) override {
    Value self{Ref<eval::Object>(this)};
    const ClassBody *body = classBodyOf(namedClass);
    bool isField = std::find(fields.begin(), fields.end(), name) != fields.end();
    if (body && !isField)
      if (const Value *member = body->find(name))
        return bindAttribute(*member, self, namedClass);
    return Tuple::getAttr(name);
  }
  std::string repr() const override {
    Value self{Ref<eval::Object>(const_cast<NamedTuple *>(this))};
    const Value *method = classBodyOf(namedClass)->find("__repr__");
    return method ? eval::str(eval::call(bindAttribute(*method, self, namedClass), {}))
                  : Tuple::repr();
  }
};

struct Fields {
  std::vector<std::string> names;
  std::vector<Value> defaults; // of the last ones

  size_t firstDefault() const { return names.size() - defaults.size(); }
};

Value construct(Class &type, const Fields &fields, const Arguments &call) {
  std::vector<std::optional<Value>> values(fields.names.size());
  if (call.positional.size() > values.size())
    raise("TypeError",
          cat(type.body.name, ".__new__() takes ", values.size() + 1, " positional arguments but ",
              call.positional.size() + 1, " were given"));
  for (size_t i = 0; i < call.positional.size(); ++i)
    values[i] = call.positional[i];
  for (const eval::Keyword &keyword : call.keywords) {
    auto at = std::find(fields.names.begin(), fields.names.end(), keyword.name);
    if (at == fields.names.end())
      raise("TypeError", cat(type.body.name, ".__new__() got an unexpected keyword argument '",
                             keyword.name, "'"));
    auto &value = values[size_t(at - fields.names.begin())];
    if (value)
      raise("TypeError", cat(type.body.name, ".__new__() got multiple values for argument '",
                             keyword.name, "'"));
    value = keyword.value;
  }
  std::vector<Value> items;
  std::vector<std::string> missing;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i] && i >= fields.firstDefault())
      values[i] = fields.defaults[i - fields.firstDefault()];
    if (values[i])
      items.push_back(*values[i]);
    else
      missing.push_back(cat("'", fields.names[i], "'"));
  }
  if (!missing.empty())
    raise("TypeError", cat(type.body.name, ".__new__() missing ", missing.size(),
                           " required positional argument", missing.size() == 1 ? "" : "s", ": ",
                           join(missing, missing.size() == 2 ? " and " : ", ")));
  auto tuple = eval::make<NamedTuple>(std::move(items));
  tuple->className = type.body.name;
  tuple->fields = fields.names;
  tuple->namedClass = Value(Ref<Class>(&type));
  return tuple;
}

} // namespace

Value makeNamedTuple(std::string name, std::vector<std::string> fields, std::vector<Value> defaults,
                     const eval::Dict *members) {
  Ref<Class> type = makeClass(std::move(name), {}, "__main__");
  if (defaults.size() > fields.size())
    raise("TypeError", "Got more default values than field names");
  std::vector<Value> names;
  for (const std::string &field : fields)
    names.push_back(Value::string(field));
  if (members)
    for (const auto &[key, value] : members->entries())
      if (std::find(fields.begin(), fields.end(), *key.asString()) == fields.end())
        type->body.members.set(key, value);
  type->body.members.set("_fields", Value::tuple(std::move(names)));
  Fields known{std::move(fields), std::move(defaults)};
  type->construct = [known](Class &self, const Arguments &call) {
    return construct(self, known, call);
  };
  auto make = eval::make<eval::NativeFunction>("_make", [](const Arguments &call) {
    std::vector<Value> items = eval::items(call.positional[1]);
    return eval::call(call.positional[0], Arguments{items, {}});
  });
  type->body.members.set("_make", eval::make<Descriptor>(Descriptor::Kind::Class, make));
  return type;
}

} // namespace nereid::host
