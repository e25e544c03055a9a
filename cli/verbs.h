// Every verb of `nereid`, one function each: words after the verb in, exit status out.
#pragma once

#include <string>
#include <vector>

namespace nereid::cli {

using Words = std::vector<std::string>;

int runCommand(const Words &words);     // cmd_run.cpp
int showCommand(const Words &words);    // cmd_show.cpp
int lintCommand(const Words &words);    // cmd_lint.cpp
int explainCommand(const Words &words); // cmd_explain.cpp
int cacheCommand(const Words &words);   // cmd_cache.cpp
int doctorCommand(const Words &words);  // cmd_doctor.cpp

} // namespace nereid::cli
