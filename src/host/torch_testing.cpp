// torch.testing.assert_close(actual, expected): tensors, numbers, and sequences and dicts of them.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "host/torch_modules.h"
#include "tensor/compare.h"

namespace nereid::host {

using eval::Value;

namespace {

class CloseAssertion {
public:
  CloseAssertion(tensor::ClosenessOptions options, Value message)
      : options_(std::move(options)), message_(std::move(message)) {}

  void check(const Value &actual, const Value &expected, const std::string &item) {
    if (actual.isNone() && expected.isNone())
      return;
    auto *actualDict = actual.as<eval::Dict>(), *expectedDict = expected.as<eval::Dict>();
    if (actualDict && expectedDict)
      return checkDicts(*actualDict, *expectedDict, item);
    if (isSequence(actual) && isSequence(expected))
      return checkSequences(eval::items(actual), eval::items(expected), item);
    auto *a = actual.as<TensorObject>(), *b = expected.as<TensorObject>();
    if (a && b)
      return report(take(tensor::closenessReport(a->tensor, b->tensor, options_)), item);
    if (actual.isNumber() && expected.isNumber())
      return report(tensor::numberClosenessReport(*numberOf(actual), *numberOf(expected), options_),
                    item);
    if ((a || actual.isNumber()) && (b || expected.isNumber()))
      return report(cat("The values for attribute 'type' do not match: ", eval::typeName(actual),
                        " != ", eval::typeName(expected), "."),
                    item);
    eval::raise("TypeError", cat("No comparison pair was able to handle inputs of type ",
                                 eval::repr(eval::typeOf(actual)), " and ",
                                 eval::repr(eval::typeOf(expected)), "."));
  }

private:
  static bool isSequence(const Value &value) {
    return value.as<eval::Tuple>() || value.as<eval::List>();
  }

  void checkSequences(const std::vector<Value> &actual, const std::vector<Value> &expected,
                      const std::string &item) {
    if (actual.size() != expected.size())
      report(cat("The length of the sequences mismatch: ", actual.size(), " != ", expected.size()),
             item);
    for (size_t i = 0; i < actual.size(); ++i)
      check(actual[i], expected[i], cat(item, "[", i, "]"));
  }

  void checkDicts(eval::Dict &actual, eval::Dict &expected, const std::string &item) {
    for (const auto &[key, value] : expected.entries()) {
      const Value *other = actual.find(key);
      if (!other || actual.size() != expected.size())
        return report(std::string("The keys of the mappings do not match"), item);
      check(*other, value, cat(item, "[", eval::repr(key), "]"));
    }
  }

  void report(std::optional<std::string> text, const std::string &item) const {
    if (!text)
      return;
    if (!item.empty())
      *text += cat("\n\nThe failure occurred for item ", item);
    if (message_.isNone())
      eval::raise("AssertionError", *text);
    bool writes = !message_.asString();
    eval::raise("AssertionError",
                eval::str(writes ? eval::call(message_, {Value::string(*text)}) : message_));
  }

  const tensor::ClosenessOptions options_;
  const Value message_;
};

Value assertClose(const eval::Arguments &call) {
  tensor::ReadingScope reading;
  static const eval::Signature signature(
      "assert_close", "actual, expected, *, allow_subclasses=, rtol=, atol=, equal_nan=, "
                      "check_device=, check_dtype=, check_layout=, check_stride=, msg=");
  enum {
    Actual,
    Expected,
    Subclasses,
    Rtol,
    Atol,
    EqualNan,
    Device,
    DtypeToo,
    Layout,
    Stride,
    Msg
  };
  auto given = signature.match(call);
  auto has = [&](int i) { return given[i] && !given[i]->isNone(); };
  auto flag = [&](int i, bool otherwise) { return has(i) ? eval::truthy(*given[i]) : otherwise; };
  if (has(Rtol) != has(Atol))
    eval::raise("ValueError", cat("Both 'rtol' and 'atol' must be either specified or omitted, but "
                                  "got no ",
                                  has(Rtol) ? "atol" : "rtol", "."));
  tensor::ClosenessOptions options;
  if (has(Rtol))
    options.tolerance =
        tensor::Tolerance{eval::toDouble(*given[Rtol]), eval::toDouble(*given[Atol])};
  options.equalNan = flag(EqualNan, false);
  options.checkDtype = flag(DtypeToo, true);
  options.checkStride = flag(Stride, false);
  CloseAssertion(options, has(Msg) ? *given[Msg] : Value::none())
      .check(*given[Actual], *given[Expected], "");
  return Value::none();
}

} // namespace

eval::Ref<eval::Module> makeTorchTesting() {
  auto module = eval::make<eval::Module>("torch.testing");
  module->define("assert_close", assertClose);
  module->define("assert_allclose", assertClose);
  return module;
}

} // namespace nereid::host
