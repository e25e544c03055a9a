// Python's operators and builtins on Values, exactly: floor division and modulo by sign, true
// division, comparison across int and float, short repr of floats, format specifications.
// Everything raises what Python raises, with Python's message.
//
//   Value sum = binary(BinaryOp::Add, Value::integer(1), Value::real(0.5)); // 1.5
#pragma once

#include <string>

#include "eval/error.h"
#include "eval/value.h"

namespace nereid::eval {

Value binary(syntax::BinaryOp op, const Value &left, const Value &right);
Value binaryInPlace(syntax::BinaryOp op, const Value &left, const Value &right); // left op= right
Value unary(syntax::UnaryOp op, const Value &operand);
Value compare(syntax::CompareOp op, const Value &left, const Value &right); // in, is included
// The same of what is less (order below 0), equal (0) or greater; nothing for `in` and `is`.
std::optional<Value> compareByOrder(syntax::CompareOp op, int order);
bool truthy(const Value &value);
bool equal(const Value &a, const Value &b);     // ==, as a bool
bool identical(const Value &a, const Value &b); // is
bool same(const Value &a, const Value &b);      // is or ==: how containers find an item
bool contains(const Value &container, const Value &item);
size_t hashOf(const Value &value);

std::string typeName(const Value &value); // "int", "NoneType", "list"
std::string repr(const Value &value);
std::string str(const Value &value);
std::string ascii(const Value &value); // repr with everything beyond ASCII escaped
// format(value, spec): Python's format mini-language for str, int, float.
std::string format(const Value &value, std::string_view spec);
std::string formatFloat(double value); // repr: the shortest digits that read back
std::string formatInt(Int value);
std::string formatPercent(std::string_view pattern, const Value &operand); // "%d" % operand

// Type objects. typeOf(value) is type(value); `classes` is a type or a tuple of types.
Value typeOf(const Value &value);
Ref<Type> builtinType(std::string_view name); // "int", "list"; made on demand for unknown names
bool isInstance(const Value &value, const Value &classes);
bool isSubclass(const Value &type, const Value &classes);

Value getAttr(const Value &object, std::string_view name); // raises AttributeError, with suggestion
std::optional<Value> findAttr(const Value &object, std::string_view name); // nothing: it has none
void setAttr(const Value &object, std::string_view name, const Value &value);
void deleteAttr(const Value &object, std::string_view name);
Value getItem(const Value &object, const Value &index);
void setItem(const Value &object, const Value &index, const Value &value);
void deleteItem(const Value &object, const Value &index);
bool isCallable(const Value &value);
Value call(const Value &callee, const Arguments &arguments);
Value call(const Value &callee, std::initializer_list<Value> positional);
std::unique_ptr<Iterator> iterate(const Value &iterable);
std::vector<Value> items(const Value &iterable); // all of them
int64_t length(const Value &value);

// An iterator of C++ values as a Python object of a type with this name.
Value iteratorObject(std::string typeName, std::unique_ptr<Iterator> iterator);
std::optional<Value> next(const Value &iterator); // nothing: exhausted

// An int in 64 bits, from an int, bool or object that stands for one; raises TypeError otherwise.
// `what` names the thing in the message ("axis").
int64_t toInt64(const Value &value, std::string_view what);
// The same in 128 bits, with Python's own message "'str' object cannot be interpreted as an
// integer".
Int toInt(const Value &value);
// A float from any number; raises TypeError "must be real number, not str".
double toDouble(const Value &value);
// The text of a str; raises TypeError "`what` must be str, not int".
const std::string &toText(const Value &value, std::string_view what);

// The value of a number as written: 0xFF, 1_000, 1e-3. Raises OverflowError past 128 bits.
Value parseNumber(std::string_view text, bool isFloat);

// Python's builtin functions and types (len, range, zip, sorted, int, str, exception types, ...),
// without those that need a running script (print, open, globals).
const Module &builtins();

// The `math` module.
Ref<Module> mathModule();

} // namespace nereid::eval
