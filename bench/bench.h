// Measuring two ways of doing the same work against each other.
//
// The two run in turn, ours then theirs, so that a machine whose speed drifts slows both; the ratio
// is the median of the ratios of neighbouring runs, and times are medians.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nereid/nereid.h>

namespace bench {

struct Setting {
  std::string openblas;          // path of the library, or empty
  std::vector<std::string> only; // names to run; empty: all
};

using Work = std::function<void()>;

// Seconds that `work` takes.
double secondsOf(const Work &work);

struct Compared {
  double ours = 0, theirs = 0; // median seconds
  double ratio = 0;            // theirs / ours: above 1, we are faster
};
Compared compare(const Work &ours, const Work &theirs, double budgetSeconds = 3.0);

double median(std::vector<double> values);

// Prints one row: name, what was measured, our time, their time, the ratio and the bar it is held
// against (0: none).
void row(const std::string &name, const std::string &detail, double ours, double theirs,
         const std::string &rate, double ratio, double bar);

// Ends the program with a message if a kernel's result is wrong: a fast wrong kernel is no figure.
void require(bool correct, const std::string &what);

nereid::Function load(nereid::Session &session, const std::string &path, const std::string &name);
void must(const std::optional<nereid::Error> &error);

void cpuCases(const Setting &setting);    // add, softmax, matmul
void launchCases(const Setting &setting); // launch and compile times

bool wanted(const Setting &setting, const std::string &name);

} // namespace bench
