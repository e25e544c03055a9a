#include "backend/cpu/support.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid::cpu {

Status checkSupported(func::FuncOp kernel) {
  Status status;
  kernel.walk([&](tile::InlineAsmOp) {
    status = Status(StatusCode::InvalidArgument, "inline assembly is for NVIDIA targets",
                    "Guard it by the target, or write it in Triton.");
  });
  return status;
}

} // namespace nereid::cpu
