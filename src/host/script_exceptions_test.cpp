// What scripts print is what CPython 3.11 prints for them.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Exceptions, AreCaughtByType) {
  ScriptRun run = runText(R"PY(def attempt(f):
    try:
        f()
    except (KeyError, IndexError) as e:
        print("lookup", type(e).__name__, e)
    except ArithmeticError as e:
        print("arithmetic", e)
    except Exception as e:
        print("other", repr(e))
    else:
        print("fine")
    finally:
        print("finally")
attempt(lambda: {}["k"])
attempt(lambda: [][0])
attempt(lambda: 1 // 0)
attempt(lambda: int("x"))
attempt(lambda: None)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(lookup KeyError 'k'
finally
lookup IndexError list index out of range
finally
arithmetic integer division or modulo by zero
finally
other ValueError("invalid literal for int() with base 10: 'x'")
finally
fine
finally
)PY");
}

TEST(Exceptions, LeaveThroughFinally) {
  ScriptRun run = runText(R"PY(def f(n):
    for i in range(5):
        try:
            if i == n: return "returned " + str(i)
            if n == 10: continue
            if n == 11: break
        finally:
            print("cleanup", i)
    return "end"
print(f(1), f(10), f(11))
def override():
    try:
        return 1
    finally:
        return 2
print(override())
def swallow():
    try:
        raise ValueError
    finally:
        return "swallowed"
print(swallow())
def nested():
    try:
        try:
            raise KeyError("a")
        finally:
            print("inner")
    except KeyError as e:
        return f"caught {e}"
print(nested())
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(cleanup 0
cleanup 1
cleanup 0
cleanup 1
cleanup 2
cleanup 3
cleanup 4
cleanup 0
returned 1 end end
2
swallowed
inner
caught 'a'
)PY");
}

TEST(Exceptions, RememberWhatTheyCameFrom) {
  ScriptRun run = runText(R"PY(try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("bad") from e
except ValueError as e:
    print(repr(e.__cause__), repr(e.__context__))
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise KeyError("k")
except KeyError as e:
    print(repr(e.__context__), e.__cause__)
try:
    try:
        raise ValueError("a")
    except ValueError:
        raise
except ValueError as e:
    print("again", e)
try:
    raise
except RuntimeError as e:
    print(e)
try:
    raise 5
except TypeError as e:
    print(e)
e = "kept"
try:
    raise ValueError
except ValueError as e:
    pass
try:
    e
except NameError as x:
    print(x)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output,
            R"PY(ZeroDivisionError('division by zero') ZeroDivisionError('division by zero')
ZeroDivisionError('division by zero') None
again a
No active exception to reraise
exceptions must derive from BaseException
name 'e' is not defined
)PY");
}

TEST(Exceptions, AreDefinedByScripts) {
  ScriptRun run = runText(R"PY(class Base(Exception): pass
class Coded(Base):
    def __init__(self, code, text="none"):
        super().__init__(f"{text} ({code})")
        self.code = code
    def describe(self): return f"code={self.code}"
class Shown(Base):
    def __str__(self): return "shown specially"
try:
    raise Coded(3, text="t")
except Base as e:
    print(e, e.code, e.describe(), e.args, repr(e), type(e).__name__)
try:
    raise Shown("x")
except Exception as e:
    print(e, isinstance(e, Base), issubclass(Shown, Exception))
try:
    raise Base
except Base as e:
    print(repr(e), e.args)
print(repr(ValueError("a", 1)), str(KeyError("k")), str(ValueError()), Exception("x").args)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(t (3) 3 code=3 ('t (3)',) Coded('t (3)') Coded
shown specially True True
Base() ()
ValueError('a', 1) 'k'  ('x',)
)PY");
}

TEST(With, EntersAndLeaves) {
  ScriptRun run = runText(R"PY(class Ctx:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self): print("enter", self.name); return self.name.upper()
    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.swallow
with Ctx("a") as a, Ctx("b") as b:
    print(a, b)
with Ctx("quiet", True):
    raise ValueError("inside")
try:
    with Ctx("loud"):
        raise KeyError("k")
except KeyError:
    print("outside")
def f():
    with Ctx("ret"):
        return 1
print(f())
for i in range(2):
    with Ctx("loop"):
        continue
from contextlib import nullcontext, suppress
with nullcontext(5) as five: print(five)
with suppress(ValueError): raise ValueError
try:
    with 5: pass
except (TypeError, AttributeError) as e:
    print("no context")
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(enter a
enter b
A B
exit b None None
exit a None None
enter quiet
exit quiet ValueError inside
enter loud
exit loud KeyError 'k'
outside
enter ret
exit ret None None
1
enter loop
exit loop None None
enter loop
exit loop None None
5
no context
)PY");
}

TEST(Assert, SaysItsMessage) {
  ScriptRun run = runText(R"PY(assert 1
try:
    assert 1 == 2, f"{1} is not {2}"
except AssertionError as e:
    print(e)
try:
    assert []
except AssertionError as e:
    print(repr(e))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(1 is not 2
AssertionError()
)PY");
}

} // namespace
} // namespace nereid::host
