// typing, collections.abc and abc: names for annotations, which are never run here, and
// NamedTuple.
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

// A name that can be subscripted and derived from, and stands for nothing at run time.
Value form(std::string name, std::function<bool(const Value &)> isInstance) {
  auto type = eval::make<eval::Type>(
      name,
      [name](const Arguments &) -> Value {
        raise("TypeError", cat("Type ", name, " cannot be instantiated"));
      },
      std::move(isInstance));
  type->members.set("__ignored_base__", Value::boolean(true));
  return type;
}

Value identity(const Arguments &call) {
  eval::expectPositional("decorator", call, 1, 1);
  return call.positional[0];
}

bool isIterable(const Value &value) {
  try {
    eval::iterate(value);
    return true;
  } catch (const eval::Raised &) {
    return false;
  }
}

Value cast(const Arguments &call) {
  eval::expectPositional("cast", call, 2, 2);
  return call.positional[1];
}

Value typeVariable(const Arguments &call) {
  if (call.positional.empty())
    raise("TypeError", "TypeVar() missing required argument 'name' (pos 1)");
  return form(eval::toText(call.positional[0], "name"), [](const Value &) { return true; });
}

// NewType("Id", int): a name for int.
Value newType(const Arguments &call) {
  eval::expectPositional("NewType", call, 2, 2);
  return eval::make<eval::NativeFunction>(eval::toText(call.positional[0], "name"), identity);
}

// class Point(NamedTuple): the annotations are the fields, the values their defaults.
Value namedTupleOf(const Ref<Class> &derived) {
  std::vector<std::string> fields;
  std::vector<Value> defaults;
  if (const Value *annotations = derived->body.members.find("__annotations__"))
    for (const Value &name : eval::items(*annotations)) {
      fields.push_back(*name.asString());
      if (const Value *value = derived->body.members.find(fields.back()))
        defaults.push_back(*value);
      else if (!defaults.empty())
        raise("TypeError",
              cat("non-default namedtuple field ", fields.back(), " cannot follow default field"));
    }
  return makeNamedTuple(derived->body.name, std::move(fields), std::move(defaults),
                        &derived->body.members);
}

// NamedTuple("Point", [("x", int), ("y", int)])
Value namedTupleFromCall(Class &, const Arguments &call) {
  eval::expectPositional("NamedTuple", call, 2, 2);
  std::vector<std::string> fields;
  for (const Value &field : eval::items(call.positional[1]))
    fields.push_back(eval::toText(eval::getItem(field, Value::integer(0)), "field name"));
  return makeNamedTuple(eval::toText(call.positional[0], "type name"), std::move(fields), {},
                        nullptr);
}

// A TypedDict is a dict with keys that only checkers look at.
Value typedDictFromCall(Class &, const Arguments &call) {
  return eval::call(eval::builtinType("dict"), call);
}

} // namespace

Ref<eval::Module> typingModule(Interpreter &) {
  auto module = eval::make<eval::Module>("typing");
  for (const char *name :
       {"Any",         "Optional",      "Union",       "Literal",     "ClassVar",  "Final",
        "Annotated",   "Generic",       "Protocol",    "Type",        "Generator", "AsyncIterator",
        "Awaitable",   "Coroutine",     "NoReturn",    "Never",       "Self",      "TypeAlias",
        "Concatenate", "Unpack",        "Required",    "NotRequired", "Hashable",  "Sized",
        "Iterator",    "SupportsFloat", "SupportsInt", "AnyStr",      "Text",      "IO",
        "Buffer",      "Collection",    "Container",   "Reversible",  "Pattern"})
    module->set(name, form(name, [](const Value &) { return true; }));
  auto builtin = [](const char *type) {
    return [type = eval::builtinType(type)](const Value &value) { return type->isInstance(value); };
  };
  const std::pair<const char *, const char *> kContainers[] = {
      {"List", "list"},        {"Dict", "dict"},           {"Tuple", "tuple"},
      {"Set", "set"},          {"FrozenSet", "frozenset"}, {"MutableSequence", "list"},
      {"Mapping", "dict"},     {"MutableMapping", "dict"}, {"OrderedDict", "dict"},
      {"DefaultDict", "dict"}, {"AbstractSet", "set"},     {"MutableSet", "set"}};
  for (const auto &[name, type] : kContainers)
    module->set(name, form(name, builtin(type)));
  module->set("Callable", form("Callable", eval::isCallable));
  module->set("Iterable", form("Iterable", isIterable));
  module->set("Sequence", form("Sequence", [](const Value &value) {
                return value.as<eval::List>() || value.as<eval::Tuple>() || value.as<eval::Str>() ||
                       value.as<eval::Range>();
              }));
  module->set("TYPE_CHECKING", Value::boolean(false));
  for (const char *name : {"overload", "no_type_check", "runtime_checkable", "final", "override"})
    module->define(name, identity);
  module->define("cast", cast);
  module->define("assert_type", [](const Arguments &call) {
    eval::expectPositional("assert_type", call, 2, 2);
    return call.positional[0];
  });
  module->define("TypeVar", typeVariable);
  module->define("ParamSpec", typeVariable);
  module->define("TypeVarTuple", typeVariable);
  module->define("NewType", newType);
  auto namedTuple = makeClass("NamedTuple", {}, "typing");
  namedTuple->body.onDerive = namedTupleOf;
  namedTuple->construct = namedTupleFromCall;
  module->set("NamedTuple", namedTuple);
  auto typedDict = makeClass("TypedDict", {}, "typing");
  typedDict->construct = typedDictFromCall;
  module->set("TypedDict", typedDict);
  return module;
}

Ref<eval::Module> abcModule(Interpreter &) {
  auto module = eval::make<eval::Module>("abc");
  module->set("ABC", makeClass("ABC", {}, "abc"));
  module->set("ABCMeta", makeClass("ABCMeta", {}, "abc"));
  module->define("abstractmethod", identity);
  return module;
}

} // namespace nereid::host
