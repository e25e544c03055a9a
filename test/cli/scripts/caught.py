import sys


def risky(n):
    if n == 0:
        raise ValueError("n must not be 0")
    return 10 // n


for n in (2, 0):
    try:
        print(risky(n))
    except ValueError as e:
        print("caught:", e)
    finally:
        print("done with", n)
print(sys.argv[1:])
sys.exit(3)
