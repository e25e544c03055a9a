// sys, os (names and paths only) and time.
#include <chrono>
#include <filesystem>
#include <limits>
#include <thread>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "host/standard_modules.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

// sys.stdout and sys.stderr.
class OutputStream : public eval::Object {
public:
  OutputStream(std::string name, std::function<void(std::string_view)> write,
               std::function<void()> flush)
      : name_(std::move(name)), write_(std::move(write)), flush_(std::move(flush)) {}
  std::string typeName() const override { return "TextIOWrapper"; }
  std::optional<Value> getAttr(std::string_view attribute) override {
    if (attribute == "write")
      return Value(eval::make<eval::NativeFunction>(
          "write", [self = Ref<OutputStream>(this)](const Arguments &call) {
            eval::expectPositional("write", call, 1, 1);
            const std::string &text = eval::toText(call.positional[0], "write() argument");
            self->write_(text);
            return Value::integer(eval::length(call.positional[0]));
          }));
    if (attribute == "flush")
      return Value(eval::make<eval::NativeFunction>(
          "flush", [self = Ref<OutputStream>(this)](const Arguments &) {
            self->flush_();
            return Value();
          }));
    if (attribute == "isatty")
      return Value(eval::make<eval::NativeFunction>(
          "isatty", [](const Arguments &) { return Value::boolean(false); }));
    if (attribute == "name")
      return Value::string(name_);
    if (attribute == "encoding")
      return Value::string("utf-8");
    return std::nullopt;
  }
  std::vector<std::string> attributeNames() const override {
    return {"write", "flush", "isatty", "name", "encoding"};
  }

private:
  const std::string name_;
  const std::function<void(std::string_view)> write_;
  const std::function<void()> flush_;
};

Value namedTuple(std::string name, std::vector<std::pair<std::string, Value>> fields) {
  std::vector<Value> values;
  std::vector<std::string> names;
  for (auto &[field, value] : fields) {
    names.push_back(field);
    values.push_back(value);
  }
  auto tuple = eval::make<eval::Tuple>(std::move(values));
  tuple->className = std::move(name);
  tuple->fields = std::move(names);
  return tuple;
}

Value floatInfo() {
  using Limits = std::numeric_limits<double>;
  return namedTuple("sys.float_info", {{"max", Value::real(Limits::max())},
                                       {"max_exp", Value::integer(Limits::max_exponent)},
                                       {"max_10_exp", Value::integer(Limits::max_exponent10)},
                                       {"min", Value::real(Limits::min())},
                                       {"min_exp", Value::integer(Limits::min_exponent)},
                                       {"min_10_exp", Value::integer(Limits::min_exponent10)},
                                       {"dig", Value::integer(Limits::digits10)},
                                       {"mant_dig", Value::integer(Limits::digits)},
                                       {"epsilon", Value::real(Limits::epsilon())},
                                       {"radix", Value::integer(2)},
                                       {"rounds", Value::integer(1)}});
}

// Sleeps in short naps, so that Ctrl-C wakes it.
void sleepFor(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr double kLongest = 1e9;
  auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(std::min(seconds, kLongest)));
  constexpr auto kNap = std::chrono::milliseconds(20);
  while (Clock::now() < end) {
    checkInterrupt();
    std::this_thread::sleep_for(std::min<Clock::duration>(kNap, end - Clock::now()));
  }
}

template <typename Clock> void defineClock(eval::Module &module, const char *name) {
  module.define(name, [name](const Arguments &call) {
    eval::expectPositional(name, call, 0, 0);
    auto since = Clock::now().time_since_epoch();
    return Value::real(std::chrono::duration<double>(since).count());
  });
  std::string inNanoseconds = cat(name, "_ns");
  module.define(inNanoseconds, [inNanoseconds](const Arguments &call) {
    eval::expectPositional(inNanoseconds, call, 0, 0);
    auto since = Clock::now().time_since_epoch();
    return Value::integer(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
  });
}

} // namespace

Ref<eval::Module> sysModule(Interpreter &interpreter) {
  auto module = eval::make<eval::Module>("sys");
  std::vector<Value> arguments;
  for (const std::string &argument : interpreter.options().arguments)
    arguments.push_back(Value::string(argument));
  module->set("argv", Value::list(std::move(arguments)));
  module->set("path", Value::list({Value::string(interpreter.options().directory)}));
  module->set("modules", eval::make<eval::Dict>());
  module->set("maxsize", Value::integer(std::numeric_limits<int64_t>::max()));
  module->set("float_info", floatInfo());
  module->set("platform", Value::string("linux"));
  module->set("byteorder", Value::string("little"));
  module->set("version", Value::string("3.12.0 (Nereid)"));
  module->set("version_info",
              namedTuple("sys.version_info", {{"major", Value::integer(3)},
                                              {"minor", Value::integer(12)},
                                              {"micro", Value::integer(0)},
                                              {"releaselevel", Value::string("final")},
                                              {"serial", Value::integer(0)}}));
  Interpreter *self = &interpreter;
  module->set("stdout", eval::make<OutputStream>(
                            "<stdout>", [self](std::string_view text) { self->print(text); },
                            [self] { self->flush(); }));
  module->set("stderr",
              eval::make<OutputStream>(
                  "<stderr>", [self](std::string_view text) { self->printError(text); }, [] {}));
  module->define("exit", [](const Arguments &call) -> Value {
    eval::expectPositional("exit", call, 0, 1);
    raise(eval::exceptionType("SystemExit"),
          {call.positional.empty() ? Value::none() : call.positional[0]});
  });
  module->define("getrecursionlimit",
                 [](const Arguments &) { return Value::integer(kRecursionLimit); });
  // Deeper recursion is not to be had; asking for it is no error until it is used.
  module->define("setrecursionlimit", [](const Arguments &) { return Value(); });
  module->define("getsizeof", [](const Arguments &) -> Value {
    raiseNotInSubset("`sys.getsizeof`: sizes of Python's own objects");
  });
  return module;
}

