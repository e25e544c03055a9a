// Where elaboration stands: in which function, on which side of a branch, and what comes after.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "sema/core.h"
#include "sema/language.h"
#include "sema/scope.h"
#include "syntax/tree.h"

namespace nereid::sema {

// A loop around the current statement that `break`, `continue` or `return` leave before the end of
// a round. A path that leaves does not end like a `return` does: what `live` names hold on it
// matters.
struct LoopExits {
  std::string_view stop; // a hidden name: true if no further round may start
  std::set<std::string_view> live;
};

// A function that is running: its names, and who called it.
struct Activation {
  const JitFunction *function = nullptr;
  const Activation *caller = nullptr;
  Span call;          // where it was called
  uint32_t frame = 0; // its index in Kernel::frames
  bool isLibrary = false;
  std::vector<Value> arguments;
  LocalScope scope;
  const LoopExits *exits = nullptr; // the innermost loop of this function that may be left
};

// What running a list of statements led to.
struct Outcome {
  enum class Kind : uint8_t {
    Falls,   // to what comes after
    Returns, // on every path; inside a loop with exits: ends the round
    Either,  // `flag` says which, at run time
  };
  Kind kind = Kind::Falls;
  Value value;        // Returns, Either: what is returned; undefined on paths that fall
  Value flag = {};    // Either: an i1, true if it returned
  Span where = {};    // the return statement
  bool isEnd = false; // the end of the function, not a return statement

  static Outcome falls() { return {}; }
};

// The statements that run after a list: the way a branch with an early return continues.
struct Rest {
  syntax::StmtList stmts = {};
  const Rest *next = nullptr;
  bool endsFunction = false; // the last of the chain is the function's last statement
};

// One side of a run-time branch.
struct Arm {
  core::Block block;
  LocalScope scope;
  Outcome outcome;
};

} // namespace nereid::sema
