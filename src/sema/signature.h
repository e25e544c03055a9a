// The parameters of builtins, read from the text in their BuiltinSpec.
#pragma once

#include <string>
#include <vector>

#include "sema/binding.h"
#include "sema/context.h"

namespace nereid::sema {

struct BuiltinSignature {
  std::vector<FormalParameter> parameters;
  std::vector<Value> defaults; // one per parameter; None where there is none
  std::string spelling;        // "tl.load(pointer, mask=None, ...)"
  std::string callee;          // "tl.load"
};

// Read at first use, kept for the process; safe from several threads.
const BuiltinSignature &signatureOf(const BuiltinSpec &spec);

} // namespace nereid::sema
