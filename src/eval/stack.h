// Recursion without overflow: how much of the thread's stack is left.
//
// Data that scripts build may nest as deep as they like (`a = [a]` a million times), so whatever
// recurses over it asks first. A check is a few instructions.
#pragma once

#include <cstdint>
#include <string_view>

namespace nereid::eval {

// True when less than a safe reserve of this thread's stack remains.
bool stackIsLow();

// The address below which the stack that is running counts as used up; 0 stands for the thread's
// own. Whoever goes to another stack says so, and back: the limit until then is returned.
uintptr_t exchangeStackLimit(uintptr_t lowest);
// The limit of a stack whose lowest byte is `bottom`.
uintptr_t stackLimitOf(const void *bottom);

// Raises RecursionError "maximum recursion depth exceeded `doing`" when the stack is low.
void checkStack(std::string_view doing);

} // namespace nereid::eval
