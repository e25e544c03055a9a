#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/random.h"

namespace nereid::host {

using eval::Value;
using tensor::Dims;
using tensor::Number;
using tensor::Tensor;

namespace {

// The options that end the parameters of every function here, at positions counted from the first.
#define NEREID_TORCH_OPTIONS ", *, dtype=, device=, requires_grad=, layout=, pin_memory=, out="
constexpr size_t kDtype = 0, kDevice = 1, kRequiresGrad = 2, kOut = 5;

// The result, on the device and with the flags that the options at `options` ask for.
Value placed(Given &given, Tensor tensor, size_t options) {
  if (given.has(options + kOut)) {
    take(tensor::copyInto(given.tensor(options + kOut), tensor));
    return given.value(options + kOut);
  }
  auto object = eval::make<TensorObject>(given.state, std::move(tensor));
  object->place = given.has(options + kDevice)
                      ? placeOf(given.state, given.value(options + kDevice))
                      : given.state->defaultPlace;
  object->requiresGrad = given.flag(options + kRequiresGrad, false);
  return object;
}

// Like placed(), but without a device option the result is where the tensor at `like` is.
Value placedLike(Given &given, Tensor tensor, size_t like, size_t options) {
  Value result = placed(given, std::move(tensor), options);
  if (!given.has(options + kDevice) && !given.has(options + kOut))
    result.as<TensorObject>()->place = given.object(like)->place;
  return result;
}

Scalar dtypeOr(Given &given, size_t options, Scalar otherwise) {
  return given.dtype(options + kDtype).value_or(otherwise);
}

Value makeFromData(Given &given) {
  return placed(given, tensorFromData(given.value(0), given.dtype(1)), 1);
}

// as_tensor, and asarray: a tensor that is as asked already is itself.
Value asTensor(Given &given) {
  TensorObject *same = given.object(0);
  bool fits = same && given.dtype(1).value_or(same->tensor.dtype()) == same->tensor.dtype();
  return fits && !given.has(2) ? given.value(0) : makeFromData(given);
}

Value zeros(Given &given) {
  constexpr size_t kFormat = 7; // of empty() only
  const Value *format =
      given.function.name == "empty" && given.has(kFormat) ? &given.value(kFormat) : nullptr;
  Tensor made = take(tensor::zeros(given.dims(0), dtypeOr(given, 1, tensor::kDefaultFloat)));
  return placed(given, inMemoryFormat(format, made), 1);
}
Value ones(Given &given) {
  Scalar dtype = dtypeOr(given, 1, tensor::kDefaultFloat);
  return placed(given, take(tensor::full(given.dims(0), Number(1), dtype)), 1);
}
Value full(Given &given) {
  return placed(given, take(tensor::full(given.dims(0), given.number(1), given.dtype(2))), 2);
}

Value likeZeros(Given &given) {
  return placedLike(given, take(tensor::emptyLike(given.tensor(0), given.dtype(1))), 0, 1);
}
Value likeFilled(Given &given, const Number &number, size_t options) {
  Tensor x = take(tensor::emptyLike(given.tensor(0), given.dtype(options)));
  take(tensor::fill(x, number));
  return placedLike(given, x, 0, options);
}
Value likeOnes(Given &given) {
  return likeFilled(given, Number(1), 1);
}
Value likeFull(Given &given) {
  return likeFilled(given, given.number(1), 2);
}

Value newZeros(Given &given) {
  Scalar dtype = dtypeOr(given, 2, given.tensor(0).dtype());
  return placedLike(given, take(tensor::zeros(given.dims(1), dtype)), 0, 2);
}
Value newOnes(Given &given) {
  Scalar dtype = dtypeOr(given, 2, given.tensor(0).dtype());
  return placedLike(given, take(tensor::full(given.dims(1), Number(1), dtype)), 0, 2);
}
Value newFull(Given &given) {
  Scalar dtype = dtypeOr(given, 3, given.tensor(0).dtype());
  return placedLike(given, take(tensor::full(given.dims(1), given.number(2), dtype)), 0, 3);
}
Value newTensor(Given &given) {
  Scalar dtype = dtypeOr(given, 2, given.tensor(0).dtype());
  return placedLike(given, tensorFromData(given.value(1), dtype), 0, 2);
}

Value arange(Given &given) {
  bool only = !given.has(1);
  Number start = only ? Number(0) : given.number(0), end = given.number(only ? 0 : 1);
  Number step = given.has(2) ? given.number(2) : Number(1);
  return placed(given, take(tensor::arange(start, end, step, given.dtype(3))), 3);
}
Value linspace(Given &given) {
  Scalar dtype = dtypeOr(given, 3, tensor::kDefaultFloat);
  return placed(given,
                take(tensor::linspace(given.real(0, 0), given.real(1, 0), given.integer(2), dtype)),
                3);
}
Value eye(Given &given) {
  int64_t rows = given.integer(0);
  Scalar dtype = dtypeOr(given, 2, tensor::kDefaultFloat);
  return placed(given, take(tensor::eye(rows, given.integer(1, rows), dtype)), 2);
}
Value emptyStrided(Given &given) {
  Scalar dtype = dtypeOr(given, 2, tensor::kDefaultFloat);
  return placed(given, take(tensor::emptyStrided(given.dims(0), given.dims(1), dtype)), 2);
}

Value rand(Given &given) {
  Scalar dtype = dtypeOr(given, 1, tensor::kDefaultFloat);
  return placed(given, take(tensor::rand(given.dims(0), dtype, given.generator(7))), 1);
}
Value randn(Given &given) {
  Scalar dtype = dtypeOr(given, 1, tensor::kDefaultFloat);
  return placed(given, take(tensor::randn(given.dims(0), dtype, given.generator(7))), 1);
}

// randint(high, size) or randint(low, high, size)
Value randint(Given &given) {
  bool highOnly = !given.has(2) || !given.has(1);
  int64_t low = highOnly ? 0 : given.integer(0, 0);
  int64_t high = given.integer(highOnly ? 0 : 1);
  Dims size = given.dims(given.has(2) ? 2 : 1);
  Scalar dtype = dtypeOr(given, 3, Scalar::I64);
  return placed(given, take(tensor::randint(low, high, size, dtype, given.generator(9))), 3);
}
Value randperm(Given &given) {
  Scalar dtype = dtypeOr(given, 1, Scalar::I64);
  return placed(given, take(tensor::randperm(given.integer(0), dtype, given.generator(7))), 1);
}

Value likeRand(Given &given) {
  Tensor x = take(tensor::emptyLike(given.tensor(0), given.dtype(1)));
  take(tensor::fillUniform(x, 0, 1, given.generator(7)));
  return placedLike(given, x, 0, 1);
}
Value likeRandn(Given &given) {
  Tensor x = take(tensor::emptyLike(given.tensor(0), given.dtype(1)));
  take(tensor::fillNormal(x, 0, 1, given.generator(7)));
  return placedLike(given, x, 0, 1);
}
Value likeRandint(Given &given) {
  bool highOnly = !given.has(2);
  int64_t low = highOnly ? 0 : given.integer(1), high = given.integer(highOnly ? 1 : 2);
  const Tensor &like = given.tensor(0);
  Tensor x = take(tensor::randint(low, high, like.shape(), dtypeOr(given, 3, like.dtype()),
                                  given.state->generator));
  return placedLike(given, x, 0, 3);
}

// normal(mean, std, size)
Value normal(Given &given) {
  Tensor x = take(tensor::zeros(given.dims(2), dtypeOr(given, 3, tensor::kDefaultFloat)));
  take(tensor::fillNormal(x, given.real(0, 0), given.real(1, 1), given.generator(9)));
  return placed(given, x, 3);
}

constexpr TorchPlace kFunction = TorchPlace::Function, kMethod = TorchPlace::Method;
constexpr int kPlaces = kPlacesResult;

constexpr TorchFunction kFunctions[] = {
    {"tensor", "data" NEREID_TORCH_OPTIONS, makeFromData, kFunction, kPlaces},
    {"as_tensor",
     "data"
     ", dtype=, device=, requires_grad=, layout=, pin_memory=, out=",
     asTensor, kFunction, kPlaces},
    {"asarray", "obj" NEREID_TORCH_OPTIONS, asTensor, kFunction, kPlaces},
    {"zeros", "*size" NEREID_TORCH_OPTIONS, zeros, kFunction, kPlaces},
    {"empty", "*size" NEREID_TORCH_OPTIONS ", memory_format=", zeros, kFunction, kPlaces},
    {"ones", "*size" NEREID_TORCH_OPTIONS, ones, kFunction, kPlaces},
    {"full", "size, fill_value" NEREID_TORCH_OPTIONS, full, kFunction, kPlaces},
    {"zeros_like", "input" NEREID_TORCH_OPTIONS ", memory_format=", likeZeros, kFunction, kPlaces},
    {"empty_like", "input" NEREID_TORCH_OPTIONS ", memory_format=", likeZeros, kFunction, kPlaces},
    {"ones_like", "input" NEREID_TORCH_OPTIONS ", memory_format=", likeOnes, kFunction, kPlaces},
    {"full_like", "input, fill_value" NEREID_TORCH_OPTIONS ", memory_format=", likeFull, kFunction,
     kPlaces},
    {"new_zeros", "input, *size" NEREID_TORCH_OPTIONS, newZeros, kMethod, kPlaces},
    {"new_empty", "input, *size" NEREID_TORCH_OPTIONS, newZeros, kMethod, kPlaces},
    {"new_ones", "input, *size" NEREID_TORCH_OPTIONS, newOnes, kMethod, kPlaces},
    {"new_full", "input, size, fill_value" NEREID_TORCH_OPTIONS, newFull, kMethod, kPlaces},
    {"new_tensor", "input, data" NEREID_TORCH_OPTIONS, newTensor, kMethod, kPlaces},
    {"arange", "start, end=, step=" NEREID_TORCH_OPTIONS, arange, kFunction, kPlaces},
    {"linspace", "start, end, steps" NEREID_TORCH_OPTIONS, linspace, kFunction, kPlaces},
    {"eye", "n, m=" NEREID_TORCH_OPTIONS, eye, kFunction, kPlaces},
    {"empty_strided", "size, stride" NEREID_TORCH_OPTIONS, emptyStrided, kFunction, kPlaces},
    {"rand", "*size" NEREID_TORCH_OPTIONS ", generator=", rand, kFunction, kPlaces},
    {"randn", "*size" NEREID_TORCH_OPTIONS ", generator=", randn, kFunction, kPlaces},
    {"randint", "low=, high=, size=" NEREID_TORCH_OPTIONS ", generator=", randint, kFunction,
     kPlaces},
    {"randperm", "n" NEREID_TORCH_OPTIONS ", generator=", randperm, kFunction, kPlaces},
    {"rand_like", "input" NEREID_TORCH_OPTIONS ", generator=", likeRand, kFunction, kPlaces},
    {"randn_like", "input" NEREID_TORCH_OPTIONS ", generator=", likeRandn, kFunction, kPlaces},
    {"randint_like", "input, low_or_high, high=" NEREID_TORCH_OPTIONS, likeRandint, kFunction,
     kPlaces},
    {"normal", "mean, std, size" NEREID_TORCH_OPTIONS ", generator=", normal, kFunction, kPlaces},
};

} // namespace

TorchTable torchCreation() {
  return kFunctions;
}

} // namespace nereid::host
