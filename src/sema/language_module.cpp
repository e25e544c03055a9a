// The module `triton.language`: dtypes and types, every builtin of builtins.cpp under the name
// kernels call it by, and the functions of library.py, which are kernels like any other.
//
// Everything here lives as long as the process: modules refer to each other in circles, and
// kernels of many scripts and threads read them.
#include "base/arena.h"
#include "base/check.h"
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/context.h"
#include "sema/language.h"
#include "sema/library.h"
#include "syntax/parse.h"

namespace nereid::sema {

namespace {

const eval::Value &unwrapped(const eval::Value &value) {
  const auto *wrapper = value.as<Constexpr>();
  return wrapper ? wrapper->value : value;
}

// -- Types ---

template <typename T> eval::NativeFunction::Body cannotConstruct(T name) {
  return [name](const eval::Arguments &) -> eval::Value {
    eval::raise("TypeError", cat("tl.", name, " cannot be constructed here"));
  };
}

template <typename T> bool isA(const eval::Value &value) {
  return value.as<T>() != nullptr;
}

eval::Value makeConstexpr(const eval::Arguments &arguments) {
  if (arguments.positional.size() != 1 || !arguments.keywords.empty())
    eval::raise("TypeError", "tl.constexpr() takes exactly one argument");
  return eval::make<Constexpr>(unwrapped(arguments.positional[0]));
}

// tl.dtype("fp32"): by the name that the type prints as
eval::Value makeDtype(const eval::Arguments &arguments) {
  const std::string *name =
      arguments.positional.size() == 1 ? unwrapped(arguments.positional[0]).asString() : nullptr;
  for (int i = 0; name && i <= static_cast<int>(Scalar::F64); ++i)
    if (languageName(static_cast<Scalar>(i)) == *name)
      return eval::make<Dtype>(static_cast<Scalar>(i));
  eval::raise("TypeError", name ? cat("tl.dtype() knows no type '", *name, "'")
                                : std::string("tl.dtype() takes the name of a type"));
}

eval::Value makePointerType(const eval::Arguments &arguments) {
  bool isConst = false;
  if (arguments.positional.size() > 2)
    isConst = eval::truthy(arguments.positional[2]);
  for (const eval::Keyword &keyword : arguments.keywords)
    if (keyword.name == "const")
      isConst = eval::truthy(keyword.value);
  const Dtype *element =
      arguments.positional.empty() ? nullptr : unwrapped(arguments.positional[0]).as<Dtype>();
  if (!element)
    eval::raise("TypeError", "tl.pointer_type() takes the dtype that it points to");
  return eval::make<PointerType>(element->scalar, isConst);
}

eval::Value makeTuple(const eval::Arguments &arguments) {
  if (arguments.positional.empty())
    return eval::Value::tuple({});
  return eval::Value::tuple(eval::items(arguments.positional[0]));
}

eval::Value makeBlockType(const eval::Arguments &arguments) {
  std::vector<eval::Value> given;
  for (const eval::Value &value : arguments.positional)
    given.push_back(unwrapped(value));
  for (const eval::Keyword &keyword : arguments.keywords)
    given.push_back(unwrapped(keyword.value));
  const Dtype *element = given.size() == 2 ? given[0].as<Dtype>() : nullptr;
  const PointerType *pointer = given.size() == 2 ? given[0].as<PointerType>() : nullptr;
  if (!element && !pointer)
    eval::raise("TypeError", "tl.block_type() takes a dtype and a shape");
  core::Type type;
  type.element = element ? element->scalar : pointer->element;
  type.isPointer = pointer != nullptr;
  type.isConst = pointer && pointer->isConst;
  for (const eval::Value &size : eval::items(given[1]))
    type.shape.push_back(eval::toInt64(unwrapped(size), "a size"));
  if (type.shape.empty())
    eval::raise("TypeError", "0d block_type is forbidden");
  return blockType(type);
}

// Types that only say what they are: tl.tuple_type([...]), tl.constexpr_type(3).
eval::NativeFunction::Body makePlainType(std::string name) {
  return [name](const eval::Arguments &arguments) -> eval::Value {
    std::vector<std::string> parts;
    for (const eval::Value &value : arguments.positional)
      parts.push_back(eval::repr(unwrapped(value)));
    return eval::make<PlainType>(cat(name, "[", join(parts, ", "), "]"));
  };
}

void addTypes(eval::Module &module) {
  for (int i = 0; i <= static_cast<int>(Scalar::F64); ++i) {
    eval::Ref<Dtype> dtype = eval::make<Dtype>(static_cast<Scalar>(i));
    std::string repr = dtype->repr();
    module.set(repr.substr(repr.rfind('.') + 1), dtype);
  }
  module.set("pi32_t", eval::make<PointerType>(Scalar::I32, false));
  auto addType = [&](const char *name, eval::NativeFunction::Body construct,
                     std::function<bool(const eval::Value &)> isInstance) {
    module.set(name, eval::make<eval::Type>(name, std::move(construct), std::move(isInstance)));
  };
  auto never = [](const eval::Value &) { return false; };
  addType("constexpr", makeConstexpr, isA<Constexpr>);
  addType("dtype", makeDtype, isA<Dtype>);
  addType("pointer_type", makePointerType, isA<PointerType>);
  addType("tuple", makeTuple, isA<eval::Tuple>);
  addType("tensor", cannotConstruct("tensor"), never);
  addType("tensor_descriptor", cannotConstruct("tensor_descriptor"), never);
  addType("const", cannotConstruct("const"), never);
  addType("block_type", makeBlockType, never);
  addType("tuple_type", makePlainType("tuple_type"), never);
  addType("constexpr_type", makePlainType("constexpr_type"), never);
  addType("tensor_descriptor_type", cannotConstruct("tensor_descriptor_type"), never);
  addType("slice", cannotConstruct("slice"), never);
  module.set("void", eval::make<PlainType>("void"));
  module.set("TRITON_MAX_TENSOR_NUMEL", eval::make<Constexpr>(eval::Value::integer(1 << 20)));
  auto propagateNan = eval::make<eval::Module>("PropagateNan");
  propagateNan->set("NONE", eval::Value::integer(0));
  propagateNan->set("ALL", eval::Value::integer(0xFFFF));
  module.set("PropagateNan", propagateNan);
}

// -- Functions on constants that the language's own source has and kernels copy ---

const eval::Value &argumentOf(const eval::Arguments &arguments, size_t index,
                              std::string_view name) {
  if (index < arguments.positional.size())
    return unwrapped(arguments.positional[index]);
  for (const eval::Keyword &keyword : arguments.keywords)
    if (keyword.name == name)
      return unwrapped(keyword.value);
  eval::raise("TypeError", cat("missing argument: '", name, "'"));
}

// get_int_dtype(bitwidth, signed)
eval::Value intDtype(const eval::Arguments &arguments) {
  int64_t bits = eval::toInt64(argumentOf(arguments, 0, "bitwidth"), "bitwidth");
  bool isSigned = eval::truthy(argumentOf(arguments, 1, "signed"));
  if (bits == 1)
    return eval::make<Dtype>(Scalar::I1);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    eval::raise("ValueError", cat("no integer type has ", bits, " bits"));
  return eval::make<Dtype>(integerOfWidth(static_cast<int>(bits), isSigned));
}

// _log2(i) of a power of two
eval::Value exactLog2(const eval::Arguments &arguments) {
  int64_t number = eval::toInt64(argumentOf(arguments, 0, "i"), "i");
  int64_t log = 0;
  while (number > 1) {
    number >>= 1;
    ++log;
  }
  return eval::Value::integer(log);
}

void addConstantFunctions(eval::Module &module) {
  auto add = [&](const char *name, eval::NativeFunction::Body body) {
    module.set(name, eval::make<ConstexprFunction>(
                         eval::make<eval::NativeFunction>(name, std::move(body))));
  };
  add("get_int_dtype", intDtype);
  add("_log2", exactLog2);
}

// -- Builtins ---

// The submodule with a dotted path, made where it is missing.
eval::Module &submodule(eval::Module &root, std::string_view path) {
  eval::Module *module = &root;
  while (!path.empty()) {
    size_t dot = path.find('.');
    std::string_view name = path.substr(0, dot);
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
    const eval::Value *found = module->members.find(name);
    if (!found) {
      module->set(name, eval::make<eval::Module>(cat(module->name, ".", name)));
      found = module->members.find(name);
    }
    module = found->as<eval::Module>();
    NEREID_CHECK(module, "a builtin's path runs through something that is no module");
  }
  return *module;
}

void addBuiltin(eval::Module &root, std::string_view name) {
  size_t dot = name.rfind('.');
  std::string_view path = dot == std::string_view::npos ? "" : name.substr(0, dot);
  std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
  eval::Module &module = submodule(root, path);
  if (!module.members.find(last))
    module.set(last, eval::make<Builtin>(std::string(name)));
}

void addBuiltins(eval::Module &root) {
  for (const BuiltinSpec &spec : builtinSpecs())
    if (!startsWith(spec.name, "descriptor.")) // methods only
      addBuiltin(root, spec.name);
  // These steer loops; control_flow.cpp gives them their meaning.
  for (std::string_view name : {"range", "static_range", "condition", "aggregate_replace"})
    addBuiltin(root, name);
  // Names that have two homes.
  eval::Module &math = submodule(root, "math");
  for (std::string_view name :
       {"abs",    "cdiv", "ceil",  "clamp", "maximum", "minimum", "cos",
        "div_rn", "erf",  "exp",   "exp2",  "fdiv",    "floor",   "fma",
        "log",    "log2", "rsqrt", "sin",   "sqrt",    "sqrt_rn", "umulhi"}) {
    const eval::Value *here = root.members.find(name), *there = math.members.find(name);
    if (here && !there)
      math.set(name, *here);
    else if (there && !here)
      root.set(name, *there);
  }
  submodule(root, "extra.cuda")
      .set("libdevice", eval::Ref<eval::Module>(&submodule(root, "extra.libdevice")));
  root.set("core", eval::Ref<eval::Module>(&root));
  root.set("standard", eval::Ref<eval::Module>(&root));
}

// -- The library ---

// What the functions of library.py see: each other, `tl`, and the language's names bare.
class LibraryScope : public eval::Scope {
public:
  explicit LibraryScope(eval::Ref<eval::Module> language) : language_(std::move(language)) {}
  std::optional<eval::Value> lookup(std::string_view name) const override {
    if (name == "tl" || name == "core")
      return eval::Value(language_);
    return language_->getAttr(name);
  }
  std::vector<std::string> names() const override { return language_->attributeNames(); }

private:
  eval::Ref<eval::Module> language_;
};

void addLibrary(const eval::Ref<eval::Module> &root) {
  auto *sources = new SourceMap;
  auto *arena = new Arena;
  auto *scope = new LibraryScope(root);
  DiagSink sink;
  Span file = sources->add("triton/language/library.py", librarySource());
  const syntax::Module *tree = syntax::parse(*sources, file, *arena, sink);
  NEREID_CHECK(!sink.hasErrors(), cat("library.py does not parse: line ",
                                      sources->start(sink.sorted()[0].primary.span).line, ": ",
                                      sink.sorted()[0].headline));
  eval::Module &random = submodule(*root, "random");
  for (const syntax::Stmt *stmt : tree->body) {
    const auto *definition = syntax::as<syntax::FunctionDef>(stmt);
    if (!definition)
      continue;
    eval::Value function = eval::make<JitFunction>(definition, scope, sources, nullptr);
    root->set(definition->name, function);
    for (std::string_view prefix : {"rand", "philox", "pair_uniform", "uint_to_uniform"})
      if (startsWith(definition->name, prefix))
        random.set(definition->name, function);
  }
}

// -- triton.cdiv and its like ---

eval::Int integerArgument(const eval::Value &value, std::string_view function) {
  const eval::Value &number = unwrapped(value);
  if (!number.isInt() && !number.isBool())
    eval::raise("TypeError", cat(function, "() takes ints, not ", eval::typeName(number)));
  return number.asInt();
}

eval::Value cdiv(const eval::Arguments &arguments) {
  std::vector<eval::Value> given(arguments.positional.begin(), arguments.positional.end());
  for (std::string_view name : {"x", "y"})
    for (const eval::Keyword &keyword : arguments.keywords)
      if (keyword.name == name)
        given.push_back(keyword.value);
  if (given.size() != 2)
    eval::raise("TypeError", "cdiv() takes two arguments: x and y");
  eval::Value x = unwrapped(given[0]), y = unwrapped(given[1]);
  eval::Value sum = eval::binary(syntax::BinaryOp::Sub, eval::binary(syntax::BinaryOp::Add, x, y),
                                 eval::Value::integer(1));
  return eval::binary(syntax::BinaryOp::FloorDiv, sum, y);
}

eval::Value nextPowerOf2(const eval::Arguments &arguments) {
  if (arguments.positional.size() + arguments.keywords.size() != 1)
    eval::raise("TypeError", "next_power_of_2() takes one argument");
  eval::Int n = integerArgument(arguments.positional.empty() ? arguments.keywords[0].value
                                                             : arguments.positional[0],
                                "next_power_of_2");
  if (n <= 0)
    return eval::Value::integer(0);
  eval::Int power = 1;
  while (power < n && power < (eval::Int(1) << 64))
    power <<= 1;
  return eval::Value::integer(power);
}

} // namespace

const eval::Ref<eval::Module> &languageModule() {
  static const auto &module = *[] {
    auto *root = new eval::Ref<eval::Module>(new eval::Module("triton.language"));
    addTypes(**root);
    addConstantFunctions(**root);
    addBuiltins(**root);
    addLibrary(*root);
    return root;
  }();
  return module;
}

eval::Value cdivFunction() {
  return eval::make<ConstexprFunction>(eval::make<eval::NativeFunction>("cdiv", cdiv));
}

eval::Value nextPowerOf2Function() {
  return eval::make<ConstexprFunction>(
      eval::make<eval::NativeFunction>("next_power_of_2", nextPowerOf2));
}

} // namespace nereid::sema
