// Python exceptions: how eval, host and tensor bindings report that a script's operation failed.
//
// The one C++ exception of the product. It stays inside the Python side of the house: host's entry
// points turn what nobody caught into a Diagnostic, and sema turns what a constexpr raised into
// one.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "eval/value.h"

namespace nereid::eval {

// An exception class: BaseException > Exception > ArithmeticError > ZeroDivisionError, ...
class ExceptionType : public Object {
public:
  ExceptionType(std::string name, const ExceptionType *base) : name(std::move(name)), base(base) {}
  const std::string name;
  const ExceptionType *base; // null for BaseException
  bool derivesFrom(const ExceptionType *other) const;
  std::string typeName() const override { return "type"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  Value call(const Arguments &arguments) override; // constructs an Exception
  bool isCallable() const override { return true; }
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override; // A | B
  std::optional<bool> hasInstance(const Value &value) const override;
  bool isSubclassOf(const Object &other) const override;
};

// An exception value.
class Exception : public Object {
public:
  Exception(Ref<ExceptionType> type, std::vector<Value> args)
      : type(std::move(type)), args(std::move(args)) {}
  const Ref<ExceptionType> type;
  std::vector<Value> args;
  std::string message() const; // str(e)
  std::string typeName() const override { return type->name; }
  Value classOf() const override { return type; }
  std::string repr() const override;
  std::string str() const override { return message(); }
  std::optional<Value> getAttr(std::string_view name) override; // args, and what was set
  bool setAttr(std::string_view name, const Value &value) override;
  std::vector<std::string> attributeNames() const override;

  // Where it was raised and through which calls it passed, innermost first.
  struct Frame {
    Span span;
    std::string function;
    Span anchor = {}; // the part of `span` that did it: an operator, brackets; may be nowhere
  };
  std::vector<Frame> traceback;
  Value cause;                  // `raise ... from cause`
  Value context;                // the exception that was being handled when this one was raised
  bool suppressContext = false; // `raise ... from None`
  // A rendered front-end diagnostic for CompilationError: printed instead of the message alone.
  std::string details;
  // "Did you mean: 'append'?": printed after the message by a traceback.
  std::string suggestion;
  Dict attributes; // what a script set on it
};

// The exception type with a Python name ("ValueError", "TypeError", ...); there is one of each.
Ref<ExceptionType> exceptionType(std::string_view name);

// Every builtin exception type, for the scope of builtins.
std::vector<Ref<ExceptionType>> exceptionTypes();

class Raised : public std::exception {
public:
  explicit Raised(Ref<Exception> exception) : exception(std::move(exception)) {}
  const char *what() const noexcept override { return "a Python exception"; }
  Ref<Exception> exception;
};

// Raises type(message): raise("ValueError", "need at least one item").
[[noreturn]] void raise(std::string_view type, std::string message);
[[noreturn]] void raise(Ref<ExceptionType> type, std::vector<Value> args);

} // namespace nereid::eval
