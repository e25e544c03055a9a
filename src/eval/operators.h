// Python's operators and builtins on Values, exactly: floor division and modulo by sign, true
// division, comparison across int and float, short repr of floats, format specifications.
// Everything raises what Python raises, with Python's message.
#pragma once

#include <string>

#include "eval/error.h"
#include "eval/value.h"

namespace nereid::eval {

Value binary(syntax::BinaryOp op, const Value &left, const Value &right);
Value unary(syntax::UnaryOp op, const Value &operand);
Value compare(syntax::CompareOp op, const Value &left, const Value &right); // in, is included
bool truthy(const Value &value);
bool equal(const Value &a, const Value &b);     // ==, as a bool
bool identical(const Value &a, const Value &b); // is
size_t hashOf(const Value &value);

std::string typeName(const Value &value); // "int", "NoneType", "list"
std::string repr(const Value &value);
std::string str(const Value &value);
// format(value, spec): Python's format mini-language for str, int, float.
std::string format(const Value &value, std::string_view spec);
std::string formatFloat(double value); // repr: the shortest digits that read back

Value getAttr(const Value &object, std::string_view name); // raises AttributeError, with suggestion
void setAttr(const Value &object, std::string_view name, const Value &value);
Value getItem(const Value &object, const Value &index);
void setItem(const Value &object, const Value &index, const Value &value);
Value call(const Value &callee, const Arguments &arguments);
Value call(const Value &callee, std::initializer_list<Value> positional);
std::unique_ptr<Iterator> iterate(const Value &iterable);
std::vector<Value> items(const Value &iterable); // all of them
int64_t length(const Value &value);

// An int in 64 bits, from an int, bool or object that stands for one; raises TypeError otherwise.
// `what` names the thing in the message ("axis").
int64_t toInt64(const Value &value, std::string_view what);

// The value of a number as written: 0xFF, 1_000, 1e-3. Raises OverflowError past 128 bits.
Value parseNumber(std::string_view text, bool isFloat);

// Python's builtin functions and types (len, range, zip, sorted, int, str, exception types, ...),
// without those that need a running script (print, open, globals).
const Module &builtins();

// The `math` module.
Ref<Module> mathModule();

} // namespace nereid::eval
