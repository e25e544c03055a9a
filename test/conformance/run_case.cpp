#include "run_case.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/text.h"
#include "diag/render.h"
#include "jit/failed_assertion.h"
#include "runtime/memory_map.h"

namespace nereid::conformance {
namespace {

// A tensor where a kernel can reach it, between margins that it must not touch.
class Placed {
public:
  Placed(const Tensor &tensor, std::shared_ptr<DeviceMemory> memory)
      : size_(tensor.bytes.size()), memory_(std::move(memory)) {
    bytes_.resize(kMargin + size_ + kMargin + kAlignment, kUntouched);
    auto begin = reinterpret_cast<uintptr_t>(bytes_.data()) + kMargin;
    data_ = bytes_.data() + kMargin + (kAlignment - begin % kAlignment) % kAlignment;
    std::copy(tensor.bytes.begin(), tensor.bytes.end(), data_);
    MemoryMap::add(data_, size_);
    if (!memory_)
      return;
    auto there = memory_->allocate(placedBytes());
    if (!there.ok())
      problem_ = there.error().what();
    else if (Status sent = memory_->upload(there.value(), data_ - kMargin, placedBytes());
             !sent.ok())
      problem_ = sent.what();
    there_ = there.ok() ? there.value() : 0;
  }
  Placed(const Placed &) = delete;
  Placed &operator=(const Placed &) = delete;
  ~Placed() {
    MemoryMap::remove(data_);
    if (there_)
      memory_->release(there_);
  }

  uint64_t address() const {
    return memory_ ? there_ + kMargin : reinterpret_cast<uint64_t>(data_);
  }
  // What a device left in its own memory. Returns what went wrong, here or before; empty: nothing.
  std::string fetch() {
    if (memory_ && problem_.empty())
      if (Status got = memory_->download(data_ - kMargin, there_, placedBytes()); !got.ok())
        problem_ = got.what();
    return problem_;
  }
  Tensor read(Scalar element) const { return {element, {data_, data_ + size_}}; }
  bool marginsHold() const {
    auto untouched = [](std::byte b) { return b == kUntouched; };
    return std::all_of(bytes_.data(), static_cast<const std::byte *>(data_), untouched) &&
           std::all_of(static_cast<const std::byte *>(data_ + size_), bytes_.data() + bytes_.size(),
                       untouched);
  }

private:
  static constexpr size_t kMargin = 64, kAlignment = 64;
  static constexpr std::byte kUntouched{0xA5};
  std::vector<std::byte> bytes_;
  uint64_t placedBytes() const { return kMargin + size_ + kMargin; }

  std::byte *data_ = nullptr;
  size_t size_;
  std::shared_ptr<DeviceMemory> memory_;
  uint64_t there_ = 0;
  std::string problem_;
};

// A word of a case that is no tensor: 4, 2.5, True, None, "ieee", f16.
std::optional<jit::Argument> parseScalar(const std::string &text) {
  char *end = nullptr;
  if (text == "True" || text == "False")
    return jit::Argument::ofBool(text == "True");
  if (text == "None")
    return jit::Argument::ofConstant(eval::Value::none());
  if (text.size() >= 2 && text.front() == '"')
    return jit::Argument::ofConstant(eval::Value::string(text.substr(1, text.size() - 2)));
  if (auto scalar = scalarFromShortName(text))
    return jit::Argument::ofConstant(eval::Value(eval::make<sema::Dtype>(*scalar)));
  int64_t integer = std::strtoll(text.c_str(), &end, 0);
  if (*end == '\0')
    return jit::Argument::ofInt(integer);
  double real = std::strtod(text.c_str(), &end);
  if (*end == '\0')
    return jit::Argument::ofFloat(real);
  return std::nullopt;
}

// A function that the kernel's file names: larger, tl.exp, tl.extra.libdevice.tanh.
std::optional<jit::Argument> findFunction(const sema::JitFunction &kernel, std::string_view text) {
  std::optional<eval::Value> value;
  for (bool isFirst = true; !text.empty(); isFirst = false) {
    size_t dot = std::min(text.find('.'), text.size());
    std::string_view name = text.substr(0, dot);
    if (isFirst)
      value = kernel.scope->lookup(name);
    else if (value && value->isObject())
      value = value->object()->getAttr(name);
    if (!value)
      return std::nullopt;
    text = text.substr(std::min(dot + 1, text.size()));
  }
  return value ? std::optional(jit::Argument::ofConstant(*value)) : std::nullopt;
}

class CaseRun {
public:
  CaseRun(const Case &which, eval::Ref<sema::JitFunction> function, uint64_t seed, Engine &engine)
      : case_(which), function_(function), seed_(seed), engine_(engine) {}

  Outcome run() {
    std::vector<jit::ParameterRule> rules = jit::rulesOf(*function_);
    std::vector<jit::Argument> arguments;
    if (!readWords(rules) || !collect(rules, arguments))
      return std::move(outcome_);
    options_.warps = engine_.warps ? engine_.warps : options_.warps;
    options_.stages = engine_.stages ? engine_.stages : options_.stages;
    jit::Bound bound;
    if (std::string wrong =
            jit::bind(rules, arguments, options_, bound, engine_.engine->divisors());
        !wrong.empty()) {
      outcome_.mistake = wrong;
      return std::move(outcome_);
    }
    jit::Kernel kernel(function_, std::move(rules));
    launch(kernel, bound);
    for (auto &[name, placed] : placed_) {
      if (std::string problem = placed->fetch(); !problem.empty())
        outcome_.mistake = problem;
      outcome_.after.emplace(name, placed->read(outcome_.before.at(name).element));
      if (!placed->marginsHold())
        outcome_.mistake = cat("memory beside `", name, "` was written");
    }
    return std::move(outcome_);
  }

private:
  bool fail(std::string mistake) {
    outcome_.mistake = std::move(mistake);
    return false;
  }

