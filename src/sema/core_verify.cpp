// Checks that a kernel is well formed: every value is defined once and before it is used, every
// region has the arguments and yields its operation wants, every statement obeys its type rule
// (core_types.h).
#include "base/text.h"
#include "sema/core.h"
#include "sema/core_types.h"

namespace nereid::core {

namespace {

class Verifier {
public:
  explicit Verifier(const Kernel &kernel)
      : kernel_(kernel), isVisible_(kernel.typeOf.size()), isDefined_(kernel.typeOf.size()) {}

  std::string run() {
    if (kernel_.parameters.size() != kernel_.body.arguments.size())
      return "the body's arguments are not the parameters";
    for (size_t i = 0; i < kernel_.parameters.size(); ++i)
      if (isKnown(kernel_.body.arguments[i]) &&
          !(kernel_.type(kernel_.body.arguments[i]) == kernel_.parameters[i].type))
        return cat("the argument for `", kernel_.parameters[i].name, "` has another type");
    if (!kernel_.body.yields.empty())
      return "a kernel yields nothing";
    checkBlock(kernel_.body);
    return std::move(problem_);
  }

private:
  static std::string name(ValueId value) { return cat("%", static_cast<uint32_t>(value)); }
  bool isKnown(ValueId value) const { return static_cast<uint32_t>(value) < kernel_.typeOf.size(); }
  void fail(std::string problem) {
    if (problem_.empty())
      problem_ = std::move(problem);
  }

  void define(ValueId value, std::vector<ValueId> &defined) {
    if (!isKnown(value))
      return fail(cat(name(value), " has no type"));
    uint32_t index = static_cast<uint32_t>(value);
    if (isDefined_[index])
      fail(cat(name(value), " is defined twice"));
    isDefined_[index] = isVisible_[index] = true;
    defined.push_back(value);
  }

  void use(ValueId value, std::string_view where) {
    if (!isKnown(value) || !isVisible_[static_cast<uint32_t>(value)])
      fail(cat(where, " uses ", name(value), ", which is not defined before it"));
  }

  void checkBlock(const Block &block) {
    std::vector<ValueId> defined;
    for (ValueId argument : block.arguments)
      define(argument, defined);
    for (const Stmt &stmt : block.body) {
      for (ValueId operand : stmt.operands)
        use(operand, nameOf(stmt.op));
      for (const Block &region : stmt.regions)
        checkBlock(region);
      for (ValueId result : stmt.results)
        define(result, defined);
      if (!problem_.empty())
        return; // types may not be readable
      if (stmt.frame >= kernel_.frames.size())
        fail(cat(nameOf(stmt.op), " names a frame that does not exist"));
      checkStmt(stmt);
    }
    for (ValueId yield : block.yields)
      use(yield, "a yield");
    for (ValueId value : defined)
      isVisible_[static_cast<uint32_t>(value)] = false;
  }

  void checkStmt(const Stmt &stmt) {
    std::string problem = checkTypes(kernel_, stmt);
    if (problem.empty())
      problem = checkRegions(stmt);
    if (!problem.empty())
      fail(cat(nameOf(stmt.op), stmt.results.empty() ? "" : cat(" ", name(stmt.results[0])), ": ",
               problem));
  }

  std::vector<Type> typesOf(const std::vector<ValueId> &values, size_t from = 0) const {
    std::vector<Type> types;
    for (size_t i = from; i < values.size(); ++i)
      types.push_back(kernel_.type(values[i]));
    return types;
  }

  bool isCondition(ValueId value) const {
    return kernel_.type(value) == Type{.element = Scalar::I1, .shape = {}};
  }

  std::string checkRegions(const Stmt &stmt) {
    size_t expected = 0;
    switch (stmt.op) {
    case OpKind::If:
    case OpKind::While:
      expected = 2;
      break;
    case OpKind::For:
    case OpKind::Reduce:
    case OpKind::Scan:
    case OpKind::MapElementwise:
      expected = 1;
      break;
    default:
      break;
    }
    if (stmt.regions.size() != expected)
      return cat(stmt.regions.size(), " regions, not ", expected);
    switch (stmt.op) {
    case OpKind::If:
      return checkIf(stmt);
    case OpKind::For:
      return checkFor(stmt);
    case OpKind::While:
      return checkWhile(stmt);
    case OpKind::Reduce:
    case OpKind::Scan:
      return checkCombine(stmt);
    case OpKind::MapElementwise:
      return checkMap(stmt);
    default:
      return {};
    }
  }

