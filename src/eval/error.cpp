#include "eval/error.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "eval/operators.h"

namespace nereid::eval {

namespace {

struct BuiltinException {
  std::string_view name;
  std::string_view base;
};

// A base comes before what derives from it.
constexpr BuiltinException kBuiltinExceptions[] = {
    {"BaseException", ""},
    {"SystemExit", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"GeneratorExit", "BaseException"},
    {"Exception", "BaseException"},
    {"ArithmeticError", "Exception"},
    {"FloatingPointError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"MemoryError", "Exception"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"FileNotFoundError", "OSError"},
    {"FileExistsError", "OSError"},
    {"PermissionError", "OSError"},
    {"TimeoutError", "OSError"},
    {"ReferenceError", "Exception"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"StopIteration", "Exception"},
    {"StopAsyncIteration", "Exception"},
    {"SyntaxError", "Exception"},
    {"IndentationError", "SyntaxError"},
    {"SystemError", "Exception"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"UnicodeError", "ValueError"},
    {"UnicodeDecodeError", "UnicodeError"},
    {"UnicodeEncodeError", "UnicodeError"},
    {"Warning", "Exception"},
    {"UserWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"SyntaxWarning", "Warning"},
    {"PendingDeprecationWarning", "Warning"},
    {"ImportWarning", "Warning"},
    {"ResourceWarning", "Warning"},
};

const std::vector<Ref<ExceptionType>> &builtinTypes() {
  // Never destroyed: exceptions may outlive every static object.
  static const auto *types = [] {
    auto *all = new std::vector<Ref<ExceptionType>>;
    for (const BuiltinException &entry : kBuiltinExceptions) {
      const ExceptionType *base = nullptr;
      for (const auto &earlier : *all)
        if (earlier->name == entry.base)
          base = earlier.get();
      all->push_back(make<ExceptionType>(std::string(entry.name), base));
    }
    return all;
  }();
  return *types;
}

} // namespace

std::vector<Ref<ExceptionType>> exceptionTypes() {
  return builtinTypes();
}

Ref<ExceptionType> exceptionType(std::string_view name) {
  if (name == "IOError" || name == "EnvironmentError")
    name = "OSError";
  for (const auto &type : builtinTypes())
    if (type->name == name)
      return type;
  NEREID_UNREACHABLE(cat("no builtin exception is called ", name));
}

void raise(std::string_view type, std::string message) {
  throw Raised(
      make<Exception>(exceptionType(type), std::vector<Value>{Value::string(std::move(message))}));
}

void raise(Ref<ExceptionType> type, std::vector<Value> args) {
  throw Raised(make<Exception>(std::move(type), std::move(args)));
}

bool ExceptionType::derivesFrom(const ExceptionType *other) const {
  for (const ExceptionType *type = this; type; type = type->base)
    if (type == other)
      return true;
  return false;
}

std::string ExceptionType::repr() const {
  return cat("<class '", name, "'>");
}

std::optional<Value> ExceptionType::getAttr(std::string_view attribute) {
  if (attribute == "__name__" || attribute == "__qualname__")
    return Value::string(name);
  if (attribute == "__module__")
    return Value::string("builtins");
  if (attribute == "__doc__")
    return Value::none();
  return std::nullopt;
}

Value ExceptionType::call(const Arguments &arguments) {
  if (!arguments.keywords.empty() && !derivesFrom(exceptionType("ImportError").get()))
    raise("TypeError", cat(name, "() takes no keyword arguments"));
  std::vector<Value> args(arguments.positional.begin(), arguments.positional.end());
  return make<Exception>(Ref<ExceptionType>(this), std::move(args));
}

std::optional<Value> ExceptionType::binary(syntax::BinaryOp op, const Value &other,
                                           bool reflected) {
  if (op != syntax::BinaryOp::BitOr)
    return std::nullopt;
  return TypeExpression::tryUnion(Value(Ref<Object>(this)), other, reflected);
}

std::optional<bool> ExceptionType::hasInstance(const Value &value) const {
  auto *exception = value.as<Exception>();
  return exception && exception->type->derivesFrom(this);
}

bool ExceptionType::isSubclassOf(const Object &other) const {
  auto *type = dynamic_cast<const ExceptionType *>(&other);
  return type && derivesFrom(type);
}

std::string Exception::message() const {
  if (args.empty())
    return "";
  if (args.size() > 1)
    return eval::repr(Value::tuple(args));
  // str(KeyError('x')) is the repr of the key, so that an empty key shows.
  if (type->derivesFrom(exceptionType("KeyError").get()))
    return eval::repr(args[0]);
  return eval::str(args[0]);
}

std::string Exception::repr() const {
  std::string inside = args.size() == 1 ? eval::repr(args[0]) : reprItems(args);
  return cat(type->name, "(", inside, ")");
}

std::optional<Value> Exception::getAttr(std::string_view name) {
  if (const Value *set = attributes.find(name))
    return *set;
  if (name == "args")
    return Value::tuple(args);
  if (name == "__cause__")
    return cause;
  if (name == "__context__")
    return context;
  if (name == "__suppress_context__")
    return Value::boolean(suppressContext);
  if (name == "__traceback__" || name == "__doc__")
    return Value::none();
  if (name == "value" && type->derivesFrom(exceptionType("StopIteration").get()))
    return args.empty() ? Value::none() : args[0];
  if (name == "code" && type->derivesFrom(exceptionType("SystemExit").get()))
    return args.empty() ? Value::none() : args[0];
  if (name == "with_traceback")
    return Value(make<NativeFunction>(
        "with_traceback", [self = Ref<Exception>(this)](const Arguments &) { return self; }));
  return std::nullopt;
}

bool Exception::setAttr(std::string_view name, const Value &value) {
  if (name == "args")
    args = items(value);
  else if (name == "__cause__")
    cause = value;
  else
    attributes.set(name, value);
  return true;
}

std::vector<std::string> Exception::attributeNames() const {
  std::vector<std::string> names = {"args", "with_traceback"};
  for (const auto &[key, value] : attributes.entries())
    names.push_back(*key.asString());
  return names;
}

} // namespace nereid::eval
