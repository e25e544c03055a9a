// Everything that Python code can hold: Value, Object, and Python's own types.
//
//   Value list = Value::list({Value::integer(1), Value::string("a")});
//   if (List *items = list.as<List>()) ...
#pragma once

#include "eval/dict.h"     // IWYU pragma: export
#include "eval/function.h" // IWYU pragma: export
#include "eval/object.h"   // IWYU pragma: export
#include "eval/sequence.h" // IWYU pragma: export
