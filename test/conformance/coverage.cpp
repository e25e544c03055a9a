#include "coverage.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "coverage_demands.h"

namespace nereid::conformance {
namespace {

using core::OpKind;

struct EdgeName {
  Edge edge;
  std::string_view name;
};
constexpr EdgeName kEdgeNames[] = {
    {kZero, "0"},  {kNegativeZero, "-0.0"}, {kSubnormal, "subnormal"}, {kInfinity, "inf"},
    {kNan, "nan"}, {kLargest, "largest"},   {kLeast, "least"},
};

std::string_view nameOf(core::Predicate predicate) {
  static constexpr std::string_view kNames[] = {"==", "!=", "<",  "<=", ">",  ">=", "<",
                                                "<=", ">",  ">=", "<",  "<=", ">",  ">="};
  return kNames[static_cast<size_t>(predicate)];
}

std::string operationOf(const core::Kernel &kernel, const core::Stmt &stmt) {
  std::string name(core::nameOf(stmt.op));
  switch (stmt.op) {
  case OpKind::Math:
    return cat(name, " ", stmt.attrs.text);
  case OpKind::AtomicRmw:
    return cat(name, " ", stmt.attrs.texts.empty() ? "" : stmt.attrs.texts.front());
  case OpKind::CompareI:
  case OpKind::CompareF:
    return cat(name, " ", nameOf(static_cast<core::Predicate>(stmt.attrs.integer)));
  case OpKind::Reduce:
  case OpKind::Scan:
    return cat(name, " ",
               core::nameOf(stmt.regions[0].body.empty() ? OpKind::Undef
                                                         : stmt.regions[0].body.back().op));
  case OpKind::TruncI:
  case OpKind::ExtS:
  case OpKind::ExtU:
  case OpKind::IntToFloatS:
  case OpKind::IntToFloatU:
  case OpKind::FloatToIntS:
  case OpKind::FloatToIntU:
  case OpKind::FloatToFloat:
  case OpKind::Bitcast:
    return cat(name, " to ", shortName(kernel.type(stmt.results[0]).element));
  default:
    return name;
  }
}

// What an operation works on: not a condition, nor where a value is stored; what it grows or parts.
core::ValueId subjectOf(const core::Stmt &stmt) {
  bool isSecond = stmt.op == OpKind::Select || stmt.op == OpKind::Store;
  bool isResult = stmt.op == OpKind::Splat || stmt.op == OpKind::Broadcast ||
                  stmt.op == OpKind::ExpandDims || stmt.op == OpKind::Split;
  if (isSecond)
    return stmt.operands[1];
  return isResult || stmt.operands.empty() ? stmt.results.front() : stmt.operands.front();
}

std::string axisText(int64_t axis, size_t rank) {
  return cat(axis, "/", rank);
}

// "1/3"; several where an operation has several; of a permutation its numbers.
std::vector<std::string> axesOf(const core::Kernel &kernel, const core::Stmt &stmt) {
  auto shapeOf = [&](core::ValueId value) { return kernel.type(value).shape; };
  switch (stmt.op) {
  case OpKind::Reduce:
  case OpKind::Flip:
  case OpKind::Cat:
  case OpKind::Gather:
    return {axisText(stmt.attrs.integer, shapeOf(stmt.operands[0]).size())};
  case OpKind::Scan:
    return {cat(axisText(stmt.attrs.integers[0], shapeOf(stmt.operands[0]).size()),
                stmt.attrs.integers[1] ? " reversed" : "")};
  case OpKind::ExpandDims:
    return {axisText(stmt.attrs.integer, shapeOf(stmt.results[0]).size())};
  case OpKind::Sort:
  case OpKind::Join:
  case OpKind::Split:
    return {axisText(shapeOf(stmt.operands[0]).size() - 1, shapeOf(stmt.operands[0]).size())};
  case OpKind::Transpose: {
    std::vector<std::string> numbers;
    for (int64_t axis : stmt.attrs.integers)
      numbers.push_back(cat(axis));
    return {join(numbers, ",")};
  }
  case OpKind::Broadcast: {
    std::vector<std::string> axes;
    std::vector<int64_t> from = shapeOf(stmt.operands[0]), to = shapeOf(stmt.results[0]);
    for (size_t i = 0; i < from.size(); ++i)
      if (from[i] != to[i])
        axes.push_back(axisText(i, from.size()));
    return axes;
  }
  default:
    return {};
  }
}

unsigned edgeOf(Scalar element, uint64_t bits) {
  if (!isFloat(element)) {
    uint64_t ones = ~uint64_t(0) >> (64 - bitWidth(element));
    uint64_t top = isSigned(element) ? ones / 2 : ones;
    return (bits == 0 ? kZero : 0) | (bits == top ? kLargest : 0) |
           (bits == (isSigned(element) ? top + 1 : 0) ? kLeast : 0);
  }
  double value = decodeFloat(element, bits);
  if (std::isnan(value) || std::isinf(value))
    return std::isnan(value) ? kNan : kInfinity;
  if (value == 0)
    return std::signbit(value) ? kNegativeZero : kZero;
  uint64_t sign = uint64_t(1) << (bitWidth(element) - 1), magnitude = bits & ~sign;
  bool isSubnormal = magnitude < smallestNormal(element);
  bool isMost = !std::isfinite(decodeFloat(element, magnitude + 1));
  return (isSubnormal ? kSubnormal : 0) | (isMost ? (value < 0 ? kLeast : kLargest) : 0);
}

std::string edgesText(unsigned edges) {
  std::vector<std::string> names;
  for (const EdgeName &name : kEdgeNames)
    if (edges & name.edge)
      names.emplace_back(name.name);
  return join(names, " ");
}

} // namespace

void Coverage::add(const core::Kernel &kernel, const std::map<std::string, Tensor> &tensors) {
  edges_.clear();
  for (const auto &[name, tensor] : tensors)
    for (int64_t i = 0; i < std::min<int64_t>(tensor.size(), 256); ++i)
      edges_[tensor.element] |= edgeOf(tensor.element, tensor.bits(i));
  addBlock(kernel, kernel.body);
}

void Coverage::addBlock(const core::Kernel &kernel, const core::Block &block) {
  for (const core::Stmt &stmt : block.body) {
    if (!stmt.operands.empty() || !stmt.results.empty())
      addStmt(kernel, stmt);
    for (const core::Block &region : stmt.regions)
      addBlock(kernel, region);
  }
}

void Coverage::addStmt(const core::Kernel &kernel, const core::Stmt &stmt) {
  const core::Type &type = kernel.type(subjectOf(stmt));
  Seen &seen = seen_[operationOf(kernel, stmt)][type.element];
  seen.edges |= edges_[type.element];
  seen.fewestLanes = std::min(seen.fewestLanes, type.lanes());
  seen.mostLanes = std::max(seen.mostLanes, type.lanes());
  for (std::string &axis : axesOf(kernel, stmt))
    seen.axes.insert(std::move(axis));
  for (uint32_t frame = stmt.frame; frame != 0; frame = kernel.frames[frame].parent)
    seen_[cat("function ", kernel.frames[frame].function)][type.element];
}

std::string Coverage::table() const {
  std::string text;
  size_t operations = 0, pairs = 0, functions = 0;
  for (const auto &[operation, types] : seen_) {
    bool isFunction = startsWith(operation, "function ");
    operations += !isFunction;
    functions += isFunction;
    for (const auto &[type, seen] : types) {
      pairs += !isFunction;
      text += cat(operation, " ", shortName(type), ": ", edgesText(seen.edges));
      if (seen.mostLanes > 0)
        text += cat("; ", seen.fewestLanes, " to ", seen.mostLanes, " lanes");
      if (!seen.axes.empty())
        text += cat("; axes ", join(seen.axes, " "));
      text += "\n";
    }
  }
  return text + cat(operations, " operations, ", pairs, " operations x element types, ", functions,
                    " functions\n");
}

std::vector<std::string> Coverage::gaps() const {
  std::vector<std::string> gaps;
  for (const Demand &demand : everyDemand()) {
    std::string what = cat(demand.operation, " ", shortName(demand.type));
    auto types = seen_.find(demand.operation);
    if (types == seen_.end() || !types->second.contains(demand.type)) {
      gaps.push_back(cat(what, ": no case"));
      continue;
    }
    const Seen &seen = types->second.at(demand.type);
    if (unsigned missing = demand.edges & ~seen.edges)
      gaps.push_back(cat(what, ": no case holds ", edgesText(missing)));
    if (seen.fewestLanes > demand.fewestLanes || seen.mostLanes < demand.mostLanes)
      gaps.push_back(
          cat(what, ": tiles of ", seen.fewestLanes, " to ", seen.mostLanes, " lanes only"));
    std::vector<std::string> axes;
    for (const std::string &axis : demand.axes)
      if (!seen.axes.contains(axis))
        axes.push_back(axis);
    if (!axes.empty())
      gaps.push_back(cat(what, ": no case along ", join(axes, ", ")));
  }
  return gaps;
}

} // namespace nereid::conformance
