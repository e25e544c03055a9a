#include "options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "base/text.h"

namespace nereid::cli {

void Options::flag(std::string name, bool &value, std::string help) {
  add({std::move(name), "", std::move(help), [&value](std::string_view) {
         value = true;
         return std::string();
       }});
}

void Options::text(std::string name, std::string placeholder, std::string &value,
                   std::string help) {
  add({std::move(name), std::move(placeholder), std::move(help), [&value](std::string_view word) {
         value = word;
         return std::string();
       }});
}

void Options::list(std::string name, std::string placeholder, std::vector<std::string> &values,
                   std::string help) {
  add({std::move(name), std::move(placeholder), std::move(help), [&values](std::string_view words) {
         while (!words.empty()) {
           size_t comma = words.find(',');
           values.emplace_back(words.substr(0, comma));
           words = comma == words.npos ? std::string_view() : words.substr(comma + 1);
         }
         return std::string();
       }});
}

void Options::number(std::string name, int &value, std::string help) {
  add({std::move(name), "N", std::move(help), [&value](std::string_view word) -> std::string {
         auto end = word.data() + word.size();
         auto [stopped, error] = std::from_chars(word.data(), end, value);
         if (error == std::errc() && stopped == end)
           return {};
         return cat("takes a whole number, not `", word, "`");
       }});
}

void Options::choice(std::string name, std::vector<std::string> words, std::string &value,
                     std::string help) {
  std::string placeholder = join(words, "|");
  add({std::move(name), placeholder, std::move(help),
       [&value, words = std::move(words)](std::string_view word) -> std::string {
         if (std::find(words.begin(), words.end(), word) == words.end())
           return cat("takes one of ", join(words, ", "), ", not `", word, "`");
         value = word;
         return {};
       }});
}

void Options::operand(std::string placeholder, std::string &value, std::string help,
                      bool required) {
  operands_.push_back({std::move(placeholder), std::move(help), &value, required});
}

void Options::rest(std::string placeholder, std::vector<std::string> &values, std::string help) {
  rest_ = &values;
  restPlaceholder_ = std::move(placeholder);
  restHelp_ = std::move(help);
}

const Options::Option *Options::find(std::string_view name) const {
  for (const Option &option : options_)
    if (option.name == name)
      return &option;
  return nullptr;
}

int Options::usageError(const std::string &what, const std::string &hint) const {
  std::fprintf(stderr, "error: nereid %s: %s\n", verb_.c_str(), what.c_str());
  if (!hint.empty())
    std::fprintf(stderr, "help: %s\n", hint.c_str());
  std::fprintf(stderr, "usage: %s\n       nereid %s --help\n", usageLine().c_str(), verb_.c_str());
  return kUsage;
}

// One word that starts with `-`, and the next one where it is the option's value.
std::optional<int> Options::parseOption(const std::vector<std::string> &words, size_t &i) {
  std::string_view word = words[i];
  size_t equals = word.find('=');
  std::string_view name = word.substr(0, equals);
  const Option *option = find(name);
  if (!option) {
    std::vector<std::string> names = {"--help"};
    for (const Option &known : options_)
      names.push_back(known.name);
    auto near = nearestWords(name, names);
    return usageError(cat("there is no option `", name, "`"),
                      near.empty() ? "" : cat("did you mean `", near[0], "`?"));
  }
  bool takesValue = !option->placeholder.empty();
  if (!takesValue && equals != word.npos)
    return usageError(cat("`", name, "` takes no value"));
  std::string_view value;
  if (takesValue && equals != word.npos)
    value = word.substr(equals + 1);
  else if (takesValue && i + 1 < words.size())
    value = words[++i];
  else if (takesValue)
    return usageError(cat("`", name, "` needs a value: ", name, "=", option->placeholder));
  if (std::string wrong = option->set(value); !wrong.empty())
    return usageError(cat("`", name, "` ", wrong));
  return std::nullopt;
}

std::optional<int> Options::parse(const std::vector<std::string> &words) {
  size_t operand = 0;
  bool onlyOperands = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    bool isOption = !onlyOperands && word.size() > 1 && word[0] == '-';
    bool operandsDone = operand == operands_.size();
    if (isOption && word == "--") {
      onlyOperands = true;
    } else if (isOption && (word == "--help" || word == "-h") && !(rest_ && operandsDone)) {
      std::fputs(help().c_str(), stdout);
      return kSuccess;
    } else if (isOption && rest_ && operandsDone && !find(word.substr(0, word.find('=')))) {
      rest_->push_back(word);
    } else if (isOption) {
      if (auto exit = parseOption(words, i))
        return exit;
    } else if (!operandsDone) {
      *operands_[operand++].value = word;
    } else if (rest_) {
      rest_->push_back(word);
    } else {
      return usageError(cat("`", word, "` is one word too many"));
    }
  }
  if (operand < operands_.size() && operands_[operand].required)
    return usageError(cat(operands_[operand].placeholder, " is missing"));
  return std::nullopt;
}

std::string Options::usageLine() const {
  std::string line = cat("nereid ", verb_, options_.empty() ? "" : " [options]");
  for (const Operand &operand : operands_)
    line += operand.required ? cat(" ", operand.placeholder) : cat(" [", operand.placeholder, "]");
  if (rest_)
    line += cat(" [", restPlaceholder_, "]");
  return line;
}

std::string Options::help() const {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Operand &operand : operands_)
    rows.emplace_back(operand.placeholder, operand.help);
  if (rest_)
    rows.emplace_back(restPlaceholder_, restHelp_);
  for (const Option &option : options_)
    rows.emplace_back(option.placeholder.empty() ? option.name
                                                 : cat(option.name, "=", option.placeholder),
                      option.help);
  constexpr size_t kColumn = 26;
  std::string text = cat(summary_, "\n\nusage: ", usageLine(), "\n\n");
  for (const auto &[left, right] : rows) {
    text += cat("  ", left);
    if (left.size() + 3 > kColumn)
      text += cat("\n", std::string(kColumn, ' '));
    else
      text += std::string(kColumn - left.size() - 2, ' ');
    text += cat(right, "\n");
  }
  if (!epilogue_.empty())
    text += cat("\n", epilogue_, "\n");
  return text;
}

} // namespace nereid::cli
