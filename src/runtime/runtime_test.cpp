#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/fault_guard.h"
#include "runtime/interrupt.h"
#include "runtime/memory_map.h"
#include "runtime/thread_pool.h"

namespace nereid {
namespace {

TEST(ThreadPool, CoversEveryIndexOnce) {
  for (int64_t count : {0, 1, 2, 7, 1000, 100000}) {
    std::vector<std::atomic<int>> seen(count);
    ThreadPool::shared().run(count, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        seen[i]++;
    });
    for (int64_t i = 0; i < count; ++i)
      ASSERT_EQ(seen[i], 1) << i << " of " << count;
  }
}

TEST(ThreadPool, RunsALaunchInsideALaunch) {
  std::atomic<int> total = 0;
  ThreadPool::shared().run(10, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      ThreadPool::shared().run(10, [&](int64_t b, int64_t e) { total += int(e - b); });
  });
  EXPECT_EQ(total, 100);
}

TEST(ThreadPool, SurvivesManyShortLaunches) {
  std::atomic<int64_t> total = 0;
  for (int i = 0; i < 20000; ++i)
    ThreadPool::shared().run(4, [&](int64_t begin, int64_t end) { total += end - begin; });
  EXPECT_EQ(total, 80000);
}

TEST(FaultGuard, ReportsAWildReadAndGoesOn) {
  void *page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < 3; ++i) {
    Fault fault = runGuarded([&] { (void)*static_cast<volatile char *>(page); });
    EXPECT_EQ(fault.signal, SIGSEGV);
    EXPECT_EQ(fault.address, reinterpret_cast<uint64_t>(page));
  }
  EXPECT_FALSE(runGuarded([] {}).happened());
  munmap(page, 4096);
}

// What the program does with SIGINT; the test's own handler comes back at its end.
class Interrupts : public testing::Test {
protected:
  void SetUp() override {
    struct sigaction action = {};
    action.sa_handler = [](int) { interruptLaunches(); };
    action.sa_flags = SA_RESTART | SA_NODEFER;
    sigaction(SIGINT, &action, &before_);
  }
  void TearDown() override {
    takeInterrupt();
    sigaction(SIGINT, &before_, nullptr);
  }

private:
  struct sigaction before_ = {};
};

TEST_F(Interrupts, LeaveGuardedCodeInEveryThread) {
  std::atomic<int> inside = 0, interrupted = 0;
  auto spin = [&] {
    Fault fault = runGuarded([&] {
      inside++;
      for (volatile uint64_t i = 0;; i = i + 1)
        ;
    });
    interrupted += fault.signal == SIGINT;
  };
  std::thread other(spin);
  std::thread killer([&] {
    while (inside < 2)
      std::this_thread::yield();
    kill(getpid(), SIGINT);
  });
  spin();
  other.join();
  killer.join();
  EXPECT_EQ(interrupted, 2);
}

TEST_F(Interrupts, LastUntilTheyAreTaken) {
  raise(SIGINT);
  bool ran = false;
  EXPECT_EQ(runGuarded([&] { ran = true; }).signal, SIGINT);
  EXPECT_FALSE(ran);
  EXPECT_TRUE(takeInterrupt());
  EXPECT_FALSE(runGuarded([&] { ran = true; }).happened());
  EXPECT_TRUE(ran);
}

TEST_F(Interrupts, WaitForWhatMayNotBeLeftHalfway) {
  bool whole = false;
  Fault fault = runGuarded([&] {
    pauseInterrupts();
    raise(SIGINT);
    whole = true;
    resumeInterrupts();
    whole = false;
  });
  EXPECT_EQ(fault.signal, SIGINT);
  EXPECT_TRUE(whole);
}

TEST(MemoryMap, FindsTheAllocationThatAnAccessLeft) {
  alignas(8) static char block[64];
  MemoryMap::add(block, 64);
  uint64_t begin = reinterpret_cast<uint64_t>(block);
  ASSERT_TRUE(MemoryMap::find(begin + 63));
  EXPECT_TRUE(MemoryMap::find(begin + 60)->contains(begin + 60, 4));
  EXPECT_FALSE(MemoryMap::find(begin + 64)->contains(begin + 64, 4));
  MemoryMap::remove(block);
  EXPECT_FALSE(MemoryMap::find(begin + 60));
}

} // namespace
} // namespace nereid
