#include "jit/argument.h"

#include <bit>
#include <limits>

#include "base/text.h"
#include "eval/operators.h"

namespace nereid::jit {

Argument Argument::pointer(uint64_t address, Scalar element) {
  Argument result;
  result.kind = Kind::Pointer;
  result.address = address;
  result.element = element;
  return result;
}

Argument Argument::ofInt(eval::Int value) {
  Argument result;
  result.kind = Kind::Int;
  result.integer = value;
  return result;
}

Argument Argument::ofFloat(double value) {
  Argument result;
  result.kind = Kind::Float;
  result.real = value;
  return result;
}

Argument Argument::ofBool(bool value) {
  Argument result;
  result.kind = Kind::Bool;
  result.boolean = value;
  return result;
}

Argument Argument::ofConstant(eval::Value value) {
  Argument result;
  result.kind = Kind::Constant;
  result.constant = std::move(value);
  return result;
}

namespace {

using sema::ArgumentSpec;

constexpr int kMostDivisor = 16, kLeastDivisor = 4;

// One parameter on its way: appends to the specialization, the words and the key together, so that
// the three cannot disagree.
class Binder {
public:
  Binder(Bound &result, Divisors divisors) : result_(result), divisors_(divisors) {}
  std::string error;

  ArgumentSpec bind(std::string_view name, const Argument &argument, const ParameterRule &rule) {
    switch (argument.kind) {
    case Argument::Kind::Missing:
      error = cat("`", name, "` was not given");
      return {};
    case Argument::Kind::Pointer:
      return bindPointer(name, argument, rule);
    case Argument::Kind::Int:
      return bindInt(name, argument, rule);
    case Argument::Kind::Float:
      return bindNumber(name, argument.real, rule, Scalar::F32);
    case Argument::Kind::Bool:
      if (rule.info.isConstexpr)
        return constant(eval::Value::boolean(argument.boolean));
      return bindNumber(name, argument.boolean, rule, Scalar::I1);
    case Argument::Kind::Constant:
      return constant(argument.constant);
    case Argument::Kind::Tuple:
      return bindTuple(name, argument);
    case Argument::Kind::Descriptor:
      return bindDescriptor(name, argument);
    }
    return {};
  }

private:
  ArgumentSpec constant(const eval::Value &value) {
    result_.key += 'c';
    constexpr auto kMost = std::numeric_limits<int64_t>::max();
    if (value.isInt() && value.asInt() >= 0 && value.asInt() <= kMost) { // most are
      result_.key += "int:";
      appendText(result_.key, static_cast<int64_t>(value.asInt()));
      result_.key += ';';
      return ArgumentSpec::constantOf(value);
    }
    // Objects without a value of their own (functions, modules) are told apart by identity.
    if (value.isObject() && !value.asString() && !value.as<eval::Tuple>() &&
        !value.as<sema::Dtype>())
      appendText(result_.key, reinterpret_cast<uint64_t>(value.object()));
    result_.key += eval::typeName(value);
    result_.key += ':';
    result_.key += eval::repr(value);
    result_.key += ';';
    return ArgumentSpec::constantOf(value);
  }

  // Of the value of an integer.
  int divisorOf(eval::Int value, const ParameterRule &rule) const {
    int least = divisors_ == Divisors::Sixteen ? kMostDivisor : kLeastDivisor;
    if (rule.specialize && rule.specializeAlignment)
      for (int divisor = kMostDivisor; divisor >= least; divisor /= 2)
        if (value % divisor == 0)
          return divisor;
    return 1;
  }

  ArgumentSpec runtime(core::Type type, int divisor, uint64_t word) {
    result_.key += type.isPointer ? (type.isConst ? 'k' : 'p') : 'r';
    result_.key += static_cast<char>('A' + static_cast<int>(type.element));
    result_.key += divisor == 16 ? 'D' : divisor == 1 ? '-' : static_cast<char>('0' + divisor);
    result_.words.push_back(word);
    return ArgumentSpec::runtime(std::move(type), divisor);
  }

  ArgumentSpec bindPointer(std::string_view name, const Argument &argument,
                           const ParameterRule &rule) {
    if (rule.info.isConstexpr) {
      error = cat("`", name, "` is a tl.constexpr parameter, and a tensor is no constant");
      return {};
    }
    core::Type type;
    type.isPointer = true;
    type.isConst = rule.info.isConst;
    type.element = argument.element;
    if (rule.info.declared && rule.info.declared->isPointer)
      type.element = rule.info.declared->element;
    bool isAligned =
        rule.specialize && rule.specializeAlignment && argument.address % kMostDivisor == 0;
    return runtime(type, isAligned ? kMostDivisor : 1, argument.address);
  }

