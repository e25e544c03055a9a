#include "jit/disk_cache.h"

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.h"

namespace nereid::jit {
namespace {

class DiskCacheTest : public ::testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/nereid-cache-test-XXXXXX";
    directory_ = ::mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  std::string directory_;
};

TEST_F(DiskCacheTest, GivesBackWhatWasPut) {
  DiskCache cache(directory_ + "/made/on/demand");
  EXPECT_FALSE(cache.get("k"));
  cache.put("k", std::string("a\0b", 3));
  EXPECT_EQ(cache.get("k"), std::string("a\0b", 3));
  EXPECT_EQ(cache.usage().entries, 1u);
}

TEST_F(DiskCacheTest, RefusesAndRemovesADamagedEntry) {
  DiskCache cache(directory_);
  cache.put("k", "the code of a kernel");
  std::string path = directory_ + "/k.kernel";
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(70).put('X');
  EXPECT_FALSE(cache.get("k"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(DiskCacheTest, StaysWithinItsLimitAndKeepsWhatWasUsedLast) {
  DiskCache cache(directory_, 3000);
  for (int i = 0; i < 10; ++i) {
    cache.put(cat("k", i), std::string(900, 'x'));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    cache.get("k0");
  }
  EXPECT_LE(cache.usage().bytes, 3000u);
  EXPECT_TRUE(cache.get("k0"));
  EXPECT_TRUE(cache.get("k9"));
  EXPECT_FALSE(cache.get("k1"));
}

TEST_F(DiskCacheTest, WorksAsIfEmptyWhereItCannotWrite) {
  DiskCache cache("/proc/nowhere");
  cache.put("k", "code");
  EXPECT_FALSE(cache.get("k"));
  EXPECT_EQ(cache.usage().entries, 0u);
}

TEST_F(DiskCacheTest, ManyWritersAndReadersSeeWholeEntries) {
  std::string big(100000, 'q');
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      DiskCache cache(directory_);
      for (int i = 0; i < 50; ++i) {
        cache.put("same", big);
        if (auto got = cache.get("same"))
          EXPECT_EQ(*got, big);
      }
    });
  for (auto &thread : threads)
    thread.join();
}

} // namespace
} // namespace nereid::jit
