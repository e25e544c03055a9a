// Every builtin: how kernels spell it, its parameters, the rule that gives it meaning.
//
// A name with dots is a path below `triton.language`: "math.exp" is tl.math.exp, and
// "extra.libdevice.tanh" is tl.extra.libdevice.tanh (tl.extra.cuda.libdevice is the same module).
// Parameters are written as in a `def`; `self` of a method is the first one. Block pointers
// share the methods of tiles; those of tensor descriptors are named "descriptor.load" here.
#include <string>
#include <unordered_map>

#include "sema/rules/builtins.h"
#include "sema/rules/libdevice.h"

namespace nereid::sema {
namespace {

template <BuiltinRule rule>
constexpr BuiltinSpec function(std::string_view name, std::string_view signature) {
  return {name, signature, guarded<rule>, false};
}

// A function that is also a member of tiles.
template <BuiltinRule rule>
constexpr BuiltinSpec method(std::string_view name, std::string_view signature) {
  return {name, signature, guarded<rule>, true};
}

constexpr std::string_view kReduceSignature = "input, axis=None, keep_dims=False";
constexpr std::string_view kExtremeSignature =
    "input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False";
constexpr std::string_view kArgSignature = "input, axis=None, tie_break_left=True, keep_dims=False";
constexpr std::string_view kOverflowSignature = "x, y, sanitize_overflow=True";
constexpr std::string_view kNanSignature = "x, y, propagate_nan=0";
constexpr std::string_view kAtomicSignature = "pointer, val, mask=None, sem=None, scope=None";
constexpr std::string_view kFloat8Signature =
    "arg, dst_ty, fp_downcast_rounding=None, bitcast=False";
constexpr std::string_view kBlockAtomicSignature = "desc, offsets, value, sem=None, scope=None";

constexpr BuiltinSpec kBuiltins[] = {
    // -- The grid and the machine.
    function<applyProgramId>("program_id", "axis"),
    function<applyNumPrograms>("num_programs", "axis"),
    function<applyCurrentTarget>("target_info.current_target", ""),
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
    function<applyGlobalTimer>("extra.cuda.globaltimer", ""),
    function<applyCast>("extra.cuda.convert_custom_float8_sm70", kFloat8Signature),
    function<applyCast>("extra.cuda.convert_custom_float8_sm80", kFloat8Signature),
    function<applySmid>("extra.cuda.smid", ""),

    // -- Creation and conversion.
    function<applyArange>("arange", "start, end"),
    function<applyFull>("full", "shape, value, dtype"),
    function<applyZeros>("zeros", "shape, dtype"),
    function<applyZerosLike>("zeros_like", "input"),
    function<applyToTensor>("to_tensor", "x"),
    method<applyCast>("cast", "input, dtype, fp_downcast_rounding=None, bitcast=False"),
    method<applyCast>("to", "self, dtype, fp_downcast_rounding=None, bitcast=False"),

    // -- Shape.
    function<applyBroadcast>("broadcast", "input, other"),
    method<applyBroadcastTo>("broadcast_to", "input, *shape"),
    method<applyTrans>("trans", "input, *dims"),
    method<applyPermute>("permute", "input, *dims"),
    method<applyReshape>("reshape", "input, *shape, can_reorder=False"),
    method<applyReshape>("view", "input, *shape"),
    method<applyRavel>("ravel", "x, can_reorder=False"),
    method<applyItem>("item", "input"),
    method<applyExpandDims>("expand_dims", "input, axis"),
    function<applySqueeze>("squeeze", "x, dim"),
    function<applyUnsqueeze>("unsqueeze", "x, dim"),
    function<applyJoin>("join", "a, b"),
    function<applyInterleave>("interleave", "a, b"),
    method<applySplit>("split", "a"),
    function<applyCat>("cat", "input, other, can_reorder=False, dim=0"),
    method<applyFlip>("flip", "x, dim=None"),
    method<applyGather>("gather", "src, index, axis"),
    function<applyWhere>("where", "condition, x, y"),

    // -- Numbers.
    method<applyLogicalAnd>("logical_and", "input, other"),
    method<applyLogicalOr>("logical_or", "input, other"),
    function<applyAdd>("add", kOverflowSignature),
    function<applySub>("sub", kOverflowSignature),
    function<applyMul>("mul", kOverflowSignature),
    function<applyMinimum>("minimum", kNanSignature),
    function<applyMaximum>("maximum", kNanSignature),
    function<applyMinimum>("math.min", kNanSignature),
    function<applyMaximum>("math.max", kNanSignature),
    function<applyClamp>("clamp", "x, min, max, propagate_nan=0"),
    function<applyFma>("fma", "x, y, z"),
    function<applyUmulhi>("umulhi", "x, y"),
    function<applyFdiv>("fdiv", "x, y, ieee_rounding=False, approx=False"),
    function<applyDivRn>("div_rn", "x, y"),
    method<applyAbs>("abs", "x"),
    method<applyCdiv>("cdiv", "x, div"),

    // -- Across lanes.
    method<applyReduce>("reduce", "input, axis, combine_fn, keep_dims=False"),
    method<applySum>("sum", "input, axis=None, keep_dims=False, dtype=None"),
    method<applyMax>("max", kExtremeSignature),
    method<applyMin>("min", kExtremeSignature),
    method<applyArgmax>("argmax", kArgSignature),
    method<applyArgmin>("argmin", kArgSignature),
    method<applyXorSum>("xor_sum", kReduceSignature),
    method<applyReduceOr>("reduce_or", kReduceSignature),
    method<applyAssociativeScan>("associative_scan", "input, axis, combine_fn, reverse=False"),
    method<applyCumsum>("cumsum", "input, axis=0, reverse=False, dtype=None"),
    method<applyCumprod>("cumprod", "input, axis=0, reverse=False"),
    function<applySort>("sort", "x, dim=None, descending=False"),
    function<applySort>("bitonic_merge", "x, dim=None, descending=False"),
    function<applyTopk>("topk", "x, k, dim=None, descending=True"),
    method<applyHistogram>("histogram", "input, num_bins, mask=None"),
    function<applyDot>("dot", "input, other, acc=None, input_precision=None, allow_tf32=None, "
                              "max_num_imprecise_acc=None, out_dtype=None, "
                              "trans_a=False, trans_b=False"),
    function<applyInlineAsm>("inline_asm_elementwise",
                             "asm, constraints, args, dtype, is_pure, pack"),
    function<applyMapElementwise>("map_elementwise", "scalar_fn, *args, pack=1"),
    function<applyExternElementwise>("extern_elementwise",
                                     "lib_name, lib_path, args, arg_type_symbol_dict, is_pure"),

    // -- Memory.
    method<applyLoad>("load", "pointer, mask=None, other=None, boundary_check=None, "
                              "padding_option='', cache_modifier='', eviction_policy='', "
                              "volatile=False"),
    method<applyStore>("store", "pointer, value, mask=None, boundary_check=None, "
                                "cache_modifier='', eviction_policy=''"),
    function<applyMakeBlockPtr>("make_block_ptr",
                                "base, shape, strides, offsets, block_shape, order"),
    method<applyAdvance>("advance", "base, offsets"),
    function<applyMakeTensorDescriptor>("make_tensor_descriptor", "base, shape, strides, "
                                                                  "block_shape, "
                                                                  "padding_option='zero'"),
    function<applyMakeTensorDescriptor>("_experimental_make_tensor_descriptor",
                                        "base, shape, strides, block_shape, "
                                        "padding_option='zero'"),
    method<applyBlockShapes>("get_block_shapes", "desc"),
    function<applyLoadDescriptor>("load_tensor_descriptor", "desc, offsets"),
    function<applyStoreDescriptor>("store_tensor_descriptor", "desc, offsets, value"),

    // -- Methods of tensor descriptors, where they are not those of tiles.
    function<applyLoadDescriptor>("descriptor.load", "desc, offsets, cache_modifier='', "
                                                     "eviction_policy=''"),
    function<applyStoreDescriptor>("descriptor.store", "desc, offsets, value, store_reduce=''"),
    function<applyGather>("descriptor.gather", "desc, x_offsets, y_offset"),
    function<applyScatter>("descriptor.scatter", "desc, value, x_offsets, y_offset"),
    function<applyAtomicAdd>("descriptor.atomic_add", kBlockAtomicSignature),
    function<applyAtomicMax>("descriptor.atomic_max", kBlockAtomicSignature),
    function<applyAtomicMin>("descriptor.atomic_min", kBlockAtomicSignature),
    function<applyAtomicAnd>("descriptor.atomic_and", kBlockAtomicSignature),
    function<applyAtomicOr>("descriptor.atomic_or", kBlockAtomicSignature),
    function<applyAtomicXor>("descriptor.atomic_xor", kBlockAtomicSignature),

    // -- Atomics.
    method<applyAtomicAdd>("atomic_add", kAtomicSignature),
    method<applyAtomicMax>("atomic_max", kAtomicSignature),
    method<applyAtomicMin>("atomic_min", kAtomicSignature),
    method<applyAtomicAnd>("atomic_and", kAtomicSignature),
    method<applyAtomicOr>("atomic_or", kAtomicSignature),
    method<applyAtomicXor>("atomic_xor", kAtomicSignature),
    method<applyAtomicXchg>("atomic_xchg", kAtomicSignature),
    method<applyAtomicCas>("atomic_cas", "pointer, cmp, val, sem=None, scope=None"),
    method<applyAtomicLoad>("atomic_load", "pointer, mask=None, sem=None, scope=None"),
    method<applyAtomicStore>("atomic_store", kAtomicSignature),
    method<applyAtomicPoll>("atomic_poll",
                            "pointer, expected_value, sem=None, scope=None, timeout_ns=None"),

    // -- Debugging and promises.
    function<applyStaticPrint>("static_print", "*values, sep=' ', end='\\n', file=None, "
                                               "flush=False"),
    function<applyStaticAssert>("static_assert", "cond, msg=''"),
    function<applyDevicePrint>("device_print", "prefix, *args, hex=False"),
    function<applyDeviceAssert>("device_assert", "cond, msg='', mask=None"),
    function<applyExpectZero>("expect_zero", "x, mask"),
    function<applyAssume>("assume", "cond"),
    function<applyMultipleOf>("multiple_of", "input, values"),
    function<applyMaxContiguous>("max_contiguous", "input, values"),
    function<applyMaxConstancy>("max_constancy", "input, values"),
    function<applyDebugBarrier>("debug_barrier", ""),
};

std::vector<BuiltinSpec> everySpec() {
  std::vector<BuiltinSpec> specs(std::begin(kBuiltins), std::end(kBuiltins));
  for (const auto &more : {floatFunctionSpecs(), libdeviceSpecs()})
    specs.insert(specs.end(), more.begin(), more.end());
  return specs;
}

} // namespace

std::span<const BuiltinSpec> builtinSpecs() {
  static const std::vector<BuiltinSpec> &specs = *new std::vector(everySpec());
  return specs;
}

const BuiltinSpec *findBuiltin(std::string_view name) {
  static const auto &byName = *[] {
    auto *map = new std::unordered_map<std::string_view, const BuiltinSpec *>;
    for (const BuiltinSpec &spec : builtinSpecs())
      map->emplace(spec.name, &spec);
    return map;
  }();
  auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

} // namespace nereid::sema
