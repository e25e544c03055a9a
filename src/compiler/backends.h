// Every backend of this build by name: those of backend/, and the interpreter's.
#pragma once

#include <string_view>

namespace nereid {

class Backend;

const Backend *backendNamed(std::string_view name); // null: there is none

} // namespace nereid
