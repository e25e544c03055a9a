// The word that a diagnostic begins with: "error", "warning" or "slow".
#pragma once

#include <string_view>

#include "diag/diag.h"

namespace nereid {

inline std::string_view severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Performance:
    return "slow";
  }
  return "error";
}

} // namespace nereid
