// nereid: Triton kernels without Python. Every verb is in the table below.
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "base/text.h"
#include "compiler/compile.h"
#include "fatal_signals.h"
#include "options.h"
#include "verbs.h"

namespace nereid::cli {
namespace {

struct Verb {
  const char *name;
  const char *summary;
  int (*command)(const Words &words);
};

constexpr Verb kVerbs[] = {
    {"run", "run a script and the kernels it launches", runCommand},
    {"show", "a kernel at each stage of compilation", showCommand},
    {"lint", "what is wrong with a file's kernels, without running it", lintCommand},
    {"explain", "what a diagnostic means, with an example", explainCommand},
    {"cache", "the compiled kernels on disk", cacheCommand},
    {"doctor", "this machine, as Nereid sees it", doctorCommand},
};

std::string usage() {
  std::string text =
      "Nereid compiles Triton kernels to native code and runs them, without Python.\n\n"
      "usage: nereid VERB ...\n\n";
  for (const Verb &verb : kVerbs)
    text += cat("  ", verb.name, std::string(10 - std::string(verb.name).size(), ' '), verb.summary,
                "\n");
  return text + "\n  nereid VERB --help      what a verb takes\n"
                "  nereid --version\n";
}

int unknownVerb(const std::string &word) {
  std::vector<std::string> names;
  for (const Verb &verb : kVerbs)
    names.push_back(verb.name);
  auto near = nearestWords(word, names);
  std::fprintf(stderr, "error: nereid has no verb `%s`\n", word.c_str());
  bool isScript = word.size() > 3 && word.substr(word.size() - 3) == ".py";
  if (!near.empty())
    std::fprintf(stderr, "help: did you mean `nereid %s`?\n", near[0].c_str());
  else if (isScript)
    std::fprintf(stderr, "help: to run a script: nereid run %s\n", word.c_str());
  else
    std::fprintf(stderr, "help: nereid --help lists them\n");
  return kUsage;
}

int dispatch(const Words &words) {
  if (words.empty()) {
    std::fputs(usage().c_str(), stderr);
    return kUsage;
  }
  const std::string &first = words[0];
  if (first == "--help" || first == "-h" || first == "help") {
    std::fputs(usage().c_str(), stdout);
    return kSuccess;
  }
  if (first == "--version") {
    std::printf("nereid %s\n", std::string(compilerVersion()).c_str());
    return kSuccess;
  }
  for (const Verb &verb : kVerbs)
    if (first == verb.name)
      return verb.command({words.begin() + 1, words.end()});
  return unknownVerb(first);
}

} // namespace
} // namespace nereid::cli

int main(int argc, char **argv) {
  // A reader that has gone away (`nereid ... | head`) ends us quietly, by the write that fails.
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a write that fails
  nereid::cli::reportFatalSignals();
  int status = nereid::cli::dispatch({argv + 1, argv + argc});
  bool lost = std::fflush(stdout) != 0 || std::ferror(stdout);
  if (lost && status == 0) {
    std::fprintf(stderr, "error: standard output could not be written\n");
    status = nereid::cli::kFailure;
  }
  return status;
}
