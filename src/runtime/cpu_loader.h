// Loads the ELF objects of native CPU kernels into this process.
//
//   auto loaded = loadObject(artifact.code, artifact.entry);
//   if (!loaded.ok()) return loaded.error();
//   loaded.value()->entry(arguments, scratch, 0, programs);
//
// The code stays mapped as long as the LoadedObject lives. Kernels find the C math library and the
// functions of artifact/cpu_runtime_abi.h, and nothing else. Any thread may load; a loaded object
// may run on any number of threads at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nereid {

class LoadedObject {
public:
  // See artifact/artifact.h.
  using Entry = void (*)(const uint64_t *arguments, void *scratch, int64_t begin, int64_t end);

  virtual ~LoadedObject() = default;
  Entry entry = nullptr;
};

Result<std::shared_ptr<LoadedObject>> loadObject(std::string_view object, const std::string &entry);

} // namespace nereid
