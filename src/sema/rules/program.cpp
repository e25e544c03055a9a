// Where a program stands in the grid, and what it may ask about the machine it runs on.
#include "sema/language.h"
#include "sema/rules/builtins.h"
#include "sema/rules/emit.h"

namespace nereid::sema {
namespace {

Value programNumber(Context &context, OpKind op, const BoundArguments &arguments,
                    std::string_view name) {
  auto axis = constantInt(context, arguments[0], "the axis of the grid");
  if (!axis)
    return Value::error();
  if (*axis < 0 || *axis > 2)
    return failAtValue(context, arguments[0], DiagKind::BadAxis,
                       cat(name, " axis must be 0, 1, or 2 but got ", *axis),
                       "a grid has three axes");
  return emitOp(context, op, {}, tileType(Scalar::I32), withInteger(*axis));
}

Value booleanConstant(bool truth) {
  return Value::ofConstant(eval::Value::boolean(truth));
}

} // namespace

// program_id(axis)
Value applyProgramId(Context &context, const BoundArguments &arguments) {
  return programNumber(context, OpKind::ProgramId, arguments, "program_id");
}

// num_programs(axis)
Value applyNumPrograms(Context &context, const BoundArguments &arguments) {
  return programNumber(context, OpKind::NumPrograms, arguments, "num_programs");
}

// target_info.current_target(): backend, arch and warp_size, as a GPUTarget has them
Value applyCurrentTarget(Context &context, const BoundArguments &) {
  const TargetFacts &facts = context.options().target;
  auto target = eval::make<eval::Module>("GPUTarget");
  target->set("backend", eval::Value::string(facts.isCuda ? "cuda" : "cpu"));
  target->set("arch", eval::Value::integer(facts.capability));
  target->set("warp_size", eval::Value::integer(facts.isCuda ? 32 : 1));
  return Value::ofConstant(eval::Value(target));
}

// target_info.is_cuda()
Value applyIsCuda(Context &context, const BoundArguments &) {
  return booleanConstant(context.options().target.isCuda);
}

// target_info.is_hip() and its kin: never here
Value applyIsNever(Context &, const BoundArguments &) {
  return booleanConstant(false);
}

// target_info.cuda_capability_geq(major, minor=0)
Value applyCapabilityAtLeast(Context &context, const BoundArguments &arguments) {
  auto major = constantInt(context, arguments[0], "the major version");
  auto minor = constantInt(context, arguments[1], "the minor version");
  if (!major || !minor)
    return Value::error();
  const TargetFacts &target = context.options().target;
  return booleanConstant(target.isCuda && target.capability >= *major * 10 + *minor);
}

// extra.cuda.num_warps(), extra.cuda.num_threads()
Value applyNumWarps(Context &context, const BoundArguments &) {
  return integerConstant(context.launch().warps);
}

Value applyNumThreads(Context &context, const BoundArguments &) {
  constexpr int kThreadsPerWarp = 32;
  return integerConstant(context.launch().warps * kThreadsPerWarp);
}

// extra.cuda.gdc_wait(), gdc_launch_dependents(): programs of one launch never overlap with another
// launch here, so there is nothing to wait for.
Value applyNothing(Context &, const BoundArguments &) {
  return Value::ofConstant(eval::Value::none());
}

} // namespace nereid::sema
