// What Python's syntax does with tensors: attributes, operators, iteration. Methods come from the
// tables of torch_function.h, indexing from torch_index.cpp.
#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "host/torch_record.h"
#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/matmul.h"
#include "tensor/reduce.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Ref;
using eval::Value;
using tensor::BinaryOp;
using tensor::Operand;
using tensor::Tensor;
using tensor::UnaryOp;

namespace {

std::optional<BinaryOp> operatorOf(syntax::BinaryOp op) {
  switch (op) {
  case syntax::BinaryOp::Add:
    return BinaryOp::Add;
  case syntax::BinaryOp::Sub:
    return BinaryOp::Subtract;
  case syntax::BinaryOp::Mul:
    return BinaryOp::Multiply;
  case syntax::BinaryOp::Div:
    return BinaryOp::Divide;
  case syntax::BinaryOp::FloorDiv:
    return BinaryOp::FloorDivide;
  case syntax::BinaryOp::Mod:
    return BinaryOp::Remainder;
  case syntax::BinaryOp::Pow:
    return BinaryOp::Power;
  case syntax::BinaryOp::ShiftLeft:
    return BinaryOp::ShiftLeft;
  case syntax::BinaryOp::ShiftRight:
    return BinaryOp::ShiftRight;
  case syntax::BinaryOp::BitAnd:
    return BinaryOp::BitwiseAnd;
  case syntax::BinaryOp::BitOr:
    return BinaryOp::BitwiseOr;
  case syntax::BinaryOp::BitXor:
    return BinaryOp::BitwiseXor;
  case syntax::BinaryOp::MatMul:
    break;
  }
  return std::nullopt;
}

std::optional<BinaryOp> operatorOf(syntax::CompareOp op) {
  switch (op) {
  case syntax::CompareOp::Equal:
    return BinaryOp::Equal;
  case syntax::CompareOp::NotEqual:
    return BinaryOp::NotEqual;
  case syntax::CompareOp::Less:
    return BinaryOp::Less;
  case syntax::CompareOp::LessEqual:
    return BinaryOp::LessEqual;
  case syntax::CompareOp::Greater:
    return BinaryOp::Greater;
  case syntax::CompareOp::GreaterEqual:
    return BinaryOp::GreaterEqual;
  default:
    return std::nullopt;
  }
}

// The other side of an operator, if tensors have to do with it.
std::optional<Operand> operandOf(const Value &value) {
  if (auto *tensor = value.as<TensorObject>())
    return tensor->tensor;
  if (value.isNumber())
    return *numberOf(value);
  return std::nullopt;
}

// A result of operators on `self` and perhaps another tensor.
Value resultOf(const TensorObject &self, const Value &other, Result<Tensor> result) {
  auto object = eval::make<TensorObject>(self.state, take(std::move(result)));
  auto *second = other.as<TensorObject>();
  object->place = second ? commonPlace(self.place, second->place) : self.place;
  return object;
}

// The same, with what it came from.
Value recorded(std::string_view function, TensorObject &self,
               std::initializer_list<Value> arguments, Value result) {
  recordResult(self.state, function, {arguments, {}}, result);
  return result;
}

// A torch function's name for an operator whose gradient it shares.
std::string_view functionOf(syntax::BinaryOp op) {
  switch (op) {
  case syntax::BinaryOp::Add:
    return "add";
  case syntax::BinaryOp::Sub:
    return "sub";
  case syntax::BinaryOp::Mul:
    return "mul";
  case syntax::BinaryOp::Div:
    return "div";
  case syntax::BinaryOp::Pow:
    return "pow";
  case syntax::BinaryOp::MatMul:
    return "matmul";
  case syntax::BinaryOp::Mod:
    return "remainder";
  default:
    return "floor_divide";
  }
}

Value aliasOf(const TensorObject &self, Result<Tensor> view) {
  return resultOf(self, Value::none(), std::move(view));
}

using Property = Value (*)(TensorObject &);
struct NamedProperty {
  std::string_view name;
  Property get;
};

constexpr NamedProperty kProperties[] = {
    {"shape", [](TensorObject &x) { return makeSize(x.tensor.shape()); }},
    {"dtype", [](TensorObject &x) { return makeDtype(x.tensor.dtype()); }},
    {"device", [](TensorObject &x) { return makeDevice(x.place); }},
    {"ndim", [](TensorObject &x) { return Value::integer(x.tensor.dim()); }},
    {"itemsize", [](TensorObject &x) { return Value::integer(x.tensor.elementSize()); }},
    {"nbytes",
     [](TensorObject &x) { return Value::integer(x.tensor.numel() * x.tensor.elementSize()); }},
    {"T",
     [](TensorObject &x) {
       tensor::Dims order;
       for (int64_t d = x.tensor.dim() - 1; d >= 0; --d)
         order.push_back(d);
       return recorded("T", x, {Value(Ref<TensorObject>(&x))},
                       aliasOf(x, tensor::permute(x.tensor, order)));
     }},
    {"mT",
     [](TensorObject &x) {
       return recorded("mT", x, {Value(Ref<TensorObject>(&x))},
                       aliasOf(x, tensor::transpose(x.tensor, -2, -1)));
     }},
    {"data",
     [](TensorObject &x) {
       Value data = aliasOf(x, x.tensor);
       data.as<TensorObject>()->isData = true;
       return data;
     }},
    {"grad", [](TensorObject &x) { return x.grad; }},
    {"grad_fn", [](TensorObject &x) { return x.record; }},
    {"_record", [](TensorObject &x) { return x.record; }},
    {"_is_stale", [](TensorObject &x) { return Value::boolean(x.isStale); }},
    {"_version", [](TensorObject &x) { return Value::integer(x.state->versions.of(x.tensor)); }},
    {"_record_index", [](TensorObject &x) { return Value::integer(x.recordIndex); }},
    {"retains_grad", [](TensorObject &x) { return Value::boolean(x.retainsGrad); }},
    {"requires_grad", [](TensorObject &x) { return Value::boolean(x.requiresGrad); }},
    {"is_leaf", [](TensorObject &x) { return Value::boolean(x.record.isNone()); }},
    {"is_cuda", [](TensorObject &x) { return Value::boolean(x.place.isCuda()); }},
    {"is_xpu", [](TensorObject &) { return Value::boolean(false); }},
    {"is_mps", [](TensorObject &) { return Value::boolean(false); }},
    {"is_cpu", [](TensorObject &x) { return Value::boolean(!x.place.isCuda()); }},
    {"is_sparse", [](TensorObject &) { return Value::boolean(false); }},
    {"is_quantized", [](TensorObject &) { return Value::boolean(false); }},
    {"is_meta", [](TensorObject &) { return Value::boolean(false); }},
};

Value boundBackward(const Ref<TensorObject> &self) {
  return eval::make<eval::NativeFunction>("backward", [self](const eval::Arguments &arguments) {
    std::vector<Value> positional{Value(self)};
    positional.insert(positional.end(), arguments.positional.begin(), arguments.positional.end());
    return self->state->backward({positional, arguments.keywords});
  });
}

} // namespace

