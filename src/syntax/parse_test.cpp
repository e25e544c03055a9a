// What the golden files do not show: spans, limits, and time.

#include "syntax/parse.h"

#include <algorithm>
#include <ctime>

#include <gtest/gtest.h>

#include "base/text.h"
#include "diag/render.h"

namespace nereid::syntax {
namespace {

// A parsed text, and everything that must live as long as its tree.
class Parsed {
public:
  explicit Parsed(std::string_view text) {
    file_ = sources.add("test.py", text);
    module = parse(sources, file_, arena, sink);
  }

  // The text of a node.
  std::string_view text(Span span) const { return sources.text(span); }
  std::string_view text(const Node *node) const { return text(node->span); }

  // The value of the statement at `index`, an assignment or an expression.
  const Expr *value(size_t index = 0) const {
    const Stmt *stmt = module->body[index];
    if (const auto *assign = as<AssignStmt>(stmt))
      return assign->value;
    return as<ExprStmt>(stmt)->value;
  }

  // The codes of all messages, in order.
  std::string codes() const {
    std::vector<std::string_view> list;
    for (const Diagnostic &diagnostic : sink.sorted())
      list.push_back(codeOf(diagnostic.kind));
    return join(list, " ");
  }

  SourceMap sources;
  Arena arena;
  DiagSink sink;
  const Module *module = nullptr;

private:
  Span file_;
};

std::string repeated(std::string_view text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i)
    result += text;
  return result;
}

double processorSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(Spans, OfABinaryOperatorCoverBothOperandsAndTheirBrackets) {
  Parsed parsed("x = (a + b) * (c)\n");
  const auto *product = as<BinaryExpr>(parsed.value());
  EXPECT_EQ(parsed.text(product), "(a + b) * (c)");
  EXPECT_EQ(parsed.text(product->opSpan), "*");
  EXPECT_EQ(parsed.text(product->left), "a + b");
  EXPECT_EQ(parsed.text(product->right), "c");
}

TEST(Spans, OfPostfixExpressionsBeginAtTheObject) {
  Parsed parsed("(f).g(x)[y](z=1)  # comment\n");
  const auto *outer = as<CallExpr>(parsed.value());
  EXPECT_EQ(parsed.text(outer), "(f).g(x)[y](z=1)");
  EXPECT_EQ(parsed.text(outer->arguments[0].keywordSpan), "z");
  const auto *subscript = as<SubscriptExpr>(outer->callee);
  EXPECT_EQ(parsed.text(subscript), "(f).g(x)[y]");
  const auto *inner = as<CallExpr>(subscript->object);
  EXPECT_EQ(parsed.text(inner), "(f).g(x)");
  const auto *attribute = as<AttributeExpr>(inner->callee);
  EXPECT_EQ(parsed.text(attribute), "(f).g");
  EXPECT_EQ(parsed.text(attribute->nameSpan), "g");
}

TEST(Spans, OfATupleHoldItsBracketsOnlyIfItHasThem) {
  Parsed with("x = ( a, b )\n"), without("x = a, b,\n"), group("x = ( a )\n");
  EXPECT_EQ(with.text(with.value()), "( a, b )");
  EXPECT_EQ(without.text(without.value()), "a, b,");
  EXPECT_EQ(group.text(group.value()), "a");
}

TEST(Spans, OfAFunctionEndWithItsLastStatement) {
  Parsed parsed("@d\ndef f(a: int = 1) -> int:\n    if a:\n        return a\n\n\n# after\nx\n");
  const auto *function = as<FunctionDef>(parsed.module->body[0]);
  EXPECT_EQ(parsed.text(function), "def f(a: int = 1) -> int:\n    if a:\n        return a");
  EXPECT_EQ(parsed.text(function->header), "def f(a: int = 1) -> int:");
  EXPECT_EQ(parsed.text(function->nameSpan), "f");
  EXPECT_EQ(parsed.text(function->parameters[0].span), "a");
  EXPECT_EQ(parsed.text(function->decorators[0]), "d");
}

TEST(Spans, InAnFStringAreThoseOfTheSource) {
  Parsed parsed("f\"a{x + 1:>{w}}b\" 'c'\n");
  const auto *string = as<FStringExpr>(parsed.value());
  EXPECT_EQ(parsed.text(string), "f\"a{x + 1:>{w}}b\" 'c'");
  EXPECT_EQ(parsed.text(string->parts[1].value), "x + 1");
  EXPECT_EQ(parsed.text(string->parts[1].format->parts[1].value), "w");
  EXPECT_EQ(string->parts[2].text, "bc");
}

TEST(Strings, HaveTheirEscapesResolved) {
  auto valueOf = [](std::string_view text) {
    Parsed parsed(text);
    EXPECT_EQ(parsed.codes(), "");
    return std::string(as<StringExpr>(parsed.value())->value);
  };
  EXPECT_EQ(valueOf(R"('\x41\101\u00e9\U0001F600\n\d')"), "AA\xC3\xA9\xF0\x9F\x98\x80\n\\d");
  EXPECT_EQ(valueOf("b'\\xff\\u'"), "\xFF\\u");
  EXPECT_EQ(valueOf("r'\\n' '\\n' \"\"\"\r\n\r\"\"\""), "\\n\n\n\n");
  EXPECT_EQ(valueOf("'a\\\nb'"), "ab");
}

TEST(Strings, PointIntoTheSourceWhereTheyCan) {
  Parsed parsed("x = 'plain'\n");
  std::string_view value = as<StringExpr>(parsed.value())->value;
  EXPECT_EQ(value.data(), parsed.text(parsed.value()).data() + 1);
}

TEST(Recovery, KeepsTheStatementsAroundAMistake) {
  Parsed parsed("a = 1\nb = (2\nc = 3\nd = = 4\ndef f(:\n    e = 5\ng = 6\n");
  EXPECT_EQ(parsed.codes(), "NR0104 NR0101 NR0104");
  ASSERT_EQ(parsed.module->body.size(), 6u);
  EXPECT_EQ(parsed.text(parsed.module->body[2]), "c = 3");
  const auto *function = as<FunctionDef>(parsed.module->body[4]);
  ASSERT_EQ(function->body.size(), 1u);
  EXPECT_EQ(parsed.text(function->body[0]), "e = 5");
}

TEST(Recovery, KeepsWhatWasUnderstoodInsideBrackets) {
  Parsed parsed("f(a, b c, g(d))\n");
  EXPECT_EQ(parsed.codes(), "NR0101");
  const auto *error = as<ErrorExpr>(parsed.value());
  ASSERT_NE(error, nullptr);
  ASSERT_EQ(error->parts.size(), 3u);
  EXPECT_EQ(parsed.text(error->parts[2]), "b");
}

TEST(Recovery, SaysOneThingAboutOneMistake) {
  for (std::string_view text :
       {"x = (1, 2\ny = [3]\nz = 4\n", "x = f(a b c d)\n", "x = a ? b : c ? d : e\n",
        "x = '''\ny = (\nz\n", "if x = 1 && y:\n    z\n", "def f(a, (b), c:\n    pass\n",
        "print 'it's'\n", "x = \"a\" b \"c\n", "class A(B:\n    def f(self):\n        pass\n",
        "x = f(a)) + g(b))\n", "x = {a: b, c d: e}\n", "import a b c\n", "x = 0b12345 + 1\n",
        "x = f\"{a b}{c}\"\n"}) {
    Parsed parsed(text);
    EXPECT_EQ(parsed.sink.errorCount(), 1u) << text << renderAll(parsed.sink, parsed.sources);
  }
}

TEST(Recovery, TakesGarbageForOneMistake) {
  std::string garbage = "\x7F"
                        "ELF\x02\x01\x01";
  for (int i = 0; i < 5000; ++i)
    garbage += static_cast<char>(i * 7919 % 251);
  EXPECT_EQ(Parsed(garbage).codes(), "NR0102");
}

TEST(Limits, BoundTheDepthOfEveryTree) {
  constexpr size_t kMany = 20000;
  for (const std::string &text :
       {"x = " + repeated("(", kMany), "x = " + repeated("[", kMany) + repeated("]", kMany),
        "x = " + repeated("-", kMany) + "1", "x = " + repeated("not ", kMany) + "1",
        "x = 1" + repeated("**1", kMany), "x = 1" + repeated("+1", kMany),
        "x = a" + repeated(".b", kMany), "x = a" + repeated("()", kMany),
        "x = " + repeated("a if b else ", kMany) + "c", "x = " + repeated("lambda: ", kMany) + "1",
        "x = " + repeated("f\"{", kMany), "x = " + repeated("{a:", kMany),
        "if a: pass\n" + repeated("elif a: pass\n", kMany),
        "match x:\n case " + repeated("(", kMany) + ": pass",
        "x = " + repeated("(", 150) + "a" + repeated(repeated("+a", 500) + ")", 150)}) {
    Parsed parsed(text + "\ny = 1\n");
    EXPECT_NE(parsed.codes().find("NR0110"), std::string::npos) << text.substr(0, 30);
    EXPECT_LE(parsed.sink.errorCount(), 2u) << text.substr(0, 30);
    EXPECT_FALSE(print(*parsed.module).empty());
  }
}

TEST(Limits, LeaveRoomForOrdinaryCode) {
  Parsed parsed("x = " + repeated("(", 60) + "a" + repeated(")", 60) + "\ny = 1" +
                repeated(" + 1", 1500) + "\nz = [" + repeated("a + b, ", 50000) + "]\n");
  EXPECT_EQ(parsed.codes(), "");
}

// Ten times the input may take ten times as long, and not a hundred.
TEST(Limits, KeepTimeLinearInTheInput) {
  for (std::string_view text :
       {"f(\n", "f(a b\n", "match (x\n", "with (x\n", "x = (1, 2,\ny = 3\n", "a b; ", "'\n", "$\n",
        "else:\n", "f\"{x:", "([{", "f(a\n  b\n", "\\\n", "f'{", "a[b:\n", "lambda a=(", "@a\n"}) {
    auto timeOf = [&](size_t count) {
      std::string many = repeated(text, count);
      double start = processorSeconds();
      Parsed parsed(many);
      return processorSeconds() - start;
    };
    timeOf(100);
    double small = timeOf(2000), large = timeOf(20000);
    EXPECT_LT(large, 40 * small + 0.05) << text;
  }
}

TEST(Parse, TakesMillisecondsForThousandsOfLines) {
  std::string text = "def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):\n";
  for (int line = 1; line < 2000; ++line)
    text +=
        "    acc = tl.load(x_ptr + rows[:, None] * 64 + cols[None, :], mask=i < n, other=0.0)\n";
  double best = 1;
  for (int i = 0; i < 5; ++i) {
    double start = processorSeconds();
    Parsed parsed(text);
    best = std::min(best, processorSeconds() - start);
    EXPECT_EQ(parsed.codes(), "");
  }
  // Two in a release build; a sanitizer gets a margin.
  EXPECT_LT(best, 0.1);
}

TEST(Parse, AcceptsAnyTextWithoutALineEnd) {
  EXPECT_EQ(Parsed("").codes(), "");
  EXPECT_EQ(Parsed("\xEF\xBB\xBF").codes(), "");
  EXPECT_EQ(Parsed("# only a comment").codes(), "");
  EXPECT_EQ(Parsed("if a:\n    b").codes(), "");
  EXPECT_EQ(Parsed("a\\").codes(), "NR0102");
}

} // namespace
} // namespace nereid::syntax
