// The builtin types as values: int("3"), isinstance(x, (list, tuple)), type(x).__name__.
#include <map>
#include <mutex>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/bytes.h"
#include "eval/dict_methods.h"
#include "eval/number.h"
#include "eval/operators.h"
#include "eval/sequence_methods.h"
#include "eval/str_methods.h"
#include "eval/types.h"
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

Value makeBool(const Arguments &call) {
  expectPositional("bool", call, 0, 1);
  return Value::boolean(!call.positional.empty() && truthy(call.positional[0]));
}

Value makeInt(const Arguments &call) {
  static const Signature signature("int", "x=, base=");
  auto arguments = signature.match(call);
  if (!arguments[0])
    return Value::integer(0);
  const Value &value = *arguments[0];
  const std::string *text = value.asString();
  if (arguments[1]) {
    if (!text)
      raise("TypeError", "int() can't convert non-string with explicit base");
    return Value::integer(parseInt(*text, int(std::clamp<Int>(toInt(*arguments[1]), -1, 99))));
  }
  if (text)
    return Value::integer(parseInt(*text, 10));
  if (value.isFloat())
    return Value::integer(intFromFloat(value.asFloat()));
  if (value.isNumber())
    return Value::integer(value.asInt());
  if (value.isObject()) {
    if (std::optional<Value> number = value.object()->number())
      return Value::integer(number->isFloat() ? intFromFloat(number->asFloat()) : number->asInt());
    if (std::optional<Int> index = value.object()->index())
      return Value::integer(*index);
  }
  raise("TypeError", cat("int() argument must be a string, a bytes-like object or a real number, "
                         "not '",
                         typeName(value), "'"));
}

Value makeFloat(const Arguments &call) {
  expectPositional("float", call, 0, 1);
  if (call.positional.empty())
    return Value::real(0.0);
  const Value &value = call.positional[0];
  if (const std::string *text = value.asString())
    return Value::real(parseFloat(*text));
  if (value.isNumber() ||
      (value.isObject() && (value.object()->number() || value.object()->index())))
    return Value::real(toDouble(value));
  raise("TypeError",
        cat("float() argument must be a string or a real number, not '", typeName(value), "'"));
}

Value makeStr(const Arguments &call) {
  static const Signature signature("str", "object=, encoding=, errors=");
  auto arguments = signature.match(call);
  if (arguments[1])
    raise("TypeError", cat("decoding to str: need a bytes-like object, ",
                           arguments[0] ? typeName(*arguments[0]) : "str", " found"));
  return arguments[0]
             ? (arguments[0]->asString() ? *arguments[0] : Value::string(str(*arguments[0])))
             : Value::string("");
}

Value makeList(const Arguments &call) {
  expectPositional("list", call, 0, 1);
  return Value::list(call.positional.empty() ? std::vector<Value>() : items(call.positional[0]));
}

Value makeTuple(const Arguments &call) {
  expectPositional("tuple", call, 0, 1);
  if (!call.positional.empty())
    if (auto *tuple = call.positional[0].as<Tuple>(); tuple && tuple->className.empty())
      return call.positional[0];
  return Value::tuple(call.positional.empty() ? std::vector<Value>() : items(call.positional[0]));
}

Value makeDict(const Arguments &call) {
  if (call.positional.size() > 1)
    raise("TypeError", cat("dict expected at most 1 argument, got ", call.positional.size()));
  auto dict = make<Dict>();
  if (!call.positional.empty())
    updateDict(*dict, call.positional[0]);
  for (const Keyword &keyword : call.keywords)
    dict->set(keyword.name, keyword.value);
  return dict;
}

template <bool frozen> Value makeSet(const Arguments &call) {
  expectPositional(frozen ? "frozenset" : "set", call, 0, 1);
  auto set = make<Set>(frozen);
  if (call.positional.empty())
    return set;
  if (auto *other = call.positional[0].as<Set>())
    set->table.addAll(other->table);
  else
    for (const Value &item : items(call.positional[0]))
      set->table.add(item);
  return set;
}

Value makeRange(const Arguments &call) {
  expectPositional("range", call, 1, 3);
  auto bound = [&](size_t at) {
    Int value = toInt(call.positional[at]);
    if (value != Int(int64_t(value)))
      raise("OverflowError", "a bound of range() is beyond 64 bits");
    return int64_t(value);
  };
  if (call.positional.size() == 1)
    return make<Range>(0, bound(0), 1);
  int64_t step = call.positional.size() == 3 ? bound(2) : 1;
  if (step == 0)
    raise("ValueError", "range() arg 3 must not be zero");
  return make<Range>(bound(0), bound(1), step);
}

Value makeSlice(const Arguments &call) {
  expectPositional("slice", call, 1, 3);
  const auto &given = call.positional;
  if (given.size() == 1)
    return make<Slice>(Value::none(), given[0], Value::none());
  return make<Slice>(given[0], given[1], given.size() == 3 ? given[2] : Value::none());
}

Value makeType(const Arguments &call) {
  if (call.positional.size() != 1 || !call.keywords.empty())
    raise("TypeError", "type() takes 1 argument: classes are made by `class` statements");
  return typeOf(call.positional[0]);
}

