// Names that a loop hands from one round to the next.
#pragma once

#include "sema/elaborator.h"

namespace nereid::sema {

struct Elaborator::Carried {
  std::string_view name;
  Value initial; // what the loop starts with; an Error once its type has changed
  Span boundAt;  // before the loop
};

} // namespace nereid::sema
