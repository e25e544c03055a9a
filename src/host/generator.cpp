#include "host/generator.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"
#include "host/interpreter.h"
#include "host/runner.h"

namespace nereid::host {

using eval::Arguments;
using eval::Exception;
using eval::raise;
using eval::Raised;
using eval::Ref;
using eval::Value;

namespace {

bool isOfType(const Exception &exception, std::string_view type) {
  return exception.type->derivesFrom(eval::exceptionType(type).get());
}

// throw(exception), or throw(type): an exception of that type.
Ref<Exception> thrownBy(const Arguments &call) {
  if (call.positional.empty())
    raise("TypeError", "throw expected at least 1 argument, got 0");
  Value value = call.positional[0];
  if (value.as<eval::ExceptionType>())
    value = call.positional.size() > 1 && call.positional[1].as<Exception>()
                ? call.positional[1]
                : eval::call(value, {});
  auto *exception = value.as<Exception>();
  if (!exception)
    raise("TypeError", "exceptions must be classes or instances deriving from BaseException");
  return Ref<Exception>(exception);
}

} // namespace

Generator::Generator(Ref<FunctionObject> function, const Arguments &arguments)
    : function_(std::move(function)), frame_(*function_->module(), function_->layout()),
      coroutine_([this](Coroutine &) { runBody(); }) {
  function_->openFrame(frame_, arguments);
  frame_.generator = this;
}

// What the body has opened is closed. After the interpreter has gone nothing can run, and nobody
// would notice.
Generator::~Generator() {
  try {
    if (function_->module()->interpreter)
      close();
  } catch (...) { // nobody is there to hear of it
  }
}

void Generator::runBody() {
  try {
    try {
      Runner(*function_->module()->interpreter, frame_).execute(function_->definition()->body);
    } catch (const Raised &raised) {
      Runner::trace(frame_, *raised.exception);
      if (isOfType(*raised.exception, "StopIteration"))
        raise("RuntimeError", "generator raised StopIteration");
      throw;
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
}

std::optional<Value> Generator::resume(Value sent, Ref<Exception> thrown) {
  if (isRunning_)
    raise("ValueError", "generator already executing");
  Interpreter *interpreter = function_->module()->interpreter;
  if (coroutine_.isDone() || !interpreter || (thrown && !isStarted_)) {
    if (!isStarted_ && thrown)
      coroutine_.finish();
    if (thrown)
      throw Raised(thrown);
    return std::nullopt;
  }
  if (!isStarted_ && !sent.isNone())
    raise("TypeError", "can't send non-None value to a just-started generator");
  FrameEntry entry(*interpreter, frame_);
  Value outer = interpreter->handled();
  if (isStarted_)
    interpreter->setHandled(handled_);
  passed_ = std::move(sent);
  thrown_ = std::move(thrown);
  isStarted_ = isRunning_ = true;
  coroutine_.resume();
  isRunning_ = false;
  handled_ = coroutine_.isDone() ? Value() : interpreter->handled();
  interpreter->setHandled(outer);
  if (failure_)
    std::rethrow_exception(std::exchange(failure_, nullptr));
  if (coroutine_.isDone())
    return std::nullopt;
  return std::move(passed_);
}

Value Generator::yield(const Value &value) {
  passed_ = value;
  coroutine_.suspend();
  if (thrown_)
    throw Raised(std::exchange(thrown_, {}));
  return std::move(passed_);
}

Value Generator::yieldFrom(const Value &iterable) {
  Ref<Generator> inner(iterable.as<Generator>());
  std::unique_ptr<eval::Iterator> iterator = inner ? nullptr : eval::iterate(iterable);
  Value sent;
  Ref<Exception> thrown;
  for (;;) {
    std::optional<Value> item;
    if (inner)
      item = inner->resume(sent, std::exchange(thrown, {}));
    else if (thrown)
      throw Raised(thrown);
    else
      item = iterator->next();
    if (!item)
      return inner ? inner->returned() : Value::none();
    try {
      sent = yield(*item);
    } catch (const Raised &raised) {
      thrown = raised.exception;
    }
  }
}

void Generator::close() {
  if (!isStarted_)
    return coroutine_.finish();
  if (coroutine_.isDone())
    return;
  auto exit = eval::make<Exception>(eval::exceptionType("GeneratorExit"), std::vector<Value>());
  try {
    if (resume(Value::none(), exit))
      raise("RuntimeError", "generator ignored GeneratorExit");
  } catch (const Raised &raised) {
    if (!isOfType(*raised.exception, "GeneratorExit") &&
        !isOfType(*raised.exception, "StopIteration"))
      throw;
  }
}

Value Generator::nextOrStop(std::optional<Value> value) const {
  if (value)
    return *std::move(value);
  std::vector<Value> result;
  if (!returned().isNone())
    result.push_back(returned());
  raise(eval::exceptionType("StopIteration"), std::move(result));
}

std::string Generator::repr() const {
  return cat("<generator object ", function_->layout().qualifiedName, " at 0x",
             eval::format(Value::integer(eval::Int(reinterpret_cast<uintptr_t>(this))), "012x"),
             ">");
}

std::vector<std::string> Generator::attributeNames() const {
  return {"send", "throw", "close", "__next__", "__iter__", "__name__"};
}

std::optional<Value> Generator::getAttr(std::string_view name) {
  if (name == "__name__")
    return Value::string(function_->layout().name);
  if (name == "__returned__") // for next(), which raises StopIteration with it
    return returned();
  using Body = Value (*)(Generator &, const Arguments &);
  static constexpr std::pair<std::string_view, Body> kMethods[] = {
      {"send",
       [](Generator &self, const Arguments &call) {
         eval::expectPositional("send", call, 1, 1);
         return self.nextOrStop(self.resume(call.positional[0]));
       }},
      {"throw",
       [](Generator &self, const Arguments &call) {
         return self.nextOrStop(self.resume(Value::none(), thrownBy(call)));
       }},
      {"close",
       [](Generator &self, const Arguments &) {
         self.close();
         return Value::none();
       }},
      {"__next__", [](Generator &self, const Arguments &) { return self.nextOrStop(self.next()); }},
      {"__iter__", [](Generator &self, const Arguments &) { return Value(Ref<Generator>(&self)); }},
  };
  for (const auto &[method, body] : kMethods)
    if (name == method)
      return Value(eval::make<eval::NativeFunction>(
          std::string(name), [self = Ref<Generator>(this), body = body](const Arguments &call) {
            return body(*self, call);
          }));
  return std::nullopt;
}

std::unique_ptr<eval::Iterator> Generator::iterate() {
  class Items : public eval::Iterator {
  public:
    explicit Items(Ref<Generator> generator) : generator_(std::move(generator)) {}
    std::optional<Value> next() override { return generator_->next(); }

  private:
    const Ref<Generator> generator_;
  };
  return std::make_unique<Items>(Ref<Generator>(this));
}

} // namespace nereid::host
