// The match statement. What the script prints is what CPython 3.11 prints for it.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Match, TakesTheFirstCaseThatFits) {
  ScriptRun run = runText(R"PY(from collections import namedtuple
from dataclasses import dataclass
import enum

class Mode(enum.Enum):
    FWD = 1
    BWD = 2

@dataclass
class Point:
    x: int
    y: int = 0

Pair = namedtuple("Pair", "a b")

def kind(v):
    match v:
        case None:
            return "none"
        case True | False:
            return "bool"
        case 0:
            return "zero"
        case -1 | 2.5:
            return "minus one or 2.5"
        case int(n) if n > 100:
            return f"big {n}"
        case int() | float():
            return "number"
        case "fp16" | "bf16" as name:
            return "half " + name
        case str():
            return "text"
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [first, *rest, last] if len(rest) > 1:
            return f"{first} {rest} {last}"
        case (a, (b, c)):
            return f"nested {a} {b} {c}"
        case [_, _, *_]:
            return "two or more"
        case {"op": "add", "args": [l, r], **more}:
            return f"add {l} {r} {more}"
        case {"op": str(op)}:
            return "op " + op
        case {}:
            return "dict"
        case Mode.FWD:
            return "forward"
        case Point(0, y=0):
            return "origin"
        case Point(x, y):
            return f"point {x} {y}"
        case _:
            return "other"

for v in [None, True, 0, -1, 2.5, 101, 7, 1.5, "fp16", "x", [], [1], [1, 2, 3, 4], (1, (2, 3)),
          (1, 2), {"op": "add", "args": [1, 2], "k": 3}, {"op": "neg"}, {1: 2}, Mode.FWD, Mode.BWD,
          Point(0), Point(3, 4), {1}]:
    print(kind(v))
match Pair(1, 2):
    case Pair(a=1, b=b):
        print("pair", b)
match (1, 2), 3:
    case (x, y), z:
        print(x, y, z)
match 5:
    case 1: print("no")
match = 3
print(match)
for i in range(4):
    match i:
        case 1: continue
        case 3: break
    print("i", i)
try:
    match Point(1, 2):
        case Point(a, b, c): pass
except TypeError as e:
    print(e)
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(none
bool
zero
minus one or 2.5
minus one or 2.5
big 101
number
number
half fp16
text
empty
one 1
1 [2, 3] 4
nested 1 2 3
two or more
add 1 2 {'k': 3}
op neg
dict
forward
other
origin
point 3 4
other
pair 2
1 2 3
3
i 0
i 2
Point() accepts 2 positional sub-patterns (3 given)
)PY");
}

} // namespace
} // namespace nereid::host
