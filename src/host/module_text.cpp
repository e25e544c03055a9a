// string, statistics, warnings and logging.
#include <algorithm>
#include <cmath>

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
using syntax::BinaryOp;

Ref<eval::Module> stringModule(Interpreter &) {
  auto module = eval::make<eval::Module>("string");
  const std::string lower = "abcdefghijklmnopqrstuvwxyz", upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string digits = "0123456789", punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
                    space = " \t\n\r\x0b\x0c";
  module->set("ascii_lowercase", Value::string(lower));
  module->set("ascii_uppercase", Value::string(upper));
  module->set("ascii_letters", Value::string(lower + upper));
  module->set("digits", Value::string(digits));
  module->set("hexdigits", Value::string(digits + "abcdefABCDEF"));
  module->set("octdigits", Value::string("01234567"));
  module->set("punctuation", Value::string(punctuation));
  module->set("whitespace", Value::string(space));
  module->set("printable", Value::string(digits + lower + upper + punctuation + space));
  return module;
}

// -- statistics -----------------------------------------------------------------------------------

namespace {

std::vector<Value> dataOf(const Arguments &call, std::string_view function, size_t least) {
  if (call.positional.empty())
    raise("TypeError", cat(function, "() missing 1 required positional argument: 'data'"));
  std::vector<Value> data = eval::items(call.positional[0]);
  if (data.size() < least)
    raise("ValueError",
          cat(function, " requires at least ", least == 1 ? "one data point" : "two data points"));
  return data;
}

double exactSum(const std::vector<Value> &data) {
  Value all = Value::list(data);
  return eval::call(*eval::mathModule()->members.find("fsum"), {all}).asFloat();
}

double meanOf(const std::vector<Value> &data) {
  return exactSum(data) / double(data.size());
}

double squaresOf(const std::vector<Value> &data) {
  double mean = meanOf(data);
  std::vector<Value> squares;
  for (const Value &item : data)
    squares.push_back(Value::real(std::pow(eval::toDouble(item) - mean, 2)));
  return exactSum(squares);
}

// An int where every item is one and the division leaves no rest, as statistics.mean has it.
Value mean(const Arguments &call) {
  std::vector<Value> data = dataOf(call, "mean", 1);
  Value total = Value::integer(0);
  bool allInts = true;
  for (const Value &item : data)
    allInts = allInts && (item.isInt() || item.isBool());
  if (!allInts)
    return Value::real(meanOf(data));
  for (const Value &item : data)
    total = eval::binary(BinaryOp::Add, total, item);
  Value count = Value::integer(eval::Int(data.size()));
  bool whole = total.asInt() % count.asInt() == 0;
  return eval::binary(whole ? BinaryOp::FloorDiv : BinaryOp::Div, total, count);
}

Value median(const Arguments &call) {
  std::vector<Value> data = dataOf(call, "median", 1);
  data = eval::items(eval::call(*eval::builtins().members.find("sorted"), {Value::list(data)}));
  size_t middle = data.size() / 2;
  if (data.size() % 2 == 1)
    return data[middle];
  return eval::binary(BinaryOp::Div, eval::binary(BinaryOp::Add, data[middle - 1], data[middle]),
                      Value::integer(2));
}

template <bool ofSample, bool root> Value spread(const Arguments &call) {
  const char *name = ofSample ? (root ? "stdev" : "variance") : (root ? "pstdev" : "pvariance");
  std::vector<Value> data = dataOf(call, name, ofSample ? 2 : 1);
  double variance = squaresOf(data) / double(data.size() - (ofSample ? 1 : 0));
  return Value::real(root ? std::sqrt(variance) : variance);
}

} // namespace

Ref<eval::Module> statisticsModule(Interpreter &) {
  auto module = eval::make<eval::Module>("statistics");
  module->define("mean", mean);
  module->define(
      "fmean", [](const Arguments &call) { return Value::real(meanOf(dataOf(call, "fmean", 1))); });
  module->define("geometric_mean", [](const Arguments &call) {
    std::vector<Value> logs;
    for (const Value &item : dataOf(call, "geometric_mean", 1))
      logs.push_back(Value::real(std::log(eval::toDouble(item))));
    return Value::real(std::exp(meanOf(logs)));
  });
  module->define("median", median);
  module->define("stdev", spread<true, true>);
  module->define("variance", spread<true, false>);
  module->define("pstdev", spread<false, true>);
  module->define("pvariance", spread<false, false>);
  return module;
}

// -- warnings -------------------------------------------------------------------------------------

namespace {

Value ignore(const Arguments &) {
  return Value();
}

// Something for `with` that does nothing.
class NoContext : public eval::Object {
public:
  explicit NoContext(std::string type, Value value = {})
      : type_(std::move(type)), value_(std::move(value)) {}
  std::string typeName() const override { return type_; }
  Value enter() override { return value_; }

private:
  const std::string type_;
  const Value value_;
};

Value warn(Interpreter &interpreter, const Arguments &call) {
  static const eval::Signature signature("warn", "message, category=, stacklevel=, source=");
  auto arguments = signature.match(call);
  Value category = arguments[1] ? *arguments[1] : eval::exceptionType("UserWarning");
  if (arguments[0]->as<eval::Exception>())
    category = eval::typeOf(*arguments[0]);
  std::string place;
  if (Frame *frame = interpreter.frame(); frame && interpreter.sources().contains(frame->position))
    place = cat(interpreter.sources().path(frame->position), ":",
                interpreter.sources().start(frame->position).line, ": ");
  interpreter.printError(cat(place, eval::str(eval::getAttr(category, "__name__")), ": ",
                             eval::str(*arguments[0]), "\n"));
  return Value();
}

} // namespace

