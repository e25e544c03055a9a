// Which operations the cases hold, of which element types: what `conformance --coverage` prints.
//
// An operation is one of Core's (sema/core_ops.def), a math function or atomic by its own name, or
// a function of the library written in the language (sum, softmax, randn). Its element type is that
// of its first operand.
#pragma once

#include <map>
#include <set>
#include <string>

#include "sema/core.h"

namespace nereid::conformance {

class Coverage {
public:
  void add(const core::Kernel &kernel);
  // The table and, last, "N operations x M pairs".
  std::string table() const;

private:
  void addBlock(const core::Kernel &kernel, const core::Block &block);
  std::map<std::string, std::set<Scalar>> types_; // by operation
};

} // namespace nereid::conformance
