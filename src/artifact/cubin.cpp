#include "artifact/cubin.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/text.h"

namespace nereid {
namespace {

// Reads numbers at offsets of a file that may be damaged.
class File {
public:
  explicit File(std::string_view bytes) : bytes_(bytes) {}

  template <typename T> std::optional<T> at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T))
      return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  std::string_view part(uint64_t offset, uint64_t size) const {
    if (offset > bytes_.size() || bytes_.size() - offset < size)
      return {};
    return bytes_.substr(offset, size);
  }
  // The text that begins there and ends with a zero.
  std::string_view text(uint64_t offset) const {
    std::string_view rest = offset < bytes_.size() ? bytes_.substr(offset) : std::string_view();
    return rest.substr(0, rest.find('\0'));
  }

private:
  std::string_view bytes_;
};

struct Section {
  std::string_view name;
  uint64_t offset, size;
};

// Where things stand in ELF of 64 bits.
constexpr uint64_t kSectionTable = 0x28, kSectionSize = 0x3A, kSectionCount = 0x3C,
                   kNamesSection = 0x3E;
constexpr uint64_t kSymbolBytes = 24;

std::optional<Section> sectionNamed(const File &file, std::string_view name) {
  auto table = file.at<uint64_t>(kSectionTable);
  auto size = file.at<uint16_t>(kSectionSize), count = file.at<uint16_t>(kSectionCount);
  auto namesAt = file.at<uint16_t>(kNamesSection);
  if (!table || !size || !count || !namesAt)
    return std::nullopt;
  auto headerAt = [&](uint64_t i) { return *table + i * *size; };
  auto names = file.at<uint64_t>(headerAt(*namesAt) + 0x18);
  for (uint64_t i = 0; names && i < *count; ++i) {
    auto nameAt = file.at<uint32_t>(headerAt(i));
    auto offset = file.at<uint64_t>(headerAt(i) + 0x18),
         bytes = file.at<uint64_t>(headerAt(i) + 0x20);
    if (nameAt && offset && bytes && file.text(*names + *nameAt) == name)
      return Section{name, *offset, *bytes};
  }
  return std::nullopt;
}

// The number of the symbol of that name.
std::optional<uint32_t> symbolNamed(const File &file, std::string_view name) {
  auto symbols = sectionNamed(file, ".symtab"), names = sectionNamed(file, ".strtab");
  if (!symbols || !names)
    return std::nullopt;
  for (uint64_t i = 0; i < symbols->size / kSymbolBytes; ++i) {
    auto nameAt = file.at<uint32_t>(symbols->offset + i * kSymbolBytes);
    if (nameAt && file.text(names->offset + *nameAt) == name)
      return static_cast<uint32_t>(i);
  }
  return std::nullopt;
}

// An attribute is a form, a kind, and for form 4 a size and that many bytes.
constexpr uint8_t kSized = 4, kFrameBytes = 0x11, kLeastStackBytes = 0x12, kRegisters = 0x2F;

} // namespace

bool isCubin(std::string_view bytes) {
  return bytes.starts_with("\x7f"
                           "ELF");
}

Result<KernelNeeds> readCubin(std::string_view bytes, std::string_view kernel) {
  File file(bytes);
  auto attributes = sectionNamed(file, ".nv.info");
  auto symbol = symbolNamed(file, kernel);
  if (!isCubin(bytes) || !attributes || !symbol)
    return Status(StatusCode::InvalidArgument, cat("this is no cubin of `", kernel, "`"));
  KernelNeeds needs;
  uint64_t end = attributes->offset + attributes->size;
  for (uint64_t at = attributes->offset; at < end;) {
    auto form = file.at<uint8_t>(at), kind = file.at<uint8_t>(at + 1);
    auto size = file.at<uint16_t>(at + 2);
    if (!form || !kind || !size)
      break;
    auto of = file.at<uint32_t>(at + 4), value = file.at<uint32_t>(at + 8);
    if (*form == kSized && of == symbol && value) {
      if (*kind == kRegisters)
        needs.registers = *value;
      else if (*kind == kFrameBytes || *kind == kLeastStackBytes)
        needs.stackBytes = std::max(needs.stackBytes, *value);
    }
    at += 4 + (*form == kSized ? *size : 0);
  }
  if (needs.registers == 0)
    return Status(StatusCode::InvalidArgument, cat("the cubin says nothing of `", kernel, "`"));
  return needs;
}

Multiprocessor multiprocessorOf(std::string_view arch) {
  struct Chip {
    std::string_view arch;
    uint32_t threads, programs, sharedKilobytes;
  };
  constexpr Chip kChips[] = {
      {"sm_75", 1024, 16, 64},   {"sm_80", 2048, 32, 164},  {"sm_86", 1536, 16, 100},
      {"sm_87", 1536, 16, 164},  {"sm_89", 1536, 24, 100},  {"sm_90", 2048, 32, 228},
      {"sm_100", 2048, 32, 228}, {"sm_103", 2048, 32, 228}, {"sm_120", 1536, 24, 100}};
  if (arch.ends_with('a'))
    arch.remove_suffix(1);
  for (const Chip &chip : kChips)
    if (chip.arch == arch)
      return {chip.threads, chip.programs, 65536, chip.sharedKilobytes * 1024,
              arch == "sm_75" ? 0u : 1024u};
  return {};
}

Residency residencyOf(const Multiprocessor &chip, uint32_t threads, uint32_t registers,
                      uint32_t sharedBytes) {
  uint32_t warps = (threads + 31) / 32;
  uint32_t ofWarp = (registers * 32 + 255) / 256 * 256; // registers are given out in units
  uint32_t shared = (sharedBytes + chip.reservedBytes + 127) / 128 * 128;
  const std::pair<uint32_t, std::string_view> limits[] = {
      {chip.threads / std::max(1u, warps * 32), "threads"},
      {chip.registers / std::max(1u, ofWarp * warps), "registers"},
      {chip.sharedBytes / std::max(1u, shared), "shared memory"},
      {chip.programs, "programs"}};
  auto least = std::min_element(std::begin(limits), std::end(limits),
                                [](const auto &a, const auto &b) { return a.first < b.first; });
  return {least->first, least->second};
}

} // namespace nereid
