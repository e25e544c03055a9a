// NEREID_CHECK: for what can only be false if Nereid itself is wrong.
//
// A failed check says that the fault is ours, where it is, and what was being worked on, and ends
// the process. It is never used for input: a bad kernel is a Diagnostic, a bad machine a Status.
#pragma once

#include <string>

namespace nereid {

[[noreturn]] void checkFailed(const char *file, int line, const char *condition,
                              const std::string &message);

// What an internal error prints besides its message, so that the report can be acted on: for the
// compiler, the kernel and its specialization. Set it around a piece of work; scopes nest.
class WorkScope {
public:
  explicit WorkScope(std::string description);
  ~WorkScope();
  WorkScope(const WorkScope &) = delete;
  WorkScope &operator=(const WorkScope &) = delete;
};

} // namespace nereid

#define NEREID_CHECK(condition, message)                                                           \
  do {                                                                                             \
    if (!(condition)) [[unlikely]]                                                                 \
      ::nereid::checkFailed(__FILE__, __LINE__, #condition, message);                              \
  } while (false)

#define NEREID_UNREACHABLE(message)                                                                \
  ::nereid::checkFailed(__FILE__, __LINE__, "unreachable", message)
