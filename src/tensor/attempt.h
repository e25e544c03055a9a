// NEREID_ATTEMPT: the value of a Result, or return its error from this function.
//
//   NEREID_ATTEMPT(Tensor dense, contiguous(x));      // declares dense
//   NEREID_ATTEMPT_STATUS(copyInto(out, dense));
#pragma once

#include "base/result.h"

#define NEREID_ATTEMPT_PASTE(a, b) a##b
#define NEREID_ATTEMPT_NAME(a, b) NEREID_ATTEMPT_PASTE(a, b)

#define NEREID_ATTEMPT(declaration, expression)                                                    \
  auto NEREID_ATTEMPT_NAME(attempt, __LINE__) = (expression);                                      \
  if (!NEREID_ATTEMPT_NAME(attempt, __LINE__).ok())                                                \
    return NEREID_ATTEMPT_NAME(attempt, __LINE__).error();                                         \
  declaration = std::move(NEREID_ATTEMPT_NAME(attempt, __LINE__)).value()

#define NEREID_ATTEMPT_STATUS(expression)                                                          \
  if (::nereid::Status attempted = (expression); !attempted.ok())                                  \
  return attempted
