#include "terminal.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

namespace nereid::cli {

static std::string_view environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : std::string_view();
}

static bool speaksUtf8() {
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string_view value = environment(name);
    if (!value.empty())
      return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
  }
  return true; // containers often set nothing and show UTF-8 all the same
}

RenderOptions renderOptions(const std::string &format) {
  RenderOptions options;
  options.format = format == "json"    ? DiagFormat::Json
                   : format == "short" ? DiagFormat::Short
                                       : DiagFormat::Human;
  bool terminal = ::isatty(STDERR_FILENO);
  options.color = terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  options.unicode = speaksUtf8();
  winsize size = {};
  if (terminal && ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    options.width = size.ws_col;
  return options;
}

std::string cacheDirectory() {
  if (auto chosen = environment("NEREID_CACHE_DIR"); !chosen.empty())
    return std::string(chosen);
  if (auto base = environment("XDG_CACHE_HOME"); !base.empty())
    return cat(base, "/nereid");
  if (auto home = environment("HOME"); !home.empty())
    return cat(home, "/.cache/nereid");
  return {};
}

std::string humanBytes(uint64_t bytes) {
  constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit)
    value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text;
}

} // namespace nereid::cli