Value TensorObject::classOf() const {
  return isParameter ? parameterType() : tensorType();
}

std::string TensorObject::repr() const {
  tensor::ReadingScope reading;
  std::string note = !record.isNone() ? cat("grad_fn=<", eval::typeName(record), ">")
                     : requiresGrad   ? "requires_grad=True"
                                      : "";
  tensor::PrintStyle style{state->print, "tensor(", note};
  return cat(isParameter ? "Parameter containing:\n" : "", tensor::toText(tensor, style));
}

std::string TensorObject::format(std::string_view spec) const {
  tensor::ReadingScope reading;
  if (tensor.dim() == 0)
    return eval::format(makeNumber(take(tensor::item(tensor))), spec);
  if (!spec.empty())
    eval::raise("TypeError", "unsupported format string passed to Tensor.__format__");
  return repr();
}

bool TensorObject::truthy() const {
  tensor::ReadingScope reading;
  if (tensor.numel() != 1)
    eval::raise("RuntimeError",
                cat("Boolean value of Tensor with ",
                    tensor.numel() == 0 ? "no values" : "more than one value", " is ambiguous"));
  return eval::truthy(makeNumber(take(tensor::item(tensor))));
}

std::optional<Value> TensorObject::getAttr(std::string_view name) {
  if (name == "backward")
    return boundBackward(this);
  for (const NamedProperty &property : kProperties)
    if (property.name == name)
      return property.get(*this);
  const TorchCallable *method = torchMethod(name);
  if (!method)
    return std::nullopt;
  Ref<TensorObject> self(this);
  return Value(eval::make<eval::NativeFunction>(
      std::string(name), [self, method](const eval::Arguments &arguments) {
        std::vector<Value> positional{Value(self)};
        positional.insert(positional.end(), arguments.positional.begin(),
                          arguments.positional.end());
        return method->call(self->state, {positional, arguments.keywords});
      }));
}

bool TensorObject::setAttr(std::string_view name, const Value &value) {
  auto *other = value.as<TensorObject>();
  if (name == "data" && other) {
    tensor = other->tensor;
    return true;
  }
  if (name == "requires_grad") {
    requiresGrad = eval::truthy(value);
    return true;
  }
  if (name == "grad" && (value.isNone() || other)) {
    grad = value;
    return true;
  }
  return false;
}

std::vector<std::string> TensorObject::attributeNames() const {
  std::vector<std::string> names = torchMethodNames();
  for (const NamedProperty &property : kProperties)
    names.emplace_back(property.name);
  return names;
}

Value TensorObject::getItem(const Value &index) {
  return recorded("getitem", *this, {Value(Ref<TensorObject>(this)), index},
                  indexTensor(*this, index));
}
void TensorObject::setItem(const Value &index, const Value &value) {
  assignIndexed(*this, index, value);
  const Value arguments[] = {Value(Ref<TensorObject>(this)), index, value};
  recordInPlace(state, "setitem", {arguments, {}});
}

