def f(x):
    return f(x + 1)

f(0)
