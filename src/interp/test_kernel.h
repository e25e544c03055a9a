// For tests: a kernel given as tile IR, and buffers that the interpreter knows.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "interp/interp_device.h"
#include "runtime/memory_map.h"

namespace nereid {

// A vector that is an allocation of the MemoryMap while it lives. Nobody's memory follows it, so
// that what leaves it does not land in another one.
template <typename T> class Buffer : public std::vector<T> {
public:
  explicit Buffer(size_t size) {
    this->reserve(size + kGap);
    this->resize(size);
    add();
  }
  Buffer(std::initializer_list<T> lanes) : Buffer(lanes.size()) {
    std::copy(lanes.begin(), lanes.end(), this->begin());
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { MemoryMap::remove(this->data()); }

  uint64_t address() const { return reinterpret_cast<uint64_t>(this->data()); }

private:
  static constexpr size_t kGap = 4096;
  void add() { MemoryMap::add(this->data(), this->size() * sizeof(T)); }
};

class TestKernel {
public:
  TestKernel(std::string name, std::string tileIr) : device_(makeInterpDevice()) {
    device_->setPrint([this](std::string_view text) { printed_ += text; });
    Artifact artifact;
    artifact.target.backend = "interp";
    artifact.entry = std::move(name);
    artifact.code = std::move(tileIr);
    auto kernel = device_->load(artifact);
    if (!kernel.ok())
      throw std::runtime_error(kernel.error().what()); // fails the test that asked for it
    kernel_ = kernel.value();
  }

  Status launch(Grid grid, std::vector<uint64_t> arguments) {
    Status status = device_->launch(*kernel_, grid, arguments);
    diagnostics_ = device_->takeDiagnostics();
    return status;
  }
  // Of the last launch.
  const std::vector<Diagnostic> &diagnostics() const { return diagnostics_; }
  const std::string &printed() const { return printed_; }

private:
  std::unique_ptr<InterpDevice> device_;
  std::shared_ptr<LoadedKernel> kernel_;
  std::vector<Diagnostic> diagnostics_;
  std::string printed_;
};

} // namespace nereid