std::optional<bool> TensorObject::contains(const Value &item) {
  tensor::ReadingScope reading;
  std::optional<Operand> operand = operandOf(item);
  if (!operand)
    eval::raise("RuntimeError", cat("Tensor.__contains__ only supports Tensor or scalar, but you "
                                    "passed in a ",
                                    eval::typeName(item), "."));
  Tensor same = take(tensor::binary(BinaryOp::Equal, tensor, *operand));
  return *take(tensor::reduce(tensor::ReduceOp::Any, same)).as<uint8_t>() != 0;
}

std::optional<int64_t> TensorObject::length() const {
  if (tensor.dim() == 0)
    eval::raise("TypeError", "len() of a 0-d tensor");
  return tensor.size(0);
}

std::unique_ptr<eval::Iterator> TensorObject::iterate() {
  if (tensor.dim() == 0)
    eval::raise("TypeError", "iteration over a 0-d tensor");
  class Rows : public eval::Iterator {
  public:
    explicit Rows(TensorObject &x) : x_(&x) {}
    std::optional<Value> next() override {
      if (at_ == x_->tensor.size(0))
        return std::nullopt;
      Value row = aliasOf(*x_, tensor::select(x_->tensor, 0, at_));
      return recorded("getitem", *x_, {Value(x_), Value::integer(at_++)}, row);
    }

  private:
    Ref<TensorObject> x_;
    int64_t at_ = 0;
  };
  return std::make_unique<Rows>(*this);
}

std::optional<Value> TensorObject::binary(syntax::BinaryOp op, const Value &other, bool reflected) {
  tensor::ReadingScope reading;
  std::optional<Operand> operand = operandOf(other);
  if (!operand)
    return std::nullopt;
  Operand left = reflected ? *operand : Operand(tensor),
          right = reflected ? Operand(tensor) : *operand;
  Value self = Ref<TensorObject>(this), first = reflected ? other : self,
        second = reflected ? self : other;
  if (op != syntax::BinaryOp::MatMul)
    return recorded(functionOf(op), *this, {first, second},
                    resultOf(*this, other, tensor::binary(*operatorOf(op), left, right)));
  if (!std::holds_alternative<Tensor>(*operand))
    return std::nullopt;
  return recorded(
      functionOf(op), *this, {first, second},
      resultOf(*this, other, tensor::matmul(std::get<Tensor>(left), std::get<Tensor>(right))));
}

std::optional<Value> TensorObject::inPlace(syntax::BinaryOp op, const Value &other) {
  std::optional<Operand> operand = operandOf(other);
  if (!operand || op == syntax::BinaryOp::MatMul)
    return std::nullopt;
  take(tensor::binaryInto(tensor, *operatorOf(op), tensor, *operand));
  const Value arguments[] = {Value(Ref<TensorObject>(this)), other};
  recordInPlace(state, functionOf(op), {arguments, {}});
  return Value(Ref<TensorObject>(this));
}

std::optional<Value> TensorObject::unary(syntax::UnaryOp op) {
  tensor::ReadingScope reading;
  switch (op) {
  case syntax::UnaryOp::Plus:
    return Value(Ref<TensorObject>(this));
  case syntax::UnaryOp::Minus:
    return recorded("neg", *this, {Value(Ref<TensorObject>(this))},
                    aliasOf(*this, tensor::unary(UnaryOp::Negate, tensor)));
  case syntax::UnaryOp::Invert:
    if (isFloat(tensor.dtype()))
      eval::raise("TypeError", "~ (operator.invert) is only implemented on integer and "
                               "Boolean-type tensors");
    return aliasOf(*this, tensor::unary(UnaryOp::BitwiseNot, tensor));
  case syntax::UnaryOp::Not:
    break;
  }
  return std::nullopt;
}

std::optional<Value> TensorObject::compare(syntax::CompareOp op, const Value &other,
                                           bool reflected) {
  tensor::ReadingScope reading;
  std::optional<BinaryOp> comparison = operatorOf(op);
  std::optional<Operand> operand = operandOf(other);
  if (!comparison || !operand)
    return std::nullopt;
  Value result = resultOf(*this, other,
                          reflected ? tensor::binary(*comparison, *operand, tensor)
                                    : tensor::binary(*comparison, tensor, *operand));
  const Value operands[] = {Value(Ref<TensorObject>(this)), other};
  passStaleOn(state, "compare", {operands, {}}, result);
  return result;
}

std::optional<eval::Int> TensorObject::index() const {
  tensor::ReadingScope reading;
  if (tensor.numel() != 1 || !isInteger(tensor.dtype()))
    eval::raise("TypeError", "only integer tensors of a single element can be converted to an "
                             "index");
  return take(tensor::item(tensor)).integer;
}

std::optional<Value> TensorObject::number() const {
  tensor::ReadingScope reading;
  if (tensor.numel() != 1)
    eval::raise("ValueError", "only one element tensors can be converted to Python scalars");
  return makeNumber(take(tensor::item(tensor)));
}

} // namespace nereid::host
