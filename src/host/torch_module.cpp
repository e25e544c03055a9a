#include "host/torch_module.h"

#include <cmath>
#include <limits>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/library.h"
#include "host/torch_function.h"
#include "host/torch_modules.h"
#include "tensor/promote.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;

namespace {

constexpr Scalar kDtypes[] = {
    Scalar::I1,  Scalar::I8,     Scalar::I16,    Scalar::I32,    Scalar::I64,    Scalar::U8,
    Scalar::U16, Scalar::U32,    Scalar::U64,    Scalar::F16,    Scalar::BF16,   Scalar::F32,
    Scalar::F64, Scalar::F8E4M3, Scalar::F8E5M2, Scalar::F8E4B8, Scalar::F8E5B16};

// torch: a module whose missing members say what to do about it. Those that are written in Python
// come when they are first asked for.
class TorchModule : public eval::Module {
public:
  explicit TorchModule(std::string name, Interpreter *interpreter = nullptr)
      : Module(std::move(name)), interpreter_(interpreter) {}

  std::optional<Value> getAttr(std::string_view attribute) override {
    std::optional<Value> member = Module::getAttr(attribute);
    if (member || startsWith(attribute, "__"))
      return member;
    if (std::optional<Value> written = fromLibrary(attribute))
      return written;
    if (isImporting_)
      return std::nullopt;
    std::vector<std::string> near = nearestWords(attribute, attributeNames());
    eval::raise("AttributeError", cat("module '", name, "' has no attribute '", attribute, "' here",
                                      near.empty() ? "" : cat(" (did you mean '", near[0], "'?)"),
                                      "; the Python package runs scripts with all of PyTorch: "
                                      "python -m nereid script.py"));
  }

private:
  // An import asks the package for the module first, and so comes here again.
  std::optional<Value> fromLibrary(std::string_view attribute) {
    if (!interpreter_ || isImporting_)
      return std::nullopt;
    isImporting_ = true;
    std::optional<Value> found;
    try {
      if (attribute == "ops")
        found = eval::findAttr(interpreter_->importModule("torch.library"), attribute);
      else if (libraryText(cat(name, ".", attribute)))
        found = interpreter_->importModule(cat(name, ".", attribute));
      else
        found = eval::findAttr(interpreter_->importModule("torch.functional"), attribute);
    } catch (...) {
      isImporting_ = false;
      throw;
    }
    isImporting_ = false;
    return found;
  }

