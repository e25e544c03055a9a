// What the person at the other end can see, and where their files are. The only place that reads
// the environment: NO_COLOR, TERM, LANG, COLUMNS, HOME, XDG_CACHE_HOME, NEREID_CACHE_DIR.
#pragma once

#include <string>

#include "diag/render.h"

namespace nereid::cli {

// How to print diagnostics on standard error: colours and box characters where it is a terminal
// that shows them. `format`: "human", "short" or "json".
RenderOptions renderOptions(const std::string &format);

// Where compiled kernels are kept: NEREID_CACHE_DIR, or nereid/ in the user's cache directory.
// Empty: nowhere.
std::string cacheDirectory();

// 1.2 KiB, 34.0 MiB: a size for people.
std::string humanBytes(uint64_t bytes);

} // namespace nereid::cli
