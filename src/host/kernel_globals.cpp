#include "host/kernel_globals.h"

#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/language.h"

namespace nereid::host {

std::optional<eval::Value> GlobalRecorder::lookup(std::string_view name) const {
  std::optional<eval::Value> value = inner_->lookup(name);
  if (!value || !value->as<sema::Constexpr>())
    return value;
  bool isKnown =
      std::any_of(used_.begin(), used_.end(), [&](const Used &used) { return used.name == name; });
  if (!isKnown)
    used_.push_back({std::string(name), *value});
  return value;
}

void GlobalRecorder::checkUsed() const {
  for (const Used &used : used_) {
    std::optional<eval::Value> now = inner_->lookup(used.name);
    if (now && (eval::identical(*now, used.value) || eval::equal(*now, used.value)))
      continue;
    eval::raise("RuntimeError",
                cat("Global variable ", used.name,
                    " has changed since we compiled this kernel, "
                    "from ",
                    eval::repr(used.value), " to ", now ? eval::repr(*now) : "nothing"));
  }
}

} // namespace nereid::host