  Interpreter *const interpreter_;
  bool isImporting_ = false;
};

// finfo(dtype) and iinfo(dtype)
Value floatLimits(const Arguments &call) {
  static const eval::Signature signature("finfo", "type=");
  auto given = signature.match(call);
  Scalar dtype = given[0] ? dtypeOf(*given[0], "finfo()") : tensor::kDefaultFloat;
  if (!isFloat(dtype))
    eval::raise("TypeError", "torch.finfo() requires a floating point input type. Use torch.iinfo "
                             "to handle 'torch.finfo'");
  double largest = tensor::largestFinite(dtype);
  uint64_t one = encodeFloat(dtype, 1);
  double epsilon = decodeFloat(dtype, one + 1) - 1;
  uint64_t normal = uint64_t{1} << -std::ilogb(epsilon); // exponent 1, significand 0
  auto limits = eval::make<SwitchesObject>("finfo");
  double smallest = decodeFloat(dtype, normal);
  limits->values.set("bits", Value::integer(bitWidth(dtype)));
  limits->values.set("max", Value::real(largest));
  limits->values.set("min", Value::real(-largest));
  limits->values.set("eps", Value::real(epsilon));
  limits->values.set("tiny", Value::real(smallest));
  limits->values.set("smallest_normal", Value::real(smallest));
  limits->values.set("dtype", Value::string(std::string(tensor::torchName(dtype))));
  return limits;
}

Value integerLimits(const Arguments &call) {
  static const eval::Signature signature("iinfo", "type");
  Scalar dtype = dtypeOf(*signature.match(call)[0], "iinfo()");
  if (isFloat(dtype) || dtype == Scalar::I1)
    eval::raise("TypeError", "torch.iinfo() requires an integer input type. Use torch.finfo to "
                             "handle 'torch.iinfo'");
  int bits = bitWidth(dtype);
  eval::Int top = (eval::Int(1) << (bits - isSigned(dtype))) - 1;
  auto limits = eval::make<SwitchesObject>("iinfo");
  limits->values.set("bits", Value::integer(bits));
  limits->values.set("max", Value::integer(top));
  limits->values.set("min", Value::integer(isSigned(dtype) ? -top - 1 : 0));
  limits->values.set("dtype", Value::string(std::string(tensor::torchName(dtype))));
  return limits;
}

Value setPrintOptions(tensor::PrintOptions &print, const Arguments &call) {
  static const eval::Signature signature(
      "set_printoptions", "precision=, threshold=, edgeitems=, linewidth=, profile=, sci_mode=");
  auto given = signature.match(call);
  auto has = [&](size_t i) { return given[i] && !given[i]->isNone(); };
  if (has(4)) {
    std::string profile = eval::toText(*given[4], "profile");
    print = {};
    if (profile == "short")
      print.precision = 2, print.edgeItems = 2;
    else if (profile == "full")
      print.threshold = std::numeric_limits<int64_t>::max();
    else if (profile != "default")
      eval::raise("ValueError", cat("unknown profile '", profile, "'"));
  }
  auto count = [&](size_t i, std::string_view name, int64_t otherwise) {
    return has(i) ? std::max<int64_t>(eval::toInt64(*given[i], name), 0) : otherwise;
  };
  print.precision = static_cast<int>(std::min<int64_t>(count(0, "precision", print.precision), 60));
  if (has(1) && given[1]->isFloat()) // float("inf")
    print.threshold = std::numeric_limits<int64_t>::max();
  else
    print.threshold = count(1, "threshold", print.threshold);
  print.edgeItems = count(2, "edgeitems", print.edgeItems);
  print.lineWidth = count(3, "linewidth", print.lineWidth);
  if (given[5])
    print.scientific = given[5]->isNone() ? std::nullopt : std::optional(eval::truthy(*given[5]));
  return Value::none();
}

// `with torch.no_grad():`, `@torch.no_grad()`; set_grad_enabled(False).
void defineGradModes(eval::Module &torch, const TorchStateRef &state) {
  auto mode = [&](const char *name, bool enabled) {
    torch.define(name, [state, enabled, name = std::string(name)](const Arguments &call) -> Value {
      auto before = std::make_shared<bool>(state->gradEnabled);
      auto context = eval::make<ContextObject>(
          name, [=] { *before = std::exchange(state->gradEnabled, enabled); },
          [=] { state->gradEnabled = *before; });
      // @torch.no_grad without parentheses
      bool decorates = !call.positional.empty() && eval::isCallable(call.positional[0]);
      return decorates ? context->call(call) : Value(context);
    });
  };
  mode("no_grad", false);
  mode("inference_mode", false);
  mode("enable_grad", true);
  torch.define("is_grad_enabled",
               [state](const Arguments &) { return Value::boolean(state->gradEnabled); });
  torch.define("set_grad_enabled", [state](const Arguments &call) {
    eval::expectPositional("set_grad_enabled", call, 1, 1);
    bool before = std::exchange(state->gradEnabled, eval::truthy(call.positional[0]));
    return Value(eval::make<ContextObject>("set_grad_enabled", std::function<void()>(),
                                           [=] { state->gradEnabled = before; }));
  });
}

void defineSeeds(eval::Module &torch, const TorchStateRef &state) {
  torch.define("manual_seed", [state](const Arguments &call) {
    eval::expectPositional("manual_seed", call, 1, 1);
    state->generator.seed(static_cast<uint64_t>(eval::toInt(call.positional[0])));
    return Value::none();
  });
  torch.define("seed", [state](const Arguments &) {
    state->generator = tensor::Generator();
    return Value::integer(state->generator.initialSeed());
  });
  torch.define("initial_seed", [state](const Arguments &) {
    return Value::integer(state->generator.initialSeed());
  });
  torch.set("Generator",
            eval::make<eval::Type>(
                "Generator", [](const Arguments &) { return Value(eval::make<GeneratorObject>()); },
                [](const Value &v) { return v.as<GeneratorObject>() != nullptr; }));
}

void defineDefaults(eval::Module &torch, const TorchStateRef &state) {
  torch.define("get_default_dtype",
               [](const Arguments &) { return makeDtype(tensor::kDefaultFloat); });
  torch.define("set_default_dtype", [](const Arguments &call) {
    eval::expectPositional("set_default_dtype", call, 1, 1);
    if (dtypeOf(call.positional[0], "set_default_dtype()") != tensor::kDefaultFloat)
      eval::raise("NotImplementedError", "the default dtype is always torch.float32 here");
    return Value::none();
  });
  torch.define("set_default_device", [state](const Arguments &call) {
    eval::expectPositional("set_default_device", call, 1, 1);
    state->defaultPlace =
        call.positional[0].isNone() ? Place::cpu() : placeOf(state, call.positional[0]);
    return Value::none();
  });
  torch.define("get_default_device",
               [state](const Arguments &) { return makeDevice(state->defaultPlace); });
  torch.define("set_printoptions",
               [state](const Arguments &call) { return setPrintOptions(state->print, call); });
  torch.define("set_float32_matmul_precision", [](const Arguments &) { return Value::none(); });
  torch.define("use_deterministic_algorithms", [](const Arguments &) { return Value::none(); });
  torch.define("set_num_threads", [](const Arguments &) { return Value::none(); });
  torch.define("get_num_threads", [](const Arguments &) { return Value::integer(1); });
}

void defineTypeQueries(eval::Module &torch) {
  torch.define("finfo", floatLimits);
  torch.define("iinfo", integerLimits);
  torch.define("is_tensor", [](const Arguments &call) {
    eval::expectPositional("is_tensor", call, 1, 1);
    return Value::boolean(call.positional[0].as<TensorObject>() != nullptr);
  });
  torch.define("promote_types", [](const Arguments &call) {
    eval::expectPositional("promote_types", call, 2, 2);
    return makeDtype(take(tensor::promoteTypes(dtypeOf(call.positional[0], "promote_types()"),
                                               dtypeOf(call.positional[1], "promote_types()"))));
  });
  torch.define("result_type", [](const Arguments &call) {
    eval::expectPositional("result_type", call, 2, 2);
    std::vector<tensor::Operand> operands;
    for (const Value &value : call.positional) {
      if (auto *tensor = value.as<TensorObject>())
        operands.push_back(tensor->tensor);
      else if (std::optional<tensor::Number> number = numberOf(value))
        operands.push_back(*number);
      else
        eval::raise("TypeError",
                    cat("result_type(): expected Tensor or Number, not ", eval::typeName(value)));
    }
    return makeDtype(take(tensor::resultType(operands)));
  });
  torch.define("can_cast", [](const Arguments &call) {
    eval::expectPositional("can_cast", call, 2, 2);
    return Value::boolean(tensor::canCast(dtypeOf(call.positional[0], "can_cast()"),
                                          dtypeOf(call.positional[1], "can_cast()")));
  });
}

void defineConstants(eval::Module &torch) {
  for (Scalar dtype : kDtypes)
    torch.set(tensor::torchName(dtype), makeDtype(dtype));
  // Scripts ask whether a dtype is one of these; tensors of them there are none.
  for (const char *name : {"complex32", "complex64", "complex128", "float8_e8m0fnu",
                           "float4_e2m1fn_x2", "qint8", "quint8", "qint32"})
    torch.set(name, eval::make<SwitchesObject>(cat("torch.", name)));
  torch.set("half", makeDtype(Scalar::F16));
  torch.set("float", makeDtype(Scalar::F32));
  torch.set("double", makeDtype(Scalar::F64));
  torch.set("short", makeDtype(Scalar::I16));
  torch.set("int", makeDtype(Scalar::I32));
  torch.set("long", makeDtype(Scalar::I64));
  torch.set("pi", Value::real(M_PI));
  torch.set("e", Value::real(M_E));
  torch.set("inf", Value::real(std::numeric_limits<double>::infinity()));
  torch.set("nan", Value::real(std::numeric_limits<double>::quiet_NaN()));
  torch.set("__version__", Value::string("2.8.0+nereid"));
  torch.set("Tensor", tensorType());
  torch.set("dtype", dtypeType());
  torch.set("device", deviceType());
  torch.set("Size", sizeType());
  for (const char *name : {"strided", "contiguous_format", "preserve_format", "channels_last"})
    torch.set(name, eval::make<SwitchesObject>(cat("torch.", name)));
}

Ref<eval::Module> makeNn(const TorchStateRef &state) {
  auto nn = eval::make<TorchModule>("torch.nn");
  nn->set("Parameter", parameterType());
  auto functional = eval::make<TorchModule>("torch.nn.functional");
  defineTorchFunctions(*functional, state, torchFunctionals());
  nn->set("functional", functional);
  defineTorchLayers(*nn, state);
  return nn;
}

Ref<eval::Module> makeLinalg(const eval::Module &torch) {
  auto linalg = eval::make<TorchModule>("torch.linalg");
  linalg->set("norm", *torch.members.find("norm"));
  linalg->set("vector_norm", *torch.members.find("norm"));
  return linalg;
}

// Launches are told apart by where the script was: the first byte of the span, and one to tell it
// from no place.
void notePlaces(GpuSource &gpu, Interpreter &interpreter) {
  gpu.setPlaces(
      [&interpreter]() -> uint64_t {
        const Frame *frame = interpreter.frame();
        return frame ? uint64_t(frame->position.begin) + 1 : 0;
      },
      [&interpreter](uint64_t place) {
        Span span{uint32_t(place - 1), uint32_t(place - 1)};
        const SourceMap &sources = interpreter.sources();
        return cat(sources.path(span), ":", sources.start(span).line);
      });
}

// All of torch, once for an interpreter.
Ref<eval::Module> makeTorch(Interpreter &interpreter, const std::shared_ptr<GpuSource> &gpu) {
  auto state = std::make_shared<TorchState>();
  state->gpu = gpu;
  if (gpu)
    notePlaces(*gpu, interpreter);
  state->note = interpreter.options().printError;
  auto torch = eval::make<TorchModule>("torch", &interpreter);
  auto gradients = [&interpreter](const char *name) {
    return [&interpreter, name](const Arguments &call) {
      return eval::call(eval::getAttr(interpreter.importModule("torch.gradients"), name), call);
    };
  };
  state->backward = gradients("backward_from");
  for (TorchTable table : {torchCreation(), torchArithmetic(), torchReductions(), torchShapes(),
                           torchIndexing(), torchConversions(), torchLayers()})
    defineTorchFunctions(*torch, state, table);
  defineConstants(*torch);
  defineGradModes(*torch, state);
  defineSeeds(*torch, state);
  defineDefaults(*torch, state);
  defineTypeQueries(*torch);
  torch->set("nn", makeNn(state));
  torch->set("linalg", makeLinalg(*torch));
  torch->set("testing", makeTorchTesting());
  torch->set("cuda", makeTorchCuda(state));
  torch->set("backends", makeTorchBackends());
  Ref<eval::Module> autograd = makeTorchAutograd(state);
  autograd->define("grad", gradients("grad"));
  autograd->define("backward", gradients("backward"));
  torch->set("autograd", autograd);
  defineTorchDecorators(*torch);
  auto version = eval::make<SwitchesObject>("version");
  for (const char *name : {"cuda", "hip", "xpu"})
    version->values.set(name, Value::none());
  torch->set("version", version);
  return torch;
}

// A submodule, by way of the module above it.
ModuleFactory submodule(std::string parent, std::string name) {
  return [=](Interpreter &interpreter) {
    Value module = eval::getAttr(interpreter.importModule(parent), name);
    return Ref<eval::Module>(module.as<eval::Module>());
  };
}

} // namespace