Value makeObject(const Arguments &call) {
  struct Plain : Object {
    std::string typeName() const override { return "object"; }
  };
  expectPositional("object", call, 0, 0);
  return make<Plain>();
}

bool isClass(const Value &value) {
  return value.isObject() && !value.as<TypeExpression>() &&
         value.object()->hasInstance(Value()).has_value();
}

template <typename T> bool isA(const Value &value) {
  return value.as<T>() != nullptr;
}

// dict.fromkeys(keys, value=None)
Value dictFromKeys(const Arguments &call) {
  expectPositional("fromkeys", call, 1, 2);
  auto dict = make<Dict>();
  for (const Value &key : items(call.positional[0]))
    dict->set(key, call.positional.size() > 1 ? call.positional[1] : Value::none());
  return dict;
}

Value floatFromHex(const Arguments &call) {
  expectPositional("fromhex", call, 1, 1);
  std::string text(stripSpace(toText(call.positional[0], "fromhex() argument")));
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end)
    raise("ValueError", "invalid hexadecimal floating-point string");
  return Value::real(value);
}

using TypeMap = std::map<std::string, Ref<Type>, std::less<>>;

Ref<Type> add(TypeMap &types, std::string name, NativeFunction::Body construct,
              std::function<bool(const Value &)> isInstance, MethodTable methods = {}) {
  auto type = make<Type>(name, std::move(construct), std::move(isInstance));
  type->methods = methods;
  types.emplace(std::move(name), type);
  return type;
}

TypeMap makeTypes() {
  TypeMap types;
  Ref<Type> integer =
      add(types, "int", makeInt, [](const Value &v) { return v.isInt() || v.isBool(); });
  add(types, "bool", makeBool, [](const Value &v) { return v.isBool(); })->base = integer.get();
  Ref<Type> real = add(types, "float", makeFloat, [](const Value &v) { return v.isFloat(); });
  real->members.set("fromhex", make<NativeFunction>("fromhex", floatFromHex));
  add(types, "str", makeStr, isA<Str>, strMethods());
  add(types, "bytes", makeBytes, isA<Bytes>);
  add(types, "list", makeList, isA<List>, listMethods());
  add(types, "tuple", makeTuple, isA<Tuple>, tupleMethods());
  add(types, "dict", makeDict, isA<Dict>, dictMethods())
      ->members.set("fromkeys", make<NativeFunction>("fromkeys", dictFromKeys));
  auto isSet = [](bool frozen) {
    return [frozen](const Value &value) {
      auto *set = value.as<Set>();
      return set && set->frozen == frozen;
    };
  };
  add(types, "set", makeSet<false>, isSet(false), setMethods(false));
  add(types, "frozenset", makeSet<true>, isSet(true), setMethods(true));
  add(types, "range", makeRange, isA<Range>);
  add(types, "slice", makeSlice, isA<Slice>);
  add(types, "type", makeType, isClass);
  add(types, "object", makeObject, [](const Value &) { return true; });
  for (auto &entry : types)
    if (!entry.second->base && entry.first != "object")
      entry.second->base = types.at("object").get();
  return types;
}

bool matchesClass(const Value &classes, std::string_view function,
                  const std::function<std::optional<bool>(const Object &)> &test) {
  if (auto *several = classes.as<Tuple>()) {
    for (const Value &each : several->items)
      if (matchesClass(each, function, test))
        return true;
    return false;
  }
  if (classes.isObject())
    if (std::optional<bool> answer = test(*classes.object()))
      return *answer;
  raise("TypeError", cat(function, "() arg 2 must be a ",
                         function == "isinstance" ? "type, a tuple of types, or a union"
                                                  : "class, a tuple of classes, or a union"));
}

} // namespace

std::vector<Ref<Type>> constructibleTypes() {
  std::vector<Ref<Type>> types;
  for (const char *name : {"bool", "bytes", "dict", "float", "frozenset", "int", "list", "object",
                           "range", "set", "slice", "str", "tuple", "type"})
    types.push_back(builtinType(name));
  return types;
}

// Objects of native classes without a Type of their own share one by name, made on demand. Types
// live for the whole run.
Ref<Type> builtinType(std::string_view name) {
  static auto *types = new TypeMap(makeTypes());
  static auto *mutex = new std::mutex;
  std::lock_guard lock(*mutex);
  if (auto found = types->find(name); found != types->end())
    return found->second;
  std::string text(name);
  Ref<Type> type = add(
      *types, text,
      [text](const Arguments &) -> Value {
        raise("TypeError", cat("cannot create '", text, "' instances"));
      },
      [text](const Value &value) { return typeName(value) == text; });
  type->base = types->at("object").get();
  return type;
}

Value typeOf(const Value &value) {
  return value.isObject() ? value.object()->classOf() : Value(builtinType(typeName(value)));
}

bool isInstance(const Value &value, const Value &classes) {
  return matchesClass(classes, "isinstance",
                      [&](const Object &type) { return type.hasInstance(value); });
}

bool isSubclass(const Value &type, const Value &classes) {
  if (!isClass(type))
    raise("TypeError", "issubclass() arg 1 must be a class");
  return matchesClass(classes, "issubclass", [&](const Object &other) -> std::optional<bool> {
    if (!other.hasInstance(Value()))
      return std::nullopt;
    return type.object()->isSubclassOf(other);
  });
}

} // namespace nereid::eval
