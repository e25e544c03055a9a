// Core as text. Values are numbered by their ids, regions are indented below their statement:
//
//   %7, %8 = For %2, %3, %4, %5, %6 : i32, f32[128]
//     (%9: i32, %10: i32, %11: f32[128])
//       %12 = AddI %10, %9 : i32
//       yield %12, %11
#include "base/text.h"
#include "sema/core.h"

namespace nereid::core {

namespace {

class Printer {
public:
  explicit Printer(const Kernel &kernel) : kernel_(kernel) {}

  std::string run() {
    printHeader();
    printBody(kernel_.body, 1);
    return std::move(text_);
  }

private:
  static std::string name(ValueId value) { return cat("%", static_cast<uint32_t>(value)); }

  std::string names(const std::vector<ValueId> &values) const {
    std::vector<std::string> parts;
    for (ValueId value : values)
      parts.push_back(name(value));
    return join(parts, ", ");
  }

  std::string declarations(const std::vector<ValueId> &values) const {
    std::vector<std::string> parts;
    for (ValueId value : values)
      parts.push_back(cat(name(value), ": ", print(kernel_.type(value))));
    return join(parts, ", ");
  }

  void line(int depth, std::string_view content) {
    text_.append(2 * depth, ' ');
    text_ += content;
    text_ += '\n';
  }

  void printHeader() {
    std::vector<std::string> parts;
    for (size_t i = 0; i < kernel_.parameters.size(); ++i) {
      const Parameter &parameter = kernel_.parameters[i];
      parts.push_back(
          cat(name(kernel_.body.arguments[i]), " ", parameter.name, ": ", print(parameter.type),
              parameter.divisor > 1 ? cat(" {", parameter.divisor, "}") : std::string()));
    }
    line(0, cat("kernel ", kernel_.name, "(", join(parts, ", "), ")",
                kernel_.allowContraction ? "" : " exact"));
  }

  void printBody(const Block &block, int depth) {
    for (const Stmt &stmt : block.body)
      printStmt(stmt, depth);
    if (!block.yields.empty())
      line(depth, cat("yield ", names(block.yields)));
  }

  void printStmt(const Stmt &stmt, int depth) {
    std::string content;
    if (!stmt.results.empty())
      content += cat(names(stmt.results), " = ");
    content += nameOf(stmt.op);
    if (!stmt.operands.empty())
      content += cat(" ", names(stmt.operands));
    content += attributes(stmt);
    std::vector<std::string> types;
    for (ValueId result : stmt.results)
      types.push_back(print(kernel_.type(result)));
    if (!types.empty())
      content += cat(" : ", join(types, ", "));
    line(depth, content);
    for (const Block &region : stmt.regions) {
      line(depth + 1, cat("(", declarations(region.arguments), ")"));
      printBody(region, depth + 2);
    }
  }

  static std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\')
        result += '\\';
      if (c == '\n')
        result += "\\n";
      else
        result += c;
    }
    return result + "\"";
  }

  static bool usesInteger(OpKind op) {
    switch (op) {
    case OpKind::ProgramId:
    case OpKind::NumPrograms:
    case OpKind::CompareI:
    case OpKind::CompareF:
    case OpKind::ExpandDims:
    case OpKind::Cat:
    case OpKind::Flip:
    case OpKind::Gather:
    case OpKind::Reduce:
    case OpKind::MapElementwise:
      return true;
    default:
      return false;
    }
  }

  std::string attributes(const Stmt &stmt) const {
    const Attributes &attrs = stmt.attrs;
    std::string content;
    if (stmt.op == OpKind::Constant)
      content += cat(" ", constant(stmt));
    if (attrs.integer != 0 || usesInteger(stmt.op))
      content += cat(" <", attrs.integer, ">");
    if (!attrs.integers.empty())
      content += cat(" [", join(attrs.integers, ", "), "]");
    if (!attrs.text.empty())
      content += cat(" ", quoted(attrs.text));
    if (!attrs.texts.empty()) {
      std::vector<std::string> parts;
      for (const std::string &text : attrs.texts)
        parts.push_back(quoted(text));
      content += cat(" {", join(parts, ", "), "}");
    }
    return content;
  }

  // Integers in decimal, floats as their exact bits, so that no rounding hides in a printout.
  std::string constant(const Stmt &stmt) const {
    Scalar element = kernel_.type(stmt.results.front()).element;
    uint64_t bits = stmt.attrs.bits;
    if (isFloat(element) || kernel_.type(stmt.results.front()).isPointer)
      return hexadecimal(bits);
    if (!isSigned(element))
      return cat(bits);
    int unused = 64 - bitWidth(element);
    return cat(static_cast<int64_t>(bits << unused) >> unused);
  }

  static std::string hexadecimal(uint64_t bits) {
    char digits[17];
    auto end = std::to_chars(digits, digits + sizeof digits, bits, 16).ptr;
    return cat("0x", std::string_view(digits, end - digits));
  }

  const Kernel &kernel_;
  std::string text_;
};

} // namespace

std::string print(const Kernel &kernel) {
  return Printer(kernel).run();
}

} // namespace nereid::core
