// Every builtin: how kernels spell it, its parameters, the rule that gives it meaning.
//
// A name with dots is a path below `triton.language`: "math.exp" is tl.math.exp, and
// "extra.libdevice.tanh" is tl.extra.libdevice.tanh (tl.extra.cuda.libdevice is the same module).
// Names below "python" are Python's own builtins as kernels see them: min, max, print, ...
// Parameters are written as in a `def`; `self` of a method is the first one.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "sema/rules/builtins.h"
#include "sema/rules/emit.h"

namespace nereid::sema {
namespace {

using Rule = Value (*)(Context &, const BoundArguments &);

// A mistake in an argument was reported where it was made; the call stays silent.
template <Rule rule> Value guarded(Context &context, const BoundArguments &arguments) {
  auto isBad = [](const Value &value) { return hasError(value); };
  if (std::any_of(arguments.values.begin(), arguments.values.end(), isBad) ||
      std::any_of(arguments.rest.begin(), arguments.rest.end(), isBad))
    return Value::error();
  return rule(context, arguments);
}

template <Rule rule>
constexpr BuiltinSpec function(std::string_view name, std::string_view signature) {
  return {name, signature, guarded<rule>, false};
}

// A function that is also a member of tiles.
template <Rule rule>
constexpr BuiltinSpec method(std::string_view name, std::string_view signature) {
  return {name, signature, guarded<rule>, true};
}

constexpr BuiltinSpec kBuiltins[] = {
    // -- The grid and the machine.
    function<applyProgramId>("program_id", "axis"),
    function<applyNumPrograms>("num_programs", "axis"),
    function<applyIsCuda>("target_info.is_cuda", ""),
    function<applyIsNever>("target_info.is_hip", ""),
    function<applyIsNever>("target_info.is_hip_cdna3", ""),
    function<applyIsNever>("target_info.is_hip_cdna4", ""),
    function<applyIsNever>("target_info.is_hip_gfx1250", ""),
    function<applyCapabilityAtLeast>("target_info.cuda_capability_geq", "major, minor=0"),
    function<applyNumWarps>("extra.cuda.num_warps", ""),
    function<applyNumThreads>("extra.cuda.num_threads", ""),
    function<applyNothing>("extra.cuda.gdc_wait", ""),
    function<applyNothing>("extra.cuda.gdc_launch_dependents", ""),

    // -- Creation and conversion.
    function<applyArange>("arange", "start, end"),
    function<applyFull>("full", "shape, value, dtype"),
    function<applyZeros>("zeros", "shape, dtype"),
    function<applyZerosLike>("zeros_like", "input"),
    function<applyToTensor>("to_tensor", "x"),
    method<applyCast>("cast", "input, dtype, fp_downcast_rounding=None, bitcast=False"),
    method<applyCast>("to", "self, dtype, fp_downcast_rounding=None, bitcast=False"),

    // -- Logic.
    method<applyLogicalAnd>("logical_and", "input, other"),
    method<applyLogicalOr>("logical_or", "input, other"),

    // -- Memory.
    method<applyLoad>("load", "pointer, mask=None, other=None, boundary_check=None, "
                              "padding_option='', cache_modifier='', eviction_policy='', "
                              "volatile=False"),
    method<applyStore>("store", "pointer, value, mask=None, boundary_check=None, "
                                "cache_modifier='', eviction_policy=''"),
};

} // namespace

std::span<const BuiltinSpec> builtinSpecs() {
  return kBuiltins;
}

const BuiltinSpec *findBuiltin(std::string_view name) {
  static const auto *byName = [] {
    auto *map = new std::unordered_map<std::string_view, const BuiltinSpec *>;
    for (const BuiltinSpec &spec : kBuiltins)
      map->emplace(spec.name, &spec);
    return map;
  }();
  auto found = byName->find(name);
  return found == byName->end() ? nullptr : found->second;
}

} // namespace nereid::sema
