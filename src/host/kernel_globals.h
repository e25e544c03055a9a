// GlobalRecorder: which constants of its surroundings a kernel was compiled with.
//
// A kernel's code has the values of tl.constexpr globals folded in, and is not compiled again when
// a script gives such a name another value; so that is an error, told at the next launch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "eval/value.h"

namespace nereid::host {

class GlobalRecorder : public eval::Scope {
public:
  // `owner` keeps `inner` alive.
  GlobalRecorder(const eval::Scope *inner, std::shared_ptr<const void> owner)
      : inner_(inner), owner_(std::move(owner)) {}

  std::optional<eval::Value> lookup(std::string_view name) const override; // and records
  std::vector<std::string> names() const override { return inner_->names(); }

  // Raises RuntimeError if a recorded name has another value now.
  void check() const {
    if (!used_.empty())
      checkUsed();
  }

private:
  struct Used {
    std::string name;
    eval::Value value;
  };
  void checkUsed() const;

  const eval::Scope *const inner_;
  const std::shared_ptr<const void> owner_;
  mutable std::vector<Used> used_; // by the thread that compiles; few
};

} // namespace nereid::host
