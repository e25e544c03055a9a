#include "jit/disk_cache.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"

namespace nereid::jit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".kernel";
constexpr size_t kHashDigits = 64;

std::optional<std::string> readFile(const std::string &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  std::string bytes;
  struct stat status;
  if (fstat(file, &status) == 0)
    bytes.reserve(static_cast<size_t>(status.st_size) + 1);
  char buffer[64 * 1024];
  ssize_t got = 0;
  while ((got = ::read(file, buffer, sizeof buffer)) > 0)
    bytes.append(buffer, static_cast<size_t>(got));
  ::close(file);
  if (got < 0)
    return std::nullopt;
  return bytes;
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

struct Entry {
  fs::path path;
  fs::file_time_type used;
  uint64_t bytes;
};

// Every entry, and, apart from them, temporary files that a killed process left behind.
std::vector<Entry> entriesIn(const std::string &directory) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    auto used = it->last_write_time(ignored);
    uint64_t bytes = it->file_size(ignored);
    if (!ignored)
      entries.push_back({it->path(), used, bytes});
  }
  return entries;
}

} // namespace

DiskCache::DiskCache(std::string directory, uint64_t limit)
    : directory_(std::move(directory)), limit_(limit) {}

std::string DiskCache::pathOf(std::string_view key) const {
  return cat(directory_, "/", key, kSuffix);
}

std::optional<std::string> DiskCache::get(std::string_view key) const {
  if (directory_.empty())
    return std::nullopt;
  std::string path = pathOf(key);
  std::optional<std::string> bytes = readFile(path);
  if (!bytes)
    return std::nullopt;
  bool whole =
      bytes->size() >= kHashDigits && sha256Hex(std::string_view(*bytes).substr(kHashDigits)) ==
                                          std::string_view(*bytes).substr(0, kHashDigits);
  if (!whole) {
    ::unlink(path.c_str());
    return std::nullopt;
  }
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); // used now: the last to be trimmed
  bytes->erase(0, kHashDigits);
  return bytes;
}

void DiskCache::put(std::string_view key, std::string_view bytes) const {
  if (directory_.empty())
    return;
  std::error_code ignored;
  fs::create_directories(directory_, ignored);
  // No two writers share a temporary file, whatever process or thread they are in.
  static std::atomic<uint64_t> written{0};
  std::string temporary =
      cat(directory_, "/", key, ".", static_cast<int64_t>(::getpid()), ".", written++, ".tmp");
  int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0)
    return;
  bool isWhole = writeAll(file, sha256Hex(bytes)) && writeAll(file, bytes);
  isWhole = ::close(file) == 0 && isWhole;
  if (!isWhole || ::rename(temporary.c_str(), pathOf(key).c_str()) != 0) {
    ::unlink(temporary.c_str());
    return;
  }
  trim();
}

void DiskCache::trim() const {
  std::vector<Entry> entries = entriesIn(directory_);
  uint64_t total = 0;
  for (const Entry &entry : entries)
    total += entry.bytes;
  if (total <= limit_)
    return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry &a, const Entry &b) { return a.used < b.used; });
  for (const Entry &entry : entries) {
    if (total <= limit_)
      return;
    std::error_code ignored;
    if (fs::remove(entry.path, ignored))
      total -= entry.bytes;
  }
}

DiskCache::Usage DiskCache::usage() const {
  Usage usage;
  for (const Entry &entry : entriesIn(directory_)) {
    ++usage.entries;
    usage.bytes += entry.bytes;
  }
  return usage;
}

Status DiskCache::clear() const {
  for (const Entry &entry : entriesIn(directory_)) {
    std::error_code error;
    bool ours = entry.path.extension() == kSuffix || entry.path.extension() == ".tmp";
    if (ours && !fs::remove(entry.path, error) && error)
      return {StatusCode::Io, cat("cannot remove ", entry.path.string(), ": ", error.message()),
              "check who owns the cache directory"};
  }
  return {};
}

} // namespace nereid::jit
