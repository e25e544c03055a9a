// How deep a tree may be, so that neither the parser nor anyone who walks the tree recurses without
// bound. Two counters are kept while parsing:
//
// Nesting: brackets, blocks, and operators that lean to the right (`not not x`, `a ** b ** c`).
// Every function that can reach itself through the grammar opens a Nest.
//
// The spine: operators that lean to the left (`a + b + c`, `f.g.h`). These are read by loops, not
// by recursion, but the tree gets one level deeper with each. Every such loop counts in a Spine.
#pragma once

namespace nereid::syntax {

constexpr int kMaxNesting = 200;
constexpr int kMaxSpine = 2000;

// One level of nesting, while it lives.
class Nest {
public:
  explicit Nest(int &nesting) : nesting_(nesting) { ++nesting_; }
  ~Nest() { --nesting_; }
  Nest(const Nest &) = delete;
  Nest &operator=(const Nest &) = delete;

  bool tooDeep() const { return nesting_ > kMaxNesting; }

private:
  int &nesting_;
};

// One loop that leans to the left. While it lives, the counter is the longest lean inside the
// expression it has begun; afterwards, the longest in all that was parsed since the outer Spine
// began.
class Spine {
public:
  explicit Spine(int &spine) : spine_(spine), outer_(spine) { spine_ = 0; }
  ~Spine() { spine_ = spine_ > outer_ ? spine_ : outer_; }
  Spine(const Spine &) = delete;
  Spine &operator=(const Spine &) = delete;

  // Notes that what was parsed became the left child of a new node. Returns false if that is one
  // too many.
  bool grow() { return ++spine_ <= kMaxSpine; }

private:
  int &spine_;
  int outer_;
};

} // namespace nereid::syntax
