#include "host/script_builtins.h"

#include <algorithm>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/operators.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

// super(): the attributes of an object as the classes after one of its own have them.
class Super : public eval::Object {
public:
  Super(const ClassBody &after, Value self, Value keep)
      : after_(after), self_(std::move(self)), keep_(std::move(keep)) {}
  std::string typeName() const override { return "super"; }

  std::optional<Value> getAttr(std::string_view name) override {
    Value type = classBodyOf(self_) ? self_ : eval::typeOf(self_);
    const ClassBody *own = classBodyOf(type);
    if (!own)
      return std::nullopt;
    auto from = std::find(own->order.begin(), own->order.end(), &after_);
    for (auto each = from == own->order.end() ? from : from + 1; each != own->order.end(); ++each)
      if (const Value *member = (*each)->members.find(name))
        return bindAttribute(*member, classBodyOf(self_) ? Value::none() : self_, type);
    return inherited(name);
  }

private:
  // What `object` and the builtin exceptions have.
  std::optional<Value> inherited(std::string_view name) {
    Value self = self_;
    auto method = [&](eval::NativeFunction::Body body) {
      return Value(eval::make<eval::NativeFunction>(std::string(name), std::move(body)));
    };
    if (name == "__init__")
      return method([self](const Arguments &call) {
        if (auto *exception = self.as<eval::Exception>())
          exception->args.assign(call.positional.begin(), call.positional.end());
        return Value();
      });
    if (name == "__init_subclass__")
      return method([](const Arguments &) { return Value(); });
    if (name == "__new__")
      return method([](const Arguments &call) -> Value {
        auto *type = call.positional.empty() ? nullptr : call.positional[0].as<Class>();
        if (!type)
          raise("TypeError", "object.__new__(X): X is not a type object");
        return eval::make<Instance>(Ref<Class>(type));
      });
    if (auto *instance = self.as<Instance>(); instance && name == "__setattr__")
      return method([self](const Arguments &call) {
        eval::expectPositional("__setattr__", call, 2, 2);
        self.as<Instance>()->attributes.set(call.positional[0], call.positional[1]);
        return Value();
      });
    if (auto *exception = self.as<eval::Exception>()) {
      if (name == "__str__")
        return method([self](const Arguments &) {
          return Value::string(self.as<eval::Exception>()->message());
        });
      return exception->Exception::getAttr(name);
    }
    return std::nullopt;
  }

  const ClassBody &after_;
  const Value self_;
  const Value keep_;
};

// The variable that a frame's first parameter is in.
Value firstArgument(Frame &frame) {
  if (!frame.function || frame.layout.parameterSlots.empty())
    raise("RuntimeError", "super(): no arguments");
  Value value = frame.slots[frame.layout.parameterSlots[0]];
  if (auto *cell = value.as<Cell>())
    value = cell->value;
  if (isUnbound(value))
    raise("RuntimeError", "super(): arg[0] deleted");
  return value;
}

Value makeSuper(Interpreter &interpreter, const Arguments &call) {
  eval::expectPositional("super", call, 0, 2);
  Value type, self;
  if (call.positional.size() == 2) {
    type = call.positional[0];
    self = call.positional[1];
  } else {
    Frame *frame = interpreter.frame();
    if (!frame || !frame->classCell)
      raise("RuntimeError", "super(): __class__ cell not found");
    type = frame->classCell->value;
    self = firstArgument(*frame);
  }
  ClassBody *body = classBodyOf(type);
  if (!body)
    raise("TypeError", cat("super() argument 1 must be a type, not ", eval::typeName(type)));
  return eval::make<Super>(*body, self, type);
}

Value print(Interpreter &interpreter, const Arguments &call) {
  std::string text = printedText(call);
  for (const eval::Keyword &keyword : call.keywords)
    if (keyword.name == "file" && !keyword.value.isNone()) {
      eval::call(eval::getAttr(keyword.value, "write"), {Value::string(text)});
      return Value();
    }
  interpreter.print(text);
  for (const eval::Keyword &keyword : call.keywords)
    if (keyword.name == "flush" && eval::truthy(keyword.value))
      interpreter.flush();
  return Value();
}

Value makeProperty(const Arguments &call) {
  static const eval::Signature signature("property", "fget=, fset=, fdel=, doc=");
  auto arguments = signature.match(call);
  auto property =
      eval::make<Descriptor>(Descriptor::Kind::Property, arguments[0] ? *arguments[0] : Value());
  property->set = arguments[1] ? *arguments[1] : Value();
  property->erase = arguments[2] ? *arguments[2] : Value();
  return property;
}

template <Descriptor::Kind kind> Value makeDescriptor(const Arguments &call) {
  eval::expectPositional(kind == Descriptor::Kind::Static ? "staticmethod" : "classmethod", call, 1,
                         1);
  return eval::make<Descriptor>(kind, call.positional[0]);
}

