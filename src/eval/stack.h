// Recursion without overflow: how much of the thread's stack is left.
//
// Data that scripts build may nest as deep as they like (`a = [a]` a million times), so whatever
// recurses over it asks first. A check is a few instructions.
#pragma once

#include <string_view>

namespace nereid::eval {

// True when less than a safe reserve of this thread's stack remains.
bool stackIsLow();

// Raises RecursionError "maximum recursion depth exceeded `doing`" when the stack is low.
void checkStack(std::string_view doing);

} // namespace nereid::eval
