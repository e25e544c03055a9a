#include "host/lint_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "diag/render.h"

namespace nereid::host {
namespace {

std::string lint(const std::string &text, const std::string &path = "file.py") {
  LintResult result = lintText(path, text, {});
  return renderAll(result.sink, *result.kernels.sources, {.format = DiagFormat::Short});
}

std::vector<std::string> kernelsOf(const std::string &text) {
  DiagSink sink;
  FileKernels found = findKernelsInText("file.py", text, sink);
  std::vector<std::string> names;
  for (const auto &kernel : found.kernels)
    names.emplace_back(kernel->definition->name);
  return names;
}

const std::string kImports = "import triton\nimport triton.language as tl\n";

TEST(LintFile, FindsKernelsWhereverTheyAre) {
  EXPECT_EQ(kernelsOf(kImports + R"(
from triton import jit
@triton.jit
def plain(): pass
@triton.autotune(configs=[], key=[])
@triton.jit(noinline=True)
def tuned(): pass
@jit
def imported(): pass
def make():
    @triton.jit
    def nested(): pass
class C:
    @triton.jit
    def method(): pass
if C:
    @triton.jit
    def branch(): pass
def host(): pass
)"),
            (std::vector<std::string>{"plain", "tuned", "imported", "nested", "method", "branch"}));
}

TEST(LintFile, ImportsThatMayFailAreStillFollowed) {
  EXPECT_EQ(kernelsOf(R"(
try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None
@triton.jit
def k(): pass
)"),
            std::vector<std::string>{"k"});
}

TEST(LintFile, ReportsMistakesInKernels) {
  std::string report = lint(kImports + "@triton.jit\ndef k(out):\n    tl.stoer(out, 1)\n");
  EXPECT_EQ(report.substr(0, 29), "file.py:5:8-12: error[NR0202]") << report;
}

TEST(LintFile, IsSilentAboutWhatOnlyARunTells) {
  EXPECT_EQ(lint(kImports + R"(
import os
from somewhere import helper, CONSTANT
FLAG = os.environ.get("FLAG")
@helper
def decorated(x): return x
@triton.jit
def k(out, n):
    if FLAG:
        tl.store(out, helper(n))
    tl.store(out, decorated(n) + CONSTANT)
)"),
            "");
}

TEST(LintFile, FunctionsOfHostPackagesAreToldAndTheirConstantsAreNot) {
  std::string report = lint(kImports + R"(
import numpy as np
import torch.nn.functional as F
import absent
@triton.jit
def k(out, x):
    tl.store(out, x * np.pi + absent.function(x) + torch.finfo(torch.float32).max)
    tl.store(out, np.sqrt(x))
    tl.store(out, F.relu(x))
import torch
)");
  EXPECT_NE(report.find("file.py:10:19-25: error[NR0204]"), std::string::npos) << report;
  EXPECT_NE(report.find("file.py:11:19-24: error[NR0204]"), std::string::npos) << report;
  EXPECT_EQ(report.find("file.py:9"), std::string::npos) << report;
}

TEST(LintFile, OrdinaryGlobalsAreToldAndConstantsAreNot) {
  std::string text = kImports + R"(
PLAIN = 4 * 8
CONSTANT = tl.constexpr(PLAIN // 2)
DTYPE = tl.float32
@triton.jit
def k(out):
    tl.store(out + tl.arange(0, CONSTANT), tl.zeros((CONSTANT,), DTYPE))
    tl.store(out, PLAIN)
)";
  std::string report = lint(text);
  EXPECT_NE(report.find("file.py:10:19-23: error[NR0204]"), std::string::npos) << report;
  EXPECT_EQ(report.find("CONSTANT"), std::string::npos) << report;
}

TEST(LintFile, NamesWithTwoValuesAreUnknown) {
  EXPECT_EQ(lint(kImports + R"(
if input():
    SIZE = tl.constexpr(16)
else:
    SIZE = 3
@triton.jit
def k(out):
    tl.store(out, SIZE)
)"),
            "");
}

TEST(LintFile, FollowsFilesBesideIt) {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / "nereid_lint_file_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "library.py") << kImports << "SIZE = tl.constexpr(16)\n"
                                       << "@triton.jit\ndef double(x):\n    return x + x\n"
                                       << "from other import *\n";
  std::ofstream(folder / "other.py") << "import library\nWIDTH = 3\n";
  std::string report = lint(kImports + R"(
import library
from library import double, WIDTH
@triton.jit
def k(out):
    tl.store(out, double(library.SIZE))
    tl.store(out, double())
    tl.store(out, WIDTH)
)",
                            (folder / "main.py").string());
  std::filesystem::remove_all(folder);
  EXPECT_NE(report.find("main.py:9:"), std::string::npos) << report;
  EXPECT_NE(report.find("NR0208"), std::string::npos) << report;
  EXPECT_NE(report.find("NR0204"), std::string::npos) << report;
  EXPECT_EQ(report.find("main.py:8:"), std::string::npos) << report;
}

TEST(LintFile, MistakesOfSyntaxDoNotHideOthers) {
  std::string report = lint(kImports + "@triton.jit\ndef k(out):\n    tl.store(out, missing)\n"
                                       "x = (\n");
  EXPECT_NE(report.find("NR0201"), std::string::npos) << report;
  EXPECT_NE(report.find("NR01"), std::string::npos) << report;
}

TEST(LintFile, FilesThatAreNotThereAreADiagnostic) {
  LintResult result = lintFile("/nowhere/at/all.py", {});
  ASSERT_EQ(result.sink.sorted().size(), 1u);
  EXPECT_EQ(result.sink.sorted()[0].kind, DiagKind::BadFile);
}

} // namespace
} // namespace nereid::host
