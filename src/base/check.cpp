#include "base/check.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace nereid {

static thread_local std::vector<std::string> workInProgress;

WorkScope::WorkScope(std::string description) {
  workInProgress.push_back(std::move(description));
}
WorkScope::~WorkScope() {
  workInProgress.pop_back();
}

void checkFailed(const char *file, int line, const char *condition, const std::string &message) {
  std::fprintf(stderr,
               "error[NR9001]: Nereid broke one of its own rules; this is our bug, not yours\n"
               "   %s (%s, at %s:%d)\n",
               message.c_str(), condition, file, line);
  for (auto work = workInProgress.rbegin(); work != workInProgress.rend(); ++work)
    std::fprintf(stderr, "   while %s\n", work->c_str());
  std::fprintf(stderr, "   please send us this text and the script that was run\n");
  std::fflush(nullptr);
  std::_Exit(70);
}

} // namespace nereid
