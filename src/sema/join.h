// What the two sides of a run-time branch hand to what follows.
//
//   Join join(elaborator, then, orElse);
//   size_t ticket = join.add(inThen, inElse); // two values of one type
//   join.emit(condition);                     // the Core `If`
//   Value merged = join.result(ticket);
#pragma once

#include "sema/elaborator.h"
#include "sema/rules/rectangle.h"

namespace nereid::sema {

// Collects what the two blocks of an If yield, and hands out the results afterwards.
class Join {
public:
  Join(Elaborator &elaborator, Arm &then, Arm &orElse)
      : elaborator_(elaborator), then_(then), orElse_(orElse) {}

  // Two values of one type; returns a ticket for the result.
  size_t add(const Value &inThen, const Value &inElse) {
    shapes_.push_back(inThen);
    for (const Value &leaf : flatten(inThen))
      addLeaf(then_.block, leaf);
    for (const Value &leaf : flatten(inElse))
      orElse_.block.yields.push_back(leaf.id);
    return shapes_.size() - 1;
  }

  // A value that only one side has; the other yields something nobody reads.
  size_t addOneSided(const Value &value, bool isThen) {
    Value filler = fill(value, isThen ? orElse_ : then_);
    return isThen ? add(value, filler) : add(filler, value);
  }

  // A constant of one side becomes a tile there.
  Value toTileIn(Arm &arm, const Value &value) {
    Elaborator::Restore here(elaborator_.block_, &arm.block);
    return toTile(elaborator_, value);
  }

  // A block pointer of one side, to be of one type with that of the other.
  Value withNumbersIn(Arm &arm, const Value &pointer, const Value &other) {
    Elaborator::Restore here(elaborator_.block_, &arm.block);
    return withNumbers(elaborator_, pointer, other);
  }

  Value flagIn(Arm &arm) {
    if (arm.outcome.kind == Outcome::Kind::Either)
      return arm.outcome.flag;
    Elaborator::Restore here(elaborator_.block_, &arm.block);
    return elaborator_.constantFlag(arm.outcome.kind == Outcome::Kind::Returns);
  }

  void emit(const Value &condition) {
    std::vector<core::Block> regions;
    regions.push_back(std::move(then_.block));
    regions.push_back(std::move(orElse_.block));
    std::vector<Value> results =
        elaborator_.emitMany(core::OpKind::If, {&condition, 1}, types_, {}, std::move(regions));
    size_t next = 0;
    for (Value &shape : shapes_)
      shape = rebuild(shape, results, next);
  }

  const Value &result(size_t ticket) const { return shapes_[ticket]; }

private:
  void addLeaf(core::Block &block, const Value &leaf) {
    block.yields.push_back(leaf.id);
    types_.push_back(leaf.type);
  }

  Value fill(const Value &value, Arm &arm) {
    Elaborator::Restore here(elaborator_.block_, &arm.block);
    std::vector<Value> leaves;
    for (const Value &leaf : flatten(value))
      leaves.push_back(elaborator_.undefined(leaf.type));
    size_t next = 0;
    return rebuild(value, leaves, next);
  }

  Elaborator &elaborator_;
  Arm &then_;
  Arm &orElse_;
  std::vector<Value> shapes_;
  std::vector<core::Type> types_;
};

} // namespace nereid::sema
