// Coroutine: a function that runs on a stack of its own, and stops and goes on where it likes.
//
// Owns the stack. Everything happens on the thread that resumes it, always the same one; the body
// must not let an exception out. A coroutine that is destroyed before its body has ended loses what
// the body's stack owned: end it first.
//
//   Coroutine numbers([&](Coroutine &self) { for (;; ++n) self.suspend(); });
//   numbers.resume();
#pragma once

#include <functional>
#include <memory>

namespace nereid::host {

class Coroutine {
public:
  explicit Coroutine(std::function<void(Coroutine &)> body);
  ~Coroutine();
  Coroutine(const Coroutine &) = delete;
  Coroutine &operator=(const Coroutine &) = delete;

  void resume();  // from outside: until the body suspends or ends
  void suspend(); // from the body: until it is resumed
  bool isDone() const { return isDone_; }
  void finish() { isDone_ = true; } // one that has not begun need not run

private:
  struct Stack;
  static void start(unsigned high, unsigned low);

  std::function<void(Coroutine &)> body_;
  std::unique_ptr<Stack> stack_; // null until the first resume()
  bool isDone_ = false;
};

} // namespace nereid::host
