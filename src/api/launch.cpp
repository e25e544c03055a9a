#include "api/launch.h"

#include "base/text.h"
#include "runtime/memory_map.h"
#include "sema/language.h"

namespace nereid::api {
namespace {

constexpr Scalar kScalars[] = {Scalar::I1,   Scalar::I8,     Scalar::I16,    Scalar::I32,
                               Scalar::I64,  Scalar::U8,     Scalar::U16,    Scalar::U32,
                               Scalar::U64,  Scalar::F8E4M3, Scalar::F8E5M2, Scalar::F16,
                               Scalar::BF16, Scalar::F32,    Scalar::F64};

jit::Argument convert(const nereid_argument &raw) {
  switch (raw.kind) {
  case NEREID_POINTER:
    return jit::Argument::pointer(reinterpret_cast<uint64_t>(raw.pointer), kScalars[raw.type]);
  case NEREID_INT:
    return jit::Argument::ofInt(raw.integer);
  case NEREID_FLOAT:
    return jit::Argument::ofFloat(raw.real);
  case NEREID_FLAG:
    return jit::Argument::ofBool(raw.integer != 0);
  case NEREID_NONE:
    return jit::Argument::ofConstant(eval::Value::none());
  case NEREID_TEXT:
    return jit::Argument::ofConstant(eval::Value::string(raw.text ? raw.text : ""));
  case NEREID_DTYPE:
    return jit::Argument::ofConstant(eval::make<sema::Dtype>(kScalars[raw.type]));
  }
  return {};
}

bool isKnown(const nereid_argument &argument) {
  return argument.kind == NEREID_POINTER && argument.bytes > 0;
}

} // namespace

std::string matchArguments(const jit::Kernel &kernel, std::span<const nereid_argument> arguments,
                           std::vector<jit::Argument> &slots) {
  const auto &rules = kernel.rules();
  slots.resize(rules.size());
  size_t position = 0;
  for (const nereid_argument &raw : arguments) {
    size_t slot = 0;
    if (raw.name) {
      while (slot < rules.size() && rules[slot].info.name != raw.name)
        ++slot;
      if (slot == rules.size())
        return cat("it has no parameter `", raw.name, "`");
    } else {
      slot = position++;
      if (slot >= rules.size())
        return cat("it takes ", rules.size(), " arguments, and more were given");
    }
    if (slots[slot].kind != jit::Argument::Kind::Missing)
      return cat("`", rules[slot].info.name, "` was given twice");
    slots[slot] = convert(raw);
  }
  return {};
}

sema::LaunchOptions launchOptions(const nereid_launch_options *options) {
  sema::LaunchOptions result;
  if (!options)
    return result;
  if (options->num_warps > 0)
    result.warps = options->num_warps;
  if (options->num_stages > 0)
    result.stages = options->num_stages;
  result.allowContraction = !options->no_fp_fusion;
  result.debug = options->debug != 0;
  return result;
}

KnownMemory::KnownMemory(std::span<const nereid_argument> arguments) : arguments_(arguments) {
  for (const nereid_argument &argument : arguments_)
    if (isKnown(argument))
      MemoryMap::add(argument.pointer, argument.bytes);
}

KnownMemory::~KnownMemory() {
  for (const nereid_argument &argument : arguments_)
    if (isKnown(argument))
      MemoryMap::remove(argument.pointer);
}

} // namespace nereid::api
