// Text to tree: the whole statement and expression grammar of Python 3.12.
#pragma once

#include <string>

#include "base/arena.h"
#include "diag/diag.h"
#include "source/source.h"
#include "syntax/tree.h"

namespace nereid::syntax {

// Parses the text of `file` (a span that SourceMap::add returned). Always returns a tree, even for
// broken text: mistakes are reported to `sink` and stand in the tree as error nodes. Never throws,
// never recurses without bound. Views in the tree point into `arena` or into the source text, so
// both must outlive the tree.
const Module *parse(const SourceMap &sources, Span file, Arena &arena, DiagSink &sink);

// The tree as indented text, one node a line: `nereid show --tree`, and the tests' golden form.
std::string print(const Node *node);
std::string print(const Module &module);

} // namespace nereid::syntax
