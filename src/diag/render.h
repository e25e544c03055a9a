// Diagnostics as text.
//
//   error[NR0301]: cannot add tiles of shape [128, 64] and [32, 64]
//      ╭─ softmax.py:12:9
//    8 │     x = tl.load(x_ptr + rows[:, None] * 64 + cols[None, :])
//      │         ─────────────────────────────────────────────────── [128, 64]
//      ┆
//   12 │     y = x + bias
//      │         ^^^^^^^^ axis 0 is 128 on the left and 32 on the right
//      ╰─ help: an axis stretches only if its size is 1
//               more: nereid explain NR0301
#pragma once

#include <string>

#include "diag/diag.h"

namespace nereid {

enum class DiagFormat {
  Human, // as above
  Short, // path:line:column-column: error[NR0301]: headline   (greppable)
  Json,  // one object a line
};

struct RenderOptions {
  DiagFormat format = DiagFormat::Human;
  bool color = false;  // ANSI colours; nothing is said by colour alone
  bool unicode = true; // false: | and - instead of box characters
  int width = 100;     // columns of the terminal; lines of source are cut to fit
};

std::string render(const Diagnostic &diagnostic, const SourceMap &sources,
                   const RenderOptions &options = {});

// All of a sink's diagnostics, in order, each followed by an empty line in the human format.
std::string renderAll(const DiagSink &sink, const SourceMap &sources,
                      const RenderOptions &options = {});

} // namespace nereid