Ref<eval::Module> timeModule(Interpreter &) {
  auto module = eval::make<eval::Module>("time");
  defineClock<std::chrono::system_clock>(*module, "time");
  defineClock<std::chrono::steady_clock>(*module, "perf_counter");
  defineClock<std::chrono::steady_clock>(*module, "monotonic");
  defineClock<std::chrono::steady_clock>(*module, "process_time");
  module->define("sleep", [](const Arguments &call) {
    eval::expectPositional("sleep", call, 1, 1);
    double seconds = eval::toDouble(call.positional[0]);
    if (!(seconds >= 0))
      raise("ValueError", "sleep length must be non-negative");
    sleepFor(seconds);
    return Value();
  });
  return module;
}

namespace {

std::string joinPath(const Arguments &call) {
  std::string path;
  for (const Value &part : call.positional) {
    const std::string &text = eval::toText(part, "path");
    if (text.starts_with('/') || path.empty())
      path = text;
    else
      path += path.ends_with('/') ? text : "/" + text;
  }
  return path;
}

// The part before and after the last slash, as os.path.split has them.
std::pair<std::string, std::string> splitPath(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return {"", path};
  std::string head = path.substr(0, slash + 1);
  size_t last = head.find_last_not_of('/');
  if (last != std::string::npos)
    head.resize(last + 1);
  return {head, path.substr(slash + 1)};
}

Value splitExtension(const std::string &path) {
  size_t name = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  size_t dot = path.rfind('.');
  size_t first = path.find_first_not_of('.', name);
  if (dot == std::string::npos || dot < name || first == std::string::npos || dot < first)
    dot = path.size();
  return Value::tuple({Value::string(path.substr(0, dot)), Value::string(path.substr(dot))});
}

void definePath(eval::Module &module, const char *name, Value (*body)(const std::string &)) {
  module.define(name, [=](const Arguments &call) {
    eval::expectPositional(name, call, 1, 1);
    return body(eval::toText(call.positional[0], "path"));
  });
}

} // namespace

Ref<eval::Module> osPathModule(Interpreter &) {
  auto module = eval::make<eval::Module>("posixpath");
  module->set("sep", Value::string("/"));
  module->define("join", [](const Arguments &call) {
    if (call.positional.empty())
      raise("TypeError", "join() missing 1 required positional argument: 'a'");
    return Value::string(joinPath(call));
  });
  definePath(*module, "basename",
             [](const std::string &path) { return Value::string(splitPath(path).second); });
  definePath(*module, "dirname",
             [](const std::string &path) { return Value::string(splitPath(path).first); });
  definePath(*module, "split", [](const std::string &path) {
    auto [head, tail] = splitPath(path);
    return Value::tuple({Value::string(head), Value::string(tail)});
  });
  definePath(*module, "splitext", splitExtension);
  definePath(*module, "isabs",
             [](const std::string &path) { return Value::boolean(path.starts_with('/')); });
  auto absolute = [](const std::string &path) {
    std::error_code error;
    std::filesystem::path full = std::filesystem::absolute(path, error).lexically_normal();
    return Value::string(error ? path : full.string());
  };
  definePath(*module, "abspath", absolute);
  definePath(*module, "realpath", absolute);
  for (const char *name : {"exists", "isfile", "isdir", "getsize", "expanduser"})
    module->define(name, [name](const Arguments &) -> Value {
      raiseNotInSubset(cat("`os.path.", name, "`: scripts run here have no access to files"));
    });
  return module;
}

Ref<eval::Module> osModule(Interpreter &interpreter) {
  auto module = eval::make<eval::Module>("os");
  module->set("path", interpreter.importModule("os.path"));
  module->set("sep", Value::string("/"));
  module->set("linesep", Value::string("\n"));
  module->set("name", Value::string("posix"));
  // A script starts without variables, so that it does the same everywhere; it may set its own.
  auto environment = eval::make<eval::Dict>();
  module->set("environ", environment);
  module->define("getenv", [environment](const Arguments &call) {
    eval::expectPositional("getenv", call, 1, 2);
    if (const Value *value = environment->find(call.positional[0]))
      return *value;
    return call.positional.size() == 2 ? call.positional[1] : Value::none();
  });
  module->define("cpu_count", [](const Arguments &) {
    return Value::integer(std::thread::hardware_concurrency());
  });
  return module;
}

} // namespace nereid::host
