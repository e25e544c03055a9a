"""tl.gather: elements along an axis by index."""
import triton
import triton.language as tl


@triton.jit
def gather_rows(x, index, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(index + i), axis=0))

# case reverse: N=4 x=f32[1, 2, 3, 4] index=i32[3, 2, 1, 0] out=f32[4]
#   expect out = [4, 3, 2, 1]
# case repeated: N=4 x=f32[1, 2, 3, 4] index=i32[2, 2, 0, 2] out=f32[4]
#   expect out = [3, 3, 1, 3]
# case random: N=128 x=f32[N]:random index=i32[N]:random(0, 128) out=f32[N] seeds=5
#   expect same on all devices
# case wide-index: N=4 x=i64[1, 2, 3, 4] index=i64[1, 0, 3, 2] out=i64[4]
#   expect out = [2, 1, 4, 3]
# case too-far: N=2 x=f32[1, 2] index=i32[0, 2] out=f32[2]
#   expect NR0502 on interp
#   skip cpu: compiled code does not check indices
# case negative: N=2 x=f32[1, 2] index=i32[0, -1] out=f32[2]
#   expect NR0502 on interp
#   skip cpu: compiled code does not check indices


@triton.jit
def gather_axis(x, index, out, M: tl.constexpr, N: tl.constexpr, P: tl.constexpr, Q: tl.constexpr,
                AXIS: tl.constexpr):
    from_x = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    to = tl.arange(0, P)[:, None] * Q + tl.arange(0, Q)[None, :]
    tl.store(out + to, tl.gather(tl.load(x + from_x), tl.load(index + to), AXIS))

# case axis-0: M=4 N=2 P=2 Q=2 AXIS=0 x=i32[8]:iota index=i32[3, 0, 1, 2] out=i32[4]
#   expect out = [6, 1, 2, 5]
# case axis-1: M=2 N=4 P=2 Q=2 AXIS=1 x=i32[8]:iota index=i32[3, 0, 1, 2] out=i32[4]
#   expect out = [3, 0, 5, 6]
# case more-than-there-are: M=2 N=2 P=2 Q=4 AXIS=1 x=i32[1, 2, 3, 4] index=i32[0, 1, 0, 1, 1, 1, 0, 0] out=i32[8]
#   expect out = [1, 2, 1, 2, 4, 4, 3, 3]
