// What scripts print is what CPython 3.11 prints for them.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Classes, AnswerToOperators) {
  ScriptRun run = runText(R"PY(class V:
    def __init__(self, x): self.x = x
    def __repr__(self): return f"V({self.x!r})"
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    def __radd__(self, o): return V(o + self.x)
    def __iadd__(self, o): self.x += 100; return self
    def __neg__(self): return V(-self.x)
    def __eq__(self, o): return self.x == o.x if isinstance(o, V) else NotImplemented
    def __lt__(self, o): return self.x < o.x
    def __hash__(self): return hash(self.x)
    def __bool__(self): return self.x != 0
    def __matmul__(self, o): return "matmul"
    def __index__(self): return self.x
    def __format__(self, spec): return f"<{spec}>"
    def __abs__(self): return abs(self.x)
a, b = V(1), V(2)
print(a + b, a + 1, 1 + a, -a, a == V(1), a != b, a == 1, a < b, a > b, sorted([b, a]))
print({a: "one"}[V(1)], bool(V(0)), not b, a @ b, [10, 20, 30][a], f"{a:x}", abs(V(-3)), range(b))
c = a
c += 1
print(a, c is a)
try:
    a - b
except TypeError as e:
    print(e)
try:
    a <= b
except TypeError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(V(3) V(2) V(2) V(-1) True True False True False [V(1), V(2)]
one False False matmul 20 <x> 3 range(0, 2)
V(101) True
unsupported operand type(s) for -: 'V' and 'V'
'<=' not supported between instances of 'V' and 'V'
)PY");
}

TEST(Classes, ActAsContainers) {
  ScriptRun run = runText(R"PY(class Box:
    def __init__(self): self.d = {}
    def __setitem__(self, k, v): self.d[k] = v
    def __getitem__(self, k): return self.d[k]
    def __delitem__(self, k): del self.d[k]
    def __len__(self): return len(self.d)
    def __contains__(self, k): return k in self.d
    def __iter__(self): return iter(self.d)
    def __call__(self, *a, **k): return (a, k)
b = Box()
b["x"] = 1
b["y"] = 2
print(len(b), "x" in b, list(b), b["y"], b(1, k=2), bool(Box()))
del b["x"]
print(list(b))
class Squares:
    def __getitem__(self, i):
        if i >= 4: raise IndexError(i)
        return i * i
print(list(Squares()), 9 in Squares(), 10 in Squares())
class Down:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(Down(3)), next(Down(5)), max(Down(4)))
a, b, c = Down(3)
print(a, b, c)
try:
    iter(5)
except TypeError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(2 True ['x', 'y'] 2 ((1,), {'k': 2}) False
['y']
[0, 1, 4, 9] True False
[2, 1, 0] 4 3
2 1 0
'int' object is not iterable
)PY");
}

