// Frame: the variables of one call, and where it is.
#pragma once

#include "eval/error.h"
#include "eval/value.h"
#include "host/module.h"

namespace nereid::host {

class FunctionObject;
class Generator;

// A variable shared by a function and the functions inside it.
class Cell : public eval::Object {
public:
  explicit Cell(eval::Value value) : value(std::move(value)) {}
  eval::Value value;
  std::string typeName() const override { return "cell"; }
};

// Stands in a slot or cell for "no value yet".
const eval::Value &unbound();
inline bool isUnbound(const eval::Value &value) {
  return value.object() == unbound().object();
}

struct Frame {
  Frame(ScriptModule &module, const FrameLayout &layout);
  Frame(const Frame &) = delete;
  Frame &operator=(const Frame &) = delete;

  ScriptModule &module;
  const FrameLayout &layout;
  std::vector<eval::Value> slots;
  FunctionObject *function = nullptr; // null at module and class level
  Generator *generator = nullptr;     // whose body this is
  eval::Dict *classNames = nullptr;   // of a class body
  eval::Ref<Cell> classCell;          // the class whose body this code is in: for super()
  Frame *caller = nullptr;
  int handlers = 0; // `try` statements with `except` whose body is running

  Span position; // of the expression that is being evaluated, or of its statement
  // What of `anchored` a traceback points at: the operator of a + b, the brackets of a[i].
  Span anchor, anchored;
  eval::Value returnValue; // of a `return` on its way out
  // An exception whose traceback already has this frame: it is on its way out again.
  const eval::Exception *traced = nullptr;

  Cell &cell(uint32_t slot) { return static_cast<Cell &>(*slots[slot].object()); }
};

} // namespace nereid::host
