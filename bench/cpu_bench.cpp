#include "bench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {

double secondsOf(const Work &work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Compared compare(const Work &ours, const Work &theirs, double budgetSeconds) {
  ours();
  theirs();
  std::vector<double> a, b, ratios;
  double spent = 0;
  while (a.size() < 9 || (spent < budgetSeconds && a.size() < 200)) {
    a.push_back(secondsOf(ours));
    b.push_back(secondsOf(theirs));
    ratios.push_back(b.back() / a.back());
    spent += a.back() + b.back();
  }
  return {median(a), median(b), median(ratios)};
}

void row(const std::string &name, const std::string &detail, double ours, double theirs,
         const std::string &rate, double ratio, double bar) {
  std::printf("%-10s %-26s %10.3f ms", name.c_str(), detail.c_str(), ours * 1e3);
  if (theirs > 0)
    std::printf("  peer %10.3f ms  ratio %5.2f", theirs * 1e3, ratio);
  if (bar > 0)
    std::printf("  (bar %.2f: %s)", bar, ratio >= bar ? "met" : "missed");
  std::printf("  %s\n", rate.c_str());
  std::fflush(stdout);
}

void require(bool correct, const std::string &what) {
  if (correct)
    return;
  std::fprintf(stderr, "wrong result: %s\n", what.c_str());
  std::exit(1);
}

void must(const std::optional<nereid::Error> &error) {
  if (!error)
    return;
  std::fprintf(stderr, "%s\n", error->report().c_str());
  std::exit(1);
}

nereid::Function load(nereid::Session &session, const std::string &path, const std::string &name) {
  auto function = session.load(std::string(NEREID_SOURCE_DIR) + "/" + path, name);
  if (!function) {
    std::fprintf(stderr, "%s\n", function.error().report().c_str());
    std::exit(1);
  }
  return *function;
}

bool wanted(const Setting &setting, const std::string &name) {
  return setting.only.empty() ||
         std::find(setting.only.begin(), setting.only.end(), name) != setting.only.end();
}

} // namespace bench

int main(int argc, char **argv) {
  bench::Setting setting;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--openblas=", 11) == 0)
      setting.openblas = argv[i] + 11;
    else
      setting.only.push_back(argv[i]);
  }
  bench::launchCases(setting);
  bench::cpuCases(setting);
}
