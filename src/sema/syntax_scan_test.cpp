#include "sema/syntax_scan.h"

#include <gtest/gtest.h>

#include "base/arena.h"
#include "syntax/parse.h"

namespace nereid::sema {
namespace {

using namespace syntax;

// The body of a function with this text.
class Body {
public:
  explicit Body(std::string_view text) {
    DiagSink sink;
    const Module *module = parse(sources_, sources_.add("t.py", text), arena_, sink);
    EXPECT_FALSE(sink.hasErrors());
    stmts = as<FunctionDef>(module->body[0])->body;
  }
  StmtList stmts;

private:
  SourceMap sources_;
  Arena arena_;
};

TEST(SyntaxScan, FindsEveryAssignedName) {
  Body body(R"(def f():
    a = 1
    (b, [c, d]), e = x
    g += 1
    h: int = 2
    never: int
    for i in range(j := 3):
        if (k := 4) > 3:
            l = 5
        else:
            m = 6
    while (n := 7):
        p[q] = 8
    s[t := 0].u = 9
    def inner():
        hidden = 1
)");
  NameSet expected = {"a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l", "m", "n"};
  EXPECT_EQ(assignedNames(body.stmts), expected);
}

TEST(SyntaxScan, KnowsWhereFunctionsReturn) {
  Body body(R"(def f():
    if a:
        if b:
            return 1
    if a:
        return 1
    elif b:
        return 2
    else:
        return 3
    for i in range(3):
        return 4
    x = 1
    if a:
        return 5
    y = 2
    return 6
)");
  EXPECT_TRUE(containsReturn(body.stmts.subspan(0, 1)));
  EXPECT_FALSE(alwaysLeaves(body.stmts.subspan(0, 1)));
  EXPECT_TRUE(alwaysLeaves(body.stmts.subspan(1, 1)));
  EXPECT_TRUE(containsReturn(body.stmts.subspan(2, 1)));
  EXPECT_FALSE(alwaysLeaves(body.stmts.subspan(2, 1)));
  EXPECT_FALSE(containsReturn(body.stmts.subspan(3, 1)));
  EXPECT_TRUE(alwaysLeaves(body.stmts.subspan(3)));
}

} // namespace
} // namespace nereid::sema