  std::string checkIf(const Stmt &stmt) {
    if (stmt.operands.size() != 1 || !isCondition(stmt.operands[0]))
      return "its condition is not one i1";
    for (const Block &region : stmt.regions) {
      if (!region.arguments.empty())
        return "a branch has arguments";
      if (typesOf(region.yields) != typesOf(stmt.results))
        return "a branch yields other types than the results";
    }
    return {};
  }

  std::string checkFor(const Stmt &stmt) {
    const Block &body = stmt.regions[0];
    if (stmt.operands.size() != stmt.results.size() + 3 ||
        body.arguments.size() != stmt.results.size() + 1)
      return "operands, arguments and results do not match in number";
    Type index = kernel_.type(stmt.operands[0]);
    if (index.isPointer || !index.isScalar() || !isInteger(index.element))
      return "the bounds are not integers";
    for (ValueId bound : {stmt.operands[1], stmt.operands[2], body.arguments[0]})
      if (!(kernel_.type(bound) == index))
        return "bounds, step and index differ in type";
    std::vector<Type> carried = typesOf(stmt.results);
    if (typesOf(stmt.operands, 3) != carried || typesOf(body.arguments, 1) != carried ||
        typesOf(body.yields) != carried)
      return "a carried value changes its type";
    return {};
  }

  std::string checkWhile(const Stmt &stmt) {
    const Block &before = stmt.regions[0], &body = stmt.regions[1];
    std::vector<Type> carried = typesOf(stmt.results);
    if (before.yields.empty() || !isCondition(before.yields[0]))
      return "its condition is not one i1";
    if (typesOf(stmt.operands) != carried || typesOf(before.arguments) != carried ||
        typesOf(before.yields, 1) != carried || typesOf(body.arguments) != carried ||
        typesOf(body.yields) != carried)
      return "a carried value changes its type";
    return {};
  }

  // The elements of `values` as scalars.
  std::vector<Type> elementsOf(const std::vector<ValueId> &values) const {
    std::vector<Type> types = typesOf(values);
    for (Type &type : types)
      type.shape.clear();
    return types;
  }

  std::string checkCombine(const Stmt &stmt) {
    if (stmt.operands.empty() || stmt.operands.size() != stmt.results.size())
      return "operands and results differ in number";
    const std::vector<int64_t> &shape = kernel_.type(stmt.operands[0]).shape;
    bool isReduce = stmt.op == OpKind::Reduce;
    if (!isReduce && stmt.attrs.integers.size() != 2)
      return "axis and direction are missing";
    int64_t axis = isReduce ? stmt.attrs.integer : stmt.attrs.integers[0];
    if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
      return "no such axis";
    std::vector<int64_t> expected = shape;
    if (isReduce)
      expected.erase(expected.begin() + axis);
    for (size_t i = 0; i < stmt.operands.size(); ++i) {
      if (kernel_.type(stmt.operands[i]).shape != shape)
        return "the operands' shapes differ";
      if (!(kernel_.type(stmt.results[i]) == kernel_.type(stmt.operands[i]).withShape(expected)))
        return "a result's type";
    }
    std::vector<Type> elements = elementsOf(stmt.operands), twice = elements;
    twice.insert(twice.end(), elements.begin(), elements.end());
    if (typesOf(stmt.regions[0].arguments) != twice)
      return "the region does not take every element twice";
    if (typesOf(stmt.regions[0].yields) != elements)
      return "the region does not yield every element";
    return {};
  }

  std::string checkMap(const Stmt &stmt) {
    int64_t pack = stmt.attrs.integer;
    if (pack < 1)
      return "a pack of no elements";
    auto repeated = [&](const std::vector<Type> &types) {
      std::vector<Type> result;
      for (const Type &type : types)
        result.insert(result.end(), pack, type);
      return result;
    };
    if (typesOf(stmt.regions[0].arguments) != repeated(elementsOf(stmt.operands)))
      return "the region does not take the operands' elements";
    if (typesOf(stmt.regions[0].yields) != repeated(elementsOf(stmt.results)))
      return "the region does not yield the results' elements";
    return {};
  }

  const Kernel &kernel_;
  std::vector<bool> isVisible_; // here
  std::vector<bool> isDefined_; // somewhere
  std::string problem_;
};

} // namespace

std::string verify(const Kernel &kernel) {
  return Verifier(kernel).run();
}

} // namespace nereid::core
