// Benchmark and perf_report: a function of the script called for each x and each line, the results
// as a table, a CSV file and a plot.
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/triton_plot.h"
#include "host/triton_table.h"
#include "host/triton_testing.h"

namespace nereid::host {

namespace {

using Context = std::shared_ptr<ScriptContext>;

std::string textOf(const eval::Value &value) {
  return value.isNone() ? std::string() : eval::str(value);
}

// triton.testing.Benchmark: the description of one plot.
class Benchmark : public eval::Object {
public:
  std::vector<std::string> xNames;
  std::vector<eval::Value> xValues;
  std::string lineArg;
  std::vector<eval::Value> lineValues;
  std::vector<std::string> lineNames;
  std::string plotName, xLabel, yLabel;
  eval::Ref<eval::Dict> args;
  bool xLog = false, yLog = false;
  std::vector<eval::Value> styles;

  std::string typeName() const override { return "Benchmark"; }
  std::optional<eval::Value> getAttr(std::string_view name) override {
    if (name == "x_names")
      return strings(xNames);
    if (name == "x_vals")
      return eval::Value::list(xValues);
    if (name == "line_arg")
      return eval::Value::string(lineArg);
    if (name == "line_vals")
      return eval::Value::list(lineValues);
    if (name == "line_names")
      return strings(lineNames);
    if (name == "plot_name")
      return eval::Value::string(plotName);
    if (name == "args")
      return eval::Value(args);
    return std::nullopt;
  }
  std::vector<std::string> attributeNames() const override {
    return {"args", "line_arg", "line_names", "line_vals", "plot_name", "x_names", "x_vals"};
  }

private:
  static eval::Value strings(const std::vector<std::string> &texts) {
    std::vector<eval::Value> values;
    for (const std::string &text : texts)
      values.push_back(eval::Value::string(text));
    return eval::Value::list(std::move(values));
  }
};

std::vector<std::string> textsOf(const eval::Value &sequence) {
  std::vector<std::string> texts;
  for (const eval::Value &item : eval::items(sequence))
    texts.push_back(eval::str(item));
  return texts;
}

eval::Value makeBenchmark(const eval::Arguments &call) {
  static const eval::Signature signature(
      "Benchmark", "x_names, x_vals, line_arg, line_vals, line_names, plot_name, args, xlabel=, "
                   "ylabel=, x_log=, y_log=, styles=");
  enum {
    XNames,
    XVals,
    LineArg,
    LineVals,
    LineNames,
    PlotName,
    Args,
    XLabel,
    YLabel,
    XLog,
    YLog,
    Styles
  };
  auto given = signature.match(call);
  auto benchmark = eval::make<Benchmark>();
  benchmark->xNames = textsOf(*given[XNames]);
  benchmark->xValues = eval::items(*given[XVals]);
  benchmark->lineArg = eval::toText(*given[LineArg], "line_arg");
  benchmark->lineValues = eval::items(*given[LineVals]);
  benchmark->lineNames = textsOf(*given[LineNames]);
  benchmark->plotName = textOf(*given[PlotName]);
  auto *args = given[Args]->as<eval::Dict>();
  if (!args)
    eval::raise("TypeError", cat("args must be a dict, not ", eval::typeName(*given[Args])));
  benchmark->args = eval::Ref<eval::Dict>(args);
  benchmark->xLabel = given[XLabel] ? textOf(*given[XLabel]) : "";
  benchmark->yLabel = given[YLabel] ? textOf(*given[YLabel]) : "";
  benchmark->xLog = given[XLog] && eval::truthy(*given[XLog]);
  benchmark->yLog = given[YLog] && eval::truthy(*given[YLog]);
  if (given[Styles] && !given[Styles]->isNone())
    benchmark->styles = eval::items(*given[Styles]);
  if (benchmark->lineNames.size() != benchmark->lineValues.size())
    eval::raise("ValueError", cat("Benchmark() has ", benchmark->lineValues.size(),
                                  " line_vals and ", benchmark->lineNames.size(), " line_names"));
  return benchmark;
}

// How a report is wanted.
struct ReportOptions {
  bool printData = false, returnTable = false, diffColumn = false;
  std::string savePath;
  int precision = 6;
  std::vector<eval::Keyword> rest; // for the function
};

// One plot's measurements.
class Report {
public:
  Report(const Benchmark &benchmark, const eval::Value &function, const ReportOptions &options)
      : benchmark_(benchmark), function_(function), options_(options) {}

