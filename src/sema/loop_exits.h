// The hidden names of a function whose loops may return, and what runs the rounds of a loop.
#pragma once

#include <functional>

#include "sema/elaborator.h"

namespace nereid::sema {

inline constexpr std::string_view kReturned = " returned"; // whether it has
inline constexpr std::string_view kResult = " result";     // and what

// A loop as its rounds: both run where a round does, and may assign names.
struct Elaborator::Rounds {
  std::function<std::optional<Value>()> test; // an i1; nothing: the loop never runs
  std::function<void()> body;
};

} // namespace nereid::sema
