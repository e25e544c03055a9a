# Statements outside the place they belong to.

return 1
break
continue
yield x
await y
nonlocal z

class A:
    return 1
    yield 2

def f():
    break
    from m import *
    for i in x:
        def g():
            continue
    else:
        break
    await h()
    async with a:
        pass

async def k():
    await f()
    async for x in y:
        break

async x = 1
try:
    pass
except:
    pass
except ValueError:
    pass
