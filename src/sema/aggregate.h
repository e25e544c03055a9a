// A class under @triton.aggregate: a value of named parts, with functions of its own.
//
// The parts of an instance are ordinary kernel values: an instance is a TupleValue that points to
// its type, so it crosses branches, loops and calls part by part. An instance does not change;
// only while its __init__ runs may its fields be set.
//
//   @triton.aggregate
//   class Pair:
//       a: tl.tensor
//       n: tl.constexpr
//       @triton.jit
//       def scaled(self):
//           return self.a * self.n
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/value.h"

namespace nereid::sema {

class AggregateType : public eval::Object {
public:
  struct Field {
    std::string name;
    bool isConstexpr = false;
    std::optional<eval::Value> defaultValue = {};
  };
  struct Member {
    std::string name;
    eval::Value function; // a JitFunction, a ConstexprFunction, or a function of the script
    bool isStatic = false;
    bool isProperty = false;
  };

  explicit AggregateType(std::string name) : name(std::move(name)) {}

  const std::string name;
  std::vector<Field> fields;   // those of base classes first
  std::vector<Member> members; // those of base classes, unless overridden, too
  std::vector<eval::Ref<AggregateType>> bases;

  const Member *findMember(std::string_view name) const;
  size_t indexOf(std::string_view field) const; // fields.size(): there is none
  bool derivesFrom(const AggregateType &other) const;

  std::string typeName() const override { return "type"; }
  std::string repr() const override;

  // The type that `value`, a class, was made an aggregate of; null if it was not.
  static AggregateType *of(const eval::Value &value);
  // The attribute of a class that holds its AggregateType.
  static constexpr std::string_view kMarker = "__triton_aggregate__";
};

} // namespace nereid::sema