  // Runs everything; returns the table that is shown.
  eval::Ref<Table> measure() {
    for (const std::string &name : benchmark_.xNames)
      addColumn(name);
    for (const char *suffix : {"", "-min", "-max"})
      for (const std::string &name : benchmark_.lineNames)
        addColumn(cat(columnName(name), suffix));
    for (const eval::Value &x : benchmark_.xValues)
      measureRow(xArguments(x));
    std::vector<std::string> shown = benchmark_.xNames;
    for (const std::string &name : benchmark_.lineNames)
      shown.push_back(columnName(name));
    eval::Ref<Table> table = all_.select(shown);
    if (options_.diffColumn && table->columns.size() == 2)
      addDifference(*table);
    return table;
  }

  Plot plot() const {
    Plot plot;
    plot.title = benchmark_.plotName;
    plot.xLabel = benchmark_.xLabel.empty() && !benchmark_.xNames.empty() ? benchmark_.xNames[0]
                                                                          : benchmark_.xLabel;
    plot.yLabel = benchmark_.yLabel;
    plot.xLog = benchmark_.xLog;
    plot.yLog = benchmark_.yLog;
    for (size_t i = 0; i < benchmark_.lineNames.size(); ++i)
      plot.lines.push_back(plotLine(i));
    return plot;
  }

private:
  std::string columnName(const std::string &line) const {
    return benchmark_.yLabel.empty() ? line : cat(line, " (", benchmark_.yLabel, ")");
  }
  void addColumn(std::string name) { all_.columns.push_back({std::move(name), {}}); }

  // A single value stands for every x name.
  std::vector<eval::Value> xArguments(const eval::Value &x) const {
    if (!x.as<eval::List>() && !x.as<eval::Tuple>())
      return std::vector<eval::Value>(benchmark_.xNames.size(), x);
    std::vector<eval::Value> values = eval::items(x);
    if (values.size() != benchmark_.xNames.size())
      eval::raise("ValueError",
                  cat("Expected ", benchmark_.xNames.size(), " values, got ", eval::repr(x)));
    return values;
  }

  void measureRow(const std::vector<eval::Value> &x) {
    std::vector<eval::Value> means, lows, highs;
    for (const eval::Value &line : benchmark_.lineValues) {
      eval::Value result = callFunction(x, line);
      bool isTriple = result.as<eval::Tuple>() || result.as<eval::List>();
      std::vector<eval::Value> parts =
          isTriple ? eval::items(result) : std::vector{result, eval::Value(), eval::Value()};
      if (parts.size() != 3)
        eval::raise("ValueError", cat("a benchmark returns a number or (mean, min, max), not ",
                                      parts.size(), " values"));
      means.push_back(parts[0]);
      lows.push_back(parts[1]);
      highs.push_back(parts[2]);
    }
    std::vector<eval::Value> row = x;
    for (const auto &part : {means, lows, highs})
      row.insert(row.end(), part.begin(), part.end());
    all_.addRow(std::move(row));
  }

  eval::Value callFunction(const std::vector<eval::Value> &x, const eval::Value &line) const {
    std::vector<eval::Keyword> keywords;
    for (size_t i = 0; i < x.size(); ++i)
      keywords.push_back({benchmark_.xNames[i], x[i]});
    keywords.push_back({benchmark_.lineArg, line});
    auto fixed = benchmark_.args->entries();
    for (const auto &[name, value] : fixed)
      keywords.push_back({eval::toText(name, "a name in args"), value});
    keywords.insert(keywords.end(), options_.rest.begin(), options_.rest.end());
    return eval::call(function_, eval::Arguments{{}, keywords});
  }

  static void addDifference(Table &table) {
    Table::Column difference{"Diff", {}};
    for (size_t i = 0; i < table.rows(); ++i)
      difference.cells.push_back(eval::binary(syntax::BinaryOp::Sub, table.columns[1].cells[i],
                                              table.columns[0].cells[i]));
    table.columns.push_back(std::move(difference));
  }

  PlotLine plotLine(size_t index) const {
    size_t lines = benchmark_.lineNames.size(), first = benchmark_.xNames.size();
    PlotLine line;
    line.name = benchmark_.lineNames[index];
    if (index < benchmark_.styles.size()) {
      std::vector<eval::Value> style = eval::items(benchmark_.styles[index]);
      if (!style.empty())
        line.color = textOf(style[0]);
      line.dashed = style.size() > 1 && textOf(style[1]) != "-" && textOf(style[1]) != "";
    }
    for (size_t row = 0; row < all_.rows(); ++row) {
      auto number = [&](size_t column) -> std::optional<double> {
        const eval::Value &cell = all_.columns[column].cells[row];
        return cell.isNumber() ? std::optional(cell.asFloat()) : std::nullopt;
      };
      auto x = number(0), y = number(first + index);
      if (x && y)
        line.points.push_back(
            {*x, *y, number(first + lines + index), number(first + 2 * lines + index)});
    }
    return line;
  }

