// The files of test/syntax: each x.py is parsed, and its tree must be what x.tree holds. A file
// named bad-x.py has mistakes, and its messages must be what bad-x.human holds; all other files
// have none. Run this program with --bless to rewrite what the files hold.

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/text.h"
#include "diag/render.h"
#include "syntax/parse.h"

namespace nereid::syntax {
namespace {

namespace files = std::filesystem;

bool blessing = false;

std::string read(const files::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void expectGolden(const files::path &path, const std::string &actual) {
  if (blessing)
    std::ofstream(path, std::ios::binary) << actual;
  EXPECT_EQ(read(path), actual) << "if the new text is right, run syntax_test --bless";
}

std::vector<files::path> cases() {
  std::vector<files::path> found;
  for (const auto &entry : files::directory_iterator(NEREID_SYNTAX_CASES))
    if (entry.path().extension() == ".py")
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

class SyntaxCase : public testing::TestWithParam<files::path> {};

TEST_P(SyntaxCase, HasTheTreeAndMessagesKeptBesideIt) {
  files::path path = GetParam();
  std::string name = path.filename().string();
  SourceMap sources;
  Arena arena;
  DiagSink sink;
  const Module *module = parse(sources, sources.add(name, read(path)), arena, sink);

  std::string messages = renderAll(sink, sources);
  if (startsWith(name, "bad-"))
    expectGolden(files::path(path).replace_extension(".human"), messages);
  else
    EXPECT_EQ(messages, "");
  expectGolden(files::path(path).replace_extension(".tree"), print(*module));
}

std::string nameOfCase(const testing::TestParamInfo<files::path> &info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, SyntaxCase, testing::ValuesIn(cases()), nameOfCase);

} // namespace
} // namespace nereid::syntax

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  nereid::syntax::blessing = argc > 1 && std::string_view(argv[1]) == "--bless";
  return RUN_ALL_TESTS();
}
