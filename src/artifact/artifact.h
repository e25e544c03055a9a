// What a backend hands to a runtime. Neither side includes the other: everything they need to
// agree on is in this struct, and it can be written to disk (serialize.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nereid {

struct TargetSpec {
  std::string backend;  // "interp", "cpu", "nvidia"
  std::string arch;     // "znver4", "sm_90", ...; empty for the interpreter
  std::string features; // of the CPU, as LLVM spells them: "+avx2,+fma"; else empty
};

struct KernelParameter {
  std::string name;
  std::string type; // "*f32", "i32", "f64": core::print of its type
};

// What a launch computes from a kernel's integer arguments: sum of factor * argument * argument ...
struct LaunchTerm {
  int64_t factor = 0;
  std::vector<uint32_t> parameters;
  friend bool operator==(const LaunchTerm &, const LaunchTerm &) = default;
};
using LaunchSum = std::vector<LaunchTerm>; // empty: 0

// A tensor that a GPU's kernel reads in boxes. The launch passes a description of it, 128 bytes
// aligned to 64, after the kernel's own parameters.
struct TensorMap {
  struct Axis {
    LaunchSum strideBytes; // of the first, an element's size
    LaunchSum extent;      // empty: as far as places go
    uint32_t box = 1;      // places a box takes
    friend bool operator==(const Axis &, const Axis &) = default;
  };
  uint32_t base = 0; // the parameter that is the tensor's address
  uint32_t elementBytes = 2;
  uint32_t swizzleBytes = 128; // rows of a box in shared memory: 32, 64 or 128 bytes
  std::vector<Axis> axes;      // the fastest first
  friend bool operator==(const TensorMap &, const TensorMap &) = default;
};

// What must hold of a launch's arguments: `sum` is not negative, and a multiple.
struct LaunchCondition {
  LaunchSum sum;
  uint64_t multiple = 1;
  friend bool operator==(const LaunchCondition &, const LaunchCondition &) = default;
};

// A number that differs from program to program, or from round to round of a loop, of which the
// launch computes the least and the greatest (runtime/launch_ranges.h). Operands are ranges before
// it in a list, by their places there.
struct LaunchRange {
  enum class Kind : uint8_t {
    Constant,  // `number`
    Parameter, // the integer argument of that number
    Program,   // a program's place along axis `number` of the grid
    Programs,  // how many there are along it
    Add,
    Subtract,
    Multiply,
    Divide, // towards zero
    Remainder,
    Least, // of two
    Greatest,
    Either, // one of two
    Rounds, // 0, 1, ... of a loop from the first operand to before the second by the third
  };
  Kind kind = Kind::Constant;
  int64_t number = 0;
  uint32_t operands[3] = {};
  friend bool operator==(const LaunchRange &, const LaunchRange &) = default;
};

// Within these a number times a modest constant is normal and finite.
constexpr float kLeastScale = 0x1p-64f, kGreatestScale = 0x1p64f;

// What a launch has time for.
constexpr size_t kMostLaunchRanges = 128;

// What every native CPU kernel looks like to the runtime:
//
//   void entry(const uint64_t *arguments, void *scratch, int64_t begin, int64_t end);
//
// runs the programs [begin, end) of the grid, in order. A program's linear id is x + gx*(y + gy*z).
// `arguments` holds CpuArguments' words, then one word per parameter: a pointer, an integer sign-
// or zero-extended, a float's bits in the low bytes. `scratch` is 64-byte aligned, belongs to this
// call alone, and holds a CpuScratch first.
struct CpuArguments {
  static constexpr int kGridX = 0, kGridY = 1, kGridZ = 2;
  static constexpr int kFlags = 3;
  static constexpr int kFirstParameter = 4;
  // Flags the launcher sets from what it sees:
  static constexpr uint64_t kStreamStores = 1; // the launch writes more than the cache holds
  static constexpr uint64_t kMayOverlap = 2;   // two pointer arguments may share memory
};

struct CpuScratch {
  int64_t program = 0; // the linear id that is running: for reports of faults
  int64_t stop = 0;    // set by a failed device_assert: the kernel returns at the next program
  int64_t reserved[6] = {};
};
static_assert(sizeof(CpuScratch) == 64);

struct Artifact {
  TargetSpec target;
  std::string entry; // symbol to launch
  std::string code;  // an ELF object, a cubin, or tile IR as bytes
  std::vector<KernelParameter> parameters;
  uint32_t threadsPerProgram = 1;
  uint32_t sharedBytes = 0;
  uint64_t scratchBytes = 0; // CPU: past the CpuScratch
  // GPU: maps to pass; last comes the grid, as three u32, if the kernel goes through it by itself,
  // whatever number of blocks it is given.
  std::vector<TensorMap> tensorMaps;
  std::vector<LaunchCondition> conditions;
  std::vector<LaunchRange> ranges;
  std::vector<uint32_t> notNegative; // places of ranges that may not go below 0: conditions too
  std::vector<uint32_t> scales;      // places of f32 parameters: from kLeastScale to kGreatestScale
  bool walksGrid = false;
  // After those, the address of a u32 in the GPU's memory, of which programs are drawn and which is
  // 0 between launches; or zero, if launches that overlap might share it.
  bool drawsPrograms = false;
  // Not zero: a block may run as many programs, in (threadsPerProgram, programs) threads and as
  // often sharedBytes: those that follow one another along x. Passed is the grid's size along x, as
  // u32.
  static constexpr uint32_t kMostProgramsPerBlock = 32;
  uint32_t programsPerBlock = 0;
  // Other Artifacts, serialized; empty if there are none.
  std::string otherwise;     // for launches that break a condition
  std::string ofFew;         // for launches of no more programs than multiprocessors
  std::string formatVersion; // part of the cache key
};

// The artifact as bytes for the disk cache, and back; a damaged text is a Status.
std::string serialize(const Artifact &artifact);
Result<Artifact> deserialize(std::string_view bytes);

} // namespace nereid
