#include "host/heuristics.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/kernel.h"
#include "host/launch_arguments_dict.h"

namespace nereid::host {

namespace {

// A name and what computes it.
struct Heuristic {
  std::string name;
  eval::Value function;
};

class Heuristics : public eval::Object, public Launchable {
public:
  Heuristics(eval::Value fn, Launchable *inner, std::vector<Heuristic> heuristics)
      : fn_(std::move(fn)), inner_(inner), heuristics_(std::move(heuristics)) {}

  std::string typeName() const override { return "Heuristics"; }
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &arguments) override { return eval::call(fn_, arguments); }
  eval::Value getItem(const eval::Value &grid) override {
    return gridLauncher(eval::Ref<eval::Object>(this), grid);
  }
  std::optional<eval::Value> getAttr(std::string_view name) override {
    if (name == "fn")
      return fn_;
    if (auto method = launchableAttr(eval::Ref<eval::Object>(this), name))
      return method;
    return eval::findAttr(fn_, name);
  }

  KernelObject &kernel() override { return inner_->kernel(); }
  BoundLaunch bind(const LaunchCall &call) override {
    std::vector<eval::Keyword> keywords = extend(call);
    return inner_->bind({call.grid, call.positional, keywords, call.warmup});
  }
  eval::Value launch(const LaunchCall &call) override {
    std::vector<eval::Keyword> keywords = extend(call);
    return inner_->launch({call.grid, call.positional, keywords, call.warmup});
  }

private:
  // The call's keywords and the values of the heuristics, each of which sees those before it. One
  // that the caller passed too is replaced, as upstream does.
  std::vector<eval::Keyword> extend(const LaunchCall &call) {
    std::vector<eval::Keyword> keywords(call.keywords.begin(), call.keywords.end());
    eval::Ref<eval::Dict> arguments = argumentsByName(kernel(), call);
    for (const Heuristic &heuristic : heuristics_) {
      eval::Value value = eval::call(heuristic.function, {eval::Value(arguments)});
      arguments->set(heuristic.name, value);
      std::erase_if(keywords,
                    [&](const eval::Keyword &keyword) { return keyword.name == heuristic.name; });
      keywords.push_back({heuristic.name, std::move(value)});
    }
    return keywords;
  }

  const eval::Value fn_;
  Launchable *const inner_;
  const std::vector<Heuristic> heuristics_;
};

std::vector<Heuristic> readHeuristics(const eval::Value &values) {
  const auto *dict = values.as<eval::Dict>();
  if (!dict)
    eval::raise("TypeError", cat("heuristics() takes a dict of functions by parameter name, not ",
                                 eval::typeName(values)));
  std::vector<Heuristic> heuristics;
  for (const auto &[name, function] : dict->entries()) {
    if (!eval::isCallable(function))
      eval::raise("TypeError",
                  cat("the heuristic for ", eval::repr(name),
                      " must be a function of the arguments, not ", eval::typeName(function)));
    heuristics.push_back({eval::toText(name, "the name of a heuristic"), function});
  }
  return heuristics;
}

} // namespace

eval::Value heuristicsDecorator(const eval::Arguments &call) {
  static const eval::Signature signature("heuristics", "values");
  std::vector<Heuristic> heuristics = readHeuristics(*signature.match(call)[0]);
  return eval::make<eval::NativeFunction>(
      "heuristics", [heuristics](const eval::Arguments &decorated) -> eval::Value {
        static const eval::Signature decorator("heuristics", "fn");
        const eval::Value &fn = *decorator.match(decorated)[0];
        return eval::make<Heuristics>(fn, &launchableOf(fn, "heuristics"), heuristics);
      });
}

} // namespace nereid::host
