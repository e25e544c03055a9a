#include "compiler/reproducer.h"

#include <filesystem>
#include <fstream>

#include <stdlib.h>

#include "base/text.h"

namespace nereid {

std::string writeReproducer(const std::vector<std::pair<std::string, std::string>> &files) {
  std::error_code error;
  std::filesystem::path root = std::filesystem::temp_directory_path(error);
  if (error)
    return {};
  std::string folder = (root / "nereid-crash-XXXXXX").string();
  if (!::mkdtemp(folder.data()))
    return {};
  for (const auto &[name, text] : files) {
    std::ofstream file(cat(folder, "/", name), std::ios::binary);
    file << text;
    if (!file)
      return {};
  }
  return folder;
}

} // namespace nereid
