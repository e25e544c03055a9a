// What scripts print is what CPython 3.11 prints for them.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Random, DrawsWhatCPythonDraws) {
  ScriptRun run = runText(R"PY(import random
random.seed(42)
print(random.random(), random.randint(1, 100), random.choice("abcdef"), random.uniform(1, 2))
print(random.sample(range(100), 5), random.gauss(0, 1), random.getrandbits(70), random.randrange(0, 100, 7))
l = list(range(10)); random.shuffle(l); print(l)
print(random.choices([1, 2, 3], weights=[5, 1, 1], k=5), random.normalvariate(0, 1), random.sample(range(1000), 3))
r = random.Random(7)
print(r.random(), r.randint(0, 2**40))
random.seed(2**70)
print(random.random())
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(0.6394267984578837 4 f 1.2750293183691193
[28, 17, 94, 13, 86] -0.07358145350888119 44676572079809266793 0
[5, 7, 2, 9, 0, 6, 4, 8, 3, 1]
[1, 1, 2, 1, 2] 0.5152162190771925 [159, 220, 980]
0.32383276483316237 868231286071
0.2327882718301838
)PY");
}

TEST(Itertools, Combines) {
  ScriptRun run = runText(R"PY(import itertools as it
print(list(it.product("ab", [1, 2])), list(it.product([0, 1], repeat=2)))
print(list(it.permutations([1, 2, 3], 2)), list(it.combinations("abcd", 2)))
print(list(it.combinations_with_replacement("ab", 2)), list(it.accumulate([1, 2, 3])))
print(list(it.accumulate([1, 2, 3], lambda a, b: a * b, initial=10)), list(it.islice(it.count(3), 2, 8, 2)))
print(list(it.chain([1], "a")), list(it.chain.from_iterable([[1], [2, 3]])), list(it.islice(it.cycle("ab"), 5)))
print(list(it.zip_longest([1, 2], "a", fillvalue="-")), list(it.starmap(pow, [(2, 3), (3, 2)])), list(it.repeat(7, 2)))
print(list(it.takewhile(lambda v: v < 3, [1, 2, 3, 1])), list(it.dropwhile(lambda v: v < 3, [1, 2, 3, 1])))
print([(k, list(g)) for k, g in it.groupby("aabbc")], list(it.pairwise([1, 2, 3])))
print(list(it.permutations(range(3))), list(it.product()), list(it.combinations([1], 2)))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output,
            R"PY([('a', 1), ('a', 2), ('b', 1), ('b', 2)] [(0, 0), (0, 1), (1, 0), (1, 1)]
[(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] [('a', 'b'), ('a', 'c'), ('a', 'd'), ('b', 'c'), ('b', 'd'), ('c', 'd')]
[('a', 'a'), ('a', 'b'), ('b', 'b')] [1, 3, 6]
[10, 10, 20, 60] [5, 7, 9]
[1, 'a'] [1, 2, 3] ['a', 'b', 'a', 'b', 'a']
[(1, 'a'), (2, '-')] [8, 9] [7, 7]
[1, 2] [3, 1]
[('a', ['a', 'a']), ('b', ['b', 'b']), ('c', ['c'])] [(1, 2), (2, 3)]
[(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] [()] []
)PY");
}

TEST(Functools, RemembersAndFolds) {
  ScriptRun run = runText(R"PY(import functools
calls = 0
@functools.lru_cache(maxsize=None)
def fib(n):
    global calls
    calls += 1
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(60), calls, fib.cache_info())
@functools.lru_cache(maxsize=2)
def sq(x): return x * x
for v in (1, 2, 1, 3, 2): sq(v)
print(sq.cache_info())
print(functools.reduce(lambda a, b: a + b, [1, 2, 3], 10), functools.partial(pow, 2)(5))
p = functools.partial(int, base=2)
print(p("101"), p.func is int, p.keywords)
class A:
    @functools.cached_property
    def slow(self): print("computing"); return 5
    @functools.lru_cache
    def m(self, x): return x + 1
a = A()
print(a.slow, a.slow, a.m(1))
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output,
            R"PY(1548008755920 61 CacheInfo(hits=58, misses=61, maxsize=None, currsize=61)
CacheInfo(hits=1, misses=4, maxsize=2, currsize=2)
16 32
5 True {'base': 2}
computing
5 5 2
[3, 2, 1]
)PY");
}

TEST(Collections, CountAndDefault) {
  ScriptRun run = runText(R"PY(from collections import defaultdict, Counter, OrderedDict, deque
d = defaultdict(list)
d["a"].append(1); d["b"]
print(d, dict(d), d.get("z"), "z" in d)
n = defaultdict(int); n["x"] += 1
print(n["x"], sorted(n.items()))
c = Counter("hello")
print(c.most_common(2), c["l"], c["z"], c, sum(c.values()), Counter(a=1) + Counter("aab"))
o = OrderedDict([("a", 1), ("b", 2)]); o.move_to_end("a")
print(list(o))
q = deque([1, 2, 3], maxlen=3); q.append(4); q.appendleft(0)
print(q, q.popleft(), q.pop(), len(q)); q.extend([8, 9]); q.rotate(1); print(list(q))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output,
            R"PY(defaultdict(<class 'list'>, {'a': [1], 'b': []}) {'a': [1], 'b': []} None False
1 [('x', 1)]
[('l', 2), ('h', 1)] 2 0 Counter({'l': 2, 'h': 1, 'e': 1, 'o': 1}) 5 Counter({'a': 3, 'b': 1})
['b', 'a']
deque([2], maxlen=3) 0 3 1
[9, 2, 8]
)PY");
}

TEST(Sys, KnowsItself) {
  ScriptRun run = runText(R"PY(import sys
print(sys.maxsize, sys.float_info.max, sys.float_info.epsilon, sys.version_info >= (3, 8), sys.version_info[0])
sys.stdout.write("written\n")
print("to out", file=sys.stdout, sep="", end="!\n")
print(1, 2, sep="-", end=".\n"); print(); print("a", None, [1])
print(sys.argv[1:])
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output,
            R"PY(9223372036854775807 1.7976931348623157e+308 2.220446049250313e-16 True 3
written
to out!
1-2.

a None [1]
[]
)PY");
}

TEST(Copy, SharesOrDoesNot) {
  ScriptRun run = runText(R"PY(import copy, operator
a = [[1], {"k": [2]}]
b, c = copy.copy(a), copy.deepcopy(a)
a[0].append(9); a[1]["k"].append(8)
print(b, c)
loop = [1]; loop.append(loop)
other = copy.deepcopy(loop)
print(other[1] is other, other)
class P:
    def __init__(self): self.v = [1]
p = P(); q = copy.deepcopy(p); r = copy.copy(p)
print(q.v is p.v, r.v is p.v)
print(operator.add(1, 2), operator.itemgetter(1, 0)("ab"), operator.attrgetter("v")(p), sorted([(1, "b"), (0, "c")], key=operator.itemgetter(1)))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY([[1, 9], {'k': [2, 8]}] [[1], {'k': [2]}]
True [1, [...]]
False True
3 ('b', 'a') [1] [(1, 'b'), (0, 'c')]
)PY");
}

TEST(Typing, IsNotInTheWay) {
  ScriptRun run = runText(
      R"PY(from typing import Optional, List, Dict, Tuple, Callable, Union, Any, TypeVar, Generic, cast, TYPE_CHECKING, Literal
from abc import ABC, abstractmethod
T = TypeVar("T")
def f(x: Optional[List[int]] = None, *, cb: Callable[[int], "Undefined"] = None) -> Dict[str, Tuple[int, ...]]: return x
class Stack(Generic[T]):
    items: List[T] = []
    def push(self, x: T) -> None: self.items.append(x)
class Base(ABC):
    @abstractmethod
    def go(self): ...
class Real(Base):
    def go(self): return "went"
s = Stack[int](); s.push(1)
print(f([1]), s.items, Real().go(), cast(int, "x"), TYPE_CHECKING)
y: Union[int, str] = 5
z: int
print(y, isinstance(3, int | str), list[int], int | None)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY([1] [1] went x False
5 True list[int] int | None
)PY");
}

TEST(Statistics, Summarize) {
  ScriptRun run = runText(R"PY(import statistics as st, string, math
print(st.mean([1, 2, 3, 4]), st.median([3, 1, 2]), st.median([1, 2, 3, 4]), st.mean([1, 3]), st.fmean([1.5, 2.5]))
print(round(st.stdev([1.0, 2.0, 4.0]), 12), round(st.pstdev([1, 2, 4]), 12))
print(string.ascii_lowercase, string.digits)
print(math.prod([1, 2, 3]), math.gcd(12, 18), math.comb(5, 2), math.isclose(0.1 + 0.2, 0.3), math.ceil(2.1), math.fsum([0.1] * 10), math.log2(8), math.inf > 10**30)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(2.5 2 2.5 2 2.0
1.527525231652 1.247219128925
abcdefghijklmnopqrstuvwxyz 0123456789
6 6 10 True 3 1.0 3.0 True
)PY");
}

} // namespace
} // namespace nereid::host
