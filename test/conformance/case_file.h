// Conformance files: kernels, and in comments below each the cases that say what it must do.
//
//   @triton.jit
//   def gather_rows(x, index, out, N: tl.constexpr):
//       ...
//
//   # case reverse: N=4 x=f32[1, 2, 3, 4] index=i32[3, 2, 1, 0] out=f32[4]
//   #   expect out = [4, 3, 2, 1]
//   # case random:  N=128 x=f32[N]:random index=i32[N]:random(0, 128) out=f32[N] seeds=5
//   #   expect same on all devices
//   # case too-far: N=2 x=f32[1, 2] index=i32[0, 2] out=f32[2]
//   #   expect NR0502 on interp
//
// A case runs the kernel above it. Its words are arguments by name, and grid=(2, 1), seeds=5,
// num_warps=8, enable_fp_fusion=False, debug=True. An argument is a tensor, a number, a type (f16),
// a text in quotes, or a function that the file names (tl.exp). Lines below continue it:
//
//   expect NAME = [values]          the tensor afterwards, bit for bit (any NaN is any other)
//   expect NAME = OTHER             as another argument was before the launch
//   expect NAME = [..] ~ 1e-6       within an error relative to the larger of 1 and the value
//   expect same on all devices      every tensor as on the interpreter; this holds in any case,
//   expect same on all devices ~ 1e-6   exactly unless an error is given
//   expect printed "TEXT"           what the kernel prints, "\n" between lines
//   expect NR0502 on interp         the launch, or the compilation, fails with this diagnostic
//   expect NR0313                   the same on every device
//   skip cpu: REASON                counted as skipped, and said so
//   each T in i8 u8 i16             the case once for each value, `{T}` replaced in all its lines;
//   each T R in i8:i32 u8:u32       several names at once; several such lines: every combination
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nereid::conformance {

struct Expectation {
  enum class Kind { Tensor, SameEverywhere, Printed, Diagnostic };
  Kind kind;
  std::string name;   // Tensor: the argument; Diagnostic: the code
  std::string text;   // Tensor: what it must hold; Printed: the text
  std::string device; // Diagnostic: on which device; empty: on all
  double tolerance = 0;
};

struct Case {
  std::string kernel;
  std::string name;
  int line = 0;
  std::vector<std::pair<std::string, std::string>> words; // key, value
  std::vector<Expectation> expectations;
  std::vector<std::pair<std::string, std::string>> skips; // device, reason
};

struct CaseFile {
  std::vector<Case> cases;
  std::vector<std::string> mistakes; // "line 12: ...": what is no case
};

CaseFile parseCases(std::string_view text);

} // namespace nereid::conformance