ModuleRegistry torchModules(std::shared_ptr<GpuSource> gpu) {
  ModuleRegistry modules;
  modules["torch"] = [gpu](Interpreter &interpreter) { return makeTorch(interpreter, gpu); };
  for (const char *name :
       {"nn", "testing", "cuda", "backends", "linalg", "autograd", "amp", "compiler"})
    modules[cat("torch.", name)] = submodule("torch", name);
  modules["torch.nn.functional"] = submodule("torch.nn", "functional");
  modules["torch.cuda.amp"] = submodule("torch.cuda", "amp");
  modules["torch.autograd.function"] = submodule("torch.autograd", "function");
  return modules;
}

Value torchCpuDevice() {
  return makeDevice("cpu");
}
Value torchCudaDevice() {
  return makeDevice("cuda", 0);
}

// -- Contexts and switches ---

Value ContextObject::enter() {
  if (enter_)
    enter_();
  return Ref<eval::Object>(this);
}

bool ContextObject::exit(const Value &) {
  if (leave_)
    leave_();
  return false;
}

Value ContextObject::call(const Arguments &arguments) {
  eval::expectPositional(name_, arguments, 1, 1);
  Ref<ContextObject> self(this);
  Value function = arguments.positional[0];
  std::optional<Value> name = eval::findAttr(function, "__name__");
  // A method, where it decorates one.
  return nativeMethod(name ? eval::str(*name) : name_, [self, function](const Arguments &call) {
    self->enter();
    try {
      Value result = eval::call(function, call);
      self->exit(Value::none());
      return result;
    } catch (const eval::Raised &raised) {
      self->exit(raised.exception);
      throw;
    }
  });
}

std::optional<Value> SwitchesObject::getAttr(std::string_view name) {
  const Value *value = values.find(name);
  return value ? std::optional(*value) : std::nullopt;
}
bool SwitchesObject::setAttr(std::string_view name, const Value &value) {
  values.set(name, value);
  return true;
}
std::vector<std::string> SwitchesObject::attributeNames() const {
  std::vector<std::string> names;
  for (const auto &[name, value] : values.entries())
    names.push_back(*name.asString());
  return names;
}

Ref<eval::Module> makeTorchBackends() {
  auto backends = eval::make<eval::Module>("torch.backends");
  for (const char *name : {"cuda", "cudnn", "mps", "mkldnn", "opt_einsum"}) {
    auto switches = eval::make<SwitchesObject>(cat("torch.backends.", name));
    switches->values.set("enabled", Value::boolean(false));
    switches->values.set("is_available",
                         eval::make<eval::NativeFunction>("is_available", [](const Arguments &) {
                           return Value::boolean(false);
                         }));
    switches->values.set("matmul", eval::make<SwitchesObject>("matmul"));
    backends->set(name, switches);
  }
  return backends;
}

} // namespace nereid::host
