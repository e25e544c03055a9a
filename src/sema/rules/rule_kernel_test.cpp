#include "sema/rules/rule_kernel.h"

#include <map>
#include <utility>

#include "base/text.h"
#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

constexpr std::string_view kPrologue = R"(@triton.jit
def identity(a):
    return a

@triton.jit
def add(a, b):
    return a + b

@triton.jit
def widen(a, b):
    return (a + b) * 1.0

@triton.jit
def kernel(p, h, i, b, n, m):
    r = tl.arange(0, 8)
    x = tl.load(p + r[:, None] * 8 + r[None, :])
    y = tl.load(h + r[:, None] * 8 + r[None, :])
    c = r < n
)";

class RuleKernel {
public:
  explicit RuleKernel(std::string_view statements) : kernel_(cat(kPrologue, indented(statements))) {
    for (Scalar element : {Scalar::F32, Scalar::F16, Scalar::I32, Scalar::I1})
      kernel_.pointer(element);
    kernel_.scalar(Scalar::I32).scalar(Scalar::I64);
    kernel_.options.print = [this](std::string_view text) { printed_ += text; };
  }

  const std::optional<core::Kernel> &kernel() { return kernel_.kernel(); }
  const std::string &printed() { return printed_; }

  std::string errors() {
    kernel();
    std::string text;
    for (const Diagnostic &diagnostic : kernel_.diagnostics())
      text += cat(codeOf(diagnostic.kind), ": ", diagnostic.headline, "\n");
    return text;
  }

private:
  static std::string indented(std::string_view statements) {
    std::string text = "    ";
    for (char c : statements) {
      text += c;
      if (c == '\n')
        text += "    ";
    }
    return text + "\n";
  }

  TestKernel kernel_;
  std::string printed_;
};

// How many statements the prologue alone becomes.
size_t prologueLength() {
  static const size_t length = RuleKernel("pass").kernel()->body.body.size();
  return length;
}

// "fp32[8, 8]" from "fp32[constexpr[8], constexpr[8]]", "int32" from "int32[]".
std::string plainType(std::string_view text) {
  constexpr std::string_view kConstant = "constexpr[", kScalar = "[]";
  std::string plain;
  while (!text.empty()) {
    if (startsWith(text, kConstant)) {
      text.remove_prefix(kConstant.size());
      size_t end = text.find(']');
      plain += text.substr(0, end);
      text.remove_prefix(end + 1);
    } else if (startsWith(text, kScalar)) {
      text.remove_prefix(kScalar.size());
    } else {
      plain += text[0];
      text.remove_prefix(1);
    }
  }
  return plain;
}

// The names of the prologue's values, by their number.
std::map<uint32_t, std::string> prologueNames(const core::Kernel &kernel) {
  std::map<uint32_t, std::string> names;
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    names[static_cast<uint32_t>(kernel.body.arguments[i])] = kernel.parameters[i].name;
  std::string_view loaded = "x";
  for (size_t i = 0; i < prologueLength(); ++i) {
    const core::Stmt &stmt = kernel.body.body[i];
    auto result = static_cast<uint32_t>(stmt.results[0]);
    if (stmt.op == core::OpKind::Range)
      names[result] = "r";
    if (stmt.op == core::OpKind::CompareI)
      names[result] = "c";
    if (stmt.op == core::OpKind::Load)
      names[result] = std::exchange(loaded, "y");
  }
  return names;
}

// `text` with the prologue's values by name and the others numbered from 0.
std::string renumber(std::string_view text, const std::map<uint32_t, std::string> &names,
                     uint32_t first) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    uint32_t number = 0;
    while (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9')
      number = number * 10 + static_cast<uint32_t>(text[++i] - '0');
    auto name = names.find(number);
    result += name != names.end() ? name->second : cat("%", number - first);
  }
  return result;
}

} // namespace

std::string typeOf(std::string_view expression) {
  RuleKernel kernel(cat("tl.static_print(", expression, ", end='')"));
  std::string errors = kernel.errors();
  return errors.empty() ? plainType(kernel.printed()) : errors;
}

std::string opsOf(std::string_view statements) {
  RuleKernel kernel(statements);
  if (!kernel.kernel())
    return kernel.errors();
  std::vector<std::string> names;
  const auto &body = kernel.kernel()->body.body;
  for (size_t i = prologueLength(); i < body.size(); ++i)
    names.emplace_back(nameOf(body[i].op));
  return join(names, " ");
}

std::string coreOf(std::string_view statements) {
  RuleKernel kernel(statements);
  if (!kernel.kernel())
    return kernel.errors();
  core::Kernel copy = *kernel.kernel();
  auto names = prologueNames(copy);
  uint32_t first = static_cast<uint32_t>(copy.body.body[prologueLength() - 1].results[0]) + 1;
  copy.body.body.erase(copy.body.body.begin(),
                       copy.body.body.begin() + static_cast<ptrdiff_t>(prologueLength()));
  std::string text = core::print(copy);
  return renumber(text.substr(text.find('\n') + 1), names, first);
}

std::string errorsOf(std::string_view statements) {
  return RuleKernel(statements).errors();
}

} // namespace nereid::sema