// A copy: changing it does not change the variables.
Value localsOf(Interpreter &interpreter) {
  auto names = eval::make<eval::Dict>();
  Frame *frame = interpreter.frame();
  const eval::Dict *from = !frame              ? nullptr
                           : frame->classNames ? frame->classNames
                           : frame->function   ? nullptr
                                               : &frame->module.globals();
  if (from)
    for (const auto &[key, value] : from->entries())
      names->set(key, value);
  if (frame && frame->function)
    for (size_t i = 0; i < frame->slots.size(); ++i) {
      Value value = frame->slots[i];
      if (auto *cell = value.as<Cell>())
        value = cell->value;
      if (!isUnbound(value))
        names->set(frame->layout.slotNames[i], value);
    }
  return names;
}

Value globalsOf(Interpreter &interpreter) {
  auto names = eval::make<eval::Dict>();
  if (Frame *frame = interpreter.frame())
    for (const auto &[key, value] : frame->module.globals().entries())
      names->set(key, value);
  return names;
}

Value namesOf(Interpreter &interpreter, const Arguments &call) {
  eval::expectPositional("dir", call, 0, 1);
  std::vector<std::string> names;
  if (call.positional.empty()) {
    for (const Value &name : eval::items(localsOf(interpreter)))
      names.push_back(*name.asString());
  } else if (call.positional[0].isObject()) {
    names = call.positional[0].object()->attributeNames();
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<Value> result;
  for (std::string &name : names)
    result.push_back(Value::string(std::move(name)));
  return Value::list(std::move(result));
}

Value exitScript(const Arguments &call) {
  eval::expectPositional("exit", call, 0, 1);
  raise(eval::exceptionType("SystemExit"),
        {call.positional.empty() ? Value::none() : call.positional[0]});
}

void defineRefusals(eval::Module &module) {
  struct Refusal {
    const char *name;
    const char *what;
  };
  constexpr Refusal kRefusals[] = {
      {"open", "`open`: scripts run here have no access to files"},
      {"input", "`input`: scripts run here do not read from the terminal"},
      {"eval", "`eval`: code in strings"},
      {"exec", "`exec`: code in strings"},
      {"compile", "`compile`: code in strings"},
      {"breakpoint", "`breakpoint`"},
      {"bytearray", "`bytearray`: binary data"},
      {"memoryview", "`memoryview`: binary data"},
      {"complex", "`complex`: complex numbers"},
  };
  for (const Refusal &refusal : kRefusals)
    module.define(refusal.name, [what = std::string(refusal.what)](const Arguments &) -> Value {
      raiseNotInSubset(what);
    });
}

} // namespace

std::string printedText(const Arguments &call) {
  std::string separator = " ", end = "\n";
  for (const eval::Keyword &keyword : call.keywords) {
    if (keyword.name == "file" || keyword.name == "flush")
      continue;
    if (keyword.name != "sep" && keyword.name != "end")
      raise("TypeError", cat("'", keyword.name, "' is an invalid keyword argument for print()"));
    if (keyword.value.isNone())
      continue;
    if (!keyword.value.asString())
      raise("TypeError",
            cat(keyword.name, " must be None or a string, not ", eval::typeName(keyword.value)));
    (keyword.name == "sep" ? separator : end) = *keyword.value.asString();
  }
  std::string text;
  for (size_t i = 0; i < call.positional.size(); ++i) {
    if (i > 0)
      text += separator;
    text += eval::str(call.positional[i]);
  }
  return text + end;
}

Ref<eval::Module> makeScriptBuiltins(Interpreter &interpreter) {
  auto module = eval::make<eval::Module>("builtins");
  for (const auto &[name, value] : eval::builtins().members.entries())
    module->members.set(name, value);
  Interpreter *self = &interpreter;
  module->define("print", [self](const Arguments &call) { return print(*self, call); });
  module->define("super", [self](const Arguments &call) { return makeSuper(*self, call); });
  module->define("locals", [self](const Arguments &) { return localsOf(*self); });
  module->define("globals", [self](const Arguments &) { return globalsOf(*self); });
  module->define("dir", [self](const Arguments &call) { return namesOf(*self, call); });
  module->define("vars", [self](const Arguments &call) {
    eval::expectPositional("vars", call, 0, 1);
    return call.positional.empty() ? localsOf(*self)
                                   : eval::getAttr(call.positional[0], "__dict__");
  });
  module->define("__import__", [self](const Arguments &call) {
    if (call.positional.empty())
      raise("TypeError", "__import__() missing required argument 'name' (pos 1)");
    return self->importModule(eval::toText(call.positional[0], "module name"));
  });
  module->define("property", makeProperty);
  module->define("staticmethod", makeDescriptor<Descriptor::Kind::Static>);
  module->define("classmethod", makeDescriptor<Descriptor::Kind::Class>);
  module->define("exit", exitScript);
  module->define("quit", exitScript);
  defineRefusals(*module);
  return module;
}

} // namespace nereid::host
