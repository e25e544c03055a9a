// torch.nn: Module, for scripts to derive from, and the layers around kernels.
//
// A module is an object whose attributes are its parameters and submodules; nothing is registered
// elsewhere, so walking them is walking its attributes.
#include <cmath>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/torch_function.h"
#include "host/torch_modules.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/random.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;
using tensor::Tensor;

namespace {

Instance &selfOf(const Arguments &call) {
  auto *self = call.positional.empty() ? nullptr : call.positional[0].as<Instance>();
  if (!self)
    eval::raise("TypeError", "a method of torch.nn.Module needs its module");
  return *self;
}

bool isModule(const Value &value) {
  auto *instance = value.as<Instance>();
  return instance && instance->type->body.find("register_buffer");
}

// Calls visit(name, tensor) for each parameter (or, with `buffers`, other tensors too), in torch's
// order: a module's own before those of its submodules.
template <typename Visit>
void forEachTensor(Instance &module, const std::string &prefix, bool buffers, Visit &&visit) {
  std::vector<std::pair<Value, Value>> entries = module.attributes.entries();
  for (const auto &[name, value] : entries)
    if (auto *tensor = value.as<TensorObject>(); tensor && (tensor->isParameter || buffers))
      visit(prefix + *name.asString(), *tensor);
  for (const auto &[name, value] : entries)
    if (isModule(value))
      forEachTensor(*value.as<Instance>(), cat(prefix, *name.asString(), "."), buffers, visit);
}

template <typename Visit> void forEachModule(Instance &module, Visit &&visit) {
  visit(module);
  for (const auto &[name, value] : module.attributes.entries())
    if (isModule(value))
      forEachModule(*value.as<Instance>(), visit);
}

Value parameters(const Arguments &call) {
  std::vector<Value> tensors;
  forEachTensor(selfOf(call), "", false, [&](const std::string &, TensorObject &tensor) {
    tensors.push_back(Ref<TensorObject>(&tensor));
  });
  return Value::list(std::move(tensors));
}

Value namedParameters(const Arguments &call) {
  std::vector<Value> pairs;
  forEachTensor(selfOf(call), "", false, [&](const std::string &name, TensorObject &tensor) {
    pairs.push_back(Value::tuple({Value::string(name), Ref<TensorObject>(&tensor)}));
  });
  return Value::list(std::move(pairs));
}

Value stateDict(const Arguments &call) {
  auto state = eval::make<eval::Dict>();
  forEachTensor(selfOf(call), "", true, [&](const std::string &name, TensorObject &tensor) {
    state->set(name, Ref<TensorObject>(&tensor));
  });
  return state;
}

Value loadStateDict(const Arguments &call) {
  eval::expectPositional("load_state_dict", call, 2, 3);
  auto *state = call.positional[1].as<eval::Dict>();
  if (!state)
    eval::raise("TypeError", cat("Expected state_dict to be dict-like, got ",
                                 eval::typeName(call.positional[1]), "."));
  forEachTensor(selfOf(call), "", true, [&](const std::string &name, TensorObject &tensor) {
    const Value *given = state->find(name);
    auto *from = given ? given->as<TensorObject>() : nullptr;
    if (!from)
      eval::raise("RuntimeError",
                  cat("Error(s) in loading state_dict: missing key \"", name, "\""));
    take(tensor::copyInto(tensor.tensor, from->tensor));
  });
  return Value::none();
}

// module.to(...), .half(), .cuda(), ...: the tensor's method of that name, on every tensor of a
// float dtype.
eval::NativeFunction::Body convertAll(std::string method) {
  return [method](const Arguments &call) {
    forEachTensor(selfOf(call), "", true, [&](const std::string &, TensorObject &tensor) {
      if (!isFloat(tensor.tensor.dtype()))
        return;
      Value converted =
          eval::call(*tensor.getAttr(method), Arguments{call.positional.subspan(1), call.keywords});
      tensor.tensor = converted.as<TensorObject>()->tensor;
      tensor.place = converted.as<TensorObject>()->place;
    });
    return call.positional[0];
  };
}

Value setTraining(const Arguments &call, bool training) {
  forEachModule(selfOf(call), [&](Instance &module) {
    module.attributes.set("training", Value::boolean(training));
  });
  return call.positional[0];
}

// Linear(in_features=4, out_features=2), with submodules indented below.
std::string describe(Instance &module) {
  std::string text = module.type->body.name + "(";
  if (std::optional<Value> extra = eval::findAttr(Value(Ref<Instance>(&module)), "extra_repr"))
    text += eval::str(eval::call(*extra, std::initializer_list<Value>{}));
  std::string children;
  for (const auto &[name, value] : module.attributes.entries()) {
    if (!isModule(value))
      continue;
    children += cat("\n(", *name.asString(), "): ", eval::repr(value));
  }
  for (char c : children)
    text += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return text + (children.empty() ? ")" : "\n)");
}

Ref<Class> makeModuleClass() {
  Ref<Class> module = makeClass("Module", {}, "torch.nn.modules.module");
  module->define("__init__", [](const Arguments &call) {
    selfOf(call).attributes.set("training", Value::boolean(true));
    return Value::none();
  });
  module->define("__call__", [](const Arguments &call) {
    selfOf(call);
    Value forward = eval::getAttr(call.positional[0], "forward");
    return eval::call(forward, Arguments{call.positional.subspan(1), call.keywords});
  });
  module->define("forward", [](const Arguments &call) -> Value {
    eval::raise("NotImplementedError", cat("Module [", selfOf(call).type->body.name,
                                           "] is missing the required \"forward\" function"));
  });
  module->define("__repr__",
                 [](const Arguments &call) { return Value::string(describe(selfOf(call))); });
  module->define("extra_repr", [](const Arguments &) { return Value::string(""); });
  module->define("parameters", parameters);
  module->define("named_parameters", namedParameters);
  module->define("state_dict", stateDict);
  module->define("load_state_dict", loadStateDict);
  auto setAttribute = [](const Arguments &call) {
    eval::setAttr(call.positional[0], eval::toText(call.positional[1], "name"), call.positional[2]);
    return Value::none();
  };
  for (const char *name : {"register_buffer", "register_parameter", "add_module"})
    module->define(name, [name, setAttribute](const Arguments &call) {
      eval::expectPositional(name, {call.positional, {}}, 3, 4);
      return setAttribute(call);
    });
  for (const char *name : {"to", "cuda", "cpu", "half", "float", "double", "bfloat16"})
    module->define(name, convertAll(name));
  module->define("eval", [](const Arguments &call) { return setTraining(call, false); });
  module->define("train", [](const Arguments &call) {
    return setTraining(call, call.positional.size() < 2 || eval::truthy(call.positional[1]));
  });
  module->define("zero_grad", [](const Arguments &) { return Value::none(); });
  module->define("requires_grad_", [](const Arguments &call) { return call.positional[0]; });
  return module;
}

// -- Layers ---

struct LayerMaker {
  eval::Module &nn;
  const TorchStateRef &state;
  Ref<Class> base;

