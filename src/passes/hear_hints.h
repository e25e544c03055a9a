// A pass: promises whose results nobody uses hold for what they were made about.
//
//   tl.multiple_of(pointers, [16, 16])     # its result is dropped, as most authors do
//   tl.load(pointers)                      # still reads 16 bytes at once
//
// Uses of the source that come after the hint, in its block or below, use the hint's result: it is
// the same value, and what is known of it is read there. Of pointers only the accesses do: a
// pointer moved on is another one, of which nothing was promised, and loops that move pointers stay
// as they are.
#pragma once

#include <memory>

namespace mlir {
class Pass;
}

namespace nereid {

std::unique_ptr<mlir::Pass> createHearHintsPass();

} // namespace nereid
