#include <gtest/gtest.h>

#include "host/triton_plot.h"
#include "host/triton_table.h"
#include "host/triton_test_script.h"

namespace nereid::host {
namespace {

eval::Ref<Table> tableOf(std::vector<std::string> names,
                         std::vector<std::vector<eval::Value>> rows) {
  auto table = eval::make<Table>();
  for (std::string &name : names)
    table->columns.push_back({name, {}});
  for (auto &row : rows)
    table->addRow(row);
  return table;
}

eval::Value real(double value) {
  return eval::Value::real(value);
}
eval::Value integer(int64_t value) {
  return eval::Value::integer(value);
}

// The expected texts are pandas' own output for these frames.
TEST(Table, FloatsLoseTheZerosThatAllOfThemEndIn) {
  auto table = tableOf({"size", "Triton"}, {{integer(4096), real(8.0)},
                                            {integer(8192), real(15.999999)},
                                            {integer(134217728), real(842.23)}});
  EXPECT_EQ(table->toText(), "          size      Triton\n"
                             "0       4096.0    8.000000\n"
                             "1       8192.0   15.999999\n"
                             "2  134217728.0  842.230000");
}

TEST(Table, TinyValuesAreWrittenWithExponents) {
  auto table = tableOf({"a"}, {{real(1e-9)}, {real(2.5)}});
  EXPECT_EQ(table->toText(), "              a\n"
                             "0  1.000000e-09\n"
                             "1  2.500000e+00");
}

TEST(Table, IntsTextsAndMissingValues) {
  auto table = tableOf({"kind", "n"}, {{eval::Value::string("x"), integer(3)},
                                       {eval::Value::string("yy"), integer(-12)}});
  EXPECT_EQ(table->toText(), "  kind   n\n"
                             "0    x   3\n"
                             "1   yy -12");
  auto missing = tableOf({"a"}, {{real(1.5)}, {eval::Value()}});
  EXPECT_EQ(missing->toText(), "     a\n0  1.5\n1  NaN");
}

TEST(Table, CsvHasSixDecimals) {
  auto table = tableOf({"n", "a,b"}, {{integer(4), real(0.5)}});
  EXPECT_EQ(table->toCsv(6), "n,\"a,b\"\n4.000000,0.500000\n");
}

TEST(Plot, TicksAreRound) {
  EXPECT_EQ(axisTicks(0, 10, false), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(axisTicks(1, 1000, true), (std::vector<double>{1, 10, 100, 1000}));
  EXPECT_EQ(axisTicks(4, 16, true), (std::vector<double>{4, 8, 16}));
}

TEST(Plot, PointsThatALogAxisCannotShowAreLeftOut) {
  Plot plot;
  plot.xLog = plot.yLog = true;
  plot.lines.push_back({"a <b>", "", false, {{0, 1, {}, {}}, {10, 100, {}, {}}, {20, 50, {}, {}}}});
  std::string svg = renderSvg(plot);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find("a &lt;b&gt;"), std::string::npos);
}

TEST(Report, PrintsTheTable) {
  TritonScript script;
  EXPECT_EQ(script.run(R"(
@triton.testing.perf_report(triton.testing.Benchmark(
    x_names=['N'], x_vals=[256, 512], line_arg='provider', line_vals=['a', 'b'],
    line_names=['A', 'B'], ylabel='GB/s', plot_name='copy', args={'M': 2}))
def benchmark(N, M, provider):
    return N * M * 1.5, 0.0, 0.0 if provider == 'a' else 1.0
benchmark.run(print_data=True)
)"),
            "copy:\n"
            "       N  A (GB/s)  B (GB/s)\n"
            "0  256.0     768.0     768.0\n"
            "1  512.0    1536.0    1536.0\n");
}

TEST(Testing, DoBenchReturnsWhatIsAskedFor) {
  TritonScript script;
  EXPECT_EQ(script.run(R"(
f = lambda: None
b = triton.testing.do_bench
print(type(b(f, warmup=1, rep=2)).__name__, len(b(f, warmup=1, rep=2, quantiles=[0.5, 0.2, 0.8])),
      type(b(f, warmup=1, rep=2, quantiles=[0.5])).__name__,
      type(b(f, warmup=1, rep=2, return_mode='all')).__name__)
b(f, return_mode='middle')
)"),
            "float 3 float list\n"
            "AssertionError: return_mode is one of 'min', 'max', 'mean', 'median', 'all', not "
            "'middle'\n");
}

TEST(Testing, AssertCloseCountsWhatDiffers) {
  TritonScript script;
  EXPECT_EQ(script.run("triton.testing.assert_close(torch.ones(4), torch.ones(4) + 0.005)\n"), "");
  script.run("x = torch.ones(4)\nx[2] = 2\ntriton.testing.assert_close(x, torch.ones(4))\n");
  EXPECT_NE(script.error.find("Mismatched elements: 1 / 4 (25%)\nMax absolute difference: 1\n"),
            std::string::npos)
      << script.error;
}

} // namespace
} // namespace nereid::host
