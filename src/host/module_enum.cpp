// enum: Enum, IntEnum, StrEnum, auto, unique.
#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

enum class Mixin { None, Int, Str };

// One member. Of an IntEnum or StrEnum it also is its value, for every operator.
class EnumMember : public Instance {
public:
  EnumMember(Ref<Class> type, std::string name, Value value, Mixin mixin)
      : Instance(std::move(type)), name_(std::move(name)), value_(std::move(value)), mixin_(mixin) {
    attributes.set("name", Value::string(name_));
    attributes.set("value", value_);
  }
  std::string repr() const override {
    return has("__repr__") ? Instance::repr()
                           : cat("<", typeName(), ".", name_, ": ", eval::repr(value_), ">");
  }
  std::string str() const override {
    if (has("__str__"))
      return Instance::str();
    return mixin_ == Mixin::None ? cat(typeName(), ".", name_) : eval::str(value_);
  }
  std::string format(std::string_view spec) const override {
    if (mixin_ != Mixin::None)
      return eval::format(value_, spec);
    return eval::format(Value::string(str()), spec);
  }
  bool truthy() const override { return mixin_ == Mixin::None || eval::truthy(value_); }
  bool setAttr(std::string_view attribute, const Value &) override {
    raise("AttributeError",
          cat("<enum '", typeName(), "'> cannot set attribute '", attribute, "'"));
  }
  std::optional<eval::Int> index() const override {
    return mixin_ == Mixin::Int ? std::optional<eval::Int>(eval::toInt(value_)) : std::nullopt;
  }
  std::optional<Value> number() const override {
    return mixin_ == Mixin::Int ? std::optional<Value>(value_) : std::nullopt;
  }
  std::optional<Value> binary(syntax::BinaryOp op, const Value &other, bool reflected) override {
    if (mixin_ == Mixin::None)
      return Instance::binary(op, other, reflected);
    return reflected ? eval::binary(op, plain(other), value_)
                     : eval::binary(op, value_, plain(other));
  }
  std::optional<Value> compare(syntax::CompareOp op, const Value &other, bool reflected) override {
    if (mixin_ == Mixin::None)
      return Instance::compare(op, other, reflected);
    return reflected ? eval::compare(op, plain(other), value_)
                     : eval::compare(op, value_, plain(other));
  }
  size_t hash() const override {
    return mixin_ == Mixin::None ? eval::Str::hashOf(name_) : eval::hashOf(value_);
  }

private:
  static Value plain(const Value &other) {
    auto *member = other.as<EnumMember>();
    return member && member->mixin_ != Mixin::None ? member->value_ : other;
  }

  const std::string name_;
  const Value value_;
  const Mixin mixin_;
};

// auto(): the next value.
struct AutoValue : eval::Object {
  std::string typeName() const override { return "auto"; }
};

bool isMember(const std::string &name, const Value &value) {
  bool isDunder = name.starts_with("__") && name.ends_with("__");
  return !isDunder && !name.starts_with('_') && !value.as<FunctionObject>() &&
         !value.as<Descriptor>() && !classBodyOf(value);
}

Value nextValue(const eval::List &members, const std::string &name, Mixin mixin) {
  if (mixin == Mixin::Str) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return Value::string(lower);
  }
  if (members.items.empty())
    return Value::integer(1);
  return eval::binary(syntax::BinaryOp::Add, eval::getAttr(members.items.back(), "value"),
                      Value::integer(1));
}

// Replaces the values in the class body by members. An equal value is another name of a member.
Value makeMembers(const Ref<Class> &type, Mixin mixin) {
  type->enumMembers = eval::make<eval::List>(std::vector<Value>());
  eval::List &members = *type->enumMembers;
  for (const auto &[key, given] : type->body.members.entries()) {
    const std::string &name = *key.asString();
    if (!isMember(name, given))
      continue;
    Value value = given.as<AutoValue>() ? nextValue(members, name, mixin) : given;
    Value member;
    for (const Value &earlier : members.items)
      if (eval::equal(eval::getAttr(earlier, "value"), value))
        member = earlier;
    if (member.isNone()) {
      member = eval::make<EnumMember>(type, name, value, mixin);
      members.items.push_back(member);
    }
    type->body.members.set(name, member);
  }
  return type;
}

// Color(2), and nothing else: members are all there are.
Value lookUp(Class &type, const Arguments &call) {
  eval::expectPositional(type.body.name, call, 1, 1);
  if (type.enumMembers)
    for (const Value &member : type.enumMembers->items)
      if (eval::same(member, call.positional[0]) ||
          eval::equal(eval::getAttr(member, "value"), call.positional[0]))
        return member;
  raise("ValueError",
        cat(eval::repr(call.positional[0]), " is not a valid ", type.body.qualifiedName));
}

Ref<Class> enumClass(const char *name, Mixin mixin) {
  Ref<Class> type = makeClass(name, {}, "enum");
  type->construct = lookUp;
  type->body.onDerive = [mixin](const Ref<Class> &derived) { return makeMembers(derived, mixin); };
  return type;
}

Value unique(const Arguments &call) {
  eval::expectPositional("unique", call, 1, 1);
  auto *type = call.positional[0].as<Class>();
  if (!type || !type->enumMembers)
    raise("TypeError", "unique() should decorate an Enum");
  for (const auto &[key, value] : type->body.members.entries())
    if (value.as<EnumMember>() && !eval::equal(eval::getAttr(value, "name"), key))
      raise("ValueError", cat("duplicate values found in ", eval::repr(call.positional[0]), ": ",
                              *key.asString(), " -> ", eval::str(eval::getAttr(value, "name"))));
  return call.positional[0];
}

} // namespace

Ref<eval::Module> enumModule(Interpreter &) {
  auto module = eval::make<eval::Module>("enum");
  module->set("Enum", enumClass("Enum", Mixin::None));
  module->set("IntEnum", enumClass("IntEnum", Mixin::Int));
  module->set("StrEnum", enumClass("StrEnum", Mixin::Str));
  module->define("auto", [](const Arguments &call) {
    eval::expectPositional("auto", call, 0, 0);
    return Value(eval::make<AutoValue>());
  });
  module->define("unique", unique);
  return module;
}

} // namespace nereid::host
