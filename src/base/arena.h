// Arena: memory that is given out piece by piece and taken back all at once.
//
// For trees: nodes must be trivially destructible, since no destructor ever runs. Pointers stay
// valid until the arena dies. Not thread-safe: one arena belongs to one piece of work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace nereid {

class Arena {
public:
  template <typename T, typename... Args> T *make(Args &&...args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <typename T> std::span<T> copy(const std::vector<T> &from) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (from.empty())
      return {};
    T *to = static_cast<T *>(allocate(from.size() * sizeof(T), alignof(T)));
    std::memcpy(static_cast<void *>(to), from.data(), from.size() * sizeof(T));
    return {to, from.size()};
  }

  std::string_view copy(std::string_view text) {
    char *to = static_cast<char *>(allocate(text.size() + 1, 1));
    std::memcpy(to, text.data(), text.size());
    to[text.size()] = 0;
    return {to, text.size()};
  }

private:
  void *allocate(size_t size, size_t align) {
    size_t start = (used_ + align - 1) & ~(align - 1);
    if (blocks_.empty() || start + size > capacity_) {
      capacity_ = size + align > kBlockSize ? size + align : kBlockSize;
      blocks_.push_back(std::make_unique<std::byte[]>(capacity_));
      start = 0;
    }
    used_ = start + size;
    return blocks_.back().get() + start;
  }

  static constexpr size_t kBlockSize = 64 * 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
};

} // namespace nereid
