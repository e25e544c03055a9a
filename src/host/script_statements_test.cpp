// What scripts print is what CPython 3.11 prints for them.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Assignment, Unpacks) {
  ScriptRun run = runText(R"PY(a, (b, [c, d]), *e = 1, (2, [3, 4]), 5, 6
print(a, b, c, d, e)
first, *middle, last = "abcde"
print(first, middle, last)
x = y = []
x.append(1)
print(y)
d = {}
d["k"], d["l"] = 1, 2
print(d)
for i, (j, k) in enumerate([(1, 2), (3, 4)]): print(i, j, k)
a, b = b, a
print(a, b)
try:
    a, b = [1]
except ValueError as e:
    print(e)
try:
    a, b = 1, 2, 3
except ValueError as e:
    print(e)
try:
    a, *b, c = [1]
except ValueError as e:
    print(e)
try:
    a, b = 5
except TypeError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(1 2 3 4 [5, 6]
a ['b', 'c', 'd'] e
[1]
{'k': 1, 'l': 2}
0 1 2
1 3 4
2 1
not enough values to unpack (expected 2, got 1)
too many values to unpack (expected 2)
not enough values to unpack (expected at least 2, got 1)
cannot unpack non-iterable int object
)PY");
}

TEST(Assignment, UpdatesInPlace) {
  ScriptRun run = runText(
      R"PY(n = 5; n += 2; n *= 3; n -= 1; n //= 3; n **= 2; n %= 7; n <<= 3; n |= 1; n ^= 2; n &= 0xff; n >>= 1
print(n)
l = [1]; m = l; l += [2]; l *= 2
print(m, l is m)
s = {1}; s |= {2}; s -= {1}
d = {"a": 1}; d |= {"b": 2}
t = (1,); t += (2,)
print(s, d, t)
class A: v = 1
a = A(); a.v += 1
print(a.v, A.v)
grid = [[0] * 2 for _ in range(2)]; grid[0][1] += 5
print(grid)
x = 1.5; x /= 2
print(x)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(5
[1, 2, 1, 2] True
{2} {'a': 1, 'b': 2} (1, 2)
2 1
[[0, 5], [0, 0]]
0.75
)PY");
}

TEST(Loops, BreakAndElse) {
  ScriptRun run = runText(R"PY(for i in range(3):
    if i == 5: break
else:
    print("no break")
for i in range(3):
    if i == 1: break
else:
    print("never")
n = 0
while n < 3:
    n += 1
    if n == 2: continue
    print(n)
else:
    print("while else")
while True:
    break
for x in []: pass
else: print("empty")
print([i for i in range(10, 0, -3)], i)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(no break
1
3
while else
empty
[10, 7, 4, 1] 1
)PY");
}

TEST(Comprehensions, NestAndFilter) {
  ScriptRun run = runText(R"PY(print([x * y for x in range(3) for y in range(x) if y != 1])
print({k: v for k, v in zip("abc", range(3)) if v}, {x % 3 for x in range(10)})
print([[j for j in range(i)] for i in range(3)])
x = 5
print([x for x in range(3)], x)
def f(n):
    return [n + m for m in range(n)]
print(f(3))
print([y := 1, y ** 2], [last := v for v in range(3)], last)
print([(lambda v: v * a)(2) for a in range(3)])
print({**{"a": 1}, "b": 2, **{"a": 3}}, [*range(2), *"ab"], (*[1], 2), {*[1, 1]})
print([i for i in range(20) if i % 2 if i % 3])
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY([0, 0]
{'b': 1, 'c': 2} {0, 1, 2}
[[], [0], [0, 1]]
[0, 1, 2] 5
[3, 4, 5]
[1, 1] [0, 1, 2] 2
[0, 2, 4]
{'a': 3, 'b': 2} [0, 1, 'a', 'b'] (1, 2) {1}
[1, 5, 7, 11, 13, 17, 19]
)PY");
}

TEST(Generators, RunLazily) {
  ScriptRun run = runText(R"PY(def noisy(x):
    print("at", x)
    return x
g = (noisy(x) for x in range(3))
print("made")
print(next(g))
print(list(g), list(g))
print(sum(x * x for x in range(5)), max((len(w) for w in ["a", "bbb"]), default=0))
print(any(noisy(x) > 0 for x in range(5)))
def outer(n):
    return (n * x for x in range(3))
print(list(outer(10)), next((x for x in [] ), "none"))
try:
    next(iter([]))
except StopIteration:
    print("stop")
print(list(a + b for a in "xy" for b in "12"))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(made
at 0
0
at 1
at 2
[1, 2] []
30 3
at 0
at 1
True
[0, 10, 20] none
stop
['x1', 'x2', 'y1', 'y2']
)PY");
}

TEST(Strings, AreFormatted) {
  ScriptRun run = runText(R"PY(x, name, w = 3.14159, "abc", 8
print(f"{x:.2f}|{name!r:>8}|{x=}|{name = }|{x=:.1f}|{{}}|{x:{w}.{2}}|{'in ' + f'{w}'}")
print(f"{1:>4}{'b':<4}{w:^6}|" f" joined {w}" " plain")
print(f"{[1, 2][0]} {({'a': 1})['a']} {w if x else 0} {w!s} {(lambda v: v + 1)(2)}")
print("%s %d %.3f %5s|%-5s|%05d %x %e" % ("a", 3, x, "r", "l", 42, 255, x))
print("{0!s:>6}|{name}|{0[1]}".format([1, 2], name="n"))
print("a" "b" 'c', """multi
line""", r"\n", "tab\tq\"")
print(str(1), repr("a'b"), str([1, "a", None]), f"{None} {True}")
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(3.14|   'abc'|x=3.14159|name = 'abc'|x=3.1|{}|     3.1|in 8
   1b     8   | joined 8 plain
1 1 8 8 3
a 3 3.142     r|l    |00042 ff 3.141590e+00
[1, 2]|n|2
abc multi
line \n tab	q"
1 "a'b" [1, 'a', None] None True
)PY");
}

TEST(Expressions, ShortCircuitAndChain) {
  ScriptRun run = runText(R"PY(print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 != 2, 1 in [1] == True)
print(0 or "x", 1 and 0, not 1, None or [] or "last", 1 and 2 and 3)
def t(v): print("t", v); return v
print(t(1) < t(0) < t(5))
print("yes" if [] else "no", 2 ** 3 ** 2, -2 ** 2, 7 // -2, 7 % -3, ~5, 5 & 3 | 4 ^ 1)
if (n := len("abc")) > 2: print(n)
print(0x1F, 0b101, 0o17, 1_000, 1e3, .5, 5., 10 ** -2)
print([1, 2, 3][::-1], "hello"[1:-1], (1, 2, 3)[-1], [1, 2, 3][5:])
print(1 is 1, None is not None, "a" not in "abc", 3 not in {1: 2})
print(...)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(True False True False
x 0 False last 3
t 1
t 0
False
no 512 -4 -4 -2 -6 5
3
31 5 15 1000 1000.0 0.5 5.0 0.01
[3, 2, 1] ell 3 []
True False False True
Ellipsis
)PY");
}

TEST(Names, AreImportedConditionally) {
  ScriptRun run = runText(R"PY(try:
    import surely_missing_module as m
    HAVE = True
except ImportError as e:
    HAVE = False
    print(e, type(e).__name__)
print(HAVE)
try:
    from math import no_such_thing
except ImportError as e:
    print("cannot import")
import math as mm, sys
from math import sqrt, pi as PI
from os import path
import os.path
print(mm.floor(2.5), sqrt(16), PI == mm.pi, path is os.path, os.path.join("a", "b"))
if __name__ == "__main__":
    print("main")
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(No module named 'surely_missing_module' ModuleNotFoundError
False
cannot import
2 4.0 True True a/b
main
)PY");
}

} // namespace
} // namespace nereid::host
