"""Every atomic operation on every element type that it takes, at its limits, masked and not.

GPUs add fp32 in memory without subnormals, hence the tolerance there.
"""
import triton
import triton.language as tl


@triton.jit
def fetched(place, x, old, masked, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(x + i)
    tl.store(old + i, F(place + i, value))
    F(masked + i, value, mask=i % 3 == 1)

# case {F}-{T}-{N}: F=tl.{F} N={N} place={T}[{N}]:edges(16) x={T}[{N}]:edges old={T}[{N}] masked={T}[{N}]:edges
#   each F in atomic_add atomic_max atomic_min atomic_and atomic_or atomic_xor atomic_xchg
#   each T in i32 i64 u32 u64
#   each N in 1 256
#   expect same on all devices
# case {F}-{T}-{N}: F=tl.{F} N={N} place={T}[{N}]:limits(32) x={T}[{N}]:limits old={T}[{N}] masked={T}[{N}]:limits
#   each F in atomic_max atomic_min atomic_xchg
#   each T in f32 f64
#   each N in 1 1024
#   expect same on all devices
# case atomic_add-{T}-{N}: F=tl.atomic_add N={N} place={T}[{N}]:limits(32) x={T}[{N}]:limits old={T}[{N}] masked={T}[{N}]:limits
#   each T E in f16:1e-320 bf16:1e-320 f32:2e-37 f64:1e-320
#   each N in 1 1024
#   expect same on all devices ~ {E}


@triton.jit
def swapped_if_equal(place, expected, x, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_cas(place + i, tl.load(expected + i), tl.load(x + i)))

# case {T}-{N}: N={N} place={T}[{N}]:edges(2) expected={T}[{N}]:edges x={T}[{N}]:random old={T}[{N}]
#   each T in i16 u16 i32 u32 i64 u64
#   each N in 1 256
#   expect same on all devices


@triton.jit
def copied(x, out, masked, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.atomic_store(out + i, tl.atomic_load(x + i, sem="acquire"), sem="release")
    tl.atomic_store(masked + i, tl.atomic_load(x + i, mask=i % 3 == 1), mask=i % 3 == 1)

# case {T}-{N}: N={N} x={T}[{N}]:limits out={T}[{N}] masked={T}[{N}]
#   each T in i32 i64 u32 u64 f32 f64
#   each N in 1 256
#   expect out = x
