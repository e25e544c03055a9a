// What the cases must hold: each operation of Core on each element type that the language lets
// reach it, at the edges of that type, on tiles of one lane and of many, along every axis of tiles
// of rank 1 to 3. A new operation gets its line in coverage_demands.cpp; `conformance --gaps` holds
// the cases to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/scalar.h"

namespace nereid::conformance {

struct Demand {
  std::string operation; // as Coverage names it
  Scalar type;
  unsigned edges = 0; // of Edge, which the case's tensors must hold
  int64_t fewestLanes = INT64_MAX, mostLanes = 0;
  std::vector<std::string> axes = {};
};

std::vector<Demand> everyDemand();

} // namespace nereid::conformance
