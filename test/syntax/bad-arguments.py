# Arguments and parameters in the wrong order, or twice.

f(a=1, 2)
f(**a, b)
f(**a, *b)
f(a=1, b=2, a=3)
f(a.b=1)
f(1=2)
f(x for x in y, 1)
f(1, x for x in y)
f(a=)
f(a,, b)
f(*)

def g(a, b, a):
    pass
def g(a=1, b):
    pass
def g(*a, *b):
    pass
def g(*):
    pass
def g(*, **a):
    pass
def g(/, a):
    pass
def g(a, /, b, /):
    pass
def g(*a, /):
    pass
def g(**a, b):
    pass
def g(*a=1):
    pass
def g(a, b=):
    pass
def g(1):
    pass
def g(a.b):
    pass
h = lambda a, a: 1
h = lambda a=1, b: 1
h = lambda (a, b): 1
h = lambda a
