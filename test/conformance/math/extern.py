"""Functions of CUDA's math library, declared as libraries declare them."""
import triton
import triton.language as tl
from triton.language import core

SYMBOLS = {
    (core.dtype("fp32"),): ("__nv_rsqrtf", core.dtype("fp32")),
    (core.dtype("fp64"),): ("__nv_rsqrt", core.dtype("fp64")),
}


@core.extern
def fabs(arg0, _semantic=None):
    return core.extern_elementwise(
        "", "", [arg0], {
            (core.dtype("fp32"), ): ("__nv_fabsf", core.dtype("fp32")),
            (core.dtype("fp64"), ): ("__nv_fabs", core.dtype("fp64")),
        }, is_pure=True, _semantic=_semantic)


@tl.core.extern
def power(arg0, arg1, _semantic=None):
    return tl.core.extern_elementwise(
        "libdevice", "libdevice.10.bc", [arg0, arg1], {
            (tl.float32, tl.int32): ("__nv_powif", tl.float32),
            (tl.float32, tl.float32): ("__nv_powf", tl.float32),
            (tl.float64, tl.float64): ("__nv_pow", tl.float64),
        }, is_pure=True, _semantic=_semantic)


@core.extern
def isnan(arg0, _semantic=None):
    return core.extern_elementwise("", "", [arg0], {
        (core.dtype("fp32"), ): ("__nv_isnanf", core.dtype("int32")),
    }, is_pure=True, _semantic=_semantic).to(core.int1, _semantic=_semantic)


@core.extern
def rsqrt(x, _semantic=None):
    return core.extern_elementwise("", "", [x], SYMBOLS, is_pure=True, _semantic=_semantic)


@core.extern
def high(x, y, _semantic=None):
    return core.extern_elementwise("", "", [x, y], {
        (core.int32, core.int32): ("__nv_umulhi", core.int32),
    }, is_pure=True, _semantic=_semantic)


@core.extern
def add_down(x, y, _semantic=None):
    return core.extern_elementwise("", "", [x, y], {
        (core.float32, core.float32): ("__nv_fadd_rd", core.float32),
        (core.float64, core.float64): ("__nv_dadd_rd", core.float64),
    }, is_pure=True, _semantic=_semantic)


@triton.jit
def magnitudes(x, out, nans, roots, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(out + i, fabs(v))
    tl.store(nans + i, isnan(v))
    tl.store(roots + i, rsqrt(fabs(v)))

# case signs: N=4 x=f32[1, -4, nan, -0.25] out=f32[4] nans=i1[4] roots=f32[4]
#   expect out = [1, 4, nan, 0.25]
#   expect nans = [0, 0, 1, 0]
#   expect roots = [1, 0.5, nan, 2] ~ 1e-6


@triton.jit
def powers(x, n, whole, root, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(whole + i, power(v, tl.load(n + i)))
    tl.store(root + i, power(v[:, None], 0.5).reshape(N))

# case small: N=4 x=f32[2, 3, 4, 9] n=i32[10, 2, 1, 0] whole=f32[4] root=f32[4]
#   expect whole = [1024, 9, 4, 1] ~ 1e-6
#   expect root = [1.4142135, 1.7320508, 2, 3] ~ 1e-6


@triton.jit
def promoted(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, add_down(tl.load(x + i), tl.load(y + i)))

# case mixed: N=2 x=f32[1, 2] y=f64[1e-30, 0.5] out=f64[2]
#   expect out = [1, 2.5]


@triton.jit
def sign_of_the_symbol(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, high(tl.load(x + i), tl.load(y + i)))

# case unsigned: N=2 x=i32[-1, 65536] y=i32[2, 65536] out=i32[2]
#   expect out = [1, 1]