  const Benchmark &benchmark_;
  const eval::Value &function_;
  const ReportOptions &options_;
  Table all_; // with minima and maxima
};

void writeFile(const std::filesystem::path &path, const std::string &text) {
  std::error_code error;
  if (path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file)
    eval::raise("OSError", cat("cannot write ", path.string()));
}

// What perf_report makes of a function.
class Mark : public eval::Object {
public:
  Mark(eval::Value function, eval::Value benchmarks, Context context)
      : function_(std::move(function)), benchmarks_(std::move(benchmarks)),
        context_(std::move(context)) {}
  std::string typeName() const override { return "Mark"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override { return {"benchmarks", "fn", "run"}; }

  eval::Value run(const eval::Arguments &call) {
    ReportOptions options = readOptions(call);
    bool isSingle = benchmarks_.as<Benchmark>();
    std::vector<eval::Value> tables;
    std::string html = "<html><body>\n";
    for (const eval::Value &item : isSingle ? std::vector{benchmarks_} : eval::items(benchmarks_)) {
      const auto *benchmark = item.as<Benchmark>();
      if (!benchmark)
        eval::raise("TypeError", cat("perf_report() takes a Benchmark or a list of them, not ",
                                     eval::typeName(item)));
      Report report(*benchmark, function_, options);
      eval::Ref<Table> table = report.measure();
      if (options.printData)
        context_->say(cat(benchmark->plotName, ":\n", table->toText(), "\n"));
      if (!options.savePath.empty()) {
        save(options, *benchmark, report, *table);
        html += cat("<image src=\"", benchmark->plotName, ".svg\"/>\n");
      }
      tables.push_back(table);
    }
    if (!options.savePath.empty())
      writeFile(std::filesystem::path(options.savePath) / "results.html",
                cat(html, "</body></html>\n"));
    if (!options.returnTable)
      return {};
    return isSingle ? tables[0] : eval::Value::list(std::move(tables));
  }

private:
  static ReportOptions readOptions(const eval::Arguments &call) {
    constexpr std::string_view kPositional[] = {"show_plots", "print_data", "save_path",
                                                "return_df"};
    eval::expectPositional("run", {call.positional, {}}, 0, std::size(kPositional));
    std::vector<eval::Keyword> all;
    for (size_t i = 0; i < call.positional.size(); ++i)
      all.push_back({kPositional[i], call.positional[i]});
    all.insert(all.end(), call.keywords.begin(), call.keywords.end());
    ReportOptions options;
    for (const eval::Keyword &keyword : all) {
      if (keyword.name == "show_plots")
        continue; // there is no screen; save_path keeps the plot
      if (keyword.name == "print_data")
        options.printData = eval::truthy(keyword.value);
      else if (keyword.name == "return_df")
        options.returnTable = eval::truthy(keyword.value);
      else if (keyword.name == "diff_col")
        options.diffColumn = eval::truthy(keyword.value);
      else if (keyword.name == "save_path")
        options.savePath = textOf(keyword.value);
      else if (keyword.name == "save_precision")
        options.precision = static_cast<int>(eval::toInt64(keyword.value, "save_precision"));
      else
        options.rest.push_back(keyword);
    }
    return options;
  }

  static void save(const ReportOptions &options, const Benchmark &benchmark, const Report &report,
                   const Table &table) {
    std::filesystem::path folder = options.savePath;
    writeFile(folder / cat(benchmark.plotName, ".csv"), table.toCsv(options.precision));
    if (!benchmark.plotName.empty())
      writeFile(folder / cat(benchmark.plotName, ".svg"), renderSvg(report.plot()));
  }

  const eval::Value function_;
  const eval::Value benchmarks_; // one, or a list
  const Context context_;
};

const eval::Method kMarkMethods[] = {{"run", [](eval::Object &self, const eval::Arguments &call) {
                                        return static_cast<Mark &>(self).run(call);
                                      }}};

std::optional<eval::Value> Mark::getAttr(std::string_view name) {
  if (name == "fn")
    return function_;
  if (name == "benchmarks")
    return benchmarks_;
  return eval::bindMethod(kMarkMethods, *this, name);
}

} // namespace

eval::Value benchmarkType() {
  return eval::make<eval::Type>("Benchmark", makeBenchmark, [](const eval::Value &value) {
    return value.as<Benchmark>() != nullptr;
  });
}

eval::Value perfReportFunction(const Context &context) {
  return eval::make<eval::NativeFunction>(
      "perf_report", [context](const eval::Arguments &call) -> eval::Value {
        static const eval::Signature signature("perf_report", "benchmarks");
        eval::Value benchmarks = *signature.match(call)[0];
        return eval::make<eval::NativeFunction>(
            "perf_report", [=](const eval::Arguments &decorated) -> eval::Value {
              static const eval::Signature decorator("perf_report", "fn");
              return eval::make<Mark>(*decorator.match(decorated)[0], benchmarks, context);
            });
      });
}

} // namespace nereid::host
