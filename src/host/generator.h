// Generators: what a function with `yield` in it returns.
//
// The function's body runs on a stack of its own (coroutine.h), from one `yield` to the next, as if
// whoever asks for the next value had called it: its frame is then the innermost one.
#pragma once

#include "eval/object.h"
#include "host/coroutine.h"
#include "host/frame.h"
#include "host/function.h"

namespace nereid::host {

class Generator : public eval::Object {
public:
  // Binds the arguments; runs nothing yet.
  Generator(eval::Ref<FunctionObject> function, const eval::Arguments &arguments);
  ~Generator() override;

  // For the body, at `yield value`: what was sent. Raises what was thrown.
  eval::Value yield(const eval::Value &value);
  // `yield from iterable`: what a generator there returned.
  eval::Value yieldFrom(const eval::Value &iterable);

  // Runs on to the next value; nothing at the end. With `thrown`, the `yield` raises that.
  std::optional<eval::Value> resume(eval::Value sent, eval::Ref<eval::Exception> thrown = {});
  const eval::Value &returned() const { return frame_.returnValue; }

  std::string typeName() const override { return "generator"; }
  std::string repr() const override;
  std::vector<std::string> attributeNames() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool isIterator() const override { return true; }
  std::optional<eval::Value> next() override { return resume(eval::Value::none()); }
  std::unique_ptr<eval::Iterator> iterate() override;

private:
  void runBody();
  void close();
  eval::Value nextOrStop(std::optional<eval::Value> value) const;

  const eval::Ref<FunctionObject> function_;
  Frame frame_;
  Coroutine coroutine_;
  bool isStarted_ = false, isRunning_ = false;
  eval::Value passed_;                // yielded outward, or sent inward
  eval::Ref<eval::Exception> thrown_; // to raise inside
  std::exception_ptr failure_;        // what the body let out
  eval::Value handled_;               // the exception that the body is handling
};

} // namespace nereid::host
