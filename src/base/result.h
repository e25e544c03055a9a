// Result<T>: a value, or the reason there is none.
//
// Nereid reports four kinds of trouble, each its own way, and mixing them up is the commonest way
// compilers become unpleasant to use:
//
//   the kernel is wrong     -> a Diagnostic, with source spans       (diag/diag.h)
//   a script raised         -> eval::Raised, a Python exception      (eval/error.h)
//   the machine cannot      -> a Status, with a next step            (this file)
//   Nereid itself is wrong  -> NEREID_CHECK, which never returns     (base/check.h)
//
// Status is for the third: no GPU driver, disk full, out of memory. std::expected would do, but
// our floor is C++20 on libstdc++ 12.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace nereid {

enum class StatusCode {
  Ok,
  NotFound,
  Unavailable,
  InvalidArgument,
  Io,
  OutOfMemory,
  Fault,
  Internal
};

class [[nodiscard]] Status {
public:
  Status() = default;
  Status(StatusCode code, std::string what, std::string nextStep = {})
      : code_(code), what_(std::move(what)), nextStep_(std::move(nextStep)) {}

  bool ok() const { return code_ == StatusCode::Ok; }
  StatusCode code() const { return code_; }
  const std::string &what() const { return what_; }

  // What the reader can do about it, as one imperative sentence; may be empty.
  const std::string &nextStep() const { return nextStep_; }

  // Prefixes what() with the operation that failed: "opening cache: ...".
  Status during(const std::string &operation) && {
    what_ = operation + ": " + what_;
    return std::move(*this);
  }

private:
  StatusCode code_ = StatusCode::Ok;
  std::string what_;
  std::string nextStep_;
};

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Status error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  T &value() & { return std::get<T>(state_); }
  const T &value() const & { return std::get<T>(state_); }
  T &&value() && { return std::get<T>(std::move(state_)); }
  const Status &error() const { return std::get<Status>(state_); }

private:
  std::variant<T, Status> state_;
};

} // namespace nereid
