// Generators, and contexts made of them. What scripts print is what CPython 3.11 prints for them.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Generators, StopAtYieldAndGoOn) {
  ScriptRun run = runText(R"PY(def count(n):
    for i in range(n):
        got = yield i
        if got: print("got", got)
    return "done"
print(list(count(3)))
g = count(2)
print(next(g), g.send("x"))
try: next(g)
except StopIteration as e: print("stop", e.value)
def chain():
    r = yield from count(2)
    print("r", r)
    yield from [7, 8]
print(list(chain()))
def guarded():
    try:
        yield 1
        yield 2
    finally:
        print("closed")
g = guarded(); next(g); g.close()
for x in guarded():
    break
g = guarded(); next(g)
try: g.throw(ValueError("thrown"))
except ValueError as e: print("caught", e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY([0, 1, 2]
got x
0 1
stop done
r done
[0, 1, 7, 8]
closed
closed
closed
caught thrown
)PY");
}

TEST(Generators, AreIterators) {
  ScriptRun run = runText(R"PY(def count(n):
    for i in range(n):
        yield i
def handles():
    while True:
        try:
            yield "ok"
        except KeyError as e:
            yield ("handled", e.args)
g = handles(); print(next(g), g.throw(KeyError("k")), next(g))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
from itertools import islice
print(list(islice(fib(), 10)), sum(x for x in islice(fib(), 5)))
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)
print(list(tree(4)))
class Bag:
    def __init__(self, items): self.items = items
    def __iter__(self):
        for item in self.items:
            yield item * 2
print(list(Bag([1, 2])), max(Bag([3, 4])), [*Bag([5])])
def bad():
    yield 1
    raise StopIteration
try: list(bad())
except RuntimeError as e: print(e)
def fails():
    yield 1
    1 / 0
try: list(fails())
except ZeroDivisionError as e: print(e)
g = count(1)
try: g.send(1)
except TypeError as e: print(e)
a, *b = count(4)
print(a, b, dict(enumerate(count(2))))
gens = [count(3) for _ in range(200)]
print(sum(next(g) + next(g) for g in gens))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(ok ('handled', ('k',)) ok
[0, 1, 1, 2, 3, 5, 8, 13, 21, 34] 7
[1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1]
[2, 4] 8 [10]
generator raised StopIteration
division by zero
can't send non-None value to a just-started generator
0 [1, 2, 3] {0: 0, 1: 1}
200
)PY");
}

TEST(Generators, MakeContexts) {
  ScriptRun run =
      runText(R"PY(from contextlib import contextmanager, ExitStack, nullcontext, suppress
@contextmanager
def tag(name):
    print("<" + name)
    try:
        yield name.upper()
    except KeyError as e:
        print("swallow", e)
    finally:
        print(name + ">")
with tag("a") as a, tag("b"):
    print(a)
with tag("c"):
    raise KeyError(1)
try:
    with tag("d"):
        raise ValueError("v")
except ValueError as e:
    print("out", e)
@tag("e")
def f(x): return x + 1
print(f(1), f(2))
with ExitStack() as stack:
    names = [stack.enter_context(tag(n)) for n in "xy"]
    print(names)
with nullcontext(5) as five, suppress(ValueError, KeyError):
    print(five)
    raise KeyError
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(<a
<b
A
b>
a>
<c
swallow 1
c>
<d
d>
out v
<e
e>
<e
e>
2 3
<x
<y
['X', 'Y']
y>
x>
5
)PY");
}

TEST(Generators, HaveAStackOfTheirOwn) {
  ScriptRun run = runText(R"PY(def count(n):
    for i in range(n):
        yield i
def deep(n):
    yield deep_call(n)
def deep_call(n): return 0 if n == 0 else 1 + deep_call(n - 1)
print(next(deep(200)))
def rec(n): 
    yield rec2(n)
def rec2(n): return rec2(n + 1)
try: next(rec(0))
except RecursionError as e: print(type(e).__name__)
try:
    1/0
except ZeroDivisionError:
    for x in count(1):
        try: raise
        except ZeroDivisionError: print("reraised", x)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(200
RecursionError
reraised 0
)PY");
}

} // namespace
} // namespace nereid::host
