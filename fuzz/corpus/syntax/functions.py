# Parameters, annotations, decorators, generics.
def f(): pass
def f(a): pass
def f(a, b=1): pass
def f(a, /, b, *, c): pass
def f(a=1, /, b=2, *args, c, d=3, **kwargs): pass
def f(*args, a): pass
def f(*, a=1, b): pass
def f(**kwargs,): pass
def f(
    a: int,
    b: "str" = "x",
    *args: tuple[int, ...],
    **kwargs: object,
) -> None:
    "Docstring."
def f(*args: *Ts): pass
def f[T](a: T) -> T: return a
def f[T: int, *Ts, **P](a): return a
class C[T](Base[T]): pass
@a
def f(): pass
@a.b
@c(d, e=1)
async def f(): pass
lambda x, /, y, *z, w=1, **k: 0
def outer():
    def inner():
        return lambda: (yield)
    for x in y:
        while z:
            if w:
                continue
            break
        else:
            break
    return
