# Operators, and how tightly they bind.
a + b - c
a + b * c
a * b // c % d / e @ f
-a ** -b ** c
~+-a
a << b >> c & d ^ e | f
a | b ^ c & d << e + f * g
not a
not not a == b
a and b and c or d and not e
a < b <= c != d
a is b, a is not b, a in b, a not in b
a == b == c > d >= e
a if b else c
a if b else c if d else e
a if (b if c else d) else e
lambda: a
lambda a, b=1, /, c=2, *d, e, f=3, **g: a
lambda *, a: a
lambda *a, **b: lambda: c
(a := 1)
f(a := 1, b)
x[a := 1]
(a + b) * (c)
((a))
()
(a,)
(a, b,)
a, *b, c
[]
[a, *b]
{}
{a}
{a, *b}
{a: b, **c, d: e}
None, True, False, ...
a.b.c
a(b)(c)[d].e
f()
f(a, *c, d, b=1, *e, **f, g=2)
f(a for a in b)
f((a for a in b), c)
f(*a, *b, **c, **d)
x[0]
x[a, b]
x[:]
x[::]
x[1:]
x[:2:]
x[a:b:c, ..., None]
x[:, None]
x[None, :]
x[*a]
x[*a, b]
x[()]
[a for a in b]
[a for a, b in c if d if e for f in g]
{a for a in b}
{a: b for a, b in c}
(a for a in b)
[a for a in lambda_ or b if c]
[a if b else c for d in e]
[[a for a in b] for b in c]
1 if a else -2
a if b else lambda: c
x = a @ b
a.if_
