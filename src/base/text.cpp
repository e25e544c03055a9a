#include "base/text.h"

#include <algorithm>

namespace nereid {

// Restricted Damerau-Levenshtein (optimal string alignment): insert, delete, replace, swap.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> beforeLast(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replace = last[j - 1] + (a[i - 1] != b[j - 1]);
      now[j] = std::min({replace, last[j] + 1, now[j - 1] + 1});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped)
        now[j] = std::min(now[j], beforeLast[j - 2] + 1);
    }
    std::swap(beforeLast, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

std::vector<std::string> nearestWords(std::string_view word,
                                      const std::vector<std::string> &candidates) {
  size_t limit = std::max<size_t>(1, word.size() / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string &candidate : candidates) {
    size_t gap = candidate.size() > word.size() ? candidate.size() - word.size()
                                                : word.size() - candidate.size();
    if (gap > limit || candidate == word)
      continue;
    size_t distance = editDistance(word, candidate);
    if (distance <= limit && distance < word.size())
      near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> result;
  for (size_t i = 0; i < near.size() && i < 2; ++i)
    result.push_back(near[i].second);
  return result;
}

} // namespace nereid
