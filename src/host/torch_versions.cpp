#include "host/torch_versions.h"

namespace nereid::host {

uint32_t TensorVersions::of(const tensor::Tensor &x) const {
  auto found = entries_.find(x.storage().get());
  bool isIt = found != entries_.end() && found->second.storage.lock() == x.storage();
  return isIt ? found->second.version : 0;
}

void TensorVersions::change(const tensor::Tensor &x) {
  if (entries_.size() >= limit_) {
    std::erase_if(entries_, [](const auto &entry) { return entry.second.storage.expired(); });
    limit_ = std::max<size_t>(limit_, 2 * entries_.size());
  }
  Entry &entry = entries_[x.storage().get()];
  if (entry.storage.lock() != x.storage())
    entry = {x.storage(), 0};
  ++entry.version;
}

} // namespace nereid::host
