#include "source/source.h"

#include <gtest/gtest.h>

namespace nereid {
namespace {

TEST(SourceMap, NamesFileLineAndColumnOfASpan) {
  SourceMap map;
  Span a = map.add("a.py", "one\ntwo\n");
  Span b = map.add("b.py", "x\r\n\xC3\xA9y\n");
  EXPECT_EQ(map.path(a), "a.py");
  EXPECT_EQ(map.path(b), "b.py");
  Span two{a.begin + 4, a.begin + 7};
  EXPECT_EQ(map.text(two), "two");
  EXPECT_EQ(map.start(two).line, 2u);
  Span y{b.begin + 5, b.begin + 6};
  EXPECT_EQ(map.text(y), "y");
  EXPECT_EQ(map.start(y).line, 2u);
  EXPECT_EQ(map.start(y).column, 2u); // e-acute is two bytes and one column
  EXPECT_EQ(map.line(b, 1), "x");
}

TEST(SourceMap, KnowsNothingOfADefaultSpan) {
  SourceMap map;
  map.add("a.py", "one");
  EXPECT_FALSE(map.contains(Span{}));
  EXPECT_EQ(map.text(Span{}), "");
}

TEST(SourceMap, HoldsTheEndOfAFileAndOfAnEmptyOne) {
  SourceMap map;
  Span a = map.add("a.py", "");
  Span b = map.add("b.py", "x");
  EXPECT_EQ(map.path(a), "a.py");
  EXPECT_EQ(map.path(Span{b.end, b.end}), "b.py");
}

} // namespace
} // namespace nereid
