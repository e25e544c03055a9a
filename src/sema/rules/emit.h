// The few steps that every rule takes: emit one operation, report with the origins of operands.
//
// Private to rules/. Functions that emit expect operands already of one shape and type, as Core
// wants them, and check nothing; the conversions that get them there are in promote.h and shape.h.
// Functions that report return Value::error(), for `return notANumber(...)`.
//
//   Value sum = emitOp(context, OpKind::AddF, {x, y}, x.type);
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.h"
#include "sema/context.h"

namespace nereid::sema {

using core::OpKind;
using core::Predicate;
using core::Type;
using Shape = std::vector<int64_t>;

Type tileType(Scalar element, Shape shape = {});

// -- Attributes.
core::Attributes withInteger(int64_t integer);
core::Attributes withIntegers(std::vector<int64_t> integers);
core::Attributes withText(std::string text);
core::Attributes withTexts(std::vector<std::string> texts);

// -- Emitting.
Value emitOp(Context &context, OpKind op, std::initializer_list<Value> operands, Type result,
             core::Attributes attrs = {});
// Elementwise: the result has x's type.
Value emitBinary(Context &context, OpKind op, const Value &x, const Value &y);
Value emitCompare(Context &context, OpKind op, Predicate predicate, const Value &x, const Value &y);
Value emitSelect(Context &context, const Value &condition, const Value &x, const Value &y);
// Every lane holds `bits`, in the element type's own format.
Value constantTile(Context &context, Type type, uint64_t bits);
// An integer that fits the element type.
Value integerTile(Context &context, Scalar element, const Shape &shape, int64_t number);
Value zeroTile(Context &context, const Type &type);
Value expandAxis(Context &context, const Value &tile, size_t axis);
Value reshapeTo(Context &context, const Value &tile, Shape shape);

// -- Constants.
Value integerConstant(eval::Int number);
// The value inside any tl.constexpr around it.
const eval::Value &unwrap(const eval::Value &value);
// The elements of a tuple, or of a constant tuple or list; nothing for anything else.
std::optional<std::vector<Value>> elementsOf(const Value &value);
bool isPointer(const Value &value);
bool isNumber(const Value &value); // a bool, int or float known now
bool hasError(const Value &value); // an Error, or a tuple that holds one

// -- Words for messages.
std::string shapeText(const Shape &shape); // "[128, 64]"
std::string typeText(const Value &value);  // "fp32[128, 64]", "`0.5`", "a tuple": what it is
std::string quoted(std::string_view text); // with backticks
std::string quoted(const Type &type);

// Labels that point at where values came from. Values from nowhere get none, nor do constants: the
// headline quotes them.
std::vector<Label> originLabels(std::initializer_list<std::pair<const Value *, std::string>> facts);
// One mistake at one argument: points there if its place is known, else at the call.
Value failAtValue(Context &context, const Value &value, DiagKind kind, std::string headline,
                  std::string label = {}, std::vector<Help> helps = {});
Help help(std::string text);

// An evaluation of constants that may raise; a raise becomes a ConstexprError.
Value evaluate(Context &context, const std::function<eval::Value()> &computation);

} // namespace nereid::sema
