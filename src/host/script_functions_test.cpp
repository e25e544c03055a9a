// What scripts print is what CPython 3.11 prints for them.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Functions, TakeArgumentsInEveryWay) {
  ScriptRun run = runText(R"PY(def f(a, b=2, *args, c, d=4, **kw):
    return (a, b, args, c, d, kw)
print(f(1, c=3))
print(f(1, 2, 3, 4, c=5, z=6))
print(f(*[1, 2], **{"c": 3}, d=0))
def g(x, /, y): return (x, y)
print(g(1, y=2))
print((lambda *a, k=1, **r: (a, k, r))(1, 2, z=3))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY((1, 2, (), 3, 4, {})
(1, 2, (3, 4), 5, 4, {'z': 6})
(1, 2, (), 3, 0, {})
(1, 2)
((1, 2), 1, {'z': 3})
)PY");
}

TEST(Functions, SayWhichArgumentsDoNotFit) {
  ScriptRun run = runText(R"PY(def f(a, b=2, *, c): pass
def g(x, y, z): pass
def h(p, /): pass
def none(): pass
for call in (lambda: f(), lambda: f(1), lambda: f(1, a=2, c=3), lambda: f(1, 2, 3, c=1),
             lambda: f(1, c=1, q=2), lambda: g(), lambda: g(1), lambda: h(p=1), lambda: none(1),
             lambda: g(1, 2, 3, 4), lambda: f(1, 2, 3), lambda: g(*5), lambda: g(**5),
             lambda: g(1, **{"x": 1}, y=2, z=3), lambda: 5(), lambda: g(y=1, **{"y": 2})):
    try:
        call()
    except TypeError as e:
        print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(f() missing 1 required positional argument: 'a'
f() missing 1 required keyword-only argument: 'c'
f() got multiple values for argument 'a'
f() takes from 1 to 2 positional arguments but 3 positional arguments (and 1 keyword-only argument) were given
f() got an unexpected keyword argument 'q'
g() missing 3 required positional arguments: 'x', 'y', and 'z'
g() missing 2 required positional arguments: 'y' and 'z'
h() got some positional-only arguments passed as keyword arguments: 'p'
none() takes 0 positional arguments but 1 was given
g() takes 3 positional arguments but 4 were given
f() takes from 1 to 2 positional arguments but 3 were given
__main__.g() argument after * must be an iterable, not int
__main__.g() argument after ** must be a mapping, not int
g() got multiple values for argument 'x'
'int' object is not callable
__main__.g() got multiple values for keyword argument 'y'
)PY");
}

TEST(Functions, EvaluateDefaultsOnce) {
  ScriptRun run = runText(R"PY(def f(x, seen=[]):
    seen.append(x)
    return seen
print(f(1), f(2))
n = 1
def g(m=n): return m
n = 2
print(g())
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY([1, 2] [1, 2]
1
)PY");
}

TEST(Functions, CaptureVariablesNotValues) {
  ScriptRun run = runText(R"PY(def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
a, b = counter(), counter()
print(a(), a(5), b())
print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])
def outer():
    def inner(): return later
    later = 7
    return inner()
print(outer())
x = "global"
def shadow():
    x = "local"
    def show(): return x
    x = "changed"
    return show()
print(shadow(), x)
def three():
    v = 1
    def two():
        def one(): return v + 1
        return one
    return two()()
print(three())
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(1 6 1
[2, 2, 2]
[0, 1, 2]
7
changed global
2
)PY");
}

TEST(Functions, KeepScopesApart) {
  ScriptRun run = runText(R"PY(x = 1
def read(): return x
def write():
    x = 2
    return x
def declare():
    global x, fresh
    x = 3
    fresh = 4
print(read(), write(), x)
declare()
print(x, fresh)
def early():
    try:
        print(y)
    except UnboundLocalError as e:
        print(e)
    y = 1
early()
def gone():
    z = 1
    del z
    try:
        z
    except NameError as e:
        print(type(e).__name__, e)
gone()
try:
    undefined_name
except NameError as e:
    print(e)
[k for k in range(3)]
try:
    k
except NameError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(1 2 1
3 4
cannot access local variable 'y' where it is not associated with a value
UnboundLocalError cannot access local variable 'z' where it is not associated with a value
name 'undefined_name' is not defined
name 'k' is not defined
)PY");
}

TEST(Functions, RecurseUntilTheLimit) {
  ScriptRun run = runText(R"PY(def fact(n): return 1 if n == 0 else n * fact(n - 1)
print(fact(20))
def forever(n): return forever(n + 1)
try:
    forever(0)
except RecursionError as e:
    print(e)
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n > 900
print(depth(0))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(2432902008176640000
maximum recursion depth exceeded
True
)PY");
}

TEST(Functions, AreObjects) {
  ScriptRun run = runText(R"PY(def f(x: int, y: "str" = "a") -> float:
    "Says what it does."
f.tag = [1]
print(f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__defaults__, f.tag, hasattr(f, "no"))
def outer():
    def inner(): pass
    return inner
print(outer().__qualname__, (lambda: 0).__name__, callable(f), type(f).__name__)
class A:
    def m(self): pass
print(A.m.__qualname__, A().m.__name__, A().m.__func__ is A.m)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(f f Says what it does. __main__ ('a',) [1] False
outer.<locals>.inner <lambda> True function
A.m m True
)PY");
}

TEST(Functions, AreWrappedByDecorators) {
  ScriptRun run = runText(R"PY(import functools
def twice(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return 2 * f(*args, **kwargs)
    return wrapper
def plus(n):
    def decorate(f):
        return lambda *a: f(*a) + n
    return decorate
@twice
@plus(1)
def f(x): return x
print(f(3))
@twice
def named(x):
    "doc"
    return x
print(named.__name__, named.__doc__, named(2))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(8
named doc 4
)PY");
}

} // namespace
} // namespace nereid::host
