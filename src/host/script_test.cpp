// How a script ends: exit codes, tracebacks, diagnostics, refusals, imports, interruption.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

#include "eval/operators.h"
#include "host/function.h"
#include "host/script_fixture.h"
#include "host/traceback.h"
#include "runtime/interrupt.h"

namespace nereid::host {
namespace {

namespace fs = std::filesystem;

// A directory of files that is removed at the end.
class Files {
public:
  Files() : root_(fs::temp_directory_path() / ("nereid_host_" + std::to_string(::getpid()))) {
    fs::create_directories(root_);
  }
  ~Files() { fs::remove_all(root_); }
  std::string add(const std::string &name, std::string_view text) {
    fs::path path = root_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::string path(const std::string &name) const { return (root_ / name).string(); }

private:
  fs::path root_;
};

ScriptRun runFile(const std::string &path) {
  ScriptRun run;
  ScriptOptions options;
  options.print = [&](std::string_view part) { run.output += part; };
  options.printError = [&](std::string_view part) { run.errors += part; };
  DiagSink sink;
  ScriptOutcome outcome = runScript(path, options, std::make_shared<SourceMap>(), sink);
  run.errors += outcome.traceback;
  run.exitCode = outcome.exitCode;
  run.diagnostics = sink.sorted();
  return run;
}

TEST(Script, EndsWithTheCodeItAsksFor) {
  EXPECT_EQ(runText("x = 1\n").exitCode, 0);
  EXPECT_EQ(runText("").exitCode, 0);
  EXPECT_EQ(runText("import sys\nsys.exit(3)\n").exitCode, 3);
  EXPECT_EQ(runText("exit()\n").exitCode, 0);
  ScriptRun run = runText("import sys\ntry:\n    sys.exit('gone')\nexcept Exception:\n    pass\n");
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_EQ(run.errors, "gone\n");
  EXPECT_TRUE(run.diagnostics.empty());
}

TEST(Script, TracesWhatNobodyCaught) {
  ScriptRun run = runText(R"PY(def a(n):
    x = [1, 2]
    return x[n] + 1
def b(n):
    try:
        return a(n)
    except IndexError as e:
        raise ValueError("wrapped") from e
class K:
    def m(self):
        return b(5) + 1
print("before")
K().m()
)PY");
  EXPECT_EQ(run.output, "before\n");
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_EQ(run.errors, R"(Traceback (most recent call last):
  File "script.py", line 6, in b
    return a(n)
           ^^^^
  File "script.py", line 3, in a
    return x[n] + 1
           ~^^^
IndexError: list index out of range

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "script.py", line 13, in <module>
    K().m()
  File "script.py", line 11, in m
    return b(5) + 1
           ^^^^
  File "script.py", line 8, in b
    raise ValueError("wrapped") from e
ValueError: wrapped
)");
  ASSERT_EQ(run.diagnostics.size(), 1u);
  EXPECT_EQ(run.diagnostics[0].kind, DiagKind::ScriptRaised);
  EXPECT_EQ(run.diagnostics[0].headline, "ValueError: wrapped");
  EXPECT_EQ(run.diagnostics[0].calls.size(), 2u);
}

TEST(Script, SuggestsTheNearestName) {
  EXPECT_NE(runText("x = []\nx.apend(1)\n").errors.find("Did you mean: 'append'?"),
            std::string::npos);
  EXPECT_NE(runText("prnt(1)\n").errors.find("Did you mean: 'print'?"), std::string::npos);
}

TEST(Script, ReportsFilesThatAreNone) {
  Files files;
  for (const std::string &path :
       {files.path("missing.py"), files.path("."), files.add("binary.py", {"a\0b", 3})}) {
    ScriptRun run = runFile(path);
    EXPECT_EQ(run.exitCode, 1) << path;
    ASSERT_EQ(run.diagnostics.size(), 1u) << path;
    EXPECT_EQ(run.diagnostics[0].kind, DiagKind::BadFile) << path;
  }
}

TEST(Script, DoesNotRunWithMistakesOfSyntax) {
  ScriptRun run = runText("print('never')\nx = (1,\n");
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.exitCode, 1);
  ASSERT_EQ(run.diagnostics.size(), 1u);
  EXPECT_EQ(run.diagnostics[0].kind, DiagKind::UnclosedBracket);
}

TEST(Script, RefusesWhatIsOutsideTheSubset) {
  for (const char *text : {"async def f(): pass\nf()\n", "open('x')\n", "input()\n", "eval('1')\n",
                           "x = 1j\n", "try:\n    open('x')\nexcept Exception:\n    pass\n",
                           "import numpy\nnumpy.ones(3)\n", "class A(int): pass\n"}) {
    ScriptRun run = runText(text);
    EXPECT_EQ(run.exitCode, 1) << text;
    ASSERT_EQ(run.diagnostics.size(), 1u) << text;
    bool isType = std::string_view(text).starts_with("class");
    EXPECT_EQ(run.diagnostics[0].kind, isType ? DiagKind::ScriptRaised : DiagKind::NotInSubset)
        << text;
  }
}

TEST(Script, ImportsModulesAndPackagesBesideIt) {
  Files files;
  files.add("pkg/__init__.py", "from .tools import x as thing\n");
  files.add("pkg/tools.py", "x = 42\n");
  files.add("pkg/sub/__init__.py", "");
  files.add("pkg/sub/deep.py",
            "from ..tools import x\nfrom . import other\ndef f(): return x + other.y\n");
  files.add("pkg/sub/other.py", "y = 1\nprint('loaded', __name__)\n");
  files.add("a.py", "import b\nname = 'a'\ndef ask(): return b.name\n");
  files.add("b.py", "import a\nname = 'b'\n");
  ScriptRun run = runFile(files.add("main.py", R"PY(from pkg import thing, tools as t
from pkg.sub.deep import f
import pkg.sub.other
import a
from a import *
try:
    from pkg import nothing
except ImportError as e:
    print(e)
print(thing, t.x, f(), pkg.sub.other.y, a.ask(), ask(), name, __name__)
)PY"));
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, "loaded pkg.sub.other\ncannot import name 'nothing' from 'pkg'\n"
                        "42 42 43 1 b b a __main__\n");
}

TEST(Script, ShowsMistakesOfImportedFiles) {
  Files files;
  files.add("broken.py", "x = (1,\n");
  ScriptRun run = runFile(files.add("main.py", "import broken\n"));
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_NE(run.errors.find("SyntaxError"), std::string::npos);
  EXPECT_NE(run.errors.find("broken.py:1:5"), std::string::npos) << run.errors;
}

TEST(Script, StopsWhenInterrupted) {
  std::thread later([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    interruptLaunches();
  });
  ScriptRun run = runText("while True:\n    pass\n");
  later.join();
  EXPECT_EQ(run.exitCode, 130);
  EXPECT_NE(run.errors.find("KeyboardInterrupt"), std::string::npos);
}

// Whatever nests without end in a script ends in an exception.
TEST(Script, NeverOverflowsTheStack) {
  for (const char *text : {
           "def f(): f()\nf()\n",
           "class A:\n    def __repr__(self): return repr(self)\nrepr(A())\n",
           "class A:\n    def __getattr__(self, n): return getattr(self, n + '_')\nA().x\n",
           "class A:\n    def __eq__(self, o): return o == self\nA() == A()\n",
           "a = []\na.append(a)\nb = []\nb.append(b)\na == b\n",
           "a = ()\nfor i in range(200000): a = (a,)\nhash(a)\n",
           "f = lambda x: sorted([x], key=f)\nf(1)\n",
           "import functools\nf = lambda n: functools.reduce(lambda a, b: f(n), [1, 2])\nf(1)\n",
       }) {
    ScriptRun run = runText(text);
    EXPECT_EQ(run.exitCode, 1) << text;
    EXPECT_NE(run.errors.find("RecursionError"), std::string::npos) << text << run.errors;
  }
}

TEST(Script, AddsLongChainsWithoutRecursion) {
  auto chain = [](int terms) {
    std::string sum = "x = 0";
    for (int i = 0; i < terms; ++i)
      sum += " + 1";
    return runText(sum + "\nprint(x)\n");
  };
  EXPECT_EQ(chain(1900).output, "1900\n");
  ScriptRun tooLong = chain(100000);
  ASSERT_EQ(tooLong.diagnostics.size(), 1u);
  EXPECT_EQ(tooLong.diagnostics[0].kind, DiagKind::TooDeep);
}

// What native decorators are given.
TEST(Script, ShowsNativeCodeWhatAFunctionIsMadeOf) {
  std::string seen;
  ModuleRegistry modules;
  modules["native"] = [&](Interpreter &) {
    auto module = eval::make<eval::Module>("native");
    module->define("look", [&](const eval::Arguments &call) {
      auto *function = call.positional[0].as<FunctionObject>();
      EXPECT_NE(function, nullptr);
      seen = std::string(function->sources().text(function->definition()->header));
      for (std::string_view name : {"GLOBAL", "captured", "print"}) {
        std::optional<eval::Value> value = function->globals().lookup(name);
        seen += " " + (value ? eval::repr(*value) : "none");
      }
      return call.positional[0];
    });
    return module;
  };
  ScriptRun run = runText("from native import look\nGLOBAL = 1\ndef make():\n    captured = 2\n"
                          "    @look\n    def kernel(x, n): return captured\n    return kernel\n"
                          "print(make()(1, 2))\n",
                          "script.py", std::move(modules));
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, "2\n");
  EXPECT_EQ(seen, "def kernel(x, n): 1 2 none");
}

} // namespace
} // namespace nereid::host
