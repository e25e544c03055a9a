#include "sema/core_types.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace nereid::core {

namespace {

// One statement under inspection. A rule is a chain of demands; the first that fails is the answer.
class Inspection {
public:
  Inspection(const Kernel &kernel, const Stmt &stmt) : kernel_(kernel), stmt_(stmt) {}

  std::string run();

private:
  using Element = bool (*)(Scalar);

  const Type &in(size_t i) const { return kernel_.type(stmt_.operands[i]); }
  const Type &out(size_t i = 0) const { return kernel_.type(stmt_.results[i]); }
  size_t ins() const { return stmt_.operands.size(); }
  const Attributes &attrs() const { return stmt_.attrs; }

  void demand(bool holds, std::string_view otherwise) {
    if (!holds && problem_.empty())
      problem_ = otherwise;
  }
  bool failed() const { return !problem_.empty(); }

  // False after a demand failed: operand and result counts must be right before types are read.
  bool count(size_t minIns, size_t maxIns, size_t outs) {
    demand(ins() >= minIns && ins() <= maxIns, "wrong number of operands");
    demand(stmt_.results.size() == outs, "wrong number of results");
    return !failed();
  }

  void allOf(Element isElement, std::string_view what) {
    for (size_t i = 0; i < ins(); ++i)
      demand(!in(i).isPointer && isElement(in(i).element), cat("an operand is not ", what));
  }

  // n operands and the result of one type.
  void elementwise(size_t operands, Element isElement, std::string_view what) {
    if (!count(operands, operands, 1))
      return;
    for (size_t i = 0; i < operands; ++i)
      demand(in(i) == out(), "an operand's type differs from the result's");
    allOf(isElement, what);
  }

  void conversion(Element from, Element to) {
    if (!count(1, 1, 1))
      return;
    demand(in(0).shape == out().shape, "the shape changes");
    demand(!in(0).isPointer && from(in(0).element), "the operand's element type");
    demand(!out().isPointer && to(out().element), "the result's element type");
  }

  void mask(size_t index, const std::vector<int64_t> &shape) {
    if (index < ins())
      demand(in(index) == Type{.element = Scalar::I1, .shape = shape},
             "the mask is not an i1 tile of the pointers' shape");
  }

  // What a pointer's lanes hold when loaded: an i1 is a byte in memory.
  static Type pointee(const Type &pointer) {
    Scalar element = pointer.element == Scalar::I1 ? Scalar::I8 : pointer.element;
    return {.element = element, .shape = pointer.shape};
  }

  bool hasAxis(const Type &type) const {
    return attrs().integer >= 0 && attrs().integer < static_cast<int64_t>(type.shape.size());
  }

  void checkSource();
  void checkArithmetic();
  void checkConversion();
  void checkShape();
  void checkResize();
  void checkMemory();
  void checkAtomic();
  void checkAcross();
  void checkDot();
  void checkDebug();
  void checkBitcast();
  void checkCompare(Element isElement);
  void checkSelect();

