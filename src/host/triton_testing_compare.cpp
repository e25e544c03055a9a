#include "host/triton_testing_compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/view.h"

namespace nereid::host {

namespace {

tensor::Tensor tensorOf(const eval::Value &value) {
  if (auto *object = value.as<TensorObject>())
    return object->tensor;
  return tensorFromData(value, std::nullopt);
}

// `given`: a number, a function of the dtype, or nothing.
double toleranceOf(const eval::Value *given, const tensor::Tensor &x, double otherwise) {
  if (!given || given->isNone())
    return otherwise;
  if (eval::isCallable(*given))
    return eval::toDouble(eval::call(*given, {makeDtype(x.dtype())}));
  return eval::toDouble(*given);
}

std::string number(double value) {
  char text[40];
  snprintf(text, sizeof text, "%.8g", value);
  return text;
}

// How far two tensors are apart.
struct Distance {
  int64_t wrong = 0;
  double absolute = 0, relative = 0; // the largest among all elements
};

bool isClose(double x, double y, double absolute, double relative) {
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y);
  if (std::isinf(x) || std::isinf(y))
    return x == y;
  return std::fabs(x - y) <= absolute + relative * std::fabs(y);
}

Distance measure(const tensor::Tensor &x, const tensor::Tensor &y, double absolute,
                 double relative) {
  Distance distance;
  const auto *left = x.as<double>(), *right = y.as<double>();
  for (int64_t i = 0; i < x.numel(); ++i) {
    distance.wrong += !isClose(left[i], right[i], absolute, relative);
    double difference = std::fabs(left[i] - right[i]);
    if (std::isnan(difference))
      continue;
    distance.absolute = std::max(distance.absolute, difference);
    if (right[i] != 0)
      distance.relative = std::max(distance.relative, difference / std::fabs(right[i]));
  }
  return distance;
}

// In doubles, of the shape that both broadcast to, without gaps.
tensor::Tensor dense(const tensor::Tensor &x, const tensor::Dims &shape) {
  tensor::Tensor wide = take(tensor::cast(x, Scalar::F64));
  return take(tensor::contiguous(take(tensor::expand(wide, shape))));
}

} // namespace

eval::Value assertClose(const eval::Arguments &call) {
  tensor::ReadingScope reading;
  static const eval::Signature signature("assert_close", "x, y, atol=, rtol=, err_msg=");
  auto given = signature.match(call);
  tensor::Tensor x = tensorOf(*given[0]), y = tensorOf(*given[1]);
  constexpr double kAbsolute = 1e-2;
  double absolute = toleranceOf(given[2], x, kAbsolute);
  double relative = toleranceOf(given[3], x, 0);
  std::string note = given[4] ? eval::str(*given[4]) : std::string();

  auto shape = tensor::broadcastShapes(x.shape(), y.shape());
  if (!shape.ok())
    eval::raise("AssertionError", cat(note, "\nthe shapes ", tensor::shapeText(x.shape()), " and ",
                                      tensor::shapeText(y.shape()), " differ"));
  Distance distance = measure(dense(x, shape.value()), dense(y, shape.value()), absolute, relative);
  if (distance.wrong == 0)
    return {};
  if (x.numel() == 1 && y.numel() == 1)
    eval::raise("AssertionError",
                cat(note, " ", eval::str(*given[0]), " is not close to ", eval::str(*given[1]),
                    " (atol=", number(absolute), ", rtol=", number(relative), ")"));
  int64_t count = tensor::numelOf(shape.value());
  double percent = 100.0 * static_cast<double>(distance.wrong) / static_cast<double>(count);
  char share[32];
  snprintf(share, sizeof share, "%.3g", percent);
  eval::raise("AssertionError",
              cat("\nNot equal to tolerance rtol=", number(relative), ", atol=", number(absolute),
                  "\n", note, "\nMismatched elements: ", distance.wrong, " / ", count, " (", share,
                  "%)\nMax absolute difference: ", number(distance.absolute),
                  "\nMax relative difference: ", number(distance.relative)));
}

} // namespace nereid::host