TEST(Classes, InheritInOrder) {
  ScriptRun run = runText(R"PY(class A:
    kind = "a"
    def __init__(self, x): self.x = x
    def who(self): return "A" + self.kind
    def __repr__(self): return f"{type(self).__name__}({self.x})"
class B(A):
    kind = "b"
    def who(self): return "B" + super().who()
class C(A):
    def who(self): return "C" + super().who()
class D(B, C):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def who(self): return "D" + super().who()
d = D(1, 2)
print(d, d.who(), d.y, [c.__name__ for c in D.__mro__], isinstance(d, A), issubclass(D, C), issubclass(A, B))
print(D.__bases__ == (B, C), type(d) is D, d.__class__.__name__, D.kind)
print(super(D, d).who())
class E(A): pass
print(E(5), E.__name__, isinstance(E(1), (int, A)))
try:
    class X(A, B): pass
except TypeError as e:
    print("no order")
try:
    E()
except TypeError as e:
    print(e)
class F: pass
try:
    F(1)
except TypeError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(D(1) DBCAb 2 ['D', 'B', 'C', 'A', 'object'] True True False
True True D b
BCAb
E(5) E True
no order
A.__init__() missing 1 required positional argument: 'x'
F() takes no arguments
)PY");
}

TEST(Classes, HaveDescriptors) {
  ScriptRun run = runText(R"PY(class T:
    count = 0
    def __init__(self): self._v = 1; T.count += 1
    @property
    def v(self): return self._v
    @v.setter
    def v(self, value): self._v = value * 10
    @property
    def fixed(self): return 5
    @staticmethod
    def plus(a, b): return a + b
    @classmethod
    def make(cls): return cls()
    @classmethod
    def name(cls): return cls.__name__
t = T.make()
t.v = 3
print(t.v, t.fixed, T.plus(1, 2), t.plus(3, 4), T.name(), t.name(), T.count)
try:
    t.fixed = 1
except AttributeError as e:
    print(e)
try:
    t.missing
except AttributeError as e:
    print(e)
try:
    T.missing
except AttributeError as e:
    print(e)
print(getattr(t, "missing", "default"), hasattr(t, "v"))
t.extra = 1
print(t.__dict__, vars(t)["extra"])
del t.extra
print(hasattr(t, "extra"))
class G:
    def __getattr__(self, name): return "got " + name
print(G().anything)
class S(T):
    @classmethod
    def name(cls): return "S" + super().name()
print(S.name())
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(30 5 3 7 T T 1
property 'fixed' of 'T' object has no setter
'T' object has no attribute 'missing'
type object 'T' has no attribute 'missing'
default True
{'_v': 30, 'extra': 1} 1
False
got anything
SS
)PY");
}

TEST(Classes, KeepTheirNamesToThemselves) {
  ScriptRun run = runText(R"PY(x = "module"
class A:
    x = "class"
    y = x + "!"
    def m(self): return x
    class Inner:
        deep = 1
    for i in range(3): pass
print(A.x, A.y, A().m(), A.Inner.deep, A.i, A.Inner)
def make(n):
    class Local:
        value = n
        def get(self): return n + 1
    return Local
print(make(5).value, make(5)().get(), make(1).__qualname__)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(class class! module 1 2 <class '__main__.A.Inner'>
5 6 make.<locals>.Local
)PY");
}

TEST(Classes, AreDataclasses) {
  ScriptRun run =
      runText(R"PY(from dataclasses import dataclass, field, replace, asdict, fields, astuple
@dataclass
class P:
    x: int
    y: float = 2.5
    tags: list = field(default_factory=list)
    def norm(self): return self.x + self.y
p = P(1)
p.tags.append("t")
print(p, P(1), p == P(1), p == P(1, 2.5, ["t"]), p.norm(), replace(p, x=9), asdict(p), astuple(P(1)))
print([f.name for f in fields(P)])
@dataclass(frozen=True, order=True)
class K:
    m: int
    n: int = 0
    def __post_init__(self): print("made", self.m)
print(K(1) < K(2), sorted([K(3), K(1)]), {K(1): "v"}[K(1)])
try:
    K(1).m = 2
except AttributeError as e:
    print(e)
try:
    P()
except TypeError as e:
    print(e)
@dataclass
class Q(P):
    z: str = "z"
print(Q(1, z="w"))
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(
      run.output,
      R"PY(P(x=1, y=2.5, tags=['t']) P(x=1, y=2.5, tags=[]) False True 3.5 P(x=9, y=2.5, tags=['t']) {'x': 1, 'y': 2.5, 'tags': ['t']} (1, 2.5, [])
['x', 'y', 'tags']
made 1
made 2
made 3
made 1
made 1
made 1
True [K(m=1, n=0), K(m=3, n=0)] v
made 1
cannot assign to field 'm'
P.__init__() missing 1 required positional argument: 'x'
Q(x=1, y=2.5, tags=[], z='w')
)PY");
}

TEST(Classes, AreNamedTuples) {
  ScriptRun run = runText(R"PY(from collections import namedtuple
from typing import NamedTuple
P = namedtuple("P", "x y")
p = P(1, y=2)
print(p, p.x, p[1], p == (1, 2), p._replace(x=5), p._asdict(), P._fields, len(p), P._make([3, 4]))
a, b = p
print(a, b, isinstance(p, tuple), type(p).__name__, isinstance(p, P))
class Config(NamedTuple):
    block: int
    name: str = "default"
    def label(self): return f"{self.name}-{self.block}"
c = Config(128)
print(c, c.label(), c + (1,), Config(block=1, name="n"))
D = namedtuple("D", ["a", "b"], defaults=[7])
print(D(1))
try:
    P(1)
except TypeError as e:
    print(e)
try:
    p.x = 1
except AttributeError as e:
    print("fixed")
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output,
            R"PY(P(x=1, y=2) 1 2 True P(x=5, y=2) {'x': 1, 'y': 2} ('x', 'y') 2 P(x=3, y=4)
1 2 True P True
Config(block=128, name='default') default-128 (128, 'default', 1) Config(block=1, name='n')
D(a=1, b=7)
P.__new__() missing 1 required positional argument: 'y'
fixed
)PY");
}

TEST(Classes, AreEnums) {
  ScriptRun run = runText(R"PY(from enum import Enum, IntEnum, auto
class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    def describe(self): return self.name.lower()
print(Color.RED, repr(Color.GREEN), Color(2), Color["RED"], Color.RED.value, Color.RED.name)
print(list(Color), len(Color), Color.CRIMSON is Color.RED, Color.RED == 1, Color.RED.describe())
print(Color.RED in Color, isinstance(Color.RED, Color), {Color.RED: "r"}[Color.RED])
class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
print(Level.LOW + 1, Level.HIGH > Level.LOW, Level.LOW == 1, f"{Level.LOW}", repr(Level.HIGH), max(Level))
try:
    Color(9)
except ValueError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(Color.RED <Color.GREEN: 2> Color.GREEN Color.RED 1 RED
[<Color.RED: 1>, <Color.GREEN: 2>] 2 True False red
True True r
2 True True 1 <Level.HIGH: 2> 2
9 is not a valid Color
)PY");
}

} // namespace
} // namespace nereid::host
