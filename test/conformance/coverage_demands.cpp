// The matrix, a line for each operation or family that shares its element types and edges.
#include "coverage_demands.h"

#include <algorithm>

#include "base/text.h"
#include "coverage.h"

namespace nereid::conformance {
namespace {

using Types = std::vector<Scalar>;

const Types kSigned = {Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64};
const Types kUnsigned = {Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64};
const Types kSingleAndDouble = {Scalar::F32, Scalar::F64};
const Types kFloats = {Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64};
const Types kFloat8 = {Scalar::F8E4M3, Scalar::F8E5M2};

Types operator+(Types a, const Types &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
const Types kIntegers = kSigned + kUnsigned;
const Types kNumbers = kIntegers + kFloats;
const Types kEverything = Types{Scalar::I1} + kNumbers + kFloat8;

// What the edges of a type are.
unsigned edgesOf(Scalar type) {
  if (type == Scalar::I1)
    return kZero | kLargest;
  if (!isFloat(type))
    return kZero | kLargest | kLeast;
  unsigned edges = kZero | kNegativeZero | kSubnormal | kNan | kLargest | kLeast;
  return type == Scalar::F8E4M3 ? edges : edges | kInfinity;
}

// "0/1 0/2 1/2 0/3 ...", from rank `from` on.
std::vector<std::string> everyAxis(int from, std::string_view ending = "") {
  std::vector<std::string> axes;
  for (int rank = from; rank <= 3; ++rank)
    for (int axis = 0; axis < rank; ++axis)
      axes.push_back(cat(axis, "/", rank, ending));
  return axes;
}

std::vector<std::string> bothWays() {
  std::vector<std::string> axes = everyAxis(1);
  for (std::string &axis : everyAxis(1, " reversed"))
    axes.push_back(std::move(axis));
  return axes;
}

class Demands {
public:
  std::vector<Demand> all;

  // Each of `operations` at every edge of each of `types`, on one lane and on many.
  void atEdges(const std::vector<std::string> &operations, const Types &types) {
    for (const std::string &operation : operations)
      for (Scalar type : types)
        all.push_back({operation, type, edgesOf(type), 1, 1024});
  }
  void along(const std::vector<std::string> &axes, const std::vector<std::string> &operations,
             const Types &types) {
    for (const std::string &operation : operations)
      for (Scalar type : types)
        all.push_back({operation, type, edgesOf(type), 1, 1024, axes});
  }
  // Of these types at all.
  void of(const std::vector<std::string> &operations, const Types &types) {
    for (const std::string &operation : operations)
      for (Scalar type : types)
        all.push_back({operation, type});
  }
};

void demandArithmetic(Demands &demands) {
  demands.atEdges({"AddI", "SubI", "MulI", "Shl"}, kIntegers);
  demands.atEdges({"AndI", "OrI", "XorI", "CompareI ==", "CompareI !=", "CompareI <",
                   "CompareI <=", "CompareI >", "CompareI >="},
                  Types{Scalar::I1} + kIntegers);
  demands.atEdges({"DivS", "RemS", "ShrS", "MinS", "MaxS", "AbsI"}, kSigned);
  demands.atEdges({"DivU", "RemU", "ShrU", "MinU", "MaxU"}, kUnsigned);
  demands.atEdges({"MulHighS"}, {Scalar::I32, Scalar::I64});
  demands.atEdges({"MulHighU"}, {Scalar::U32, Scalar::U64});
  demands.atEdges({"AddF", "SubF", "MulF", "NegF", "AbsF", "CompareF ==", "CompareF !=",
                   "CompareF <", "CompareF <=", "CompareF >", "CompareF >="},
                  kFloats);
  demands.atEdges({"DivF", "RemF"}, kSingleAndDouble);
  demands.atEdges({"DivExactF", "SqrtExactF"}, {Scalar::F32});
  demands.atEdges({"MinNumF", "MaxNumF", "MinNanF", "MaxNanF", "FmaF"},
                  {Scalar::F16, Scalar::F32, Scalar::F64});
  demands.atEdges({"Select"}, kEverything);
  for (std::string_view name :
       {"floor", "ceil",  "trunc",     "rint",     "round",     "sqrt",  "rsqrt",  "exp",
        "exp2",  "exp10", "expm1",     "log",      "log2",      "log10", "log1p",  "sin",
        "cos",   "tan",   "asin",      "acos",     "atan",      "sinh",  "cosh",   "tanh",
        "asinh", "acosh", "atanh",     "cbrt",     "erf",       "erfc",  "lgamma", "tgamma",
        "j0",    "j1",    "y0",        "y1",       "logb",      "pow",   "atan2",  "hypot",
        "fdim",  "jn",    "nextafter", "copysign", "remainder", "yn"})
    demands.atEdges({cat("Math ", name)}, kSingleAndDouble);
}

std::string_view conversion(Scalar from, Scalar to) {
  if (isFloat(from) && isFloat(to))
    return "FloatToFloat";
  if (isFloat(from))
    return isSigned(to) ? "FloatToIntS" : "FloatToIntU";
  if (isFloat(to))
    return isSigned(from) ? "IntToFloatS" : "IntToFloatU";
  return bitWidth(to) < bitWidth(from) ? "TruncI" : isSigned(from) ? "ExtS" : "ExtU";
}

void demandConversions(Demands &demands) {
  for (Scalar from : kEverything)
    for (Scalar to : kNumbers + kFloat8) {
      bool isSameWidth = bitWidth(from) == bitWidth(to);
      bool goesThroughFloat = (isFloat8(from) && !isFloat(to)) || (isFloat8(to) && !isFloat(from));
      if (from == to || goesThroughFloat || (isFloat8(from) && isFloat8(to)))
        continue;
      if (isSameWidth)
        demands.of({cat("Bitcast to ", shortName(to))}, {from});
      if (!isSameWidth || isFloat(from) || isFloat(to))
        demands.of({cat(conversion(from, to), " to ", shortName(to))}, {from});
    }
}

void demandShapes(Demands &demands) {
  demands.atEdges({"Splat", "Reshape"}, kEverything);
  demands.along(everyAxis(2), {"Broadcast", "ExpandDims"}, kEverything);
  demands.along({"1,0", "0,2,1", "1,0,2", "1,2,0", "2,0,1", "2,1,0"}, {"Transpose"}, kEverything);
  demands.along(everyAxis(1), {"Flip", "Gather", "Cat"}, kNumbers);
  demands.along({"0/1", "1/2"}, {"Join"}, kNumbers);
  demands.along({"1/2", "2/3"}, {"Split"}, kNumbers);
  demands.along({"0/1", "1/2", "2/3"}, {"Sort"}, kNumbers);
  for (Demand &demand : demands.all) {
    if (demand.operation == "Sort")
      demand.edges &= ~unsigned(kNan); // whose place is undefined
    if (demand.operation == "Broadcast")
      demand.fewestLanes = 64; // to one lane there is nothing to stretch
  }
}

void demandAcrossLanes(Demands &demands) {
  demands.along(everyAxis(1), {"Reduce AddI", "Reduce XorI", "Reduce OrI"},
                {Scalar::I32, Scalar::I64, Scalar::U32, Scalar::U64});
  demands.along(everyAxis(1), {"Reduce MulI"}, kIntegers);
  demands.along(everyAxis(1), {"Reduce MaxS", "Reduce MinS"}, {Scalar::I32, Scalar::I64});
  demands.along(everyAxis(1), {"Reduce MaxU", "Reduce MinU"}, {Scalar::U32, Scalar::U64});
  demands.along(everyAxis(1), {"Reduce AddF", "Reduce MulF"}, kFloats);
  demands.along(everyAxis(1), {"Reduce MaxNumF", "Reduce MinNumF"}, kSingleAndDouble);
  demands.along(everyAxis(1), {"Reduce Select"}, // argmax, argmin; bf16 as fp32
                kIntegers + Types{Scalar::F16, Scalar::F32, Scalar::F64});
  demands.along(bothWays(), {"Scan AddI"}, {Scalar::I32, Scalar::I64, Scalar::U32, Scalar::U64});
  demands.along(bothWays(), {"Scan MulI"}, kIntegers);
  demands.along(bothWays(), {"Scan AddF", "Scan MulF"}, {Scalar::F16, Scalar::F32, Scalar::F64});
  demands.along(bothWays(), {"Scan Select"}, kNumbers);
  demands.of({"Dot"}, kFloats + kFloat8 + Types{Scalar::I8});
  demands.of({"Histogram"}, {Scalar::I32});
  demands.atEdges({"MapElementwise"}, kNumbers);
}

void demandMemory(Demands &demands) {
  demands.atEdges({"Load", "AddPtr"}, kEverything);
  demands.atEdges({"Store"}, kNumbers + kFloat8); // a bool is stored as a byte
  Types words = {Scalar::I32, Scalar::I64, Scalar::U32, Scalar::U64};
  demands.of({"AtomicRmw add", "AtomicRmw and", "AtomicRmw or", "AtomicRmw xor", "AtomicRmw xchg"},
             words);
  demands.of({"AtomicRmw max", "AtomicRmw min"}, {Scalar::I32, Scalar::I64});
  demands.of({"AtomicRmw umax", "AtomicRmw umin"}, {Scalar::U32, Scalar::U64});
  demands.of({"AtomicRmw fadd"}, kFloats);
  demands.of({"AtomicRmw xchg"}, kSingleAndDouble);
  demands.of({"AtomicCas"}, words + Types{Scalar::I16, Scalar::U16});
  demands.of({"AtomicLoad", "AtomicStore"}, words + kSingleAndDouble);
  demands.of({"PtrToInt"}, kEverything);
  demands.of({"PtrCast"}, Types{Scalar::I1} + kSigned + kFloats + kFloat8); // to bytes, of u8
  demands.of({"IntToPtr"}, {Scalar::I64});
}

} // namespace

std::vector<Demand> everyDemand() {
  Demands demands;
  demandArithmetic(demands);
  demandConversions(demands);
  demandShapes(demands);
  demandAcrossLanes(demands);
  demandMemory(demands);
  return std::move(demands.all);
}

} // namespace nereid::conformance
