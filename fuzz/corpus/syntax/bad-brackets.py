# Brackets that are not closed, or not opened.

@triton.jit
def kernel(x, y, n):
    a = tl.load(x + n
    b = tl.load(y + n)
    c = tl.load(x + [n)
    d = tl.load((x + n]
    e = a + b)
    f = tl.dot(a b)
    g = [a, b
    if tl.max(g[0]:
        h = {a: b, c
    for i in range(n:
        tl.store(y + i, f"{a + (b}", mask=i < n)
    j = (a +
         b
    return j

k = foo(a,
        b
        c)

class C(Base:
    l = 1

def m(a, b:
    return (a, b

def n(a, b):
    pass

o = (1, 2,
