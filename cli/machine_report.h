// What the code of a kernel for a GPU needs, and its instructions: `nereid show --resources
// --sass`.
//
// Registers are known once the code is assembled: by `ptxas`, if it is on the PATH, or by the
// driver of a GPU of that kind. Instructions are shown by `nvdisasm` or `cuobjdump`. Where there is
// none of them, a line says so, and what is known without is shown.
#pragma once

#include <string>

#include "artifact/artifact.h"

namespace nereid::cli {

// Of an artifact of the NVIDIA back end; text that ends with a line.
std::string resourcesOf(const Artifact &artifact);
std::string instructionsOf(const Artifact &artifact);

} // namespace nereid::cli
