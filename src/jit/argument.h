// What a launch is given, before anything is known about the kernel that gets it.
//
// Scripts and the C++ API both turn their values into Arguments; bind() turns Arguments into what
// the compiler fixes (a Specialization) and what the device is passed (words).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/scalar.h"
#include "diag/diag.h"
#include "eval/value.h"
#include "sema/elaborate.h"

namespace nereid::jit {

struct Argument {
  enum class Kind : uint8_t {
    Missing, // not given: the parameter's default, or an error
    Pointer, // memory of `element`s at `address`
    Int,     // in 128 bits, so that what does not fit 64 can be refused by value
    Float,
    Bool,
    Constant,   // None, a constexpr, a dtype, a function, a string: folded into the code
    Tuple,      // `elements`, and for a named tuple its names
    Descriptor, // a host tensor descriptor: `elements` = base, shape..., strides...
  };
  Kind kind = Kind::Missing;
  uint64_t address = 0;
  Scalar element = Scalar::F32;
  eval::Int integer = 0;
  double real = 0;
  bool boolean = false;
  eval::Value constant;
  std::vector<Argument> elements;
  std::string tupleClass;
  std::vector<std::string> tupleFields;
  std::vector<int64_t> blockShape;
  bool paddingNan = false;

  static Argument pointer(uint64_t address, Scalar element);
  static Argument ofInt(eval::Int value);
  static Argument ofFloat(double value);
  static Argument ofBool(bool value);
  static Argument ofConstant(eval::Value value);
};

// How one parameter of a kernel wants to be specialized: its annotation, and the decorator's
// do_not_specialize lists.
struct ParameterRule {
  sema::ParameterInfo info;
  bool specialize = true;          // an int equal to 1 becomes a constant, divisibility is noted
  bool specializeAlignment = true; // false: only the first of the two
};

// Which powers of two are noted where they divide an argument: the language's 16, or, for engines
// that load 16 bytes at once, 8 and 4 of integers too: rows of 1000 floats begin at such places.
enum class Divisors : uint8_t { Sixteen, FourToSixteen };

struct Bound {
  sema::Specialization spec;
  std::vector<uint64_t> words; // run-time leaves in order
  std::string key;             // equal keys: equal specializations
};

// Converts arguments, one per rule, by the table of the language's launch rules. Returns an empty
// string, or what is wrong as a clause ("`n` is 2**70, which no integer type of the language
// holds").
std::string bind(const std::vector<ParameterRule> &rules, const std::vector<Argument> &arguments,
                 const sema::LaunchOptions &options, Bound &result,
                 Divisors divisors = Divisors::Sixteen);

} // namespace nereid::jit
