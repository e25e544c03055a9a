#include "host/launch_match.h"

#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::host {

namespace {

// Accepted because scripts for GPUs pass them; what they ask for does not exist here, or is so
// anyway.
constexpr std::string_view kAcceptedOptions[] = {
    "allow_fp8e4nv",
    "allowed_dot_input_precisions",
    "arch",
    "backend_name",
    "clc",
    "cluster_dims",
    "default_dot_input_precision",
    "deprecated_fp8_dot_operand_dtypes",
    "enable_reflect_ftz",
    "enable_warp_specialization",
    "extern_libs",
    "instrumentation_mode",
    "ir_override",
    "kpack",
    "launch_cooperative_grid",
    "launch_pdl",
    "matrix_instr_nonkdim",
    "max_num_imprecise_acc_default",
    "num_buffers_warp_spec",
    "num_consumer_groups",
    "ptx_options",
    "ptx_version",
    "reg_dec_producer",
    "reg_inc_consumer",
    "supported_fp8_dtypes",
    "waves_per_eu",
};

constexpr std::string_view kMeaningfulOptions[] = {
    "num_warps",        "num_stages", "num_ctas",          "maxnreg",
    "enable_fp_fusion", "debug",      "sanitize_overflow",
};

constexpr std::string_view kRemovedOptions[] = {"device", "stream", "device_type"};

template <typename Names> bool contains(const Names &names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

int positiveInt(std::string_view name, const eval::Value &value) {
  int64_t number = eval::toInt64(value, name);
  constexpr int64_t kMost = 1 << 16;
  if (number < 0 || number > kMost)
    eval::raise("ValueError", cat(name, " cannot be ", number));
  return static_cast<int>(number);
}

int powerOfTwo(std::string_view name, const eval::Value &value) {
  int number = positiveInt(name, value);
  if (number == 0 || (number & (number - 1)) != 0)
    eval::raise("AssertionError", cat(name, " must be a power of 2, not ", number));
  return number;
}

[[noreturn]] void raiseUnknownKeyword(const KernelObject &kernel, std::string_view name) {
  if (contains(kRemovedOptions, name))
    eval::raise("TypeError",
                cat(kernel.name(), "() takes no `", name,
                    "`: a kernel runs on the device of the script, in the order of the script"));
  std::vector<std::string> candidates;
  for (const syntax::Parameter &parameter : kernel.definition->parameters)
    candidates.emplace_back(parameter.name);
  for (std::string_view option : kMeaningfulOptions)
    candidates.emplace_back(option);
  auto exception = eval::make<eval::Exception>(
      eval::exceptionType("KeyError"),
      std::vector{eval::Value::string(cat("Keyword argument ", name,
                                          " was specified but unrecognised: ", kernel.name(),
                                          "() has no parameter and a launch no option of this "
                                          "name"))});
  std::vector<std::string> near = nearestWords(name, candidates);
  if (!near.empty())
    exception->suggestion = cat("Did you mean: '", near.front(), "'?");
  throw eval::Raised(exception);
}

[[noreturn]] void raiseTooMany(const KernelObject &kernel, size_t given) {
  size_t most = kernel.parameterCount();
  eval::raise("TypeError",
              cat(kernel.name(), "() takes ", most, " positional argument", most == 1 ? "" : "s",
                  " but ", given, given == 1 ? " was given" : " were given"));
}

[[noreturn]] void raiseMissing(const KernelObject &kernel,
                               const std::vector<const eval::Value *> &slots) {
  const auto &parameters = kernel.definition->parameters;
  std::vector<std::string> missing;
  std::vector<std::string> constants;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] || i == kernel.starParameter())
      continue;
    missing.push_back(cat("'", parameters[i].name, "'"));
    if (kernel.rules()[i].info.isConstexpr)
      constants.push_back(cat(parameters[i].name, "=..."));
  }
  std::string message = cat(
      kernel.name(), "() missing ", missing.size(),
      missing.size() == 1 ? " required argument: " : " required arguments: ", join(missing, ", "));
  if (!constants.empty())
    message += cat(" (tl.constexpr parameters are passed in the launch too: ", kernel.name(),
                   "[grid](..., ", join(constants, ", "), "))");
  eval::raise("TypeError", message);
}

void matchPositional(const KernelObject &kernel, const LaunchCall &call, MatchedLaunch &matched) {
  size_t star = kernel.starParameter();
  size_t plain = std::min(star, kernel.parameterCount());
  size_t count = std::min(call.positional.size(), plain);
  for (size_t i = 0; i < count; ++i)
    matched.slots[i] = &call.positional[i];
  if (star == KernelObject::kNone) {
    if (call.positional.size() > plain)
      raiseTooMany(kernel, call.positional.size());
    return;
  }
  auto rest = call.positional.subspan(count);
  matched.star = eval::Value::tuple({rest.begin(), rest.end()});
  matched.slots[star] = &matched.star;
}

void matchKeyword(const KernelObject &kernel, const eval::Keyword &keyword,
                  MatchedLaunch &matched) {
  size_t index = kernel.findParameter(keyword.name);
  if (index != KernelObject::kNone && index != kernel.starParameter()) {
    if (matched.slots[index])
      eval::raise("TypeError",
                  cat(kernel.name(), "() got multiple values for argument '", keyword.name, "'"));
    matched.slots[index] = &keyword.value;
    // A parameter that is called like an option is both.
    if (contains(kMeaningfulOptions, keyword.name))
      setLaunchOption(keyword.name, keyword.value, matched.options);
    return;
  }
  if (!setLaunchOption(keyword.name, keyword.value, matched.options))
    raiseUnknownKeyword(kernel, keyword.name);
}

} // namespace

const eval::Value &unwrapped(const eval::Value &value) {
  const auto *wrapper = value.as<sema::Constexpr>();
  return wrapper ? wrapper->value : value;
}

bool setLaunchOption(std::string_view name, const eval::Value &wrapped,
                     sema::LaunchOptions &options) {
  const eval::Value &value = unwrapped(wrapped);
  if (!contains(kMeaningfulOptions, name))
    return contains(kAcceptedOptions, name);
  if (value.isNone())
    return true; // as if it was not given
  if (name == "num_warps")
    options.warps = powerOfTwo(name, value);
  else if (name == "num_stages")
    options.stages = positiveInt(name, value);
  else if (name == "num_ctas")
    options.ctas = powerOfTwo(name, value);
  else if (name == "maxnreg")
    options.maxRegisters = positiveInt(name, value);
  else if (name == "enable_fp_fusion")
    options.allowContraction = eval::truthy(value);
  else if (name == "debug")
    options.debug = eval::truthy(value);
  else if (name == "sanitize_overflow")
    options.sanitizeOverflow = eval::truthy(value);
  return true;
}

void matchLaunch(const KernelObject &kernel, const LaunchCall &call, MatchedLaunch &matched) {
  matched.slots.assign(kernel.parameterCount(), nullptr);
  matched.options.debug = kernel.debug();
  matchPositional(kernel, call, matched);
  for (const eval::Keyword &keyword : call.keywords)
    matchKeyword(kernel, keyword, matched);
  const auto &defaults = kernel.defaults();
  bool complete = true;
  for (size_t i = 0; i < matched.slots.size(); ++i) {
    if (!matched.slots[i] && i < defaults.size() && defaults[i])
      matched.slots[i] = &*defaults[i];
    complete = complete && (matched.slots[i] || i == kernel.starParameter());
  }
  if (!complete)
    raiseMissing(kernel, matched.slots);
}

} // namespace nereid::host