  ArgumentSpec bindInt(std::string_view name, const Argument &argument, const ParameterRule &rule) {
    eval::Int value = argument.integer;
    if (rule.info.isConstexpr)
      return constant(eval::Value::integer(value));
    constexpr auto kMin64 = std::numeric_limits<int64_t>::min();
    if (value < kMin64 || value > eval::Int(std::numeric_limits<uint64_t>::max())) {
      error = cat("`", name, "` is ", eval::str(eval::Value::integer(value)),
                  ", which no integer type of the language holds");
      return {};
    }
    if (rule.info.declared && !rule.info.declared->isPointer) {
      Scalar declared = rule.info.declared->element;
      if (isFloat(declared))
        return bindNumber(name, static_cast<double>(value), rule, declared);
      core::Type type;
      type.element = declared;
      return runtime(type, divisorOf(value, rule), static_cast<uint64_t>(value));
    }
    if (rule.specialize && value == 1)
      return constant(eval::Value::integer(1));
    core::Type type;
    bool fits32 = value >= std::numeric_limits<int32_t>::min() &&
                  value <= std::numeric_limits<int32_t>::max();
    bool fits64 = value <= std::numeric_limits<int64_t>::max();
    type.element = fits32 ? Scalar::I32 : fits64 ? Scalar::I64 : Scalar::U64;
    return runtime(type, divisorOf(value, rule), static_cast<uint64_t>(value));
  }

  // Floats and bools: a type, never specialized by value.
  ArgumentSpec bindNumber(std::string_view name, double value, const ParameterRule &rule,
                          Scalar natural) {
    if (rule.info.isConstexpr)
      return constant(eval::Value::real(value));
    core::Type type;
    type.element = natural;
    if (rule.info.declared && !rule.info.declared->isPointer)
      type.element = rule.info.declared->element;
    uint64_t word = isFloat(type.element) ? encodeFloat(type.element, value)
                                          : static_cast<uint64_t>(static_cast<int64_t>(value));
    return runtime(type, 1, word);
  }

  ArgumentSpec bindTuple(std::string_view name, const Argument &argument) {
    ArgumentSpec spec;
    spec.kind = ArgumentSpec::Kind::Tuple;
    spec.tupleClass = argument.tupleClass;
    spec.tupleFields = argument.tupleFields;
    result_.key += cat("(", argument.tupleClass, " ", join(argument.tupleFields, ","), " ");
    ParameterRule plain; // elements are always fully specialized
    for (size_t i = 0; i < argument.elements.size() && error.empty(); ++i)
      spec.elements.push_back(bind(cat(name, "[", i, "]"), argument.elements[i], plain));
    result_.key += ')';
    return spec;
  }

  ArgumentSpec bindDescriptor(std::string_view name, const Argument &argument) {
    ArgumentSpec spec;
    spec.kind = ArgumentSpec::Kind::Descriptor;
    spec.type.element = argument.element;
    spec.blockShape = argument.blockShape;
    spec.paddingNan = argument.paddingNan;
    result_.key += cat("d", static_cast<int>(argument.element), argument.paddingNan ? "n" : "z",
                       "[", join(argument.blockShape, ","), "]");
    for (const Argument &element : argument.elements)
      result_.words.push_back(element.kind == Argument::Kind::Pointer
                                  ? element.address
                                  : static_cast<uint64_t>(element.integer));
    return spec;
  }

  Bound &result_;
  Divisors divisors_;
};

} // namespace

std::string bind(const std::vector<ParameterRule> &rules, const std::vector<Argument> &arguments,
                 const sema::LaunchOptions &options, Bound &result, Divisors divisors) {
  Binder binder(result, divisors);
  result.spec.options = options;
  result.spec.arguments.reserve(rules.size());
  result.words.reserve(rules.size());
  constexpr size_t kKeyBytes = 128; // of ordinary kernels
  result.key.reserve(kKeyBytes);
  for (size_t i = 0; i < rules.size(); ++i) {
    result.spec.arguments.push_back(binder.bind(rules[i].info.name, arguments[i], rules[i]));
    if (!binder.error.empty())
      return binder.error;
  }
  result.key += '|';
  for (int number : {options.warps, options.stages, options.ctas, options.maxRegisters}) {
    appendText(result.key, number);
    result.key += ',';
  }
  for (bool isSet : {options.allowContraction, options.debug, options.sanitizeOverflow})
    result.key += isSet ? 'y' : 'n';
  return {};
}

} // namespace nereid::jit
