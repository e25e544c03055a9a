// Exceptions that nobody caught, as text: what Python prints.
//
//   Traceback (most recent call last):
//     File "softmax.py", line 12, in <module>
//       main()
//     File "softmax.py", line 8, in main
//       x = rows[5]
//           ^^^^^^^
//   IndexError: list index out of range
#pragma once

#include <string>

#include "eval/error.h"
#include "source/source.h"

namespace nereid::host {

// With the exceptions it was raised from or while handling, first ones first.
std::string formatTraceback(const eval::Exception &exception, const SourceMap &sources);

// The last line alone: "IndexError: list index out of range".
std::string formatException(const eval::Exception &exception);

} // namespace nereid::host
