// The options of one verb, as a table: what parses them is what --help prints.
//
//   Options options("cache", "Shows or clears the compiled kernels on disk.");
//   bool clear = false;
//   options.flag("--clear", clear, "remove every entry");
//   if (auto exit = options.parse(arguments)) return *exit;
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nereid::cli {

constexpr int kSuccess = 0;
constexpr int kFailure = 1; // something was wrong with the input
constexpr int kUsage = 2;   // something was wrong with the command line

class Options {
public:
  Options(std::string verb, std::string summary)
      : verb_(std::move(verb)), summary_(std::move(summary)) {}

  void flag(std::string name, bool &value, std::string help);
  void text(std::string name, std::string placeholder, std::string &value, std::string help);
  void list(std::string name, std::string placeholder, std::vector<std::string> &values,
            std::string help); // comma-separated, repeatable
  void number(std::string name, int &value, std::string help);
  void choice(std::string name, std::vector<std::string> words, std::string &value,
              std::string help);

  // A word that is no option. Required ones come first.
  void operand(std::string placeholder, std::string &value, std::string help, bool required = true);
  // Everything after the operands belongs to somebody else (a script's own arguments): options that
  // are not ours are kept too, as is everything after `--`.
  void rest(std::string placeholder, std::vector<std::string> &values, std::string help);
  // A paragraph at the end of --help.
  void epilogue(std::string text) { epilogue_ = std::move(text); }

  // Fills in the values. Returns an exit status if there is nothing left to do: help was printed,
  // or the words were wrong, which was said on standard error.
  std::optional<int> parse(const std::vector<std::string> &words);

  std::string help() const;

private:
  struct Option {
    std::string name, placeholder, help;
    std::function<std::string(std::string_view)> set; // returns what is wrong, or empty
  };
  struct Operand {
    std::string placeholder, help;
    std::string *value;
    bool required;
  };
  void add(Option option) { options_.push_back(std::move(option)); }
  const Option *find(std::string_view name) const;
  int usageError(const std::string &what, const std::string &hint = {}) const;
  std::optional<int> parseOption(const std::vector<std::string> &words, size_t &i);
  std::string usageLine() const;

  std::string verb_, summary_, epilogue_;
  std::vector<Option> options_;
  std::vector<Operand> operands_;
  std::vector<std::string> *rest_ = nullptr;
  std::string restPlaceholder_, restHelp_;
};

} // namespace nereid::cli
