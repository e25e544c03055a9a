// How often the elements of tensors were changed in place.
//
// A gradient is computed from what a function was given; if that has been written over since, the
// values are lost, and torch says so instead of using others. So every storage has a version, which
// counts changes; 0 for those that were never changed. (What kernels write is not counted, as in
// torch.)
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "tensor/tensor.h"

namespace nereid::host {

class TensorVersions {
public:
  uint32_t of(const tensor::Tensor &x) const;
  void change(const tensor::Tensor &x);

private:
  struct Entry {
    std::weak_ptr<tensor::Storage> storage;
    uint32_t version = 0;
  };
  std::unordered_map<const tensor::Storage *, Entry> entries_;
  size_t limit_ = 1024; // entries at which those of storages that are gone are dropped
};

} // namespace nereid::host
