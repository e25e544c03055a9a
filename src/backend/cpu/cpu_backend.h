// The CPU backend: tile IR to an ELF object for the machine's vector unit.
#pragma once

#include "backend/backend.h"

namespace nereid {

const Backend &cpuBackend();

} // namespace nereid