  // Integers come first, since sizes of tensors may name them.
  bool readWords(const std::vector<jit::ParameterRule> &rules) {
    for (const auto &[name, text] : case_.words)
      if (!isTensorText(text) && !readOption(name, text)) {
        auto argument = parseScalar(text);
        if (!argument)
          argument = findFunction(*function_, text);
        if (!argument)
          return fail(cat("`", name, "=", text, "` is no value"));
        if (argument->kind == jit::Argument::Kind::Int)
          integers_[name] = int64_t(argument->integer);
        scalars_.emplace(name, std::move(*argument));
      }
    uint64_t seed = seed_;
    for (const auto &[name, text] : case_.words)
      if (isTensorText(text)) {
        auto tensor = parseTensor(text, integers_, ++seed * 1000003);
        if (!tensor.ok())
          return fail(tensor.error().what());
        placed_.emplace(name, std::make_unique<Placed>(tensor.value(), engine_.memory));
        outcome_.before.emplace(name, std::move(tensor).value());
      }
    for (const auto &[name, text] : case_.words)
      if (!isOption(name) && std::none_of(rules.begin(), rules.end(),
                                          [&](const auto &rule) { return rule.info.name == name; }))
        return fail(cat("the kernel has no parameter `", name, "`"));
    return true;
  }

  static bool isOption(const std::string &name) {
    static const std::vector<std::string> names = {"grid",  "seeds",      "num_warps",
                                                   "debug", "num_stages", "enable_fp_fusion"};
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  bool readOption(const std::string &name, const std::string &text) {
    if (name == "grid") {
      unsigned sizes[3] = {1, 1, 1};
      std::sscanf(text.c_str(), "(%u,%u,%u)", &sizes[0], &sizes[1], &sizes[2]);
      grid_ = {sizes[0], sizes[1], sizes[2]};
    } else if (name == "num_warps") {
      options_.warps = std::atoi(text.c_str());
    } else if (name == "num_stages") {
      options_.stages = std::atoi(text.c_str());
    } else if (name == "debug") {
      options_.debug = text == "True";
    } else if (name == "enable_fp_fusion") {
      options_.allowContraction = text == "True";
    }
    return isOption(name);
  }

  bool collect(const std::vector<jit::ParameterRule> &rules,
               std::vector<jit::Argument> &arguments) {
    for (const jit::ParameterRule &rule : rules) {
      std::string name(rule.info.name);
      if (auto placed = placed_.find(name); placed != placed_.end())
        arguments.push_back(
            jit::Argument::pointer(placed->second->address(), outcome_.before.at(name).element));
      else if (auto scalar = scalars_.find(name); scalar != scalars_.end())
        arguments.push_back(scalar->second);
      else
        return fail(cat("`", name, "` is not given"));
    }
    return true;
  }

  void note(const Diagnostic &diagnostic) {
    if (severityOf(diagnostic.kind) != Severity::Error)
      return;
    if (diagnostic.kind == DiagKind::TargetLacks && engine_.memory)
      outcome_.lacks = diagnostic.headline;
    outcome_.codes.emplace_back(codeOf(diagnostic.kind));
    outcome_.diagnostics += render(diagnostic, *function_->sources, {.unicode = false});
  }

  void launch(jit::Kernel &kernel, const jit::Bound &bound) {
    DiagSink sink;
    auto compiled = engine_.engine->compile(kernel, bound, sink);
    for (const Diagnostic &diagnostic : sink.sorted())
      note(diagnostic);
    outcome_.compiled = compiled;
    if (!compiled)
      return;
    if (engine_.printed)
      engine_.printed->clear();
    Status status = engine_.engine->device().launch(*compiled->loaded, grid_, bound.words);
    if (engine_.printed)
      outcome_.printed = *engine_.printed;
    if (status.ok())
      return;
    if (engine_.takeFaults)
      for (const Diagnostic &diagnostic : engine_.takeFaults())
        note(diagnostic);
    if (std::optional<FailedAssertion> failed = takeFailedAssertion())
      if (auto fault = jit::diagnosticOf(*failed, *function_->sources, function_->definition->span))
        note(*fault);
    if (outcome_.codes.empty()) {
      outcome_.codes.push_back("fault");
      outcome_.diagnostics = status.what();
    }
  }

  const Case &case_;
  eval::Ref<sema::JitFunction> function_;
  uint64_t seed_;
  Engine &engine_;
  Outcome outcome_;
  Grid grid_;
  sema::LaunchOptions options_;
  std::map<std::string, int64_t> integers_;
  std::map<std::string, jit::Argument> scalars_;
  std::map<std::string, std::unique_ptr<Placed>> placed_;
};

} // namespace

Outcome runCase(const Case &which, eval::Ref<sema::JitFunction> function, uint64_t seed,
                Engine &engine) {
  return CaseRun(which, std::move(function), seed, engine).run();
}

} // namespace nereid::conformance
