#include "host/lint_file_values.h"

#include "eval/error.h"
#include "eval/operators.h"
#include "host/triton_extern.h"
#include "sema/language.h"

namespace nereid::host {

using namespace syntax;
using eval::Value;

namespace {

// What @triton.jit and the like evaluate to.
class Marker : public eval::Object {
public:
  enum class Kind { Jit, ConstexprFunction };
  explicit Marker(Kind kind) : kind(kind) {}
  const Kind kind;
  std::string typeName() const override { return "function"; }
  bool isCallable() const override { return true; }
};

// `triton`: whatever is not here exists all the same.
class TritonModule : public eval::Module {
public:
  TritonModule() : Module("triton") {
    set("language", scriptLanguageModule());
    set("cdiv", sema::cdivFunction());
    set("next_power_of_2", sema::nextPowerOf2Function());
    set("jit", eval::make<Marker>(Marker::Kind::Jit));
    set("constexpr_function", eval::make<Marker>(Marker::Kind::ConstexprFunction));
  }
  std::optional<Value> getAttr(std::string_view name) override {
    std::optional<Value> known = Module::getAttr(name);
    return known ? known : unknownValue();
  }
};

class StaticEvaluator {
public:
  explicit StaticEvaluator(const StaticScope &scope) : scope_(scope) {}

  Value evaluate(const Expr *expr) {
    if (const auto *name = as<NameExpr>(expr))
      return lookup(name->name);
    if (const auto *attribute = as<AttributeExpr>(expr))
      return attributeOf(*attribute);
    if (const auto *number = as<NumberExpr>(expr))
      return number->type == NumberExpr::Type::Imaginary
                 ? unknownValue()
                 : eval::parseNumber(number->text, number->type == NumberExpr::Type::Float);
    if (const auto *string = as<StringExpr>(expr))
      return string->isBytes ? unknownValue() : Value::string(std::string(string->value));
    if (const auto *constant = as<ConstantExpr>(expr))
      return constantOf(*constant);
    if (const auto *tuple = as<TupleExpr>(expr))
      return sequence(tuple->elements, true);
    if (const auto *list = as<ListExpr>(expr))
      return sequence(list->elements, false);
    if (const auto *unary = as<UnaryExpr>(expr))
      return unaryOf(*unary);
    if (const auto *binary = as<BinaryExpr>(expr))
      return binaryOf(*binary);
    if (const auto *call = as<CallExpr>(expr))
      return callOf(*call);
    return unknownValue();
  }

private:
  Value lookup(std::string_view name) {
    if (std::optional<Value> known = scope_.lookup(name))
      return *known;
    const Value *builtin = eval::builtins().members.find(name);
    return builtin ? *builtin : unknownValue();
  }

  Value attributeOf(const AttributeExpr &expr) {
    Value object = evaluate(expr.object);
    if (isUnknown(object) || !object.isObject())
      return unknownValue();
    std::optional<Value> found = eval::findAttr(object, expr.name);
    return found ? *found : unknownValue();
  }

  static Value constantOf(const ConstantExpr &expr) {
    switch (expr.value) {
    case ConstantExpr::Value::None:
      return Value::none();
    case ConstantExpr::Value::True:
      return Value::boolean(true);
    case ConstantExpr::Value::False:
      return Value::boolean(false);
    case ConstantExpr::Value::Ellipsis:
      return Value::ellipsis();
    }
    return unknownValue();
  }

  Value sequence(ExprList elements, bool isTuple) {
    std::vector<Value> values;
    for (const Expr *element : elements) {
      values.push_back(evaluate(element));
      if (isUnknown(values.back()))
        return unknownValue();
    }
    return isTuple ? Value::tuple(std::move(values)) : Value::list(std::move(values));
  }

  static bool isSimple(const Value &value) {
    return value.isNumber() || value.asString() || value.as<sema::Constexpr>();
  }

  Value unaryOf(const UnaryExpr &expr) {
    Value operand = evaluate(expr.operand);
    return isSimple(operand) ? eval::unary(expr.op, operand) : unknownValue();
  }

  Value binaryOf(const BinaryExpr &expr) {
    Value left = evaluate(expr.left), right = evaluate(expr.right);
    return isSimple(left) && isSimple(right) ? eval::binary(expr.op, left, right) : unknownValue();
  }

  // Functions without effects, of the language's own.
  static bool mayCall(const Value &callee) {
    const Value *constexprType = sema::languageModule()->members.find("constexpr");
    const Value *pointerType = sema::languageModule()->members.find("pointer_type");
    return eval::identical(callee, *constexprType) || eval::identical(callee, *pointerType) ||
           eval::identical(callee, *sema::languageModule()->members.find("dtype")) ||
           callee.as<sema::ConstexprFunction>();
  }

  Value callOf(const CallExpr &expr) {
    Value callee = evaluate(expr.callee);
    if (!mayCall(callee))
      return unknownValue();
    std::vector<Value> positional;
    for (const Argument &argument : expr.arguments) {
      if (argument.kind != Argument::Kind::Positional)
        return unknownValue();
      positional.push_back(evaluate(argument.value));
      if (isUnknown(positional.back()))
        return unknownValue();
    }
    return eval::call(callee, eval::Arguments{positional, {}});
  }

  const StaticScope &scope_;
};

bool isMarked(const Expr *decorator, const StaticScope &scope, Marker::Kind kind,
              std::string_view name) {
  if (const auto *call = as<CallExpr>(decorator))
    return isMarked(call->callee, scope, kind, name);
  Value value = staticValue(decorator, scope);
  if (auto *marker = value.as<Marker>())
    return marker->kind == kind;
  // `triton` may be unknown (an import that is allowed to fail): then what is written decides.
  const auto *attribute = as<AttributeExpr>(decorator);
  const auto *module = attribute ? as<NameExpr>(attribute->object) : nullptr;
  return isUnknown(value) && module && module->name == "triton" && attribute->name == name;
}

} // namespace

Value staticValue(const Expr *expr, const StaticScope &scope) {
  try {
    return StaticEvaluator(scope).evaluate(expr);
  } catch (const eval::Raised &) {
    return unknownValue(); // running the file reports it, if it gets there
  }
}

bool isJitDecorator(const Expr *decorator, const StaticScope &scope) {
  return isMarked(decorator, scope, Marker::Kind::Jit, "jit");
}

bool isExternDecorator(const Expr *decorator, const StaticScope &scope) {
  return eval::identical(staticValue(decorator, scope),
                         *scriptLanguageModule()->members.find("extern"));
}

bool isConstexprFunctionDecorator(const Expr *decorator, const StaticScope &scope) {
  return isMarked(decorator, scope, Marker::Kind::ConstexprFunction, "constexpr_function");
}

const eval::Ref<eval::Module> &staticTritonModule() {
  static const auto &module =
      *new eval::Ref<eval::Module>(eval::Ref<TritonModule>(new TritonModule()));
  return module;
}

} // namespace nereid::host
