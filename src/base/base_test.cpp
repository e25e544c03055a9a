#include <gtest/gtest.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/text.h"

namespace nereid {
namespace {

// Test vectors of FIPS 180-4.
TEST(Sha256, AgreesWithThePublishedVectors) {
  EXPECT_EQ(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(NearestWords, OffersASwapButNotAStranger) {
  EXPECT_EQ(nearestWords("laod", {"load", "store", "dot"}), std::vector<std::string>{"load"});
  EXPECT_TRUE(nearestWords("zebra", {"load", "store"}).empty());
}

TEST(Arena, KeepsPiecesApartAcrossBlocks) {
  Arena arena;
  std::vector<std::string_view> pieces;
  for (int i = 0; i < 5000; ++i)
    pieces.push_back(arena.copy(cat("piece ", i, " of many, long enough to need several blocks")));
  for (int i = 0; i < 5000; ++i)
    EXPECT_TRUE(startsWith(pieces[i], cat("piece ", i, " ")));
}

TEST(Cat, WritesIntegersOfEveryWidth) {
  EXPECT_EQ(cat("a", 1, 'b', int64_t(-9), uint64_t(18446744073709551615u)),
            "a1b-918446744073709551615");
}

} // namespace
} // namespace nereid
