# What cannot be assigned to.

f(x) = 1
1 = x
"a" = b
a + b = c
None = 1
a < b = c
-a = 1
(a, f(b)) = c
[a, 2] = b
*a = b
*a, *b = c
a, b += 1
f() += 1
a, b: int = 1
(a, b): int
f(): int
del f(x)
del a, 1
for 1 in x:
    pass
for f(x) in y:
    pass
with a as 1:
    pass
lambda: x = 1
a if b else c = 1
(f(x) := 1)
a := 1
[x for 1 in y]
x = *a
(*a)
{**a} = b
a = b = 1 = c
