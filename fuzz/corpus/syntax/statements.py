# Every statement form.
import a, b.c as d
from e import f
from .g.h import (i, j as k,)
from . import l
from ... import m
from .... import n
from o import *

pass
x = 1
x = y = z, w = *a, b
x, *y = z
[x, (y, *z)] = w
x.a[0].b = 1
(x) = 2
x += 1; y -= 2; z *= 3; w /= 4
x //= 1; y %= 2; z **= 3; w @= 4
x &= 1; y |= 2; z ^= 3; w <<= 4; w >>= 5;
x: int
x.y: "T" = 1, 2
(x): int = 3
del x
del x, y[0], (z, w.v)
assert x
assert x, "message"
raise
raise E
raise E(x) from y
global u, v
lambda: (yield)
...

if a:
    pass
elif b:
    pass
elif c: pass
else:
    pass

if a: x = 1; y = 2

while a:
    break
else:
    pass

for i in 1, 2, 3:
    continue

for i, (j, *k) in x:
    if i:
        break
    else:
        continue
else:
    pass

for x.y in z: pass
for x[0], in z: pass
for i in *a, b: pass

try:
    pass
except:
    pass

try:
    pass
except A:
    pass
except (B, C) as e:
    pass
else:
    pass
finally:
    pass

try:
    pass
finally:
    pass

try:
    pass
except* A as e:
    pass
except* (B, C):
    pass

with a:
    pass
with a as b, c as (d, e), f:
    pass
with (a as b, c,):
    pass
with (a, b):
    pass
with (a, b) as c:
    pass
with (a).b() as c:
    pass
with (yield_ for x in y) as z:
    pass


@decorator
@a.b(c)[d]
@(x := y)
class C(A, B, metaclass=M, **k):
    x: int = 1

    def f(self):
        nonlocal_ = 1
        return


class D:
    pass


class E(): x = 1


async def coroutine():
    async with a as b:
        await c
    async for d in e:
        pass
    else:
        pass
    return [f async for f in g if await h]


def generator():
    x = yield
    y = yield x, 1
    yield from z
    x += yield
    nested = 0

    def inner():
        nonlocal x, y
        return *x, y

    return (yield)


type Alias = int
type Generic[T, *Ts, **P] = dict[T, int]
type = 1
type(x)
