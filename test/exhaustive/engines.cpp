#include "engines.h"

#include <cstring>
#include <map>
#include <stdexcept>

#include <nereid/nereid.h>

namespace nereid::exhaustive {
namespace {

Session &sessionOn(const std::string &device) {
  static std::map<std::string, Session> sessions;
  auto found = sessions.find(device);
  if (found != sessions.end())
    return found->second;
  SessionOptions options;
  options.device = device;
  auto session = Session::create(options);
  if (!session)
    throw std::runtime_error(session.error().report());
  return sessions.emplace(device, *session).first->second;
}

std::vector<std::byte> packed(const Buffer &buffer) {
  size_t size = static_cast<size_t>(buffer.element->bits) / 8;
  std::vector<std::byte> bytes(buffer.patterns.size() * size);
  for (size_t i = 0; i < buffer.patterns.size(); ++i)
    std::memcpy(bytes.data() + i * size, &buffer.patterns[i], size);
  return bytes;
}

std::vector<uint64_t> unpacked(const std::vector<std::byte> &bytes, size_t size) {
  std::vector<uint64_t> patterns(bytes.size() / size);
  for (size_t i = 0; i < patterns.size(); ++i)
    std::memcpy(&patterns[i], bytes.data() + i * size, size);
  return patterns;
}

} // namespace

Outcome run(const std::string &device, const std::string &text, const std::vector<Buffer> &inputs,
            const Element &out, int outputs) {
  auto function = sessionOn(device).loadText(text, "kernel");
  if (!function)
    return {function.error().report(), {}};
  std::vector<std::vector<std::byte>> memory;
  for (const Buffer &input : inputs)
    memory.push_back(packed(input));
  size_t count = inputs.front().patterns.size(), size = static_cast<size_t>(out.bits) / 8;
  memory.emplace_back(count * static_cast<size_t>(outputs) * size);
  std::vector<nereid_argument> arguments;
  for (size_t i = 0; i < memory.size(); ++i) {
    nereid_type type = i < inputs.size() ? inputs[i].element->memory : out.memory;
    arguments.push_back(Argument(memory[i].data(), type, memory[i].size()).raw());
  }
  nereid_launch_options options = {};
  options.no_fp_fusion = 1;
  Grid grid = {static_cast<uint32_t>(count / kBlock), 1, 1};
  if (auto error = function->launchWith(options, grid, arguments))
    return {error->report(), {}};
  return {{}, unpacked(memory.back(), size)};
}

std::string kernelHead(const std::string &inputs, size_t size) {
  std::string block = std::to_string(kBlock);
  return "import triton\nimport triton.language as tl\n\n\n@triton.jit\ndef kernel(" + inputs +
         ", out):\n    size: tl.constexpr = " + std::to_string(size) +
         "\n    i = tl.program_id(0) * " + block + " + tl.arange(0, " + block + ")\n";
}

std::vector<uint64_t> padded(std::vector<uint64_t> patterns) {
  while (patterns.size() % kBlock != 0)
    patterns.push_back(patterns.back());
  return patterns;
}

} // namespace nereid::exhaustive
