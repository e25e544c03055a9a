// What a builtin may ask of the elaborator: emit Core, report, call back into kernel code.
//
// A builtin is a plain function from bound arguments to a Value (see BuiltinSpec); Context is its
// only door to the kernel under construction. elaborator.cpp implements it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "sema/core.h"
#include "sema/elaborate.h"
#include "sema/value.h"

namespace nereid::sema {

class Context {
public:
  virtual ~Context() = default;

  // -- Emitting. Statements go where elaboration stands, with the current expression's span.
  virtual Value emit(core::OpKind op, std::span<const Value> operands, core::Type result,
                     core::Attributes attrs = {}) = 0;
  virtual void emitVoid(core::OpKind op, std::span<const Value> operands,
                        core::Attributes attrs = {}) = 0;
  // Several results and regions (Reduce, Scan, Split, MapElementwise).
  virtual std::vector<Value> emitMany(core::OpKind op, std::span<const Value> operands,
                                      std::vector<core::Type> results, core::Attributes attrs,
                                      std::vector<core::Block> regions) = 0;

  // A region that calls the function value `combine` on scalars of the given types and yields its
  // results. Nothing if that failed (and was reported).
  virtual std::optional<core::Block> region(const Value &combine,
                                            const std::vector<core::Type> &arguments,
                                            std::vector<core::Type> &results) = 0;

  // Calls any callable value: jit functions (inlined), builtins, constexpr functions.
  virtual Value call(const Value &callee, std::vector<Value> positional) = 0;
  // Calls a function of the language's own library (library.py) by name.
  virtual Value callLibrary(std::string_view name, std::vector<Value> positional) = 0;

  // -- Reporting. `fail` returns Value::error() for `return context.fail(...)`. With a default
  // primary span, the current expression is meant.
  virtual Value fail(DiagKind kind, std::string headline, std::vector<Label> labels = {},
                     std::vector<Help> helps = {}) = 0;
  virtual Value failAt(Span where, DiagKind kind, std::string headline, std::string label = {},
                       std::vector<Label> labels = {}, std::vector<Help> helps = {}) = 0;
  virtual void warn(DiagKind kind, std::string headline, std::vector<Help> helps = {},
                    Label primary = {}) = 0;
  virtual Span currentSpan() const = 0;

  virtual const LaunchOptions &launch() const = 0;
  virtual const ElaborateOptions &options() const = 0;
  // Under lint, unknown values are Error values that were never reported.
  virtual bool isLint() const = 0;
};

// The arguments of a builtin's call after binding to its signature, in the signature's order.
// An argument that was left out holds its default as a Constant.
struct BoundArguments {
  std::vector<Value> values;
  std::vector<bool> given; // false: the default
  std::vector<Value> rest; // `*args`
  const Value &operator[](size_t i) const { return values[i]; }
};

// One builtin: how kernels spell it, its parameters, what it does.
struct BuiltinSpec {
  std::string_view name;      // "load": tl.load; also x.load() if `isMethod`
  std::string_view signature; // "pointer, mask=None, other=None, *, cache_modifier=''"
  Value (*apply)(Context &context, const BoundArguments &arguments);
  bool isMethod = false; // a member function of tensors, the first parameter being self
};

// Every builtin, written out in builtins.cpp.
std::span<const BuiltinSpec> builtinSpecs();
const BuiltinSpec *findBuiltin(std::string_view name);

// -- rules/: the meaning of operators and the conversions that builtins share.

// x op y, compile-time if both are constants: promotion, division, pointers, shifts.
Value binaryOperator(Context &context, syntax::BinaryOp op, const Value &x, const Value &y);
Value unaryOperator(Context &context, syntax::UnaryOp op, const Value &x);
Value compareOperator(Context &context, syntax::CompareOp op, const Value &x, const Value &y);
// and/or of two run-time values.
Value logicalOperator(Context &context, bool isAnd, const Value &x, const Value &y);

// A Python scalar becomes a scalar tile of its own type (int32, int64, ..., float32, float64); a
// tile stays. Reports what cannot become one.
Value toTile(Context &context, const Value &value);
Value castTo(Context &context, const Value &value, Scalar type, bool bitcast = false,
             std::optional<std::string> rounding = {});
Value broadcastTo(Context &context, const Value &value, const std::vector<int64_t> &shape);
// Both to one shape; reports a mismatch with both places.
bool broadcastTogether(Context &context, Value &x, Value &y);
// A condition of `if` and `while` as a scalar i1 tile.
Value toCondition(Context &context, const Value &value);
// x[...]: None and full slices on tiles; constant indices on tuples.
Value subscript(Context &context, const Value &object, const Value &index);
// Attributes of tiles (shape, dtype, T, numel, ...), block pointers and descriptors; methods are
// found through findBuiltin. Nothing: no such attribute.
std::optional<Value> valueAttribute(Context &context, const Value &object, std::string_view name);

// The compile-time int (or list of ints) in `value`, or nothing after a report that names `what`.
std::optional<int64_t> constantInt(Context &context, const Value &value, std::string_view what);
std::optional<std::vector<int64_t>> constantInts(Context &context, const Value &value,
                                                 std::string_view what);
std::optional<bool> constantBool(Context &context, const Value &value, std::string_view what);
std::optional<std::string> constantString(Context &context, const Value &value,
                                          std::string_view what);
// A dtype constant (tl.float32, also wrapped).
std::optional<core::Type> constantType(Context &context, const Value &value, std::string_view what);

} // namespace nereid::sema
