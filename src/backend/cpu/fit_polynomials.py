"""Prints the polynomials of math_coefficients.h: Chebyshev interpolants as monomials, lowest power first.

Each entry of FITS: name, the function that is fitted, its interval, the degree.
"""
import math
import struct


def chebyshev(f, a, b, degree):
    count, nodes = degree + 1, 64
    xs = [math.cos(math.pi * (k + 0.5) / nodes) for k in range(nodes)]
    fs = [f(0.5 * (b - a) * x + 0.5 * (b + a)) for x in xs]
    c = [2 / nodes * sum(fs[k] * math.cos(math.pi * j * (k + 0.5) / nodes) for k in range(nodes)) for j in range(count)]
    c[0] /= 2
    basis = [[1], [0, 1]]
    for j in range(2, count):
        last, before = basis[j - 1], basis[j - 2]
        basis.append([(2 * last[i - 1] if i > 0 else 0) - (before[i] if i < len(before) else 0) for i in range(j + 1)])
    p = [sum(c[j] * basis[j][i] for j in range(count) if i < len(basis[j])) for i in range(count)]
    scale, shift, q = 2 / (b - a), -(a + b) / (b - a), [0.0] * count
    for i in range(count - 1, -1, -1):  # substitute t = (2x - (a + b)) / (b - a)
        r = [0.0] * count
        for k in range(count):
            r[k] += q[k] * shift
            if k + 1 < count:
                r[k + 1] += q[k] * scale
        r[0] += p[i]
        q = r
    return q


def series(x, terms):
    return sum(t * x**i for i, t in enumerate(terms))


FITS = [
    ("Exp", lambda r: (math.exp(r) - 1 - r) / r**2 if abs(r) > 1e-4 else 0.5 + r / 6, -0.3466, 0.3466, 4),
    ("Exp2", lambda r: (2**r - 1 - r * math.log(2)) / r**2 if abs(r) > 1e-4 else math.log(2) ** 2 / 2, -0.5, 0.5, 4),
    ("Log", lambda f: (math.log1p(f) - f + f * f / 2) / f**3 if abs(f) > 1e-3 else series(f, [1 / 3, -1 / 4, 1 / 5]), -0.2929, 0.4143, 8),
    ("ErfSmall", lambda s: math.erf(math.sqrt(s)) / math.sqrt(s) - 1 if s > 1e-12 else 2 / math.sqrt(math.pi) - 1, 0, 1.01, 7),
    ("ErfLarge", lambda u: (-math.log(math.erfc(u)) - u) / u, 0.88, 3.97, 9),
    ("Sin", lambda s: (math.sin(math.sqrt(s)) / math.sqrt(s) - 1) / s if s > 1e-3 else series(s, [-1 / 6, 1 / 120, -1 / 5040]), 0, 0.62, 3),
    ("Cos", lambda s: (math.cos(math.sqrt(s)) - 1 + s / 2) / s**2 if s > 1e-2 else series(s, [1 / 24, -1 / 720, 1 / 40320]), 0, 0.62, 2),
    ("Tanh", lambda s: (math.tanh(math.sqrt(s)) / math.sqrt(s) - 1) / s if s > 1e-3 else series(s, [-1 / 3, 2 / 15, -17 / 315]), 0, 0.4, 5),
]
for name, f, a, b, degree in FITS:
    rounded = [struct.unpack("<f", struct.pack("<f", c))[0] for c in chebyshev(f, a, b, degree)]
    print(f"k{name}: {', '.join(c.hex() for c in rounded)}")
