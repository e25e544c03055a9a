// Reading, binding and deleting names.
#include "base/text.h"
#include "host/runner.h"

namespace nereid::host {

using eval::Value;

Value Runner::loadGlobal(std::string_view name) {
  if (const Value *value = frame_.module.globals().find(name))
    return *value;
  if (const Value *value = interpreter_.builtin(name))
    return *value;
  auto exception = eval::make<eval::Exception>(
      eval::exceptionType("NameError"),
      std::vector<Value>{Value::string(cat("name '", name, "' is not defined"))});
  std::vector<std::string> known = frame_.module.object->attributeNames();
  for (std::string_view slot : frame_.layout.slotNames)
    known.emplace_back(slot);
  for (std::string &builtin : interpreter_.builtins().attributeNames())
    known.push_back(std::move(builtin));
  if (std::vector<std::string> near = nearestWords(name, known); !near.empty())
    exception->suggestion = cat("Did you mean: '", near[0], "'?");
  throw eval::Raised(exception);
}

void Runner::raiseUnbound(std::string_view name, Storage storage) {
  bool isFree = false;
  for (const FrameLayout::Capture &capture : frame_.layout.captures)
    isFree = isFree || (storage.kind == Storage::Kind::Cell && capture.slot == storage.index);
  if (isFree)
    eval::raise("NameError", cat("cannot access free variable '", name,
                                 "' where it is not associated with a value in enclosing scope"));
  eval::raise("UnboundLocalError", cat("cannot access local variable '", name,
                                       "' where it is not associated with a value"));
}

Value Runner::load(std::string_view name, Span span) {
  Storage storage = frame_.module.names.find(span.begin);
  switch (storage.kind) {
  case Storage::Kind::Local: {
    const Value &value = frame_.slots[storage.index];
    if (isUnbound(value)) [[unlikely]] {
      frame_.position = span;
      raiseUnbound(name, storage);
    }
    return value;
  }
  case Storage::Kind::Cell: {
    const Value &value = frame_.cell(storage.index).value;
    if (isUnbound(value)) [[unlikely]] {
      frame_.position = span;
      raiseUnbound(name, storage);
    }
    return value;
  }
  case Storage::Kind::ClassName:
    if (frame_.classNames)
      if (const Value *value = frame_.classNames->find(name))
        return *value;
    break;
  case Storage::Kind::Global:
    break;
  }
  frame_.position = span;
  return loadGlobal(name);
}

void Runner::store(std::string_view name, uint32_t at, const Value &value) {
  Storage storage = frame_.module.names.find(at);
  switch (storage.kind) {
  case Storage::Kind::Local:
    frame_.slots[storage.index] = value;
    return;
  case Storage::Kind::Cell:
    frame_.cell(storage.index).value = value;
    return;
  case Storage::Kind::ClassName:
    frame_.classNames->set(name, value);
    return;
  case Storage::Kind::Global:
    frame_.module.globals().set(name, value);
    return;
  }
}

void Runner::forget(std::string_view name, uint32_t at) {
  Storage storage = frame_.module.names.find(at);
  if (storage.kind == Storage::Kind::Local || storage.kind == Storage::Kind::Cell)
    return store(name, at, unbound());
  eval::Dict &names =
      storage.kind == Storage::Kind::ClassName ? *frame_.classNames : frame_.module.globals();
  names.erase(Value::string(std::string(name)));
}

void Runner::erase(std::string_view name, uint32_t at) {
  Storage storage = frame_.module.names.find(at);
  if (storage.kind == Storage::Kind::Local || storage.kind == Storage::Kind::Cell) {
    Value &value = storage.kind == Storage::Kind::Local ? frame_.slots[storage.index]
                                                        : frame_.cell(storage.index).value;
    if (isUnbound(value))
      raiseUnbound(name, storage);
    Value old = std::exchange(value, unbound());
    return;
  }
  eval::Dict &names =
      storage.kind == Storage::Kind::ClassName ? *frame_.classNames : frame_.module.globals();
  if (!names.erase(Value::string(std::string(name))))
    eval::raise("NameError", cat("name '", name, "' is not defined"));
}

} // namespace nereid::host
