// A folder with what we need to repeat an internal error.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace nereid {

// Writes `files` (name, text) into a new folder under the system's temporary directory and returns
// its path, or an empty string if that cannot be done.
std::string writeReproducer(const std::vector<std::pair<std::string, std::string>> &files);

} // namespace nereid
