// How torch's functions and methods are written: rows of tables.
//
// One row serves `torch.sum(x, 1)` and `x.sum(1)`: the method is the function with the tensor put
// in front. Parameters are written as in Python, "input, dim=, keepdim="; a parameter "*size" takes
// ints one by one or as one sequence. Results are on the device of the tensors among the
// arguments.
//
//   Value sumOf(Given &given) {
//     return given.made(reduce(ReduceOp::Sum, given.tensor(0), given.optionalDims(1)));
//   }
//   constexpr TorchFunction kFunctions[] = {{"sum", "input, dim=, keepdim=", sumOf}, ...};
#pragma once

#include <span>
#include <string_view>

#include "eval/arguments.h"
#include "host/torch_object.h"

namespace nereid::host {

class Given;

// As a row's op: the function itself says where its result is.
constexpr int kPlacesResult = -1;

enum class TorchPlace : uint8_t { Both, Function, Method };

struct TorchFunction {
  std::string_view name, parameters;
  eval::Value (*body)(Given &);
  TorchPlace place = TorchPlace::Both;
  int op = 0; // for bodies that serve several rows
};
using TorchTable = std::span<const TorchFunction>;

// The arguments of one call, as what a function expects them to be. A position is that of the
// parameter. None counts as left out. Raises TypeError for what does not fit.
class Given {
public:
  Given(const TorchStateRef &state, const TorchFunction &function,
        const std::vector<std::string> &parameters, eval::Signature::Matched matched)
      : state(state), function(function), parameters_(parameters), matched_(matched) {}

  const TorchStateRef &state;
  const TorchFunction &function;

  bool has(size_t i) const { return matched_[i] && !matched_[i]->isNone(); }
  const eval::Value &value(size_t i) const { return *matched_[i]; } // must have been given
  TensorObject *object(size_t i) const;                             // null if it is no tensor

  const tensor::Tensor &tensor(size_t i) const;
  std::optional<tensor::Tensor> optionalTensor(size_t i) const;
  std::vector<tensor::Tensor> tensors(size_t i) const; // a sequence of them
  tensor::Operand operand(size_t i) const;             // a tensor or a number
  std::optional<tensor::Operand> optionalOperand(size_t i) const;
  tensor::Number number(size_t i) const;
  int64_t integer(size_t i) const;
  int64_t integer(size_t i, int64_t otherwise) const;
  std::optional<int64_t> optionalInteger(size_t i) const;
  double real(size_t i, double otherwise) const;
  bool flag(size_t i, bool otherwise) const;
  std::string_view text(size_t i, std::string_view otherwise) const;
  tensor::Dims dims(size_t i) const; // an int or a sequence of ints
  std::optional<tensor::Dims> optionalDims(size_t i) const;
  std::optional<Scalar> dtype(size_t i) const;
  tensor::Generator &generator(size_t i) const; // a torch.Generator; torch's own if left out

  // Results.
  eval::Value made(tensor::Tensor tensor) const { return makeTensor(state, std::move(tensor)); }
  eval::Value made(Result<tensor::Tensor> result) const { return made(take(std::move(result))); }
  eval::Value made(const std::vector<tensor::Tensor> &tensors) const; // a tuple

  // "softmax(): argument 'dim' (position 2) must be int, not str"
  [[noreturn]] void raiseWrong(size_t i, std::string_view expected) const;

private:
  const std::vector<std::string> &parameters_;
  eval::Signature::Matched matched_;
};

// A function of torch by its row, ready to be called.
class TorchCallable {
public:
  explicit TorchCallable(const TorchFunction &function);
  eval::Value call(const TorchStateRef &state, const eval::Arguments &arguments) const;
  const TorchFunction &function() const { return function_; }

private:
  const TorchFunction &function_;
  std::vector<std::string> parameters_;
  std::optional<size_t> packedFrom_; // the position of "*size"
  eval::Signature signature_;
};

// Conversions that also stand on their own.
std::optional<tensor::Number> numberOf(const eval::Value &value);
tensor::Dims dimsOf(const eval::Value &value, std::string_view what);
// torch.tensor(data): nested sequences of numbers and tensors.
tensor::Tensor tensorFromData(const eval::Value &data, std::optional<Scalar> dtype);
// A device, or what names one; whether it is a GPU. Raises for others.
Place placeOf(const TorchStateRef &state, const eval::Value &device);
// Of a result of tensors at both: numbers on the CPU go anywhere; two GPUs are an error.
Place commonPlace(Place a, Place b);
Scalar dtypeOf(const eval::Value &value, std::string_view what);

// The same elements laid out as a memory_format= argument asks: torch.channels_last keeps the
// channels of an image side by side. Null, and any other format, leave the tensor as it is.
bool isChannelsLast(const eval::Value *format);
tensor::Tensor inMemoryFormat(const eval::Value *format, const tensor::Tensor &tensor);

// x[index], and x[index] = value.
eval::Value indexTensor(TensorObject &x, const eval::Value &index);
void assignIndexed(TensorObject &x, const eval::Value &index, const eval::Value &value);

// The tables, one a file.
TorchTable torchCreation();
TorchTable torchArithmetic();
TorchTable torchReductions();
TorchTable torchShapes();
TorchTable torchIndexing();
TorchTable torchInPlace();
TorchTable torchConversions();
TorchTable torchLayers();      // of torch itself: softmax, relu, ...
TorchTable torchFunctionals(); // torch.nn.functional

// A tensor's method of that name, or null.
const TorchCallable *torchMethod(std::string_view name);
std::vector<std::string> torchMethodNames();
// Puts the functions of a table into a module.
void defineTorchFunctions(eval::Module &module, const TorchStateRef &state, TorchTable table);

} // namespace nereid::host
