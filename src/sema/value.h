// What a name in a kernel holds while it is being elaborated.
//
// A Value is either known now (Constant: any Python value) or a tile that Core will compute, or an
// aggregate of such. Error stands for a mistake already reported, or, under lint, for something
// not known: every operation on it gives Error and stays silent, so one mistake is one message.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "eval/value.h"
#include "sema/aggregate.h"
#include "sema/core.h"

namespace nereid::sema {

struct Value;

// A tuple's elements; for named tuples and aggregates also the class's name and its fields.
struct TupleValue {
  std::vector<Value> elements;
  std::string className;
  std::vector<std::string> fields;
  eval::Ref<AggregateType> aggregate = {}; // null for tuples
  bool isUnfinished = false;               // an aggregate whose __init__ is running
};

// tl.make_block_ptr: a rectangle of pointers described by its parts. Expanded to pointers and
// masks where it is loaded or stored. Offsets are i64 tiles; shape and strides are too, or
// constants.
struct BlockPointerValue;

// tl.make_tensor_descriptor, or a descriptor argument. shape are i32, strides i64 scalars or
// constants; the last stride is 1.
struct DescriptorValue;

struct Value {
  enum class Kind : uint8_t { Error, Tile, Constant, Tuple, BlockPointer, Descriptor };

  Kind kind = Kind::Error;
  core::ValueId id{};   // Tile
  core::Type type;      // Tile
  eval::Value constant; // Constant
  std::shared_ptr<const TupleValue> tuple;
  std::shared_ptr<const BlockPointerValue> blockPointer;
  std::shared_ptr<const DescriptorValue> descriptor;
  Span origin; // the expression it came from: where a label points

  static Value error() { return {}; }
  static Value tile(core::ValueId id, core::Type type);
  static Value ofConstant(eval::Value constant);
  static Value ofTuple(std::vector<Value> elements);

  bool isError() const { return kind == Kind::Error; }
  bool isTile() const { return kind == Kind::Tile; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isTuple() const { return kind == Kind::Tuple; }
  bool isAggregate() const { return isTuple() && bool(tuple->aggregate); }
  bool isNone() const { return isConstant() && constant.isNone(); }
  // A constant that is a bool, int or float: a "Python scalar" of the promotion rules.
  bool isPythonScalar() const { return isConstant() && constant.isNumber(); }
  // A tile of rank 0, or not a pointer, and so on, read best through `type`.
  bool isScalarTile() const { return isTile() && type.isScalar(); }
};

struct BlockPointerValue {
  Value base; // scalar pointer
  std::vector<Value> shape, strides, offsets;
  std::vector<int64_t> blockShape;
  std::vector<int64_t> order;
};

struct DescriptorValue {
  Value base; // scalar pointer
  std::vector<Value> shape, strides;
  std::vector<int64_t> blockShape;
  bool paddingNan = false;
};

// The types two values must share to merge at the end of a branch or loop; for messages:
// "fp32[128]", "constexpr 4", "tuple of (int32, fp32)".
std::string describe(const Value &value);
bool sameType(const Value &a, const Value &b);

// The tiles inside a value, left to right, and the value again around other tiles of the same
// types: how aggregates cross the edge of a region.
std::vector<Value> flatten(const Value &value);
Value rebuild(const Value &shape, const std::vector<Value> &leaves, size_t &next);

} // namespace nereid::sema
