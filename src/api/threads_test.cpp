// One session, or one cache directory, used by several threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <unistd.h>
#include <vector>

#include "nereid/nereid.h"

namespace {

namespace fs = std::filesystem;

const char *const kText = R"(
import triton
import triton.language as tl


@triton.jit
def scale(x, out, n, BLOCK: tl.constexpr, TIMES: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * TIMES, mask=i < n)
)";

class Threads : public testing::Test {
protected:
  Threads()
      : directory_(fs::temp_directory_path() / ("nereid-threads-" + std::to_string(getpid()))) {}
  ~Threads() override { fs::remove_all(directory_); }

  std::string directory() const { return directory_.string(); }

  // Launches `scale` for the factors 1 to 6, and counts what comes out wrong.
  static int wrongResults(const nereid::Session &session) {
    auto scale = session.loadText(kText, "scale");
    if (!scale)
      return -1;
    int wrong = 0;
    for (int times = 1; times <= 6; ++times) {
      std::vector<float> x(1000, 2.0f), out(1000);
      auto error = scale->launch({8, 1, 1}, x, out, 1000, nereid::named("BLOCK", 128),
                                 nereid::named("TIMES", times));
      wrong += error.has_value();
      for (float each : out)
        wrong += each != 2.0f * float(times);
    }
    return wrong;
  }

  template <typename Body> static void inThreads(int count, const Body &body) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
      threads.emplace_back(body);
    for (std::thread &thread : threads)
      thread.join();
  }

private:
  fs::path directory_;
};

TEST_F(Threads, CompileAndLaunchInOneSession) {
  auto session = nereid::Session::create();
  ASSERT_TRUE(session);
  std::atomic<int> wrong = 0;
  inThreads(2, [&] { wrong += wrongResults(*session); });
  EXPECT_EQ(wrong, 0);
}

TEST_F(Threads, ShareOneCacheDirectory) {
  std::atomic<int> wrong = 0;
  inThreads(2, [&] {
    auto session = nereid::Session::create({.cacheDirectory = directory()});
    wrong += session ? wrongResults(*session) : 1;
  });
  EXPECT_EQ(wrong, 0);
  // One entry a specialization, and nothing half written.
  int entries = 0;
  for (const auto &entry : fs::directory_iterator(directory())) {
    EXPECT_EQ(entry.path().extension(), ".kernel");
    ++entries;
  }
  EXPECT_EQ(entries, 6);
}

} // namespace
