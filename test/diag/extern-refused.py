import triton
import triton.language as tl
from triton.language import core


@core.extern
def misspelled(x, _semantic=None):
    return core.extern_elementwise("", "", [x], {
        (core.dtype("fp32"),): ("__nv_sinff", core.dtype("fp32")),
    }, is_pure=True, _semantic=_semantic)


@core.extern
def elsewhere(x, _semantic=None):
    return core.extern_elementwise("cublas", "libcublas.bc", [x], {
        (core.dtype("fp32"),): ("cublas_gemm_strided", core.dtype("fp32")),
    }, is_pure=True, _semantic=_semantic)


@core.extern
def wrong_type(x, _semantic=None):
    return core.extern_elementwise("", "", [x], {
        (core.dtype("fp32"),): ("__nv_sin", core.dtype("fp32")),
        (core.dtype("fp64"),): ("__nv_sin", core.dtype("fp32")),
    }, is_pure=True, _semantic=_semantic)


@core.extern
def wrong_count(x, _semantic=None):
    return core.extern_elementwise("", "", [x], {
        (core.dtype("fp32"),): ("__nv_powf", core.dtype("fp32")),
    }, is_pure=True, _semantic=_semantic)


@core.extern
def no_table(x, _semantic=None):
    return core.extern_elementwise("", "", [x], {}, is_pure=True, _semantic=_semantic)


@triton.jit
def kernel(x_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, 64)
    x = tl.full((64,), 1.0, tl.float32)
    a = misspelled(x)
    b = elsewhere(x)
    c = wrong_type(x)
    d = wrong_type(x.to(tl.float64))
    e = misspelled(i)
    f = wrong_count(x)
    g = no_table(x)
    h = {(1,): 2}
