"""tl.dot_scaled: operands in small floats with a power of two per group of 32."""
import triton
import triton.language as tl


@triton.jit
def scaled(a, sa, b, sb, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    g = tl.arange(0, K // 32)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    p = tl.load(sa + m[:, None] * (K // 32) + g[None, :])
    q = tl.load(sb + n[:, None] * (K // 32) + g[None, :])
    tl.store(c + m[:, None] * N + n[None, :], tl.dot_scaled(x, p, "e4m3", y, q, "e4m3"))

# 0x38 is 1.0; scales 127 and 128 are 1 and 2.
# case ones: M=2 N=2 K=32 a=u8[64]:fill(0x38) sa=u8[127, 128] b=u8[64]:fill(0x38) sb=u8[127, 128] c=f32[4]
#   expect c = [32, 64, 64, 128]
# case random: M=16 N=16 K=64 a=u8[1024]:random(0, 110) sa=u8[32]:random(120, 130) b=u8[1024]:random(0, 110) sb=u8[32]:random(120, 130) c=f32[256]
#   expect same on all devices ~ 1e-5
