// The language's own names as Python values: `triton.language` with its dtypes, builtins and the
// library functions written in the language itself (library.py), and the objects that kernels and
// scripts share: jit functions, constexprs, dtypes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/scalar.h"
#include "eval/value.h"
#include "sema/core.h"
#include "source/source.h"
#include "syntax/tree.h"

namespace nereid::sema {

// tl.float32, tl.int1, ...
class Dtype : public eval::Object {
public:
  explicit Dtype(Scalar scalar) : scalar(scalar) {}
  const Scalar scalar;
  std::string typeName() const override { return "dtype"; }
  std::string repr() const override; // triton.language.float32
  std::string str() const override;  // fp32
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool equals(const eval::Value &other) const override;
  size_t hash() const override;
};

// tl.pointer_type(tl.float32)
class PointerType : public eval::Object {
public:
  PointerType(Scalar element, bool isConst) : element(element), isConst(isConst) {}
  const Scalar element;
  const bool isConst;
  std::string typeName() const override { return "pointer_type"; }
  std::string repr() const override; // pointer<fp32>
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool equals(const eval::Value &other) const override;
  size_t hash() const override;
};

// A type of the language that says no more than its name: tl.void, tl.constexpr_type(3).
class PlainType : public eval::Object {
public:
  explicit PlainType(std::string name) : name(std::move(name)) {}
  const std::string name;
  std::string typeName() const override { return "dtype"; }
  std::string repr() const override { return name; }
  bool equals(const eval::Value &other) const override {
    const auto *type = other.as<PlainType>();
    return type && type->name == name;
  }
  size_t hash() const override { return std::hash<std::string>()(name); }
};

// tl.block_type(tl.float32, [16]), which is also `x.type` of a tile with axes.
eval::Value blockType(const core::Type &type);

// tl.constexpr(value), as scripts hold it. Operators and attributes act on the wrapped value.
class Constexpr : public eval::Object {
public:
  explicit Constexpr(eval::Value value) : value(std::move(value)) {}
  const eval::Value value;
  std::string typeName() const override { return "constexpr"; }
  std::string repr() const override; // constexpr[42]
  std::string str() const override { return repr(); }
  bool truthy() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::optional<eval::Value> binary(syntax::BinaryOp, const eval::Value &, bool) override;
  std::optional<eval::Value> unary(syntax::UnaryOp) override;
  std::optional<eval::Value> compare(syntax::CompareOp, const eval::Value &, bool) override;
  eval::Value getItem(const eval::Value &index) override;
  eval::Value call(const eval::Arguments &arguments) override;
  bool equals(const eval::Value &other) const override;
  size_t hash() const override;
};

// A function of the language that is built in: tl.load, tl.exp, ... Only kernels can call it; on
// the host it raises, except the few that mean something there.
class Builtin : public eval::Object {
public:
  explicit Builtin(std::string name) : name(std::move(name)) {}
  const std::string name; // "load", "math.exp"
  std::string typeName() const override { return "builtin"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  eval::Value call(const eval::Arguments &arguments) override;
  bool isCallable() const override { return true; }
};

// A function under @triton.jit: its text, and the names around it. The tree, the source map and the
// scope outlive it through `owner`.
class JitFunction : public eval::Object {
public:
  JitFunction(const syntax::FunctionDef *definition, const eval::Scope *scope,
              const SourceMap *sources, std::shared_ptr<const void> owner);
  const syntax::FunctionDef *const definition;
  const eval::Scope *const scope; // globals and, for a nested def, the enclosing variables
  const SourceMap *const sources;
  const std::shared_ptr<const void> owner;
  bool noinline = false;
  bool isExtern = false;              // under @tl.core.extern: declares a library's function
  std::optional<std::string> mustUse; // triton.must_use_result: its message
  std::string typeName() const override { return "JITFunction"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override; // __name__, ...
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &arguments) override; // raises: needs a grid
};

// Under @triton.constexpr_function: ordinary Python that kernels may call on constexprs.
class ConstexprFunction : public eval::Object {
public:
  explicit ConstexprFunction(eval::Value function) : function(std::move(function)) {}
  const eval::Value function;
  std::string typeName() const override { return "constexpr_function"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &arguments) override; // unwraps constexprs, calls
};

// What a name holds that only running the script would tell: where a file is read without being
// run. Lint stays silent about all uses of it; to elaborate a kernel that needs it is an error.
class Unknown : public eval::Object {
public:
  std::string typeName() const override { return "unknown"; }
  std::optional<eval::Value> getAttr(std::string_view) override {
    return eval::Value(eval::Ref<Unknown>(this));
  }
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &) override {
    return eval::Value(eval::Ref<Unknown>(this));
  }
};

// The module `triton.language`; one for the process, built at first use. Its library functions
// live in `librarySources()`.
const eval::Ref<eval::Module> &languageModule();

// What triton.cdiv and triton.next_power_of_2 are: usable on the host and, on constexprs, in
// kernels.
eval::Value cdivFunction();
eval::Value nextPowerOf2Function();

} // namespace nereid::sema
