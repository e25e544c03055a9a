#include "host/launch_arguments_dict.h"

#include <algorithm>

#include "host/kernel.h"

namespace nereid::host {

eval::Ref<eval::Dict> argumentsByName(KernelObject &kernel, const LaunchCall &call) {
  auto arguments = eval::make<eval::Dict>();
  size_t count = std::min(call.positional.size(), kernel.parameterCount());
  for (size_t i = 0; i < count; ++i)
    arguments->set(kernel.parameterNames()[i], call.positional[i]);
  for (const eval::Keyword &keyword : call.keywords)
    arguments->set(keyword.name, keyword.value);
  return arguments;
}

} // namespace nereid::host