  // A layer: `initialize` sets its attributes, `forward` names the function of nn.functional and
  // the attributes that follow the input.
  using Initialize = std::function<void(Instance &self, const eval::Signature::Matched &given)>;
  void define(std::string name, std::string_view parameters, Initialize initialize,
              std::string_view function, std::vector<std::string> attributes) {
    Ref<Class> layer = makeClass(name, {Value(base)}, "torch.nn.modules");
    auto signature = std::make_shared<eval::Signature>(name, parameters);
    layer->define("__init__", [=](const Arguments &call) {
      Instance &self = selfOf(call);
      self.attributes.set("training", Value::boolean(true));
      initialize(self, signature->match({call.positional.subspan(1), call.keywords}));
      return Value::none();
    });
    Value body = eval::getAttr(*nn.members.find("functional"), function);
    layer->define("forward", [=](const Arguments &call) {
      std::vector<eval::Keyword> keywords;
      for (const std::string &attribute : attributes)
        keywords.push_back({attribute, eval::getAttr(call.positional[0], attribute)});
      return eval::call(body, Arguments{call.positional.subspan(1), keywords});
    });
    nn.set(name, layer);
  }

  Value parameter(Tensor tensor) const {
    return eval::call(Value(parameterType()), {makeTensor(state, std::move(tensor))});
  }
};

bool flagOf(const Value *given, bool otherwise) {
  return given ? eval::truthy(*given) : otherwise;
}
Scalar dtypeOrDefault(const Value *given) {
  return given && !given->isNone() ? dtypeOf(*given, "dtype") : tensor::kDefaultFloat;
}

void defineLinear(LayerMaker &maker) {
  TorchStateRef state = maker.state;
  auto uniform = [=](const tensor::Dims &shape, double bound, Scalar dtype) {
    Tensor x = take(tensor::zeros(shape, dtype));
    take(tensor::fillUniform(x, -bound, bound, state->generator));
    return eval::call(Value(parameterType()), {makeTensor(state, x)});
  };
  maker.define("Linear", "in_features, out_features, bias=, device=, dtype=",
               [=](Instance &self, const eval::Signature::Matched &given) {
                 int64_t in = eval::toInt64(*given[0], "in_features");
                 int64_t out = eval::toInt64(*given[1], "out_features");
                 double bound = in > 0 ? 1 / std::sqrt(static_cast<double>(in)) : 0;
                 Scalar dtype = dtypeOrDefault(given[4]);
                 self.attributes.set("in_features", *given[0]);
                 self.attributes.set("out_features", *given[1]);
                 self.attributes.set("weight", uniform({out, in}, bound, dtype));
                 self.attributes.set("bias", flagOf(given[2], true) ? uniform({out}, bound, dtype)
                                                                    : Value::none());
               },
               "linear", {"weight", "bias"});
  maker.define("Embedding", "num_embeddings, embedding_dim, device=, dtype=",
               [=](Instance &self, const eval::Signature::Matched &given) {
                 Tensor weight = take(tensor::randn({eval::toInt64(*given[0], "num_embeddings"),
                                                     eval::toInt64(*given[1], "embedding_dim")},
                                                    dtypeOrDefault(given[3]), state->generator));
                 self.attributes.set(
                     "weight", eval::call(Value(parameterType()), {makeTensor(state, weight)}));
               },
               "embedding", {"weight"});
}

void defineNorms(LayerMaker &maker) {
  auto norm = [&](const char *name, const char *function, bool hasBias, Value epsilon) {
    std::vector<std::string> attributes{"normalized_shape", "weight", "eps"};
    if (hasBias)
      attributes.push_back("bias");
    TorchStateRef state = maker.state;
    maker.define(
        name, "normalized_shape, eps=, elementwise_affine=, bias=, device=, dtype=",
        [=](Instance &self, const eval::Signature::Matched &given) {
          tensor::Dims shape = dimsOf(*given[0], "normalized_shape");
          bool affine = flagOf(given[2], true);
          auto filled = [&](double value) {
            Tensor x = take(tensor::full(shape, tensor::Number(value), dtypeOrDefault(given[5])));
            return eval::call(Value(parameterType()), {makeTensor(state, x)});
          };
          self.attributes.set("normalized_shape", makeInts(shape));
          self.attributes.set("eps", given[1] ? *given[1] : epsilon);
          self.attributes.set("weight", affine ? filled(1) : Value::none());
          if (hasBias)
            self.attributes.set("bias",
                                affine && flagOf(given[3], true) ? filled(0) : Value::none());
        },
        function, attributes);
  };
  norm("LayerNorm", "layer_norm", true, Value::real(1e-5));
  norm("RMSNorm", "rms_norm", false, Value::none());
}

void defineActivations(LayerMaker &maker) {
  for (auto [name, function] :
       std::initializer_list<std::pair<const char *, const char *>>{{"ReLU", "relu"},
                                                                    {"SiLU", "silu"},
                                                                    {"Sigmoid", "sigmoid"},
                                                                    {"Tanh", "tanh"},
                                                                    {"Mish", "mish"},
                                                                    {"ReLU6", "relu6"},
                                                                    {"Softplus", "softplus"},
                                                                    {"Hardswish", "hardswish"}})
    maker.define(name, "inplace=", [](Instance &, const eval::Signature::Matched &) {}, function,
                 {});
  // A layer with one attribute, which has a default.
  auto single = [&](const char *name, const char *attribute, Value otherwise,
                    const char *function) {
    maker.define(name, cat(attribute, "="),
                 [=](Instance &self, const eval::Signature::Matched &given) {
                   self.attributes.set(attribute, given[0] ? *given[0] : otherwise);
                 },
                 function, {attribute});
  };
  single("GELU", "approximate", Value::string("none"), "gelu");
  single("Softmax", "dim", Value::none(), "softmax");
  single("LogSoftmax", "dim", Value::none(), "log_softmax");
  single("LeakyReLU", "negative_slope", Value::real(0.01), "leaky_relu");
  single("ELU", "alpha", Value::real(1), "elu");
  maker.define("Dropout", "p=, inplace=",
               [](Instance &self, const eval::Signature::Matched &given) {
                 self.attributes.set("p", given[0] ? *given[0] : Value::real(0.5));
               },
               "dropout", {"p", "training"});
  for (auto [name, function] : std::initializer_list<std::pair<const char *, const char *>>{
           {"MSELoss", "mse_loss"}, {"L1Loss", "l1_loss"}, {"CrossEntropyLoss", "cross_entropy"}})
    single(name, "reduction", Value::string("mean"), function);
}

// Sequential(*modules) and ModuleList(modules): children under "0", "1", ...
void defineContainers(LayerMaker &maker) {
  auto children = [](Instance &self) {
    std::vector<Value> modules;
    for (const auto &[name, value] : self.attributes.entries())
      if (isModule(value))
        modules.push_back(value);
    return modules;
  };
  auto container = [&](const char *name, bool isList) {
    Ref<Class> type = makeClass(name, {Value(maker.base)}, "torch.nn.modules.container");
    type->define("__init__", [=](const Arguments &call) {
      Instance &self = selfOf(call);
      self.attributes.set("training", Value::boolean(true));
      std::vector<Value> modules(call.positional.begin() + 1, call.positional.end());
      if (isList && !modules.empty())
        modules = eval::items(modules[0]);
      for (size_t i = 0; i < modules.size(); ++i)
        self.attributes.set(cat(i), modules[i]);
      return Value::none();
    });
    type->define("__len__", [=](const Arguments &call) {
      return Value::integer(static_cast<int64_t>(children(selfOf(call)).size()));
    });
    type->define("__getitem__", [=](const Arguments &call) {
      eval::expectPositional("__getitem__", call, 2, 2);
      return eval::getItem(Value::list(children(selfOf(call))), call.positional[1]);
    });
    type->define("__iter__", [=](const Arguments &call) {
      return eval::call(Value(eval::builtinType("list")), {Value::tuple(children(selfOf(call)))});
    });
    maker.nn.set(name, type);
    return type;
  };
  Ref<Class> sequential = container("Sequential", false);
  sequential->define("forward", [=](const Arguments &call) {
    eval::expectPositional("forward", call, 2, 2);
    Value x = call.positional[1];
    for (const Value &module : children(selfOf(call)))
      x = eval::call(module, {x});
    return x;
  });
  Ref<Class> list = container("ModuleList", true);
  list->define("append", [=](const Arguments &call) {
    eval::expectPositional("append", call, 2, 2);
    Instance &self = selfOf(call);
    self.attributes.set(cat(children(self).size()), call.positional[1]);
    return call.positional[0];
  });
}

} // namespace

void defineTorchLayers(eval::Module &nn, const TorchStateRef &state) {
  Ref<Class> base = makeModuleClass();
  nn.set("Module", base);
  LayerMaker maker{nn, state, base};
  defineLinear(maker);
  defineNorms(maker);
  defineActivations(maker);
  defineContainers(maker);
  Ref<Class> identity = makeClass("Identity", {Value(base)}, "torch.nn.modules.linear");
  identity->define("forward", [](const Arguments &call) {
    eval::expectPositional("forward", call, 2, 2);
    return call.positional[1];
  });
  nn.set("Identity", identity);
}

} // namespace nereid::host
