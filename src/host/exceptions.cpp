// raise, try and with.
#include "base/text.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::Exception;
using eval::ExceptionType;
using eval::raise;
using eval::Raised;
using eval::Ref;
using eval::Value;
using Completion = Runner::Completion;

void Runner::trace(Frame &frame, Exception &exception) {
  if (std::exchange(frame.traced, nullptr) == &exception)
    return;
  Span anchor = frame.anchored == frame.position ? frame.anchor : Span();
  exception.traceback.push_back({frame.position, frame.layout.name, anchor});
}

namespace {

// The exception that `raise value` raises: a class is called without arguments.
Ref<Exception> toException(const Value &value, std::string_view problem) {
  Value object = value.as<ExceptionType>() ? eval::call(value, {}) : value;
  if (auto *exception = object.as<Exception>())
    return Ref<Exception>(exception);
  raise("TypeError", std::string(problem));
}

// While a handler runs, its exception is the one that a bare `raise` raises again, and the context
// of every other that leaves it.
class Handling {
public:
  Handling(Value &handled, const Ref<Exception> &exception)
      : handled_(handled), outer_(std::exchange(handled, Value(exception))) {}
  ~Handling() { handled_ = std::move(outer_); }

private:
  Value &handled_;
  Value outer_;
};

void setContext(Exception &raised, const Ref<Exception> &handled) {
  if (&raised == handled.get() || !raised.context.isNone())
    return;
  // No circles: the handled exception must not itself lead to the raised one.
  for (Exception *each = handled.get(); each; each = each->context.as<Exception>())
    if (each == &raised)
      return;
  raised.context = handled;
}

} // namespace

void Runner::executeRaise(const RaiseStmt &stmt) {
  if (!stmt.exception) {
    frame_.position = stmt.span;
    auto *again = interpreter_.handled_.as<Exception>();
    if (!again)
      raise("RuntimeError", "No active exception to reraise");
    frame_.traced = again;
    throw Raised(Ref<Exception>(again));
  }
  Value value = evaluate(stmt.exception);
  frame_.position = stmt.span;
  Ref<Exception> exception = toException(value, "exceptions must derive from BaseException");
  if (stmt.cause) {
    Value cause = evaluate(stmt.cause);
    frame_.position = stmt.span;
    exception->suppressContext = true;
    exception->cause =
        cause.isNone()
            ? cause
            : Value(toException(cause, "exception causes must derive from BaseException"));
  }
  throw Raised(exception);
}

bool Runner::matches(const TryStmt::Handler &handler, const Exception &exception) {
  if (!handler.type)
    return exception.type.get() != notInSubsetType().get();
  Value types = evaluate(handler.type);
  frame_.position = handler.type->span;
  auto *several = types.as<eval::Tuple>();
  for (const Value &type : several ? several->items : std::vector<Value>{types}) {
    auto *exceptionType = type.as<ExceptionType>();
    if (!exceptionType)
      raise("TypeError", "catching classes that do not inherit from BaseException is not allowed");
    if (exception.type->derivesFrom(exceptionType))
      return exception.type.get() != notInSubsetType().get();
  }
  return false;
}

Completion Runner::executeHandler(const TryStmt::Handler &handler,
                                  const Ref<Exception> &exception) {
  Handling handling(interpreter_.handled_, exception);
  if (!handler.name.empty())
    store(handler.name, handler.span.begin, exception);
  Completion completion;
  try {
    completion = execute(handler.body);
  } catch (const Raised &raised) {
    setContext(*raised.exception, exception);
    if (!handler.name.empty())
      forget(handler.name, handler.span.begin);
    throw;
  }
  // The name ends with the handler, so that it does not keep the exception alive.
  if (!handler.name.empty())
    forget(handler.name, handler.span.begin);
  return completion;
}

Completion Runner::executeHandlers(const TryStmt &stmt, const Raised &raised) {
  Ref<Exception> exception = raised.exception;
  trace(frame_, *exception);
  for (const TryStmt::Handler &handler : stmt.handlers)
    if (matches(handler, *exception))
      return executeHandler(handler, exception);
  frame_.traced = exception.get();
  throw Raised(exception);
}

Completion Runner::executeTry(const TryStmt &stmt) {
  if (stmt.isStar)
    raiseNotInSubset("`except*`");
  auto body = [&] {
    if (stmt.handlers.empty())
      return execute(stmt.body);
    Completion completion;
    ++frame_.handlers;
    try {
      completion = execute(stmt.body);
    } catch (const Raised &raised) {
      --frame_.handlers;
      return executeHandlers(stmt, raised);
    }
    --frame_.handlers;
    return completion == Completion::Normal ? execute(stmt.orElse) : completion;
  };
  if (stmt.finally.empty())
    return body();
  Completion completion;
  try {
    completion = body();
  } catch (const Raised &raised) {
    Ref<Exception> exception = raised.exception;
    trace(frame_, *exception);
    Handling handling(interpreter_.handled_, exception);
    Completion last;
    try {
      last = execute(stmt.finally);
    } catch (const Raised &other) {
      setContext(*other.exception, exception);
      throw;
    }
    if (last != Completion::Normal)
      return last; // a `return` in `finally` drops the exception
    frame_.traced = exception.get();
    throw Raised(exception);
  }
  Value returned = frame_.returnValue;
  Completion last = execute(stmt.finally);
  if (last != Completion::Normal)
    return last;
  frame_.returnValue = std::move(returned);
  return completion;
}

Completion Runner::executeWith(std::span<const WithStmt::Item> items, StmtList body) {
  if (items.empty())
    return execute(body);
  Value context = evaluate(items[0].context);
  frame_.position = items[0].context->span;
  if (!context.isObject())
    raise("TypeError", cat("'", eval::typeName(context),
                           "' object does not support the context manager protocol"));
  Value entered = context.object()->enter();
  Completion completion;
  try {
    if (items[0].target)
      assign(items[0].target, entered);
    completion = executeWith(items.subspan(1), body);
  } catch (const Raised &raised) {
    Ref<Exception> exception = raised.exception;
    trace(frame_, *exception);
    Handling handling(interpreter_.handled_, exception);
    bool swallowed;
    try {
      swallowed = context.object()->exit(exception);
    } catch (const Raised &other) {
      setContext(*other.exception, exception);
      throw;
    }
    if (swallowed && exception->type.get() != notInSubsetType().get())
      return Completion::Normal;
    frame_.traced = exception.get();
    throw Raised(exception);
  }
  frame_.position = items[0].context->span;
  context.object()->exit(Value::none());
  return completion;
}

} // namespace nereid::host
