// torch.autograd.Function: a class whose apply() runs its forward(), and leaves a record by which
// backward() finds the class's own backward().
#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/torch_modules.h"
#include "host/torch_record.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;

namespace {

// ctx: the first argument of forward().
class FunctionContext : public eval::Object {
public:
  explicit FunctionContext(std::span<const Value> inputs) {
    std::vector<Value> needs;
    for (const Value &input : inputs)
      needs.push_back(Value::boolean(requiresGradient({&input, 1})));
    needsInputGrad_ = Value::tuple(std::move(needs));
  }
  std::string typeName() const override { return "FunctionCtx"; }
  std::vector<std::string> attributeNames() const override {
    return {"save_for_backward",       "saved_tensors", "needs_input_grad",
            "mark_non_differentiable", "mark_dirty",    "set_materialize_grads"};
  }
  std::optional<Value> getAttr(std::string_view name) override {
    if (name == "saved_tensors") {
      checkVersions();
      return saved_;
    }
    if (name == "needs_input_grad")
      return needsInputGrad_;
    Ref<FunctionContext> self(this);
    if (name == "save_for_backward")
      return Value(
          eval::make<eval::NativeFunction>("save_for_backward", [self](const Arguments &call) {
            self->saved_ = Value::tuple({call.positional.begin(), call.positional.end()});
            return Value::none();
          }));
    if (name == "mark_non_differentiable" || name == "mark_dirty" ||
        name == "set_materialize_grads")
      return Value(eval::make<eval::NativeFunction>(
          std::string(name), [](const Arguments &) { return Value::none(); }));
    const Value *value = attributes_.find(name);
    return value ? std::optional(*value) : std::nullopt;
  }
  bool setAttr(std::string_view name, const Value &value) override {
    attributes_.set(name, value);
    return true;
  }

  // The end of forward(): from now on what it saved must stay as it is.
  void noteVersions() {
    for (const Value &value : saved_.as<eval::Tuple>()->items)
      versions_.push_back(versionOf(value));
  }

private:
  static uint32_t versionOf(const Value &value) {
    auto *tensor = value.as<TensorObject>();
    return tensor ? tensor->state->versions.of(tensor->tensor) : 0;
  }
  void checkVersions() const {
    const std::vector<Value> &saved = saved_.as<eval::Tuple>()->items;
    for (size_t i = 0; i < versions_.size() && i < saved.size(); ++i)
      if (uint32_t now = versionOf(saved[i]); now != versions_[i])
        eval::raise("RuntimeError", cat("one of the variables needed for gradient computation has "
                                        "been modified by an inplace operation: a saved tensor is "
                                        "at version ",
                                        now, "; expected version ", versions_[i], " instead."));
  }

  Value saved_ = Value::tuple({});
  std::vector<uint32_t> versions_;
  Value needsInputGrad_;
  eval::Dict attributes_;
};

// cls.apply(*args): forward(ctx, *args), or, where the class has a setup_context(ctx, inputs,
// output), forward(*args).
Value forwardOf(const Value &type, const Value &context, std::span<const Value> inputs) {
  Value forward = eval::getAttr(type, "forward");
  if (std::optional<Value> setUp = eval::findAttr(type, "setup_context")) {
    Value output = eval::call(forward, Arguments{inputs, {}});
    eval::call(*setUp, {context, Value::tuple({inputs.begin(), inputs.end()}), output});
    return output;
  }
  std::vector<Value> arguments{context};
  arguments.insert(arguments.end(), inputs.begin(), inputs.end());
  return eval::call(forward, Arguments{arguments, {}});
}

// What forward() gives back of its inputs, or of tensors that are known elsewhere, is another
// tensor to the outside: it has a record of its own.
Value asOutput(const TorchStateRef &state, const Value &value) {
  if (auto *tensor = value.as<TensorObject>()) {
    auto output = eval::make<TensorObject>(state, tensor->tensor);
    output->place = tensor->place;
    return output;
  }
  auto *tuple = value.as<eval::Tuple>();
  if (!tuple)
    return value;
  std::vector<Value> items;
  for (const Value &item : tuple->items)
    items.push_back(asOutput(state, item));
  return Value::tuple(std::move(items));
}

// (shape, dtype, device) of each result, None for what is no tensor: backward() gets zeros for a
// result that nothing was made from.
Value shapesOf(const Value &output) {
  std::vector<Value> shapes;
  auto *tuple = output.as<eval::Tuple>();
  for (const Value &item : tuple ? tuple->items : std::vector<Value>{output}) {
    auto *tensor = item.as<TensorObject>();
    shapes.push_back(
        tensor ? Value::tuple({makeSize(tensor->tensor.shape()), makeDtype(tensor->tensor.dtype()),
                               *tensor->getAttr("device")})
               : Value::none());
  }
  return Value::tuple(std::move(shapes));
}

Value applyFunction(const TorchStateRef &state, const Arguments &call) {
  if (!call.keywords.empty())
    eval::raise("TypeError", "apply() takes no keyword arguments");
  Value type = call.positional[0];
  auto inputs = call.positional.subspan(1);
  auto context = eval::make<FunctionContext>(inputs);
  bool before = std::exchange(state->gradEnabled, false);
  Value result;
  try {
    result = forwardOf(type, context, inputs);
  } catch (...) {
    state->gradEnabled = before;
    throw;
  }
  state->gradEnabled = before;
  if (!before || !requiresGradient(inputs))
    return result;
  context->noteVersions();
  Value output = asOutput(state, result);
  context->setAttr("output_shapes", shapesOf(output));
  const eval::Keyword keywords[] = {{"function", type}, {"ctx", context}};
  recordResult(state, "Function", {inputs, keywords}, output);
  return output;
}

// custom_fwd and the like decorate a function, with arguments or without; here they change nothing.
Value leaveAsIs(const Arguments &call) {
  if (call.positional.size() == 1 && call.keywords.empty() && eval::isCallable(call.positional[0]))
    return call.positional[0];
  return eval::make<eval::NativeFunction>("decorator", [](const Arguments &inner) {
    eval::expectPositional("decorator", inner, 1, 1);
    return inner.positional[0];
  });
}

} // namespace

Ref<eval::Module> makeTorchAutograd(const TorchStateRef &state) {
  auto autograd = eval::make<eval::Module>("torch.autograd");
  Ref<Class> function = makeClass("Function", {}, "torch.autograd");
  function->body.members.set(
      "apply",
      eval::make<Descriptor>(Descriptor::Kind::Class, eval::make<eval::NativeFunction>(
                                                          "apply", [state](const Arguments &call) {
                                                            return applyFunction(state, call);
                                                          })));
  autograd->set("Function", function);
  auto functionModule = eval::make<eval::Module>("torch.autograd.function");
  functionModule->define("once_differentiable", leaveAsIs);
  autograd->set("function", functionModule);
  return autograd;
}

void defineTorchDecorators(eval::Module &torch) {
  torch.define("compile", leaveAsIs);
  auto amp = eval::make<eval::Module>("torch.amp");
  amp->define("custom_fwd", leaveAsIs);
  amp->define("custom_bwd", leaveAsIs);
  torch.set("amp", amp);
  torch.members.find("cuda")->as<eval::Module>()->set("amp", amp);
  auto compiler = eval::make<eval::Module>("torch.compiler");
  compiler->define("disable", leaveAsIs);
  compiler->define("is_compiling", [](const Arguments &) { return Value::boolean(false); });
  torch.set("compiler", compiler);
}

} // namespace nereid::host
