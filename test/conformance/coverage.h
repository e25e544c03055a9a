// Which operations the cases hold, of which element types, at which edges: what `conformance
// --coverage` prints, and what `conformance --gaps` finds missing.
//
// An operation is one of Core's (sema/core_ops.def), a math function or atomic by its own name, a
// conversion with its result ("ExtS to i32"), a reduction or scan with what it combines by ("Reduce
// AddF"), or a function of a file. Its element type is that of the operand that it works on; its
// edges are the values which the case's tensors of that type hold; its axes are "1/3" for the
// second of three.
//
//   coverage.add(kernel, tensors);
//   for (const std::string &gap : coverage.gaps()) ... // "AddF f16: no case holds a NaN"
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sema/core.h"
#include "tensor_text.h"

namespace nereid::conformance {

// Values that are easy to get wrong.
enum Edge : unsigned {
  kZero = 1,
  kNegativeZero = 2,
  kSubnormal = 4,
  kInfinity = 8,
  kNan = 16,
  kLargest = 32, // of the type: the largest finite one
  kLeast = 64,   // its opposite; of unsigned integers: 0
};

class Coverage {
public:
  // A kernel that ran, with the tensors it was given.
  void add(const core::Kernel &kernel, const std::map<std::string, Tensor> &tensors);
  // A line for each operation and element type and, last, "N operations x M pairs".
  std::string table() const;
  // What coverage_demands.cpp asks for and no case holds.
  std::vector<std::string> gaps() const;

private:
  struct Seen {
    unsigned edges = 0;
    int64_t fewestLanes = INT64_MAX, mostLanes = 0;
    std::set<std::string> axes;
  };
  void addBlock(const core::Kernel &kernel, const core::Block &block);
  void addStmt(const core::Kernel &kernel, const core::Stmt &stmt);
  std::map<std::string, std::map<Scalar, Seen>> seen_; // by operation
  std::map<Scalar, unsigned> edges_;                   // of the case being added
};

} // namespace nereid::conformance
