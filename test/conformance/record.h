// A case as a line of JSON, with what the interpreter made of it, for other engines to be held
// against: bench/peers/conformance_upstream.py reads it.
//
//   {"file": "test/conformance/cast/casts.py", "kernel": "cast", "name": "i8-to-i32",
//    "words": [["T", "i32"], ...], "before": {"x": ["i8", "ff7f8005"]}, "after": {...},
//    "codes": [], "tolerance": 0, "skip": ""}
#pragma once

#include <string>
#include <string_view>

#include "case_file.h"
#include "run_case.h"

namespace nereid::conformance {

std::string recordOf(std::string_view file, const Case &which, const Outcome &outcome);

} // namespace nereid::conformance