Ref<eval::Module> warningsModule(Interpreter &interpreter) {
  auto module = eval::make<eval::Module>("warnings");
  Interpreter *self = &interpreter;
  module->define("warn", [self](const Arguments &call) { return warn(*self, call); });
  module->define("filterwarnings", ignore);
  module->define("simplefilter", ignore);
  module->define("resetwarnings", ignore);
  module->define("catch_warnings", [](const Arguments &) {
    return Value(eval::make<NoContext>("catch_warnings", Value::list({})));
  });
  return module;
}

// -- logging --------------------------------------------------------------------------------------

namespace {

struct Level {
  const char *name;
  const char *method;
  int value;
};
constexpr Level kLevels[] = {{"DEBUG", "debug", 10},
                             {"INFO", "info", 20},
                             {"WARNING", "warning", 30},
                             {"ERROR", "error", 40},
                             {"CRITICAL", "critical", 50}};

// A logger that writes "LEVEL:name:message" to standard error. Levels are per logger; the root's
// counts where a logger has none.
class Logger : public eval::Object {
public:
  Logger(std::string name, Interpreter &interpreter, std::shared_ptr<int> rootLevel)
      : name_(std::move(name)), interpreter_(interpreter), rootLevel_(std::move(rootLevel)) {}
  std::string typeName() const override { return "Logger"; }

  std::optional<Value> getAttr(std::string_view attribute) override {
    Ref<Logger> self(this);
    if (attribute == "name")
      return Value::string(name_);
    if (attribute == "handlers")
      return Value::list({});
    if (attribute == "setLevel")
      return Value(eval::make<eval::NativeFunction>("setLevel", [self](const Arguments &call) {
        eval::expectPositional("setLevel", call, 1, 1);
        int level = levelOf(call.positional[0]);
        (self->name_ == "root" ? *self->rootLevel_ : self->level_) = level;
        return Value();
      }));
    if (attribute == "addHandler" || attribute == "propagate")
      return Value(eval::make<eval::NativeFunction>(std::string(attribute), ignore));
    if (attribute == "isEnabledFor")
      return Value(eval::make<eval::NativeFunction>("isEnabledFor", [self](const Arguments &call) {
        eval::expectPositional("isEnabledFor", call, 1, 1);
        return Value::boolean(levelOf(call.positional[0]) >= self->threshold());
      }));
    if (attribute == "warn" || attribute == "exception")
      attribute = attribute == "warn" ? "warning" : "error";
    for (const Level &level : kLevels)
      if (attribute == level.method)
        return Value(
            eval::make<eval::NativeFunction>(level.method, [self, &level](const Arguments &call) {
              self->log(level, call);
              return Value();
            }));
    return std::nullopt;
  }

  static int levelOf(const Value &value) {
    if (const std::string *name = value.asString()) {
      for (const Level &level : kLevels)
        if (*name == level.name)
          return level.value;
      raise("ValueError", cat("Unknown level: ", eval::repr(value)));
    }
    return int(eval::toInt64(value, "level"));
  }

private:
  int threshold() const { return level_ ? level_ : *rootLevel_; }

  void log(const Level &level, const Arguments &call) {
    if (level.value < threshold() || call.positional.empty())
      return;
    std::string message = eval::str(call.positional[0]);
    if (call.positional.size() > 1)
      message = eval::formatPercent(
          message, Value::tuple({call.positional.begin() + 1, call.positional.end()}));
    interpreter_.printError(cat(level.name, ":", name_, ":", message, "\n"));
  }

  const std::string name_;
  Interpreter &interpreter_;
  const std::shared_ptr<int> rootLevel_;
  int level_ = 0; // 0: the root's
};

} // namespace

Ref<eval::Module> loggingModule(Interpreter &interpreter) {
  auto module = eval::make<eval::Module>("logging");
  auto rootLevel = std::make_shared<int>(30);
  auto root = eval::make<Logger>("root", interpreter, rootLevel);
  Interpreter *self = &interpreter;
  for (const Level &level : kLevels) {
    module->set(level.name, Value::integer(level.value));
    module->set(level.method, *root->getAttr(level.method));
  }
  module->set("WARN", Value::integer(30));
  auto loggers = eval::make<eval::Dict>();
  module->define("getLogger", [=](const Arguments &call) {
    eval::expectPositional("getLogger", call, 0, 1);
    if (call.positional.empty() || call.positional[0].isNone())
      return Value(root);
    const std::string &name = eval::toText(call.positional[0], "A logger name");
    if (const Value *known = loggers->find(name))
      return *known;
    Value logger = eval::make<Logger>(name, *self, rootLevel);
    loggers->set(name, logger);
    return logger;
  });
  module->define("basicConfig", [rootLevel](const Arguments &call) {
    for (const eval::Keyword &keyword : call.keywords)
      if (keyword.name == "level")
        *rootLevel = Logger::levelOf(keyword.value);
    return Value();
  });
  for (const char *name : {"StreamHandler", "Formatter", "captureWarnings"})
    module->define(name, ignore);
  return module;
}

} // namespace nereid::host
