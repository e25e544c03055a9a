// One diagnostic as one line of JSON, what editors and the web page are fed with:
//
//   {"code":"NR0301","name":"ShapeMismatch","severity":"error","headline":"cannot add ...",
//    "primary":{"path":"a.py","start":{"line":1,"column":5},"end":{"line":1,"column":9},
//               "text":"axis 0 is 128"},
//    "labels":[...],"helps":[{"text":"...","edit":{"path":...,"start":...,"end":...,
//    "replacement":"..."}}],"calls":[...]}
//
// Lines and columns are 1-based and count characters; `end` is one past the last. A label without
// a place has only its text. The text is always valid UTF-8, whatever the source held.
#pragma once

#include <string>

#include "diag/diag.h"

namespace nereid {

std::string renderJson(const Diagnostic &diagnostic, const SourceMap &sources);

} // namespace nereid
