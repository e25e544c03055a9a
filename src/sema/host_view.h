// HostView: a kernel's value inside host code that runs while the kernel is compiled.
//
// Constexpr functions and the __init__ of an aggregate are Python. What is known they see as the
// Python value it is; what is not (tiles, and aggregates that hold some) as a HostView, which they
// can store, return, and ask for what is known of it: `x.shape`, `x.dtype`. Valid during the call.
#pragma once

#include "sema/elaborator.h"

namespace nereid::sema {

class HostView : public eval::Object {
public:
  HostView(Elaborator &elaborator, Value value)
      : elaborator_(elaborator), value_(std::move(value)) {}
  const Value &value() const { return value_; }

  std::string typeName() const override;
  std::string repr() const override { return describe(value_); }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;

private:
  Elaborator &elaborator_;
  Value value_;
};

} // namespace nereid::sema
