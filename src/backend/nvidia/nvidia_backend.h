// NVIDIA GPUs: tile IR to PTX, which the driver assembles.
#pragma once

#include "backend/backend.h"

namespace nereid {

const Backend &nvidiaBackend();

} // namespace nereid