  const Kernel &kernel_;
  const Stmt &stmt_;
  std::string problem_;
};

bool isInt(Scalar s) {
  return isInteger(s);
}
bool isReal(Scalar s) {
  return isFloat(s);
}
bool isAny(Scalar) {
  return true;
}

void Inspection::checkCompare(Element isElement) {
  if (!count(2, 2, 1))
    return;
  demand(in(0) == in(1), "the operands' types differ");
  allOf(isElement, "of the compared kind");
  demand(out() == Type{.element = Scalar::I1, .shape = in(0).shape},
         "the result is not an i1 tile of the operands' shape");
  demand(attrs().integer >= 0 && attrs().integer <= static_cast<int64_t>(Predicate::Ge),
         "no such predicate");
}

void Inspection::checkSelect() {
  if (!count(3, 3, 1))
    return;
  demand(in(0) == Type{.element = Scalar::I1, .shape = out().shape},
         "the condition is not an i1 tile of the result's shape");
  demand(in(1) == out() && in(2) == out(), "an operand's type differs from the result's");
}

void Inspection::checkArithmetic() {
  switch (stmt_.op) {
  case OpKind::AbsI:
    return elementwise(1, isInt, "an integer");
  case OpKind::NegF:
  case OpKind::AbsF:
  case OpKind::SqrtExactF:
    return elementwise(1, isReal, "a float");
  case OpKind::AddF:
  case OpKind::SubF:
  case OpKind::MulF:
  case OpKind::DivF:
  case OpKind::DivExactF:
  case OpKind::RemF:
  case OpKind::MinNumF:
  case OpKind::MaxNumF:
  case OpKind::MinNanF:
  case OpKind::MaxNanF:
    return elementwise(2, isReal, "a float");
  case OpKind::FmaF:
    return elementwise(3, isReal, "a float");
  case OpKind::CompareI:
    return checkCompare(isInt);
  case OpKind::CompareF:
    return checkCompare(isReal);
  case OpKind::Select:
    return checkSelect();
  case OpKind::Math:
    if (!count(1, 4, 1))
      return;
    demand(!attrs().text.empty(), "no function is named");
    for (size_t i = 0; i < ins(); ++i)
      demand(in(i).shape == out().shape && !in(i).isPointer, "an operand's shape");
    return;
  default:
    return elementwise(2, isInt, "an integer");
  }
}

void Inspection::checkBitcast() {
  if (!count(1, 1, 1))
    return;
  auto width = [](const Type &type) { return type.isPointer ? 64 : bitWidth(type.element); };
  demand(in(0).shape == out().shape, "the shape changes");
  demand(width(in(0)) == width(out()), "the width changes");
}

void Inspection::checkConversion() {
  switch (stmt_.op) {
  case OpKind::TruncI:
    conversion(isInt, isInt);
    demand(failed() || bitWidth(out().element) < bitWidth(in(0).element), "nothing is cut off");
    return;
  case OpKind::ExtS:
  case OpKind::ExtU:
    conversion(isInt, isInt);
    demand(failed() || bitWidth(out().element) > bitWidth(in(0).element), "nothing is added");
    return;
  case OpKind::IntToFloatS:
  case OpKind::IntToFloatU:
    return conversion(isInt, isReal);
  case OpKind::FloatToIntS:
  case OpKind::FloatToIntU:
    return conversion(isReal, isInt);
  case OpKind::FloatToFloat:
    return conversion(isReal, isReal);
  case OpKind::Bitcast:
    return checkBitcast();
  case OpKind::PtrToInt:
    if (count(1, 1, 1))
      demand(in(0).isPointer && out() == Type{.element = Scalar::I64, .shape = in(0).shape},
             "not from pointers to i64");
    return;
  case OpKind::IntToPtr:
    if (count(1, 1, 1))
      demand(out().isPointer && !in(0).isPointer && bitWidth(in(0).element) == 64 &&
                 isInteger(in(0).element) && in(0).shape == out().shape,
             "not from 64-bit integers to pointers");
    return;
  default: // PtrCast
    if (count(1, 1, 1))
      demand(in(0).isPointer && out().isPointer && in(0).shape == out().shape,
             "not from pointers to pointers");
  }
}

void Inspection::checkResize() {
  const std::vector<int64_t> &from = in(0).shape, &to = out().shape;
  switch (stmt_.op) {
  case OpKind::Splat:
    return demand(from.empty() && !to.empty(), "not from a scalar to a tile");
  case OpKind::Broadcast:
    demand(from.size() == to.size(), "the rank changes");
    for (size_t i = 0; i < from.size() && i < to.size(); ++i)
      demand(from[i] == to[i] || from[i] == 1, "an axis other than of size 1 is stretched");
    return;
  case OpKind::ExpandDims: {
    std::vector<int64_t> expected = from;
    demand(attrs().integer >= 0 && attrs().integer <= static_cast<int64_t>(from.size()),
           "no such axis");
    if (failed())
      return;
    expected.insert(expected.begin() + attrs().integer, 1);
    return demand(expected == to, "the result's shape");
  }
  case OpKind::Reshape:
    return demand(in(0).lanes() == out().lanes(), "the number of lanes changes");
  case OpKind::Flip:
    demand(hasAxis(in(0)), "no such axis");
    return demand(from == to, "the shape changes");
  default: { // Transpose
    const std::vector<int64_t> &order = attrs().integers;
    std::vector<int64_t> sorted = order, all(from.size());
    std::iota(all.begin(), all.end(), 0);
    std::sort(sorted.begin(), sorted.end());
    demand(sorted == all && to.size() == from.size(), "not a permutation");
    for (size_t i = 0; i < to.size() && !failed(); ++i)
      demand(to[i] == from[order[i]], "the result's shape");
  }
  }
}

void Inspection::checkShape() {
  switch (stmt_.op) {
  case OpKind::Range: {
    if (!count(0, 0, 1))
      return;
    demand(attrs().integers.size() == 2, "start and end are missing");
    if (!failed())
      demand(out() ==
                 Type{.element = Scalar::I32, .shape = {attrs().integers[1] - attrs().integers[0]}},
             "the result's type");
    return;
  }
  case OpKind::Join: {
    if (!count(2, 2, 1))
      return;
    std::vector<int64_t> shape = in(0).shape;
    shape.push_back(2);
    demand(in(0) == in(1), "the operands' types differ");
    return demand(out() == in(0).withShape(shape), "the result's type");
  }
  case OpKind::Split: {
    if (!count(1, 1, 2))
      return;
    demand(!in(0).shape.empty() && in(0).shape.back() == 2, "the last axis is not of size 2");
    if (failed())
      return;
    Type half = in(0).withShape({in(0).shape.begin(), in(0).shape.end() - 1});
    return demand(out(0) == half && out(1) == half, "a result's type");
  }
  case OpKind::Cat: {
    if (!count(2, 2, 1))
      return;
    demand(in(0) == in(1) && hasAxis(in(0)), "the operands' types differ, or no such axis");
    if (failed())
      return;
    std::vector<int64_t> shape = in(0).shape;
    shape[attrs().integer] *= 2;
    return demand(out() == in(0).withShape(shape), "the result's type");
  }
  case OpKind::Gather:
    if (!count(2, 2, 1))
      return;
    demand(hasAxis(in(0)) && in(0).shape.size() == in(1).shape.size(), "no such axis");
    demand(isInteger(in(1).element) && !in(1).isPointer, "the index is not an integer");
    return demand(out() == in(0).withShape(in(1).shape), "the result's type");
  default:
    if (!count(1, 1, 1))
      return;
    demand(in(0).withShape({}) == out().withShape({}), "the element type changes");
    if (!failed())
      checkResize();
  }
}

void Inspection::checkMemory() {
  switch (stmt_.op) {
  case OpKind::AddPtr:
    if (!count(2, 2, 1))
      return;
    demand(in(0).isPointer && in(0) == out(), "the pointer's type changes");
    demand(!in(1).isPointer && in(1).shape == in(0).shape &&
               (in(1).element == Scalar::I32 || in(1).element == Scalar::I64),
           "the offset is not i32 or i64 of the pointers' shape");
    return;
  case OpKind::Load:
    if (!count(1, 3, 1))
      return;
    demand(in(0).isPointer, "the first operand is no pointer");
    demand(out() == pointee(in(0)), "the result is not what the pointers point to");
    mask(1, in(0).shape);
    demand(ins() < 3 || in(2) == out(), "the value for masked lanes has another type");
    return;
  default: // Store
    if (!count(2, 3, 0))
      return;
    demand(in(0).isPointer, "the first operand is no pointer");
    demand(!in(0).isConst, "the pointer may not be stored through");
    demand(in(1) == pointee(in(0)), "the values are not what the pointers point to");
    mask(2, in(0).shape);
  }
}

void Inspection::checkAtomic() {
  bool hasResult = stmt_.op != OpKind::AtomicStore;
  size_t values = stmt_.op == OpKind::AtomicCas ? 2 : stmt_.op == OpKind::AtomicLoad ? 0 : 1;
  size_t masks = stmt_.op == OpKind::AtomicCas ? 0 : 1;
  if (!count(1 + values, 1 + values + masks, hasResult))
    return;
  demand(in(0).isPointer && !in(0).isConst, "the first operand is no pointer to write through");
  for (size_t i = 1; i <= values; ++i)
    demand(in(i) == pointee(in(0)), "a value is not what the pointers point to");
  demand(!hasResult || out() == pointee(in(0)), "the result is not what the pointers point to");
  mask(1 + values, in(0).shape);
}

void Inspection::checkDot() {
  if (!count(3, 3, 1))
    return;
  const std::vector<int64_t> &a = in(0).shape, &b = in(1).shape, &c = in(2).shape;
  size_t rank = a.size();
  demand(rank >= 2 && b.size() == rank && c.size() == rank, "the ranks differ");
  if (failed())
    return;
  demand(a[rank - 1] == b[rank - 2] && a[rank - 2] == c[rank - 2] && b[rank - 1] == c[rank - 1],
         "the shapes do not multiply");
  demand(std::equal(a.begin(), a.end() - 2, c.begin()) &&
             std::equal(b.begin(), b.end() - 2, c.begin()),
         "the batch axes differ");
  demand(in(2) == out(), "the accumulator's type differs from the result's");
}

void Inspection::checkAcross() {
  switch (stmt_.op) {
  case OpKind::Dot:
    return checkDot();
  case OpKind::Sort:
    return elementwise(1, isAny, "a tile");
  default: // Histogram
    if (!count(1, 2, 1))
      return;
    demand(in(0).shape.size() == 1 && out().shape.size() == 1 && out().element == Scalar::I32,
           "not from a line to i32 bins");
    mask(1, in(0).shape);
  }
}

void Inspection::checkDebug() {
  switch (stmt_.op) {
  case OpKind::Assert:
    if (count(1, 2, 0)) {
      demand(in(0).element == Scalar::I1 && !in(0).isPointer, "the condition is not i1");
      mask(1, in(0).shape);
    }
    return;
  case OpKind::Assume:
    if (count(1, 1, 0))
      demand(in(0) == Type{.element = Scalar::I1, .shape = {}}, "the condition is not one i1");
    return;
  case OpKind::Hint:
    if (count(1, 1, 1))
      demand(in(0) == out(), "the type changes");
    return;
  case OpKind::Barrier:
    count(0, 0, 0);
    return;
  default: // Print
    demand(stmt_.results.empty(), "wrong number of results");
  }
}

// The operations by the rule they share, in the order of core_ops.def.
using enum OpKind;
constexpr OpKind kConversions[] = {TruncI,      ExtS,        ExtU,        IntToFloatS,
                                   IntToFloatU, FloatToIntS, FloatToIntU, FloatToFloat,
                                   Bitcast,     PtrToInt,    IntToPtr,    PtrCast};
constexpr OpKind kShapes[] = {Range, Splat, Broadcast, ExpandDims, Reshape, Transpose,
                              Join,  Split, Cat,       Flip,       Gather};
constexpr OpKind kMemory[] = {AddPtr, Load, Store};
constexpr OpKind kAtomics[] = {AtomicRmw, AtomicCas, AtomicLoad, AtomicStore};
constexpr OpKind kAcross[] = {Dot, Sort, Histogram};
constexpr OpKind kDebug[] = {Print, Assert, Assume, Hint, Barrier};
constexpr OpKind kWithRegions[] = {Reduce, Scan, MapElementwise, If, For, While};

template <size_t N> bool isOneOf(OpKind op, const OpKind (&ops)[N]) {
  return std::find(std::begin(ops), std::end(ops), op) != std::end(ops);
}

void Inspection::checkSource() {
  if (stmt_.op == InlineAsm)
    return demand(attrs().texts.size() == 2, "assembly and constraints are missing");
  if (!count(0, 0, 1) || stmt_.op == Constant || stmt_.op == Undef)
    return;
  demand(out() == Type{.element = Scalar::I32, .shape = {}} && attrs().integer >= 0 &&
             attrs().integer <= 2,
         "not the i32 index of an axis");
}

std::string Inspection::run() {
  OpKind op = stmt_.op;
  if (op == Constant || op == Undef || op == ProgramId || op == NumPrograms || op == InlineAsm)
    checkSource();
  else if (isOneOf(op, kConversions))
    checkConversion();
  else if (isOneOf(op, kShapes))
    checkShape();
  else if (isOneOf(op, kMemory))
    checkMemory();
  else if (isOneOf(op, kAtomics))
    checkAtomic();
  else if (isOneOf(op, kAcross))
    checkAcross();
  else if (isOneOf(op, kDebug))
    checkDebug();
  else if (!isOneOf(op, kWithRegions))
    checkArithmetic();
  return problem_;
}

} // namespace

std::string checkTypes(const Kernel &kernel, const Stmt &stmt) {
  return Inspection(kernel, stmt).run();
}

} // namespace nereid::core
